// The text of a packing puzzle, taken apart and put together: header, kind, mask, pieces. The server is the judge of what is right.

/**
 * @typedef {object} Parts
 * @property {number} rows
 * @property {number} cols
 * @property {string} kind DEFAULT, CUSTOM, PYRAMID or BOX
 * @property {number} height of a box
 * @property {string[]} mask of a custom board
 * @property {{ letter: string, lines: string[] }[]} pieces
 * @property {number} others shapes that the header counts beside these: those with names
 * @property {string[]} rest lines about pieces (`COPIES`, `SPARE`, `GAPS`), and pieces with names (`PIECE`), as they are written
 */

/** @param {string} text @returns {Parts} */
export function split(text) {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r', '');
  const lines = (plain.trim().includes('\n') ? plain : plain.trim().replaceAll('/', '\n')).split('\n');
  const next = () => {
    while (lines.length && lines[0].trim() === '') lines.shift();
    return (lines.shift() ?? '').trim();
  };
  const [rows, cols, count] = next().split(/\s+/).map(Number);
  const [kind = 'DEFAULT', height = '1'] = next().toUpperCase().split(/\s+/);
  const mask = kind === 'CUSTOM' ? Array.from({ length: rows }, () => next().toUpperCase()) : [];
  const end = lines.findIndex((line) => line.trim().toUpperCase() === 'PLACED');
  const body = end < 0 ? lines : lines.slice(0, end);
  const named = body.findIndex((line) => /^\s*PIECE\s/i.test(line));
  const drawn = named < 0 ? body : body.slice(0, named);
  const list = pieces(drawn.filter((line) => !ABOUT.test(line)));
  const rest = [...drawn.filter((line) => ABOUT.test(line)), ...(named < 0 ? [] : body.slice(named))].map((line) => line.trimEnd());
  const others = named < 0 ? 0 : Math.max((count || 0) - list.length, 0);
  return { rows, cols, kind, height: Number(height), mask, pieces: list, others, rest };
}

/** A line about pieces that are drawn elsewhere. */
const ABOUT = /^\s*(COPIES|SPARE|GAPS)\s/i;

/** @param {string[]} lines */
function pieces(lines) {
  /** @type {Parts['pieces']} */
  const found = [];
  /** @type {string[]} */
  let waiting = [];
  for (const line of lines) {
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
export function join({ rows, cols, kind, height, mask, pieces: list, others, rest }) {
  const board = kind === 'BOX' ? `BOX ${height}` : kind;
  const lines = [...(kind === 'CUSTOM' ? mask : []), ...list.flatMap((piece) => piece.lines), ...rest];
  return `${[`${rows} ${cols} ${list.length + others}`, board, ...lines].join('\n')}\n`;
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
