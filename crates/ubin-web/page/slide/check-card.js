// The solvability card: the verdict, and the KURANG table behind it.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, verdict } from '../core/parts.js';
import { makeSolvable, show } from './actions.js';

/** @param {import('../core/types.js').State} state */
export function checkCard({ slide, doc }) {
  const { check } = slide;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'check-title' },
    h('h3', { id: 'check-title' }, t('check.title')),
    check ? words(check) : verdict('wait', t('check.wait')),
    check?.kurang ? table(check) : check ? h('p', { class: 'small' }, t('check.otherGoal')) : null,
    check ? h('p', { class: 'small' }, t('check.misplaced', { n: check.misplaced, of: doc.slide.start.length - 1 })) : null,
    // Last, so that nothing moves away below a pointer when it comes.
    check && !check.solvable ? button({ label: t('check.swap'), icon: 'edit', onclick: makeSolvable, id: 'make-solvable' }) : null,
  );
}

/** @param {any} check */
function words(check) {
  const facts = { sum: check.sum };
  if (check.sum === null) return verdict(check.solvable ? 'ok' : 'bad', t(check.solvable ? 'check.yesParity' : 'check.noParity'));
  return verdict(check.solvable ? 'ok' : 'bad', t(check.solvable ? 'check.yes' : 'check.no', facts));
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

/** Why Solve is off, or `null`. @param {import('../core/types.js').State} state */
export function whyNot({ slide, server }) {
  if (server.gone) return t('why.gone');
  if (slide.check && !slide.check.solvable) return t('why.unsolvable');
  return null;
}
