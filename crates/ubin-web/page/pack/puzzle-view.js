// The left column of the packing workspace: the tray, the constraint line, the board and the pieces to edit, the text.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, mistakeBox, noteLine, toggle } from '../core/parts.js';
import { fail } from '../core/jobs.js';
import { store } from '../state.js';
import { leaveText, openText as openFileText, takeText } from '../slide/text-box.js';
import { openSet, question, setNoFlip, show } from './open.js';
import { tray } from './tray.js';
import { boardCard } from './board-card.js';
import { painterCard } from './painter.js';

const REST = 400;

class PackPuzzle extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, pack, settings, server, narrow }) {
    return [
      narrow,
      doc.pack,
      pack.held,
      pack.text,
      pack.mistake,
      pack.note,
      pack.painter,
      settings.language,
      server.sets,
      server.gone,
      server.words,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    return [
      h('h2', null, t('column.puzzle')),
      constraints(state),
      state.narrow ? null : tray(state),
      setsCard(state),
      boardCard(state),
      painterCard(state),
      textCard(state),
    ];
  }
}

/** The line that says what must hold. @param {import('../core/types.js').State} state */
function constraints({ doc }) {
  const { model, noFlip } = doc.pack;
  if (!model) return null;
  const area = model.pieces.reduce((sum, piece) => sum + piece.area, 0);
  const equal = area === model.cells.length;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'rules-title' },
    h('h3', { id: 'rules-title' }, t('rules.title')),
    h(
      'p',
      { class: `constraints ${equal ? '' : 'bad'}`, id: 'constraints' },
      t('rules.line', {
        area,
        cells: model.cells.length,
        sign: equal ? '=' : '≠',
        flip: t(noFlip ? 'rules.off' : 'rules.on'),
      }),
    ),
    toggle({
      id: 'no-flip',
      label: t('rules.flip'),
      checked: !noFlip,
      onchange: (on) => setNoFlip(!on),
      disabled: !['default', 'custom'].includes(model.kind),
    }),
  );
}

/** @param {import('../core/types.js').State} state */
function setsCard({ server, doc }) {
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'sets-title' },
    h('h3', { id: 'sets-title' }, t('sets.title')),
    h(
      'div',
      { class: 'chips' },
      server.sets.map((set) =>
        h(
          'button',
          {
            type: 'button',
            class: 'chip',
            key: set.name,
            title: set.title,
            'aria-pressed': doc.pack.name === set.name,
            onclick: () => openSet(set.name).catch(fail),
            disabled: server.gone,
          },
          set.name,
        ),
      ),
    ),
  );
}

/** Goes back to the puzzle before the text. */
function undoText() {
  store.undo();
  show({ text: null });
}

/** @param {import('../core/types.js').State} state */
function textCard({ pack, doc }) {
  const text = pack.text ?? question(doc.pack).puzzle;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'pack-text-title' },
    h(
      'div',
      { class: 'card-head' },
      h('h3', { id: 'pack-text-title' }, t('text.title')),
      button({ icon: 'file', label: t('text.open'), kind: 'quiet', onclick: openFileText }),
    ),
    h('textarea', {
      id: 'pack-text',
      class: 'text',
      spellcheck: 'false',
      rows: 10,
      value: text,
      wrap: 'off',
      'aria-label': t('text.packLabel'),
      'aria-invalid': pack.mistake ? true : undefined,
      'aria-describedby': pack.mistake ? 'pack-mistake' : undefined,
      oninput: (/** @type {any} */ event) => takeText(event.target.value, REST),
      onblur: () => leaveText('pack'),
    }),
    pack.mistake ? mistakeBox(pack.mistake, 'pack-mistake') : null,
    pack.mistake
      ? h(
          'p',
          { class: 'small' },
          t('text.kept'),
          ' ',
          button({ label: t('text.restore'), kind: 'link', onclick: () => show({ text: null, mistake: null }) }),
        )
      : null,
    pack.note ? noteLine(pack.note, undoText) : null,
  );
}

define('ubin-pack-puzzle', PackPuzzle);
