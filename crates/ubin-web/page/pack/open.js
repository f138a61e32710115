// Opening packing puzzles: by name, by text, or as a model that was read already.

import { store } from '../state.js';
import { Refusal, ask } from '../core/api.js';
import { fail } from '../core/jobs.js';
import { t } from '../core/i18n.js';
import { marksOf } from '../core/hash.js';
import { apart, isFlat, owners, layersOf } from './model.js';
import { join, split, withPlaced } from './text.js';

/** Three pieces of a solution, so that the page does not open with an empty board. */
const FIRST_PLACED = marksOf('AAA4GGGGA9G18L10LL2');

/** The set that depends on the day. */
const CALENDAR = 'calendar';

/** @param {Partial<import('../core/types.js').PackView>} part */
export function show(part) {
  store.set((state) => ({ pack: { ...state.pack, ...part } }));
}

/** The puzzle on the stage as the server takes it. @param {import('../core/types.js').PackDoc} [doc] @param {Record<string, number[]>} [placed] */
export function question(doc = store.state.doc.pack, placed = doc.placed) {
  const layers = doc.model && Object.keys(placed).length ? layersOf(doc.model, owners(doc.model, placed)) : null;
  return { puzzle: withPlaced(doc.text, layers), ...(doc.noFlip ? { no_flip: true } : {}) };
}

/** @param {string} text @param {boolean} noFlip */
async function fullModel(text, noFlip) {
  const base = { puzzle: text, ...(noFlip ? { no_flip: true } : {}) };
  const model = await ask('model', base);
  // On a flat board the page turns pieces itself; in space it needs the list.
  return model.puzzle === 'pack' && !isFlat(model) ? ask('model', { ...base, placements: true }) : model;
}

/** @param {any} model @returns {Record<string, number[]>} */
function placedOf(model) {
  return Object.fromEntries(
    (model.placed ?? []).map((/** @type {any} */ piece) => [piece.letter, apart(model, piece.letter, piece.cells)]),
  );
}

/** Opens a puzzle whose model was read from a text. @param {string} text @param {any} model */
export async function openModel(text, model) {
  try {
    const { noFlip } = store.state.doc.pack;
    const name = setNamed(text.trim())?.name ?? null;
    const plain = join(split(name ? (setNamed(text.trim())?.text ?? text) : text));
    const complete = isFlat(model) ? model : await fullModel(withPlaced(plain, placedLayers(model)), noFlip);
    put({ name, text: plain, noFlip, model: complete, placed: placedOf(complete), given: [], challenge: null });
    const facts = { pieces: complete.pieces.length, cells: complete.cells.length };
    show({ text: null, mistake: null, note: { words: ['pack.read', facts], undo: true } });
  } catch (error) {
    fail(error);
  }
}

/** @param {any} model */
function placedLayers(model) {
  const placed = placedOf(model);
  return Object.keys(placed).length ? layersOf(model, owners(model, placed)) : null;
}

/** The built-in set of a name. @param {string} name */
export function setNamed(name) {
  const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[ _]/g, '-');
  return store.state.server.sets.find((set) => plain(set.name) === plain(name));
}

/** @param {import('../core/types.js').PackDoc} pack @param {How} [how] */
function put(pack, { silently, behind } = {}) {
  const change = (/** @type {import('../core/types.js').Doc} */ doc) => ({
    ...doc,
    workspace: /** @type {'pack'} */ (behind ? doc.workspace : 'pack'),
    pack,
  });
  if (behind) store.complete((doc) => (doc.pack.model ? doc : change(doc)));
  else if (silently) store.amend(change);
  else store.edit(change);
  const layers = pack.model?.layers ?? 1;
  store.set((state) => ({ pack: { ...state.pack, space: { ...state.pack.space, layer: layers } } }));
}

/**
 * How a puzzle is opened.
 * @typedef {object} How
 * @property {string | null} [name] of the set that the text is of
 * @property {string} [marks] what lies on each cell, `.` where nothing does
 * @property {boolean} [noFlip]
 * @property {string[]} [given] letters of the pieces that stay
 * @property {import('../core/types.js').PackDoc['challenge']} [challenge]
 * @property {boolean} [silently] it is how the page begins, no step to take back
 * @property {boolean} [behind] the workspace stays as it is
 */

/** Opens a built-in set. @param {string} name @param {How} [how] */
export async function openSet(name, how = {}) {
  const set = setNamed(name);
  if (!set) return;
  // A calendar is another puzzle every day; what lies on one is of the day that its name alone says.
  const text = set.name === CALENDAR && !how.marks ? await textOfToday() : null;
  await openText(text ?? set.text, { ...how, name: text ? null : set.name });
}

/** The calendar's puzzle of today. @returns {Promise<string | null>} */
async function textOfToday() {
  const now = new Date();
  const date = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
  return (await ask('model', { puzzle: CALENDAR, date }).catch(() => null))?.text ?? null;
}

/** Opens the set that the packing workspace begins with. */
export function openFirst() {
  return openSet('iq', { marks: FIRST_PLACED, silently: true, behind: true });
}

/** Opens a text; a mistake in it, or in what lies on its board, goes to the text box. @param {string} text @param {How} [how] */
export async function openText(text, how = {}) {
  const { name = null, noFlip = false } = how;
  try {
    const empty = await fullModel(text, noFlip);
    if (empty.puzzle !== 'pack') throw new Refusal({ message: t('pack.notPack') });
    const puzzle = { name, text: join(split(text)), noFlip, given: [], challenge: how.challenge ?? null };
    if (/[^.]/.test(how.marks ?? '')) await openMarked(puzzle, empty, how);
    else {
      put({ ...puzzle, model: empty, placed: placedOf(empty) }, how);
      forgetText(how);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!how.behind) openWorkspace(how);
    show({ text, mistake: error.asMistake() });
  }
}

/** What was typed before is over; a puzzle that is opened behind leaves what is in front. @param {How} how */
function forgetText({ behind }) {
  if (!behind) show({ text: null, mistake: null });
}

/** Opens a puzzle with what lies on it; if that cannot be, with an empty board and the text of what was wanted. @param {Omit<import('../core/types.js').PackDoc, 'model' | 'placed'>} puzzle @param {any} empty @param {How} how */
async function openMarked(puzzle, empty, how) {
  const text = withPlaced(puzzle.text, markedLayers(empty, how.marks ?? ''));
  try {
    const model = await fullModel(text, puzzle.noFlip);
    const placed = placedOf(model);
    // Only what lies on the board can be given.
    put({ ...puzzle, model, placed, given: (how.given ?? []).filter((letter) => letter in placed) }, how);
    forgetText(how);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    put({ ...puzzle, model: empty, placed: {} }, how);
    show({ text, mistake: error.asMistake() });
  }
}

/** Rows of marks, the top layer first; marks beyond the last cell make the last row too long. @param {import('../core/types.js').Model} model @param {string} marks */
function markedLayers(model, marks) {
  const layers = layersOf(
    model,
    [...marks].map((mark) => (mark === '.' ? null : mark)),
  );
  const rest = marks.slice(model.cells.length);
  return layers.map((rows, at) => (at === layers.length - 1 ? rows.with(-1, rows[rows.length - 1] + rest) : rows));
}

/** @param {How} how */
function openWorkspace({ silently }) {
  const change = (/** @type {import('../core/types.js').Doc} */ doc) => ({ ...doc, workspace: /** @type {const} */ ('pack') });
  if (store.state.doc.workspace === 'pack') return;
  if (silently) store.amend(change);
  else store.edit(change);
}

/** Another board or other pieces; pieces on the board go back to the tray. @param {(parts: import('./text.js').Parts) => import('./text.js').Parts} change */
export async function rewrite(change) {
  const { text, noFlip } = store.state.doc.pack;
  await openText(join(change(split(text))), { noFlip }).catch(fail);
}

/** Whether pieces may be turned over; a piece that lies turned over keeps the switch where it is. @param {boolean} noFlip */
export async function setNoFlip(noFlip) {
  const { doc } = store.state;
  try {
    const model = await fullModel(question().puzzle, noFlip);
    if (store.state.doc === doc) put({ ...doc.pack, noFlip, model });
  } catch (error) {
    fail(error);
  }
}
