// The method as pseudocode, with the lines lit that a step has run.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { childrenOf, isEnd, keyOf, nextOf, nodeOf } from './study.js';

/** The lines of a kind of search: how far each is set in. @type {Record<string, number[]>} */
const CODE = {
  best: [0, 0, 1, 1, 1, 2, 2, 0],
  wide: [0, 0, 1, 1, 2, 2, 2, 0],
  ida: [0, 0, 1, 2, 2, 2, 1],
  place: [0, 1, 1, 1, 2, 2, 2],
  brute: [0, 1, 2, 2, 1],
  beam: [0, 0, 1, 1],
};
/** By method. @type {Record<string, string>} */
const KINDS = { bfs: 'wide', ida: 'ida', beam: 'beam', backtrack: 'place', cover: 'place', 'brute-force': 'brute' };

/** @param {any} tree */
function kindOf(tree) {
  return KINDS[tree.method] ?? 'best';
}

/** The lines that a step has run, from 1. @param {any} tree @param {number} step @returns {number[]} */
export function litLines(tree, step) {
  const kind = kindOf(tree);
  if (step === 0) return [1];
  const node = nodeOf(tree, step);
  const end = isEnd(tree, step);
  const given = childrenOf(tree, node).some((child) => child.state === 'pruned' && child.ended === step);
  const first = node.parent === null && node.round > 0;
  switch (kind) {
    case 'best':
      return end ? (node.state === 'goal' ? [3, 4] : [8]) : [3, 5, ...(given ? [6] : []), 7];
    case 'ida':
      return end ? [5] : [...(first ? [7, 2] : []), 3, ...(given ? [4] : []), 6];
    case 'wide':
      return end ? (node.state === 'goal' ? [5] : [8]) : [3, 4, ...(given ? [6] : []), 7];
    case 'beam':
      return end ? [2] : nextOf(tree, step)?.g === node.g ? [3] : [3, 4];
    case 'brute':
      return end ? [4] : [2, 3];
    default:
      return end ? [2] : [3, 4, ...(given ? [5] : []), 6];
  }
}

/** @param {any} tree @param {number} step */
export function pseudocode(tree, step) {
  const kind = kindOf(tree);
  const lit = new Set(litLines(tree, step));
  const key = t(`code.key.${keyOf(tree) ?? 'f'}`);
  return h(
    'section',
    { class: 'code', 'aria-labelledby': 'code-title', key: 'code' },
    h('h3', { id: 'code-title' }, t('code.title')),
    h(
      'ol',
      { class: 'code-lines' },
      CODE[kind].map((deep, at) =>
        h(
          'li',
          { key: at, class: lit.has(at + 1) ? 'lit' : '', style: { '--deep': deep }, 'aria-current': lit.has(at + 1) ? 'step' : undefined },
          t(`code.${kind}.${at + 1}`, { key }),
        ),
      ),
    ),
  );
}
