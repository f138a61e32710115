// What a person can do to a sliding puzzle.

import { store } from '../state.js';
import { t } from '../core/i18n.js';
import { say } from '../core/say.js';
import { current, lastTwo, movedTile, namedGoal, runTo, same, slid, swapped } from './board.js';

/** @typedef {import('../core/types.js').SlideDoc} SlideDoc */

/** Changes what is shown, not the puzzle. @param {Partial<import('../core/types.js').SlideView>} part */
export function show(part) {
  store.set((state) => ({ slide: { ...state.slide, ...part } }));
}

/** @param {(doc: SlideDoc) => SlideDoc} change */
function edit(change) {
  store.edit((doc) => {
    const slide = change(doc.slide);
    return slide === doc.slide ? doc : { ...doc, slide };
  });
}

/** @param {(doc: SlideDoc) => SlideDoc} change */
function amend(change) {
  store.amend((doc) => ({ ...doc, slide: change(doc.slide) }));
}

/** A new puzzle, or the same with other tiles. @param {Partial<SlideDoc>} part */
export function setPuzzle(part) {
  edit((doc) => ({ ...doc, ...part, moves: '', at: 0, solution: null }));
  show({ text: null, mistake: null, playing: false, cursor: 0 });
}

/** Other tiles on the same board. @param {number[]} board */
export function setBoard(board) {
  if (same(board, current(store.state.doc.slide))) return;
  edit((doc) => ({ ...doc, start: board, moves: '', at: 0, solution: null }));
  show({ playing: false });
}

/** Moves made by hand, where the blank can go. @param {string} moves */
export function move(moves) {
  for (const step of moves) {
    const doc = store.state.doc.slide;
    const board = current(doc);
    const next = slid(board, doc.rows, doc.cols, step);
    if (!next) return;
    const tile = movedTile(board, doc.rows, doc.cols, step);
    if (doc.moves[doc.at] === step && doc.solution) {
      // The solution's own move: follow it, do not cut it.
      amend((now) => ({ ...now, at: now.at + 1 }));
    } else {
      const kept = doc.moves.slice(0, doc.at);
      edit((now) => ({ ...now, moves: kept + step, at: kept.length + 1, solution: null }));
    }
    show({ playing: false, cursor: board.indexOf(0) });
    say(same(next, doc.goal) ? t('say.solved') : t('say.moved', { tile, direction: t(`dir.tile.${step}`) }));
  }
}

/** An arrow key: it moves the blank that way, or the tile. @param {string} direction U D L R */
export function arrow(direction) {
  const opposite = { U: 'D', D: 'U', L: 'R', R: 'L' }[direction] ?? direction;
  move(store.state.settings.arrows === 'tile' ? opposite : direction);
}

/** A click on a cell. @param {number} cell */
export function click(cell) {
  const { slide, doc } = store.state;
  if (slide.mode === 'edit') {
    pick(cell);
    return;
  }
  show({ cursor: cell });
  const moves = runTo(current(doc.slide), doc.slide.cols, cell);
  if (moves) move(moves);
}

/** Chooses the first or second tile of a swap. @param {number} cell */
export function pick(cell) {
  const { slide, doc } = store.state;
  if (slide.picked === null) {
    show({ picked: cell, cursor: cell });
    return;
  }
  const first = slide.picked;
  show({ picked: null, cursor: cell });
  if (first !== cell) setBoard(swapped(current(doc.slide), first, cell));
}

/** Puts a number into a cell; nothing typed changes nothing. @param {number} cell @param {string} text */
export function typeInto(cell, text) {
  const { length } = store.state.doc.slide.start;
  show({ typing: null });
  if (text.trim() === '') return;
  // The blank may be called by its number, as in the courses.
  const tile = Number(text) === length ? 0 : Number(text);
  if (tile < length) put(cell, tile);
  else show({ note: { words: ['edit.noTile', { tile: text, most: length - 1 }], undo: false } });
}

/** Puts a tile into a cell, and goes on to the next; the tile that was there goes where this one was. @param {number} cell @param {number} tile */
function put(cell, tile) {
  const board = current(store.state.doc.slide);
  setBoard(swapped(board, board.indexOf(tile), cell));
  show({ cursor: (cell + 1) % board.length, picked: null, typing: null });
}

/** Puts a tile into the cursor's cell. @param {number} tile */
export function fill(tile) {
  put(store.state.slide.cursor, tile);
}

/** Digits typed into the cursor's cell: a number that no digit could make longer is complete. @param {string} digits */
export function type(digits) {
  const { slide, doc } = store.state;
  const isComplete = digits === '0' || Number(digits) * 10 > doc.slide.start.length;
  if (isComplete) typeInto(slide.cursor, digits);
  else show({ typing: digits });
}

/** @param {'play' | 'edit'} mode */
export function setMode(mode) {
  show({ mode, picked: null, typing: null, playing: false, ...(mode === 'edit' ? { cursor: 0 } : {}) });
  say(t(mode === 'edit' ? 'say.editing' : 'say.playing'));
}

/** Swaps the last two tiles: half of all boards become solvable so. */
export function makeSolvable() {
  const board = current(store.state.doc.slide);
  const [a, b] = lastTwo(board);
  setBoard(swapped(board, a, b));
  say(t('say.swapped', { a: board[a], b: board[b] }));
}

/** @param {string} name */
export function setGoal(name) {
  if (name === store.state.doc.slide.goalName) return;
  edit((doc) => ({
    ...doc,
    goalName: name,
    goal: name === 'custom' ? doc.goal : namedGoal(name, doc.rows, doc.cols),
    solution: null,
    moves: doc.moves.slice(0, doc.at),
  }));
}

/** @param {number[]} goal */
export function setGoalBoard(goal) {
  edit((doc) => ({ ...doc, goalName: 'custom', goal, solution: null, moves: doc.moves.slice(0, doc.at) }));
}

/** Goes to a board of the line. @param {number} at @param {boolean} [playing] */
export function seek(at, playing = false) {
  const { moves } = store.state.doc.slide;
  const to = Math.min(Math.max(0, at), moves.length);
  amend((doc) => ({ ...doc, at: to }));
  show({ playing });
}
