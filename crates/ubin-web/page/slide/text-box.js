// The text box: it shows the puzzle, and takes every form that the command line takes.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, mistakeBox, noteLine } from '../core/parts.js';
import { fail } from '../core/jobs.js';
import { refused } from '../core/sentences.js';
import { say } from '../core/say.js';
import { openFile } from '../core/files.js';
import { store } from '../state.js';
import { openModel } from '../pack/open.js';
import { current, namedGoal, same, toText } from './board.js';
import { setPuzzle, show } from './actions.js';
import { read } from './search.js';

/** How long typing rests before the text is read. */
const REST = 200;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let abort = new AbortController();

/**
 * Takes a text from the box, the clipboard, a file or a link. Packing puzzles open in their own workspace.
 * @param {string} text
 * @param {number} [rest]
 */
export function takeText(text, rest = 0) {
  const family = store.state.doc.workspace;
  store.set((state) => ({ [family]: { ...state[family], text, note: null } }));
  clearTimeout(timer);
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  return new Promise((resolve) => {
    timer = setTimeout(() => resolve(readText(text, signal).catch(fail)), rest);
  });
}

/** @param {string} text @param {AbortSignal} signal */
async function readText(text, signal) {
  const { model, mistake } = await read(text, signal);
  if (signal.aborted) return;
  const family = store.state.doc.workspace;
  if (mistake) {
    say(refused(mistake));
    store.set((state) => ({ [family]: { ...state[family], mistake } }));
  } else if (model.puzzle === 'pack') {
    show({ text: null, mistake: null });
    openModel(text, model);
  } else {
    store.set((state) => ({ pack: { ...state.pack, text: family === 'pack' ? null : state.pack.text, mistake: null } }));
    takeBoard(text, model);
  }
}

/** @param {string} text @param {any} model */
function takeBoard(text, model) {
  const { doc } = store.state;
  const { rows, cols, board } = model;
  if (doc.workspace !== 'slide') store.edit((now) => ({ ...now, workspace: 'slide' }));
  const before = store.state.doc;
  const sameSize = rows === doc.slide.rows && cols === doc.slide.cols;
  if (!sameSize || !same(board, current(doc.slide))) {
    const goalName = sameSize || doc.slide.goalName !== 'custom' ? doc.slide.goalName : 'blank-last';
    const goal = goalName === 'custom' ? doc.slide.goal : namedGoal(goalName, rows, cols);
    setPuzzle({ rows, cols, start: board, goal, goalName });
  }
  const blank = model.blank_as ?? '-';
  show({ text, mistake: null, note: { words: ['text.read', { rows, cols, blank }], undo: store.state.doc !== before } });
}

/** Reads what was typed while there was no server. */
export function readAgain() {
  const { text } = store.state[store.state.doc.workspace];
  return text === null ? undefined : takeText(text);
}

/** Opens a file of either family. */
export async function openText() {
  const text = await openFile();
  if (text !== null) await takeText(text);
}

/** A text that was read is the puzzle's own again when its box is left. @param {'slide' | 'pack'} family */
export function leaveText(family) {
  const { server, [family]: view } = store.state;
  if (!view.mistake && !server.gone) store.set((state) => ({ [family]: { ...state[family], text: null } }));
}

/** Goes back to the puzzle before the text. */
function undoText() {
  store.undo();
  show({ text: null });
}

/** @param {import('../core/types.js').State} state */
export function textBox({ slide, doc }) {
  const text = slide.text ?? toText(current(doc.slide), doc.slide.cols);
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'text-title' },
    h(
      'div',
      { class: 'card-head' },
      h('h3', { id: 'text-title' }, t('text.title')),
      button({ icon: 'file', label: t('text.open'), onclick: openText }),
    ),
    h('textarea', {
      id: 'slide-text',
      class: 'text',
      spellcheck: 'false',
      rows: Math.min(Math.max(doc.slide.rows, 2), 12),
      value: text,
      'aria-label': t('text.label'),
      'aria-invalid': slide.mistake ? true : undefined,
      'aria-describedby': slide.mistake ? 'slide-mistake' : undefined,
      wrap: 'off',
      oninput: (/** @type {any} */ event) => takeText(event.target.value, REST),
      onblur: () => leaveText('slide'),
    }),
    slide.mistake ? mistakeBox(slide.mistake, 'slide-mistake') : null,
    slide.mistake
      ? h(
          'p',
          { class: 'small' },
          t('text.kept'),
          ' ',
          button({ label: t('text.restore'), kind: 'link', onclick: () => show({ text: null, mistake: null }) }),
        )
      : null,
    slide.note ? noteLine(slide.note, undoText) : null,
  );
}
