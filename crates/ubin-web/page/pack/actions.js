// What a person can do with pieces: take one up, turn it, lay it down, take it away.

import { store } from '../state.js';
import { t } from '../core/i18n.js';
import { say } from '../core/say.js';
import {
  cellAt,
  copies,
  copyAt,
  flipped,
  isFlat,
  lay,
  left,
  owners,
  shapeAt,
  shapeOf,
  through,
  turned,
  turnedBack,
  without,
} from './model.js';
import { show } from './open.js';

/** @typedef {import('../core/types.js').Held} Held */

/** @param {(placed: Record<string, number[]>) => Record<string, number[]>} change */
function edit(change) {
  store.edit((doc) => ({ ...doc, pack: { ...doc.pack, placed: change(doc.pack.placed) } }));
}

/** @param {Partial<Held>} part */
export function setHeld(part) {
  store.set((state) => (state.pack.held ? { pack: { ...state.pack, held: { ...state.pack.held, ...part } } } : {}));
}

/** The piece on each cell, without the one in the hand. */
export function free() {
  const { doc, pack } = store.state;
  const { model, placed } = doc.pack;
  if (!model) return [];
  return owners(model, without(placed, pack.held?.letter, pack.held?.from));
}

/** Whether a challenge gives a piece, which then stays where it is; says so. @param {string} letter */
function isGiven(letter) {
  if (!store.state.doc.pack.given.includes(letter)) return false;
  show({ note: { words: ['given.stays', { letter }], undo: false } });
  say(t('given.stays', { letter }));
  return true;
}

/** Takes a piece up, from the tray or from the board. @param {string} letter @param {'keys' | 'pointer'} by @param {number} [under] the cell under the pointer */
export function take(letter, by, under) {
  const { doc, pack } = store.state;
  const { model, placed } = doc.pack;
  const piece = model?.pieces.find((one) => one.letter === letter);
  if (!model || !piece || isGiven(letter)) return;
  // One of the tray, as long as there is one; then the last that was laid.
  const from =
    copyAt(model, placed, letter, under) ?? (left(model, placed, letter) > 0 ? null : (copies(model, placed, letter).at(-1) ?? null));
  const lying = from && isFlat(model) ? shapeAt(model, from) : null;
  const [row, col] = model.cells[under ?? pack.cursor] ?? [0, 0];
  const { shape, at } =
    lying ??
    (by === 'pointer'
      ? { shape: shapeOf(piece), at: [row, col] }
      : freePlace(model, from ? without(placed, letter, from) : placed, shapeOf(piece), [row, col]));
  /** @type {[number, number]} */
  const grip =
    lying && under !== undefined
      ? [row - at[0], col - at[1]]
      : [Math.floor(Math.max(...shape.map(([r]) => r)) / 2), Math.floor(Math.max(...shape.map(([, c]) => c)) / 2)];
  show({
    held: { letter, shape, at: /** @type {[number, number]} */ ([...at]), grip, from, choice: 0, by },
    chosen: letter,
    hint: null,
  });
  say(t('say.holding', { letter, area: piece.area }));
}

/** Where a piece fits: at the cursor if it can, else the first free place, turned if it must be. @param {any} model @param {Record<string, number[]>} others the pieces that lie there @param {[number, number][]} shape @param {[number, number]} at @returns {{ shape: [number, number][], at: [number, number] }} */
function freePlace(model, others, shape, at) {
  const near = { shape, at: inside(model, shape, at) };
  if (!isFlat(model)) return near;
  const owner = owners(model, others);
  if (lay(model, owner, shape, near.at).cells) return near;
  const turns = [shape, turned(shape), turned(turned(shape)), turnedBack(shape)];
  const ways = store.state.doc.pack.noFlip ? turns : [...turns, ...turns.map(flipped)];
  for (const way of ways) {
    for (let row = 0; row < model.rows; row += 1) {
      for (let col = 0; col < model.cols; col += 1) if (lay(model, owner, way, [row, col]).cells) return { shape: way, at: [row, col] };
    }
  }
  return near;
}

/** A corner for a shape so that it does not hang over the edge. @param {any} model @param {[number, number][]} shape @param {[number, number]} at @returns {[number, number]} */
export function inside(model, shape, at) {
  const high = Math.max(...shape.map(([row]) => row)) + 1;
  const wide = Math.max(...shape.map(([, col]) => col)) + 1;
  return [Math.max(0, Math.min(at[0], model.rows - high)), Math.max(0, Math.min(at[1], model.cols - wide))];
}

/** What the piece in the hand would cover, or why it cannot lie there. @returns {{ cells: number[] | null, why: string | null, of: number }} */
export function landing() {
  const { doc, pack } = store.state;
  const { model } = doc.pack;
  const { held } = pack;
  if (!model || !held) return { cells: null, why: null, of: 0 };
  if (isFlat(model)) return { ...lay(model, free(), held.shape, held.at), of: 1 };
  const choices = through(model, free(), held.letter, pack.cursor);
  if (choices.length === 0) return { cells: null, why: free()[pack.cursor] ?? 'nowhere', of: 0 };
  return { cells: choices[((held.choice % choices.length) + choices.length) % choices.length], why: null, of: choices.length };
}

/** @param {string | null} why */
export function reason(why) {
  if (why === 'outside') return t('ghost.outside');
  if (why === 'nowhere') return t('ghost.nowhere');
  return t('ghost.overlap', { letter: why });
}

/** @param {1 | -1} way */
export function rotate(way) {
  const { held } = store.state.pack;
  const { model } = store.state.doc.pack;
  if (!held || !model) return;
  if (!isFlat(model)) {
    setHeld({ choice: held.choice + way });
    tellLanding();
    return;
  }
  reshape(way === 1 ? turned(held.shape) : turnedBack(held.shape));
}

export function flip() {
  const { held } = store.state.pack;
  const { model, noFlip } = store.state.doc.pack;
  if (!held || !model) return;
  if (!isFlat(model)) rotate(-1);
  else if (noFlip) say(t('say.noFlip'));
  else reshape(flipped(held.shape));
}

/** @param {[number, number][]} shape */
function reshape(shape) {
  const { held } = store.state.pack;
  const { model } = store.state.doc.pack;
  if (!held || !model) return;
  // A piece under the pointer turns about its grip, one under the keys stays on the board.
  const size = [Math.max(...shape.map(([row]) => row)), Math.max(...shape.map(([, col]) => col))];
  /** @type {[number, number]} */
  const grip = [Math.floor(size[0] / 2), Math.floor(size[1] / 2)];
  /** @type {[number, number]} */
  const at =
    held.by === 'pointer' ? [held.at[0] + held.grip[0] - grip[0], held.at[1] + held.grip[1] - grip[1]] : inside(model, shape, held.at);
  setHeld({ shape, grip, at });
  tellLanding();
}

/** Moves the piece in the hand, or the cursor. @param {number} rows @param {number} cols @param {number} [layers] */
export function step(rows, cols, layers = 0) {
  const { doc, pack } = store.state;
  const { model } = doc.pack;
  if (!model) return;
  if (pack.held && isFlat(model)) {
    setHeld({ at: inside(model, pack.held.shape, [pack.held.at[0] + rows, pack.held.at[1] + cols]), by: 'keys' });
    tellLanding();
    return;
  }
  const next = nextCell(model, pack.cursor, rows, cols, layers);
  if (next !== undefined) show({ cursor: next });
  if (pack.held) {
    setHeld({ choice: 0, by: 'keys' });
    tellLanding();
  }
}

/** @param {any} model @param {number} cursor @param {number} rows @param {number} cols @param {number} layers */
function nextCell(model, cursor, rows, cols, layers) {
  const [row, col, layer] = model.cells[cursor];
  if (layers) {
    const to = layer + layers;
    const most = model.kind === 'pyramid' ? model.rows - 1 - to : Infinity;
    return cellAt(model, Math.min(row, most), Math.min(col, most), to);
  }
  // Holes of a custom board are stepped over.
  for (let n = 1; n <= Math.max(model.rows, model.cols); n += 1) {
    const cell = cellAt(model, row + rows * n, col + cols * n, layer);
    if (cell !== undefined) return cell;
  }
  return undefined;
}

function tellLanding() {
  const { cells, why, of } = landing();
  const { held, cursor } = store.state.pack;
  const { model } = store.state.doc.pack;
  if (!held || !model) return;
  const [row, col] = isFlat(model) ? held.at : model.cells[cursor];
  const facts = { letter: held.letter, row: row + 1, col: col + 1, of };
  say(cells ? t(isFlat(model) ? 'say.fits' : 'say.fitsOf', facts) : t('say.fitsNot', { ...facts, why: reason(why) }));
}

/** Lays the piece in the hand down, if it fits. @returns {boolean} */
export function place() {
  const { held } = store.state.pack;
  const { cells, why } = landing();
  if (!held) return false;
  if (!cells) {
    say(reason(why));
    return false;
  }
  const { letter, from } = held;
  show({ held: null, cursor: cells[0] });
  edit((placed) => {
    const rest = without(placed, letter, from);
    return { ...rest, [letter]: [...(rest[letter] ?? []), ...cells] };
  });
  say(t('say.placed', { letter }));
  return true;
}

/** Lets go: the piece stays, or goes back, where it was. */
export function drop() {
  const { held } = store.state.pack;
  if (!held) return;
  show({ held: null });
  say(t('say.dropped', { letter: held.letter }));
}

/** Takes a piece off the board: the one in the hand, or the copy on a cell. @param {string} letter @param {number} [cell] */
export function remove(letter, cell = store.state.pack.cursor) {
  const { held } = store.state.pack;
  const { model, placed } = store.state.doc.pack;
  show({ held: null });
  if (!model || !placed[letter] || isGiven(letter)) return;
  const gone = held ? held.from : (copyAt(model, placed, letter, cell) ?? copies(model, placed, letter).at(-1));
  edit((now) => without(now, letter, gone));
  say(t('say.removed', { letter }));
}

/** Takes the piece under the cursor, or in the hand, off the board. */
export function removeHere() {
  const { pack, doc } = store.state;
  const { model, placed } = doc.pack;
  const letter = pack.held?.letter ?? (model ? owners(model, placed)[pack.cursor] : null);
  if (letter) remove(letter);
}

/** Lays many pieces at once. @param {Record<string, number[]>} placed */
export function placeAll(placed) {
  edit(() => placed);
}

/** Takes all pieces off the board but those that are given. */
export function clear() {
  const { given } = store.state.doc.pack;
  edit((placed) => Object.fromEntries(Object.entries(placed).filter(([letter]) => given.includes(letter))));
}

/** Whether there is a piece that can be taken off. @param {import('../core/types.js').PackDoc} doc */
export function canClear({ placed, given }) {
  return Object.keys(placed).length > given.length;
}
