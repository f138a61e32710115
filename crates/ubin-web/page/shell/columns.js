// The two columns: the stage, which stays in view, and one panel beside it. A narrow screen shows one at a time, with tabs below.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { t } from '../core/i18n.js';
import { store } from '../state.js';
import '../slide/stage-view.js';
import '../pack/stage-view.js';
import './panel.js';

class Columns extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, column, settings }) {
    return [doc.workspace, column, settings.language];
  }

  /** @param {import('../core/types.js').State} state */
  render({ doc, column }) {
    const family = doc.workspace;
    const tab = (/** @type {string} */ name) =>
      h(
        'button',
        {
          type: 'button',
          key: name,
          id: `column-${name}`,
          class: 'column-tab',
          'aria-current': column === name ? 'true' : undefined,
          onclick: () => store.set(() => ({ column: name })),
        },
        icon(name),
        h('span', null, t(`column.${name}`)),
      );
    return [
      h(
        'main',
        { class: 'columns', 'data-column': column },
        h(`ubin-${family}-stage`, { class: 'column stage', key: `${family}-stage`, role: 'region', 'aria-label': t('column.stage') }),
        h('ubin-panel', { class: 'column panel', key: 'panel', role: 'region', 'aria-label': t('column.panel') }),
      ),
      h('nav', { class: 'column-tabs', 'aria-label': t('column.tabs') }, ['stage', 'puzzle', 'panel'].map(tab)),
    ];
  }
}

define('ubin-columns', Columns);
