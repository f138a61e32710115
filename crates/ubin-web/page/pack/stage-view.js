// The middle column of the packing workspace: the verdict, the board, the buttons.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { because } from '../core/sentences.js';
import { button, failureLine, verdict } from '../core/parts.js';
import { stop } from '../core/jobs.js';
import { store } from '../state.js';
import { undoButtons } from '../shell/undo.js';
import { isFlat } from './model.js';
import { clear } from './actions.js';
import { hint, solve } from './search.js';
import { tray } from './tray.js';
import './board-view.js';
import './space-view.js';

class PackStage extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, pack, job, settings, server, failure, narrow }) {
    return [
      narrow,
      doc.pack,
      pack.verdict,
      pack.hint,
      pack.answer,
      pack.all,
      pack.held,
      job,
      settings.language,
      server.gone,
      failure,
      store.past.length,
      store.future.length,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc, job, options } = state;
    const { model, placed } = doc.pack;
    const solving = job?.running && job.kind === 'pack-solve';
    const off = state.server.gone || !model;
    return [
      h('h2', { class: 'hidden' }, t('column.stage')),
      h('div', { class: 'headline' }, statusLine(state)),
      model && !isFlat(model) ? h('ubin-pack-space', { key: 'space' }) : h('ubin-pack-board', { key: 'board' }),
      h(
        'div',
        { class: 'actions', role: 'group', 'aria-label': t('actions.label') },
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
        button({ label: t('pack.clear'), icon: 'bin', onclick: clear, disabled: Object.keys(placed).length === 0, id: 'clear' }),
        undoButtons(),
      ),
      state.narrow ? tray(state) : null,
      h('p', { class: 'small center' }, t(model && !isFlat(model) ? 'pack.howSpace' : 'pack.how')),
    ];
  }
}

/** @param {import('../core/types.js').State} state */
function statusLine({ doc, pack, job, failure }) {
  const { model, placed } = doc.pack;
  if (failure) return failureLine(failure);
  if (job?.running && job.kind !== 'compare' && job.kind !== 'tree')
    return verdict('wait', t('pack.working', { nodes: num(job.progress?.nodes ?? job.progress?.expanded ?? 0) }));
  if (pack.all?.shown) return verdict('info', t('all.showing', { n: num(pack.all.index + 1), of: num(pack.all.n) }));
  if (pack.hint)
    return pack.hint.piece
      ? verdict('info', t('pack.hintIs', { letter: pack.hint.piece, why: because(pack.hint.why, pack.hint.reason) }))
      : verdict('info', because(pack.hint.why, pack.hint.reason) || t('pack.full'));
  if (model && Object.keys(placed).length === model.pieces.length && pack.verdict?.kind === 'alive') return verdict('ok', t('pack.full'));
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
