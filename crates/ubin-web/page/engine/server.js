// The engine behind HTTP: `ubin serve`, with threads and large tables. A question that is left is stopped there.

import { Gone, Refusal, isAbort } from './refusal.js';

/** What is asked by a GET. */
const LOOKS = ['health', 'sets', 'tables', 'words'];
/** Milliseconds between two looks for a server that has gone. */
const LOOK_AGAIN = 1000;

/** @typedef {import('./engine.js').Engine} Engine */

/** @implements {Engine} */
export class ServerEngine {
  /** @param {(health: any) => void} changed is called when the server has gone (`null`), and when it is back */
  constructor(changed) {
    this.changed = changed;
    this.looking = false;
  }

  /** @param {import('./engine.js').Question} question @param {import('./engine.js').OnEvent} [on] @param {AbortSignal} [signal] */
  async ask(question, on, signal) {
    const response = await this.send(question, on ? { Accept: 'text/event-stream' } : {}, signal);
    try {
      return on ? await this.follow(response, on) : await response.json();
    } catch (error) {
      throw isAbort(error) || error instanceof Refusal || error instanceof Gone ? error : this.gone();
    }
  }

  /** @param {import('./engine.js').Question} question */
  async file(question) {
    return (await this.send(question, {}, undefined)).blob();
  }

  /** @param {string} job */
  async stop(job) {
    await this.send({ verb: 'stop', job }, {}, undefined);
  }

  /** @param {import('./engine.js').Question} question @param {Record<string, string>} headers @param {AbortSignal | undefined} signal */
  async send({ verb, ...fields }, headers, signal) {
    const options = LOOKS.includes(verb)
      ? { signal, headers }
      : { method: 'POST', signal, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(fields) };
    let response;
    try {
      response = await fetch(`api/${verb === 'build' ? 'tables' : verb}`, options);
    } catch (error) {
      throw isAbort(error) ? error : this.gone();
    }
    if (!response.ok) {
      const answer = await response.json().catch(() => ({}));
      throw new Refusal(answer.error ?? { code: String(response.status), message: `${response.status} ${response.statusText}` });
    }
    return response;
  }

  /** The events of a long job; ends with its result. @param {Response} response @param {import('./engine.js').OnEvent} on */
  async follow(response, on) {
    if (!response.body) throw this.gone();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const part = await reader.read();
      if (part.done) throw this.gone();
      text += part.value.replaceAll('\r\n', '\n');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const { event, data } = readEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (event === 'result') return data;
        if (event === 'error') throw new Refusal(data.error ?? data);
        if (event) on(event, data);
      }
    }
  }

  gone() {
    if (!this.looking) {
      this.looking = true;
      this.changed(null);
      setTimeout(() => this.look(), LOOK_AGAIN);
    }
    return new Gone('the server does not answer');
  }

  async look() {
    try {
      const health = await (await fetch('api/health', { cache: 'no-store' })).json();
      this.looking = false;
      this.changed(health);
    } catch {
      setTimeout(() => this.look(), LOOK_AGAIN);
    }
  }
}

/** @param {string} block @returns {{ event: string, data: any }} */
export function readEvent(block) {
  let event = '';
  const data = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    if (line.startsWith('data:')) data.push(line.slice(5).trim());
  }
  return { event, data: data.length ? JSON.parse(data.join('\n')) : null };
}
