// The Puzzle tab of the packing workspace: the puzzle as text, its rules, the board and the pieces to edit.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, mistakeBox, noteLine, toggle } from '../core/parts.js';
import { store } from '../state.js';
import { leaveText, openText as openFileText, takeText } from '../slide/text-box.js';
import { isFlat } from './model.js';
import { question, setNoFlip, show } from './open.js';
import { boardCard } from './board-card.js';
import { painterCard } from './painter.js';

const REST = 400;

class PackPuzzle extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, pack, settings, server }) {
    return [doc.pack, pack.text, pack.mistake, pack.note, pack.painter, settings.language, server.gone, server.words];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    return [textCard(state), rulesCard(state), boardCard(state), painterCard(state), howTo(state)];
  }
}

/** @param {import('../core/types.js').State} state */
function rulesCard({ doc }) {
  const { model, noFlip } = doc.pack;
  if (!model) return null;
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'rules-title' },
    h('h3', { id: 'rules-title' }, t('rules.title')),
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
function howTo({ doc }) {
  const { model } = doc.pack;
  return h('p', { class: 'small card' }, t(model && !isFlat(model) ? 'pack.howSpace' : 'pack.how'));
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
      button({ icon: 'file', label: t('text.open'), onclick: openFileText }),
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
