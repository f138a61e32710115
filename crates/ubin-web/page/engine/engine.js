// Everything is computed behind one interface: `ask(question, on, signal)`. Two engines are behind it, a server and workers with the library in them; who asks does not know which.

import { ServerEngine } from './server.js';
import { WorkerEngine } from './workers.js';

/** A question as data: its verb, and the fields of the verb. @typedef {{ verb: string } & Record<string, any>} Question */

/** What happens on the way: `job` with its name, `progress`, `solution`. @typedef {(event: string, data: any) => void} OnEvent */

/**
 * @typedef {object} Engine
 * @property {(question: Question, on?: OnEvent, signal?: AbortSignal) => Promise<any>} ask the report; leaving it by the signal stops the search
 * @property {(question: Question) => Promise<Blob>} file a picture, or another file
 * @property {(job: string) => Promise<void>} stop ends a search with what it knows
 */

/** @type {Engine | null} */
let engine = null;

/** Begins the engine that the document names: workers with its module, or else the server that it came from. @param {(health: any) => void} changed */
export function beginEngine(changed) {
  const { module, worker } = document.documentElement.dataset;
  engine = module && worker ? new WorkerEngine(module, worker, changed) : new ServerEngine(changed);
}

/** @returns {Engine} */
export function theEngine() {
  if (!engine) throw new Error('no engine has begun');
  return engine;
}

/** Whether the page computes by itself, with no server. */
export function isAlone() {
  return engine instanceof WorkerEngine;
}
