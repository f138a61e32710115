// The address of the page: a link is opened, and the state is written back into it.

import { store } from '../state.js';
import { fromHash, toHash } from '../core/hash.js';
import { fail } from '../core/jobs.js';
import { t } from '../core/i18n.js';
import { say } from '../core/say.js';
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
  store.set(() => ({ panel: found.panel }));
  if (found.workspace === 'slide') {
    change((doc) => ({ ...doc, workspace: 'slide', slide: found.slide }));
    store.set((state) => ({
      options: { ...state.options, ...found.options },
      slide: { ...state.slide, text: null, mistake: null, note: noteOf(found.unknown) },
    }));
    return;
  }
  const { name, text, marks, noFlip } = found;
  if (!name) await openText(text, { marks, noFlip, silently: first });
  else if (setNamed(name)) await openSet(name, { marks, noFlip, silently: first });
  else {
    change((doc) => ({ ...doc, workspace: 'pack' }));
    await showBad({ bad: name, workspace: 'pack', why: ['pack.noSet', { name }], column: 1, width: name.length });
  }
  if (found.unknown.length) store.set((state) => ({ pack: { ...state.pack, note: noteOf(found.unknown) } }));
}

/** What a link says that is not known here. @param {string[]} unknown */
function noteOf(unknown) {
  return unknown.length ? { words: t('link.unknown', { what: unknown.join(', ') }), undo: false } : null;
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
  const snippet = `${lines.join('\n')}\n${margin} | ${' '.repeat(column - 1)}${'^'.repeat(width)} ${message}`;
  say(message);
  const mistake = { message, snippet, line: last, column };
  store.set((state) => ({ [workspace]: { ...state[workspace], text: bad, mistake, note: null } }));
}

/** Keeps the address up to date, and opens what others write there. */
export function keepAddress() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  store.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { doc } = store.state;
      if (doc.workspace === 'pack' && !doc.pack.model) return;
      const hash = toHash(store.state);
      if (hash === location.hash) return;
      written = hash;
      history.replaceState(null, '', hash);
    }, REST);
  });
  addEventListener('hashchange', () => {
    if (location.hash !== written) openAddress().catch(fail);
  });
}
