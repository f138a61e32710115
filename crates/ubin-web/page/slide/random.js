// Boards by chance: bands of optimal length, by the size of the board.

import { store } from '../state.js';
import { generate } from './search.js';

/** The longest shortest solution, where it is known. @type {Record<string, number>} */
const FARTHEST = { '2x2': 6, '2x3': 21, '2x4': 36, '3x3': 31, '2x5': 55, '3x4': 53, '2x6': 80, '3x5': 84, '4x4': 80 };
/** The smaller boards are listed by the server; larger ones near the farthest are too rare to be found. */
const LISTED_CELLS = 10;

/** @type {Record<string, [number, number, number]>} part of the farthest: from, to, to where all boards are listed */
const BANDS = { easy: [0.1, 0.25, 0.3], medium: [0.25, 0.45, 0.6], hard: [0.45, 0.62, 0.85], hardest: [0.62, 0.7, 1] };

/**
 * The bands of a size, with their lengths.
 * @param {number} rows @param {number} cols
 * @returns {{ name: string, from: number, to: number }[]}
 */
export function bands(rows, cols) {
  const most = FARTHEST[rows <= cols ? `${rows}x${cols}` : `${cols}x${rows}`];
  if (!most) return [];
  const listed = rows * cols <= LISTED_CELLS;
  let before = 0;
  return Object.entries(BANDS)
    .map(([name, [from, to, listedTo]]) => {
      const low = Math.max(before + 1, Math.round(from * most), 1);
      const high = Math.max(low, Math.round((listed ? listedTo : to) * most));
      before = high;
      return { name, from: low, to: high };
    })
    .filter((band) => band.from <= most && band.to <= most);
}

/** A seed that nobody has chosen. */
export function freshSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);
}

/** A new board of the band and seed in the state, or of a fresh seed. @param {{ fresh?: boolean, rows?: number, cols?: number }} [wish] */
export function newBoard({ fresh = false, rows, cols } = {}) {
  const { random, doc } = store.state;
  const size = { rows: rows ?? doc.slide.rows, cols: cols ?? doc.slide.cols };
  const seed = fresh || !/^\d+$/.test(random.seed) ? freshSeed() : random.seed;
  store.set((state) => ({ random: { ...state.random, seed } }));
  const band = bands(size.rows, size.cols).find(({ name }) => name === random.band);
  const length = band ? band.from + (Number(seed) % (band.to - band.from + 1)) : undefined;
  return generate({ ...size, length, seed });
}
