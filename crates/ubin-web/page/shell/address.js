// The address of the page: a link is opened, and the state is written back into it.

import { store } from '../state.js';
import { h } from '../core/dom.js';
import { fromHash, toHash } from '../core/hash.js';
import { fail } from '../core/jobs.js';
import { t } from '../core/i18n.js';
import { say } from '../core/say.js';
import { seek } from '../slide/actions.js';
import { solve } from '../slide/search.js';
import { takeText } from '../slide/text-box.js';
import { openSet, openText, setNamed } from '../pack/open.js';

/** Browsers refuse to have their address changed too often. */
const REST = 250;

/** The address, as this page wrote it last: another change is a link to open. */
let written = '';

/**
 * Opens what the address says. The first one is how the page begins, and no step that undo could take back.
 * @param {{ first?: boolean }} [how]
 */
export async function openAddress({ first = false } = {}) {
  const found = fromHash(location.hash, store.state.server.words);
  if (!found) return;
  const change = (/** @type {(doc: import('../core/types.js').Doc) => import('../core/types.js').Doc} */ by) =>
    first ? store.amend(by) : store.edit(by);
  if ('bad' in found) {
    if (store.state.doc.workspace !== found.workspace) change((doc) => ({ ...doc, workspace: found.workspace }));
    await showBad(found);
    return;
  }
  store.set((state) => ({ panel: found.panel, column: columnOf(found.panel), ...studyState(state, found) }));
  if (found.workspace === 'slide') {
    change((doc) => ({ ...doc, workspace: 'slide', slide: found.slide }));
    store.set((state) => ({
      options: { ...state.options, ...found.options },
      slide: { ...state.slide, text: null, mistake: null, note: noteOf(found.unknown) },
    }));
    if (found.solve) findAgain(found.solve, found.at);
    return;
  }
  const { name, text, ...rest } = found;
  if (!name) await openText(text, { ...rest, silently: first });
  else if (setNamed(name)) await openSet(name, { ...rest, silently: first });
  else {
    change((doc) => ({ ...doc, workspace: 'pack' }));
    await showBad({ bad: name, workspace: 'pack', why: ['pack.noSet', { name }], column: 1, width: name.length });
  }
  if (found.unknown.length) store.set((state) => ({ pack: { ...state.pack, note: noteOf(found.unknown) } }));
}

/** Shows at once what the address says by itself: the board, or the workspace whose puzzle is on its way. */
export function showAddress() {
  const found = fromHash(location.hash, store.state.server.words);
  if (!found || 'bad' in found) return;
  if (found.workspace === 'slide') store.amend((doc) => ({ ...doc, workspace: 'slide', slide: found.slide }));
  else store.amend((doc) => ({ ...doc, workspace: 'pack' }));
  store.set(() => ({ panel: found.panel, column: columnOf(found.panel) }));
}

/** What a narrow screen shows of a link: a search that is studied or a table is in the panel, all else is about the board. @param {string} panel */
function columnOf(panel) {
  return panel === 'tree' || panel === 'compare' ? 'panel' : 'stage';
}

/** The search that a link studies. @param {import('../core/types.js').State} state @param {Exclude<ReturnType<typeof fromHash>, null | import('../core/hash.js').BadLink>} found */
function studyState(state, { study, workspace }) {
  if (!study) return {};
  const { method, heuristic, nodes, wanted } = study;
  const how = workspace === 'slide' ? { method, heuristic } : { packMethod: method };
  return { tree: { ...state.tree, ...how, nodes }, study: { ...state.study, wanted } };
}

/** Solves once more what a link left out, and goes to where it was. @param {string} method @param {number} at */
async function findAgain(method, at) {
  const { options } = store.state;
  store.set(() => ({ options: { ...options, method } }));
  await solve();
  seek(at);
}

/** What a link says that is not known here. @param {string[]} unknown */
function noteOf(unknown) {
  return unknown.length
    ? { words: /** @type {import('../core/types.js').Told} */ (['link.unknown', { what: unknown.join(', ') }]), undo: false }
    : null;
}

/** A link that is no puzzle, as text with its mistake: what the page knows of it, or what the server says. @param {import('../core/hash.js').BadLink} found */
async function showBad({ bad, workspace, why, column = 1, width = 1 }) {
  if (!why) {
    await takeText(bad);
    return;
  }
  const message = t(...why);
  const last = bad.split('\n').length;
  const margin = ' '.repeat(String(last).length);
  const lines = bad.split('\n').map((line, at) => `${String(at + 1).padStart(margin.length)} | ${line}`);
  const snippet = `${lines.join('\n')}\n${margin} | ${' '.repeat(column - 1)}${'^'.repeat(width)}`;
  say(message);
  const mistake = { message, told: why, snippet, line: last, column };
  store.set((state) => ({ [workspace]: { ...state[workspace], text: bad, mistake, note: null } }));
}

/** The puzzle whose address was written last. @type {string | null} */
let shown = null;

/** A link to a state of this page. @param {string} hash @param {string} words */
export function link(hash, words) {
  const open = (/** @type {MouseEvent} */ event) => {
    event.preventDefault();
    store.set(() => ({ dialog: null }));
    openLink(hash);
  };
  return h('a', { href: hash, onclick: open }, words);
}

/** Opens a link of this page, as a page to come back from. @param {string} hash */
async function openLink(hash) {
  written = hash;
  history.pushState(null, '', hash);
  await openAddress().catch(fail);
  shown = puzzleOf(store.state);
}

/** Writes the state into the address. Another puzzle is a page to come back to; another state of it is the same page. */
function write() {
  const { doc } = store.state;
  if (doc.workspace === 'pack' && !doc.pack.model) return;
  const [hash, own] = [toHash(store.state), puzzleOf(store.state)];
  const isOther = shown !== null && own !== shown;
  shown = own;
  if (hash === location.hash) return;
  written = hash;
  if (isOther) history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
}

/** Keeps the address up to date, and opens what others write there. */
export function keepAddress() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  write();
  store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(write, REST);
  });
  addEventListener('hashchange', () => {
    if (location.hash === written) return;
    written = location.hash;
    openAddress()
      .then(() => {
        shown = puzzleOf(store.state);
      })
      .catch(fail);
  });
}

/** What makes a puzzle another one: its workspace, board and goal, or its pieces. @param {import('../core/types.js').State} state */
function puzzleOf({ doc }) {
  const { slide, pack } = doc;
  return doc.workspace === 'slide'
    ? `s ${slide.start.join('.')} ${slide.goal.join('.')}`
    : `p ${pack.name ?? pack.text} ${pack.given.join('')}`;
}
