// What is known of a position goes with it: in this one place, whatever has changed the document - a move, undo, redo, a link, an answer.
//
// A **position** is what the server is asked about: the board on the stage and its goal, or the puzzle and the pieces on it.

/** @typedef {import('./types.js').State} State */

/** The position of the sliding workspace, as parts to be compared. @param {State} state */
export function slidePosition({ doc }) {
  const { start, goal, moves, at } = doc.slide;
  return [start, goal, moves.slice(0, at)];
}

/** The position of the packing workspace. @param {State} state */
export function packPosition({ doc }) {
  const { model, placed, noFlip } = doc.pack;
  return [model, placed, noFlip];
}

/** Whether two positions are the same one. @param {any[]} a @param {any[]} b */
export function isSame(a, b) {
  return a.every((part, at) => part === b[at]);
}

/** A state whose document has changed, without what was known of the one before. @param {State} before @param {State} after @returns {State} */
export function settled(before, after) {
  return {
    ...after,
    failure: null,
    slide: before.doc.slide === after.doc.slide ? after.slide : settledSlide(before, after),
    pack: before.doc.pack === after.doc.pack ? after.pack : settledPack(before, after),
  };
}

/** @param {State} before @param {State} after */
function settledSlide(before, after) {
  const [old, { start, goal }] = [before.doc.slide, after.doc.slide];
  const same = isSame(slidePosition(before), slidePosition(after));
  const view = { ...after.slide, note: null };
  // Playing a line goes through its boards; the tree and the table of one of them stay, with their board's name.
  const puzzle = old.start === start && old.goal === goal ? {} : { tree: null, compare: null };
  const size = old.start.length === start.length ? {} : { cursor: 0 };
  const tiles = same ? {} : { hint: null, picked: null, typing: null };
  const picked = old.goal === goal ? {} : { goalPicked: null };
  return { ...view, ...puzzle, ...size, ...tiles, ...picked };
}

/** @param {State} before @param {State} after */
function settledPack(before, after) {
  const view = { ...after.pack, note: null };
  if (isSame(packPosition(before), packPosition(after))) return view;
  const known = { ...view, held: null, verdict: null, hint: null, answer: null, count: null, all: null, heat: null };
  const puzzle = { chosen: null, challenge: null, tree: null, compare: null, cursor: 0 };
  return before.doc.pack.model === after.doc.pack.model ? known : { ...known, ...puzzle };
}
