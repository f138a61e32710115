// How the page asks: one function waits for a report, one follows a search, one takes a file. What computes is an engine (`engine/`).

import { theEngine } from '../engine/engine.js';

export { Gone, Refusal, isAbort } from '../engine/refusal.js';

/**
 * Asks and waits for the report.
 * @param {string} verb
 * @param {Record<string, any> | null} [fields]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function ask(verb, fields = null, signal) {
  return theEngine().ask({ verb, ...fields }, undefined, signal);
}

/**
 * Asks for a file.
 * @param {string} verb
 * @param {Record<string, any>} fields
 * @returns {Promise<Blob>}
 */
export function askFile(verb, fields) {
  return theEngine().file({ verb, ...fields });
}

/**
 * Follows the events of a long job; ends with its report.
 * @param {string} verb
 * @param {Record<string, any>} fields
 * @param {(event: string, data: any) => void} on what happens on the way
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function follow(verb, fields, on, signal) {
  return theEngine().ask({ verb, ...fields }, on, signal);
}

/** Ends a job with what it knows. @param {string} job */
export function stopJob(job) {
  return theEngine().stop(job);
}
