// The stage of the sliding workspace: what is known of the board, the board itself, the buttons, the player, and boards to begin with.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { has, num, t, tn } from '../core/i18n.js';
import { button, failureLine, showChosen, verdict } from '../core/parts.js';
import { refused } from '../core/sentences.js';
import { called } from '../core/words.js';
import { stop } from '../core/jobs.js';
import { store } from '../state.js';
import { undoButtons } from '../shell/undo.js';
import { openPanel } from '../shell/panel.js';
import { pathTo, studied } from '../panel/study.js';
import { playLine } from '../play/timer.js';
import { current, same } from './board.js';
import { makeSolvable, setMode } from './actions.js';
import { headline, hint, solve, stepAt } from './search.js';
import { newBoard } from './random.js';
import { unsolvable, whyNot } from './check-card.js';
import { moreSeconds, provesShortest } from './options.js';
import { numberPad } from './pad.js';
import { player } from './player.js';
import { boards } from './sources.js';
import './board-view.js';

/** So many moves of a node's path are shown, the last ones. */
const LONGEST_PATH = 24;

class SlideStage extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, job, settings, server, failure, options, panel, study, play, narrow }) {
    return [
      doc.slide,
      slide.check,
      slide.hint,
      slide.playing,
      slide.mode,
      slide.cursor,
      slide.distance,
      slide.trace,
      slide.mistake,
      slide.note,
      slide.tree,
      slide.step,
      options,
      panel,
      narrow,
      study.node,
      play.on,
      play.done,
      job,
      settings,
      server.gone,
      failure,
      store.past.length,
      store.future.length,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    return [
      h('h2', { class: 'hidden' }, t('column.stage')),
      h('div', { class: 'status' }, h('div', { class: 'headline' }, statusLine(state)), factLine(state)),
      h('div', { class: 'arena', key: 'arena' }, h('ubin-slide-board', { key: 'board' })),
      actions(state),
      state.slide.mode === 'edit' ? numberPad(state) : below(state),
      this.keep('boards', [state.doc.slide.start, state.doc.slide.goalName, state.settings.language], () => boards(state)),
    ];
  }

  drawn() {
    showChosen(this);
  }
}

/** @param {import('../core/types.js').State} state */
function actions(state) {
  const { slide, job } = state;
  const solving = job?.running && job.kind === 'solve';
  const why = whyNot(state);
  return h(
    'div',
    { class: 'actions', role: 'group', 'aria-label': t('actions.label'), key: 'actions' },
    solving
      ? button({ key: 'stop', id: 'stop', label: t('solve.stop'), icon: 'stop', kind: 'primary', onclick: stop })
      : button({
          key: 'solve',
          id: 'solve',
          label: t(provesShortest(state) ? 'solve.shortest' : 'solve.some'),
          icon: 'solve',
          kind: 'primary',
          onclick: () => solve(),
          disabled: why !== null,
          reason: why ? 'why-not' : null,
        }),
    button({ label: t('solve.hint'), icon: 'hint', onclick: hint, disabled: why !== null, id: 'hint' }),
    button({
      label: t('edit.mode'),
      icon: 'edit',
      onclick: () => setMode(slide.mode === 'edit' ? 'play' : 'edit'),
      pressed: slide.mode === 'edit',
      id: 'edit',
    }),
    button({ label: t('random.new'), icon: 'dice', onclick: () => newBoard({ fresh: true }), disabled: state.server.gone, id: 'new' }),
    undoButtons(),
  );
}

/** Below the board: the player of its line, or what a heuristic has drawn on it. @param {import('../core/types.js').State} state */
function below(state) {
  const seen = studied(state);
  const { heuristic } = seen?.tree ?? {};
  return h(
    'div',
    { class: 'below', key: 'below' },
    player(state, seen !== null),
    seen && has(`drawn.${heuristic}`) ? h('p', { class: 'drawn', id: 'drawn' }, t(`drawn.${heuristic}`)) : null,
  );
}

/** What matters most now, in one line. @param {import('../core/types.js').State} state */
function statusLine(state) {
  const { doc, slide, job, failure, play } = state;
  const { solution, at, goal } = doc.slide;
  if (failure) return failureLine(failure);
  if (job?.running && job.kind === 'solve') return verdict('wait', workingWords(job));
  if (job?.running && job.kind === 'generate') return verdict('wait', t('random.working'));
  if (slide.mistake) return mistakeLine(slide.mistake);
  const seen = studied(state);
  if (seen) return verdict('info', tn('study.onStage', seen.node.g, { node: seen.node.id + 1 }));
  // While a board is entered nothing moves below the finger; whether it can be solved stands below.
  if (slide.mode === 'edit') return verdict('info', t('edit.how'));
  if (unsolvable(state)) return unsolvableLine(state);
  if (slide.hint) return hintLine(slide.hint);
  if (play.on || play.done) return playLine(state);
  if (solution) return solutionLine(state);
  // What a link says that is not known: the text box tells it, where that is in view.
  if (slide.note && !slide.note.undo && (state.narrow || state.panel !== 'puzzle')) return verdict('info', t(...slide.note.words));
  if (same(current(doc.slide), goal)) return verdict('ok', doc.slide.moves ? tn('play.solvedIn', at) : t('play.isGoal'));
  return doc.slide.moves ? byHandLine(state) : verdict('info', t('play.start'));
}

/** How far a search is, and what is known already. @param {import('../core/types.js').Job} job */
function workingWords({ progress, most }) {
  const bound = progress?.bound ?? null;
  const facts = { nodes: num(progress?.nodes ?? progress?.expanded ?? 0), bound: bound === null ? '–' : num(bound) };
  return most === undefined ? t('solve.working', facts) : t('solve.workingMost', { ...facts, most: num(most) });
}

/** A text that is no board; the text box has its place. @param {import('../core/types.js').Mistake} mistake */
export function mistakeLine(mistake) {
  return [
    verdict('bad', refused(mistake)),
    button({ label: t('show.mistake'), kind: 'link', id: 'show-mistake', onclick: () => openPanel('puzzle') }),
  ];
}

/** @param {import('../core/types.js').State} state */
function unsolvableLine(state) {
  return [
    h('div', { id: 'why-not', key: 'why-not' }, verdict('bad', whyNot(state))),
    button({ label: t('check.swap'), icon: 'edit', onclick: makeSolvable, id: 'make-solvable' }),
  ];
}

/** @param {import('../core/types.js').State} state */
function solutionLine(state) {
  const { result } = state.doc.slide.solution ?? { result: null };
  const kind = result.status === 'optimal' ? 'ok' : result.status === 'unsolvable' ? 'bad' : 'info';
  const isOpen =
    ['limit', 'interrupted'].includes(result.status) ||
    (result.status === 'solved' && result.length > result.lower_bound && result.method === 'auto');
  return [
    verdict(kind, h('strong', null, headline(result))),
    isOpen && moreSeconds(state) > state.options.seconds
      ? button({ label: t('solve.more'), icon: 'more', id: 'more-time', onclick: () => solve(moreSeconds(state)) })
      : null,
  ];
}

/** @param {any} hinted */
function hintLine(hinted) {
  if (hinted.waiting) return verdict('wait', t('hint.wait'));
  if (hinted.solved) return verdict('ok', t('play.isGoal'));
  if (!hinted.move) return verdict('info', t('hint.none'));
  const facts = { tile: hinted.tile, direction: t(`dir.tile.${hinted.move}`), n: hinted.length };
  const sentence = hinted.status === 'optimal' ? 'hint.move' : hinted.isLast ? 'hint.moveKnown' : 'hint.moveMaybe';
  return verdict('info', t(sentence, facts));
}

/** @param {import('../core/types.js').State} state */
function byHandLine({ doc, slide }) {
  const { at, start, goal, moves } = doc.slide;
  const { distance } = slide;
  const known = distance && distance.start === start && distance.goal === goal && distance.at === at && distance.moves === moves;
  if (!known || distance.first.status !== 'optimal' || distance.here.status !== 'optimal') return verdict('info', tn('play.made', at));
  const over = at + distance.here.length - distance.first.length;
  const facts = { left: distance.here.length, over };
  return verdict(over === 0 ? 'ok' : 'info', tn(over === 0 ? 'play.onShortest' : 'play.over', at, facts));
}

/** Whether it can be solved, always; and where the line stands. @param {import('../core/types.js').State} state */
function factLine(state) {
  const { check } = state.slide;
  const size = state.doc.slide.start.length - 1;
  const words = !check
    ? t('check.wait')
    : state.slide.playing && check.solvable
      ? t('check.solvable')
      : check.sum === null
        ? t(check.solvable ? 'check.yesParity' : 'check.noParity')
        : t(check.solvable ? 'check.yes' : 'check.no', { sum: check.sum });
  return h(
    'div',
    { class: 'fact-line' },
    verdict(!check ? 'wait' : check.solvable ? 'ok' : 'bad', words),
    check && !state.slide.playing && !studied(state)
      ? h('span', { class: 'in-place' }, t('check.inPlace', { n: num(size - check.misplaced), of: num(size) }))
      : null,
    // A game tells no more than what can be seen.
    studied(state)
      ? nodeFacts(studied(state))
      : state.doc.slide.moves && !state.play.on
        ? h('span', { class: 'step' }, stepWords(state))
        : null,
  );
}

/** Costs of the node on the stage, and the way to it. @param {any} seen */
function nodeFacts({ tree, node }) {
  const { g, h: left, f } = node;
  const path = pathTo(tree, node).flatMap(({ move }) => move ?? []);
  const shown = path.length > LONGEST_PATH ? `… ${path.slice(-LONGEST_PATH).join('')}` : path.join('');
  return [
    f === null || f === undefined
      ? null
      : h('span', { class: 'step', key: 'costs' }, t('trace.step', { g, h: left, f, heuristic: called('heuristic', tree.heuristic) })),
    path.length ? h('span', { key: 'path', id: 'node-path' }, t('study.path', { moves: shown })) : null,
  ];
}

/** g, h and f of the board on the stage. @param {import('../core/types.js').State} state */
function stepWords({ doc, slide }) {
  const { trace } = slide;
  const { moves, start, goal, at } = doc.slide;
  const known = trace && trace.moves === moves && trace.start === start && trace.goal === goal;
  const found = known ? stepAt(trace, at) : null;
  return found ? t('trace.step', { ...found, heuristic: called('heuristic', trace.heuristic) }) : t('trace.wait');
}

define('ubin-slide-stage', SlideStage);
