// Packing boards and pieces as the server's model gives them. Nothing here searches: these are places, turns of flat pieces, and what overlaps what.

/**
 * @typedef {import('../core/types.js').Model} Model
 * @typedef {import('../core/types.js').Piece} Piece
 * @typedef {[number, number][]} Shape rows and columns, from 0, in reading order
 */

/** The twelve of the design, told apart by everyone; more pieces than that have them again, a shade lighter or darker. */
export const COLORS = [
  '2BD5FF',
  '5A358C',
  'B84412',
  '7593FE',
  'F3C530',
  '892218',
  '8E5C7D',
  'A7C0A2',
  '5F5FC8',
  'C2ECB9',
  'AD8691',
  'E7792F',
].map((hex) => `#${hex}`);
/** How much of white or black is in the colours of each further dozen. */
const SHADES = [0, 0.35, -0.35, 0.6, -0.6];

/** A colour mixed with white, or with black below 0. @param {string} hex @param {number} shade */
function shaded(hex, shade) {
  const to = shade < 0 ? 0 : 255;
  const part = (/** @type {number} */ at) => {
    const own = parseInt(hex.slice(at, at + 2), 16);
    return Math.round(own + (to - own) * Math.abs(shade))
      .toString(16)
      .padStart(2, '0');
  };
  return shade === 0 ? hex : `#${part(1)}${part(3)}${part(5)}`;
}

/** @param {string} hex */
function luminance(hex) {
  const linear = (/** @type {number} */ at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
}

/** The colour of a piece, and of the letter on it. @param {Model} model @param {string} letter */
export function color(model, letter) {
  const at = model.pieces.findIndex((piece) => piece.letter === letter);
  return paint(Math.max(at, 0));
}

/** The colour of a number, and what can be read on it. @param {number} number */
export function paint(number) {
  const fill = shaded(COLORS[number % COLORS.length], SHADES[Math.floor(number / COLORS.length) % SHADES.length]);
  const light = luminance(fill);
  return { fill, ink: 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? '#FFFFFF' : '#000000' };
}

/** @param {Model} model */
export function isFlat(model) {
  return model.kind === 'default' || model.kind === 'custom';
}

/** @type {WeakMap<Model, Map<string, number>>} */
const numbers = new WeakMap();

/** The number of the cell at a place, or `undefined`. @param {Model} model @param {number} row @param {number} col @param {number} [layer] */
export function cellAt(model, row, col, layer = 0) {
  let known = numbers.get(model);
  if (!known) {
    known = new Map(model.cells.map(([r, c, l], cell) => [`${r},${c},${l}`, cell]));
    numbers.set(model, known);
  }
  return known.get(`${row},${col},${layer}`);
}

/** The piece on each cell. @param {Model} model @param {Record<string, number[]>} placed @returns {(string | null)[]} */
export function owners(model, placed) {
  const owner = Array(model.cells.length).fill(null);
  for (const [letter, cells] of Object.entries(placed)) for (const cell of cells) owner[cell] = letter;
  return owner;
}

/** Moves a shape to its corner and puts it in reading order. @param {Shape} shape @returns {Shape} */
export function normal(shape) {
  const top = Math.min(...shape.map(([row]) => row));
  const left = Math.min(...shape.map(([, col]) => col));
  const moved = /** @type {Shape} */ (shape.map(([row, col]) => [row - top, col - left]));
  return moved.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** @param {Shape} shape */
export function turned(shape) {
  return normal(shape.map(([row, col]) => [col, -row]));
}

/** @param {Shape} shape */
export function turnedBack(shape) {
  return normal(shape.map(([row, col]) => [-col, row]));
}

/** @param {Shape} shape */
export function flipped(shape) {
  return normal(shape.map(([row, col]) => [row, -col]));
}

/** The cells of a flat piece as it is written; of a solid one, its layers seen from above. @param {Piece} piece @returns {Shape} */
export function shapeOf(piece) {
  const layers = /** @type {string[][]} */ (Array.isArray(piece.shape[0]) ? piece.shape : [piece.shape]);
  /** @type {Map<string, [number, number]>} */
  const cells = new Map();
  for (const layer of layers) {
    layer.forEach((line, row) =>
      [...line].forEach((mark, col) => {
        if (mark !== ' ' && mark !== '.') cells.set(`${row},${col}`, [row, col]);
      }),
    );
  }
  return normal([...cells.values()]);
}

/** @param {Piece} piece */
export function isSolid(piece) {
  return Array.isArray(piece.shape[0]);
}

/**
 * The cells that a shape covers with its corner at a place, or why it cannot lie there.
 * @param {Model} model @param {(string | null)[]} owner @param {Shape} shape @param {[number, number]} at
 * @returns {{ cells: number[], why: null } | { cells: null, why: 'outside' | string }}
 */
export function lay(model, owner, shape, at) {
  const cells = [];
  for (const [row, col] of shape) {
    const cell = cellAt(model, at[0] + row, at[1] + col);
    if (cell === undefined) return { cells: null, why: 'outside' };
    if (owner[cell]) return { cells: null, why: owner[cell] };
    cells.push(cell);
  }
  return { cells: cells.sort((a, b) => a - b), why: null };
}

/** The shape and corner of cells that a flat piece covers. @param {Model} model @param {number[]} cells */
export function shapeAt(model, cells) {
  const places = /** @type {Shape} */ (cells.map((cell) => [model.cells[cell][0], model.cells[cell][1]]));
  /** @type {[number, number]} */
  const at = [Math.min(...places.map(([row]) => row)), Math.min(...places.map(([, col]) => col))];
  return { shape: normal(places), at };
}

/** The legal placements of a piece through a cell that is free. @param {Model} model @param {(string | null)[]} owner @param {string} letter @param {number} cell */
export function through(model, owner, letter, cell) {
  return (model.placements?.[letter] ?? []).filter((cells) => cells.includes(cell) && cells.every((own) => !owner[own]));
}

/** @param {Model} model @param {number} cell @returns {number[]} the cells that touch it */
export function around(model, cell) {
  const [row, col, layer] = model.cells[cell];
  const steps = [
    [0, 1, 0],
    [0, -1, 0],
    [1, 0, 0],
    [-1, 0, 0],
  ];
  if (model.kind === 'box') steps.push([0, 0, 1], [0, 0, -1]);
  // A ball rests on the four below it: rows r and r + 1, columns c and c + 1.
  if (model.kind === 'pyramid') for (const r of [0, 1]) for (const c of [0, 1]) steps.push([r, c, -1], [-r, -c, 1]);
  return steps.map(([r, c, l]) => cellAt(model, row + r, col + c, layer + l)).filter((found) => found !== undefined);
}

/** The free cells that hang together with one. @param {Model} model @param {(string | null)[]} owner @param {number} cell */
export function region(model, owner, cell) {
  const found = new Set([cell]);
  for (const at of found) for (const next of around(model, at)) if (!owner[next]) found.add(next);
  return found;
}

/** The cell that the server names by row, column and layer from below, all from 1. @param {Model} model @param {{ row: number, column: number, layer?: number } | undefined} name */
export function cellNamed(model, name) {
  return name ? cellAt(model, name.row - 1, name.column - 1, (name.layer ?? 1) - 1) : undefined;
}

/** The characters of a cell in rows: two where there are more than 52 pieces. @param {Model} model */
const marksWide = (model) => model.pieces[0]?.letter.length ?? 1;

/** Rows of letters, the top layer first, `.` where nothing lies. @param {Model} model @param {(string | null)[]} owner @returns {string[][]} */
export function layersOf(model, owner) {
  return [...Array(model.layers).keys()].reverse().map((layer) => {
    const side = model.kind === 'pyramid' ? model.rows - layer : null;
    const [rows, cols] = [side ?? model.rows, side ?? model.cols];
    return Array.from({ length: rows }, (_, row) =>
      Array.from({ length: cols }, (_unused, col) => owner[cellAt(model, row, col, layer) ?? -1] ?? '.'.repeat(marksWide(model))).join(''),
    );
  });
}

/** The pieces of a board given as rows of letters, the top layer first. @param {Model} model @param {string[][]} layers @returns {Record<string, number[]>} */
export function placedIn(model, layers) {
  /** @type {Record<string, number[]>} */
  const placed = {};
  const marks = new RegExp(`.{1,${marksWide(model)}}`, 'g');
  layers.forEach((lines, from) =>
    lines.forEach((line, row) =>
      (line.match(marks) ?? []).forEach((letter, col) => {
        const cell = cellAt(model, row, col, model.layers - 1 - from);
        if (cell !== undefined && /[A-Za-z]/.test(letter)) (placed[letter] ??= []).push(cell);
      }),
    ),
  );
  return placed;
}

/** The layers of an answer, whichever family of board it is of. @param {any} answer @returns {string[][] | null} */
export function answerLayers(answer) {
  return answer.layers ?? (answer.solution ? [answer.solution] : null);
}
