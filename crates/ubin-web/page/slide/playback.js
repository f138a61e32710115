// Playing a line of moves: the clock that steps through it.

import { store } from '../state.js';
import { seek, show } from './actions.js';

/** Milliseconds of a move at speed 1. */
const MOVE = 500;
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function tick() {
  const { doc, slide, settings } = store.state;
  if (!slide.playing) return;
  const { at, moves } = doc.slide;
  if (at < moves.length) seek(at + 1, true);
  else if (settings.loop) seek(0, true);
  else show({ playing: false });
  schedule();
}

function schedule() {
  clearTimeout(timer);
  if (store.state.slide.playing) timer = setTimeout(tick, MOVE / store.state.settings.speed);
}

export function togglePlay() {
  const { doc, slide } = store.state;
  if (!doc.slide.moves) return;
  if (slide.playing) {
    show({ playing: false });
    return;
  }
  // From the end it plays again from where the solution begins.
  const from = doc.slide.at >= doc.slide.moves.length ? (doc.slide.solution?.from ?? 0) : doc.slide.at;
  seek(from, true);
  schedule();
}

/** @param {number} by */
export function step(by) {
  seek(store.state.doc.slide.at + by);
}

export function first() {
  seek(0);
}

export function last() {
  seek(store.state.doc.slide.moves.length);
}

/** One speed up or down. @param {number} by */
export function faster(by) {
  store.set((state) => {
    const now = SPEEDS.indexOf(state.settings.speed);
    const speed = SPEEDS[Math.min(Math.max(0, now + by), SPEEDS.length - 1)];
    return { settings: { ...state.settings, speed } };
  });
}
