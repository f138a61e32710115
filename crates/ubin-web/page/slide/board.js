// Sliding boards as lists of tiles, 0 for the blank. Nothing here searches: these are the moves of the puzzle and its text.
//
// A move names where the blank goes: U D L R.

/** @type {Record<string, [number, number]>} */
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
/** @type {Record<string, string>} */
export const OPPOSITE = { U: 'D', D: 'U', L: 'R', R: 'L' };
/** @type {Record<string, string>} */
export const ARROWS = { U: '↑', D: '↓', L: '←', R: '→' };

export const LEAST_SIDE = 2;
/** The largest side, as on the command line. */
export const MOST_SIDE = 32;

/**
 * @param {string} name
 * @param {number} rows
 * @param {number} cols
 * @returns {number[]}
 */
export function namedGoal(name, rows, cols) {
  const cells = rows * cols;
  const order = [...Array(cells).keys()];
  if (name === 'blank-first') order.push(/** @type {number} */ (order.shift()));
  const path = name === 'spiral' ? spiral(rows, cols) : order;
  const tiles = Array(cells).fill(0);
  path.slice(0, cells - 1).forEach((cell, at) => {
    tiles[cell] = at + 1;
  });
  return tiles;
}

/** All cells, clockwise from the first one inwards. @param {number} rows @param {number} cols */
function spiral(rows, cols) {
  const path = [0];
  const turns = ['R', 'D', 'L', 'U'];
  for (let turn = 0, cell = 0; path.length < rows * cols;) {
    const next = neighbour(rows, cols, cell, turns[turn % 4]);
    if (next === null || path.includes(next)) {
      turn += 1;
    } else {
      cell = next;
      path.push(cell);
    }
  }
  return path;
}

/**
 * The cell beside a cell, or `null` at the edge.
 * @param {number} rows @param {number} cols @param {number} cell @param {string} move
 */
export function neighbour(rows, cols, cell, move) {
  const row = Math.floor(cell / cols) + STEPS[move][0];
  const col = (cell % cols) + STEPS[move][1];
  return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : null;
}

/** @param {number[]} board @param {number} a @param {number} b */
export function swapped(board, a, b) {
  const next = [...board];
  [next[a], next[b]] = [board[b], board[a]];
  return next;
}

/**
 * The board after one move, or `null` where the blank cannot go.
 * @param {number[]} board @param {number} rows @param {number} cols @param {string} move
 */
export function slid(board, rows, cols, move) {
  const blank = board.indexOf(0);
  const to = neighbour(rows, cols, blank, move);
  return to === null ? null : swapped(board, blank, to);
}

/**
 * The board after moves; those that lead off the board are left out.
 * @param {number[]} board @param {number} rows @param {number} cols @param {string} moves
 */
export function replayed(board, rows, cols, moves) {
  // One copy for all moves: a line may have a hundred thousand, on a thousand cells.
  const now = [...board];
  let blank = now.indexOf(0);
  for (const move of moves) {
    const to = neighbour(rows, cols, blank, move);
    if (to === null) continue;
    [now[blank], now[to]] = [now[to], 0];
    blank = to;
  }
  return now;
}

/** How many of the moves can be made. @param {number[]} board @param {number} rows @param {number} cols @param {string} moves */
export function legalPart(board, rows, cols, moves) {
  let blank = board.indexOf(0);
  for (let at = 0; at < moves.length; at += 1) {
    const next = moves[at] in STEPS ? neighbour(rows, cols, blank, moves[at]) : null;
    if (next === null) return moves.slice(0, at);
    blank = next;
  }
  return moves;
}

/**
 * The moves that take the blank along its row or column to a cell; `null` where it is in neither.
 * @param {number[]} board @param {number} cols @param {number} cell
 */
export function runTo(board, cols, cell) {
  const blank = board.indexOf(0);
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const [from, at] = [Math.floor(blank / cols), blank % cols];
  if (cell === blank) return null;
  if (row === from) return (col > at ? 'R' : 'L').repeat(Math.abs(col - at));
  if (col === at) return (row > from ? 'D' : 'U').repeat(Math.abs(row - from));
  return null;
}

/** The tile that a move takes, on this board. @param {number[]} board @param {number} rows @param {number} cols @param {string} move */
export function movedTile(board, rows, cols, move) {
  const from = neighbour(rows, cols, board.indexOf(0), move);
  return from === null ? null : board[from];
}

/** @param {number[]} a @param {number[]} b */
export function same(a, b) {
  return a === b || (a.length === b.length && a.every((tile, at) => tile === b[at]));
}

/** Rows of numbers in columns. @param {number[]} board @param {number} cols */
export function toText(board, cols) {
  const width = String(board.length - 1).length;
  const fields = board.map((tile) => (tile === 0 ? '-' : String(tile)).padStart(width));
  return Array.from({ length: board.length / cols }, (_, row) => fields.slice(row * cols, (row + 1) * cols).join(' ')).join('\n');
}

/** The same on one line, rows separated by `/`. @param {number[]} board @param {number} cols */
export function toLine(board, cols) {
  return toText(board, cols)
    .split('\n')
    .map((row) => row.trim().replace(/\s+/g, ' '))
    .join('/');
}

/** Whether the tiles are 0..n-1 once each. @param {number[]} tiles */
export function isBoard(tiles) {
  return new Set(tiles).size === tiles.length && tiles.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < tiles.length);
}

/** Documents never change, so the board of each is worked out once. @type {WeakMap<import('../core/types.js').SlideDoc, number[]>} */
const known = new WeakMap();

/** The board after the moves made so far. @param {import('../core/types.js').SlideDoc} doc */
export function current(doc) {
  const board = known.get(doc) ?? replayed(doc.start, doc.rows, doc.cols, doc.moves.slice(0, doc.at));
  known.set(doc, board);
  return board;
}

/** The goal as the server takes it. @param {import('../core/types.js').SlideDoc} doc */
export function goalOption(doc) {
  return doc.goalName === 'custom' ? toLine(doc.goal, doc.cols) : doc.goalName;
}

/**
 * Two tiles whose swap changes the parity: the last two that are not the blank.
 * @param {number[]} board
 */
export function lastTwo(board) {
  const cells = board.map((_, cell) => cell).filter((cell) => board[cell] !== 0);
  return cells.slice(-2);
}
