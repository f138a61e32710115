// The engine in the browser: workers with the module in them.
//
// Words: a **lane** is a worker and the question it is at. One lane is for what takes a moment, so that a text is read and a board is checked while others search. Lanes for searches are begun when they are wanted, up to a
// few; a question that finds none waits, and its waiting counts. A search is stopped by a sign (`stop-sign.js`) and says what it knows; one that does not look is ended with its worker.

import { Gone, Refusal, stopped } from './refusal.js';
import { StopSigns } from './stop-sign.js';

/** Lanes for searches: a tab's own search, what goes on beside it, and one more. */
const MOST_LANES = 3;
/** What takes a moment. */
const MOMENTS = ['check', 'health', 'model', 'sets', 'tables', 'verify', 'words'];
/** Milliseconds that a search has to see that it was stopped; then its worker is ended. */
const GRACE = 1000;
/** Milliseconds until what could not be loaded is asked for again. */
const LOAD_AGAIN = 3000;
/** A worker that holds more than this is ended when it is done: memory of a module never shrinks. */
const MOST_BYTES = 768 * 2 ** 20;

/** @typedef {import('./engine.js').Engine} Engine */

/** @implements {Engine} */
export class WorkerEngine {
  /**
   * @param {string} module address of the module
   * @param {string} script address of the worker's script
   * @param {(health: any) => void} changed is called when module or script cannot be loaded (`null`), and when they are there after all
   */
  constructor(module, script, changed) {
    this.module = module;
    this.script = script;
    this.changed = changed;
    this.isLoadingAgain = false;
    this.compiled = compile(module);
    this.quick = this.start();
    /** @type {Lane[]} */
    this.lanes = [];
    /** Questions that wait for a lane, the first first. @type {{ id: number, resolve: (lane: Lane) => void, reject: (error: unknown) => void }[]} */
    this.waiting = [];
    this.jobs = 0;
  }

  start() {
    return new Lane(this.script, this.compiled, () => this.lost());
  }

  /** A worker could not begin: without a network, say, on the first visit. */
  lost() {
    if (this.isLoadingAgain) return;
    this.isLoadingAgain = true;
    this.changed(null);
    setTimeout(() => this.loadAgain(), LOAD_AGAIN);
  }

  async loadAgain() {
    this.compiled = compile(this.module);
    this.quick = this.start();
    try {
      const health = await this.ask({ verb: 'health' });
      this.isLoadingAgain = false;
      this.changed(health);
    } catch {
      setTimeout(() => this.loadAgain(), LOAD_AGAIN);
    }
  }

  /** @param {import('./engine.js').Question} question @param {import('./engine.js').OnEvent} [on] @param {AbortSignal} [signal] */
  async ask(question, on, signal) {
    const { name, body } = await this.run(question, on, signal);
    const text = new TextDecoder().decode(body);
    return name === 'result' ? JSON.parse(text) : text;
  }

  /** @param {import('./engine.js').Question} question */
  async file(question) {
    const { name, body } = await this.run(question, undefined, undefined);
    return new Blob([/** @type {BlobPart} */ (body)], { type: name === 'result' ? 'application/json' : name });
  }

  /** @param {string} job */
  async stop(job) {
    const id = Number(job);
    if (this.leave(id, stopped('interrupted', 'interrupted'))) return;
    this.lanes.find((known) => known.job?.id === id)?.stop();
  }

  /**
   * @param {import('./engine.js').Question} question
   * @param {import('./engine.js').OnEvent | undefined} on
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<{ name: string, body: Uint8Array }>}
   */
  async run(question, on, signal) {
    signal?.throwIfAborted();
    this.jobs += 1;
    const id = this.jobs;
    on?.('job', { job: String(id) });
    if (isMoment(question)) {
      if (this.quick.isBroken) this.quick = this.start();
      return this.quick.answer(id, question, on, signal);
    }
    const asked = performance.now();
    const lane = await this.free(id, signal);
    const leave = () => lane.stop();
    try {
      signal?.throwIfAborted();
      const answer = lane.answer(id, lessTime(question, performance.now() - asked), on, signal);
      signal?.addEventListener('abort', leave);
      return await answer;
    } finally {
      signal?.removeEventListener('abort', leave);
      lane.rest().then(() => this.release(lane));
    }
  }

  /**
   * A lane that is free: one that has been used, a new one, or the first that comes back.
   * @param {number} id of the question that wants it
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Lane>}
   */
  async free(id, signal) {
    const free = this.lanes.find((known) => known.isFree);
    if (free) {
      const lane = free.isBroken ? this.renewed(free) : free;
      lane.isFree = false;
      return lane;
    }
    if (this.lanes.length < MOST_LANES) {
      const one = this.start();
      one.isFree = false;
      this.lanes.push(one);
      return one;
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, resolve, reject });
      signal?.addEventListener('abort', () => this.leave(id, signal.reason), { once: true });
    });
  }

  /** A new worker in the place of one. @param {Lane} lane */
  renewed(lane) {
    lane.end();
    const next = this.start();
    this.lanes = this.lanes.map((known) => (known === lane ? next : known));
    return next;
  }

  /** Takes a question away that waits for a lane; whether it did. @param {number} id @param {unknown} why */
  leave(id, why) {
    const at = this.waiting.findIndex((known) => known.id === id);
    if (at < 0) return false;
    const [{ reject }] = this.waiting.splice(at, 1);
    reject(why);
    return true;
  }

  /** A lane whose question is over is the next one's. @param {Lane} lane */
  release(lane) {
    const next = lane.isBroken || lane.bytes > MOST_BYTES ? this.renewed(lane) : lane;
    next.isFree = false;
    const waiting = this.waiting.shift();
    if (waiting) waiting.resolve(next);
    else next.isFree = true;
  }
}

/** Whether a question takes a moment only: reading a text, a rule. @param {import('./engine.js').Question} question */
function isMoment({ verb, placements, puzzle }) {
  // A packing board may need a search to be checked: its text has letters.
  return MOMENTS.includes(verb) && !placements && !(verb === 'check' && /[a-z]/i.test(puzzle ?? ''));
}

/** The question with what its waiting has left of its time. @param {import('./engine.js').Question} question @param {number} waited @returns {import('./engine.js').Question} */
function lessTime(question, waited) {
  const { time_limit_ms: time } = question;
  return time === undefined ? question : { ...question, time_limit_ms: Math.max(1, Math.round(time - waited)) };
}

/** The module, compiled while it arrives. @param {string} address */
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // A web server that does not know the type of a module makes it wait until all of it is there.
  const isKnown = response.headers.get('Content-Type')?.startsWith('application/wasm');
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * A question under way.
 * @typedef {object} LaneJob
 * @property {number} id
 * @property {import('./engine.js').OnEvent | undefined} on
 * @property {(answer: { name: string, body: Uint8Array }) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** A worker, and the questions that it was sent. */
class Lane {
  /** @param {string} script @param {Promise<WebAssembly.Module>} compiled @param {() => void} lost is called when it cannot begin */
  constructor(script, compiled, lost) {
    this.signs = new StopSigns();
    this.isFree = true;
    this.isBroken = false;
    this.bytes = 0;
    /** Questions sent and not answered, the first first. @type {LaneJob[]} */
    this.sent = [];
    /** @type {(() => void)[]} */
    this.resting = [];
    this.lost = lost;
    this.worker = this.startWorker(script);
    this.begun = compiled.then(
      (module) => this.worker?.postMessage({ module, flag: this.signs.flag }),
      () => this.fail(),
    );
  }

  /** A frame that may not be of its own site gets no worker. @param {string} script */
  startWorker(script) {
    try {
      const worker = new Worker(script, { type: 'module' });
      worker.onmessage = ({ data }) => this.hear(data);
      // A script that cannot be loaded has no message.
      worker.onerror = ({ message }) => (message ? this.break(new Error(message)) : this.fail());
      return worker;
    } catch {
      this.fail();
      return null;
    }
  }

  /** The question it is at. */
  get job() {
    return this.sent[0];
  }

  /**
   * @param {number} id
   * @param {import('./engine.js').Question} question
   * @param {import('./engine.js').OnEvent | undefined} on
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<{ name: string, body: Uint8Array }>}
   */
  answer(id, question, on, signal) {
    return new Promise((resolve, reject) => {
      this.sent.push({ id, on, resolve, reject });
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      const address = this.signs.put(id);
      this.begun.then(() => this.worker?.postMessage({ id, question: JSON.stringify(question), address }));
      if (this.isBroken) this.break(new Gone('the worker could not begin'));
    });
  }

  /** When all that it was sent is over, also what nobody waits for. @returns {Promise<void>} */
  rest() {
    if (!this.sent.length) return Promise.resolve();
    return new Promise((resolve) => {
      this.resting.push(resolve);
    });
  }

  /** Asks the search under way to end with what it knows. */
  stop() {
    const { job } = this;
    if (!job) return;
    this.signs.raise(job.id);
    setTimeout(() => this.job === job && this.break(stopped('interrupted', 'interrupted')), GRACE);
  }

  /** It cannot begin. */
  fail() {
    this.break(new Gone('the worker could not begin'));
    this.lost();
  }

  end() {
    this.worker?.terminate();
  }

  /** Ends the worker; what it was sent is answered with an error. @param {unknown} error */
  break(error) {
    this.isBroken = true;
    this.end();
    for (const { id, reject } of this.sent) {
      this.signs.take(id);
      reject(error);
    }
    this.sent = [];
    this.settle();
  }

  settle() {
    if (this.sent.length) return;
    for (const resolve of this.resting) resolve();
    this.resting = [];
  }

  /** @param {{ id: number, name: string, body: Uint8Array, bytes?: number }} message */
  hear({ id, name, body, bytes }) {
    const { job } = this;
    if (job?.id !== id) return;
    const read = () => JSON.parse(new TextDecoder().decode(body));
    if (name === 'progress' || name === 'solution') {
      job.on?.(name, read());
      return;
    }
    this.bytes = bytes ?? this.bytes;
    this.sent.shift();
    this.signs.take(id);
    if (name === 'refused') job.reject(new Refusal(read().error));
    else if (name === 'memory') job.reject(stopped('memory', 'the memory limit was reached'));
    else if (name === 'failed') job.reject(new Refusal({ code: 'failed', message: new TextDecoder().decode(body) }));
    else job.resolve({ name, body });
    if (name === 'memory' || name === 'failed') this.break(new Error('the worker has ended'));
    else this.settle();
  }
}
