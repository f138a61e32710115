// The flat packing board on the stage: pieces are dragged, clicked or carried by keys; a ghost shows where they would lie.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button } from '../core/parts.js';
import { store } from '../state.js';
import { studied } from '../panel/study.js';
import { color, isFull, owners } from './model.js';
import { drop, flip, inside, landing, place, reason, remove, rotate, setHeld, take } from './actions.js';
import { show } from './open.js';
import { layerGrid } from './grid.js';
import { heart, outline } from './outline.js';

/** How long a press is a long one. */
const LONG_PRESS = 600;
/** How far a pointer moves before it drags. */
const SLACK = 5;

/** @typedef {{ cell: number, letter: string, x: number, y: number, timer: ReturnType<typeof setTimeout> }} Press */

class PackBoard extends View {
  /** @type {Press | null} */
  press = null;

  connectedCallback() {
    super.connectedCallback();
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    document.addEventListener('pointermove', (event) => this.moved(event), { signal });
    document.addEventListener('pointerup', (event) => this.up(event), { signal });
    document.addEventListener('pointercancel', () => this.cancel(), { signal });
    this.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.listeners?.abort();
  }

  /** @param {import('../core/types.js').State} state */
  uses(state) {
    const { doc, pack, settings, narrow, play } = state;
    const seen = studied(state);
    return [
      narrow,
      doc.pack,
      pack.held,
      pack.cursor,
      pack.verdict,
      pack.hint,
      pack.all,
      pack.heat,
      settings,
      seen?.tree,
      seen?.node,
      play.done,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { model } = state.doc.pack;
    if (!model) return h('p', { class: 'small center' }, t('pack.loading'));
    const where = landing();
    const won = state.play.done !== null && isFull(model, state.doc.pack.placed);
    return [
      h(
        'div',
        {
          class: ['pack-board', state.pack.held ? 'holding' : '', won ? 'celebrate' : ''].filter(Boolean).join(' '),
          style: { '--cols': model.cols, '--rows': model.rows },
          onpointerdown: (/** @type {any} */ event) => this.down(event),
        },
        layerGrid(state, 0, { landing: where, label: t('grid.name', { rows: model.rows, cols: model.cols }) }),
        state.pack.held ? ghost(model, state.pack.held, where, state.narrow) : null,
      ),
      state.pack.held && state.narrow ? heldBar(where) : null,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  drawn({ pack }) {
    if (this.contains(document.activeElement)) this.cell(pack.cursor)?.focus({ preventScroll: true });
  }

  /** @param {number} cell @returns {HTMLElement | null} */
  cell(cell) {
    return this.querySelector(`[data-cell="${cell}"]`);
  }

  /** The row and column under a point. @param {{ clientX: number, clientY: number }} event @returns {[number, number]} */
  placeOf(event) {
    const { model } = store.state.doc.pack;
    const box = this.querySelector('.grid')?.getBoundingClientRect();
    if (!model || !box) return [0, 0];
    return [
      Math.floor(((event.clientY - box.top) / box.height) * model.rows),
      Math.floor(((event.clientX - box.left) / box.width) * model.cols),
    ];
  }

  /** @param {any} event */
  down(event) {
    const { held } = store.state.pack;
    if (event.button !== 0 || event.target.closest('button') || studied(store.state)) return;
    if (held) {
      event.preventDefault();
      if (event.pointerType === 'touch') {
        this.touched(event);
        return;
      }
      // The second click of a piece that was clicked up.
      this.follow(event);
      place();
      return;
    }
    const element = event.target.closest('[data-cell]');
    if (!element) return;
    const cell = Number(element.dataset.cell);
    show({ cursor: cell, all: store.state.pack.all?.shown ? { ...store.state.pack.all, shown: null } : store.state.pack.all });
    this.cell(cell)?.focus({ preventScroll: true });
    const { model, placed } = store.state.doc.pack;
    const letter = model ? owners(model, placed)[cell] : null;
    if (!letter) return;
    event.preventDefault();
    const timer = setTimeout(() => {
      this.press = null;
      remove(letter, cell);
    }, LONG_PRESS);
    this.press = { cell, letter, x: event.clientX, y: event.clientY, timer };
  }

  /** A finger hides what it touches: the first tap brings the piece, the second lays it down. @param {PointerEvent} event */
  touched(event) {
    const { held } = store.state.pack;
    const { model } = store.state.doc.pack;
    if (!held || !model) return;
    const [row, col] = this.placeOf(event);
    const here = held.shape.some(([r, c]) => held.at[0] + r === row && held.at[1] + c === col);
    if (here && place()) return;
    setHeld({ at: inside(model, held.shape, [row - held.grip[0], col - held.grip[1]]), by: 'keys' });
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { press } = this;
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) {
      clearTimeout(press.timer);
      this.press = null;
      take(press.letter, 'pointer', press.cell);
      dragging = true;
    }
    if (store.state.pack.held?.by === 'pointer') this.follow(event);
  }

  /** @param {{ clientX: number, clientY: number }} event */
  follow(event) {
    const { held } = store.state.pack;
    if (!held) return;
    const [row, col] = this.placeOf(event);
    const at = /** @type {[number, number]} */ ([row - held.grip[0], col - held.grip[1]]);
    if (at[0] !== held.at[0] || at[1] !== held.at[1] || held.by !== 'pointer') setHeld({ at, by: 'pointer' });
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (this.press) {
      clearTimeout(this.press.timer);
      const { letter, cell } = this.press;
      this.press = null;
      // A click takes the piece up; the next click lays it down.
      take(letter, 'pointer', cell);
      return;
    }
    const { held } = store.state.pack;
    if (!held || !dragging) return;
    dragging = false;
    this.follow(event);
    const { model } = store.state.doc.pack;
    const [row, col] = this.placeOf(event);
    const outside = !model || row < -1 || col < -1 || row > model.rows || col > model.cols;
    if (outside && held.from) remove(held.letter);
    else if (outside || !place()) drop();
  }

  cancel() {
    if (this.press) clearTimeout(this.press.timer);
    this.press = null;
    dragging = false;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!store.state.pack.held) return;
    event.preventDefault();
    rotate(event.deltaY > 0 ? 1 : -1);
  }
}

/** Whether a piece is dragged with the button down, from the tray or the board. */
let dragging = false;

/** Begins to drag a piece of the tray. @param {string} letter */
export function dragFromTray(letter) {
  take(letter, 'pointer');
  dragging = true;
}

function tools() {
  return [
    button({ label: t('piece.rotate'), icon: 'rotate', bare: true, onclick: () => rotate(1) }),
    button({ label: t('piece.flip'), icon: 'flip', bare: true, onclick: flip, disabled: store.state.doc.pack.noFlip }),
    button({ label: t('piece.drop'), icon: 'cross', bare: true, onclick: drop }),
  ];
}

/** The buttons of the piece in the hand, where there is no room beside it. @param {{ cells: number[] | null, why: string | null }} where */
function heldBar(where) {
  return h(
    'div',
    { class: 'actions held', role: 'group', 'aria-label': t('actions.label'), key: 'held' },
    tools(),
    button({ label: t('space.place'), icon: 'check', kind: 'primary', onclick: place, disabled: !where.cells, id: 'place' }),
  );
}

/** The letter of the piece in the hand, on the cell in its middle. @param {import('../core/types.js').Held} held */
function letterOf({ shape, at, letter }) {
  const [row, col] = shape[heart(shape)];
  return h('text', { x: at[1] + col + 0.5, y: at[0] + row + 0.66, 'text-anchor': 'middle', 'font-size': 0.46 }, letter);
}

/** @param {any} model @param {import('../core/types.js').Held} held @param {{ cells: number[] | null, why: string | null }} where @param {boolean} narrow */
function ghost(model, held, where, narrow) {
  const paint = color(model, held.letter);
  const part = (/** @type {number} */ n, /** @type {number} */ of) => `${(n / of) * 100}%`;
  const [row, col] = held.at;
  const right = col + Math.max(...held.shape.map(([, c]) => c)) + 1;
  const beyond = right > model.cols - 3;
  // Buttons that go with the pointer could never be reached; the wheel and the keys turn the piece then.
  const carried = held.by === 'pointer' && matchMedia('(hover: hover)').matches;
  return h(
    'div',
    { class: `ghost ${where.cells ? 'ok' : 'bad'}`, style: { '--piece': paint.fill, '--ink': paint.ink } },
    h(
      'svg',
      { class: 'ghost-shape', viewBox: `0 0 ${model.cols} ${model.rows}`, 'aria-hidden': true },
      h('path', { d: outline(held.shape.map(([r, c]) => [row + r, col + c])) }),
      letterOf(held),
    ),
    carried || narrow
      ? null
      : h(
          'div',
          {
            class: 'ghost-tools',
            key: 'tools',
            style: {
              left: beyond ? 'auto' : part(right, model.cols),
              right: beyond ? part(model.cols - col, model.cols) : 'auto',
              top: part(Math.max(row, 0), model.rows),
            },
          },
          tools(),
        ),
    where.cells
      ? null
      : h(
          'p',
          {
            class: 'ghost-why',
            key: 'why',
            style: {
              top: part(Math.max(row, 0) + Math.max(...held.shape.map(([r]) => r)) + 1, model.rows),
              left: part(Math.max(col, 0), model.cols),
            },
          },
          reason(where.why),
        ),
  );
}

define('ubin-pack-board', PackBoard);
