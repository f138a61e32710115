// What the page asks the server about sliding puzzles.

import { store } from '../state.js';
import { Refusal, ask } from '../core/api.js';
import { fail, run, watch } from '../core/jobs.js';
import { num, t, tn } from '../core/i18n.js';
import { say } from '../core/say.js';
import { isSame, slidePosition } from '../core/stale.js';
import { current, goalOption, same, toLine, toText } from './board.js';
import { setPuzzle, show } from './actions.js';
import { usesHeuristic } from './options.js';

/** Boards of at most this many cells are proven shortest, so a distance is one. */
const PROVEN_CELLS = 16;
/** Boards of more cells than this are searched until the time is up; meanwhile the first line that is found is told. */
const PROVEN_SOON = 25;
/** How long a first line may take, in milliseconds. */
const FIRST_LINE = 2000;
/** How long a hint may take, in milliseconds: first what is at hand, then what is better. */
const HINT_TIMES = [800, 20_000];
/** A line of more moves is traced board by board. */
const LONG_LINE = 2000;

/** The puzzle on the stage as the server takes it. @param {number[]} [board] */
export function question(board) {
  const doc = store.state.doc.slide;
  return { puzzle: toText(board ?? current(doc), doc.cols), goal: goalOption(doc) };
}

/** The options of a search as the server takes them. @param {import('../core/types.js').Options} [options] */
export function searchOptions(options = store.state.options) {
  return {
    method: options.method,
    ...(options.heuristic && usesHeuristic(store.state, options.method) ? { heuristic: options.heuristic } : {}),
    ...(options.variant !== 'exact' ? { variant: options.variant } : {}),
    ...(options.method === 'weighted-astar' ? { weight: Number(options.weight) } : {}),
  };
}

/** Solves the board on the stage. @param {number} [seconds] */
export async function solve(seconds) {
  const { doc, options } = store.state;
  const { at } = doc.slide;
  const limit = seconds ?? options.seconds;
  if (seconds) store.set((state) => ({ options: { ...state.options, seconds } }));
  const metric = options.metric === 'multi' ? { metric: 'multi' } : {};
  const body = { ...question(), ...searchOptions(), ...metric, time_limit_ms: limit * 1000 };
  show({ hint: null, playing: false });
  const answer = run('solve', 'solve', body, slidePosition);
  if (body.method === 'auto' && doc.slide.start.length > PROVEN_SOON) tellFirst(metric);
  const result = await answer;
  if (!result) return;
  store.edit((whole) => {
    const slide = whole.slide;
    const moves = result.moves === null ? slide.moves.slice(0, at) : slide.moves.slice(0, at) + result.moves;
    return { ...whole, slide: { ...slide, moves, at, solution: { from: at, result } } };
  });
  say(headline(result));
}

/** Tells of the search under way how long a line is that is found at once. @param {{ metric?: string }} metric */
async function tellFirst(metric) {
  const abort = store.state.job?.abort;
  const first = await ask('solve', { ...question(), ...metric, method: 'quick', time_limit_ms: FIRST_LINE }, abort?.signal).catch(
    () => null,
  );
  if (first?.length) store.set(({ job }) => (job?.running && job.abort === abort ? { job: { ...job, most: first.length } } : {}));
}

/** The answer in a few words. @param {any} result */
export function headline(result) {
  const { status, length, lower_bound: least, time_ms: ms } = result;
  const seconds = num(ms / 1000, 1);
  if (status === 'unsolvable') return t('head.unsolvable');
  if (status === 'optimal') return `${tn('head.optimal', length)}${inSteps(result)}`;
  if (length !== null && length !== undefined) {
    const key = status === 'interrupted' ? 'head.stopped' : status === 'limit' ? 'head.limit' : 'head.solved';
    return `${tn(key, length, { least: least ?? 0, s: seconds })}${inSteps(result)}`;
  }
  return t(status === 'interrupted' ? 'head.noneStopped' : 'head.noneLimit', { least: least ?? 0, s: seconds });
}

/** Where a whole line counts as one move, how many tiles that are: so many the player steps through. @param {any} result */
function inSteps({ metric, moves }) {
  return metric === 'multi' && moves ? ` ${tn('head.steps', moves.length)}` : '';
}

/** A question whose time went by while it waited for its place is one without an answer. @param {unknown} error */
export function unknownInTime(error) {
  if (error instanceof Refusal && error.code === 'limit') return { status: 'limit' };
  throw error;
}

/** Shows the next good move: soon, and a better one if there is one. */
export async function hint() {
  const asked = slidePosition(store.state);
  if (same(current(store.state.doc.slide), store.state.doc.slide.goal)) {
    show({ hint: { solved: true } });
    return;
  }
  show({ hint: { waiting: true } });
  const isStill = () => isSame(asked, slidePosition(store.state)) && store.state.slide.hint !== null;
  try {
    // What is known at once first, then the same question with more time, while the person thinks.
    for (const limit of HINT_TIMES) {
      const answer = await ask('hint', { ...question(), time_limit_ms: limit }).catch(unknownInTime);
      if (!isStill()) return;
      if (answer.move) show({ hint: { ...answer, isLast: limit === HINT_TIMES.at(-1) } });
      if (answer.status === 'optimal') break;
    }
    const { hint: found } = store.state.slide;
    if (found.waiting) show({ hint: { move: null } });
    else say(t('hint.move', { tile: found.tile, direction: t(`dir.tile.${found.move}`), n: found.length }));
  } catch (error) {
    if (!isSame(asked, slidePosition(store.state))) return;
    show({ hint: null });
    fail(error);
  }
}

/** A board of a size, by chance. @param {{ rows: number, cols: number, length?: number, seed: string }} wish */
export async function generate({ rows, cols, length, seed }) {
  const { goalName } = store.state.doc.slide;
  const { doc } = store.state;
  const fits = goalName !== 'custom' || (rows === doc.slide.rows && cols === doc.slide.cols);
  const goal = fits ? goalOption(doc.slide) : 'blank-last';
  const body = { family: 'slide', size: `${rows}x${cols}`, goal, seed: Number(seed), ...(length ? { length, time_limit_ms: 20_000 } : {}) };
  const answer = await run('generate', 'generate', body, slidePosition);
  const made = answer?.boards?.[0];
  if (!made) {
    if (answer) store.set(() => ({ failure: t('random.none', { n: length ?? 0 }) }));
    return;
  }
  setPuzzle({ rows, cols, start: made.board, goal: answer.goal, goalName: fits ? goalName : 'blank-last' });
  const facts = { n: made.length, seed };
  show({ note: { words: [made.length === null || made.length === undefined ? 'random.made' : 'random.madeLength', facts], undo: true } });
}

/** Reads a text: the board, or what is wrong with it. @param {string} text @param {AbortSignal} [signal] */
export async function read(text, signal) {
  try {
    return { model: await ask('model', { puzzle: text }, signal), mistake: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { model: null, mistake: error.asMistake() };
  }
}

/** The options of a tree: its own method, and nothing that belongs to another. @param {{ method: string, heuristic: string }} how */
export function treeOptions(how) {
  return { ...store.state.options, method: how.method, heuristic: how.heuristic, variant: 'exact' };
}

/** @param {string[]} methods @param {string[]} heuristics @param {number} seconds */
export async function compare(methods, heuristics, seconds) {
  const { doc } = store.state;
  const [board, of] = [current(doc.slide), slidePosition(store.state)];
  const body = { ...question(), methods, ...(heuristics.length ? { heuristics } : {}), each_ms: seconds * 1000 };
  const answer = await run('compare', 'compare', body, slidePosition);
  const asked = { methods, heuristics, seconds, board: toLine(board, doc.slide.cols), goal: goalOption(doc.slide) };
  if (answer) show({ compare: { ...answer, asked, of } });
}

/** Keeps the verdict, the trace and the distance up to date. */
export function keepUpToDate() {
  watch(
    // A line that is played stays solvable: its sums are asked for when it rests.
    ({ doc, slide, server }) => [doc.slide.start, slide.playing || doc.slide.at, doc.slide.moves, doc.slide.goal, server.returns],
    60,
    async (signal) => {
      const board = current(store.state.doc.slide);
      const answer = await ask('check', question(), signal);
      if (!signal.aborted) show({ check: answer, checked: board });
    },
  );
  watch(
    ({ doc, ...state }) => {
      const { start, moves, goal, at } = doc.slide;
      return [start, moves, goal, traceHeuristic({ doc, ...state }), moves.length > LONG_LINE ? at : 0];
    },
    150,
    async (signal) => {
      const { start, moves, goal, at } = store.state.doc.slide;
      if (!moves) return;
      const [heuristic, isLong] = [traceHeuristic(store.state), moves.length > LONG_LINE];
      const line = isLong ? { ...question(), moves: '' } : { ...question(start), moves };
      const answer = await ask('trace', { ...line, heuristic, time_limit_ms: 4000 }, signal);
      if (!signal.aborted) show({ trace: { ...answer, moves, start, goal, heuristic, from: isLong ? at : 0 } });
    },
  );
  watch(
    (state) => [state.doc.slide.start, state.doc.slide.moves, state.doc.slide.at, state.doc.slide.solution, state.doc.slide.goal],
    250,
    byHand,
  );
}

/** g, h and f after so many moves of the line that was traced. @param {any} trace @param {number} at */
export function stepAt(trace, at) {
  const step = trace.steps?.[at - trace.from];
  return step ? { g: step.g + trace.from, h: step.h, f: step.f + trace.from } : null;
}

/** @param {import('../core/types.js').State} state */
function traceHeuristic(state) {
  const known = state.doc.slide.solution?.result.heuristic ?? state.options.heuristic;
  return known || 'manhattan';
}

/** How far a board played by hand is from the goal, and how far its start was. @param {AbortSignal} signal */
async function byHand(signal) {
  const { doc, slide } = store.state;
  const { start, moves, at, solution, goal } = doc.slide;
  if (solution || !moves || start.length > PROVEN_CELLS || slide.check?.solvable === false) return;
  const known = slide.distance?.start === start && slide.distance.goal === goal ? slide.distance.first : null;
  const first = known ?? (await ask('hint', { ...question(start), time_limit_ms: 5000 }, signal));
  const here = await ask('hint', { ...question(), time_limit_ms: 5000 }, signal);
  if (!signal.aborted) show({ distance: { start, goal, first, here, moves, at } });
}
