// QR codes (ISO/IEC 18004), so that a printed sheet leads back to its page: bytes, error correction level M, the smallest version that takes them.
//
// Words: a **module** is a square of the code; the **version** n has 17 + 4n of them a side; **codewords** are its bytes, in blocks that can each be mended by their own check bytes.

/** For each version from 1: check bytes of a block, blocks of the first kind, data bytes in each, blocks of the second kind, which have one byte more. Level M. */
const BLOCKS = [
  [10, 1, 16, 0],
  [16, 1, 28, 0],
  [26, 1, 44, 0],
  [18, 2, 32, 0],
  [24, 2, 43, 0],
  [16, 4, 27, 0],
  [18, 4, 31, 0],
  [22, 2, 38, 2],
  [22, 3, 36, 2],
  [26, 4, 43, 1],
  [30, 1, 50, 4],
  [22, 6, 36, 2],
  [22, 8, 37, 1],
  [24, 4, 40, 5],
  [24, 5, 41, 5],
  [28, 7, 45, 3],
  [28, 10, 46, 1],
  [26, 9, 43, 4],
  [26, 3, 44, 11],
  [26, 3, 41, 13],
];
/** The longest text, in bytes: a longer link is printed as words. */
export const MOST_BYTES = dataBytes(BLOCKS.length) - 3;

/** @param {number} version */
function dataBytes(version) {
  const [, first, size, second] = BLOCKS[version - 1];
  return first * size + second * (size + 1);
}

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const POWERS = new Uint8Array(512);
const LOGS = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at += 1) {
  POWERS[at] = value;
  POWERS[at + 255] = value;
  LOGS[value] = at;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
function times(a, b) {
  return a && b ? POWERS[LOGS[a] + LOGS[b]] : 0;
}

/** The check bytes of a block: the remainder of its polynomial by the generator. @param {number[]} data @param {number} count */
function checkBytes(data, count) {
  let generator = [1];
  for (let at = 0; at < count; at += 1) generator = [...generator, 0].map((own, n) => own ^ times(n ? generator[n - 1] : 0, POWERS[at]));
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at];
    generator.forEach((own, n) => {
      rest[at + n] ^= times(own, lead);
    });
  });
  return rest.slice(data.length);
}

/** The text as data bytes: mode, length, bytes, the end, and filling. @param {Uint8Array} bytes @param {number} version */
function encoded(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const push = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  const room = dataBytes(version) * 8;
  push(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let fill = 0xec; bits.length < room; fill ^= 0xfd) push(fill, 8);
  return Array.from({ length: room / 8 }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2));
}

/** Data and check bytes of all blocks, taken in turn. @param {number[]} data @param {number} version */
function codewords(data, version) {
  const [check, first, size, second] = BLOCKS[version - 1];
  const sizes = [...Array(first).fill(size), ...Array(second).fill(size + 1)];
  let from = 0;
  const blocks = sizes.map((own) => {
    from += own;
    return data.slice(from - own, from);
  });
  const checks = blocks.map((block) => checkBytes(block, check));
  const inTurn = (/** @type {number[][]} */ lists, /** @type {number} */ longest) =>
    Array.from({ length: longest }, (_, at) => lists.flatMap((list) => (at < list.length ? [list[at]] : []))).flat();
  return [...inTurn(blocks, size + 1), ...inTurn(checks, check)];
}

/** The masks that a code can be drawn with. @type {((row: number, col: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** @typedef {(boolean | null)[][]} Modules `null` where the data goes */

/** The patterns that every code of a version has. @param {number} version @returns {Modules} */
function patterns(version) {
  const side = 17 + 4 * version;
  /** @type {Modules} */
  const modules = Array.from({ length: side }, () => Array(side).fill(null));
  const set = (/** @type {number} */ row, /** @type {number} */ col, /** @type {boolean} */ dark) => {
    if (row >= 0 && col >= 0 && row < side && col < side) modules[row][col] = dark;
  };
  const middles = alignments(version);
  for (const row of middles) {
    for (const col of middles) {
      const corner = (row === 6 && (col === 6 || col === side - 7)) || (row === side - 7 && col === 6);
      if (!corner) square(set, row, col, 2, (far) => far !== 1);
    }
  }
  for (const [row, col] of [
    [3, 3],
    [3, side - 4],
    [side - 4, 3],
  ])
    square(set, row, col, 4, (far) => far !== 2 && far !== 4);
  for (let at = 8; at < side - 8; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  set(side - 8, 8, true);
  return modules;
}

/** Rings around a middle. @param {(row: number, col: number, dark: boolean) => void} set @param {number} row @param {number} col @param {number} reach @param {(far: number) => boolean} dark */
function square(set, row, col, reach, dark) {
  for (let r = -reach; r <= reach; r += 1)
    for (let c = -reach; c <= reach; c += 1) set(row + r, col + c, dark(Math.max(Math.abs(r), Math.abs(c))));
}

/** Where the small squares are. @param {number} version */
function alignments(version) {
  if (version === 1) return [];
  const [last, gaps] = [10 + 4 * version, Math.floor(version / 7) + 1];
  const step = Math.ceil((last - 6) / gaps / 2) * 2;
  return [6, ...Array.from({ length: gaps }, (_, at) => last - (gaps - 1 - at) * step)];
}

/** Check bits of a small number. @param {number} value @param {number} generator @param {number} count */
function withCheck(value, generator, count) {
  let rest = value << count;
  for (let at = 31; at >= count; at -= 1) if ((rest >> at) & 1) rest ^= generator << (at - count);
  return (value << count) | rest;
}

/** Says which mask and version a code has, twice. @param {Modules} modules @param {number} version @param {number} mask */
function describe(modules, version, mask) {
  const side = modules.length;
  // Level M is 00.
  const format = withCheck(mask, 0x537, 10) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((format >> at) & 1) === 1;
    modules[at < 6 ? at : at < 8 ? at + 1 : side - 15 + at][8] = dark;
    modules[8][at < 8 ? side - 1 - at : at < 9 ? 7 : 14 - at] = dark;
  }
  if (version < 7) return;
  const words = withCheck(version, 0x1f25, 12);
  for (let at = 0; at < 18; at += 1) {
    const dark = ((words >> at) & 1) === 1;
    modules[Math.floor(at / 3)][side - 11 + (at % 3)] = dark;
    modules[side - 11 + (at % 3)][Math.floor(at / 3)] = dark;
  }
}

/** The free modules in the order of the data: two columns at a time from the right, up and down in turn. @param {Modules} modules @returns {[number, number][]} */
function freeModules(modules) {
  const side = modules.length;
  /** @type {[number, number][]} */
  const found = [];
  for (let right = side - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let at = 0; at < side; at += 1) {
      const row = up ? side - 1 - at : at;
      for (const col of [right, right - 1]) if (modules[row][col] === null) found.push([row, col]);
    }
  }
  return found;
}

/** How hard a code is to read: runs, squares, false corners, and too much of one colour. @param {boolean[][]} modules */
function penalty(modules) {
  const side = modules.length;
  const lines = [...modules, ...modules.map((_, col) => modules.map((row) => row[col]))].map((line) => line.map(Number).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let at = 0; at + 11 <= side; at += 1) if (['10111010000', '00001011101'].includes(line.slice(at, at + 11))) sum += 40;
  }
  for (let row = 0; row + 1 < side; row += 1)
    for (let col = 0; col + 1 < side; col += 1) {
      const own = modules[row][col];
      if (own === modules[row][col + 1] && own === modules[row + 1][col] && own === modules[row + 1][col + 1]) sum += 3;
    }
  const dark = modules.flat().filter(Boolean).length / side ** 2;
  return sum + Math.floor(Math.abs(dark * 100 - 50) / 5) * 10;
}

/** The code of a text as rows of modules, `true` where they are dark; `null` for a text that is too long. @param {string} text @returns {boolean[][] | null} */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, at) => bytes.length + (at + 1 < 10 ? 2 : 3) <= dataBytes(at + 1)) + 1;
  if (version === 0) return null;
  const words = codewords(encoded(bytes, version), version);
  const codes = MASKS.map((mask, number) => {
    const modules = patterns(version);
    describe(modules, version, number);
    freeModules(modules).forEach(([row, col], at) => {
      const dark = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
      modules[row][col] = (dark === 1) !== mask(row, col);
    });
    return /** @type {boolean[][]} */ (modules);
  });
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}
