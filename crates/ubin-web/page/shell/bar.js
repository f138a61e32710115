// The bar: workspaces, language, theme, sharing, keys.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { t } from '../core/i18n.js';
import { TABS } from '../core/hash.js';
import { button, select } from '../core/parts.js';
import { isAlone } from '../engine/engine.js';
import { store } from '../state.js';

/** @param {'slide' | 'pack'} workspace */
export function open(workspace) {
  const { doc, panel } = store.state;
  if (doc.workspace === workspace) return;
  store.edit((now) => ({ ...now, workspace }));
  store.set(() => ({ panel: TABS[workspace].includes(panel) ? panel : 'puzzle', failure: null }));
}

/** @param {Partial<import('../core/types.js').Settings>} part */
export function set(part) {
  store.set((state) => ({ settings: { ...state.settings, ...part } }));
}

class Bar extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, settings, server }) {
    return [doc.workspace, settings, server.gone];
  }

  /** @param {import('../core/types.js').State} state */
  render({ doc, settings, server }) {
    const workspace = (/** @type {'slide' | 'pack'} */ name) =>
      h(
        'button',
        {
          type: 'button',
          class: 'workspace',
          key: name,
          id: `open-${name}`,
          'aria-current': doc.workspace === name ? 'page' : undefined,
          onclick: () => open(name),
        },
        t(`workspace.${name}`),
      );
    return [
      h(
        'header',
        { class: 'bar' },
        h('h1', null, 'ubin'),
        h('nav', { 'aria-label': t('bar.workspaces') }, workspace('slide'), workspace('pack')),
        h(
          'div',
          { class: 'bar-tools' },
          select({
            id: 'language',
            label: t('bar.language'),
            value: settings.language,
            options: [
              ['en', 'English'],
              ['id', 'Indonesia'],
            ],
            onchange: (language) => set({ language }),
          }),
          select({
            id: 'theme',
            label: t('bar.theme'),
            value: settings.theme,
            options: [
              ['auto', t('theme.auto')],
              ['light', t('theme.light')],
              ['dark', t('theme.dark')],
            ],
            onchange: (theme) => set({ theme: /** @type {any} */ (theme) }),
          }),
          button({ label: t('bar.library'), icon: 'keep', onclick: () => store.set(() => ({ dialog: 'library' })), id: 'library' }),
          button({ label: t('bar.share'), icon: 'share', onclick: () => store.set(() => ({ dialog: 'share' })), id: 'share' }),
          h(
            'button',
            {
              type: 'button',
              class: 'button bare',
              id: 'help',
              'aria-label': t('bar.keys'),
              title: t('bar.keys'),
              onclick: () => store.set(() => ({ dialog: 'keys' })),
            },
            '?',
          ),
        ),
      ),
      server.gone
        ? h(
            'div',
            { class: 'banner', role: 'alert', id: 'gone' },
            icon('warn'),
            h('span', null, t(isAlone() ? 'engine.gone' : 'server.gone')),
          )
        : null,
    ];
  }
}

define('ubin-bar', Bar);
