// The Tree tab: a search as it grew, stepped forward and back.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { button, input, select, verdict } from '../core/parts.js';
import { stop } from '../core/jobs.js';
import { say } from '../core/say.js';
import { store } from '../state.js';
import { isSame, packPosition, slidePosition } from '../core/stale.js';
import { growTree } from '../slide/search.js';
import { choices, namesOf } from '../core/words.js';
import { heuristicsOf, usesHeuristic } from '../slide/options.js';
import { askTreeFile, growPackTree } from './tree-search.js';
import { CARD, card, histogram, label } from './tree-card.js';
import { expansions, isThere, layout, nextRise } from './tree-layout.js';

const MOST_NODES = 2000;
/** The smallest scale at which a whole tree is shown by itself. */
const LEAST_FIT = 0.6;
/** Methods that search no tree of their own. */
const TREELESS = ['auto', 'quick'];

/** The part of the drawing that is seen. */
let view = { x: 0, y: 0, zoom: 1 };

class Tree extends View {
  /** The drawing of a step. @type {{ tree: any, step: number, placed: any } | null} */
  known = null;
  /** @type {{ x: number, y: number, from: typeof view } | null} */
  drag = null;
  followed = '';

  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, pack, job, settings, tree, server }) {
    const own = doc.workspace === 'slide' ? [slide.tree, slide.step, doc.slide] : [pack.tree, pack.step, doc.pack];
    return [doc.workspace, ...own, job?.running && job.kind === 'tree', settings.language, tree, server.gone, server.words, this.redraw];
  }

  redraw = 0;

  again() {
    this.redraw += 1;
    this.update();
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc, slide, pack, job } = state;
    const sliding = doc.workspace === 'slide';
    const tree = sliding ? slide.tree : pack.tree;
    const step = sliding ? slide.step : pack.step;
    const running = job?.running && job.kind === 'tree';
    return [
      this.options(state, sliding, Boolean(running)),
      running ? verdict('wait', t('tree.working')) : null,
      tree && isOld(state, tree) ? verdict('info', t('tree.old')) : null,
      tree ? this.stepper(tree, step) : h('p', { class: 'small' }, t('tree.none')),
      tree ? this.drawing(state, tree, step) : null,
      tree ? this.words(tree, step) : null,
      tree && !tree.whole ? histogram(tree) : null,
      tree
        ? h(
            'div',
            { class: 'actions left' },
            button({ label: t('tree.svg'), icon: 'file', kind: 'quiet', onclick: () => askTreeFile('svg') }),
            button({ label: t('tree.dot'), icon: 'file', kind: 'quiet', onclick: () => askTreeFile('dot') }),
          )
        : null,
    ];
  }

  /** @param {import('../core/types.js').State} state @param {boolean} sliding @param {boolean} running */
  options(state, sliding, running) {
    const { tree: how, server } = state;
    const count = input({
      id: 'tree-nodes',
      label: t('tree.nodes'),
      type: 'number',
      min: 1,
      max: MOST_NODES,
      value: how.nodes,
      onchange: (value) => setTree({ nodes: Math.min(Math.max(1, Number(value) || 200), MOST_NODES) }),
    });
    const methods = namesOf(server.words, 'method', sliding ? 'slide' : 'pack').filter((name) => !TREELESS.includes(name));
    const grow = () => {
      view = { x: 0, y: 0, zoom: view.zoom };
      this.followed = '';
      return sliding ? growTree(how.nodes, how) : growPackTree(how.nodes, how.packMethod);
    };
    return h(
      'section',
      { class: 'card', 'aria-labelledby': 'tree-title' },
      h('h3', { id: 'tree-title' }, t('tree.title')),
      h(
        'div',
        { class: 'fields' },
        sliding
          ? select({
              id: 'tree-method',
              label: t('options.method'),
              value: how.method,
              options: choices('method', methods),
              onchange: (method) => setTree({ method }),
            })
          : select({
              id: 'tree-method',
              label: t('options.method'),
              value: how.packMethod,
              options: choices('method', methods),
              onchange: (packMethod) => setTree({ packMethod }),
            }),
        sliding
          ? select({
              id: 'tree-heuristic',
              label: t('options.heuristic'),
              value: how.heuristic,
              disabled: !usesHeuristic(state, how.method),
              options: [['', t('heuristic.own')], ...choices('heuristic', heuristicsOf(state))],
              onchange: (heuristic) => setTree({ heuristic }),
            })
          : null,
        count,
        running
          ? button({ label: t('solve.stop'), icon: 'stop', kind: 'primary', onclick: stop })
          : button({ label: t('tree.grow'), icon: 'solve', kind: 'primary tight', onclick: grow, disabled: server.gone, id: 'grow' }),
      ),
    );
  }

  /** @param {any} tree @param {number} step */
  stepper(tree, step) {
    const orders = [0, ...expansions(tree.tree)];
    const last = orders[orders.length - 1];
    const index = orders.indexOf(step);
    const go = (/** @type {number} */ to) => setStep(tree, orders[Math.min(Math.max(0, to), orders.length - 1)]);
    return h(
      'div',
      { class: 'player', role: 'group', 'aria-label': t('tree.steps') },
      h(
        'div',
        { class: 'buttons' },
        button({ label: t('player.first'), icon: 'first', bare: true, onclick: () => go(0), disabled: step === 0, id: 'tree-first' }),
        button({ label: t('tree.back'), icon: 'back', bare: true, onclick: () => go(index - 1), disabled: step === 0, id: 'tree-back' }),
        button({
          label: t('tree.forward'),
          icon: 'forward',
          bare: true,
          onclick: () => go(index + 1),
          disabled: step === last,
          id: 'tree-forward',
        }),
        button({
          label: t('player.last'),
          icon: 'last',
          bare: true,
          onclick: () => go(orders.length),
          disabled: step === last,
          id: 'tree-last',
        }),
        button({
          label: t('tree.rise'),
          kind: 'quiet',
          onclick: () => setStep(tree, nextRise(tree.tree, step)),
          disabled: step === last,
          id: 'tree-rise',
        }),
        button({ label: t('tree.zoomIn'), icon: 'more', bare: true, onclick: () => this.zoom(1.25) }),
        button({ label: t('tree.zoomOut'), icon: 'less', bare: true, onclick: () => this.zoom(0.8) }),
      ),
      h('input', {
        type: 'range',
        id: 'tree-scrubber',
        min: 0,
        max: Math.max(orders.length - 1, 1),
        step: 1,
        value: index,
        'aria-label': t('tree.steps'),
        'aria-valuetext': t('tree.step', { n: step, of: last }),
        oninput: (/** @type {any} */ event) => go(Number(event.target.value)),
      }),
      h('span', { class: 'count', id: 'tree-step' }, t('tree.step', { n: step, of: last })),
    );
  }

  /** @param {number} factor */
  zoom(factor) {
    view = { ...view, zoom: Math.min(Math.max(view.zoom * factor, 0.2), 2) };
    this.again();
  }

  /** The nodes that are there after so many expansions, and where. @param {any} tree @param {number} step */
  places(tree, step) {
    const there = () => tree.tree.filter((/** @type {any} */ node) => isThere(tree.tree, node, step));
    const known = this.known?.tree === tree && this.known?.step === step ? this.known : { tree, step, placed: layout(there()) };
    this.known = known;
    return known?.placed;
  }

  /** @param {import('../core/types.js').State} state @param {any} tree @param {number} step */
  drawing(state, tree, step) {
    const { placed: there } = this.places(tree, step);
    const [wide, high] = [Math.max(this.clientWidth, 300), 440];
    const pitch = { x: CARD.width + CARD.gap, y: CARD.board + CARD.text + CARD.rise };
    const now = there.find((/** @type {any} */ own) => own.node.expanded === step) ?? there[0];
    if (this.followed !== `${step}` && now) {
      this.followed = `${step}`;
      view = this.look(this.places(tree, step), now, pitch, wide, high);
    }
    const [w, v] = [wide / view.zoom, high / view.zoom];
    const seen = (/** @type {any} */ own) =>
      own.x * pitch.x + CARD.width >= view.x &&
      own.x * pitch.x <= view.x + w &&
      own.y * pitch.y + pitch.y >= view.y &&
      own.y * pitch.y <= view.y + v;
    const edges = there.flatMap((/** @type {any} */ own) =>
      own.children
        .filter((/** @type {any} */ child) => seen(own) || seen(child))
        .map((/** @type {any} */ child) =>
          h('path', {
            key: `e${child.node.id}`,
            class: 'edge',
            d: `M${own.x * pitch.x + CARD.width / 2} ${own.y * pitch.y + pitch.y - CARD.rise}L${child.x * pitch.x + CARD.width / 2} ${child.y * pitch.y}`,
          }),
        ),
    );
    const cards = there.filter(seen).map((/** @type {any} */ own) => card(state, tree, own, pitch, step, own === now));
    return h(
      'svg',
      {
        class: 'tree',
        viewBox: `${view.x} ${view.y} ${w} ${v}`,
        height: high,
        role: 'img',
        'aria-label': t('tree.picture', { n: there.length, step }),
        'data-nodes': there.length,
        onpointerdown: (/** @type {any} */ event) => {
          this.drag = { x: event.clientX, y: event.clientY, from: view };
          event.currentTarget.setPointerCapture(event.pointerId);
        },
        onpointermove: (/** @type {any} */ event) => this.pan(event),
        onpointerup: () => {
          this.drag = null;
        },
      },
      edges,
      cards,
    );
  }

  /** The whole tree where it can be read so, or the node that is expanded. @param {{ width: number, height: number }} size @param {any} now @param {{ x: number, y: number }} pitch @param {number} wide @param {number} high */
  look({ width, height }, now, pitch, wide, high) {
    const [w, v] = [width * pitch.x + 12, height * pitch.y];
    const fit = Math.min(wide / w, high / v, 1);
    if (fit >= LEAST_FIT) return { x: (w - wide / fit) / 2 - 12, y: Math.min((v - high / fit) / 2, 0) - 6 / fit, zoom: fit };
    const zoom = Math.max(view.zoom, LEAST_FIT);
    return { x: now.x * pitch.x + CARD.width / 2 - wide / 2 / zoom, y: now.y * pitch.y - high / 3 / zoom, zoom };
  }

  /** @param {PointerEvent} event */
  pan(event) {
    if (!this.drag) return;
    const { x, y, from } = this.drag;
    view = { ...view, x: from.x - (event.clientX - x) / view.zoom, y: from.y - (event.clientY - y) / view.zoom };
    this.again();
  }

  /** @param {any} tree @param {number} step */
  words(tree, step) {
    const node = tree.tree.find((/** @type {any} */ one) => one.expanded === step);
    const made = t('tree.made', { n: num(tree.made), listed: num(tree.tree.length) });
    return h(
      'p',
      { class: 'small', id: 'tree-words' },
      node ? t('tree.expands', { n: step, what: label(tree, node).replaceAll('\n', ', ') }) : t('tree.root'),
      ' ',
      made,
    );
  }
}

/** @param {Partial<import('../core/types.js').State['tree']>} part */
function setTree(part) {
  store.set((state) => ({ tree: { ...state.tree, ...part } }));
}

/** Whether a tree is of another position than the one on the stage. @param {import('../core/types.js').State} state @param {any} tree */
function isOld(state, tree) {
  return !isSame(tree.of, state.doc.workspace === 'slide' ? slidePosition(state) : packPosition(state));
}

/** @param {any} tree @param {number} step */
function setStep(tree, step) {
  const family = store.state.doc.workspace;
  store.set((state) => ({ [family]: { ...state[family], step } }));
  const node = tree.tree.find((/** @type {any} */ one) => one.expanded === step);
  say(node ? t('tree.expands', { n: step, what: label(tree, node).replaceAll('\n', ', ') }) : t('tree.root'));
}

define('ubin-tree', Tree);
