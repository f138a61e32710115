// The live nodes beside the tree: in the order in which they wait, ties together, the next one marked.

import { h } from '../core/dom.js';
import { num, t, tn } from '../core/i18n.js';
import { boundAt, keyOf, nextOf, queueAt, ties } from './study.js';
import { press } from './study-actions.js';

/** More than are looked at. */
const MOST = 60;

/** @param {import('../core/types.js').State} state @param {any} tree @param {number} step */
export function queue({ study }, tree, step) {
  const live = queueAt(tree, step);
  const next = study.predict ? null : nextOf(tree, step);
  const key = keyOf(tree);
  const [shown, bound] = [live.slice(0, MOST), boundAt(tree, step)];
  return h(
    'section',
    { class: 'queue', 'aria-labelledby': 'queue-title', key: 'queue' },
    h('h3', { id: 'queue-title' }, t('queue.title', { n: num(live.length) })),
    h('p', { class: 'small' }, t(key ? `queue.by.${key}` : 'queue.deep')),
    bound ? h('p', { class: 'small', id: 'bound' }, tn('queue.bound', bound)) : null,
    h(
      'ol',
      { class: 'queue-list', 'data-live': live.length },
      ties(tree, shown).map((group, at) =>
        h(
          'li',
          { key: at },
          group.key === null ? null : h('span', { class: 'queue-key' }, `${t(`queue.key.${key}`)} = ${group.key}`),
          h(
            'span',
            { class: 'queue-nodes' },
            group.nodes.map((node) => entry(node, next, study.node)),
          ),
        ),
      ),
    ),
    live.length > MOST ? h('p', { class: 'small' }, t('queue.rest', { n: num(live.length - MOST) })) : null,
    live.length === 0 ? h('p', { class: 'small' }, t('queue.empty')) : null,
  );
}

/** @param {any} node @param {any} next @param {number | null} chosen */
function entry(node, next, chosen) {
  const isNext = node === next;
  const costs = node.h === null || node.h === undefined ? `g ${node.g}` : `${node.g}+${node.h}`;
  return h(
    'button',
    {
      type: 'button',
      key: node.id,
      class: `queued ${isNext ? 'next' : ''}`,
      'data-node': node.id,
      'aria-pressed': chosen === node.id,
      onclick: () => press(node.id),
    },
    h('span', { class: 'hidden' }, t('queue.node')),
    h('b', null, ` ${node.id + 1} `),
    h('span', null, node.piece ?? costs),
    isNext ? h('i', null, ` ${t('queue.next')}`) : null,
  );
}
