// `?embed=play|tree|pack`: the page in a frame of slides or of a course. The board and its controls are shown, and nothing that leads away.

import { store } from '../state.js';

const KINDS = ['play', 'tree', 'pack'];

const asked = new URLSearchParams(location.search).get('embed') ?? '';
/** What this frame shows. */
const kind = KINDS.includes(asked) ? asked : null;
// Before anything is drawn: nobody sees the whole page first.
if (kind) document.documentElement.dataset.embed = kind;

/** Shows what a frame asks for: the tree has its tab, the other two their workspace. */
export function showEmbedded() {
  if (kind === 'tree') store.set(() => ({ panel: 'tree' }));
  if (kind === 'pack' && !location.hash) store.amend((doc) => ({ ...doc, workspace: 'pack' }));
}
