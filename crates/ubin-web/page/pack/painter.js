// The piece painter: a new piece cell by cell, in space layer by layer, as many copies as wanted; pieces can be taken out.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, input } from '../core/parts.js';
import { store } from '../state.js';
import { isFlat } from './model.js';
import { rewrite, show } from './open.js';
import { freeLetter, painted, split } from './text.js';

const SIDE = 5;
const EMPTY = { cells: /** @type {string[]} */ ([]), copies: 1, layer: 0 };
/** Layers of a piece in space. */
const LAYERS = 4;

/** @param {import('../core/types.js').State} state */
export function painterCard({ doc, pack, server }) {
  const { text, model } = doc.pack;
  if (!model || !text) return null;
  const { cells, copies, layer } = pack.painter ?? EMPTY;
  const on = new Set(cells);
  const set = (/** @type {Partial<typeof EMPTY>} */ part) => show({ painter: { ...(store.state.pack.painter ?? EMPTY), ...part } });
  const flip = (/** @type {string} */ cell) =>
    set({ cells: on.has(cell) ? cells.filter((/** @type {string} */ other) => other !== cell) : [...cells, cell] });
  const grid = Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [row, col] = [Math.floor(at / SIDE), at % SIDE];
    const cell = `${row},${col},${layer}`;
    return h('button', {
      type: 'button',
      key: at,
      // What lies below shows through.
      class: `mini ${on.has(cell) ? 'on' : on.has(`${row},${col},${layer - 1}`) ? 'below' : ''}`,
      'aria-pressed': on.has(cell),
      'aria-label': t('mask.cell', { row: row + 1, col: col + 1 }),
      onclick: () => flip(cell),
    });
  });
  const { pieces } = split(text);
  return h(
    'details',
    { class: 'card' },
    h('summary', null, h('h3', null, t('painter.title'))),
    h('p', { class: 'small' }, t(isFlat(model) ? 'painter.how' : 'painter.howSpace')),
    isFlat(model) ? null : layerTabs(layer, cells, set),
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

/** The layers of a piece in space, with how many cells each has. @param {number} layer @param {string[]} cells @param {(part: Partial<typeof EMPTY>) => void} set */
function layerTabs(layer, cells, set) {
  return h(
    'div',
    { class: 'chips', role: 'group', 'aria-label': t('space.layers') },
    [...Array(LAYERS).keys()].map((own) => {
      const count = cells.filter((cell) => cell.endsWith(`,${own}`)).length;
      return h(
        'button',
        { type: 'button', class: 'chip', key: own, 'data-layer': own, 'aria-pressed': own === layer, onclick: () => set({ layer: own }) },
        `${t('space.layer', { n: own + 1 })}${count ? ` (${count})` : ''}`,
      );
    }),
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
