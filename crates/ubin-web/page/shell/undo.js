// Back and forth through what was done, in either workspace.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button } from '../core/parts.js';
import { store } from '../state.js';

/** A game may be played without taking moves back. */
export function mayUndo() {
  const { play } = store.state;
  return !play.on || play.undo;
}

/** The two buttons. */
export function undoButtons() {
  const { past, future } = store;
  return h(
    'span',
    { class: 'pair' },
    button({
      label: t('undo'),
      icon: 'undo',
      bare: true,
      onclick: () => store.undo(),
      disabled: past.length === 0 || !mayUndo(),
      id: 'undo',
    }),
    button({ label: t('redo'), icon: 'redo', bare: true, onclick: () => store.redo(), disabled: future.length === 0, id: 'redo' }),
  );
}
