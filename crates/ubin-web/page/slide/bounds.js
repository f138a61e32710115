// What a heuristic counts on a board, tile by tile, so that it can be drawn. Pure; the server is the judge of the sum.
//
// Words: a **count** is what a cell adds to h; an **arrow** goes from a tile to its place; a **conflict** is a pair in its own line, in the wrong order;
// a **group** is the tiles of one pattern table, which are counted apart from all others; the **lines** of a tile are the row and the column that it belongs to,
// all that walking distance knows of it.

/**
 * @typedef {object} Bounds
 * @property {Map<number, number>} counts by cell
 * @property {[number, number][]} arrows from cell to cell
 * @property {[number, number][]} conflicts cells of both tiles
 * @property {Map<number, number>} groups the number of the pattern, by cell
 * @property {Map<number, [number, number]>} lines the row and the column that a tile belongs to, by cell
 */

/** Heuristics that count how far tiles have to go. */
const FAR = ['manhattan', 'linear-conflict'];
/** The heuristic that forgets tiles and remembers their lines. */
export const WALKING = 'walking-distance';

/**
 * @param {number[]} board @param {number[]} goal @param {number} cols @param {string | null} heuristic
 * @param {number[][]} [patterns] the tiles of each pattern table
 * @returns {Bounds}
 */
export function bounds(board, goal, cols, heuristic, patterns = []) {
  const groups = patterns.flatMap((tiles, group) => tiles.map((tile) => /** @type {[number, number]} */ ([board.indexOf(tile), group])));
  /** @type {Bounds} */
  const found = { counts: new Map(), arrows: [], conflicts: [], groups: new Map(groups), lines: new Map() };
  const home = new Map(goal.map((tile, cell) => [tile, cell]));
  board.forEach((tile, cell) => {
    const to = home.get(tile);
    if (heuristic === WALKING && tile !== 0 && to !== undefined) found.lines.set(cell, [rowOf(to, cols), to % cols]);
    if (tile === 0 || to === undefined || to === cell) return;
    if (heuristic === 'hamming' || heuristic === 'gaschnig') found.counts.set(cell, 1);
    if (!heuristic || !FAR.includes(heuristic)) return;
    found.counts.set(cell, Math.abs(rowOf(cell, cols) - rowOf(to, cols)) + Math.abs((cell % cols) - (to % cols)));
    found.arrows.push([cell, to]);
  });
  if (heuristic === 'linear-conflict') found.conflicts = conflicts(board, home, cols);
  return found;
}

/**
 * What walking distance looks up: for every line, how many of its tiles belong to each line. The blank is none of them.
 * @param {number[]} board @param {number[]} goal @param {number} rows @param {number} cols
 * @returns {{ rows: number[][], cols: number[][] }}
 */
export function standing(board, goal, rows, cols) {
  const none = (/** @type {number} */ n) => Array.from({ length: n }, () => Array(n).fill(0));
  const found = { rows: none(rows), cols: none(cols) };
  for (const [cell, [row, col]] of bounds(board, goal, cols, WALKING).lines) {
    found.rows[rowOf(cell, cols)][row] += 1;
    found.cols[cell % cols][col] += 1;
  }
  return found;
}

/** @param {number} cell @param {number} cols */
function rowOf(cell, cols) {
  return Math.floor(cell / cols);
}

/** Pairs of tiles that are in the line of both their places, and would have to pass each other there. @param {number[]} board @param {Map<number, number>} home @param {number} cols @returns {[number, number][]} */
function conflicts(board, home, cols) {
  const lines = [(/** @type {number} */ cell) => rowOf(cell, cols), (/** @type {number} */ cell) => cell % cols];
  return lines.flatMap((line) => {
    const own = [...board.keys()].filter((cell) => board[cell] !== 0 && line(/** @type {number} */ (home.get(board[cell]))) === line(cell));
    return own.flatMap((a) =>
      own
        .filter((b) => b > a && line(b) === line(a) && Number(home.get(board[a])) > Number(home.get(board[b])))
        .map((b) => /** @type {[number, number]} */ ([a, b])),
    );
  });
}
