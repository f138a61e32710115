// Opening packing puzzles: by name, by text, or as a model that was read already.

import { store } from '../state.js';
import { Refusal, ask } from '../core/api.js';
import { fail } from '../core/jobs.js';
import { t } from '../core/i18n.js';
import { isFlat, owners, layersOf } from './model.js';
import { join, split, withPlaced } from './text.js';

/** Three pieces of a solution, so that the page does not open with an empty board. */
const FIRST_PLACED = { A: [0, 1, 2, 11], G: [7, 8, 9, 10, 21], L: [40, 51, 52] };

/** What is forgotten with another puzzle. */
const NOTHING = {
  held: null,
  chosen: null,
  verdict: null,
  hint: null,
  answer: null,
  count: null,
  all: null,
  heat: null,
  challenge: null,
  tree: null,
  compare: null,
  cursor: 0,
};

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
  return Object.fromEntries((model.placed ?? []).map((/** @type {any} */ piece) => [piece.letter, piece.cells]));
}

/** Opens a puzzle whose model was read from a text. @param {string} text @param {any} model */
export async function openModel(text, model) {
  try {
    const { noFlip } = store.state.doc.pack;
    const name = setNamed(text.trim())?.name ?? null;
    const plain = join(split(name ? (setNamed(text.trim())?.text ?? text) : text));
    const complete = isFlat(model) ? model : await fullModel(withPlaced(plain, placedLayers(model)), noFlip);
    put({ name, text: plain, noFlip, model: complete, placed: placedOf(complete) });
    show({ ...NOTHING, text: null, mistake: null, note: t('pack.read', { pieces: complete.pieces.length, cells: complete.cells.length }) });
  } catch (error) {
    fail(error);
  }
}

/** @param {any} model */
function placedLayers(model) {
  const placed = placedOf(model);
  return Object.keys(placed).length ? layersOf(model, owners(model, placed)) : null;
}

/** @param {string} name */
function setNamed(name) {
  const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[ _]/g, '-');
  return store.state.server.sets.find((set) => plain(set.name) === plain(name));
}

/** @param {import('../core/types.js').PackDoc} pack @param {boolean} [silently] */
function put(pack, silently = false) {
  const change = (/** @type {import('../core/types.js').Doc} */ doc) => ({
    ...doc,
    workspace: /** @type {'pack'} */ (silently ? doc.workspace : 'pack'),
    pack,
  });
  if (silently) store.amend(change);
  else store.edit(change);
  const layers = pack.model?.layers ?? 1;
  store.set((state) => ({ pack: { ...state.pack, space: { ...state.pack.space, layer: layers } } }));
}

/** Opens a built-in set. @param {string} name @param {Record<string, number[]>} [placed] @param {{ noFlip?: boolean, silently?: boolean }} [how] */
export async function openSet(name, placed = {}, { noFlip = false, silently = false } = {}) {
  const set = setNamed(name);
  if (!set) {
    if (!silently) store.set(() => ({ failure: t('pack.noSet', { name }) }));
    return;
  }
  await openText(set.text, { name: set.name, placed, noFlip, silently });
}

/** Opens the set that the packing workspace begins with. */
export function openFirst() {
  return openSet('iq', FIRST_PLACED, { silently: true });
}

/**
 * Opens a text without placed pieces; a mistake goes to the text box.
 * @param {string} text
 * @param {{ name?: string | null, placed?: Record<string, number[]>, noFlip?: boolean, silently?: boolean }} [how]
 */
export async function openText(text, { name = null, placed = {}, noFlip = false, silently = false } = {}) {
  try {
    const model = await fullModel(text, noFlip);
    if (model.puzzle !== 'pack') throw new Refusal({ message: t('pack.notPack') });
    const known = Object.fromEntries(
      Object.entries(placed).filter(
        ([letter, cells]) =>
          model.pieces.some((/** @type {any} */ piece) => piece.letter === letter && piece.area === cells.length) &&
          cells.every((cell) => cell < model.cells.length),
      ),
    );
    put({ name, text, noFlip, model, placed: { ...placedOf(model), ...known } }, silently);
    show({ ...NOTHING, text: null, mistake: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, snippet, line, column } = error;
    if (!silently) store.edit((doc) => ({ ...doc, workspace: 'pack' }));
    show({ text, mistake: { message, snippet, line, column } });
  }
}

/** Another board or other pieces; pieces on the board go back to the tray. @param {(parts: import('./text.js').Parts) => import('./text.js').Parts} change */
export async function rewrite(change) {
  const { text, noFlip } = store.state.doc.pack;
  await openText(join(change(split(text))), { noFlip }).catch(fail);
}

/** @param {boolean} noFlip */
export async function setNoFlip(noFlip) {
  const { text, name, placed } = store.state.doc.pack;
  await openText(text, { name, placed, noFlip }).catch(fail);
}
