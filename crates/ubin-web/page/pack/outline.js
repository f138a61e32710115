// A piece as one outline: the edge of all its cells together, drawn with round corners. Pure.
//
// Cells are squares of side 1, given as rows and columns. The edge is walked with the piece on the right-hand side.

/** The four sides of a cell, clockwise: from which corner to which. @type {[number, number, number, number, number, number][]} the neighbour's row and column, then the corners */
const SIDES = [
  [-1, 0, 0, 0, 0, 1],
  [0, 1, 0, 1, 1, 1],
  [1, 0, 1, 1, 1, 0],
  [0, -1, 1, 0, 0, 0],
];

/** @typedef {[number, number]} Corner row and column */

/** The closed lines around cells, corners only. @param {[number, number][]} cells @returns {Corner[][]} */
export function loops(cells) {
  const own = new Set(cells.map(([row, col]) => `${row},${col}`));
  /** The edges by the corner where they begin. @type {Map<string, { from: Corner, to: Corner }[]>} */
  const edges = new Map();
  for (const [row, col] of cells) {
    for (const [r, c, fr, fc, tr, tc] of SIDES) {
      if (own.has(`${row + r},${col + c}`)) continue;
      const edge = { from: /** @type {Corner} */ ([row + fr, col + fc]), to: /** @type {Corner} */ ([row + tr, col + tc]) };
      edges.set(edge.from.join(), [...(edges.get(edge.from.join()) ?? []), edge]);
    }
  }
  const found = [];
  for (let first = taken(edges); first; first = taken(edges)) {
    const line = [first];
    for (let last = first; last.to.join() !== first.from.join();) {
      last = /** @type {{ from: Corner, to: Corner }} */ (taken(edges, last));
      line.push(last);
    }
    found.push(line.filter((edge, at) => way(edge) !== way(line.at(at - 1) ?? edge)).map(({ from }) => from));
  }
  return found;
}

/** @param {{ from: Corner, to: Corner }} edge */
function way({ from, to }) {
  return `${to[0] - from[0]},${to[1] - from[1]}`;
}

/** Takes an edge out: any one, or the one that goes on from another; where two cells touch by a corner, the one that turns right, so that they stay apart. @param {Map<string, { from: Corner, to: Corner }[]>} edges @param {{ from: Corner, to: Corner }} [after] */
function taken(edges, after) {
  const name = after ? after.to.join() : edges.keys().next().value;
  const list = name === undefined ? undefined : edges.get(name);
  if (!list || name === undefined) return undefined;
  const turn = (/** @type {{ from: Corner, to: Corner }} */ { from, to }) => {
    if (!after) return 0;
    const [dr, dc] = [after.to[0] - after.from[0], after.to[1] - after.from[1]];
    // Right of going right is down: the cross product of both ways.
    return dc * (to[0] - from[0]) - dr * (to[1] - from[1]);
  };
  const best = list.reduce((now, edge) => (turn(edge) > turn(now) ? edge : now));
  const rest = list.filter((edge) => edge !== best);
  if (rest.length) edges.set(name, rest);
  else edges.delete(name);
  return best;
}

/**
 * The path of an SVG around cells.
 * @param {[number, number][]} cells
 * @param {{ inset?: number, radius?: number }} [how] how far inside the edge, and how round
 */
export function outline(cells, { inset = 0.04, radius = 0.16 } = {}) {
  return loops(cells)
    .map((corners) =>
      roundPath(
        corners.map((corner, at) => inner(corners, corner, at, inset)),
        radius,
      ),
    )
    .join('');
}

/** A corner, moved inside by both its edges. @param {Corner[]} corners @param {Corner} corner @param {number} at @param {number} inset @returns {Corner} */
function inner(corners, [row, col], at, inset) {
  const [before, after] = [corners[(at + corners.length - 1) % corners.length], corners[(at + 1) % corners.length]];
  const unit = (/** @type {number} */ n) => Math.sign(n);
  // Inside is to the right of the way: of (row, column) = (dr, dc) that is (dc, -dr).
  const [ar, ac] = [unit(row - before[0]), unit(col - before[1])];
  const [br, bc] = [unit(after[0] - row), unit(after[1] - col)];
  return [row + inset * (ac + bc), col - inset * (ar + br)];
}

/** @param {Corner[]} corners @param {number} radius */
function roundPath(corners, radius) {
  const toward = (/** @type {Corner} */ from, /** @type {Corner} */ to) => {
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const part = Math.min(radius / far, 0.5);
    return `${round(from[1] + (to[1] - from[1]) * part)} ${round(from[0] + (to[0] - from[0]) * part)}`;
  };
  const parts = corners.map((corner, at) => {
    const [before, after] = [corners[(at + corners.length - 1) % corners.length], corners[(at + 1) % corners.length]];
    return `${at ? 'L' : 'M'}${toward(corner, before)}Q${round(corner[1])} ${round(corner[0])} ${toward(corner, after)}`;
  });
  return `${parts.join('')}Z`;
}

/** @param {number} n */
function round(n) {
  return Math.round(n * 1000) / 1000;
}

/** The cell of a piece that its letter stands on: the one nearest to its middle. @param {[number, number][]} cells @returns {number} its place in the list */
export function heart(cells) {
  const middle = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const far = (/** @type {[number, number]} */ [row, col]) => Math.hypot(row - middle[0], col - middle[1]);
  return cells.reduce((best, cell, at) => (far(cell) < far(cells[best]) - 1e-9 ? at : best), 0);
}
