// Why a board can be solved or cannot: the KURANG table behind the verdict on the stage.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { show } from './actions.js';

/** More numbers than anyone adds up. */
const MOST_ROWS = 400;

/** @param {import('../core/types.js').State} state */
export function checkCard({ slide }) {
  const { check } = slide;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'check-title' },
    h('h3', { id: 'check-title' }, t('check.title')),
    check?.kurang && check.kurang.length <= MOST_ROWS
      ? table(check)
      : check && !check.kurang
        ? h('p', { class: 'small' }, t('check.otherGoal'))
        : null,
  );
}

/** @param {any} check */
function table({ kurang, x, sum }) {
  const light = (/** @type {number | null} */ lit) => () => show({ lit });
  const cells = kurang.length;
  const body = kurang.map((/** @type {number} */ value, /** @type {number} */ at) => {
    const tile = at + 1 === cells ? 0 : at + 1;
    return h(
      'button',
      {
        type: 'button',
        class: 'kurang',
        key: at,
        onmouseenter: light(tile),
        onmouseleave: light(null),
        onfocus: light(tile),
        onblur: light(null),
      },
      h('span', { class: 'hidden' }, t('check.kurangOf', { i: at + 1, n: value })),
      h('span', { class: 'i', 'aria-hidden': true }, at + 1),
      h('b', { 'aria-hidden': true }, value),
    );
  });
  return h(
    'details',
    { class: 'table' },
    h('summary', null, t('check.table')),
    h('div', { class: 'kurangs' }, body),
    h('p', { class: 'small' }, t('check.sum', { total: sum - x, x, sum })),
    h('p', { class: 'small' }, t('check.what')),
  );
}

/** Whether the board is known to have no solution. @param {import('../core/types.js').State} state */
export function unsolvable({ slide }) {
  return slide.check?.solvable === false;
}

/** Why Solve is off, or `null`. @param {import('../core/types.js').State} state */
export function whyNot(state) {
  if (state.server.gone) return t('why.gone');
  return unsolvable(state) ? t('why.unsolvable') : null;
}
