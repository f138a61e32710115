// A heuristic drawn on the board: what each tile counts, arrows to where tiles belong, and pairs in conflict.

import { h } from '../core/dom.js';

/** How far from the middle of a cell an arrow begins and ends. */
const GAP = 0.24;

/** @param {import('./bounds.js').Bounds} drawn @param {number} rows @param {number} cols */
export function overlay({ counts, arrows, conflicts }, rows, cols) {
  const middle = (/** @type {number} */ cell) => [(cell % cols) + 0.5, Math.floor(cell / cols) + 0.5];
  const arrow = (/** @type {[number, number]} */ [from, to]) => {
    const [[x, y], [u, v]] = [middle(from), middle(to)];
    const far = Math.hypot(u - x, v - y);
    const [dx, dy] = [(u - x) / far, (v - y) / far];
    const [x1, y1, x2, y2] = [x + dx * GAP, y + dy * GAP, u - dx * GAP, v - dy * GAP];
    const [wx, wy] = [-dy * 0.07, dx * 0.07];
    const head = `M${x2} ${y2}L${x2 - dx * 0.16 + wx} ${y2 - dy * 0.16 + wy}L${x2 - dx * 0.16 - wx} ${y2 - dy * 0.16 - wy}Z`;
    return h(
      'g',
      { key: `a${from}`, class: 'arrow-to' },
      h('path', { d: `M${x1} ${y1}L${x2 - dx * 0.12} ${y2 - dy * 0.12}` }),
      h('path', { d: head, class: 'head' }),
    );
  };
  const conflict = (/** @type {[number, number]} */ [a, b]) => {
    const [[x, y], [u, v]] = [middle(a), middle(b)];
    // A bow beside the tiles: above a row, left of a column.
    const bow =
      y === v
        ? `M${x} ${y - 0.4}Q${(x + u) / 2} ${y - 0.62} ${u} ${v - 0.4}`
        : `M${x - 0.4} ${y}Q${x - 0.62} ${(y + v) / 2} ${u - 0.4} ${v}`;
    return h('path', { key: `c${a}.${b}`, class: 'conflict', d: bow });
  };
  return h(
    'svg',
    { class: 'overlay', viewBox: `0 0 ${cols} ${rows}`, 'aria-hidden': true, key: 'overlay' },
    arrows.map(arrow),
    conflicts.map(conflict),
    [...counts].map(([cell, count]) =>
      h(
        'text',
        { key: `n${cell}`, class: 'counted', x: (cell % cols) + 0.12, y: Math.floor(cell / cols) + 0.27, 'font-size': 0.18 },
        `+${count}`,
      ),
    ),
  );
}
