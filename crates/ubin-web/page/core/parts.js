// Small parts that many views use.

import { h } from './dom.js';
import { icon } from './icons.js';
import { t } from './i18n.js';
import { copy } from './files.js';
import { say } from './say.js';
import { refused } from './sentences.js';
import { store } from '../state.js';

/**
 * A button with an icon, words, or both.
 * @param {{ icon?: string, label: string, onclick: (event: any) => void, title?: string, kind?: string, disabled?: boolean, pressed?: boolean, bare?: boolean, id?: string, key?: any, reason?: string | null }} wish
 */
export function button({ icon: name, label, onclick, title, kind = '', disabled, pressed, bare, id, key, reason }) {
  return h(
    'button',
    {
      type: 'button',
      class: `button ${kind} ${bare ? 'bare' : ''}`,
      onclick,
      disabled: disabled ?? false,
      id,
      key,
      title: title ?? (bare ? label : undefined),
      'aria-label': bare ? label : undefined,
      'aria-pressed': pressed,
      'aria-describedby': reason ?? undefined,
    },
    name ? icon(name) : null,
    bare ? null : h('span', null, label),
  );
}

/** How long a button says that its text was copied. */
const COPIED = 2000;

/** A button that copies a text, and says so. @param {{ label: string, text: () => string, id: string, kind?: string }} wish */
export function copyButton({ label, text, id, kind }) {
  const done = store.state.copied === id;
  const give = async () => {
    await copy(text());
    say(t('share.copied'));
    store.set(() => ({ copied: id }));
    setTimeout(() => store.set((state) => (state.copied === id ? { copied: null } : {})), COPIED);
  };
  return button({ label: done ? t('share.copied') : label, icon: done ? 'check' : 'copy', kind, onclick: give, id });
}

/**
 * A labelled choice.
 * @param {{ label: string, value: string, options: [string, string][], onchange: (value: string) => void, id: string, disabled?: boolean }} wish
 */
export function select({ label, value, options, onchange, id, disabled }) {
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h(
      'select',
      {
        id,
        value,
        disabled: disabled ?? false,
        onchange: (/** @type {any} */ event) => onchange(event.target.value),
      },
      options.map(([name, words]) => h('option', { value: name, key: name }, words)),
    ),
  );
}

/**
 * A labelled line to type into.
 * @param {{ label: string, value: string | number, id: string, onchange: (value: string) => void, type?: string, min?: number, max?: number, step?: number, live?: boolean, disabled?: boolean }} wish
 */
export function input({ label, value, id, onchange, type = 'text', live, disabled, ...rest }) {
  const hear = (/** @type {any} */ event) => onchange(event.target.value);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h('input', {
      id,
      type,
      value,
      ...rest,
      disabled: disabled ?? false,
      autocomplete: 'off',
      ...(live ? { oninput: hear } : { onchange: hear }),
    }),
  );
}

/** @param {{ label: string, checked: boolean, onchange: (on: boolean) => void, id: string, disabled?: boolean }} wish */
export function toggle({ label, checked, onchange, id, disabled }) {
  return h(
    'label',
    { class: 'toggle', for: id },
    h('input', {
      type: 'checkbox',
      id,
      checked,
      disabled: disabled ?? false,
      onchange: (/** @type {any} */ event) => {
        const on = event.target.checked;
        // The box shows what is so, which may stay so.
        event.target.checked = checked;
        onchange(on);
      },
    }),
    h('span', null, label),
  );
}

/**
 * A state: an icon and words, never a colour alone.
 * @param {'ok' | 'bad' | 'wait' | 'info'} kind
 * @param {any} words
 */
export function verdict(kind, words) {
  const name = { ok: 'check', bad: 'cross', wait: 'wait', info: 'info' }[kind];
  return h('p', { class: `verdict ${kind}` }, icon(name), h('span', null, words));
}

/** What went wrong, until it is dismissed or the puzzle changes. @param {string} words */
export function failureLine(words) {
  const dismiss = () => store.set(() => ({ failure: null }));
  return h(
    'div',
    { class: 'failure', role: 'alert', key: 'failure' },
    verdict('bad', words),
    button({ label: t('failure.dismiss'), icon: 'cross', bare: true, onclick: dismiss }),
  );
}

/** A note, with a way back if it came by a step. @param {import('./types.js').Note} note @param {() => void} undo */
export function noteLine(note, undo) {
  return h(
    'p',
    { class: 'small note' },
    t(...note.words),
    ' ',
    note.undo ? button({ label: t('text.undo'), kind: 'link', onclick: undo }) : null,
  );
}

/**
 * A source of puzzles: a picture to press.
 * @typedef {{ name: string, label: string, title?: string, chosen: boolean, picture: any, onclick: () => void, disabled?: boolean }} Source
 */

/** Puzzles to choose from, as a row of pictures. @param {string} label @param {Source[]} list */
export function sources(label, list) {
  return h(
    'div',
    { class: 'sources', role: 'group', 'aria-label': label, key: 'sources' },
    list.map(({ name, label: words, title, chosen, picture, onclick, disabled }) =>
      h(
        'button',
        { type: 'button', class: 'source', key: name, title, 'aria-pressed': chosen, onclick, disabled: disabled ?? false },
        picture,
        h('span', null, words),
      ),
    ),
  );
}

/** The row of pictures that was last moved, and to which. @type {WeakMap<Element, Element>} */
const moved = new WeakMap();

/** Brings the source that was chosen into the middle of its row, when it is another one. @param {Element} view */
export function showChosen(view) {
  const chosen = /** @type {HTMLElement | null} */ (view.querySelector('.source[aria-pressed="true"]'));
  const row = chosen?.parentElement;
  if (!chosen || !row || moved.get(row) === chosen) return;
  moved.set(row, chosen);
  row.scrollLeft = chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.clientWidth) / 2;
}

/** What experts look for, folded away. @param {string} id @param {...any} children */
export function more(id, ...children) {
  return h('details', { class: 'more', id }, h('summary', null, t('more')), h('div', { class: 'more-body' }, children));
}

/** Facts in two columns. @param {[string, any][]} rows */
export function facts(rows) {
  return h(
    'dl',
    { class: 'facts' },
    rows.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value))),
  );
}

/** The lines of a text with the mark below the mistake; what it is stands above them, in the page's language. @param {string} snippet */
function marked(snippet) {
  return snippet
    .split('\n')
    .filter((line) => /^ *(\d+ \||\| )/.test(line))
    .join('\n');
}

/** A mistake in a text, with its place. @param {import('./types.js').Mistake} mistake @param {string} id */
export function mistakeBox(mistake, id) {
  return h(
    'div',
    { class: 'mistake', id },
    h('p', { class: 'verdict bad' }, icon('cross'), h('span', null, refused(mistake))),
    mistake.snippet ? h('pre', { tabindex: 0, role: 'group', 'aria-label': refused(mistake) }, marked(mistake.snippet)) : null,
  );
}
