// Begins the page: the views are made known, the address is read, and what must stay up to date is watched.

import './core/looks.js';
import './core/screen.js';
import { store } from './state.js';
import { fromHash, toHash } from './core/hash.js';
import { ask } from './core/api.js';
import { fail } from './core/jobs.js';
import { keepUpToDate as watchSlide } from './slide/search.js';
import { keepUpToDate as watchPack } from './pack/search.js';
import { takeText } from './slide/text-box.js';
import { loadTables } from './slide/tables-card.js';
import { openFirst, openSet, openText } from './pack/open.js';
import { listenToKeys } from './shell/keys.js';
import { listenToDrops } from './shell/drops.js';
import './shell/bar.js';
import './shell/columns.js';
import './shell/dialogs.js';

/** Browsers refuse to have their address changed too often. */
const ADDRESS_REST = 250;

/** The address, as this page wrote it last: a change by someone else is a link to open. */
let written = '';

/** Opens what the address says. */
async function openAddress() {
  const found = fromHash(location.hash);
  if (!found) return;
  if ('bad' in found) {
    await takeText(found.bad);
    return;
  }
  store.set(() => ({ panel: found.panel }));
  if (found.workspace === 'slide') {
    store.edit((doc) => ({ ...doc, workspace: 'slide', slide: found.slide }));
    store.set((state) => ({
      options: { ...state.options, ...found.options },
      slide: { ...state.slide, text: null, mistake: null, hint: null, tree: null, compare: null },
    }));
  } else if (found.name) {
    await openSet(found.name, found.placed, { noFlip: found.noFlip });
  } else {
    await openText(found.text, { placed: found.placed, noFlip: found.noFlip });
  }
}

function keepAddress() {
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
    }, ADDRESS_REST);
  });
  addEventListener('hashchange', () => {
    if (location.hash !== written) openAddress().catch(fail);
  });
}

async function loadServer() {
  const [health, sets] = await Promise.all([ask('health'), ask('sets')]);
  store.set((state) => ({ server: { ...state.server, health, sets } }));
  if (!store.state.doc.pack.model) await openFirst();
}

watchSlide();
watchPack();
listenToKeys();
listenToDrops();
try {
  await loadServer();
  await openAddress();
} catch (error) {
  fail(error);
}
keepAddress();
loadTables();
// A server that came back may be another one.
let { returns } = store.state.server;
store.subscribe(() => {
  if (store.state.server.returns === returns) return;
  returns = store.state.server.returns;
  loadServer().catch(fail);
});
document.documentElement.dataset.ready = 'true';
