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

/** Puts a number into a cell; the tile that was there goes where the number was. @param {number} cell @param {string} text */
export function typeInto(cell, text) {
  const board = current(store.state.doc.slide);
  const number = Number(text);
  show({ typing: null });
  const tile = text.trim() === '' || number === board.length ? 0 : number;
  const from = board.indexOf(tile);
  if (from < 0) {
    show({ note: { words: t('edit.noTile', { tile: text, most: board.length - 1 }), undo: false } });
    return;
  }
  if (from !== cell) setBoard(swapped(board, from, cell));
}

/** @param {'play' | 'edit'} mode */
export function setMode(mode) {
  show({ mode, picked: null, typing: null, playing: false });
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
