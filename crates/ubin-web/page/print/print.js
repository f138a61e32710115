// What goes to paper: a sheet is put together, shown to the printer alone, and forgotten when that is done.

import { store } from '../state.js';
import { ask } from '../core/api.js';
import { fail } from '../core/jobs.js';
import { gameLink } from '../core/hash.js';
import { answerLayers, placedIn } from '../pack/model.js';
import { question } from '../pack/open.js';

/**
 * A challenge on paper.
 * @typedef {object} Sheet
 * @property {Record<string, number[]>} placed the pieces that are given
 * @property {Record<string, number[]>} solution
 * @property {string} difficulty
 * @property {string} seed
 * @property {string} link
 */

/**
 * @typedef {{ kind: 'tree', tree: any, step: number } | { kind: 'boards' } | { kind: 'challenges', model: import('../core/types.js').Model, title: string, list: Sheet[], perPage: number }} Job
 */

/** @param {Job} job */
function send(job) {
  store.set(() => ({ print: job, dialog: null }));
  // The sheet is drawn first.
  setTimeout(() => print(), 80);
}

/** The tree as far as it is stepped through. */
export function printTree() {
  const { tree, step } = store.state[store.state.doc.workspace];
  if (tree) send({ kind: 'tree', tree, step });
}

/** The boards of the line, one after the other. */
export function printBoards() {
  send({ kind: 'boards' });
}

/** The challenge on the stage, and further ones like it. @param {number} count how many on a page, and in all */
export async function printChallenges(count) {
  const { doc } = store.state;
  const { model, given, placed, name, challenge, noFlip } = doc.pack;
  if (!model) return;
  const own = Object.fromEntries(given.map((letter) => [letter, placed[letter]]));
  try {
    const answer = await ask('solve', { ...question(doc.pack, own), time_limit_ms: 30_000 });
    const layers = answerLayers(answer);
    const first = sheet(own, layers ? placedIn(model, layers) : {}, challenge ?? { difficulty: '', seed: '' });
    const rest = count > 1 && challenge ? await further(count - 1, challenge, noFlip) : [];
    const list = [first, ...rest.map((made) => sheet(placedOfText(made.text), placedIn(model, answerLayers(made) ?? []), made))];
    send({ kind: 'challenges', model, title: name ?? 'ubin', list, perPage: count });
  } catch (error) {
    fail(error);
  }
}

/** More challenges of the same kind, from the next seeds. @param {number} count @param {{ difficulty: string, seed: string }} like @param {boolean} noFlip @returns {Promise<any[]>} */
async function further(count, { difficulty, seed }, noFlip) {
  const { doc } = store.state;
  const body = {
    family: 'pack',
    ...question(doc.pack, {}),
    ...(noFlip ? { no_flip: true } : {}),
    difficulty,
    seed: Number(seed) + 1,
    count,
    time_limit_ms: 60_000,
  };
  const answer = await ask('generate', body);
  return answer.challenges ?? [answer];
}

/** The pieces after PLACED. @param {string} text */
function placedOfText(text) {
  const { model } = store.state.doc.pack;
  const part = text.split(/\nPLACED\n/)[1] ?? '';
  const layers = part
    .trimEnd()
    .split(/\n\s*\n/)
    .map((rows) => rows.split('\n'));
  return model ? placedIn(model, layers) : {};
}

/** @param {Record<string, number[]>} placed @param {Record<string, number[]>} solution @param {{ difficulty: string, seed: string | number }} of @returns {Sheet} */
function sheet(placed, solution, { difficulty, seed }) {
  const { doc } = store.state;
  const challenge = difficulty ? { difficulty, seed: String(seed) } : null;
  const hash = gameLink({ ...doc, pack: { ...doc.pack, placed, given: Object.keys(placed), challenge } });
  return { placed, solution, difficulty, seed: String(seed), link: `${location.origin}${location.pathname}${hash}` };
}
