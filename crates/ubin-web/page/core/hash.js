// The whole state in the address, so that a link is a puzzle.
//
// `#s/4x4/5.3.8...?goal=spiral&moves=URD&at=2` is a sliding board; `#p/iq?placed=AAA8A54` and `#p/~5 5 7;DEFAULT;...` are packing puzzles, by name or by text
// (`;` for a new line, `_` for a space). In `placed`, a number is so many free cells, a letter a cell of that piece. The first letter is the version: a form that
// differs will have another one, and these links are read for ever.

import { isBoard, legalPart, namedGoal } from '../slide/board.js';
import { goesWith, namesOf, wordsOf } from './words.js';

/** The tabs of each workspace. @type {Record<string, string[]>} */
export const TABS = {
  slide: ['puzzle', 'solve', 'tree', 'compare', 'play'],
  pack: ['puzzle', 'solve', 'all', 'challenge', 'tree', 'compare'],
};
/** Tabs of older links, by where they are now. @type {Record<string, string>} */
const MOVED = { count: 'all' };
/** More free cells in a row than any board of the page has: a link must not fill the memory. */
const MOST_FREE = 20_000;

/** How far a tree can be zoomed out and in. */
export const LEAST_ZOOM = 0.1;
export const MOST_ZOOM = 3;

/** Solutions of more moves than this are found again rather than written down, by methods that always find the same. */
const LONG_LINE = 400;
const FOUND_AGAIN = ['auto', 'quick'];

/** The sides that a link may have: those of the command line. */
const [LEAST, MOST] = [2, 32];
/** Options by their names in the address, with what need not be said. @type {[string, string][]} */
const OPTIONS = [
  ['method', 'auto'],
  ['heuristic', ''],
  ['variant', 'exact'],
  ['metric', 'single'],
];

/** The weight of weighted A* that need not be said. */
const USUAL_WEIGHT = '1.5';

/**
 * A link that is no puzzle: its text, and where the page knows why, the name of the sentence with its parts.
 * @typedef {{ bad: string, workspace: 'slide' | 'pack', why?: [string, Record<string, any>], column?: number, width?: number }} BadLink
 */

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
    if (options.weight !== USUAL_WEIGHT) query.set('weight', options.weight);
  }
  if (panel !== 'puzzle') query.set('tab', panel);
  if (panel === 'tree') {
    const { code, look } = studyCode(state);
    query.set('study', code);
    if (look) query.set('look', lookCode(look));
  }
  const rest = query.toString();
  return `#${path}${rest ? `?${rest}` : ''}`;
}

/** How a search is studied: method, heuristic, nodes, step, and the node that was chosen; a link's step stays while its tree is on its way. @param {import('./types.js').State} state */
function studyCode({ doc, tree, study, slide, pack }) {
  const sliding = doc.workspace === 'slide';
  const { step, node, look } = study.wanted ?? { ...study, step: sliding ? slide.step : pack.step };
  const code = [sliding ? tree.method : tree.packMethod, sliding ? tree.heuristic : '', tree.nodes, step];
  return { code: [...code, ...(node === null ? [] : [node])].join('.'), look };
}

/** Where the tree is looked at: its middle, and the scale in hundredths. @param {import('./types.js').TreeLook} look */
function lookCode({ x, y, zoom }) {
  return [x, y, zoom * 100].map(Math.round).join('.');
}

/** The reverse; `null` where it is none. @param {string | null} code @returns {import('./types.js').TreeLook | null} */
function lookOf(code) {
  const found = /^(-?\d{1,7})\.(-?\d{1,7})\.(\d{1,3})$/.exec(code ?? '');
  if (!found) return null;
  const [x, y, zoom] = found.slice(1).map(Number);
  return { x, y, zoom: Math.min(Math.max(zoom / 100, LEAST_ZOOM), MOST_ZOOM) };
}

/** The reverse of `studyCode`; what is wrong in it is left out. @param {URLSearchParams} query @param {import('./words.js').WordSet[]} sets @param {'slide' | 'pack'} family */
function studyOf(query, sets, family) {
  const code = query.get('study');
  if (!code) return null;
  const [method, heuristic, nodes, step, node] = code.split('.');
  if (!namesOf(sets, 'method', family).includes(method)) return null;
  const count = (/** @type {string | undefined} */ text) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null);
  return {
    method,
    heuristic: namesOf(sets, 'heuristic', family).includes(heuristic) ? heuristic : '',
    nodes: Math.min(Math.max(count(nodes) ?? 250, 1), 2000),
    wanted: { step: count(step) ?? 0, node: count(node), look: lookOf(query.get('look')) },
  };
}

/** The link to a game: the board it began with, and the moves that were made. @param {import('./types.js').Doc} doc */
export function gameLink(doc) {
  const query = new URLSearchParams();
  const path = doc.workspace === 'slide' ? slidePath({ ...doc.slide, at: 0, solution: null }, query) : packPath(doc.pack, query);
  const rest = query.toString();
  return `#${path}${rest ? `?${rest}` : ''}`;
}

/** @param {import('./types.js').SlideDoc} doc @param {URLSearchParams} query */
function slidePath(doc, query) {
  if (doc.goalName === 'custom') query.set('goal', doc.goal.join('.'));
  else if (doc.goalName !== 'blank-last') query.set('goal', doc.goalName);
  if (doc.moves) {
    const { solution, moves } = doc;
    // A long solution is found again by its method, so that the link stays one.
    const isLong = solution !== null && moves.length - solution.from > LONG_LINE && FOUND_AGAIN.includes(solution.result.method);
    if (isLong) query.set('solve', solution.result.method);
    const kept = isLong ? moves.slice(0, solution.from) : moves;
    if (kept) query.set('moves', kept);
    query.set('at', String(doc.at));
  }
  return `s/${doc.rows}x${doc.cols}/${doc.start.join('.')}`;
}

/** @param {import('./types.js').PackDoc} doc @param {URLSearchParams} query */
function packPath(doc, query) {
  if (doc.noFlip) query.set('no-flip', '1');
  if (doc.model && Object.keys(doc.placed).length) query.set('placed', placedCode(doc.model.cells.length, doc.placed));
  if (doc.given.length) query.set('given', doc.given.join(''));
  if (doc.challenge) {
    query.set('difficulty', doc.challenge.difficulty);
    query.set('seed', doc.challenge.seed);
  }
  const text = doc.text.replace(/\s+$/, '').replaceAll('\n', ';').replaceAll(' ', '_');
  return `p/${doc.name ? encodeURIComponent(doc.name) : `~${encodeURIComponent(text).replaceAll('%3B', ';').replaceAll('%2F', '/')}`}`;
}

/** @param {number} cells @param {Record<string, number[]>} placed */
export function placedCode(cells, placed) {
  const owner = Array(cells).fill('.');
  for (const [letter, own] of Object.entries(placed)) for (const cell of own) owner[cell] = letter;
  return owner.join('').replace(/\.+/g, (run) => String(run.length));
}

/** What stands on each cell, `.` where nothing does: the reverse of `placedCode`, whatever else a link says there. @param {string} code */
export function marksOf(code) {
  return code.replace(/\d+/g, (free) => '.'.repeat(Math.min(Number(free), MOST_FREE)));
}

/**
 * What an address says. `bad` is the text of a puzzle that is none, to be shown with its mistake.
 * @param {string} hash
 * @param {import('./words.js').WordSet[]} sets what options may be
 * @returns {null | BadLink
 *   | { workspace: 'slide', slide: import('./types.js').SlideDoc, options: Record<string, string>, panel: string, study: ReturnType<typeof studyOf>, solve: string | null, at: number, unknown: string[] }
 *   | { workspace: 'pack', name: string | null, text: string, noFlip: boolean, marks: string, given: string[], challenge: import('./types.js').PackDoc['challenge'], panel: string, study: ReturnType<typeof studyOf>, unknown: string[] }}
 */
export function fromHash(hash, sets) {
  const [path, search = ''] = hash.replace(/^#/, '').split('?');
  if (!path) return null;
  const query = new URLSearchParams(search);
  return path.startsWith('p/') ? packOf(path, query, sets) : slideOf(path, query, sets);
}

/** @param {string} path @param {URLSearchParams} query @param {import('./words.js').WordSet[]} sets */
function packOf(path, query, sets) {
  const body = decoded(path.slice(2));
  const text = body.startsWith('~') ? `${body.slice(1).replaceAll(';', '\n').replaceAll('_', ' ')}\n` : '';
  const { values, unknown } = chosen(query, [['tab', [...TABS.pack, ...Object.keys(MOVED)]]]);
  return {
    workspace: /** @type {const} */ ('pack'),
    name: text ? null : body,
    text,
    noFlip: query.has('no-flip'),
    marks: marksOf(query.get('placed') ?? ''),
    given: [...(query.get('given') ?? '')],
    challenge: query.has('difficulty') ? { difficulty: query.get('difficulty') ?? '', seed: query.get('seed') ?? '' } : null,
    panel: MOVED[values.tab] ?? values.tab,
    study: studyOf(query, sets, 'pack'),
    unknown,
  };
}

/** @param {string} path @param {URLSearchParams} query @param {import('./words.js').WordSet[]} sets */
function slideOf(path, query, sets) {
  const found = /^s\/(\d+)x(\d+)\/([^/]*)$/.exec(path);
  if (!found) return { bad: decoded(path), workspace: /** @type {const} */ ('slide') };
  const [rows, cols] = [Number(found[1]), Number(found[2])];
  const wanted = query.get('goal') ?? 'blank-last';
  const named = namesOf(sets, 'goal', 'slide').includes(wanted);
  const bad = badBoard(found[3], rows, cols);
  if (bad) return bad;
  const drawn = named || badBoard(wanted, rows, cols) ? null : wanted.split('.').map(Number);
  const start = found[3].split('.').map(Number);
  const moves = legalPart(start, rows, cols, query.get('moves') ?? '');
  const at = Math.min(Math.max(0, Number(query.get('at') ?? 0) || 0), moves.length);
  const { values, unknown } = chosen(query, [...lists(sets), ['tab', TABS.slide]]);
  const beyond = (query.get('moves') ?? '').slice(moves.length);
  if (beyond) unknown.push(`moves=${short(beyond)}`);
  const { tab, ...options } = values;
  const weight = query.get('weight') ?? USUAL_WEIGHT;
  options.weight = isWeight(weight) ? weight : USUAL_WEIGHT;
  if (options.weight !== weight) unknown.push(`weight=${weight}`);
  const variant = wordsOf(sets, 'variant', 'slide').find(({ name }) => name === options.variant);
  if (variant && !goesWith(variant, options.method)) {
    unknown.push(`variant=${options.variant}`);
    options.variant = 'exact';
  }
  if (!named && !drawn) unknown.push(`goal=${short(wanted)}`);
  const goalName = named ? wanted : drawn ? 'custom' : 'blank-last';
  const goal = drawn ?? namedGoal(goalName, rows, cols);
  return {
    workspace: /** @type {const} */ ('slide'),
    slide: { rows, cols, start, goal, goalName, moves, at, solution: null },
    options,
    panel: tab,
    study: studyOf(query, sets, 'slide'),
    solve: FOUND_AGAIN.find((method) => method === query.get('solve')) ?? null,
    at: Math.max(0, Number(query.get('at') ?? 0) || 0),
    unknown,
  };
}

/** The beginning of what may be long. @param {string} text */
function short(text) {
  return text.length > 12 ? `${text.slice(0, 12)}…` : text;
}

/** @param {string} text */
function isWeight(text) {
  return /^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) >= 1 && Number(text) <= 1000;
}

/** What the options may be, the usual first. @param {import('./words.js').WordSet[]} sets @returns {[string, string[]][]} */
function lists(sets) {
  return OPTIONS.map(([name, usual]) => [name, [usual, ...namesOf(sets, name, 'slide')]]);
}

/** What a link chooses of each list, the first where it says nothing; and what it says that is in none. @param {URLSearchParams} query @param {[string, string[]][]} lists */
function chosen(query, lists) {
  /** @type {Record<string, string>} */
  const values = {};
  const unknown = [];
  for (const [name, [usual, ...others]] of lists) {
    const said = query.get(name) ?? usual;
    const known = said === usual || others.includes(said);
    values[name] = known ? said : usual;
    if (!known) unknown.push(`${name}=${said}`);
  }
  return { values, unknown };
}

/** Why fields are no board of a size, or `null`; what is wrong with a single field the server says. @param {string} fields @param {number} rows @param {number} cols @returns {BadLink | null} */
function badBoard(fields, rows, cols) {
  const list = fields.split('.');
  const bad = { bad: rowsOf(fields, cols), workspace: /** @type {const} */ ('slide') };
  const column = (bad.bad.split('\n').at(-1)?.length ?? 0) + 1;
  if (Math.min(rows, cols) < LEAST || Math.max(rows, cols) > MOST) return { ...bad, why: ['link.size', { rows, cols }], column };
  if (list.length !== rows * cols) return { ...bad, why: ['link.fields', { rows, cols, cells: rows * cols, n: list.length }], column };
  return isBoard(list.map(Number)) ? null : bad;
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
