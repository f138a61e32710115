// How a sliding board can be searched: which options belong together, and how long a search may take.

import { goesWith, namesOf, wordsOf } from '../core/words.js';

/** @typedef {import('../core/types.js').State} State */

/** The variants of a method, if it has any beside the exact one. @param {State} state @param {string} method */
export function variantsOf({ server }, method) {
  const variants = wordsOf(server.words, 'variant', 'slide').filter((word) => goesWith(word, method));
  return variants.length > 1 ? variants.map(({ name }) => name) : [];
}

/** The heuristics. @param {State} state */
export function heuristicsOf({ server }) {
  return namesOf(server.words, 'heuristic', 'slide');
}

/** Whether a heuristic can be chosen for a method; automatic chooses its own. @param {State} state @param {string} method */
export function usesHeuristic({ server }, method) {
  return method !== 'auto' && wordsOf(server.words, 'heuristic', 'slide').some((word) => goesWith(word, method));
}

/** Methods whose answer is a shortest solution. */
const EXACT = ['astar', 'ida', 'bfs', 'branch-and-bound'];
/** Up to so many cells automatic proves a shortest one. */
const PROVEN_CELLS = 16;

/** Whether the method that is chosen gives a shortest solution. @param {State} state */
export function provesShortest({ options, doc }) {
  if (options.method === 'auto') return doc.slide.start.length <= PROVEN_CELLS;
  return EXACT.includes(options.method) && options.variant === 'exact';
}

/** The most seconds that a search may have: what the server allows, and no more than an hour. @param {State} state */
export function mostSeconds({ server }) {
  return Math.max(1, Math.min(Math.floor((server.health?.limits?.time_limit_ms ?? Infinity) / 1000), 3600));
}

/** Four times the seconds, as far as that is allowed. @param {State} state */
export function moreSeconds(state) {
  return Math.min(state.options.seconds * 4, mostSeconds(state));
}
