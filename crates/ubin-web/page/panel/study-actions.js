// What a person can do while studying a search: step through it, choose a node, let it run, predict.

import { store } from '../state.js';
import { t } from '../core/i18n.js';
import { say } from '../core/say.js';
import { judged, nextOf, stepsOf } from './study.js';
import { nextRise } from './tree-layout.js';
import { judgement, told } from './told.js';

/** Milliseconds of a step at speed 1. */
const STEP = 900;
export const SPEEDS = [0.5, 1, 2, 4];

/** @param {Partial<import('../core/types.js').Study>} part */
export function setStudy(part) {
  store.set((state) => ({ study: { ...state.study, ...part } }));
}

/** The tree of the workspace, and its step. @returns {{ tree: any, step: number }} */
export function now() {
  return store.state[store.state.doc.workspace];
}

/** @param {number} step */
function show(step) {
  const family = store.state.doc.workspace;
  store.set((state) => ({ [family]: { ...state[family], step }, study: { ...state.study, node: null, look: null } }));
}

/** Goes to a step. @param {number} step */
export function goTo(step) {
  const { tree } = now();
  if (!tree) return;
  show(step);
  say(told(tree, step).join(' '));
}

/** So many steps on, or back. @param {number} by */
export function stepBy(by) {
  const { tree, step } = now();
  if (!tree) return;
  const steps = stepsOf(tree);
  goTo(steps[Math.min(Math.max(0, steps.indexOf(step) + by), steps.length - 1)]);
}

/** To the root alone. */
export function toStart() {
  goTo(0);
}

/** To the end. */
export function toLast() {
  const { tree } = now();
  if (tree) goTo(/** @type {number} */ (stepsOf(tree).at(-1)));
}

/** To the next expansion of a node that costs more than any before. */
export function toRise() {
  const { tree, step } = now();
  if (tree) goTo(nextRise(tree.tree, step));
}

/** To where the next round begins. */
export function toRound() {
  const { tree, step } = now();
  if (!tree) return;
  const round = tree.tree.find((/** @type {any} */ node) => node.expanded === step)?.round ?? -1;
  const next = tree.tree.find((/** @type {any} */ node) => node.round > round && node.expanded !== null && node.expanded > step);
  goTo(next?.expanded ?? /** @type {number} */ (stepsOf(tree).at(-1)));
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function tick() {
  const { tree, step } = now();
  if (!store.state.study.playing || !tree) return;
  if (step === stepsOf(tree).at(-1)) {
    setStudy({ playing: false });
    return;
  }
  stepBy(1);
  timer = setTimeout(tick, STEP / store.state.study.speed);
}

/** Lets the search run, or stops it. */
export function togglePlay() {
  const { tree, step } = now();
  if (!tree) return;
  const playing = !store.state.study.playing;
  setStudy({ playing });
  clearTimeout(timer);
  if (!playing) return;
  if (step === stepsOf(tree).at(-1)) show(0);
  timer = setTimeout(tick, STEP / store.state.study.speed);
}

/** A node was pressed: it is looked at, or it is the answer to "which one is next?". @param {number} id */
export function press(id) {
  const { tree, step } = now();
  const { predict } = store.state.study;
  const next = tree ? nextOf(tree, step) : null;
  if (!predict || !next) {
    setStudy({ node: store.state.study.node === id ? null : id });
    return;
  }
  const { right, why } = judged(tree, step, id);
  const last = { right, words: judgement(tree, why, id, next) };
  setStudy({ predict: { asked: predict.asked + 1, right: predict.right + (right ? 1 : 0), last } });
  stepBy(1);
  say(t(...last.words));
}

/** Begins to predict, from the start if the search has ended; or ends it. */
export function togglePredict() {
  const { tree, step } = now();
  if (store.state.study.predict) {
    setStudy({ predict: null });
    return;
  }
  if (tree && step === stepsOf(tree).at(-1)) show(0);
  setStudy({ predict: { asked: 0, right: 0, last: null }, playing: false });
}
