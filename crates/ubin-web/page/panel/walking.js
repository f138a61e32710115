// What walking distance looks up, as two tables beside the board: how many tiles of each row stand in each row, and the same of columns.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { WALKING, standing } from '../slide/bounds.js';

/** @param {import('../core/types.js').State} state @param {any} tree @param {any} node */
export function walkingTables({ doc }, tree, node) {
  if (tree.heuristic !== WALKING || !node.board) return null;
  const { rows, cols, goal } = doc.slide;
  const counts = standing(node.board, goal, rows, cols);
  return h(
    'section',
    { class: 'walking', 'aria-labelledby': 'walking-title', key: 'walking' },
    h('h3', { id: 'walking-title' }, t('walking.title')),
    h('p', { class: 'small' }, t('walking.how')),
    h('div', { class: 'walking-tables' }, countTable('row', counts.rows), countTable('col', counts.cols)),
  );
}

/** @param {'row' | 'col'} line @param {number[][]} counts */
function countTable(line, counts) {
  const name = (/** @type {number} */ at) => t(`walking.${line}`, { n: at + 1 });
  return h(
    'table',
    { class: 'counts', key: line, id: `walking-${line}` },
    h('caption', null, t(`walking.${line}s`)),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('td', null),
        counts.map((_, to) => h('th', { scope: 'col', key: to, 'aria-label': t(`walking.of.${line}`, { n: to + 1 }) }, to + 1)),
      ),
    ),
    h(
      'tbody',
      null,
      counts.map((own, at) =>
        h(
          'tr',
          { key: at },
          h('th', { scope: 'row' }, name(at)),
          own.map((count, to) => h('td', { key: to, class: at === to ? 'own' : count ? 'away' : 'none' }, count)),
        ),
      ),
    ),
  );
}
