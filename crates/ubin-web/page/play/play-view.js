// The Play tab: a game against the clock, and what was played before.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { clock, num, t, tn } from '../core/i18n.js';
import { button, facts, toggle } from '../core/parts.js';
import { link as linkTo } from '../shell/address.js';
import { averageOf, bestOf, games } from './records.js';
import { giveUpGame, newGame, setPlay, startGame } from './timer.js';

/** So many games are listed. */
const LISTED = 12;

class PlayTab extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, play, settings, server }) {
    return [doc.slide.rows, doc.slide.cols, doc.slide.moves === '', play, settings.language, server.gone];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { rows, cols } = state.doc.slide;
    return [gameCard(state), recordsCard(`${rows}x${cols}`)];
  }
}

/** @param {import('../core/types.js').State} state */
function gameCard({ play, server }) {
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'play-title' },
    h('h3', { id: 'play-title' }, t('play.title')),
    h('p', { class: 'small' }, t('play.about')),
    h(
      'div',
      { class: 'actions left' },
      play.on
        ? button({ key: 'give-up', label: t('play.giveUp'), icon: 'stop', onclick: giveUpGame, id: 'give-up' })
        : button({
            key: 'game',
            label: t('play.new'),
            icon: 'clock',
            kind: 'primary',
            onclick: newGame,
            disabled: server.gone,
            id: 'game',
          }),
      play.on ? null : button({ label: t('play.this'), onclick: startGame, id: 'game-here' }),
    ),
    toggle({
      id: 'inspection',
      label: t('play.inspection'),
      checked: play.inspection,
      onchange: (inspection) => setPlay({ inspection }),
      disabled: play.on,
    }),
    toggle({ id: 'allow-undo', label: t('play.undo'), checked: play.undo, onchange: (undo) => setPlay({ undo }), disabled: play.on }),
  );
}

/** The games of a size, and their averages. @param {string} size */
export function recordsCard(size) {
  const own = games().filter((game) => game.size === size || game.size.startsWith(`${size} `));
  const best = bestOf(own);
  const shown = (/** @type {number | null | undefined} */ ms) => (ms === null || ms === undefined ? '–' : clock(ms));
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'records-title' },
    h('h3', { id: 'records-title' }, t('records.title', { size })),
    facts([
      [t('records.best'), shown(best?.ms)],
      [t('records.fewest'), best ? num(best.moves) : '–'],
      [t('records.five'), shown(averageOf(own, 5))],
      [t('records.twelve'), shown(averageOf(own, 12))],
    ]),
    own.length
      ? h(
          'ol',
          { class: 'games', 'aria-label': t('records.list') },
          own.slice(0, LISTED).map((game) => gameRow(game)),
        )
      : h('p', { class: 'small' }, t('records.none')),
  );
}

/** @param {import('./records.js').Game} game */
function gameRow({ ms, moves, shortest, hints, link, when }) {
  const words = [
    t('records.moves', { n: num(moves) }),
    shortest === null ? '' : t('records.shortest', { n: num(shortest) }),
    hints ? tn('records.hints', hints) : '',
  ];
  return h(
    'li',
    { key: when, class: 'game-row' },
    h('b', null, clock(ms)),
    h('span', { class: 'small' }, words.filter(Boolean).join(', ')),
    linkTo(link, t('records.replay')),
  );
}

define('ubin-play', PlayTab);
