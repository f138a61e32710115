// The dialogs: sharing, the library, and the keys with their settings.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, copyButton, failureLine, select, toggle } from '../core/parts.js';
import { download } from '../core/files.js';
import { toHash } from '../core/hash.js';
import { store } from '../state.js';
import { set } from './bar.js';
import { command } from './commands.js';
import { exportJson, exportPicture, exportText } from './export.js';
import { KEYS } from './keys.js';
import { library } from './library.js';

function close() {
  store.set(() => ({ dialog: null }));
}

/** A click beside the dialog closes it. @param {any} event */
function closeOutside(event) {
  if (event.target === event.currentTarget) event.currentTarget.close();
}

/** @type {Record<string, (state: import('../core/types.js').State) => any>} */
const BODIES = { share, keys, library };

class Dialogs extends View {
  /** What had the focus before. @type {Element | null} */
  opener = null;

  /** @param {import('../core/types.js').State} state */
  uses({ dialog, settings, doc, options, failure, library: changes, copied }) {
    return dialog ? [dialog, settings, doc, options, failure, changes, copied] : [null];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { dialog } = state;
    if (!dialog) return null;
    return h(
      'dialog',
      { key: dialog, class: 'dialog', 'aria-labelledby': 'dialog-title', onclose: close, onclick: closeOutside },
      h(
        'div',
        { class: 'dialog-body' },
        h(
          'div',
          { class: 'card-head' },
          h('h2', { id: 'dialog-title' }, t(`dialog.${dialog}`)),
          button({ label: t('dialog.close'), icon: 'cross', bare: true, onclick: close, id: 'close' }),
        ),
        state.failure ? failureLine(state.failure) : null,
        BODIES[dialog](state),
      ),
    );
  }

  /** @param {import('../core/types.js').State} state */
  drawn({ dialog }) {
    const element = this.querySelector('dialog');
    if (dialog && element && !element.open) {
      this.opener = document.activeElement;
      element.showModal();
    }
    if (!dialog && this.opener) {
      if (this.opener instanceof HTMLElement) this.opener.focus();
      this.opener = null;
    }
  }
}

/** @param {import('../core/types.js').State} state */
function share(state) {
  const link = `${location.origin}${location.pathname}${toHash(state)}`;
  const line = command(state);
  const sliding = state.doc.workspace === 'slide';
  return [
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'link' }, t('share.link')),
      h('input', { id: 'link', readonly: true, value: link, onfocus: (/** @type {any} */ event) => event.target.select() }),
    ),
    h(
      'div',
      { class: 'actions left' },
      copyButton({ label: t('share.copyLink'), text: () => link, kind: 'primary', id: 'copy-link' }),
      button({
        label: t('share.print'),
        icon: 'print',
        onclick: () => {
          close();
          setTimeout(() => print(), 50);
        },
      }),
    ),
    h('h3', null, t('share.export')),
    h(
      'div',
      { class: 'actions left' },
      ['png', 'svg', 'gif'].map((format) =>
        button({
          key: format,
          id: `export-${format}`,
          label: format.toUpperCase(),
          icon: 'file',
          onclick: () => exportPicture(/** @type {any} */ (format)),
        }),
      ),
      button({ label: 'JSON', icon: 'file', id: 'export-json', onclick: exportJson }),
      button({
        label: t('share.text'),
        icon: 'file',
        id: 'export-text',
        onclick: () => download(sliding ? 'board.txt' : 'puzzle.txt', exportText()),
      }),
    ),
    h('p', { class: 'small' }, t(sliding ? 'share.gifSlide' : 'share.gifPack')),
    h('h3', null, t('share.command')),
    h('pre', { tabindex: 0, id: 'command', role: 'group', 'aria-label': t('share.command') }, line),
    copyButton({ label: t('share.copyCommand'), text: () => line, id: 'copy-line' }),
  ];
}

/** @param {import('../core/types.js').State} state */
function keys({ settings, doc }) {
  const rows = KEYS.filter(({ where }) => !where || where === doc.workspace);
  return [
    h(
      'table',
      { class: 'keys' },
      h('thead', { class: 'hidden' }, h('tr', null, h('th', { scope: 'col' }, t('keys.key')), h('th', { scope: 'col' }, t('keys.does')))),
      h(
        'tbody',
        null,
        rows.map(({ keys: list, name }) =>
          h(
            'tr',
            { key: name },
            h(
              'td',
              null,
              list.map((key) => h('kbd', { key }, key)),
            ),
            h('td', null, t(`key.${name}`)),
          ),
        ),
      ),
    ),
    doc.workspace === 'pack' ? h('p', { class: 'small' }, t('keys.letters')) : null,
    h('h3', null, t('settings.title')),
    toggle({ id: 'single-keys', label: t('settings.keys'), checked: settings.keys, onchange: (on) => set({ keys: on }) }),
    toggle({ id: 'letters', label: t('settings.letters'), checked: settings.letters, onchange: (on) => set({ letters: on }) }),
    select({
      id: 'arrows',
      label: t('settings.arrows'),
      value: settings.arrows,
      options: [
        ['blank', t('settings.blank')],
        ['tile', t('settings.tile')],
      ],
      onchange: (arrows) => set({ arrows: /** @type {any} */ (arrows) }),
    }),
  ];
}

define('ubin-dialogs', Dialogs);
