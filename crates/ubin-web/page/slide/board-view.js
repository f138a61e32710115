// The sliding board on the stage: slides by click, drag, arrows; swaps and takes numbers while editing.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { t } from '../core/i18n.js';
import { store } from '../state.js';
import { studied } from '../panel/study.js';
import { current, neighbour, runTo, same } from './board.js';
import { click, show, type, typeInto } from './actions.js';
import { bounds } from './bounds.js';
import { overlay } from './overlay.js';

/** How long a tile takes, in milliseconds. */
const SLIDE = 120;
/** So much of a cell must a tile be dragged to go on by itself. */
const ENOUGH = 0.3;
/** The arrow of a tile when the blank goes the other way. @type {Record<string, string>} */
const TILE_ARROW = { U: 'down', D: 'up', L: 'right', R: 'left' };

/** Boards with a longer side than this are looked at through a window. */
const LARGE = 16;

/** @typedef {{ cell: number, moves: string, x: number, y: number, size: number, by: number, cells: number[] }} Drag */

class SlideBoard extends View {
  /** The board as it was drawn last. @type {number[]} */
  shown = [];
  /** @type {Drag | null} */
  drag = null;
  dragged = false;

  /** @param {import('../core/types.js').State} state */
  uses(state) {
    const { slide, doc, settings } = state;
    const seen = studied(state);
    return [
      doc.slide,
      slide.mode,
      slide.cursor,
      slide.picked,
      slide.typing,
      slide.lit,
      slide.hint,
      slide.playing,
      settings.language,
      seen?.tree,
      seen?.node,
      state.play.done,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc, slide } = state;
    const { rows, cols, goal } = doc.slide;
    const seen = studied(state);
    const board = boardOnStage(state);
    const lit = litTiles(board, slide.lit);
    const won = state.play.done !== null && same(board, goal);
    const drawn = seen ? bounds(board, goal, cols, seen.tree.heuristic, seen.tree.patterns) : null;
    const row = (/** @type {number} */ at) =>
      h(
        'div',
        { role: 'row', class: 'row', key: at },
        board
          .slice(at * cols, (at + 1) * cols)
          .map((tile, col) => this.cell({ tile, cell: at * cols + col, goal, cols, slide, lit, board, rows, studying: drawn !== null })),
      );
    const handlers = {
      onpointerdown: (/** @type {any} */ event) => this.down(event),
      onpointermove: (/** @type {any} */ event) => this.moved(event),
      onpointerup: () => this.up(),
      onpointercancel: () => this.cancel(),
      onclick: (/** @type {any} */ event) => this.clicked(event),
    };
    return h(
      'div',
      {
        class: ['board', seen ? 'studied' : slide.mode, Math.max(rows, cols) > LARGE ? 'large' : '', won ? 'celebrate' : ''].join(' '),
        role: 'grid',
        'aria-label': t('board.name', { rows, cols }),
        'aria-rowcount': rows,
        'aria-colcount': cols,
        style: { '--rows': rows, '--cols': cols, '--digits': String(board.length - 1).length },
        'data-keys': 'board',
        ...handlers,
      },
      Array.from({ length: rows }, (_, at) => row(at)),
      drawn ? overlay(drawn, rows, cols) : null,
    );
  }

  /** @param {any} wish */
  cell({ tile, cell, goal, cols, slide, lit, board, rows, studying }) {
    const home = tile !== 0 && goal[cell] === tile;
    const hint = !studying && slide.hint?.move && neighbour(rows, cols, board.indexOf(0), slide.hint.move) === cell;
    const marks = [
      tile === 0 ? 'blank' : 'tile',
      home ? 'home' : '',
      slide.picked === cell ? 'picked' : '',
      lit.get(tile) ?? '',
      hint ? 'hinted' : '',
    ]
      .filter(Boolean)
      .join(' ');
    const focused = slide.cursor === cell;
    return h(
      'div',
      {
        role: 'gridcell',
        class: `cell ${marks}`,
        key: cell,
        tabindex: focused ? 0 : -1,
        'data-cell': cell,
        style: { '--cell': cell },
        'aria-label': cellName(tile, cell, cols, home),
        'aria-selected': slide.picked === cell ? true : undefined,
      },
      slide.typing !== null && focused ? this.typing(cell) : h('span', { class: 'number', 'aria-hidden': true }, tile === 0 ? '' : tile),
      hint ? h('span', { class: 'arrow', 'aria-hidden': true }, icon(TILE_ARROW[slide.hint.move])) : null,
    );
  }

  /** @param {number} cell */
  typing(cell) {
    let done = false;
    const commit = (/** @type {any} */ event) => {
      if (done) return;
      done = true;
      typeInto(cell, event.target.value);
    };
    return h('input', {
      class: 'typing',
      inputmode: 'numeric',
      'aria-label': t('board.type'),
      value: store.state.slide.typing ?? '',
      oninput: (/** @type {any} */ event) => {
        type(event.target.value.replace(/[^\d]/g, ''));
        if (store.state.slide.typing === null) {
          done = true;
          this.focusCursor();
        }
      },
      onblur: commit,
      onkeydown: (/** @type {any} */ event) => {
        event.stopPropagation();
        if (['Enter', 'Tab', ' '].includes(event.key)) {
          commit(event);
          this.focusCursor();
          event.preventDefault();
        }
        if (event.key === 'Escape') {
          done = true;
          show({ typing: null });
          this.focusCursor();
        }
      },
    });
  }

  /** Gives the focus back to the cursor's cell, when that is drawn. */
  focusCursor() {
    queueMicrotask(() => queueMicrotask(() => this.cellElement(store.state.slide.cursor)?.focus()));
  }

  /** @param {number} cell @returns {HTMLElement | null} */
  cellElement(cell) {
    return this.querySelector(`[data-cell="${cell}"]`);
  }

  /** @param {import('../core/types.js').State} state */
  drawn(state) {
    const { slide, settings } = state;
    const board = boardOnStage(state);
    const typing = this.querySelector('input');
    if (typing && document.activeElement !== typing) typing.focus();
    else if (!typing && this.contains(document.activeElement)) this.cellElement(slide.cursor)?.focus({ preventScroll: true });
    if (this.shown.length === board.length) this.glide(board, slide.playing ? Math.min(SLIDE, 400 / settings.speed) : SLIDE);
    this.shown = board;
  }

  /** Lets tiles come from where they were. @param {number[]} board @param {number} duration */
  glide(board, duration) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const moved = [...board.keys()].filter((cell) => board[cell] !== 0 && board[cell] !== this.shown[cell]);
    if (moved.length === 0 || moved.length > 10) return;
    for (const cell of moved) {
      const element = this.cellElement(cell);
      if (!element) continue;
      element.style.removeProperty('transform');
      const [from, cols] = [this.shown.indexOf(board[cell]), store.state.doc.slide.cols];
      const part = this.drag ? 1 - this.drag.by : 1;
      const [x, y] = [(from % cols) - (cell % cols), Math.floor(from / cols) - Math.floor(cell / cols)].map((way) => way * part);
      element.animate([{ transform: `translate(${far(x)}, ${far(y)})` }, { transform: 'none' }], { duration, easing: 'ease-out' });
    }
  }

  /** @param {PointerEvent} event */
  down(event) {
    const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-cell]'));
    this.dragged = false;
    if (!element || event.button !== 0 || store.state.slide.mode === 'edit' || this.querySelector('input') || studied(store.state)) return;
    const { doc } = store.state;
    const cell = Number(element.dataset.cell);
    const board = current(doc.slide);
    const moves = runTo(board, doc.slide.cols, cell);
    if (!moves) return;
    const cells = [];
    for (let at = board.indexOf(0), step = 0; step < moves.length; step += 1) {
      at = neighbour(doc.slide.rows, doc.slide.cols, at, moves[step]) ?? at;
      cells.push(at);
    }
    this.drag = { cell, moves, x: event.clientX, y: event.clientY, size: element.offsetWidth, by: 0, cells };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (!this.drag) return;
    const { moves, x, y, size, cells } = this.drag;
    const way = { U: y - event.clientY, D: event.clientY - y, L: x - event.clientX, R: event.clientX - x }[moves[0]] ?? 0;
    // The tiles go against the blank.
    this.drag.by = Math.min(Math.max(0, -way / size), 1);
    if (this.drag.by > 0.05) {
      this.dragged = true;
      /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    }
    const shift = `${this.drag.by * 100}%`;
    const [dx, dy] = { U: ['0', shift], D: ['0', `-${shift}`], L: [shift, '0'], R: [`-${shift}`, '0'] }[moves[0]] ?? ['0', '0'];
    for (const cell of cells) this.cellElement(cell)?.style.setProperty('transform', `translate(${dx}, ${dy})`);
  }

  up() {
    const { drag } = this;
    if (!drag) return;
    for (const cell of drag.cells) this.cellElement(cell)?.style.removeProperty('transform');
    if (this.dragged && drag.by >= ENOUGH) click(drag.cell);
    this.drag = null;
  }

  cancel() {
    for (const cell of this.drag?.cells ?? []) this.cellElement(cell)?.style.removeProperty('transform');
    this.drag = null;
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-cell]'));
    if (this.dragged || !element || /** @type {Element} */ (event.target).closest('input') || studied(store.state)) return;
    click(Number(element.dataset.cell));
    this.cellElement(store.state.slide.cursor)?.focus({ preventScroll: true });
  }
}

/** So many cells far, by the sheet's own measures: asking the browser for them would have it lay out the page. @param {number} cells */
function far(cells) {
  return `calc(${cells * 100}% + ${cells} * var(--gap))`;
}

/** The board that is shown: of the node that is studied, or of the line. @param {import('../core/types.js').State} state @returns {number[]} */
function boardOnStage(state) {
  return studied(state)?.node.board ?? current(state.doc.slide);
}

/** @param {number} tile @param {number} cell @param {number} cols @param {boolean} home */
export function cellName(tile, cell, cols, home) {
  const place = { tile, row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 };
  if (tile === 0) return t('cell.blank', place);
  return t(home ? 'cell.home' : 'cell.tile', place);
}

/**
 * Tile i of the KURANG table and the smaller tiles after it; the blank counts as the largest.
 * @param {number[]} board @param {number | null} tile
 * @returns {Map<number, string>}
 */
export function litTiles(board, tile) {
  const lit = new Map();
  if (tile === null) return lit;
  const value = (/** @type {number} */ name) => (name === 0 ? board.length : name);
  const at = board.indexOf(tile);
  board.forEach((other, cell) => {
    if (cell > at && value(other) < value(tile)) lit.set(other, 'less');
  });
  return lit.set(tile, 'lit');
}

define('ubin-slide-board', SlideBoard);
