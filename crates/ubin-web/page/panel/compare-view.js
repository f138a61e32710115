// The Compare tab: methods side by side on the same puzzle and limits.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { bytes, num, t, time } from '../core/i18n.js';
import { button, copyButton, input, more, verdict } from '../core/parts.js';
import { run, stop } from '../core/jobs.js';
import { quoted } from '../core/files.js';
import { isSame, packPosition, slidePosition } from '../core/stale.js';
import { store } from '../state.js';
import { compare } from '../slide/search.js';
import { called, namesOf } from '../core/words.js';
import { heuristicsOf } from '../slide/options.js';
import { question as packQuestion, show as showPack } from '../pack/open.js';
import { packCommand } from '../shell/commands.js';

const choice = {
  methods: new Set(['branch-and-bound', 'astar', 'ida']),
  heuristics: new Set(['manhattan', 'linear-conflict', 'pattern']),
  pack: new Set(['backtrack', 'cover']),
  seconds: 5,
};

/** What the table is sorted by. @type {{ name: string, down: boolean } | null} */
let sorted = null;

class Compare extends View {
  redraw = 0;

  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, pack, job, settings, server, copied }) {
    return [
      doc,
      slide.compare,
      pack.compare,
      job?.running && job.kind === 'compare',
      job?.kind === 'compare' ? job.progress : null,
      settings.language,
      server.gone,
      server.words,
      copied,
      this.redraw,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    const { doc, slide, pack, job, server } = state;
    const sliding = doc.workspace === 'slide';
    const answer = sliding ? slide.compare : pack.compare;
    const running = job?.running && job.kind === 'compare';
    const group = (
      /** @type {string} */ id,
      /** @type {string[]} */ names,
      /** @type {Set<string>} */ chosen,
      /** @type {string} */ kind,
    ) =>
      h(
        'fieldset',
        { class: 'checks', key: id },
        h('legend', null, t(`compare.${id}`)),
        names.map((name) =>
          h(
            'label',
            { class: 'toggle', key: name },
            h('input', { type: 'checkbox', checked: chosen.has(name), onchange: () => this.flip(chosen, name) }),
            h('span', null, called(kind, name)),
          ),
        ),
      );
    return [
      h(
        'section',
        { class: 'card', 'aria-labelledby': 'compare-title' },
        h('h3', { id: 'compare-title' }, t('compare.title')),
        sliding && doc.slide.at > 0
          ? h('p', { class: 'small', id: 'compare-here' }, t('compare.here', { n: num(doc.slide.at), of: num(doc.slide.moves.length) }))
          : null,
        group('methods', methodsOf(state), sliding ? choice.methods : choice.pack, 'method'),
        sliding ? group('heuristics', heuristicsOf(state), choice.heuristics, 'heuristic') : null,
        h(
          'div',
          { class: 'fields' },
          input({
            id: 'compare-seconds',
            label: t('compare.seconds'),
            type: 'number',
            min: 1,
            max: 60,
            value: choice.seconds,
            onchange: (value) => {
              choice.seconds = Math.min(Math.max(1, Number(value) || 5), 60);
            },
          }),
          running
            ? button({ label: t('solve.stop'), icon: 'stop', kind: 'primary', onclick: stop })
            : button({
                label: t('compare.do'),
                icon: 'panel',
                kind: 'primary',
                onclick: () => (sliding ? compareSlide() : comparePack()),
                disabled: server.gone,
                id: 'compare',
              }),
        ),
      ),
      running ? verdict('wait', t('compare.working', { time: time(job.progress?.elapsed_ms ?? 0) })) : null,
      answer && isOld(state, answer) ? verdict('info', t('compare.old')) : null,
      answer ? table(answer, (name) => this.sort(name)) : null,
      answer ? equalRows(answer) : null,
      answer ? h('p', { class: 'small' }, t('compare.scale')) : null,
      answer ? copies(answer) : null,
    ];
  }

  /** Sorts by a column, then the other way round. @param {string} name */
  sort(name) {
    sorted = sorted?.name === name ? { name, down: !sorted.down } : { name, down: false };
    this.redraw += 1;
    this.update();
  }

  /** @param {Set<string>} chosen @param {string} name */
  flip(chosen, name) {
    if (!chosen.delete(name)) chosen.add(name);
    this.redraw += 1;
    this.update();
  }
}

/** The methods of the workspace that can be compared: automatic is one of them. @param {import('../core/types.js').State} state */
function methodsOf({ doc, server }) {
  return namesOf(server.words, 'method', doc.workspace).filter((name) => name !== 'auto');
}

function compareSlide() {
  const inOrder = (/** @type {string[]} */ names, /** @type {Set<string>} */ chosen) => names.filter((name) => chosen.has(name));
  const { state } = store;
  return compare(inOrder(methodsOf(state), choice.methods), inOrder(heuristicsOf(state), choice.heuristics), choice.seconds);
}

async function comparePack() {
  const methods = methodsOf(store.state).filter((name) => choice.pack.has(name));
  const [{ doc }, of] = [store.state, packPosition(store.state)];
  const body = { ...packQuestion(), methods, each_ms: choice.seconds * 1000 };
  const answer = await run('compare', 'compare', body, packPosition);
  const asked = { methods, heuristics: [], seconds: choice.seconds, doc: doc.pack };
  if (answer) showPack({ compare: { ...answer, asked, of } });
}

/** Whether an answer is of another position than the one on the stage. @param {import('../core/types.js').State} state @param {any} answer */
function isOld(state, answer) {
  return !isSame(answer.of, state.doc.workspace === 'slide' ? slidePosition(state) : packPosition(state));
}

/**
 * A column of the table: its name, what a row shows in it, the figure that it is sorted by where it has one, and whether a bar shows that.
 * @typedef {{ name: string, value: (row: any) => any, figure?: (row: any) => number | null | undefined, bar?: boolean }} Column
 */

/** @param {any} answer @returns {Column[]} */
function columns(answer) {
  const proven = (/** @type {any} */ row) => (row.status === 'optimal' || row.proven ? t('compare.yes') : t(`status.${row.status}`));
  const method = { name: 'method', value: (/** @type {any} */ row) => called('method', row.method) };
  const memory = {
    name: 'memory',
    value: (/** @type {any} */ row) => bytes(row.peak_bytes),
    figure: (/** @type {any} */ row) => row.peak_bytes,
  };
  const took = { name: 'time', value: (/** @type {any} */ row) => time(row.time_ms), figure: (/** @type {any} */ row) => row.time_ms };
  const figure = (/** @type {string} */ name, digits = 0, bar = false) => ({
    name,
    value: (/** @type {any} */ row) => num(row[name], digits),
    figure: (/** @type {any} */ row) => row[name],
    bar,
  });
  if (answer.puzzle === 'pack')
    return [method, { name: 'status', value: (row) => t(`status.${row.status}`) }, figure('nodes', 0, true), figure('cases'), memory, took];
  return [
    method,
    { name: 'heuristic', value: (row) => (row.heuristic ? called('heuristic', row.heuristic) : '–') },
    figure('length'),
    { name: 'proven', value: proven },
    figure('generated', 0, true),
    figure('expanded'),
    memory,
    took,
    figure('branching', 2),
  ];
}

/** @param {any} answer */
function rowsOf(answer) {
  // Of a packing, `rows` are those of the board.
  return answer.puzzle === 'pack' ? answer.methods : answer.rows;
}

/** The rows as they are sorted; as they were asked for where nothing was pressed. @param {any} answer @param {typeof sorted} by */
function sortedRows(answer, by) {
  const column = columns(answer).find(({ name }) => name === by?.name);
  if (!by || !column) return rowsOf(answer);
  const of = (/** @type {any} */ row) => column.figure?.(row) ?? (column.figure ? Infinity : column.value(row));
  const order = (/** @type {any} */ a, /** @type {any} */ b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0);
  return [...rowsOf(answer)].sort((a, b) => order(a, b) * (by.down ? -1 : 1));
}

/** @param {any} answer @param {(name: string) => void} sort */
function table(answer, sort) {
  // The heuristic stands below its method, the proof below the length, so that the table fits the panel.
  const list = columns(answer).filter(({ name }) => !(name in DETAILS));
  const size = (/** @type {any} */ row) => Math.log10(Math.max(row.generated ?? row.nodes ?? 1, 1) + 1);
  const most = Math.max(...rowsOf(answer).map(size), 1);
  const head = (/** @type {Column} */ { name, figure }) => {
    const own = sorted?.name === name ? sorted : null;
    return h(
      'th',
      { scope: 'col', key: name, class: figure ? 'figure' : '', 'aria-sort': own ? (own.down ? 'descending' : 'ascending') : undefined },
      h(
        'button',
        { type: 'button', class: 'sort', 'data-sort': name, onclick: () => sort(name) },
        t(`col.${name}`),
        own ? (own.down ? ' ↓' : ' ↑') : '',
      ),
    );
  };
  const cell = (/** @type {any} */ row, /** @type {Column} */ { name, value, figure, bar }) =>
    h(
      'td',
      { key: name, class: figure ? 'figure' : '', 'data-col': name },
      h('span', null, value(row)),
      below(name, row),
      bar ? h('span', { class: 'bar', style: { width: `${(size(row) / most) * 100}%` } }) : null,
    );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('compare.table') },
    h(
      'table',
      { class: 'compare' },
      h('thead', null, h('tr', null, list.map(head))),
      h(
        'tbody',
        null,
        sortedRows(answer, sorted).map((/** @type {any} */ row, /** @type {number} */ at) =>
          h(
            'tr',
            { key: at },
            list.map((column) => cell(row, column)),
          ),
        ),
      ),
    ),
  );
}

/** What stands below a value of another column, by its own. @type {Record<string, string>} */
const DETAILS = { heuristic: 'method', proven: 'length' };

/** The second line of a cell. @param {string} name @param {any} row */
function below(name, row) {
  if (name === DETAILS.heuristic && row.heuristic) return h('span', { class: 'detail' }, called('heuristic', row.heuristic));
  if (name !== DETAILS.proven) return null;
  return h('span', { class: 'detail' }, row.status === 'optimal' || row.proven ? t('compare.proven') : t(`status.${row.status}`));
}

/** Why two rows are equal: branch and bound with a consistent bound expands what A* expands. @param {any} answer */
function equalRows(answer) {
  if (answer.puzzle === 'pack') return null;
  const of = (/** @type {string} */ method) => answer.rows.filter((/** @type {any} */ row) => row.method === method);
  const same = of('branch-and-bound').find((/** @type {any} */ row) =>
    of('astar').some(
      (/** @type {any} */ other) =>
        other.heuristic === row.heuristic && other.expanded === row.expanded && other.generated === row.generated,
    ),
  );
  return same
    ? h('p', { class: 'small', id: 'equal-rows' }, t('compare.equal', { heuristic: called('heuristic', same.heuristic ?? '') }))
    : null;
}

/** @param {any} answer */
function copies(answer) {
  const json = () => JSON.stringify({ ...answer, asked: undefined, of: undefined }, null, 2);
  return h(
    'div',
    { class: 'actions left' },
    copyButton({ label: t('compare.markdown'), text: () => asMarkdown(answer), id: 'copy-markdown' }),
    copyButton({ label: t('compare.csv'), text: () => asCsv(answer), id: 'copy-csv' }),
    copyButton({ label: t('compare.json'), text: json, id: 'copy-json' }),
    copyButton({ label: t('compare.command'), text: () => asCommand(answer), id: 'copy-command' }),
  );
}

/** @param {any} answer */
export function asMarkdown(answer) {
  const list = columns(answer);
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    line(list.map(({ name }) => t(`col.${name}`))),
    line(list.map(({ figure }) => (figure ? '---:' : '---'))),
    ...rowsOf(answer).map((/** @type {any} */ row) => line(list.map(({ value }) => String(value(row))))),
  ].join('\n');
}

/** @param {any} answer */
export function asCsv(answer) {
  const names =
    answer.puzzle === 'pack'
      ? ['method', 'status', 'nodes', 'cases', 'peak_bytes', 'time_ms']
      : ['method', 'heuristic', 'length', 'proven', 'status', 'generated', 'expanded', 'peak_bytes', 'time_ms', 'branching'];
  return [names.join(','), ...rowsOf(answer).map((/** @type {any} */ row) => names.map((name) => row[name] ?? '').join(','))].join('\n');
}

/** @param {any} answer */
export function asCommand(answer) {
  const { asked } = answer;
  const options = [
    `--methods ${asked.methods.join(',')}`,
    ...(asked.heuristics.length ? [`--heuristics ${asked.heuristics.join(',')}`] : []),
    `--each ${asked.seconds}s`,
  ].join(' ');
  if (answer.puzzle === 'pack') return packCommand('compare', asked.doc, options);
  return `ubin compare ${quoted(asked.board)}${asked.goal === 'blank-last' ? '' : ` --goal ${quoted(asked.goal)}`} ${options}`;
}

define('ubin-compare', Compare);
