// The Compare tab: methods side by side on the same puzzle and limits.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { bytes, num, t, time } from '../core/i18n.js';
import { button, input, verdict } from '../core/parts.js';
import { run, stop } from '../core/jobs.js';
import { copy, quoted } from '../core/files.js';
import { say } from '../core/say.js';
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

class Compare extends View {
  redraw = 0;

  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, pack, job, settings, server }) {
    return [
      doc,
      slide.compare,
      pack.compare,
      job?.running && job.kind === 'compare',
      job?.kind === 'compare' ? job.progress : null,
      settings.language,
      server.gone,
      server.words,
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
      answer ? table(answer) : null,
      answer ? h('p', { class: 'small' }, t('compare.scale')) : null,
      answer ? copies(answer) : null,
    ];
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

/** The columns of a table: name, value, and whether a bar shows it. @param {any} answer @returns {[string, (row: any) => any, boolean?][]} */
function columns(answer) {
  const proven = (/** @type {any} */ row) => (row.status === 'optimal' || row.proven ? t('compare.yes') : t(`status.${row.status}`));
  if (answer.puzzle === 'pack') {
    return [
      ['method', (row) => called('method', row.method)],
      ['status', (row) => t(`status.${row.status}`)],
      ['nodes', (row) => num(row.nodes), true],
      ['cases', (row) => num(row.cases)],
      ['memory', (row) => bytes(row.peak_bytes)],
      ['time', (row) => time(row.time_ms)],
    ];
  }
  return [
    ['method', (row) => called('method', row.method)],
    ['heuristic', (row) => (row.heuristic ? called('heuristic', row.heuristic) : '–')],
    ['length', (row) => num(row.length)],
    ['proven', proven],
    ['generated', (row) => num(row.generated), true],
    ['expanded', (row) => num(row.expanded)],
    ['memory', (row) => bytes(row.peak_bytes)],
    ['time', (row) => time(row.time_ms)],
    ['branching', (row) => num(row.branching, 2)],
  ];
}

/** @param {any} answer */
function rowsOf(answer) {
  // Of a packing, `rows` are those of the board.
  return answer.puzzle === 'pack' ? answer.methods : answer.rows;
}

/** @param {any} answer */
function table(answer) {
  const list = columns(answer);
  const rows = rowsOf(answer);
  const size = (/** @type {any} */ row) => Math.log10(Math.max(row.generated ?? row.nodes ?? 1, 1) + 1);
  const most = Math.max(...rows.map(size), 1);
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('compare.table') },
    h(
      'table',
      { class: 'compare' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          list.map(([name]) => h('th', { scope: 'col', key: name }, t(`col.${name}`))),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((/** @type {any} */ row, /** @type {number} */ at) =>
          h(
            'tr',
            { key: at },
            list.map(([name, value, bar]) =>
              h(
                'td',
                { key: name, class: bar ? 'with-bar' : '' },
                h('span', null, value(row)),
                bar ? h('span', { class: 'bar', style: { width: `${(size(row) / most) * 100}%` } }) : null,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} answer */
function copies(answer) {
  const give = (/** @type {string} */ text) => copy(text).then(() => say(t('share.copied')));
  return h(
    'div',
    { class: 'actions left' },
    button({ label: t('compare.markdown'), icon: 'copy', kind: 'quiet', id: 'copy-markdown', onclick: () => give(asMarkdown(answer)) }),
    button({ label: t('compare.csv'), icon: 'copy', kind: 'quiet', onclick: () => give(asCsv(answer)) }),
    button({
      label: t('compare.json'),
      icon: 'copy',
      kind: 'quiet',
      onclick: () => give(JSON.stringify({ ...answer, asked: undefined, of: undefined }, null, 2)),
    }),
    button({ label: t('compare.command'), icon: 'copy', kind: 'quiet', id: 'copy-command', onclick: () => give(asCommand(answer)) }),
  );
}

/** @param {any} answer */
export function asMarkdown(answer) {
  const list = columns(answer);
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    line(list.map(([name]) => t(`col.${name}`))),
    line(list.map(() => '---')),
    ...rowsOf(answer).map((/** @type {any} */ row) => line(list.map(([, value]) => String(value(row))))),
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
