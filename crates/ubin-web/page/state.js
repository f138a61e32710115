// The state that the page opens with, and the store that holds it.

import { settled } from './core/stale.js';
import { Store } from './core/store.js';
import { namedGoal } from './slide/board.js';

/** Thirty moves from its goal: not at once seen, soon solved. */
export const FIRST_BOARD = [5, 1, 9, 12, 7, 0, 2, 3, 13, 6, 8, 4, 10, 14, 11, 15];

/** @type {import('./core/types.js').Settings} */
const SETTINGS = {
  language: 'en',
  theme: 'auto',
  keys: true,
  arrows: 'blank',
  notation: 'blank',
  speed: 1,
  loop: false,
  letters: true,
};

const KEPT = 'ubin-settings';

/** @returns {import('./core/types.js').Settings} */
function keptSettings() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    const language = navigator.language?.toLowerCase().startsWith('id') ? 'id' : 'en';
    return { ...SETTINGS, language, ...kept };
  } catch {
    return SETTINGS;
  }
}

/** @param {import('./core/types.js').Settings} settings */
export function keepSettings(settings) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing is no reason to fail.
  }
}

/** @returns {import('./core/types.js').State} */
export function firstState() {
  return {
    doc: {
      workspace: 'slide',
      slide: {
        rows: 4,
        cols: 4,
        start: FIRST_BOARD,
        goal: namedGoal('blank-last', 4, 4),
        goalName: 'blank-last',
        moves: '',
        at: 0,
        solution: null,
      },
      pack: { name: 'iq', text: '', noFlip: false, model: null, placed: {}, given: [], challenge: null },
    },
    settings: keptSettings(),
    server: { gone: false, isNew: false, returns: 0, health: null, sets: [], tables: null, words: [] },
    slide: {
      mode: 'play',
      cursor: 0,
      picked: null,
      goalPicked: null,
      typing: null,
      text: null,
      mistake: null,
      note: null,
      check: null,
      checked: null,
      lit: null,
      playing: false,
      trace: null,
      hint: null,
      distance: null,
      tree: null,
      step: 0,
      compare: null,
    },
    pack: {
      text: null,
      mistake: null,
      note: null,
      cursor: 0,
      held: null,
      chosen: null,
      verdict: null,
      hint: null,
      answer: null,
      count: null,
      all: null,
      heat: null,
      challenge: null,
      painter: null,
      tree: null,
      step: 0,
      compare: null,
      space: { azimuth: 30, elevation: 35, layer: 0, explode: 0, xray: false },
    },
    options: { method: 'auto', heuristic: '', variant: 'exact', metric: 'single', seconds: 30, weight: '1.5' },
    tree: { method: 'branch-and-bound', heuristic: '', packMethod: 'backtrack', nodes: 250 },
    study: { node: null, growing: false, playing: false, speed: 1, predict: null, look: null, wanted: null },
    play: { on: false, began: null, done: null, inspection: true, undo: true, hints: 0 },
    random: { band: 'any', seed: '' },
    job: null,
    panel: 'puzzle',
    column: 'stage',
    dialog: null,
    print: null,
    library: 0,
    copied: null,
    narrow: false,
    failure: null,
  };
}

export const store = new Store(firstState(), settled);
