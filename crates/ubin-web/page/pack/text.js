// The text of a packing puzzle, taken apart and put together: header, kind, mask, pieces. The server is the judge of what is right.

/**
 * @typedef {object} Parts
 * @property {number} rows
 * @property {number} cols
 * @property {string} kind DEFAULT, CUSTOM, PYRAMID or BOX
 * @property {number} height of a box
 * @property {string[]} mask of a custom board
 * @property {{ letter: string, lines: string[] }[]} pieces
 */

/** @param {string} text @returns {Parts} */
export function split(text) {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r', '');
  const lines = (plain.trim().includes('\n') ? plain : plain.trim().replaceAll('/', '\n')).split('\n');
  const next = () => {
    while (lines.length && lines[0].trim() === '') lines.shift();
    return (lines.shift() ?? '').trim();
  };
  const [rows, cols] = next().split(/\s+/).map(Number);
  const [kind = 'DEFAULT', height = '1'] = next().toUpperCase().split(/\s+/);
  const mask = kind === 'CUSTOM' ? Array.from({ length: rows }, () => next().toUpperCase()) : [];
  return { rows, cols, kind, height: Number(height), mask, pieces: pieces(lines) };
}

/** @param {string[]} lines */
function pieces(lines) {
  /** @type {Parts['pieces']} */
  const found = [];
  /** @type {string[]} */
  let waiting = [];
  for (const line of lines) {
    if (line.trim().toUpperCase() === 'PLACED') break;
    const letter = /[A-Za-z]/.exec(line)?.[0];
    const last = found.at(-1);
    if (line.trim() === '/' && last) {
      last.lines.push(...waiting, '/');
      waiting = [];
    } else if (!letter) {
      waiting.push(line);
    } else if (last && last.letter === letter) {
      last.lines.push(...waiting, line.trimEnd());
      waiting = [];
    } else {
      // A line of spaces before a solid piece is an empty row of it; an empty line is only a gap.
      found.push({ letter, lines: [...waiting.filter((row) => row.length > 0), line.trimEnd()] });
      waiting = [];
    }
  }
  return found;
}

/** @param {Parts} parts */
export function join({ rows, cols, kind, height, mask, pieces: list }) {
  const board = kind === 'BOX' ? `BOX ${height}` : kind;
  return `${[`${rows} ${cols} ${list.length}`, board, ...(kind === 'CUSTOM' ? mask : []), ...list.flatMap((piece) => piece.lines)].join('\n')}\n`;
}

/** The text with the pieces that lie on the board. @param {string} text @param {string[][] | null} layers */
export function withPlaced(text, layers) {
  if (!layers) return text;
  return `${text.trimEnd()}\nPLACED\n${layers.map((rows) => rows.join('\n')).join('\n\n')}\n`;
}

/** A letter that no piece has. @param {Parts} parts */
export function freeLetter({ pieces: list }) {
  const used = new Set(list.map(({ letter }) => letter));
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].find((letter) => !used.has(letter)) ?? null;
}

/** The lines of a painted shape: one layer, or layers from the top with `/` between them. @param {Set<string>} cells `row,col,layer`, layer 0 the lowest @param {string} letter */
export function painted(cells, letter) {
  const places = [...cells].map((cell) => cell.split(',').map(Number));
  if (places.length === 0) return [];
  const range = (/** @type {number} */ axis) => {
    const list = places.map((place) => place[axis]);
    return [Math.min(...list), Math.max(...list)];
  };
  const [[top, bottom], [left, right], [low, high]] = [range(0), range(1), range(2)];
  const line = (/** @type {number} */ row, /** @type {number} */ layer) =>
    Array.from({ length: right - left + 1 }, (_, at) => (cells.has(`${row},${left + at},${layer}`) ? letter : ' '))
      .join('')
      .trimEnd();
  const rows = (/** @type {number} */ layer) =>
    Array.from({ length: bottom - top + 1 }, (_, at) => line(top + at, layer)).map((own) => (low === high ? own : own || ' '));
  return Array.from({ length: high - low + 1 }, (_, at) => rows(high - at)).flatMap((own, at) => (at ? ['/', ...own] : own));
}
