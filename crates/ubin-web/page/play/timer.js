// A game against the clock: it begins with the first move, and ends when the board is solved.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { clock, t, tn } from '../core/i18n.js';
import { verdict } from '../core/parts.js';
import { say } from '../core/say.js';
import { ask } from '../core/api.js';
import { gameLink } from '../core/hash.js';
import { store } from '../state.js';
import { isFull, lying } from '../pack/model.js';
import { current, same } from '../slide/board.js';
import { question } from '../slide/search.js';
import { newBoard } from '../slide/random.js';
import { games, keepGames } from './records.js';

/**
 * @typedef {object} Play
 * @property {boolean} on whether a game is under way, or about to begin
 * @property {number | null} began when its first move was made
 * @property {import('./records.js').Game | null} done the game that was just finished
 * @property {boolean} inspection whether the board may be looked at before the clock begins
 * @property {boolean} undo whether a move may be taken back
 * @property {number} hints asked for
 */

/** @param {Partial<Play>} part */
export function setPlay(part) {
  store.set((state) => ({ play: { ...state.play, ...part } }));
}

/** A game on a new board. */
export async function newGame() {
  setPlay({ on: false, done: null });
  if (store.state.doc.workspace === 'slide') await newBoard({ fresh: true });
  startGame();
}

/** A game on the board that is there. */
export function startGame() {
  const { play, doc } = store.state;
  if (doc.workspace === 'slide' && doc.slide.moves)
    store.edit((now) => ({ ...now, slide: { ...now.slide, moves: '', at: 0, solution: null } }));
  setPlay({ on: true, done: null, hints: 0, began: play.inspection ? null : Date.now() });
  // On a small screen the board may be another column, or above what is seen.
  store.set(() => ({ column: 'stage' }));
  scrollTo(0, 0);
}

export function giveUpGame() {
  setPlay({ on: false, began: null });
}

/** Begins the clock with the first move, and ends it with the last. */
export function watchGames() {
  let before = store.state;
  store.subscribe(() => {
    const now = store.state;
    const last = before;
    before = now;
    if (!now.play.on) return;
    if (now.doc.workspace === 'slide') watchSlide(last, now);
    else watchPack(last, now);
  });
}

/** @param {import('../core/types.js').State} before @param {import('../core/types.js').State} now */
function watchSlide(before, now) {
  const [{ slide: old }, { slide }] = [before.doc, now.doc];
  if (slide.start !== old.start || slide.solution) giveUpGame();
  else if (now.slide.hint && now.slide.hint !== before.slide.hint && now.slide.hint.waiting) setPlay({ hints: now.play.hints + 1 });
  else if (slide !== old && slide.moves) {
    if (now.play.began === null) setPlay({ began: Date.now() });
    // The first move may be the last.
    if (same(current(slide), slide.goal)) finishSlide(store.state);
  }
}

/** @param {import('../core/types.js').State} state */
async function finishSlide({ doc, play, slide }) {
  const { start, moves, rows, cols } = doc.slide;
  const ms = Date.now() - (play.began ?? Date.now());
  const game = { size: `${rows}x${cols}`, ms, moves: moves.length, hints: play.hints, link: gameLink(doc), when: Date.now() };
  const known = slide.distance?.start === start && slide.distance.first.status === 'optimal' ? slide.distance.first.length : null;
  finish({ ...game, shortest: known });
  if (known !== null) return;
  const answer = await ask('hint', { ...question(start), time_limit_ms: 4000 }).catch(() => null);
  if (answer?.status === 'optimal') amend({ ...game, shortest: answer.length });
}

/** @param {import('../core/types.js').State} before @param {import('../core/types.js').State} now */
function watchPack(before, now) {
  const [{ pack: old }, { pack }] = [before.doc, now.doc];
  const isDone = pack.model && isFull(pack.model, pack.placed);
  if (pack.model !== old.model || now.pack.answer) giveUpGame();
  else if (now.pack.hint && now.pack.hint !== before.pack.hint) setPlay({ hints: now.play.hints + 1 });
  else if (pack.placed !== old.placed && now.play.began === null) setPlay({ began: Date.now() });
  else if (isDone && now.pack.verdict?.kind === 'alive' && now.pack.verdict.placed === pack.placed) finishPack(now);
}

/** @param {import('../core/types.js').State} state */
function finishPack({ doc, play }) {
  const { challenge, name, placed, given, model } = doc.pack;
  const size = [name ?? t('play.own'), challenge?.difficulty].filter(Boolean).join(' ');
  const moves = (model ? lying(model, placed).length : 0) - given.length;
  finish({
    size,
    ms: Date.now() - (play.began ?? Date.now()),
    moves,
    shortest: null,
    hints: play.hints,
    link: gameLink(doc),
    when: Date.now(),
  });
}

/** @param {import('./records.js').Game} game */
function finish(game) {
  keepGames([game, ...games()]);
  setPlay({ on: false, began: null, done: game });
  say(t('play.done', { time: clock(game.ms) }));
}

/** What came later of the game that was just finished. @param {import('./records.js').Game} game */
function amend(game) {
  keepGames(games().map((one) => (one.when === game.when ? game : one)));
  if (store.state.play.done?.when === game.when) setPlay({ done: game });
}

/** The line of a game above the stage. @param {import('../core/types.js').State} state */
export function playLine({ play, doc }) {
  const { done, hints } = play;
  if (done) {
    const over = done.shortest === null ? '' : ` ${tn('play.ofShortest', done.shortest)}`;
    return verdict('ok', h('strong', null, `${t('play.done', { time: clock(done.ms) })} ${tn('play.inMoves', done.moves)}${over}`));
  }
  const made = doc.workspace === 'slide' ? tn('play.count', doc.slide.at) : '';
  return h(
    'div',
    { class: 'game', key: 'game' },
    h('ubin-clock', { key: 'clock' }),
    h('span', null, [made, hints ? tn('play.hints', hints) : '', play.began === null ? t('play.ready') : ''].filter(Boolean).join(' · ')),
  );
}

/** The clock, which draws itself ten times a second and nothing else. */
class Clock extends View {
  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.tick(), 100);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  /** @param {import('../core/types.js').State} state */
  uses({ play, settings }) {
    return [play.began, settings.language];
  }

  tick() {
    this.seen = undefined;
    this.update();
  }

  /** @param {import('../core/types.js').State} state */
  render({ play }) {
    return clock(play.began === null ? 0 : Date.now() - play.began);
  }
}

define('ubin-clock', Clock);
