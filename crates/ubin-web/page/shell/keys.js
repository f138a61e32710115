// The keyboard. Single keys can be switched off; fields and buttons keep the keys that are theirs.
//
// In the packing workspace a letter takes the piece of that name; where there is none it is the command, and with Shift it always is.

import { store } from '../state.js';
import { stop } from '../core/jobs.js';
import { copy } from '../core/files.js';
import { say } from '../core/say.js';
import { t } from '../core/i18n.js';
import { neighbour } from '../slide/board.js';
import { arrow, pick, setMode, show, type } from '../slide/actions.js';
import { faster, first, last, step, togglePlay } from '../slide/playback.js';
import { hint, solve } from '../slide/search.js';
import { newBoard } from '../slide/random.js';
import { drop, flip, place, removeHere, rotate, step as stepPiece, take } from '../pack/actions.js';
import { challenge, hint as hintPiece, solve as solvePack, stepSolution } from '../pack/search.js';
import { freshSeed } from '../slide/random.js';
import { owners } from '../pack/model.js';
import { studied } from '../panel/study.js';
import { stepBy, toLast, toStart, togglePlay as playStudy } from '../panel/study-actions.js';
import { openPanel } from './panel.js';
import { exportText } from './export.js';
import { mayUndo } from './undo.js';

/** What the help shows. @type {{ keys: string[], name: string, where?: 'slide' | 'pack' }[]} */
export const KEYS = [
  { keys: ['←', '↑', '→', '↓'], name: 'arrows', where: 'slide' },
  { keys: ['Space'], name: 'play', where: 'slide' },
  { keys: [',', '.'], name: 'step', where: 'slide' },
  { keys: ['Home', 'End'], name: 'ends', where: 'slide' },
  { keys: ['+', '-'], name: 'speed', where: 'slide' },
  { keys: ['Enter'], name: 'type', where: 'slide' },
  { keys: ['E'], name: 'edit', where: 'slide' },
  { keys: ['A', '…', 'Z'], name: 'take', where: 'pack' },
  { keys: ['←', '↑', '→', '↓'], name: 'carry', where: 'pack' },
  { keys: ['PgUp', 'PgDn'], name: 'layer', where: 'pack' },
  { keys: ['R', 'Shift R'], name: 'rotate', where: 'pack' },
  { keys: ['F'], name: 'flip', where: 'pack' },
  { keys: ['Enter'], name: 'place', where: 'pack' },
  { keys: ['Del'], name: 'remove', where: 'pack' },
  { keys: ['N', 'P'], name: 'solutions', where: 'pack' },
  { keys: ['H'], name: 'hint' },
  { keys: ['S'], name: 'solve' },
  { keys: ['Esc'], name: 'stop' },
  { keys: ['G'], name: 'new' },
  { keys: ['T'], name: 'tree' },
  { keys: ['C'], name: 'compare' },
  { keys: ['Ctrl Z', 'Ctrl Y'], name: 'undo' },
  { keys: ['Ctrl C', 'Ctrl V'], name: 'copy' },
  { keys: ['?'], name: 'help' },
];

/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };
/** @type {Record<string, [number, number]>} */
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };

export function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (pressed(event)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event @returns {boolean} whether the key did something */
function pressed(event) {
  const target = /** @type {Element} */ (event.target);
  const field = target.closest('textarea, select, input:not([type=checkbox]):not([type=range])') !== null;
  if (event.ctrlKey || event.metaKey) return !field && withControl(event);
  if (event.altKey || field || isDialogOpen()) return false;
  if (event.key === 'Escape') return escape();
  const busy = target.closest('button, summary, a, input, [data-own-arrows]') !== null;
  const sliding = store.state.doc.workspace === 'slide';
  if (studyKey(event, busy)) return true;
  // A button has no use for arrows, so the board has them.
  if (ARROWS[event.key])
    return target.closest('input, [data-own-arrows]') === null && (sliding ? slideArrow(ARROWS[event.key]) : packArrow(ARROWS[event.key]));
  if (event.key === 'Enter' || event.key === ' ') return !busy && (sliding ? slideEnter(event.key) : packEnter());
  if (busy && ['Home', 'End', 'PageUp', 'PageDown'].includes(event.key)) return false;
  if (event.key === '?') return store.state.settings.keys && done(() => store.set(() => ({ dialog: 'keys' })));
  return sliding ? slideKey(event) : packKey(event);
}

/** Asked of the document: a dialog that Escape has closed tells the state of it a moment later, and keys pressed meanwhile are the board's. */
function isDialogOpen() {
  return document.querySelector('dialog[open]') !== null;
}

/** While a search is studied, the keys of the player are its. @param {KeyboardEvent} event @param {boolean} busy whether what has the focus has keys of its own */
function studyKey({ key, target }, busy) {
  const { settings, pack } = store.state;
  if (!studied(store.state) || pack.held) return false;
  const hasArrows = /** @type {Element} */ (target).closest('input, [data-own-arrows]') !== null;
  /** @type {Record<string, () => void>} */
  const actions = {
    // A button has a use for Space only.
    ...(hasArrows ? {} : { ArrowLeft: () => stepBy(-1), ArrowRight: () => stepBy(1), Home: toStart, End: toLast }),
    ...(busy ? {} : { ' ': playStudy }),
    ...(settings.keys ? { ',': () => stepBy(-1), '.': () => stepBy(1) } : {}),
  };
  return actions[key] ? done(actions[key]) : false;
}

/** @param {() => void} action */
function done(action) {
  action();
  return true;
}

/** @param {KeyboardEvent} event */
function withControl(event) {
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) return mayUndo() && done(() => store.undo());
  if (key === 'y' || (key === 'z' && event.shiftKey)) return done(() => store.redo());
  if (key === 'c' && String(getSelection()) === '' && !isDialogOpen())
    return done(() => copy(exportText()).then(() => say(t('share.copied'))));
  return false;
}

function escape() {
  const { job, slide, pack } = store.state;
  if (job?.running) return done(() => stop());
  if (pack.held) return done(drop);
  if (slide.playing || slide.picked !== null || slide.typing !== null)
    return done(() => show({ playing: false, picked: null, typing: null }));
  if (slide.hint) return done(() => show({ hint: null }));
  if (pack.all?.shown) return done(() => store.set((state) => ({ pack: { ...state.pack, all: { ...state.pack.all, shown: null } } })));
  if (slide.mode === 'edit') return done(() => setMode('play'));
  return false;
}

/** @param {string} direction */
function slideArrow(direction) {
  const { slide, doc } = store.state;
  if (studied(store.state)) return false;
  if (slide.mode === 'play') return done(() => arrow(direction));
  const next = neighbour(doc.slide.rows, doc.slide.cols, slide.cursor, direction);
  if (next !== null) show({ cursor: next });
  return true;
}

/** @param {string} key */
function slideEnter(key) {
  const { slide } = store.state;
  const onBoard = document.activeElement?.closest('[data-keys=board]');
  if (key === 'Enter') return onBoard ? done(() => show({ typing: '' })) : false;
  if (slide.mode === 'edit' && onBoard) return done(() => pick(slide.cursor));
  return done(togglePlay);
}

/** @param {KeyboardEvent} event */
function slideKey(event) {
  const { slide, settings } = store.state;
  if (slide.mode === 'edit' && /^\d$/.test(event.key) && document.activeElement?.closest('[data-keys=board]'))
    return done(() => type(event.key));
  if (event.key === 'Home') return done(first);
  if (event.key === 'End') return done(last);
  if (!settings.keys) return false;
  /** @type {Record<string, () => void>} */
  const actions = {
    ',': () => step(-1),
    '.': () => step(1),
    '+': () => faster(1),
    '=': () => faster(1),
    '-': () => faster(-1),
    h: hint,
    s: () => solvable() && solve(),
    e: () => {
      setMode(slide.mode === 'edit' ? 'play' : 'edit');
      /** @type {HTMLElement | null} */ (document.querySelector('ubin-slide-board [tabindex="0"]'))?.focus();
    },
    g: () => newBoard({ fresh: true }),
    t: () => openPanel('tree'),
    c: () => openPanel('compare'),
  };
  const action = actions[event.key.toLowerCase()];
  return action ? done(action) : false;
}

function solvable() {
  return store.state.slide.check?.solvable !== false;
}

/** @param {string} direction */
function packArrow(direction) {
  if (!document.activeElement?.closest('[data-keys=pack]') && !store.state.pack.held) return false;
  return done(() => stepPiece(...STEPS[direction]));
}

function packEnter() {
  const { pack, doc } = store.state;
  if (pack.held) return done(place);
  const { model, placed } = doc.pack;
  const letter = model ? owners(model, placed)[pack.cursor] : null;
  return letter && document.activeElement?.closest('[data-keys=pack]') ? done(() => take(letter, 'keys', pack.cursor)) : false;
}

/** @param {KeyboardEvent} event */
function packKey(event) {
  const { pack, doc, settings, options } = store.state;
  if (event.key === 'PageUp') return done(() => stepPiece(0, 0, 1));
  if (event.key === 'PageDown') return done(() => stepPiece(0, 0, -1));
  if (event.key === 'Delete' || event.key === 'Backspace') return done(removeHere);
  if (!settings.keys || event.key.length !== 1) return false;
  const key = event.key.toLowerCase();
  if (pack.held && key === 'r') return done(() => rotate(event.shiftKey ? -1 : 1));
  if (pack.held && key === 'f' && !event.shiftKey) return done(flip);
  const piece = doc.pack.model?.pieces.find(({ letter }) => letter.toLowerCase() === key);
  if (piece && !event.shiftKey) return done(() => takeByKey(piece.letter));
  /** @type {Record<string, () => void>} */
  const actions = {
    h: hintPiece,
    s: () => solvePack('auto', options.seconds),
    g: () => challenge({ difficulty: '', placed: '', seed: freshSeed() }),
    t: () => openPanel('tree'),
    c: () => openPanel('compare'),
    n: () => stepSolution(1),
    p: () => stepSolution(-1),
  };
  return actions[key] ? done(actions[key]) : false;
}

/** @param {string} letter */
function takeByKey(letter) {
  take(letter, 'keys');
  /** @type {HTMLElement | null} */ (document.querySelector('[data-keys=pack] [tabindex="0"]'))?.focus({ preventScroll: true });
}
