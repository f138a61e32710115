// Begins the page: the views are made known, the address is read, and what must stay up to date is watched.

import './core/looks.js';
import './core/screen.js';
import { store } from './state.js';
import { ask } from './core/api.js';
import { fail } from './core/jobs.js';
import { keepUpToDate as watchSlide } from './slide/search.js';
import { keepUpToDate as watchPack } from './pack/search.js';
import { readAgain } from './slide/text-box.js';
import { loadTables } from './slide/tables-card.js';
import { openFirst } from './pack/open.js';
import { keepAddress, openAddress } from './shell/address.js';
import { listenToKeys } from './shell/keys.js';
import { listenToDrops } from './shell/drops.js';
import './shell/bar.js';
import './shell/columns.js';
import './shell/dialogs.js';

async function loadServer() {
  const [health, sets, words] = await Promise.all([ask('health'), ask('sets'), ask('words')]);
  store.set((state) => ({ server: { ...state.server, health, sets, words } }));
  if (!store.state.doc.pack.model) await openFirst();
}

watchSlide();
watchPack();
listenToKeys();
listenToDrops();
try {
  await loadServer();
  await openAddress({ first: true });
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
  loadServer().then(readAgain).catch(fail);
});
document.documentElement.dataset.ready = 'true';
