// Games that were played: kept in the browser, and what can be said of them. Pure but for the two functions that keep them.

/**
 * A game that was finished.
 * @typedef {object} Game
 * @property {string} size what was played: `4x4`, or a packing set with its difficulty
 * @property {number} ms
 * @property {number} moves
 * @property {number | null} shortest the fewest moves, where that is known
 * @property {number} hints
 * @property {string} link to play it again, or to see it
 * @property {number} when
 */

const KEPT = 'ubin-games';
/** More than are looked at; the oldest go. */
const MOST = 500;

/** @returns {Game[]} the newest first */
export function games() {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(list) ? list.filter(isGame) : [];
  } catch {
    return [];
  }
}

/** @param {Game[]} list */
export function keepGames(list) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing is no reason to fail.
  }
}

/** @param {any} one @returns {one is Game} */
export function isGame(one) {
  return typeof one?.size === 'string' && Number.isFinite(one.ms) && Number.isFinite(one.moves) && /^#[sp]\//.test(one.link);
}

/** The average of the last games as speed-solvers have it: without the best and the worst. @param {Game[]} list of one size, the newest first @param {number} n */
export function averageOf(list, n) {
  if (list.length < n) return null;
  const times = list
    .slice(0, n)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b)
    .slice(1, -1);
  return times.reduce((sum, ms) => sum + ms, 0) / times.length;
}

/** The best of one size. @param {Game[]} list */
export function bestOf(list) {
  const fair = list.filter(({ hints }) => hints === 0);
  if (fair.length === 0) return null;
  return { ms: Math.min(...fair.map(({ ms }) => ms)), moves: Math.min(...fair.map(({ moves }) => moves)) };
}
