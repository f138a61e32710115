// How a sliding board can be searched: the names that the server knows, and which belong together.

export const METHODS = ['auto', 'branch-and-bound', 'astar', 'ida', 'bfs', 'weighted-astar', 'greedy', 'beam', 'quick'];
export const HEURISTICS = ['hamming', 'manhattan', 'linear-conflict', 'walking-distance', 'pattern'];
export const METRICS = ['single', 'multi'];
/** The variants of the course programs, by method. @type {Record<string, string[]>} */
export const VARIANTS = { 'branch-and-bound': ['exact', 'drop-seen', 'tree', 'best-cost'], astar: ['exact', 'drop-seen'] };

/** The most seconds that a search may have: what the server allows, and no more than an hour. @param {import('../core/types.js').State} state */
export function mostSeconds({ server }) {
  return Math.max(1, Math.min(Math.floor((server.health?.limits?.time_limit_ms ?? Infinity) / 1000), 3600));
}

/** Four times the seconds, as far as that is allowed. @param {import('../core/types.js').State} state */
export function moreSeconds(state) {
  return Math.min(state.options.seconds * 4, mostSeconds(state));
}

/** @param {string} method */
export function usesHeuristic(method) {
  return !['bfs', 'quick', 'auto'].includes(method);
}
