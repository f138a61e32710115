// The whole state in the address, so that a link is a puzzle.
//
// `#s/4x4/5.3.8...?goal=spiral&moves=URD&at=2` is a sliding board; `#p/iq?placed=AAA8A54` and `#p/~5 5 7;DEFAULT;...` are packing puzzles, by name or by text
// (`;` for a new line, `_` for a space). In `placed`, a number is so many free cells, a letter a cell of that piece. The first letter is the version: a form that
// differs will have another one, and these links are read for ever.

import { isBoard, legalPart, namedGoal } from '../slide/board.js';

const GOALS = ['blank-last', 'blank-first', 'spiral'];
/** Options by their names in the address, with what need not be said. */
const OPTIONS = [
  ['method', 'auto'],
  ['heuristic', ''],
  ['variant', 'exact'],
  ['metric', 'single'],
];

/** @param {import('./types.js').State} state */
export function toHash(state) {
  const { doc, options, panel } = state;
  const query = new URLSearchParams();
  const path = doc.workspace === 'slide' ? slidePath(doc.slide, query) : packPath(doc.pack, query);
  if (doc.workspace === 'slide') {
    for (const [name, usual] of OPTIONS) {
      const value = /** @type {Record<string, any>} */ (options)[name];
      if (value !== usual) query.set(name, value);
    }
  }
  if (panel !== 'solve') query.set('tab', panel);
  const rest = query.toString();
  return `#${path}${rest ? `?${rest}` : ''}`;
}

/** @param {import('./types.js').SlideDoc} doc @param {URLSearchParams} query */
function slidePath(doc, query) {
  if (doc.goalName === 'custom') query.set('goal', doc.goal.join('.'));
  else if (doc.goalName !== 'blank-last') query.set('goal', doc.goalName);
  if (doc.moves) {
    query.set('moves', doc.moves);
    query.set('at', String(doc.at));
  }
  return `s/${doc.rows}x${doc.cols}/${doc.start.join('.')}`;
}

/** @param {import('./types.js').PackDoc} doc @param {URLSearchParams} query */
function packPath(doc, query) {
  if (doc.noFlip) query.set('no-flip', '1');
  if (doc.model && Object.keys(doc.placed).length) query.set('placed', placedCode(doc.model.cells.length, doc.placed));
  const text = doc.text.replace(/\s+$/, '').replaceAll('\n', ';').replaceAll(' ', '_');
  return `p/${doc.name ? encodeURIComponent(doc.name) : `~${encodeURIComponent(text).replaceAll('%3B', ';').replaceAll('%2F', '/')}`}`;
}

/** @param {number} cells @param {Record<string, number[]>} placed */
export function placedCode(cells, placed) {
  const owner = Array(cells).fill('.');
  for (const [letter, own] of Object.entries(placed)) for (const cell of own) owner[cell] = letter;
  return owner.join('').replace(/\.+/g, (run) => String(run.length));
}

/** @param {string} code @returns {Record<string, number[]>} */
export function placedOf(code) {
  /** @type {Record<string, number[]>} */
  const placed = {};
  let cell = 0;
  for (const [, free, letter] of code.matchAll(/(\d+)|([A-Za-z])/g)) {
    if (free) cell += Number(free);
    else (placed[letter] ??= []).push(cell++);
  }
  return placed;
}

/**
 * What an address says. `bad` is the text of a puzzle that is none, to be shown with its mistake.
 * @param {string} hash
 * @returns {null | { bad: string, workspace: 'slide' | 'pack' }
 *   | { workspace: 'slide', slide: import('./types.js').SlideDoc, options: Record<string, string>, panel: string }
 *   | { workspace: 'pack', name: string | null, text: string, noFlip: boolean, placed: Record<string, number[]>, panel: string }}
 */
export function fromHash(hash) {
  const [path, search = ''] = hash.replace(/^#/, '').split('?');
  if (!path) return null;
  const query = new URLSearchParams(search);
  const panel = query.get('tab') ?? 'solve';
  if (path.startsWith('p/')) {
    const body = decoded(path.slice(2));
    const text = body.startsWith('~') ? `${body.slice(1).replaceAll(';', '\n').replaceAll('_', ' ')}\n` : '';
    return {
      workspace: 'pack',
      name: text ? null : body,
      text,
      noFlip: query.has('no-flip'),
      placed: placedOf(query.get('placed') ?? ''),
      panel,
    };
  }
  const found = /^s\/(\d+)x(\d+)\/([^/]*)$/.exec(path);
  if (!found) return { bad: decoded(path), workspace: 'slide' };
  const [rows, cols] = [Number(found[1]), Number(found[2])];
  const start = found[3].split('.').map(Number);
  if (rows < 2 || cols < 2 || rows > 32 || cols > 32 || start.length !== rows * cols || !isBoard(start)) {
    return { bad: rowsOf(found[3], cols), workspace: 'slide' };
  }
  const wanted = query.get('goal') ?? 'blank-last';
  const tiles = wanted.split('.').map(Number);
  const named = GOALS.includes(wanted);
  if (!named && (tiles.length !== start.length || !isBoard(tiles))) return { bad: rowsOf(wanted, cols), workspace: 'slide' };
  const moves = legalPart(start, rows, cols, query.get('moves') ?? '');
  const at = Math.min(Math.max(0, Number(query.get('at') ?? 0) || 0), moves.length);
  const options = Object.fromEntries(OPTIONS.map(([name, usual]) => [name, query.get(name) ?? usual]));
  const goal = named ? namedGoal(wanted, rows, cols) : tiles;
  return {
    workspace: 'slide',
    slide: { rows, cols, start, goal, goalName: named ? wanted : 'custom', moves, at, solution: null },
    options,
    panel,
  };
}

/** Fields of a broken link as rows, for the text box. @param {string} fields @param {number} cols */
function rowsOf(fields, cols) {
  const list = decoded(fields).split('.');
  const rows = [];
  for (let at = 0; at < list.length; at += Math.max(cols, 1)) rows.push(list.slice(at, at + Math.max(cols, 1)).join(' '));
  return rows.join('\n');
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
