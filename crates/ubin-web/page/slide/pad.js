// The number pad of the edit mode: tiles tapped in the order of the board fill one cell after the other.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { current } from './board.js';
import { fill } from './actions.js';

/** The largest board whose numbers are keys; larger ones are typed. */
const MOST_KEYS = 36;

/** @param {import('../core/types.js').State} state */
export function numberPad({ doc, slide }) {
  const board = current(doc.slide);
  if (board.length > MOST_KEYS) return h('p', { class: 'small center pad', key: 'pad' }, t('pad.type'));
  // What stands before the cursor has been put there.
  const done = new Set(board.slice(0, slide.cursor));
  const key = (/** @type {number} */ tile) =>
    h(
      'button',
      {
        type: 'button',
        key: tile,
        class: `pad-key ${done.has(tile) ? 'done' : ''}`,
        'data-pad': tile,
        'aria-label': tile === 0 ? t('pad.blank') : t('pad.tile', { tile }),
        onclick: () => fill(tile),
      },
      tile === 0 ? '␣' : tile,
    );
  return h('div', { class: 'pad', role: 'group', 'aria-label': t('pad.title'), key: 'pad' }, [...board.keys()].slice(1).map(key), key(0));
}
