// The tray: every piece with its letter, its area, and whether it lies on the board.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { color, isFlat, isSolid, left, lying, shapeOf } from './model.js';
import { take } from './actions.js';
import { outline } from './outline.js';
import { dragFromTray } from './board-view.js';
import { store } from '../state.js';

/** How far a pointer moves before it drags. */
const SLACK = 6;

/** @param {import('../core/types.js').State} state */
export function tray(state) {
  const { model, placed } = state.doc.pack;
  if (!model) return null;
  const all = model.pieces.reduce((sum, piece) => sum + (piece.most ?? 1), 0);
  return h(
    'section',
    { class: 'tray-box', 'aria-labelledby': 'tray-title', key: 'tray' },
    h(
      'h3',
      { id: 'tray-title', class: 'small' },
      `${t('tray.title')}: ${t('tray.left', { left: all - lying(model, placed).length, of: all })}`,
    ),
    h(
      'div',
      { class: 'tray' },
      model.pieces.map((piece) => trayPiece(state, piece)),
    ),
  );
}

/** @param {import('../core/types.js').State} state @param {import('../core/types.js').Piece} piece */
function trayPiece({ doc, pack }, piece) {
  const model = /** @type {import('../core/types.js').Model} */ (doc.pack.model);
  const { letter, area } = piece;
  const [still, most] = [left(model, doc.pack.placed, letter), piece.most ?? 1];
  const lies = still <= 0;
  const inHand = pack.held?.letter === letter;
  const word = inHand ? t('tray.inHand') : doc.pack.given.includes(letter) ? t('tray.given') : lies ? t('tray.used') : t('tray.free');
  return h(
    'button',
    {
      type: 'button',
      class: `piece ${lies ? 'used' : ''} ${inHand ? 'in-hand' : ''}`,
      key: letter,
      'data-piece': letter,
      'aria-pressed': inHand,
      onpointerdown: (/** @type {PointerEvent} */ event) => down(event, letter),
      onclick: () => clicked(letter),
    },
    h('span', { class: 'hidden' }, t(most > 1 ? 'tray.pieces' : 'tray.piece', { letter, area, word, n: still, of: most })),
    shapePicture(model, piece),
    h('span', { class: 'piece-name', 'aria-hidden': true }, h('b', null, letter), ` ${area}`, most > 1 ? ` ×${still}` : ''),
    // What is left is the rule; only the others have a word.
    h('span', { class: 'piece-state', 'aria-hidden': true }, lies || inHand ? word : ''),
  );
}

let dragged = false;

/** @param {string} letter */
function clicked(letter) {
  if (dragged) {
    dragged = false;
    return;
  }
  if (store.state.pack.held?.letter === letter) return;
  take(letter, 'keys');
  const { model } = store.state.doc.pack;
  // The keys that carry the piece are the board's.
  queueMicrotask(() =>
    queueMicrotask(() =>
      /** @type {HTMLElement | null} */ (
        document.querySelector(`${model && isFlat(model) ? 'ubin-pack-board' : 'ubin-pack-space'} [tabindex="0"][role="gridcell"]`)
      )?.focus({ preventScroll: true }),
    ),
  );
}

/** @param {PointerEvent} event @param {string} letter */
function down(event, letter) {
  const { model } = store.state.doc.pack;
  dragged = false;
  if (event.button !== 0 || !model || !isFlat(model)) return;
  const [x, y] = [event.clientX, event.clientY];
  const end = new AbortController();
  document.addEventListener(
    'pointermove',
    (move) => {
      if (Math.hypot(move.clientX - x, move.clientY - y) <= SLACK) return;
      dragged = true;
      end.abort();
      dragFromTray(letter);
    },
    { signal: end.signal },
  );
  document.addEventListener('pointerup', () => end.abort(), { signal: end.signal });
  // Touch would otherwise keep the pointer with the button.
  const target = /** @type {Element} */ (event.target);
  if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
}

/** A piece as a small picture. @param {import('../core/types.js').Model} model @param {import('../core/types.js').Piece} piece */
export function shapePicture(model, piece) {
  const shape = shapeOf(piece);
  const paint = color(model, piece.letter);
  const high = Math.max(...shape.map(([row]) => row)) + 1;
  const wide = Math.max(...shape.map(([, col]) => col)) + 1;
  const side = Math.max(high, wide, 4);
  const [top, left] = [(side - high) / 2, (side - wide) / 2];
  const cells =
    model.kind === 'pyramid'
      ? shape.map(([row, col], at) => h('circle', { key: at, cx: col + left + 0.5, cy: row + top + 0.5, r: 0.5, fill: paint.fill }))
      : h('path', { d: outline(shape.map(([row, col]) => [row + top, col + left])), fill: paint.fill });
  return h(
    'svg',
    { class: 'shape', viewBox: `-0.1 -0.1 ${side + 0.2} ${side + 0.2}`, 'aria-hidden': true },
    cells,
    isSolid(piece) ? h('text', { x: side - 0.1, y: side, 'text-anchor': 'end', 'font-size': 1, class: 'solid' }, '3D') : null,
  );
}
