// The player: steps through the moves of the line, with the scrubber and the speed.

import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { button, select } from '../core/parts.js';
import { store } from '../state.js';
import { seek } from './actions.js';
import { SPEEDS, first, last, step, togglePlay } from './playback.js';

/** The player; while a search is studied, which has its own, an empty place. @param {import('../core/types.js').State} state @param {boolean} away */
export function player({ doc, slide, settings }, away) {
  const { moves, at, solution } = doc.slide;
  const none = moves.length === 0;
  const set = (/** @type {any} */ part) => store.set((state) => ({ settings: { ...state.settings, ...part } }));
  const bare = (/** @type {string} */ id, /** @type {() => void} */ onclick, /** @type {boolean} */ disabled) =>
    button({ label: t(`player.${id}`), icon: id, bare: true, onclick, disabled, id });
  return h(
    'div',
    { class: away ? 'player away' : 'player', role: 'group', 'aria-label': t('player.label'), key: 'player' },
    h(
      'div',
      { class: 'buttons' },
      bare('first', first, at === 0),
      bare('back', () => step(-1), at === 0),
      button({
        label: slide.playing ? t('player.pause') : t('player.play'),
        icon: slide.playing ? 'pause' : 'play',
        bare: true,
        onclick: togglePlay,
        disabled: none,
        id: 'play',
      }),
      bare('forward', () => step(1), at === moves.length),
      bare('last', last, at === moves.length),
    ),
    h(
      'div',
      { class: 'scrub' },
      h('input', {
        type: 'range',
        id: 'scrubber',
        min: 0,
        max: Math.max(moves.length, 1),
        step: 1,
        value: at,
        disabled: none,
        'aria-label': t('player.scrubber'),
        'aria-valuetext': t('player.at', { at, of: moves.length }),
        oninput: (/** @type {any} */ event) => seek(Number(event.target.value)),
      }),
      marks(moves.length, solution?.from ?? 0),
    ),
    // No output element: it would tell every move of a playback to screen readers.
    h('span', { class: 'count' }, `${at} / ${moves.length}`),
    button({
      label: t('player.loop'),
      icon: 'loop',
      bare: true,
      onclick: () => set({ loop: !settings.loop }),
      pressed: settings.loop,
      id: 'loop',
    }),
    h(
      'span',
      { class: 'speed' },
      select({
        id: 'speed',
        label: t('player.speed'),
        value: String(settings.speed),
        options: SPEEDS.map((speed) => [String(speed), `${num(speed, 2)}×`]),
        onchange: (value) => set({ speed: Number(value) }),
      }),
    ),
  );
}

/** Marks below the scrubber: at round numbers of moves, and where the solution begins. @param {number} length @param {number} from */
function marks(length, from) {
  if (length === 0) return h('div', { class: 'marks' });
  const every = Math.max(1, Math.ceil(length / 80) * 10);
  const tens = Array.from({ length: Math.floor(length / every) + 1 }, (_, at) => at * every);
  return h(
    'div',
    { class: 'marks', 'aria-hidden': true },
    tens.map((at) => h('i', { key: at, style: { left: `${(at / length) * 100}%` } })),
    from > 0 ? h('i', { key: 'from', class: 'from', style: { left: `${(from / length) * 100}%` } }) : null,
  );
}
