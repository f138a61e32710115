// The Solve and Solutions tabs of the packing workspace.

import { h } from '../core/dom.js';
import { bytes, num, t, time } from '../core/i18n.js';
import { because } from '../core/sentences.js';
import { aboutMethod, called, choices, namesOf } from '../core/words.js';
import { button, facts, input, select, verdict } from '../core/parts.js';
import { stop } from '../core/jobs.js';
import { store } from '../state.js';
import { liveCard, setOptions } from '../slide/solve-panel.js';
import { mostSeconds, moreSeconds } from '../slide/options.js';
import { isFlat, placedIn, layersOf } from './model.js';
import { placeAll } from './actions.js';
import { count, hint, solutions, solve, stepSolution } from './search.js';
import { show } from './open.js';
import { heatOf } from './grid.js';

let method = 'auto';

/** Draws again after a choice that only this panel knows. */
function again() {
  store.set((state) => ({ pack: { ...state.pack } }));
}

/** @param {import('../core/types.js').State} state @param {string} kind */
function live({ job }, kind) {
  return job?.running && job.kind === kind ? liveCard(job) : null;
}

/** @param {import('../core/types.js').State} state */
export function packSolvePanel(state) {
  const { pack, options, server, job } = state;
  const running = job?.running && job.kind === 'pack-solve';
  return [
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'pack-solve-title' },
      h('h3', { id: 'pack-solve-title' }, t('options.title')),
      h(
        'div',
        { class: 'fields' },
        select({
          id: 'pack-method',
          label: t('options.method'),
          value: method,
          options: choices('method', namesOf(server.words, 'method', 'pack')),
          onchange: (value) => {
            method = value;
            again();
          },
        }),
        input({
          id: 'pack-seconds',
          label: t('options.seconds'),
          type: 'number',
          min: 1,
          max: mostSeconds(state),
          value: options.seconds,
          onchange: (value) => setOptions({ seconds: Math.min(Math.max(1, Number(value) || 30), mostSeconds(state)) }),
        }),
      ),
      h('p', { class: 'small' }, aboutMethod(server.words, 'pack', method)),
      h(
        'div',
        { class: 'actions left' },
        running
          ? button({ label: t('solve.stop'), icon: 'stop', onclick: stop })
          : button({
              label: t('pack.solveBy', { method: called('method', method) }),
              icon: 'solve',
              onclick: () => solve(method, options.seconds),
              disabled: server.gone,
            }),
        button({ label: t('solve.hint'), icon: 'hint', onclick: hint, disabled: server.gone }),
      ),
    ),
    live(state, 'pack-solve'),
    pack.hint
      ? h(
          'section',
          { class: 'card', 'aria-labelledby': 'pack-hint-title' },
          h('h3', { id: 'pack-hint-title' }, t('solve.hint')),
          verdict(
            'info',
            pack.hint.piece
              ? t('pack.hintIs', { letter: pack.hint.piece, why: because(pack.hint.why, pack.hint.reason) })
              : because(pack.hint.why, pack.hint.reason) || t('pack.full'),
          ),
          pack.hint.piece ? button({ label: t('pack.useHint'), icon: 'check', onclick: useHint }) : null,
        )
      : null,
    pack.answer ? answerCard(pack.answer) : null,
  ];
}

function useHint() {
  const { pack, doc } = store.state;
  const { placed } = doc.pack;
  if (pack.hint?.piece) placeAll({ ...placed, [pack.hint.piece]: [...(placed[pack.hint.piece] ?? []), ...pack.hint.cells] });
}

/** @param {any} answer */
function answerCard(answer) {
  const isMore = moreSeconds(store.state) > store.state.options.seconds;
  const more = isMore && ['limit', 'interrupted'].includes(answer.status);
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'pack-answer-title' },
    h('h3', { id: 'pack-answer-title' }, t('answer.title')),
    verdict(
      answer.status === 'solved' ? 'ok' : answer.status === 'unsolvable' ? 'bad' : 'info',
      answer.status === 'solved' ? t('pack.solved') : because(answer.why, answer.reason),
    ),
    facts([
      [t('answer.method'), called('method', answer.method)],
      [t('answer.nodes'), num(answer.nodes)],
      [t('answer.cases'), num(answer.cases)],
      [t('answer.memory'), bytes(answer.peak_bytes)],
      [t('answer.time'), time(answer.time_ms)],
    ]),
    more ? button({ label: t('solve.more'), icon: 'more', id: 'more-time', onclick: () => moreTime() }) : null,
  );
}

function moreTime() {
  const seconds = moreSeconds(store.state);
  setOptions({ seconds });
  solve(method, seconds);
}

/** @param {import('../core/types.js').State} state */
function countCard(state) {
  const { pack, server, job } = state;
  const running = job?.running && job.kind === 'count';
  const answer = pack.count;
  return [
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'count-title' },
      h('h3', { id: 'count-title' }, t('count.title')),
      h('p', { class: 'small' }, t('count.about')),
      running
        ? button({ label: t('solve.stop'), icon: 'stop', kind: 'primary', onclick: stop })
        : button({ label: t('count.do'), icon: 'panel', kind: 'primary', onclick: count, disabled: server.gone, id: 'count' }),
      running ? verdict('wait', answer?.least ? t('count.so', { n: num(answer.least) }) : t('pack.checking')) : null,
      answer && !answer.waiting ? countFacts(answer) : null,
    ),
    live(state, 'count'),
  ];
}

/** @param {any} answer */
function countFacts(answer) {
  const rows = /** @type {[string, any][]} */ ([
    [t('count.solutions'), num(answer.solutions)],
    ...(answer.distinct === undefined || answer.distinct === null ? [] : [[t('count.distinct'), num(answer.distinct)]]),
    ...(answer.symmetries ? [[t('count.symmetries'), num(answer.symmetries)]] : []),
    [t('answer.nodes'), num(answer.nodes)],
    [t('answer.time'), time(answer.time_ms)],
  ]);
  return [
    verdict(answer.complete ? 'ok' : 'info', t(answer.complete ? 'count.exact' : 'count.least', { n: num(answer.solutions) })),
    facts(rows),
    answer.reason && !answer.solutions ? h('p', { class: 'small' }, because(answer.why, answer.reason)) : null,
  ];
}

/** @param {import('../core/types.js').State} state */
export function allPanel(state) {
  const { pack, doc, server, job } = state;
  const { model } = doc.pack;
  const { all } = pack;
  if (!model) return null;
  const running = job?.running && job.kind === 'all';
  const [row, col, layer] = model.cells[pack.cursor] ?? [0, 0, 0];
  const here = { row: row + 1, col: col + 1, layer: layer + 1 };
  const letters = model.pieces.map((piece) => piece.letter);
  const chosen = all?.filter ?? letters[0];
  return [
    countCard(state),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'all-title' },
      h('h3', { id: 'all-title' }, t('all.title')),
      h('p', { class: 'small' }, t('all.about')),
      h(
        'div',
        { class: 'actions left' },
        button({
          label: t('all.previous'),
          icon: 'back',
          onclick: () => stepSolution(-1),
          disabled: running || server.gone || !all?.n,
          id: 'previous-solution',
        }),
        button({
          label: t('all.next'),
          icon: 'forward',
          onclick: () => (all?.n ? stepSolution(1) : solutions()),
          disabled: running || server.gone,
          id: 'next-solution',
        }),
      ),
      running ? verdict('wait', t('all.working')) : null,
      all && all.n === null ? verdict('info', t('all.tooMany')) : null,
      all && all.n === 0 ? verdict('bad', t('all.none')) : null,
      all?.n ? h('p', { id: 'all-of' }, h('strong', null, t('all.of', { n: num(all.index + 1), of: num(all.n) }))) : null,
      all?.shown
        ? button({
            label: t('all.use'),
            icon: 'check',
            onclick: () => placeAll(placedIn(model, layersOf(model, all.shown))),
          })
        : null,
    ),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'filter-title' },
      h('h3', { id: 'filter-title' }, t('all.filter')),
      h('p', { class: 'small' }, t(isFlat(model) ? 'all.here' : 'all.hereLayer', here)),
      h(
        'div',
        { class: 'fields' },
        select({
          id: 'filter-piece',
          label: t('all.piece'),
          value: chosen,
          options: letters.map((letter) => [letter, letter]),
          onchange: (filter) => show({ all: { ...(all ?? {}), filter } }),
        }),
        button({
          label: t('all.where'),
          disabled: running || server.gone,
          id: 'filter',
          onclick: () => solutions({ where: [{ letter: chosen, cell: [row, col, layer] }] }),
        }),
      ),
      all?.where?.length
        ? h(
            'p',
            { class: 'small' },
            t('all.filtered', { letter: all.where[0].letter, row: all.where[0].cell[0] + 1, col: all.where[0].cell[1] + 1 }),
            ' ',
            button({ label: t('all.everything'), kind: 'link', onclick: () => solutions({ where: [] }) }),
          )
        : null,
    ),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'heat-title' },
      h('h3', { id: 'heat-title' }, t('heat.title')),
      h('p', { class: 'small' }, t('heat.about')),
      select({
        id: 'heat',
        label: t('all.piece'),
        value: pack.heat ?? '',
        options: [['', t('heat.off')], ...letters.map((letter) => /** @type {[string, string]} */ ([letter, letter]))],
        onchange: (heat) => setHeat(heat),
      }),
      legend(state),
    ),
  ];
}

/** What the colours of the heat map stand for. @param {import('../core/types.js').State} state */
function legend(state) {
  const heat = heatOf(state);
  if (!heat) return null;
  return [
    h('div', { class: 'legend', 'aria-hidden': true }, h('span', null, '0'), h('i', null), h('span', null, num(heat.most))),
    h(
      'p',
      { class: 'small', id: 'heat-legend' },
      t('heat.legend', { letter: heat.letter, most: num(heat.most), of: num(state.pack.all.n) }),
    ),
  ];
}

/** Takes the solution that is looked at off the stage. */
function hideSolution() {
  const { all } = store.state.pack;
  if (all?.shown) show({ all: { ...all, shown: null } });
}

/** @param {string} heat */
function setHeat(heat) {
  const { all } = store.state.pack;
  show({ heat: heat || null, all: all ? { ...all, shown: null } : all });
  if (heat && !all?.heat) solutions().then(hideSolution);
}
