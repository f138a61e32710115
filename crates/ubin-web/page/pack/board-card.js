// The board of a packing puzzle: its kind, its sides, and the mask of a custom one.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, input, select } from '../core/parts.js';
import { choices, namesOf } from '../core/words.js';
import { rewrite } from './open.js';
import { split } from './text.js';

const MOST = 16;

/** @param {import('../core/types.js').State} state */
export function boardCard({ doc, server }) {
  const { text, model } = doc.pack;
  if (!model || !text) return null;
  const parts = split(text);
  const side = (/** @type {string} */ value) => Math.min(Math.max(1, Math.round(Number(value)) || 1), MOST);
  const setKind = (/** @type {string} */ kind) =>
    rewrite((now) => ({
      ...now,
      kind,
      cols: kind === 'PYRAMID' ? now.rows : now.cols,
      height: kind === 'BOX' ? Math.max(now.height, 2) : 1,
      mask: kind === 'CUSTOM' ? full(now.rows, now.cols) : [],
    }));
  const setSides = (/** @type {number} */ rows, /** @type {number} */ cols) =>
    rewrite((now) => ({
      ...now,
      rows,
      cols: now.kind === 'PYRAMID' ? rows : cols,
      mask: now.kind === 'CUSTOM' ? resized(now.mask, rows, cols) : [],
    }));
  // In a puzzle's text a kind stands in capitals.
  const kinds = choices('kind', namesOf(server.words, 'kind', 'pack')).map(
    ([name, words]) => /** @type {[string, string]} */ ([name.toUpperCase(), words]),
  );
  return h(
    'details',
    { class: 'card' },
    h('summary', null, h('h3', null, t('kind.title'))),
    select({ id: 'kind', label: t('kind.label'), value: parts.kind, options: kinds, onchange: setKind, disabled: server.gone }),
    h(
      'div',
      { class: 'fields' },
      input({
        id: 'pack-rows',
        label: t('size.rows'),
        type: 'number',
        min: 1,
        max: MOST,
        value: parts.rows,
        onchange: (value) => setSides(side(value), parts.kind === 'PYRAMID' ? side(value) : parts.cols),
      }),
      parts.kind === 'PYRAMID'
        ? null
        : input({
            id: 'pack-cols',
            label: t('size.cols'),
            type: 'number',
            min: 1,
            max: MOST,
            value: parts.cols,
            onchange: (value) => setSides(parts.rows, side(value)),
          }),
      parts.kind === 'BOX'
        ? input({
            id: 'pack-height',
            label: t('size.layers'),
            type: 'number',
            min: 1,
            max: MOST,
            value: parts.height,
            onchange: (value) => rewrite((now) => ({ ...now, height: side(value) })),
          })
        : null,
    ),
    parts.kind === 'CUSTOM' ? maskPainter(parts) : null,
  );
}

/** @param {number} rows @param {number} cols */
function full(rows, cols) {
  return Array.from({ length: rows }, () => 'X'.repeat(cols));
}

/** @param {string[]} mask @param {number} rows @param {number} cols */
function resized(mask, rows, cols) {
  return Array.from({ length: rows }, (_, row) => (mask[row] ?? '').slice(0, cols).padEnd(cols, 'X'));
}

/** Cells to switch on and off, and the same as text to paste. @param {import('./text.js').Parts} parts */
function maskPainter({ mask, rows, cols }) {
  const flip = (/** @type {number} */ row, /** @type {number} */ col) =>
    rewrite((now) => ({
      ...now,
      mask: now.mask.map((line, at) => (at === row ? line.slice(0, col) + (line[col] === 'X' ? '.' : 'X') + line.slice(col + 1) : line)),
    }));
  const paste = (/** @type {string} */ value) => {
    const lines = value
      .toUpperCase()
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    if (lines.length) rewrite((now) => ({ ...now, rows: lines.length, cols: Math.max(...lines.map((line) => line.length)), mask: lines }));
  };
  return h(
    'div',
    null,
    h('p', { class: 'small' }, t('mask.how')),
    h(
      'div',
      { class: 'mask', role: 'group', 'aria-label': t('mask.title'), style: { '--cols': cols } },
      mask.flatMap((line, row) =>
        [...line].map((mark, col) =>
          h('button', {
            type: 'button',
            key: `${row},${col}`,
            class: `mini ${mark === 'X' ? 'on' : ''}`,
            'aria-pressed': mark === 'X',
            'aria-label': t('mask.cell', { row: row + 1, col: col + 1 }),
            onclick: () => flip(row, col),
          }),
        ),
      ),
    ),
    h('label', { for: 'mask-text', class: 'small' }, t('mask.paste')),
    h('textarea', {
      id: 'mask-text',
      class: 'text',
      rows: Math.min(rows, 8),
      spellcheck: 'false',
      value: mask.join('\n'),
      onchange: (/** @type {any} */ event) => paste(event.target.value),
    }),
    button({ label: t('mask.fill'), onclick: () => rewrite((now) => ({ ...now, mask: full(now.rows, now.cols) })) }),
  );
}
