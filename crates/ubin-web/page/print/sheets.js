// The sheets themselves, drawn for paper: challenges with their pieces to cut out and their solutions apart, lines of boards, trees.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t, tn } from '../core/i18n.js';
import { studied } from '../panel/study.js';
import { called } from '../core/words.js';
import { qrCode } from '../core/qr.js';
import { store } from '../state.js';
import { color, left as leftOf, lying, shapeOf } from '../pack/model.js';
import { heart, outline } from '../pack/outline.js';
import { boardPicture } from '../slide/sources.js';
import { replayed } from '../slide/board.js';
import { CARD, card } from '../panel/tree-card.js';
import { isThere, layout } from '../panel/tree-layout.js';

/** @typedef {import('../core/types.js').Model} Model */

class Sheets extends View {
  connectedCallback() {
    super.connectedCallback();
    // Who prints by the browser's own key gets a sheet of what is on the screen, too.
    addEventListener('beforeprint', () => store.set((state) => ({ print: state.print ?? onScreen(state) })));
    addEventListener('afterprint', () => store.set(() => ({ print: null })));
  }

  /** @param {import('../core/types.js').State} state */
  uses({ print, settings }) {
    return [print, settings.language];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { print } = state;
    if (!print) return null;
    if (print.kind === 'tree') return treeSheet(state, print.tree, print.step);
    return print.kind === 'boards' ? boardSheet(state) : challengeSheets(print);
  }
}

/** The sheet of what is on the screen: a tree that is studied, the boards of a line; else the board alone. @param {import('../core/types.js').State} state @returns {import('./print.js').Job | null} */
function onScreen(state) {
  const seen = studied(state);
  if (seen) return { kind: 'tree', tree: seen.tree, step: seen.step };
  return state.doc.workspace === 'slide' && state.doc.slide.moves ? { kind: 'boards' } : null;
}

/** The boards of a line, each with its number. @param {import('../core/types.js').State} state */
function boardSheet({ doc }) {
  const { start, rows, cols, moves } = doc.slide;
  const boards = [...Array(moves.length + 1).keys()].map((at) => replayed(start, rows, cols, moves.slice(0, at)));
  return h(
    'section',
    { class: 'sheet boards' },
    h('h1', null, t('print.line', { n: moves.length })),
    h(
      'ol',
      { class: 'board-list' },
      boards.map((board, at) =>
        h(
          'li',
          { key: at },
          boardPicture(board, rows, cols),
          h('span', null, at === 0 ? t('tree.start') : `${at}. ${t(`dir.blank.${moves[at - 1]}`)}`),
        ),
      ),
    ),
  );
}

/** A tree as it stands, on one page. @param {import('../core/types.js').State} state @param {any} tree @param {number} step */
function treeSheet(state, tree, step) {
  const pitch = { x: CARD.width + CARD.gap, y: CARD.board + CARD.text + CARD.rise };
  const { placed, width, height } = layout(tree.tree.filter((/** @type {any} */ node) => isThere(tree.tree, node, step)));
  const edge = (/** @type {any} */ own, /** @type {any} */ child) =>
    h('path', {
      key: `e${child.node.id}`,
      class: 'edge',
      d: `M${own.x * pitch.x + CARD.width / 2} ${own.y * pitch.y + pitch.y - CARD.rise}L${child.x * pitch.x + CARD.width / 2} ${child.y * pitch.y}`,
    });
  return h(
    'section',
    { class: 'sheet tree-sheet' },
    h('h1', null, t('print.tree', { method: called('method', tree.method) })),
    h(
      'svg',
      { class: 'tree', style: { '--nodes': width }, viewBox: `-6 -6 ${width * pitch.x + 12} ${height * pitch.y + 12}` },
      placed.flatMap((own) => own.children.map((child) => edge(own, child))),
      placed.map((own) => card(state, tree, own, pitch, step, { now: null, chosen: null })),
    ),
  );
}

/** @param {Extract<import('./print.js').Job, { kind: 'challenges' }>} job */
function challengeSheets({ model, title, list, perPage }) {
  const pages = Array.from({ length: Math.ceil(list.length / perPage) }, (_, at) => list.slice(at * perPage, (at + 1) * perPage));
  return [
    patterns(),
    pages.map((own, at) =>
      h(
        'section',
        { key: `page${at}`, class: `sheet challenges per-${perPage}` },
        own.map((one, n) => challenge(model, title, one, at * perPage + n + 1, list.length)),
      ),
    ),
    h(
      'section',
      { key: 'solutions', class: 'sheet solutions' },
      h('h1', null, t('print.solutions')),
      h(
        'div',
        { class: 'solution-list' },
        list.map((one, at) =>
          h('figure', { key: at }, plans(model, one.solution), h('figcaption', null, caption(one, at + 1, list.length))),
        ),
      ),
    ),
  ];
}

/** @param {import('./print.js').Sheet} one @param {number} number @param {number} of */
function caption({ difficulty, seed }, number, of) {
  const what = difficulty ? t('print.caption', { grade: called('difficulty', difficulty), seed }) : '';
  return of > 1 ? `${number}. ${what}` : what;
}

/** @param {Model} model @param {string} title @param {import('./print.js').Sheet} one @param {number} number @param {number} of */
function challenge(model, title, one, number, of) {
  const { noFlip } = store.state.doc.pack;
  const left = model.pieces.flatMap((piece) => Array(Math.max(leftOf(model, one.placed, piece.letter), 0)).fill(piece));
  return h(
    'article',
    { key: number, class: 'challenge' },
    h(
      'header',
      null,
      h(
        'div',
        null,
        h('h1', null, title),
        h('p', null, caption(one, number, of)),
        h('p', null, t(noFlip ? 'print.howNoFlip' : 'print.how')),
      ),
      h('div', { class: 'qr-box' }, qr(one.link), isLocal(one.link) ? h('span', null, t('print.local')) : null),
    ),
    plans(model, one.placed),
    h('p', null, tn('print.pieces', left.length)),
    h(
      'div',
      { class: 'cut' },
      left.map((piece, at) => cutOut(model, piece, at)),
    ),
  );
}

/** Whether a link leads nowhere from another device. @param {string} link */
function isLocal(link) {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);
}

/** A piece as an outline to cut, in the scale of the board. @param {Model} model @param {import('../core/types.js').Piece} piece @param {number} at its number */
function cutOut(model, piece, at) {
  const shape = shapeOf(piece);
  const [high, wide] = [Math.max(...shape.map(([row]) => row)) + 1, Math.max(...shape.map(([, col]) => col)) + 1];
  const [row, col] = shape[heart(shape)];
  return h(
    'svg',
    { key: at, viewBox: `-0.1 -0.1 ${wide + 0.2} ${high + 0.2}`, style: { '--wide': wide + 0.2, '--all': model.cols } },
    h('path', { d: outline(shape, { inset: 0, radius: 0.05 }), class: 'cut-line' }),
    h('text', { x: col + 0.5, y: row + 0.66, 'text-anchor': 'middle', 'font-size': 0.45 }, piece.letter),
  );
}

/** The layers of a board with pieces, the top first. @param {Model} model @param {Record<string, number[]>} placed */
function plans(model, placed) {
  const layers = [...Array(model.layers).keys()].reverse();
  return h(
    'div',
    { class: 'print-plans' },
    layers.map((layer) => plan(model, placed, layer)),
  );
}

/** @param {Model} model @param {Record<string, number[]>} placed @param {number} layer */
function plan(model, placed, layer) {
  const own = [...model.cells.keys()].filter((cell) => model.cells[cell][2] === layer);
  const places = own.map((cell) => /** @type {[number, number]} */ ([model.cells[cell][0], model.cells[cell][1]]));
  const side = model.kind === 'pyramid' ? model.rows - layer : null;
  const [rows, cols] = [side ?? model.rows, side ?? model.cols];
  const pieces = lying(model, placed)
    .map((piece) => ({ ...piece, cells: piece.cells.filter((cell) => model.cells[cell][2] === layer) }))
    .filter(({ cells }) => cells.length);
  return h(
    'svg',
    {
      key: layer,
      class: 'print-plan',
      viewBox: `-0.1 -0.1 ${cols + 0.2} ${rows + 0.2}`,
      style: { '--wide': cols + 0.2, '--all': model.cols },
    },
    places.map(([row, col], at) => h('rect', { key: `c${at}`, class: 'cell-line', x: col, y: row, width: 1, height: 1 })),
    pieces.map(({ letter, cells: numbers }) => {
      const cells = numbers.map((cell) => /** @type {[number, number]} */ ([model.cells[cell][0], model.cells[cell][1]]));
      const [row, col] = cells[heart(cells)];
      const number = model.pieces.findIndex((piece) => piece.letter === letter);
      return h(
        'g',
        { key: `${letter}${numbers[0]}` },
        h('path', { d: outline(cells), fill: color(model, letter).fill }),
        h('path', { d: outline(cells), fill: `url(#hatch-${number % HATCHES})`, class: 'piece-line' }),
        h('circle', { cx: col + 0.5, cy: row + 0.5, r: 0.34, class: 'letter-ground' }),
        h('text', { x: col + 0.5, y: row + 0.66, 'text-anchor': 'middle', 'font-size': 0.45 }, letter),
      );
    }),
    h('path', { d: outline(places, { inset: 0, radius: 0.05 }), class: 'board-line' }),
  );
}

/** So many kinds of hatching: lines in four directions, dots, or both. */
const HATCHES = 12;

/** Hatchings, so that pieces are told apart on grey paper. */
function patterns() {
  const pattern = (/** @type {number} */ number) => {
    const [turn, kind] = [[0, 45, 90, 135][number % 4], Math.floor(number / 4)];
    const line = h('path', { d: 'M0 0.15H0.3', class: 'hatch' });
    const dot = h('circle', { cx: 0.15, cy: 0.05, r: 0.035, class: 'hatch-dot' });
    return h(
      'pattern',
      {
        id: `hatch-${number}`,
        key: number,
        width: 0.3,
        height: kind === 2 ? 0.15 : 0.3,
        patternUnits: 'userSpaceOnUse',
        patternTransform: `rotate(${turn})`,
      },
      kind === 1 ? dot : line,
      kind === 2 ? dot : null,
    );
  };
  return h('svg', { class: 'hatches', key: 'hatches', 'aria-hidden': true }, h('defs', null, [...Array(HATCHES).keys()].map(pattern)));
}

/** The link as a code, or nothing where it is too long for one. @param {string} link */
function qr(link) {
  const code = qrCode(link);
  if (!code) return null;
  const path = code.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return h(
    'svg',
    { class: 'qr', viewBox: `-2 -2 ${code.length + 4} ${code.length + 4}`, role: 'img', 'aria-label': link },
    h('path', { d: path }),
  );
}

define('ubin-print', Sheets);
