// The middle column of the sliding workspace: what the search says, the board, the buttons, and the player.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { num, t, tn } from '../core/i18n.js';
import { button, failureLine, select, verdict } from '../core/parts.js';
import { called } from '../core/words.js';
import { stop } from '../core/jobs.js';
import { store } from '../state.js';
import { undoButtons } from '../shell/undo.js';
import { current, same } from './board.js';
import { seek, setMode } from './actions.js';
import { headline, hint, solve } from './search.js';
import { newBoard } from './random.js';
import { whyNot } from './check-card.js';
import { moreSeconds } from './options.js';
import { SPEEDS, first, last, step, togglePlay } from './playback.js';
import './board-view.js';

class SlideStage extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, job, settings, server, failure }) {
    return [
      doc.slide,
      slide.check,
      slide.hint,
      slide.playing,
      slide.mode,
      slide.distance,
      slide.trace,
      job,
      settings,
      server.gone,
      failure,
      store.past.length,
      store.future.length,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc, slide, job } = state;
    const solving = job?.running && job.kind === 'solve';
    const why = whyNot(state);
    return [
      h('h2', { class: 'hidden' }, t('column.stage')),
      h('div', { class: 'headline' }, statusLine(state)),
      h('ubin-slide-board', { key: 'board' }),
      h(
        'div',
        { class: 'actions', role: 'group', 'aria-label': t('actions.label') },
        solving
          ? button({ key: 'stop', id: 'stop', label: t('solve.stop'), icon: 'stop', kind: 'primary', onclick: stop })
          : button({
              key: 'solve',
              id: 'solve',
              label: t('solve.shortest'),
              icon: 'solve',
              kind: 'primary',
              onclick: () => solve(),
              disabled: why !== null,
              reason: why ? 'why-not' : null,
            }),
        button({ label: t('solve.hint'), icon: 'hint', onclick: hint, disabled: why !== null, id: 'hint' }),
        button({
          label: t('edit.mode'),
          icon: 'edit',
          onclick: () => setMode(slide.mode === 'edit' ? 'play' : 'edit'),
          pressed: slide.mode === 'edit',
          id: 'edit',
        }),
        button({ label: t('random.new'), icon: 'dice', onclick: () => newBoard({ fresh: true }), disabled: state.server.gone }),
        undoButtons(),
      ),
      why ? h('p', { class: 'small center', id: 'why-not' }, why) : null,
      slide.mode === 'edit' ? h('p', { class: 'small center' }, t('edit.how')) : null,
      player(state),
      doc.slide.moves ? stepLine(state) : null,
    ];
  }
}

/** @param {import('../core/types.js').State} state */
function statusLine(state) {
  const { doc, slide, job, failure } = state;
  const { solution, at, goal } = doc.slide;
  if (failure) return failureLine(failure);
  if (job?.running && job.kind === 'solve') {
    const nodes = job.progress?.nodes ?? job.progress?.expanded ?? 0;
    return verdict('wait', t('solve.working', { nodes: num(nodes), bound: job.progress?.bound ?? '–' }));
  }
  if (job?.running && job.kind === 'generate') return verdict('wait', t('random.working'));
  if (slide.hint) return hintLine(slide.hint);
  if (solution) {
    const { result } = solution;
    const kind = result.status === 'optimal' ? 'ok' : result.status === 'unsolvable' ? 'bad' : 'info';
    return [
      verdict(kind, h('strong', null, headline(result))),
      moreSeconds(state) > state.options.seconds &&
      (['limit', 'interrupted'].includes(result.status) ||
        (result.status === 'solved' && result.length > result.lower_bound && result.method === 'auto'))
        ? button({
            label: t('solve.more'),
            icon: 'more',
            kind: 'quiet',
            id: 'more-time',
            onclick: () => solve(moreSeconds(state)),
          })
        : null,
    ];
  }
  if (same(current(doc.slide), goal)) return verdict('ok', doc.slide.moves ? tn('play.solvedIn', at) : t('play.isGoal'));
  return doc.slide.moves ? byHandLine(state) : verdict('info', t('play.start'));
}

/** @param {any} hinted */
function hintLine(hinted) {
  if (hinted.waiting) return verdict('wait', t('hint.wait'));
  if (hinted.solved) return verdict('ok', t('play.isGoal'));
  if (!hinted.move) return verdict('info', t('hint.none'));
  const facts = { tile: hinted.tile, direction: t(`dir.tile.${hinted.move}`), n: hinted.length };
  return verdict('info', t(hinted.status === 'optimal' ? 'hint.move' : 'hint.moveMaybe', facts));
}

/** @param {import('../core/types.js').State} state */
function byHandLine({ doc, slide }) {
  const { at, start, goal, moves } = doc.slide;
  const { distance } = slide;
  const known = distance && distance.start === start && distance.goal === goal && distance.at === at && distance.moves === moves;
  if (!known || distance.first.status !== 'optimal' || distance.here.status !== 'optimal') return verdict('info', tn('play.made', at));
  const over = at + distance.here.length - distance.first.length;
  const facts = { left: distance.here.length, over };
  return verdict(over === 0 ? 'ok' : 'info', tn(over === 0 ? 'play.onShortest' : 'play.over', at, facts));
}

/** @param {import('../core/types.js').State} state */
function player({ doc, slide, settings }) {
  const { moves, at, solution } = doc.slide;
  const none = moves.length === 0;
  const set = (/** @type {any} */ part) => store.set((state) => ({ settings: { ...state.settings, ...part } }));
  return h(
    'div',
    { class: 'player', role: 'group', 'aria-label': t('player.label') },
    h(
      'div',
      { class: 'buttons' },
      button({ label: t('player.first'), icon: 'first', bare: true, onclick: first, disabled: none || at === 0, id: 'first' }),
      button({ label: t('player.back'), icon: 'back', bare: true, onclick: () => step(-1), disabled: none || at === 0, id: 'back' }),
      button({
        label: slide.playing ? t('player.pause') : t('player.play'),
        icon: slide.playing ? 'pause' : 'play',
        bare: true,
        kind: 'round',
        onclick: togglePlay,
        disabled: none,
        id: 'play',
      }),
      button({
        label: t('player.forward'),
        icon: 'forward',
        bare: true,
        onclick: () => step(1),
        disabled: none || at === moves.length,
        id: 'forward',
      }),
      button({ label: t('player.last'), icon: 'last', bare: true, onclick: last, disabled: none || at === moves.length, id: 'last' }),
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
  );
}

/** Marks below the scrubber: every tenth move, and where the solution begins. @param {number} length @param {number} from */
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

/** g, h and f of the board on the stage. @param {import('../core/types.js').State} state */
function stepLine({ doc, slide }) {
  const { trace } = slide;
  const { moves, start, goal, at } = doc.slide;
  const known = trace && trace.moves === moves && trace.start === start && trace.goal === goal;
  const step_ = known ? trace.steps?.[at] : null;
  if (!step_) return h('p', { class: 'step small center' }, t('trace.wait'));
  return h(
    'p',
    { class: 'step center' },
    icon('dot'),
    h('span', null, t('trace.step', { g: step_.g, h: step_.h, f: step_.f, heuristic: called('heuristic', trace.heuristic) })),
  );
}

define('ubin-slide-stage', SlideStage);
