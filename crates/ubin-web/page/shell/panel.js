// The right column: tabs, by workspace.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { TABS } from '../core/hash.js';
import { store } from '../state.js';
import { solvePanel } from '../slide/solve-panel.js';
import { allPanel, challengePanel, countPanel, packSolvePanel } from '../pack/panels.js';
import '../panel/tree-view.js';
import '../panel/compare-view.js';

/** @type {Record<string, (state: import('../core/types.js').State) => any>} */
const PACK_BODIES = { solve: packSolvePanel, count: countPanel, all: allPanel, challenge: challengePanel };

/** @param {string} panel */
export function openPanel(panel) {
  store.set((state) => (TABS[state.doc.workspace].includes(panel) ? { panel, column: 'panel' } : {}));
}

class Panel extends View {
  /** @param {import('../core/types.js').State} state */
  uses(state) {
    const { doc, slide, pack, panel, options, settings, job, server } = state;
    // The tree and the comparison draw themselves.
    if (panel === 'tree' || panel === 'compare') return [doc.workspace, panel, settings.language];
    return [doc, panel, options, settings, job, server, ...(doc.workspace === 'pack' ? [pack] : [slide.hint])];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc, panel } = state;
    const tabs = TABS[doc.workspace];
    const open = tabs.includes(panel) ? panel : 'solve';
    const tab = (/** @type {string} */ name) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          key: name,
          id: `tab-${name}`,
          'aria-selected': name === open,
          'aria-controls': 'tab-body',
          tabindex: name === open ? 0 : -1,
          class: 'tab',
          onclick: () => store.set(() => ({ panel: name })),
        },
        t(`tab.${name}`),
      );
    const move = (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const name = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length];
      store.set(() => ({ panel: name }));
      document.getElementById(`tab-${name}`)?.focus();
      event.preventDefault();
    };
    return [
      h('h2', { class: 'hidden' }, t('column.panel')),
      h(
        'div',
        { role: 'tablist', class: 'tabs', 'aria-label': t('column.panel'), onkeydown: move, 'data-own-arrows': true },
        tabs.map(tab),
      ),
      h(
        'div',
        { role: 'tabpanel', id: 'tab-body', 'aria-labelledby': `tab-${open}`, key: `${doc.workspace}-${open}`, class: 'tab-body' },
        body(state, open),
      ),
    ];
  }
}

/** @param {import('../core/types.js').State} state @param {string} open */
function body(state, open) {
  if (open === 'tree') return h('ubin-tree', { key: 'tree' });
  if (open === 'compare') return h('ubin-compare', { key: 'compare' });
  if (state.doc.workspace === 'slide') return solvePanel(state);
  return PACK_BODIES[open]?.(state);
}

define('ubin-panel', Panel);
