// The Study tab: a search as it grew, stepped forward and back, with its live nodes and its pseudocode beside it.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { button, input, more, select, verdict } from '../core/parts.js';
import { store } from '../state.js';
import { isSame, packPosition, slidePosition } from '../core/stale.js';
import { called, choices, namesOf } from '../core/words.js';
import { heuristicsOf, usesHeuristic } from '../slide/options.js';
import { printTree } from '../print/print.js';
import { askTreeFile, grow, stopGrowing } from './tree-search.js';
import { histogram } from './tree-card.js';
import { treeDrawing } from './tree-drawing.js';
import { isEnd, nextOf, nodeOf, roundAt, roundsAt, stepsOf } from './study.js';
import { SPEEDS, goTo, setStudy, stepBy, toRise, toRound, togglePlay, togglePredict } from './study-actions.js';
import { told } from './told.js';
import { queue } from './queue.js';
import { pseudocode } from './pseudocode.js';
import { walkingTables } from './walking.js';

const MOST_NODES = 2000;
/** Where the panel is below the stage. */
const STACKED = matchMedia('(min-width: 701px) and (max-width: 900px) and (min-height: 700px)');
/** Methods that search no tree of their own. */
const TREELESS = ['auto', 'quick'];

class Tree extends View {
  drawing = treeDrawing(() => this.again());
  redraw = 0;

  connectedCallback() {
    super.connectedCallback();
    this.resize = new ResizeObserver(() => this.drawing.resized(this));
    this.resize.observe(this);
    this.addEventListener('wheel', this.drawing.wheel, { passive: false });
    // The stage has become smaller there: from the top, both are in view.
    if (STACKED.matches) scrollTo(0, 0);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.resize?.disconnect();
  }

  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, pack, settings, tree, study, server, options: { weight } }) {
    const own = doc.workspace === 'slide' ? [slide.tree, slide.step, doc.slide] : [pack.tree, pack.step, doc.pack];
    return [doc.workspace, ...own, settings.language, tree, weight, study, server.gone, server.words, this.redraw];
  }

  again() {
    this.redraw += 1;
    this.update();
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc, study } = state;
    const { tree, step } = state[doc.workspace];
    return [
      options(state),
      study.growing ? growing() : null,
      tree && isOld(state, tree) ? verdict('info', t('tree.old')) : null,
      tree ? stepper(state, tree, step) : null,
      tree ? words(state, tree, step) : study.growing ? null : h('p', { class: 'small' }, t('tree.none')),
      tree ? rounds(tree, step) : null,
      tree ? this.drawing.render(state, tree, step) : null,
      tree ? this.keep('study', [tree, step, study.node, study.predict, state.settings.language], () => beside(state, tree, step)) : null,
      tree && !tree.whole ? histogram(tree) : null,
      tree ? files() : null,
      howMany(state),
    ];
  }
}

/** The live nodes, the pseudocode, and what the heuristic looks up. @param {import('../core/types.js').State} state @param {any} tree @param {number} step */
function beside(state, tree, step) {
  const node = tree.tree[state.study.node ?? -1] ?? nodeOf(tree, step);
  return h('div', { class: 'study', key: 'study' }, queue(state, tree, step), pseudocode(tree, step), walkingTables(state, tree, node));
}

/** @param {import('../core/types.js').State} state */
function options(state) {
  const { tree: how, server, doc, study } = state;
  const sliding = doc.workspace === 'slide';
  const methods = namesOf(server.words, 'method', doc.workspace).filter((name) => !TREELESS.includes(name));
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'tree-title' },
    h('h3', { id: 'tree-title', class: 'hidden' }, t('tree.title')),
    h(
      'div',
      { class: 'fields study-options' },
      select({
        id: 'tree-method',
        label: t('options.method'),
        value: sliding ? how.method : how.packMethod,
        options: choices('method', methods),
        onchange: (method) => setTree(sliding ? { method } : { packMethod: method }),
      }),
      sliding
        ? select({
            id: 'tree-heuristic',
            label: t('options.heuristic'),
            value: how.heuristic,
            disabled: !usesHeuristic(state, how.method),
            options: [['', ownHeuristic(state)], ...choices('heuristic', heuristicsOf(state))],
            onchange: (heuristic) => setTree({ heuristic }),
          })
        : null,
      sliding && how.method === 'weighted-astar' ? weightField(state) : null,
    ),
  );
}

/** The weight of weighted A*, which Solve has, too. @param {import('../core/types.js').State} state */
function weightField({ options: { weight } }) {
  return input({
    id: 'tree-weight',
    label: t('options.weight'),
    type: 'number',
    min: 1,
    max: 1000,
    step: 0.1,
    value: weight,
    onchange: (value) => {
      store.set((state) => ({ options: { ...state.options, weight: value } }));
      grow();
    },
  });
}

/** How many nodes are shown: last, for those who want more. @param {import('../core/types.js').State} state */
function howMany({ tree: how, server, study }) {
  return more(
    'more-tree',
    input({
      id: 'tree-nodes',
      label: t('tree.nodes'),
      type: 'number',
      min: 1,
      max: MOST_NODES,
      value: how.nodes,
      onchange: (value) => setTree({ nodes: Math.min(Math.max(1, Number(value) || 250), MOST_NODES) }),
    }),
    button({ label: t('tree.grow'), icon: 'loop', onclick: () => grow(), disabled: server.gone || study.growing, id: 'grow' }),
  );
}

/** The method's own heuristic, by its name when the tree has said it. @param {import('../core/types.js').State} state */
function ownHeuristic({ tree: { heuristic }, slide }) {
  const own = t('heuristic.own');
  return heuristic === '' && slide.tree?.heuristic ? `${own}: ${called('heuristic', slide.tree.heuristic)}` : own;
}

/** While the tree grows. */
function growing() {
  return h(
    'div',
    { class: 'between', key: 'growing' },
    verdict('wait', t('tree.working')),
    button({ label: t('solve.stop'), icon: 'stop', onclick: stopGrowing, id: 'stop-growing' }),
  );
}

/** @param {import('../core/types.js').State} state @param {any} tree @param {number} step */
function stepper({ study }, tree, step) {
  const steps = stepsOf(tree);
  const [index, last] = [steps.indexOf(step), steps.length - 1];
  const bare = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {string} */ name,
    /** @type {() => void} */ onclick,
    /** @type {boolean} */ disabled,
  ) => button({ label, icon: name, bare: true, onclick, disabled, id });
  const at = { n: num(Math.min(step, steps[last - 1] ?? 0)), of: num(steps[last - 1] ?? 0) };
  const place = t(index === last ? 'tree.end' : 'tree.step', at);
  return h(
    'div',
    { class: 'player', role: 'group', 'aria-label': t('tree.steps'), key: 'stepper' },
    h(
      'div',
      { class: 'buttons' },
      bare('tree-first', t('player.first'), 'first', () => goTo(0), index === 0),
      bare('tree-back', t('tree.back'), 'back', () => stepBy(-1), index === 0),
      button({
        label: study.playing ? t('player.pause') : t('player.play'),
        icon: study.playing ? 'pause' : 'play',
        bare: true,
        onclick: togglePlay,
        id: 'tree-play',
      }),
      bare('tree-forward', t('tree.forward'), 'forward', () => stepBy(1), index === last),
      bare('tree-last', t('player.last'), 'last', () => goTo(steps[last]), index === last),
      tree.rounds.length > 1
        ? button({ label: t('tree.round'), onclick: toRound, disabled: index === last, id: 'tree-round' })
        : tree.puzzle === 'slide'
          ? button({ label: t('tree.rise'), onclick: toRise, disabled: index === last, id: 'tree-rise' })
          : null,
      button({ label: t('predict.title'), icon: 'hint', onclick: togglePredict, pressed: study.predict !== null, id: 'predict' }),
      select({
        id: 'tree-speed',
        label: t('player.speed'),
        value: String(study.speed),
        options: SPEEDS.map((speed) => [String(speed), `${num(speed, 2)}×`]),
        onchange: (speed) => setStudy({ speed: Number(speed) }),
      }),
    ),
    h('input', {
      type: 'range',
      id: 'tree-scrubber',
      min: 0,
      max: Math.max(last, 1),
      step: 1,
      value: index,
      'aria-label': t('tree.steps'),
      'aria-valuetext': place,
      oninput: (/** @type {any} */ event) => goTo(steps[Number(event.target.value)]),
    }),
    h('span', { class: 'count', id: 'tree-step' }, place),
  );
}

/** What the step says; while predicting, the question and the score. @param {import('../core/types.js').State} state @param {any} tree @param {number} step */
function words({ study }, tree, step) {
  const { made, tree: nodes } = tree;
  const listed = t(made === nodes.length ? 'tree.madeAll' : 'tree.made', { n: num(made), listed: num(nodes.length) });
  return h(
    'div',
    { class: 'told', id: 'tree-words', key: 'words' },
    study.predict ? prediction(study.predict, tree, step) : null,
    told(tree, step).map((sentence, at) => h('p', { key: at }, sentence)),
    h('p', { class: 'small' }, listed),
  );
}

/** @param {NonNullable<import('../core/types.js').Study['predict']>} predict @param {any} tree @param {number} step */
function prediction({ asked, right, last }, tree, step) {
  const next = nextOf(tree, step);
  const open = next && !isEnd(tree, step);
  const isRound = next?.parent === null && next.round > 0;
  return h(
    'div',
    { class: 'predict', id: 'prediction' },
    last ? verdict(last.right ? 'ok' : 'bad', t(...last.words)) : null,
    h('p', null, h('strong', null, open ? t(isRound ? 'predict.askRound' : 'predict.ask') : t('predict.end', { right, asked }))),
    asked && open ? h('p', { class: 'small' }, t('predict.score', { right, asked })) : null,
  );
}

/** The rounds of a deepening search. @param {any} tree @param {number} step */
function rounds(tree, step) {
  const list = roundsAt(tree, step);
  const current = roundAt(tree, step);
  if (list.length === 0) return null;
  return h(
    'ol',
    { class: 'rounds', 'aria-label': t('rounds.title'), key: 'rounds' },
    list.map((/** @type {any} */ { bound, first, expanded }, /** @type {number} */ at) =>
      h(
        'li',
        { key: at },
        h(
          'button',
          {
            type: 'button',
            'aria-current': at === current ? 'step' : undefined,
            disabled: !Number.isFinite(first),
            onclick: () => goTo(first),
          },
          h('b', null, bound === null ? t('rounds.round', { n: at + 1 }) : t('rounds.bound', { bound })),
          h('span', null, t('rounds.nodes', { n: num(expanded) })),
        ),
      ),
    ),
  );
}

function files() {
  return h(
    'div',
    { class: 'actions left', key: 'files' },
    button({ label: t('tree.svg'), icon: 'file', onclick: () => askTreeFile('svg') }),
    button({ label: t('tree.dot'), icon: 'file', onclick: () => askTreeFile('dot') }),
    button({ label: t('share.print'), icon: 'print', onclick: printTree, id: 'print-tree' }),
  );
}

/** Chooses how the tree grows. What was chosen already is no change: it would grow again, and take back the steps made since. @param {Partial<import('../core/types.js').State['tree']>} part */
function setTree(part) {
  store.set(({ tree }) => {
    const after = { ...tree, ...part };
    return isSame(Object.values(tree), Object.values(after)) ? {} : { tree: after };
  });
}

/** Whether a tree is of another position than the one on the stage. @param {import('../core/types.js').State} state @param {any} tree */
function isOld(state, tree) {
  return !isSame(tree.of, state.doc.workspace === 'slide' ? slidePosition(state) : packPosition(state));
}

define('ubin-tree', Tree);
