// The Solve tab of the sliding workspace: options, the live card, the answer's figures, and the list of moves.

import { h } from '../core/dom.js';
import { bytes, num, t, time } from '../core/i18n.js';
import { button, facts, input, more, select, verdict } from '../core/parts.js';
import { aboutMethod, called, choices, namesOf } from '../core/words.js';
import { store } from '../state.js';
import { printBoards } from '../print/print.js';
import { ARROWS, OPPOSITE } from './board.js';
import { seek } from './actions.js';
import { headline } from './search.js';
import { heuristicsOf, mostSeconds, usesHeuristic, variantsOf } from './options.js';
import { tablesCard } from './tables-card.js';

/** Moves of a page of the list. */
const PAGE = 200;
/** More boards than anyone prints. */
const MOST_PRINTED = 120;

/** @param {Partial<import('../core/types.js').Options>} part */
export function setOptions(part) {
  store.set((state) => ({ options: { ...state.options, ...part } }));
}

/** @param {import('../core/types.js').State} state */
export function solvePanel(state) {
  const { doc, job } = state;
  const solving = job && job.kind === 'solve' && job.running ? job : null;
  return [
    optionsCard(state),
    solving ? liveCard(solving) : null,
    doc.slide.solution ? answerCard(doc.slide.solution.result) : null,
    movesCard(state),
  ];
}

/** @param {import('../core/types.js').State} state */
function optionsCard(state) {
  const { options, server } = state;
  const most = mostSeconds(state);
  const variants = variantsOf(state, options.method);
  const hasHeuristic = usesHeuristic(state, options.method);
  const setMethod = (/** @type {string} */ method) => setOptions({ method, variant: 'exact' });
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'options-title' },
    h('h3', { id: 'options-title' }, t('options.title')),
    h(
      'div',
      { class: 'fields' },
      select({
        id: 'method',
        label: t('options.method'),
        value: options.method,
        options: choices('method', namesOf(server.words, 'method', 'slide')),
        onchange: setMethod,
      }),
      select({
        id: 'heuristic',
        label: t('options.heuristic'),
        value: hasHeuristic ? options.heuristic : '',
        disabled: !hasHeuristic,
        options: [['', t('heuristic.own')], ...choices('heuristic', heuristicsOf(state))],
        onchange: (heuristic) => setOptions({ heuristic }),
      }),
    ),
    h('p', { class: 'small' }, aboutMethod(server.words, 'slide', options.method)),
    more(
      'more-solve',
      h(
        'div',
        { class: 'fields' },
        select({
          id: 'metric',
          label: t('options.metric'),
          value: options.metric,
          options: choices('metric', namesOf(server.words, 'metric', 'slide')),
          onchange: (metric) => setOptions({ metric }),
        }),
        input({
          id: 'seconds',
          label: t('options.seconds'),
          type: 'number',
          min: 1,
          max: most,
          value: options.seconds,
          onchange: (value) => setOptions({ seconds: Math.min(Math.max(1, Number(value) || 30), most) }),
        }),
      ),
      variants.length
        ? select({
            id: 'variant',
            label: t('options.variant'),
            value: options.variant,
            options: choices('variant', variants),
            onchange: (variant) => setOptions({ variant }),
          })
        : null,
      options.method === 'weighted-astar'
        ? input({
            id: 'weight',
            label: t('options.weight'),
            type: 'number',
            min: 1,
            max: 1000,
            step: 0.1,
            value: options.weight,
            onchange: (weight) => setOptions({ weight }),
          })
        : null,
      tablesCard(state),
    ),
  );
}

/** @param {import('../core/types.js').Job} job */
export function liveCard(job) {
  const p = job.progress ?? {};
  return h(
    'section',
    { class: 'card live', 'aria-labelledby': 'live-title' },
    h('h3', { id: 'live-title' }, t('live.title')),
    facts([
      [t('live.nodes'), num(p.nodes ?? p.expanded ?? 0)],
      [t('live.speed'), p.nodes_per_second ? `${num(p.nodes_per_second)}/s` : '–'],
      [t('live.bound'), num(p.bound)],
      [t('live.best'), num(p.best)],
      [t('live.open'), p.open === null || p.open === undefined ? '–' : `${num(p.open)} / ${num(p.closed)}`],
      [t('live.memory'), bytes(p.peak_bytes)],
      [t('live.time'), time(p.elapsed_ms ?? 0)],
      [t('live.phase'), t(`phase.${p.phase ?? 'waiting'}`)],
    ]),
    sparkline(job.speeds),
  );
}

/** Nodes per second as a curve. @param {number[]} speeds */
function sparkline(speeds) {
  const most = Math.max(...speeds, 1);
  const points = speeds.map((speed, at) => `${(at / Math.max(speeds.length - 1, 1)) * 240},${38 - (speed / most) * 34}`).join(' ');
  return h(
    'svg',
    { class: 'spark', viewBox: '0 0 240 40', role: 'img', 'aria-label': t('live.curve', { n: num(most) }), preserveAspectRatio: 'none' },
    h('polyline', { points }),
  );
}

/** @param {any} result */
function answerCard(result) {
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'answer-title' },
    h('h3', { id: 'answer-title' }, t('answer.title')),
    verdict(result.status === 'optimal' ? 'ok' : 'info', headline(result)),
    facts([
      [t('answer.method'), `${called('method', result.method)}${result.heuristic ? `, ${called('heuristic', result.heuristic)}` : ''}`],
      [t('answer.bound'), num(result.lower_bound)],
      [t('answer.expanded'), num(result.expanded)],
      [t('answer.generated'), num(result.generated)],
      [t('answer.memory'), bytes(result.peak_bytes)],
      [t('answer.time'), time(result.time_ms)],
    ]),
  );
}

/** @param {import('../core/types.js').State} state */
function movesCard({ doc, settings, server }) {
  const { moves, at, solution } = doc.slide;
  // A long line is listed page by page: the one that the board on the stage is on.
  const from = Math.floor(Math.max(0, at - 1) / PAGE) * PAGE;
  const set = (/** @type {any} */ notation) => store.set((state) => ({ settings: { ...state.settings, notation } }));
  const word = (/** @type {string} */ move) => {
    const { notation } = settings;
    return notation === 'blank' ? move : notation === 'tile' ? OPPOSITE[move] : ARROWS[OPPOSITE[move]];
  };
  const entry = (/** @type {string} */ move, /** @type {number} */ number) =>
    h(
      'li',
      { key: number },
      h(
        'button',
        {
          type: 'button',
          class: `move ${number + 1 === at ? 'now' : ''} ${solution && number < solution.from ? 'hand' : ''}`,
          onclick: () => seek(number + 1),
          'aria-current': number + 1 === at ? 'step' : undefined,
          'aria-label': t('moves.entry', { n: number + 1, move: t(`dir.${settings.notation === 'blank' ? 'blank' : 'tile'}.${move}`) }),
        },
        word(move),
      ),
    );
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'moves-title' },
    h(
      'div',
      { class: 'card-head' },
      h('h3', { id: 'moves-title' }, t('moves.title')),
      select({
        id: 'notation',
        label: t('moves.notation'),
        value: settings.notation,
        // Arrows are the page's own.
        options: choices('notation', [...namesOf(server.words, 'notation', 'slide'), 'arrow']),
        onchange: set,
      }),
    ),
    moves
      ? h(
          'ol',
          { class: 'moves', 'aria-label': t('moves.title') },
          [...moves.slice(from, from + PAGE)].map((move, n) => entry(move, from + n)),
        )
      : h('p', { class: 'small' }, t('moves.none')),
    moves.length > PAGE
      ? h(
          'p',
          { class: 'small' },
          t('moves.page', { from: num(from + 1), to: num(Math.min(from + PAGE, moves.length)), of: num(moves.length) }),
        )
      : null,
    moves && moves.length <= MOST_PRINTED
      ? button({ label: t('print.boards'), icon: 'print', onclick: printBoards, id: 'print-boards' })
      : null,
  );
}
