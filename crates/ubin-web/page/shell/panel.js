// The panel beside the stage: one tab at a time, by workspace. On a narrow screen the puzzle is a column of its own.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { TABS } from '../core/hash.js';
import { store } from '../state.js';
import { solvePanel } from '../slide/solve-panel.js';
import { challengePanel } from '../pack/challenge-panel.js';
import { allPanel, packSolvePanel } from '../pack/panels.js';
import '../slide/puzzle-view.js';
import '../pack/puzzle-view.js';
import '../panel/tree-view.js';
import '../panel/compare-view.js';
import '../play/play-view.js';

/** Tabs that draw themselves, by the element that does. @type {Record<string, (family: string) => string>} */
const OWN = {
  puzzle: (family) => `ubin-${family}-puzzle`,
  tree: () => 'ubin-tree',
  compare: () => 'ubin-compare',
  play: () => 'ubin-play',
};
/** @type {Record<string, (state: import('../core/types.js').State) => any>} */
const PACK_BODIES = { solve: packSolvePanel, all: allPanel, challenge: challengePanel };

/** @param {string} panel */
export function openPanel(panel) {
  const column = panel === 'puzzle' ? 'puzzle' : 'panel';
  store.set((state) => (TABS[state.doc.workspace].includes(panel) ? { panel, column } : {}));
}

/** The tabs that are shown, and which of them is open. @param {import('../core/types.js').State} state */
function tabsOf({ doc, panel, narrow, column }) {
  const all = TABS[doc.workspace];
  if (narrow && column === 'puzzle') return { tabs: [], open: 'puzzle' };
  const tabs = narrow ? all.filter((name) => name !== 'puzzle') : all;
  return { tabs, open: tabs.includes(panel) ? panel : tabs[0] };
}

class Panel extends View {
  /** @param {import('../core/types.js').State} state */
  uses(state) {
    const { doc, slide, pack, options, settings, job, server, narrow, column } = state;
    const { open } = tabsOf(state);
    const frame = [doc.workspace, open, settings.language, narrow, narrow && column];
    if (open in OWN) return frame;
    return [...frame, doc, options, settings, job, server, state.play, state.copied, ...(doc.workspace === 'pack' ? [pack] : [slide.hint])];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc } = state;
    const { tabs, open } = tabsOf(state);
    const body = h(
      'div',
      {
        ...(tabs.length ? { role: 'tabpanel', 'aria-labelledby': `tab-${open}` } : {}),
        id: 'tab-body',
        key: `${doc.workspace}-${open}`,
        class: 'tab-body',
        'data-tab': open,
      },
      bodyOf(state, open),
    );
    return [h('h2', { class: 'hidden' }, t('column.panel')), tabs.length ? tabList(tabs, open) : null, body];
  }

  /** @param {import('../core/types.js').State} state */
  drawn({ narrow }) {
    if (narrow) this.querySelector('.tab[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/** @param {string[]} tabs @param {string} open */
function tabList(tabs, open) {
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
        onclick: (/** @type {MouseEvent} */ event) => {
          openPanel(name);
          // Who presses with a pointer goes on with the keys of what was opened, not of the tabs.
          if (event.detail > 0) /** @type {HTMLElement} */ (event.currentTarget).blur();
        },
      },
      t(`tab.${name}`),
    );
  const move = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const name = tabs[(tabs.indexOf(open) + by + tabs.length) % tabs.length];
    openPanel(name);
    document.getElementById(`tab-${name}`)?.focus();
    event.preventDefault();
  };
  return h(
    'div',
    { role: 'tablist', class: 'tabs', 'aria-label': t('column.panel'), onkeydown: move, 'data-own-arrows': true, key: 'tabs' },
    tabs.map(tab),
  );
}

/** @param {import('../core/types.js').State} state @param {string} open */
function bodyOf(state, open) {
  const family = state.doc.workspace;
  if (open in OWN) return h(OWN[open](family), { key: `${family}-${open}` });
  return family === 'slide' ? solvePanel(state) : PACK_BODIES[open]?.(state);
}

define('ubin-panel', Panel);
