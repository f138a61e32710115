// Pattern tables: what the server has in its cache, and a button to build what it lacks.

import { h } from '../core/dom.js';
import { bytes, t, time } from '../core/i18n.js';
import { button, verdict } from '../core/parts.js';
import { Refusal, ask } from '../core/api.js';
import { fail, run } from '../core/jobs.js';
import { isAlone } from '../engine/engine.js';
import { store } from '../state.js';

/** Asks the server what its cache holds. */
export async function loadTables() {
  try {
    const tables = await ask('tables');
    store.set((state) => ({ server: { ...state.server, tables: Array.isArray(tables) ? tables : (tables.tables ?? []) } }));
  } catch (error) {
    // A server without a place for tables has none to show.
    if (!(error instanceof Refusal)) fail(error);
  }
}

/** @param {any} table */
async function build(table) {
  const made = await run('tables', 'build', { size: `${table.rows}x${table.cols}`, name: table.name });
  if (made) await loadTables();
}

/** Takes all tables out of the browser. */
async function clear() {
  try {
    await ask('clear');
    await loadTables();
  } catch (error) {
    fail(error);
  }
}

/** @param {import('../core/types.js').State} state */
export function tablesCard({ server, doc, job }) {
  const { rows, cols } = doc.slide;
  const list = (server.tables ?? []).filter((/** @type {any} */ table) => table.rows === rows && table.cols === cols);
  if (list.length === 0) return null;
  const building = job?.running && job.kind === 'tables';
  return h(
    'section',
    { 'aria-labelledby': 'tables-title', key: 'tables' },
    h('h3', { id: 'tables-title' }, t('tables.title')),
    h('p', { class: 'small' }, t('tables.about')),
    building
      ? verdict('wait', t('tables.building', { time: time(job.progress?.elapsed_ms ?? 0), size: bytes(job.progress?.peak_bytes ?? 0) }))
      : null,
    h(
      'ul',
      { class: 'plain' },
      list.map((/** @type {any} */ table) =>
        h(
          'li',
          { key: table.name, class: 'between' },
          h('span', null, table.name, ' ', h('span', { class: 'small' }, bytes(table.bytes))),
          table.cached
            ? verdict('ok', t('tables.there'))
            : button({
                label: t('tables.build', { size: bytes(table.bytes) }),
                disabled: building || server.gone,
                onclick: () => build(table),
              }),
        ),
      ),
    ),
    isAlone() && list.some((/** @type {any} */ table) => table.cached)
      ? button({ label: t('tables.clear'), kind: 'quiet', disabled: building, onclick: clear, id: 'clear-tables' })
      : null,
  );
}
