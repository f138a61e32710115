// The stage of a pyramid or a box: the body on a canvas, and beside it the plan of its layers, which does the same without a pointer.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, toggle } from '../core/parts.js';
import { store } from '../state.js';
import { studied } from '../panel/study.js';
import { color, left, owners, through } from './model.js';
import { drop, free, landing, place, reason, rotate, take } from './actions.js';
import { show } from './open.js';
import { layerGrid, onStage } from './grid.js';
import { cubeSides, groundCorners, hit, spots } from './space.js';
import { ball, cube, ground, lookOf } from './space-paint.js';

const SLACK = 4;

class PackSpace extends View {
  /** @type {{ x: number, y: number, azimuth: number, elevation: number, moved: boolean } | null} */
  orbit = null;
  /** @type {import('./space.js').Spot[]} */
  list = [];

  connectedCallback() {
    super.connectedCallback();
    this.resize = new ResizeObserver(() => this.paint(store.state));
    const canvas = this.querySelector('canvas');
    if (canvas) this.resize.observe(canvas);
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.onchange = () => this.paint(store.state);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.resize?.disconnect();
  }

  /** @param {import('../core/types.js').State} state */
  uses(state) {
    const { doc, pack, settings } = state;
    const seen = studied(state);
    return [seen?.tree, seen?.node, doc.pack, pack.held, pack.cursor, pack.verdict, pack.hint, pack.all, pack.heat, pack.space, settings];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { model } = state.doc.pack;
    if (!model) return [];
    const where = landing();
    return [
      h('canvas', {
        class: 'space',
        tabindex: 0,
        role: 'img',
        'aria-label': t(`space.name.${model.kind}`, { rows: model.rows, cells: model.cells.length }),
        'data-own-arrows': true,
        key: 'canvas',
        onpointerdown: (/** @type {any} */ event) => this.down(event),
        onpointermove: (/** @type {any} */ event) => this.moved(event),
        onpointerup: (/** @type {any} */ event) => this.up(event),
        onkeydown: (/** @type {any} */ event) => this.key(event),
      }),
      state.pack.held ? heldBar(state.pack.held, where) : null,
      controls(state, model),
      this.keep('plans', [...this.planParts(state), ...(where.cells ?? [null])], () => this.plans(state, model, where)),
    ];
  }

  /** What the plan of the layers is made from: all but the direction from which the body is seen. @param {import('../core/types.js').State} state */
  planParts(state) {
    const { doc, pack, settings } = state;
    const seen = studied(state);
    return [
      seen?.tree,
      seen?.node,
      doc.pack,
      pack.held,
      pack.cursor,
      pack.verdict,
      pack.hint,
      pack.all,
      pack.heat,
      pack.space.layer,
      settings,
    ];
  }

  /** @param {import('../core/types.js').State} state @param {import('../core/types.js').Model} model @param {any} where */
  plans(state, model, where) {
    return h(
      'div',
      { class: 'plans', key: 'plans', style: { '--rows-in-all': rowsInAll(model), '--layers': model.layers } },
      [...Array(model.layers).keys()].reverse().map((layer) =>
        h(
          'figure',
          {
            key: layer,
            class: layer < state.pack.space.layer ? '' : 'off',
            onclick: (/** @type {any} */ event) => this.planClicked(event),
          },
          layerGrid(state, layer, { landing: where, label: t('space.layer', { n: layer + 1 }), plan: true }),
          // The grid has the whole name.
          h('figcaption', { 'aria-hidden': true }, layer + 1),
        ),
      ),
    );
  }

  /** @param {import('../core/types.js').State} state */
  drawn(state) {
    const focus = document.activeElement;
    if (focus && focus.closest('.plans') && this.contains(focus))
      /** @type {HTMLElement | null} */ (this.querySelector(`[data-cell="${state.pack.cursor}"]`))?.focus({ preventScroll: true });
    this.paint(state);
  }

  /** @param {import('../core/types.js').State} state */
  paint(state) {
    const canvas = this.querySelector('canvas');
    const { model } = state.doc.pack;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || !model) return;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const view = state.pack.space;
    this.list = spots(model, view, width, height);
    const look = lookOf(this);
    ground(context, groundCorners(model, view, width, height), look);
    const marks = { owner: onStage(state), landing: new Set(landing().cells ?? []), hinted: new Set(state.pack.hint?.cells ?? []) };
    for (const spot of this.list) this.paintCell(context, state, spot, marks, look);
  }

  /** @param {CanvasRenderingContext2D} context @param {import('../core/types.js').State} state @param {import('./space.js').Spot} spot @param {{ owner: (string | null)[], landing: Set<number>, hinted: Set<number> }} marks @param {import('./space-paint.js').Look} look */
  paintCell(context, state, spot, { owner, landing: where, hinted }, look) {
    const { pack, doc, settings } = state;
    const model = /** @type {import('../core/types.js').Model} */ (doc.pack.model);
    const letter = owner[spot.cell];
    const ghost = where.has(spot.cell) ? pack.held?.letter : hinted.has(spot.cell) ? pack.hint.piece : null;
    const paint = letter || ghost ? color(model, letter ?? ghost ?? '') : null;
    const how = {
      letter: letter ?? ghost ?? '',
      ghost: !letter && Boolean(ghost),
      fill: paint?.fill ?? look.free,
      ink: paint?.ink ?? look.ink,
      faint: pack.space.xray && !ghost,
      empty: !letter && !ghost,
      size: spot.radius * 0.85,
      cursor: spot.cell === pack.cursor,
      letters: settings.letters,
    };
    if (model.kind === 'pyramid') ball(context, spot, how, look);
    else cube(context, cubeSides(model, spot.cell, pack.space, spot), how, look);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { azimuth, elevation } = store.state.pack.space;
    this.orbit = { x: event.clientX, y: event.clientY, azimuth, elevation, moved: false };
    /** @type {Element} */ (event.target).setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (!this.orbit) return;
    const [dx, dy] = [event.clientX - this.orbit.x, event.clientY - this.orbit.y];
    if (Math.hypot(dx, dy) > SLACK) this.orbit.moved = true;
    if (this.orbit.moved) turnTo(this.orbit.azimuth - dx / 2, this.orbit.elevation + dy / 2);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const tap = this.orbit && !this.orbit.moved;
    this.orbit = null;
    if (!tap) return;
    const box = /** @type {Element} */ (event.target).getBoundingClientRect();
    const cell = hit(this.list, event.clientX - box.left, event.clientY - box.top);
    if (cell !== undefined) touch(cell);
  }

  /** @param {any} event */
  planClicked(event) {
    const element = event.target.closest('[data-cell]');
    if (!element) return;
    touch(Number(element.dataset.cell));
    element.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { azimuth, elevation } = store.state.pack.space;
    const turn = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, 10], ArrowDown: [0, -10] }[event.key];
    if (!turn) return;
    turnTo(azimuth + turn[0], elevation + turn[1]);
    event.preventDefault();
  }
}

/** The rows of all layers, one below the other. @param {import('../core/types.js').Model} model */
function rowsInAll(model) {
  return [...Array(model.layers).keys()].reduce((sum, layer) => sum + (model.kind === 'pyramid' ? model.rows - layer : model.rows), 0);
}

/** A cell was tapped: what lies there is taken up, and a piece in the hand shows where it fits. @param {number} cell */
function touch(cell) {
  const { doc, pack } = store.state;
  const { model, placed } = doc.pack;
  if (!model) return;
  const again = pack.cursor === cell;
  const letter = owners(model, placed)[cell];
  show({ cursor: cell });
  if (pack.held && letter && letter !== pack.held.letter) {
    drop();
    take(letter, 'keys');
  } else if (pack.held && again) {
    rotate(1);
  } else if (pack.held) {
    store.set((state) => (state.pack.held ? { pack: { ...state.pack, held: { ...state.pack.held, choice: 0 } } } : {}));
  } else if (letter) {
    take(letter, 'keys');
  } else if (pack.chosen && left(model, placed, pack.chosen) > 0) {
    take(pack.chosen, 'keys');
  }
}

/** @param {number} azimuth @param {number} elevation */
function turnTo(azimuth, elevation) {
  store.set((state) => ({
    pack: {
      ...state.pack,
      space: { ...state.pack.space, azimuth: ((azimuth % 360) + 360) % 360, elevation: Math.min(Math.max(elevation, 0), 90) },
    },
  }));
}

/** @param {import('../core/types.js').Held} held @param {{ cells: number[] | null, why: string | null, of: number }} where */
function heldBar(held, where) {
  const { model } = store.state.doc.pack;
  const all = model ? through(model, free(), held.letter, store.state.pack.cursor).length : 0;
  const number = all ? (((held.choice % all) + all) % all) + 1 : 0;
  return h(
    'div',
    { class: 'actions held', key: 'held', role: 'group', 'aria-label': t('space.held', { letter: held.letter }) },
    h('span', { class: 'small' }, where.cells ? t('space.choice', { letter: held.letter, n: number, of: all }) : reason(where.why)),
    button({ label: t('space.previous'), icon: 'unrotate', bare: true, onclick: () => rotate(-1), disabled: all < 2 }),
    button({ label: t('space.next'), icon: 'rotate', bare: true, onclick: () => rotate(1), disabled: all < 2, id: 'next-choice' }),
    button({ label: t('space.place'), icon: 'check', kind: 'primary', onclick: place, disabled: !where.cells, id: 'place' }),
    button({ label: t('piece.drop'), icon: 'cross', bare: true, onclick: drop }),
  );
}

/** @param {import('../core/types.js').State} state @param {import('../core/types.js').Model} model */
function controls({ pack }, model) {
  const set = (/** @type {any} */ part) => store.set((state) => ({ pack: { ...state.pack, space: { ...state.pack.space, ...part } } }));
  const slider = (
    /** @type {string} */ id,
    /** @type {string} */ label,
    /** @type {any} */ props,
    /** @type {(value: number) => void} */ onchange,
  ) =>
    h(
      'div',
      { class: 'field slider' },
      h('label', { for: id }, label),
      h('input', { type: 'range', id, ...props, oninput: (/** @type {any} */ event) => onchange(Number(event.target.value)) }),
    );
  return h(
    'div',
    { class: 'space-controls', key: 'controls', role: 'group', 'aria-label': t('space.controls') },
    slider('azimuth', t('space.around'), { min: 0, max: 360, step: 5, value: Math.round(pack.space.azimuth) }, (azimuth) =>
      set({ azimuth }),
    ),
    slider('elevation', t('space.above'), { min: 0, max: 90, step: 5, value: Math.round(pack.space.elevation) }, (elevation) =>
      set({ elevation }),
    ),
    slider('layer', t('space.layers'), { min: 1, max: model.layers, step: 1, value: pack.space.layer || model.layers }, (layer) =>
      set({ layer }),
    ),
    slider('explode', t('space.explode'), { min: 0, max: 2, step: 0.1, value: pack.space.explode }, (explode) => set({ explode })),
    toggle({ id: 'xray', label: t('space.xray'), checked: pack.space.xray, onchange: (xray) => set({ xray }) }),
  );
}

define('ubin-pack-space', PackSpace);
