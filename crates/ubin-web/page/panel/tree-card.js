// The nodes of a search tree as cards: the board, the order of expansion, the costs, and what became of it, by shape and word. And the levels of a tree too large to draw.

import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { color } from '../pack/model.js';
import { pathTo } from './study.js';
import { stateAt } from './tree-layout.js';

/** The measures of a node's card. The order of expansion stands left of the board. */
export const CARD = { width: 96, gap: 12, board: 64, text: 50, rise: 32 };
/** Where the board begins: four digits fit before it. */
const MARGIN = 27;
/** How wide a board may be that has the whole card's width, and how high the order above it is. */
const [WHOLE, ORDER] = [CARD.width - 10, 14];
/** Between two layers, in cells. */
const GAP = 0.6;
/** Letters of a line of a card: as they are, and set closer. */
const [WIDE_LETTERS, MOST_LETTERS] = [14, 22];

/** A node in words. @param {any} tree @param {any} node */
export function label(tree, node) {
  const costs = node.f === null || node.f === undefined ? `g ${node.g}` : `g ${node.g} + h ${node.h} = f ${node.f}`;
  const what =
    tree.puzzle === 'slide'
      ? node.move
        ? t('tree.blank', { direction: t(`dir.blank.${node.move}`) })
        : t('tree.start')
      : node.piece
        ? t('tree.places', { letter: node.piece })
        : t('tree.start');
  return `${what}\n${costs}${node.why ? `\n${t(`why.${node.why}`)}` : ''}`;
}

/** @param {import('../core/types.js').State} state @param {any} tree @param {any} own @param {{ x: number, y: number }} pitch @param {number} step @param {{ now: any, chosen: any }} marks */
export function card(state, tree, own, pitch, step, marks) {
  const { node } = own;
  const [x, y] = [own.x * pitch.x, own.y * pitch.y];
  const what = stateAt(node, step);
  const placed = node.piece ? `+${node.piece} · ` : '';
  const costs = node.f === null || node.f === undefined ? `${placed}g ${node.g}` : `${node.g} + ${node.h} = ${node.f}`;
  const word = what === 'pruned' && node.why ? t(`why.${node.why}`) : t(`tree.${what}`);
  const order = node.expanded !== null && node.expanded <= step ? `${node.expanded}` : '';
  const height = CARD.board + CARD.text;
  return h(
    'g',
    {
      key: `n${node.id}`,
      class: `node ${what} ${node === marks.now ? 'now' : ''} ${node === marks.chosen ? 'chosen' : ''}`,
      'data-node': node.id,
      transform: `translate(${x} ${y})`,
    },
    h('title', null, label(tree, node)),
    h('rect', { class: 'frame', width: CARD.width, height, rx: what === 'live' ? 14 : what === 'pruned' ? 0 : 5 }),
    what === 'goal' ? h('rect', { class: 'frame inner', x: 3, y: 3, width: CARD.width - 6, height: height - 6, rx: 3 }) : null,
    what === 'pruned' ? h('path', { class: 'cut', d: `M${CARD.width - 14} 0l14 14` }) : null,
    h('g', { transform: `translate(${MARGIN} 5)` }, tree.puzzle === 'slide' ? miniBoard(tree, node) : miniPack(state, tree, node)),
    order ? h('text', { x: MARGIN - 3, y: 14, class: 'order', 'text-anchor': 'end' }, order) : null,
    h('text', { x: CARD.width / 2, y: CARD.board + 18, 'text-anchor': 'middle' }, costs),
    wordLine(`${node.id + 1} · ${word}`),
    node.more ? h('text', { x: CARD.width / 2, y: CARD.board + 44, 'text-anchor': 'middle', class: 'word' }, `+${node.more}`) : null,
  );
}

/** The line below the costs; a long one is set closer, and a longer one cut. @param {string} words */
function wordLine(words) {
  const cut = words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS - 1)}…` : words;
  const close = cut.length > WIDE_LETTERS ? { textLength: CARD.width - 8, lengthAdjust: 'spacingAndGlyphs' } : {};
  return h('text', { x: CARD.width / 2, y: CARD.board + 32, 'text-anchor': 'middle', class: 'word', ...close }, cut);
}

/** @param {any} tree @param {any} node */
function miniBoard(tree, node) {
  const size = CARD.board / Math.max(tree.rows, tree.cols) - 1;
  return node.board.map((/** @type {number} */ tile, /** @type {number} */ cell) => {
    const [row, col] = [Math.floor(cell / tree.cols), cell % tree.cols];
    return tile === 0
      ? null
      : h(
          'g',
          { key: cell, transform: `translate(${col * (size + 1)} ${row * (size + 1)})` },
          h('rect', { class: 'tile', width: size, height: size, rx: 1.5 }),
          h(
            'text',
            {
              x: size / 2,
              y: size / 2 + size * 0.24,
              'text-anchor': 'middle',
              style: { 'font-size': `${size * (tile > 99 ? 0.5 : 0.68)}px` },
            },
            tile,
          ),
        );
  });
}

/** The pieces that lay there before, paler, and those down to this node: one square a cell, layers side by side. @param {import('../core/types.js').State} state @param {any} tree @param {any} node */
function miniPack({ doc }, tree, node) {
  const { model } = doc.pack;
  if (!model) return null;
  // The layers of a pyramid are smaller and smaller.
  const sides = Array.from({ length: tree.height ?? 1 }, (_, layer) => tree.cols - (model.kind === 'pyramid' ? layer : 0));
  const starts = sides.map((_, layer) => sides.slice(0, layer).reduce((sum, side) => sum + side + GAP, 0));
  const across = starts[sides.length - 1] + sides[sides.length - 1];
  // A board that is wide has the card's width, below the order of expansion.
  const isWide = (tree.rows / across) * WHOLE <= CARD.board - ORDER;
  const size = isWide ? WHOLE / across : Math.min(CARD.board / across, CARD.board / tree.rows);
  const [left, top] = isWide
    ? [(CARD.width - WHOLE) / 2 - MARGIN, CARD.board - size * tree.rows]
    : [(CARD.board - size * across) / 2, (CARD.board - size * tree.rows) / 2];
  const path = pathTo(tree, node).filter(({ piece }) => piece);
  const frames = sides.map((side, layer) => {
    const high = model.kind === 'pyramid' ? side : tree.rows;
    return h('rect', { key: layer, class: 'outer', x: left + starts[layer] * size, y: top, width: side * size, height: high * size });
  });
  const square = (/** @type {string} */ key, /** @type {number[]} */ [layer, row, col], /** @type {string} */ letter, kind = '') =>
    h('rect', {
      key,
      class: kind,
      x: left + (starts[layer] + col) * size,
      y: top + row * size,
      width: size,
      height: size,
      fill: color(model, letter).fill,
    });
  /** The pieces on the board when the tree was grown. @type {Record<string, number[]>} */
  const before = tree.of?.[1] ?? {};
  return [
    frames,
    ...Object.entries(before).flatMap(([letter, cells]) =>
      cells.map((cell) => {
        const [row, col, layer] = model.cells[cell];
        return square(`${letter}.${cell}`, [layer, row, col], letter, 'before');
      }),
    ),
    ...path.flatMap(({ id, piece, placement }) =>
      placement.map((/** @type {number[]} */ place, /** @type {number} */ at) =>
        square(
          `${id}.${at}`,
          place.map((n) => n - 1),
          piece,
        ),
      ),
    ),
  ];
}

/** Every level in numbers, where the tree is larger than the list. @param {any} tree */
export function histogram(tree) {
  const most = Math.max(...tree.levels.map((/** @type {any} */ level) => level.made), 1);
  const bounds = tree.rounds.filter((/** @type {any} */ bound) => bound !== null);
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'levels-title' },
    h('h3', { id: 'levels-title' }, t('tree.levels')),
    h(
      'p',
      { class: 'small' },
      t('tree.cap', { n: num(tree.made) }),
      bounds.length ? ` ${t('tree.bounds', { list: bounds.join(', ') })}` : '',
    ),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('tree.levels') },
      h(
        'table',
        { class: 'levels' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, 'g'),
            h('th', { scope: 'col' }, t('tree.madeShort')),
            h('th', { scope: 'col' }, t('tree.expanded')),
            h('th', { scope: 'col' }, t('tree.pruned')),
          ),
        ),
        h(
          'tbody',
          null,
          tree.levels.map((/** @type {any} */ level, /** @type {number} */ g) =>
            h(
              'tr',
              { key: g },
              h('th', { scope: 'row' }, g),
              h(
                'td',
                null,
                h('span', null, num(level.made)),
                h('span', { class: 'bar', style: { width: `${(level.made / most) * 100}%` } }),
              ),
              h('td', null, num(level.expanded)),
              h('td', null, num(level.pruned)),
            ),
          ),
        ),
      ),
    ),
  );
}
