// What the page asks the server about packing puzzles.

import { store } from '../state.js';
import { ask } from '../core/api.js';
import { fail, run, watch } from '../core/jobs.js';
import { t } from '../core/i18n.js';
import { because } from '../core/sentences.js';
import { say } from '../core/say.js';
import { isSame, packPosition } from '../core/stale.js';
import { unknownInTime } from '../slide/search.js';
import { answerLayers, cellAt, cellNamed, owners, placedIn, region } from './model.js';
import { placeAll } from './actions.js';
import { openModel, question, show } from './open.js';

/** How long the verdict in the background may take. */
const VERDICT = 4000;
/** Above so many solutions the list of all is an even sample. */
export const LISTED = 1000;

/** The cells of a hint as numbers. @param {any} model @param {[number, number, number][]} placement layer, row, column from 1 */
function hintCells(model, placement) {
  return placement.map(([layer, row, col]) => cellAt(model, row - 1, col - 1, layer - 1)).filter((cell) => cell !== undefined);
}

/** What a hint's answer says of the position. @param {any} model @param {any} answer @param {Record<string, number[]>} placed */
function verdictOf(model, answer, placed) {
  if (answer.status === 'solved') return { kind: 'alive' };
  if (answer.status !== 'unsolvable') return { kind: 'unknown' };
  const { why, reason } = answer;
  // The first cell of a region that cannot be filled, or the cell that no piece reaches.
  const cell = cellNamed(model, why?.first ?? why?.cell);
  return { kind: 'dead', why, reason, region: cell === undefined ? [] : [...region(model, owners(model, placed), cell)] };
}

/** Keeps the verdict on the position up to date. */
export function keepUpToDate() {
  watch(
    (state) => [state.doc.workspace, ...packPosition(state), state.server.returns],
    120,
    async (signal) => {
      const { doc } = store.state;
      const { model, placed } = doc.pack;
      if (doc.workspace !== 'pack' || !model) return;
      show({ verdict: { kind: 'checking' } });
      const answer = await ask('hint', { ...question(), time_limit_ms: VERDICT }, signal).catch(unknownInTime);
      if (!signal.aborted) show({ verdict: { ...verdictOf(model, answer, placed), answer, placed } });
    },
  );
}

/** The most forced piece, and why. */
export async function hint() {
  const { doc, pack } = store.state;
  const { model, placed } = doc.pack;
  if (!model) return;
  const asked = packPosition(store.state);
  try {
    // The verdict in the background has asked already.
    const known = pack.verdict?.placed === placed && pack.verdict.kind === 'alive' ? pack.verdict.answer : null;
    const answer = known ?? (await ask('hint', { ...question(), time_limit_ms: 20_000 }));
    if (!isSame(asked, packPosition(store.state))) return;
    // A hint is about what is on the board, not about the solution that was looked at.
    show({ all: hidden(), hint: { ...answer, cells: hintCells(model, answer.placement ?? []) } });
    say(
      answer.piece
        ? t('pack.hintIs', { letter: answer.piece, why: because(answer.why, answer.reason) })
        : because(answer.why, answer.reason),
    );
  } catch (error) {
    if (isSame(asked, packPosition(store.state))) fail(error);
  }
}

/** The list of solutions, none of them on the stage. */
function hidden() {
  const { all } = store.state.pack;
  return all?.shown ? { ...all, shown: null } : all;
}

/** Fills the rest of the board. @param {string} method @param {number} seconds */
export async function solve(method, seconds) {
  const { model } = store.state.doc.pack;
  if (!model) return;
  show({ hint: null, answer: null, all: hidden() });
  const answer = await run('pack-solve', 'solve', { ...question(), method, time_limit_ms: seconds * 1000 }, packPosition);
  if (!answer) return;
  const layers = answerLayers(answer);
  if (layers) placeAll(placedIn(model, layers));
  show({ answer });
  say(answer.status === 'solved' ? t('pack.solved') : because(answer.why, answer.reason));
}

/** The number of solutions: first how many there are at least, then all of them. */
export async function count() {
  const [asked, of] = [question(), packPosition(store.state)];
  show({ count: { waiting: true, least: null } });
  // A first look ends at a thousand, in no time.
  ask('count', { ...asked, limit: LISTED, time_limit_ms: 2000 })
    .then((first) => {
      const isSo = store.state.pack.count?.waiting && isSame(of, packPosition(store.state));
      if (isSo) show({ count: { waiting: true, least: first.solutions } });
    })
    .catch(fail);
  const body = { ...asked, distinct: true, time_limit_ms: store.state.options.seconds * 1000 };
  const answer = await run('count', 'count', body, packPosition);
  if (isSame(of, packPosition(store.state))) show({ count: answer });
}

/**
 * Solutions to look at: all of them by number, or an even sample.
 * @param {{ index?: number, where?: { letter: string, cell: [number, number, number] }[] }} [wish]
 */
export async function solutions({ index = 0, where } = {}) {
  const { pack, doc } = store.state;
  const { model } = doc.pack;
  if (!model) return;
  const filter = where ?? pack.all?.where ?? [];
  const body = { ...question(), sample: 1, index, ...(filter.length ? { where: filter } : {}), time_limit_ms: 30_000 };
  const answer = await run('all', 'solutions', body, packPosition);
  if (!answer) return;
  const shown = answer.sample?.[0] ? owners(model, placedIn(model, answerLayers(answer.sample[0]) ?? [])) : null;
  const n = answer.solutions;
  show({
    hint: null,
    all: { n, index: answer.sample?.[0]?.index ?? index, shown, heat: answer.heat ?? null, where: filter, filter: pack.all?.filter },
  });
  if (n) say(t('all.of', { n: index + 1, of: n }));
}

/** One further or back; of very many, an even stride. @param {number} by */
export function stepSolution(by) {
  const { all } = store.state.pack;
  if (!all?.n) {
    solutions();
    return;
  }
  const stride = all.n > LISTED ? Math.floor(all.n / LISTED) : 1;
  solutions({ index: (((all.index + by * stride) % all.n) + all.n) % all.n });
}

/** A challenge with one solution. @param {{ difficulty: string, placed: string, seed: string }} wish */
export async function challenge({ difficulty, placed, seed }) {
  const { doc } = store.state;
  const asked = packPosition(store.state);
  const body = {
    family: 'pack',
    ...question(doc.pack, {}),
    ...(difficulty ? { difficulty } : {}),
    ...(placed ? { placed: Number(placed) } : {}),
    seed: Number(seed),
    time_limit_ms: 60_000,
  };
  const answer = await run('challenge', 'generate', body, packPosition);
  const made = Array.isArray(answer) ? answer[0] : (answer?.challenges?.[0] ?? answer);
  if (!made?.text) return;
  const { name } = doc.pack;
  const model = await ask('model', { puzzle: made.text });
  if (!isSame(asked, packPosition(store.state))) return;
  await openModel(made.text, model);
  // The set keeps its name, so that the link is short.
  store.amend((now) => ({
    ...now,
    pack: {
      ...now.pack,
      name,
      text: doc.pack.text,
      given: Object.keys(now.pack.placed),
      challenge: { difficulty: made.difficulty, seed: String(made.seed) },
    },
  }));
  show({ challenge: made, note: null });
}
