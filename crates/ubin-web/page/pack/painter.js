// The piece painter: a new piece cell by cell, as many copies as wanted; pieces can be taken out.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, input } from '../core/parts.js';
import { store } from '../state.js';
import { rewrite, show } from './open.js';
import { freeLetter, painted, split } from './text.js';

const SIDE = 5;
const EMPTY = { cells: /** @type {string[]} */ ([]), copies: 1 };

/** @param {import('../core/types.js').State} state */
export function painterCard({ doc, pack, server }) {
  const { text, model } = doc.pack;
  if (!model || !text) return null;
  const { cells, copies } = pack.painter ?? EMPTY;
  const on = new Set(cells);
  const set = (/** @type {Partial<typeof EMPTY>} */ part) => show({ painter: { ...(store.state.pack.painter ?? EMPTY), ...part } });
  const flip = (/** @type {string} */ cell) =>
    set({ cells: on.has(cell) ? cells.filter((/** @type {string} */ other) => other !== cell) : [...cells, cell] });
  const grid = Array.from({ length: SIDE * SIDE }, (_, at) => {
    const cell = `${Math.floor(at / SIDE)},${at % SIDE}`;
    return h('button', {
      type: 'button',
      key: cell,
      class: `mini ${on.has(cell) ? 'on' : ''}`,
      'aria-pressed': on.has(cell),
      'aria-label': t('mask.cell', { row: Math.floor(at / SIDE) + 1, col: (at % SIDE) + 1 }),
      onclick: () => flip(cell),
    });
  });
  const { pieces } = split(text);
  return h(
    'details',
    { class: 'card' },
    h('summary', null, h('h3', null, t('painter.title'))),
    h('p', { class: 'small' }, t('painter.how')),
    h('div', { class: 'painter', role: 'group', 'aria-label': t('painter.title'), style: { '--cols': SIDE } }, grid),
    h(
      'div',
      { class: 'fields' },
      input({
        id: 'copies',
        label: t('painter.copies'),
        type: 'number',
        min: 1,
        max: 12,
        value: copies,
        onchange: (value) => set({ copies: Math.min(Math.max(1, Number(value) || 1), 12) }),
      }),
      button({ label: t('painter.add'), icon: 'more', disabled: cells.length === 0 || server.gone, onclick: () => add(on, copies) }),
    ),
    h('p', { class: 'small' }, t('painter.remove')),
    h(
      'div',
      { class: 'chips' },
      pieces.map(({ letter }) =>
        h(
          'button',
          {
            type: 'button',
            class: 'chip',
            key: letter,
            disabled: pieces.length === 1 || server.gone,
            'aria-label': t('painter.removeOne', { letter }),
            onclick: () => rewrite((parts) => ({ ...parts, pieces: parts.pieces.filter((piece) => piece.letter !== letter) })),
          },
          letter,
        ),
      ),
    ),
  );
}

/** @param {Set<string>} cells @param {number} copies */
function add(cells, copies) {
  show({ painter: EMPTY });
  return rewrite((parts) => {
    let now = parts;
    for (let n = 0; n < copies; n += 1) {
      const letter = freeLetter(now);
      if (!letter) return now;
      now = { ...now, pieces: [...now.pieces, { letter, lines: painted(cells, letter) }] };
    }
    return now;
  });
}
