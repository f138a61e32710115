// The Tree tab: a search as it grew, stepped forward and back.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { button, input, select, verdict } from '../core/parts.js';
import { stop } from '../core/jobs.js';
import { say } from '../core/say.js';
import { store } from '../state.js';
import { color } from '../pack/model.js';
import { growTree } from '../slide/search.js';
import { HEURISTICS, METHODS, setOptions } from '../slide/solve-panel.js';
import { usesHeuristic } from '../slide/search.js';
import { askTreeFile, growPackTree } from './tree-search.js';
import { expansions, isThere, layout, nextRise, stateAt } from './tree-layout.js';

const MOST_NODES = 2000;
/** The smallest scale at which a whole tree is shown by itself. */
const LEAST_FIT = 0.6;
/** The measures of a node's card. */
const CARD = { width: 92, gap: 12, board: 64, text: 46, rise: 34 };
const PACK_METHODS = ['backtrack', 'cover', 'brute-force'];

let nodes = 200;
let packMethod = 'backtrack';
/** The part of the drawing that is seen. */
let view = { x: 0, y: 0, zoom: 1 };

class Tree extends View {
  /** The drawing of a step. @type {{ tree: any, step: number, placed: any } | null} */
  known = null;
  /** @type {{ x: number, y: number, from: typeof view } | null} */
  drag = null;
  followed = '';

  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, pack, job, settings, options, server }) {
    const own = doc.workspace === 'slide' ? [slide.tree, slide.step, doc.slide] : [pack.tree, pack.step, doc.pack];
    return [doc.workspace, ...own, job?.running && job.kind === 'tree', settings.language, options, server.gone, this.redraw];
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
      tree ? this.stepper(tree, step) : h('p', { class: 'small' }, t('tree.none')),
      tree ? this.drawing(state, tree, step) : null,
      tree ? this.words(tree, step) : null,
      tree && !tree.whole ? histogram(tree) : null,
      tree ? h('div', { class: 'actions left' },
        button({ label: t('tree.svg'), icon: 'file', kind: 'quiet', onclick: () => askTreeFile('svg', nodes, packMethod) }),
        button({ label: t('tree.dot'), icon: 'file', kind: 'quiet', onclick: () => askTreeFile('dot', nodes, packMethod) })) : null,
    ];
  }

  /** @param {import('../core/types.js').State} state @param {boolean} sliding @param {boolean} running */
  options({ options, server }, sliding, running) {
    const count = input({ id: 'tree-nodes', label: t('tree.nodes'), type: 'number', min: 1, max: MOST_NODES, value: nodes, onchange: (value) => { nodes = Math.min(Math.max(1, Number(value) || 200), MOST_NODES); this.again(); } });
    const methods = METHODS.filter((name) => name !== 'auto' && name !== 'quick');
    const method = methods.includes(options.method) ? options.method : 'astar';
    const grow = () => {
      if (sliding && method !== options.method) setOptions({ method });
      view = { x: 0, y: 0, zoom: view.zoom };
      this.followed = '';
      return sliding ? growTree(nodes) : growPackTree(nodes, packMethod);
    };
    return h('section', { class: 'card', 'aria-labelledby': 'tree-title' }, h('h3', { id: 'tree-title' }, t('tree.title')),
      h('div', { class: 'fields' },
        sliding ? select({ id: 'tree-method', label: t('options.method'), value: method, options: methods.map((name) => [name, t(`method.${name}`)]), onchange: (value) => setOptions({ method: value, variant: 'exact' }) })
          : select({ id: 'tree-method', label: t('options.method'), value: packMethod, options: PACK_METHODS.map((name) => [name, t(`method.${name}`)]), onchange: (value) => { packMethod = value; this.again(); } }),
        sliding ? select({ id: 'tree-heuristic', label: t('options.heuristic'), value: options.heuristic, disabled: !usesHeuristic(method), options: [['', t('heuristic.own')], ...HEURISTICS.map((name) => /** @type {[string, string]} */ ([name, t(`heuristic.${name}`)]))], onchange: (heuristic) => setOptions({ heuristic }) }) : null,
        count,
        running ? button({ label: t('solve.stop'), icon: 'stop', kind: 'primary', onclick: stop }) : button({ label: t('tree.grow'), icon: 'solve', kind: 'primary', onclick: grow, disabled: server.gone, id: 'grow' })));
  }

  /** @param {any} tree @param {number} step */
  stepper(tree, step) {
    const orders = [0, ...expansions(tree.tree)];
    const last = orders[orders.length - 1];
    const index = orders.indexOf(step);
    const go = (/** @type {number} */ to) => setStep(tree, orders[Math.min(Math.max(0, to), orders.length - 1)]);
    return h('div', { class: 'player', role: 'group', 'aria-label': t('tree.steps') },
      h('div', { class: 'buttons' },
        button({ label: t('player.first'), icon: 'first', bare: true, onclick: () => go(0), disabled: step === 0, id: 'tree-first' }),
        button({ label: t('tree.back'), icon: 'back', bare: true, onclick: () => go(index - 1), disabled: step === 0, id: 'tree-back' }),
        button({ label: t('tree.forward'), icon: 'forward', bare: true, onclick: () => go(index + 1), disabled: step === last, id: 'tree-forward' }),
        button({ label: t('player.last'), icon: 'last', bare: true, onclick: () => go(orders.length), disabled: step === last, id: 'tree-last' }),
        button({ label: t('tree.rise'), kind: 'quiet', onclick: () => setStep(tree, nextRise(tree.tree, step)), disabled: step === last, id: 'tree-rise' }),
        button({ label: t('tree.zoomIn'), icon: 'more', bare: true, onclick: () => this.zoom(1.25) }),
        button({ label: t('tree.zoomOut'), icon: 'less', bare: true, onclick: () => this.zoom(0.8) })),
      h('input', { type: 'range', id: 'tree-scrubber', min: 0, max: Math.max(orders.length - 1, 1), step: 1, value: index, 'aria-label': t('tree.steps'), 'aria-valuetext': t('tree.step', { n: step, of: last }), oninput: (/** @type {any} */ event) => go(Number(event.target.value)) }),
      h('output', { class: 'count', id: 'tree-step', for: 'tree-scrubber' }, t('tree.step', { n: step, of: last })));
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
    const seen = (/** @type {any} */ own) => own.x * pitch.x + CARD.width >= view.x && own.x * pitch.x <= view.x + w && own.y * pitch.y + pitch.y >= view.y && own.y * pitch.y <= view.y + v;
    const edges = there.flatMap((/** @type {any} */ own) => own.children.filter((/** @type {any} */ child) => seen(own) || seen(child)).map((/** @type {any} */ child) => h('path', {
      key: `e${child.node.id}`, class: 'edge', d: `M${own.x * pitch.x + CARD.width / 2} ${own.y * pitch.y + pitch.y - CARD.rise}L${child.x * pitch.x + CARD.width / 2} ${child.y * pitch.y}`,
    })));
    const cards = there.filter(seen).map((/** @type {any} */ own) => card(state, tree, own, pitch, step, own === now));
    return h('svg', {
      class: 'tree', viewBox: `${view.x} ${view.y} ${w} ${v}`, height: high, role: 'img', 'aria-label': t('tree.picture', { n: there.length, step }), 'data-nodes': there.length,
      onpointerdown: (/** @type {any} */ event) => { this.drag = { x: event.clientX, y: event.clientY, from: view }; event.currentTarget.setPointerCapture(event.pointerId); },
      onpointermove: (/** @type {any} */ event) => this.pan(event), onpointerup: () => { this.drag = null; },
    }, edges, cards);
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
    return h('p', { class: 'small', id: 'tree-words' }, node ? t('tree.expands', { n: step, what: label(tree, node).replaceAll('\n', ', ') }) : t('tree.root'), ' ', made);
  }
}

/** @param {any} tree @param {number} step */
function setStep(tree, step) {
  const family = store.state.doc.workspace;
  store.set((state) => ({ [family]: { ...state[family], step } }));
  const node = tree.tree.find((/** @type {any} */ one) => one.expanded === step);
  say(node ? t('tree.expands', { n: step, what: label(tree, node).replaceAll('\n', ', ') }) : t('tree.root'));
}

/** A node in words. @param {any} tree @param {any} node */
function label(tree, node) {
  const costs = node.f === null || node.f === undefined ? `g ${node.g}` : `g ${node.g} + h ${node.h} = f ${node.f}`;
  const what = tree.puzzle === 'slide' ? (node.move ? t('tree.blank', { direction: t(`dir.blank.${node.move}`) }) : t('tree.start')) : node.piece ? t('tree.places', { letter: node.piece }) : t('tree.start');
  return `${what}\n${costs}${node.why ? `\n${t(`why.${node.why}`)}` : ''}`;
}

/** @param {import('../core/types.js').State} state @param {any} tree @param {any} own @param {{ x: number, y: number }} pitch @param {number} step @param {boolean} now */
function card(state, tree, own, pitch, step, now) {
  const { node } = own;
  const [x, y] = [own.x * pitch.x, own.y * pitch.y];
  const what = stateAt(node, step);
  const costs = node.f === null || node.f === undefined ? `g ${node.g}` : `${node.g} + ${node.h} = ${node.f}`;
  const word = what === 'pruned' && node.why ? t(`why.${node.why}`) : t(`tree.${what}`);
  const order = node.expanded !== null && node.expanded <= step ? `${node.expanded}` : '';
  const height = CARD.board + CARD.text;
  return h('g', { key: `n${node.id}`, class: `node ${what} ${now ? 'now' : ''}`, transform: `translate(${x} ${y})` },
    h('rect', { class: 'frame', width: CARD.width, height, rx: what === 'live' ? 14 : what === 'pruned' ? 0 : 5 }),
    what === 'goal' ? h('rect', { class: 'frame inner', x: 3, y: 3, width: CARD.width - 6, height: height - 6, rx: 3 }) : null,
    what === 'pruned' ? h('path', { class: 'cut', d: `M${CARD.width - 14} 0l14 14` }) : null,
    h('g', { transform: `translate(${(CARD.width - CARD.board) / 2} 5)` }, tree.puzzle === 'slide' ? miniBoard(tree, node) : miniPack(state, tree, node)),
    order ? h('text', { x: 4, y: 12, class: 'order' }, order) : null,
    h('text', { x: CARD.width / 2, y: CARD.board + 18, 'text-anchor': 'middle' }, costs),
    h('text', { x: CARD.width / 2, y: CARD.board + 32, 'text-anchor': 'middle', class: 'word' }, word.length > 17 ? `${word.slice(0, 16)}…` : word),
    node.more ? h('text', { x: CARD.width / 2, y: CARD.board + 43, 'text-anchor': 'middle', class: 'word' }, `+${node.more}`) : null);
}

/** @param {any} tree @param {any} node */
function miniBoard(tree, node) {
  const size = CARD.board / Math.max(tree.rows, tree.cols) - 1;
  return node.board.map((/** @type {number} */ tile, /** @type {number} */ cell) => {
    const [row, col] = [Math.floor(cell / tree.cols), cell % tree.cols];
    return tile === 0 ? null : h('g', { key: cell, transform: `translate(${col * (size + 1)} ${row * (size + 1)})` }, h('rect', { class: 'tile', width: size, height: size, rx: 1.5 }),
      h('text', { x: size / 2, y: size / 2 + size * 0.24, 'text-anchor': 'middle', 'font-size': size * (tile > 9 ? 0.62 : 0.72) }, tile));
  });
}

/** The pieces down to this node, one square a cell, layers side by side. @param {import('../core/types.js').State} state @param {any} tree @param {any} node */
function miniPack({ doc }, tree, node) {
  const { model } = doc.pack;
  if (!model) return null;
  const layers = tree.height ?? 1;
  const size = Math.min((CARD.width - 12) / (tree.cols * layers), CARD.board / tree.rows);
  const [left, top] = [(CARD.board - size * tree.cols * layers) / 2, (CARD.board - size * tree.rows) / 2];
  const path = [];
  for (let at = node; at; at = at.parent === null ? null : tree.tree[at.parent]) if (at.piece) path.push(at);
  const frame = h('rect', { key: 'frame', class: 'outer', x: left, y: top, width: size * tree.cols * layers, height: size * tree.rows });
  return [frame, ...path.flatMap((one) => one.placement.map((/** @type {[number, number, number]} */ [layer, row, col], /** @type {number} */ at) => h('rect', {
    key: `${one.id}.${at}`, x: left + ((layer - 1) * tree.cols + col - 1) * size, y: top + (row - 1) * size, width: size, height: size, fill: color(model, one.piece).fill,
  })))];
}

/** Every level in numbers, where the tree is larger than the list. @param {any} tree */
function histogram(tree) {
  const most = Math.max(...tree.levels.map((/** @type {any} */ level) => level.made), 1);
  const bounds = tree.rounds.filter((/** @type {any} */ bound) => bound !== null);
  return h('section', { class: 'card', 'aria-labelledby': 'levels-title' }, h('h3', { id: 'levels-title' }, t('tree.levels')),
    h('p', { class: 'small' }, t('tree.cap', { n: num(tree.made) }), bounds.length ? ` ${t('tree.bounds', { list: bounds.join(', ') })}` : ''),
    h('table', { class: 'levels' }, h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'g'), h('th', { scope: 'col' }, t('tree.madeShort')), h('th', { scope: 'col' }, t('tree.expanded')), h('th', { scope: 'col' }, t('tree.pruned')))),
      h('tbody', null, tree.levels.map((/** @type {any} */ level, /** @type {number} */ g) => h('tr', { key: g }, h('th', { scope: 'row' }, g),
        h('td', null, h('span', { class: 'bar', style: { width: `${(level.made / most) * 8}rem` } }), h('span', null, num(level.made))), h('td', null, num(level.expanded)), h('td', null, num(level.pruned)))))));
}

define('ubin-tree', Tree);
