// The stage of the packing workspace: the verdict, the board, the buttons, the tray, and sets to begin with.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { num, t, tn } from '../core/i18n.js';
import { because } from '../core/sentences.js';
import { button, failureLine, showChosen, verdict } from '../core/parts.js';
import { called } from '../core/words.js';
import { stop } from '../core/jobs.js';
import { store } from '../state.js';
import { undoButtons } from '../shell/undo.js';
import { studied } from '../panel/study.js';
import { playLine } from '../play/timer.js';
import { mistakeLine } from '../slide/stage-view.js';
import { isFlat, isFull } from './model.js';
import { canClear, clear } from './actions.js';
import { hint, solve } from './search.js';
import { sets } from './sources.js';
import { tray } from './tray.js';
import './board-view.js';
import './space-view.js';

class PackStage extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, pack, job, settings, server, failure, panel, study, play }) {
    return [
      doc.pack,
      pack.verdict,
      pack.hint,
      pack.answer,
      pack.all,
      pack.held,
      pack.mistake,
      pack.note,
      pack.tree,
      pack.step,
      panel,
      study.node,
      play.on,
      play.done,
      job,
      settings.language,
      server.gone,
      server.sets,
      failure,
      store.past.length,
      store.future.length,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { model } = state.doc.pack;
    return [
      h('h2', { class: 'hidden' }, t('column.stage')),
      h('div', { class: 'status' }, h('div', { class: 'headline' }, statusLine(state)), constraints(state)),
      h(
        'div',
        { class: 'arena', key: 'arena' },
        model && !isFlat(model) ? h('ubin-pack-space', { key: 'space' }) : h('ubin-pack-board', { key: 'board' }),
      ),
      actions(state),
      tray(state),
      this.keep('sets', [state.server.sets, state.server.gone, state.doc.pack.name, state.settings.language], () => sets(state)),
    ];
  }

  drawn() {
    showChosen(this);
  }
}

/** @param {import('../core/types.js').State} state */
function actions({ doc, job, options, server }) {
  const solving = job?.running && job.kind === 'pack-solve';
  const off = server.gone || !doc.pack.model;
  return h(
    'div',
    { class: 'actions', role: 'group', 'aria-label': t('actions.label'), key: 'actions' },
    solving
      ? button({ key: 'stop', id: 'stop', label: t('solve.stop'), icon: 'stop', kind: 'primary', onclick: stop })
      : button({
          key: 'solve',
          id: 'solve',
          label: t('pack.solve'),
          icon: 'solve',
          kind: 'primary',
          onclick: () => solve('auto', options.seconds),
          disabled: off,
        }),
    button({ label: t('solve.hint'), icon: 'hint', onclick: hint, disabled: off, id: 'hint' }),
    button({ label: t('pack.clear'), icon: 'bin', onclick: clear, disabled: !canClear(doc.pack), id: 'clear' }),
    undoButtons(),
  );
}

/** What must hold, always; and what is given. @param {import('../core/types.js').State} state */
function constraints({ doc }) {
  const { model, noFlip, given, challenge } = doc.pack;
  if (!model) return null;
  const sum = (/** @type {'least' | 'most'} */ bound) => model.pieces.reduce((all, piece) => all + piece.area * (piece[bound] ?? 1), 0);
  const [low, high, cells, [fewest, most]] = [sum('least'), sum('most'), model.cells.length, model.gaps ?? [0, 0]];
  const equal = low <= cells - fewest && high >= cells - most;
  const exact = low === high && most === 0;
  const line = t(low === high ? 'rules.line' : 'rules.lineSpare', {
    area: low === high ? low : `${low}–${high}`,
    cells: fewest === most ? cells - fewest : `${cells - most}–${cells - fewest}`,
    sign: equal ? (exact ? '=' : '~') : '≠',
    flip: t(noFlip ? 'rules.off' : 'rules.on'),
  });
  return h(
    'div',
    { class: 'fact-line' },
    h('span', { class: `constraints ${equal ? '' : 'bad'}`, id: 'constraints' }, line),
    given.length
      ? h(
          'span',
          { id: 'given' },
          t('given.line', {
            list: given.join(' '),
            grade: challenge ? called('difficulty', challenge.difficulty) : '',
            seed: challenge?.seed ?? '',
          }),
        )
      : null,
  );
}

/** @param {import('../core/types.js').State} state */
function statusLine(state) {
  const { doc, pack, job, failure, play } = state;
  const { model, placed } = doc.pack;
  if (failure) return failureLine(failure);
  if (job?.running && job.kind !== 'compare')
    return verdict('wait', t('pack.working', { nodes: num(job.progress?.nodes ?? job.progress?.expanded ?? 0) }));
  if (pack.mistake) return mistakeLine(pack.mistake);
  const seen = studied(state);
  if (seen) return verdict('info', tn('study.onStagePack', seen.node.g, { node: seen.node.id + 1 }));
  if (pack.all?.shown) return verdict('info', t('all.showing', { n: num(pack.all.index + 1), of: num(pack.all.n) }));
  if (pack.note && !pack.note.undo) return verdict('info', t(...pack.note.words));
  if (pack.hint)
    return pack.hint.piece
      ? verdict('info', t('pack.hintIs', { letter: pack.hint.piece, why: because(pack.hint.why, pack.hint.reason) }))
      : verdict('info', because(pack.hint.why, pack.hint.reason) || t('pack.full'));
  if (play.on || play.done) return playLine(state);
  if (model && isFull(model, placed) && pack.verdict?.kind === 'alive') return verdict('ok', t('pack.full'));
  return verdictLine(pack.verdict, pack.answer);
}

/** @param {any} found @param {any} answer */
function verdictLine(found, answer) {
  if (answer && answer.status !== 'solved')
    return verdict(
      answer.status === 'unsolvable' ? 'bad' : 'info',
      answer.status === 'unsolvable'
        ? t('pack.none', { why: because(answer.why, answer.reason) })
        : t('pack.stopped', { why: because(answer.why, answer.reason) }),
    );
  if (!found || found.kind === 'checking') return verdict('wait', t('pack.checking'));
  if (found.kind === 'alive') return verdict('ok', t('pack.alive'));
  if (found.kind === 'dead') return verdict('bad', t('pack.dead', { why: because(found.why, found.reason) }));
  return verdict('info', t('pack.unknown'));
}

define('ubin-pack-stage', PackStage);
