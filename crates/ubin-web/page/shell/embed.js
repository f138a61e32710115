// `?embed=play|tree|pack`: the page in a frame of slides or of a course. The board and its controls are shown, and nothing that leads away.

import { store } from '../state.js';

const KINDS = ['play', 'tree', 'pack'];

/** What the address asks to be shown in a frame. @param {string} search @returns {string | null} */
export function embedded(search) {
  const kind = new URLSearchParams(search).get('embed');
  return kind !== null && KINDS.includes(kind) ? kind : null;
}

/** Shows what a frame asks for: the tree has its tab, the other two their workspace. */
export function showEmbedded() {
  const kind = embedded(location.search);
  if (!kind) return;
  document.documentElement.dataset.embed = kind;
  if (kind === 'tree') store.set(() => ({ panel: 'tree' }));
  if (kind === 'pack' && !location.hash) store.amend((doc) => ({ ...doc, workspace: 'pack' }));
}
