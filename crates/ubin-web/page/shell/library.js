// The library: puzzles under names of one's own, and the games that were played, kept in the browser and taken along as one file.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../core/icons.js';
import { button, input } from '../core/parts.js';
import { link } from './address.js';
import { download, openFile } from '../core/files.js';
import { say } from '../core/say.js';
import { fromHash, toHash } from '../core/hash.js';
import { store } from '../state.js';
import { games, isGame, keepGames } from '../play/records.js';
import { setPicture } from '../pack/sources.js';
import { boardPicture } from '../slide/sources.js';

/** @typedef {{ name: string, link: string, when: number }} Kept */

const KEPT = 'ubin-library';
/** What the file says that it is. */
const FORM = 'ubin-library-1';

/** @returns {Kept[]} the newest first */
export function kept() {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(list) ? list.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** @param {any} one @returns {one is Kept} */
function isKept(one) {
  return typeof one?.name === 'string' && /^#[sp]\//.test(one?.link) && Number.isFinite(one?.when);
}

/** @param {Kept[]} list */
function keep(list) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list));
  } catch {
    say(t('library.full'));
  }
  // The dialog reads the list again.
  store.set((state) => ({ library: state.library + 1 }));
}

/** Lists joined, the newest first, nothing twice. @template {{ when: number }} T @param {T[]} a @param {T[]} b @returns {T[]} */
export function joined(a, b) {
  const known = new Map([...b, ...a].map((one) => [JSON.stringify(one), one]));
  return [...known.values()].sort((one, other) => other.when - one.when);
}

function save() {
  const { state } = store;
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('library-name'));
  const name = field?.value.trim() || suggestion(state);
  keep([{ name, link: toHash({ ...state, panel: 'puzzle' }), when: Date.now() }, ...kept()]);
  if (field) field.value = '';
  say(t('library.saved', { name }));
}

/** A name for what is on the stage. @param {import('../core/types.js').State} state */
function suggestion({ doc }) {
  return doc.workspace === 'slide' ? `${doc.slide.rows}x${doc.slide.cols}` : (doc.pack.name ?? t('play.own'));
}

function exportAll() {
  download('ubin-library.json', `${JSON.stringify({ form: FORM, puzzles: kept(), games: games() }, null, 2)}\n`);
}

async function importAll() {
  const text = await openFile();
  if (text === null) return;
  try {
    const file = JSON.parse(text);
    if (file.form !== FORM) throw new Error('another form');
    keepGames(joined(games(), (file.games ?? []).filter(isGame)));
    keep(joined(kept(), (file.puzzles ?? []).filter(isKept)));
    store.set(() => ({ failure: null }));
  } catch {
    store.set(() => ({ failure: t('library.wrong') }));
  }
}

/** What a link shows, small: its board, or its set. @param {string} hash @param {import('../core/types.js').State} state */
function picture(hash, { server }) {
  const found = fromHash(hash, server.words);
  if (!found || 'bad' in found) return h('span', null);
  if (found.workspace === 'slide') return boardPicture(found.slide.start, found.slide.rows, found.slide.cols);
  const set = server.sets.find(({ name }) => name === found.name);
  return set ? setPicture(set.text) : icon('panel');
}

/** The dialog's body. @param {import('../core/types.js').State} state */
export function library(state) {
  const list = kept();
  return [
    h(
      'div',
      { class: 'fields' },
      input({ id: 'library-name', label: t('library.name', { what: suggestion(state) }), value: '', onchange: () => {} }),
      button({ label: t('library.save'), icon: 'keep', kind: 'primary', onclick: save, id: 'library-save' }),
    ),
    list.length === 0 ? h('p', { class: 'small' }, t('library.empty')) : null,
    h(
      'ul',
      { class: 'plain', id: 'library-list' },
      list.map((one) =>
        h(
          'li',
          { key: `${one.when}${one.name}`, class: 'kept' },
          picture(one.link, state),
          link(one.link, one.name),
          h('span', { class: 'small' }, one.link.startsWith('#s') ? t('workspace.slide') : t('workspace.pack')),
          button({
            label: t('library.remove', { name: one.name }),
            icon: 'bin',
            bare: true,
            onclick: () => keep(list.filter((other) => other !== one)),
          }),
        ),
      ),
    ),
    h(
      'div',
      { class: 'actions left' },
      button({ label: t('library.export'), icon: 'share', onclick: exportAll, id: 'library-export' }),
      button({ label: t('library.import'), icon: 'file', onclick: importAll, id: 'library-import' }),
    ),
    h('p', { class: 'small' }, t('library.about')),
  ];
}
