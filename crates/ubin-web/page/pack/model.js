// Packing boards and pieces as the server's model gives them. Nothing here searches: these are places, turns of flat pieces, and what overlaps what.

/**
 * @typedef {import('../core/types.js').Model} Model
 * @typedef {import('../core/types.js').Piece} Piece
 * @typedef {[number, number][]} Shape rows and columns, from 0, in reading order
 */

/** The twelve of the design, told apart by everyone. */
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
/** Colours of further pieces, as pictures have them: each is the calm one that is farthest from all before it. */
const MORE = (
  '550044 005555 440077 8877BB 9999CC EEEE66 77FFFF FF9966 BB6655 665599 ' +
  '660000 CCCCCC 007711 88AAFF 99DD99 CCAACC 6677DD 7766AA BB99AA CC8866 ' +
  '443366 774477 5544AA AA5555 CCAA00 997788 114444 7788DD 44CC77 223322 ' +
  'AAFF99 DDDD77 FFAAFF 770033 AA7722 99EEDD 44AA44 44BB88 9988BB 117788'
)
  .split(' ')
  .map((hex) => `#${hex}`);
const PIECES = [...COLORS, ...MORE];

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
  const fill = PIECES[number % PIECES.length];
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

/** The pieces on the board one by one: copies of a letter apart. @param {Model} model @param {Record<string, number[]>} placed @returns {{ letter: string, cells: number[] }[]} */
export function lying(model, placed) {
  return Object.keys(placed).flatMap((letter) => copies(model, placed, letter).map((cells) => ({ letter, cells })));
}

/** The copies of a piece that are on the board. @param {Model} model @param {Record<string, number[]>} placed @param {string} letter @returns {number[][]} */
export function copies(model, placed, letter) {
  const cells = placed[letter] ?? [];
  const area = pieceOf(model, letter)?.area ?? cells.length;
  return Array.from({ length: Math.ceil(cells.length / Math.max(area, 1)) }, (_, at) => cells.slice(at * area, (at + 1) * area));
}

/** @param {Model} model @param {string} letter */
function pieceOf(model, letter) {
  return model.pieces.find((piece) => piece.letter === letter);
}

/** How many of a piece are still to be had. @param {Model} model @param {Record<string, number[]>} placed @param {string} letter */
export function left(model, placed, letter) {
  return (pieceOf(model, letter)?.most ?? 1) - copies(model, placed, letter).length;
}

/** The copy of a piece that covers a cell. @param {Model} model @param {Record<string, number[]>} placed @param {string} letter @param {number | undefined} cell */
export function copyAt(model, placed, letter, cell) {
  return copies(model, placed, letter).find((own) => cell !== undefined && own.includes(cell)) ?? null;
}

/** The pieces on the board without one of them. @param {Record<string, number[]>} placed @param {string | undefined} letter @param {number[] | null | undefined} gone its cells @returns {Record<string, number[]>} */
export function without(placed, letter, gone) {
  if (!letter || !gone || !placed[letter]) return placed;
  const { [letter]: own, ...rest } = placed;
  const kept = own.filter((cell) => !gone.includes(cell));
  return kept.length ? { ...rest, [letter]: kept } : rest;
}

/** Whether nothing is left to be done: enough of every piece lies there, and no more cells are empty than may be. @param {Model} model @param {Record<string, number[]>} placed */
export function isFull(model, placed) {
  const covered = Object.values(placed).reduce((sum, cells) => sum + cells.length, 0);
  const enough = model.pieces.every(({ letter, least }) => copies(model, placed, letter).length >= (least ?? 1));
  return enough && model.cells.length - covered <= (model.gaps?.[1] ?? 0);
}

/** More looks than it takes to find copies that a person has laid. */
const MOST_LOOKS = 20_000;

/** The cells of a letter, copy by copy, where it is not known which belong together; as they are where that is not found. @param {Model} model @param {string} letter @param {number[]} cells @returns {number[]} */
export function apart(model, letter, cells) {
  const piece = pieceOf(model, letter);
  if (!piece || cells.length <= piece.area) return cells;
  const places = everyPlace(model, piece).filter((own) => own.every((cell) => cells.includes(cell)));
  const [free, found] = [new Set(cells), /** @type {number[][]} */ ([])];
  let looks = 0;
  const cover = () => {
    const first = Math.min(...free);
    if (free.size === 0) return true;
    for (const own of places) {
      looks += 1;
      if (looks > MOST_LOOKS) return false;
      if (!own.includes(first) || !own.every((cell) => free.has(cell))) continue;
      for (const cell of own) free.delete(cell);
      found.push(own);
      if (cover()) return true;
      found.pop();
      for (const cell of own) free.add(cell);
    }
    return false;
  };
  return cover() ? found.flat() : cells;
}

/** Every placement of a piece on the empty board. @param {Model} model @param {Piece} piece @returns {number[][]} */
function everyPlace(model, piece) {
  if (model.placements) return model.placements[piece.letter] ?? [];
  const shape = shapeOf(piece);
  const turns = [shape, turned(shape), turned(turned(shape)), turnedBack(shape)];
  const empty = Array(model.cells.length).fill(null);
  const found = new Map();
  for (const way of [...turns, ...turns.map(flipped)]) {
    for (let at = 0; at < model.rows * model.cols; at += 1) {
      const { cells } = lay(model, empty, way, [Math.floor(at / model.cols), at % model.cols]);
      if (cells) found.set(cells.join(), cells);
    }
  }
  return [...found.values()];
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
  return Object.fromEntries(Object.entries(placed).map(([letter, cells]) => [letter, apart(model, letter, cells)]));
}

/** The layers of an answer, whichever family of board it is of. @param {any} answer @returns {string[][] | null} */
export function answerLayers(answer) {
  return answer.layers ?? (answer.solution ? [answer.solution] : null);
}
