// Begins the page: the views are made known, the address is read, and what must stay up to date is watched.

import './core/looks.js';
import './core/screen.js';
import { store } from './state.js';
import { ask } from './core/api.js';
import { beginEngine } from './engine/engine.js';
import { keepPage } from './engine/update.js';
import { fail } from './core/jobs.js';
import { learn } from './core/i18n.js';
import { keepUpToDate as watchSlide } from './slide/search.js';
import { keepUpToDate as watchPack } from './pack/search.js';
import { keepGrown } from './panel/tree-search.js';
import { watchGames } from './play/timer.js';
import { readAgain } from './slide/text-box.js';
import { loadTables } from './slide/tables-card.js';
import { openFirst } from './pack/open.js';
import { keepAddress, openAddress, showAddress } from './shell/address.js';
import { listenToKeys } from './shell/keys.js';
import { listenToDrops } from './shell/drops.js';
import { showEmbedded } from './shell/embed.js';
import './shell/notice.js';
import './shell/bar.js';
import './shell/columns.js';
import './shell/dialogs.js';
import './print/sheets.js';

/** What the document says of the engine before it is asked: words of menus, built-in sets, and sentences of its codes. */
function takeKnown() {
  const { sentences = {}, ...known } = JSON.parse(document.getElementById('known')?.textContent ?? '{}');
  learn(sentences);
  store.set((state) => ({ server: { ...state.server, ...known } }));
}

/** Asks what the engine allows; and of a server that came back, which may be another one, what else it knows. */
async function loadEngine() {
  const { returns } = store.state.server;
  const [health, sets, words] = await Promise.all([ask('health'), ...(returns ? [ask('sets'), ask('words')] : [])]);
  store.set((state) => ({ server: { ...state.server, health, ...(returns ? { sets, words } : {}) } }));
}

/** Opens what the address says, and the other family's first board, which the engine must read: who slides tiles does not wait for it. */
async function openBoards() {
  await openAddress({ first: true });
  showEmbedded();
  await openPack();
}

/** Opens a packing board where there is none. */
async function openPack() {
  if (store.state.doc.pack.model) return;
  const first = openFirst();
  if (store.state.doc.workspace === 'pack') await first;
  else first.catch(fail);
}

/** After an engine that was lost is back: its words, what is in the text box, and a board that could not be read. */
async function goOn() {
  await loadEngine();
  await readAgain();
  await (store.state.doc.workspace === 'pack' && !store.state.doc.pack.model ? openBoards() : openPack());
}

beginEngine((health) => {
  store.set((state) => {
    const { server } = state;
    return { server: { ...server, gone: health === null, health: health ?? server.health, returns: server.returns + (health ? 1 : 0) } };
  });
});
takeKnown();
// Nobody sees another board first.
showEmbedded();
showAddress();
watchSlide();
watchPack();
keepGrown();
watchGames();
listenToKeys();
listenToDrops();
try {
  // The address first: a link's board is there before anything is asked.
  await openBoards();
} catch (error) {
  fail(error);
}
keepAddress();
loadEngine().catch(fail);
loadTables();
let { returns } = store.state.server;
store.subscribe(() => {
  if (store.state.server.returns === returns) return;
  returns = store.state.server.returns;
  goOn().catch(fail);
});
document.documentElement.dataset.ready = 'true';
performance.mark('ready');
// After everything else: what is kept is loaded once more.
keepPage(() => store.set((state) => ({ server: { ...state.server, isNew: true } })));
