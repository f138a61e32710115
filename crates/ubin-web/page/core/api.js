// The server: the only place that computes. One function asks and waits, one follows a stream of events.

import { store } from '../state.js';

/** What the server refuses, with the place in the text where there is one. */
export class Refusal extends Error {
  /** @param {Partial<import('./types.js').Mistake>} error */
  constructor(error) {
    super(error.message ?? 'error');
    this.code = error.code ?? 'error';
    this.mistake = error.mistake ?? null;
    this.field = error.field ?? null;
    this.values = error.values ?? {};
    this.line = error.line ?? null;
    this.column = error.column ?? null;
    this.snippet = error.snippet ?? null;
  }

  /** What the state keeps of it. @returns {import('./types.js').Mistake} */
  asMistake() {
    const { message, code, mistake, field, values, line, column, snippet } = this;
    return { message, code, mistake, field, values, line, column, snippet };
  }
}

/** The server does not answer. */
export class Gone extends Error {}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Seconds between two looks for a server that has gone. */
const LOOK_AGAIN = 1000;
let looking = false;

function gone() {
  if (!looking) {
    looking = true;
    store.set((state) => ({ server: { ...state.server, gone: true } }));
    setTimeout(look, LOOK_AGAIN);
  }
  return new Gone('the server does not answer');
}

async function look() {
  try {
    const health = await (await fetch('api/health', { cache: 'no-store' })).json();
    looking = false;
    store.set((state) => ({ server: { ...state.server, gone: false, health, returns: state.server.returns + 1 } }));
  } catch {
    setTimeout(look, LOOK_AGAIN);
  }
}

/**
 * @param {string} route
 * @param {Record<string, any> | null} body
 * @param {Record<string, string>} headers
 * @param {AbortSignal | undefined} signal
 */
async function send(route, body, headers, signal) {
  const options =
    body === null
      ? { signal, headers }
      : { method: 'POST', signal, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
  let response;
  try {
    response = await fetch(`api/${route}`, options);
  } catch (error) {
    throw isAbort(error) ? error : gone();
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new Refusal(answer.error ?? { code: String(response.status), message: `${response.status} ${response.statusText}` });
  }
  return response;
}

/**
 * Asks and waits for the JSON.
 * @param {string} route
 * @param {Record<string, any> | null} [body] without one it is a GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(route, body = null, signal) {
  const response = await send(route, body, {}, signal);
  try {
    return await response.json();
  } catch (error) {
    throw isAbort(error) ? error : gone();
  }
}

/**
 * Asks for a file.
 * @param {string} route
 * @param {Record<string, any>} body
 * @returns {Promise<Blob>}
 */
export async function askFile(route, body) {
  return (await send(route, body, {}, undefined)).blob();
}

/**
 * Follows the events of a long job; ends with its result.
 * @param {string} route
 * @param {Record<string, any>} body
 * @param {(event: string, data: any) => void} on what happens on the way
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function follow(route, body, on, signal) {
  const response = await send(route, body, { Accept: 'text/event-stream' }, signal);
  if (!response.body) throw gone();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      throw isAbort(error) ? error : gone();
    }
    if (part.done) throw gone();
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
