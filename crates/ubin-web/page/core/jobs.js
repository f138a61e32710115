// Long work: one search at a time, with its progress in the state. Leaving a search stops it on the server.

import { store } from '../state.js';
import { Gone, Refusal, follow, isAbort, stopJob } from './api.js';
import { refused } from './sentences.js';
import { isSame } from './stale.js';

/** Points of the curve of nodes per second. */
const CURVE = 60;

/**
 * Runs a job; a job under way is given up first. The answer is `null` when there is none, and the state says why. A job about a position is given up
 * when that changes: its answer is no longer of use.
 * @param {string} kind
 * @param {string} route
 * @param {Record<string, any>} body
 * @param {(state: import('./types.js').State) => any[]} [of] the position that is asked about
 * @returns {Promise<any>}
 */
export async function run(kind, route, body, of = () => []) {
  giveUp();
  const abort = new AbortController();
  const asked = of(store.state);
  const isOver = () => !isSame(asked, of(store.state));
  /** @type {import('./types.js').Job} */
  const job = { kind, id: null, progress: null, speeds: [], running: true, abort };
  store.set(() => ({ job, failure: null }));
  /** @param {(job: import('./types.js').Job) => Partial<import('./types.js').Job>} change */
  const update = (change) => store.set((state) => (state.job?.abort === abort ? { job: { ...state.job, ...change(state.job) } } : {}));
  /** @param {string} event @param {any} data */
  const hear = (event, data) => {
    if (event === 'job') update(() => ({ id: data.job }));
    else if (event === 'progress')
      update(({ speeds }) => ({ progress: data, speeds: [...speeds, data.nodes_per_second ?? 0].slice(-CURVE) }));
  };
  const unsubscribe = store.subscribe(() => isOver() && abort.abort());
  try {
    const answer = await follow(route, body, hear, abort.signal);
    return isOver() ? null : answer;
  } catch (error) {
    if (!isOver()) fail(error);
    return null;
  } finally {
    unsubscribe();
    update(() => ({ running: false }));
  }
}

/** Ends the search under way with what it knows. */
export async function stop() {
  const { job } = store.state;
  if (!job?.running) return;
  if (!job.id) {
    giveUp();
    return;
  }
  try {
    await stopJob(job.id);
  } catch {
    giveUp();
  }
}

/** Ends the search under way and forgets it. */
export function giveUp() {
  store.state.job?.abort.abort();
  store.set((state) => (state.job ? { job: { ...state.job, running: false } } : {}));
}

/** Shows what went wrong; a server that has gone has its own banner. @param {unknown} error */
export function fail(error) {
  if (isAbort(error) || error instanceof Gone) return;
  const message = error instanceof Refusal ? refused(error) : String(error);
  store.set(() => ({ failure: message }));
}

/**
 * Does something when a part of the state has changed and rested for a moment; what was under way for the part before is given up.
 * @param {(state: import('./types.js').State) => any[]} part
 * @param {number} rest in milliseconds
 * @param {(signal: AbortSignal) => Promise<void> | void} effect
 */
export function watch(part, rest, effect) {
  /** @type {any[]} */
  let before = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let abort = new AbortController();
  const look = () => {
    const now = part(store.state);
    if (now.length === before.length && isSame(now, before)) return;
    before = now;
    abort.abort();
    abort = new AbortController();
    clearTimeout(timer);
    const { signal } = abort;
    timer = setTimeout(() => Promise.resolve(effect(signal)).catch(fail), rest);
  };
  store.subscribe(look);
  look();
}
