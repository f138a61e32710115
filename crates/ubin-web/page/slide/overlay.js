// A heuristic drawn on the board: what each tile counts, arrows to where tiles belong, pairs in conflict, the tiles of each pattern table, and the lines that
// tiles belong to.

import { h } from '../core/dom.js';
import { paint } from '../pack/model.js';

/** How far from the middle of a cell an arrow begins and ends. */
const GAP = 0.3;
/** How far it bends from the straight way: a part of its length, and at most so much. */
const [BOW, MOST_BOW] = [0.12, 0.24];

/** @param {import('./bounds.js').Bounds} drawn @param {number} rows @param {number} cols */
export function overlay({ counts, arrows, conflicts, groups, lines }, rows, cols) {
  const middle = (/** @type {number} */ cell) => [(cell % cols) + 0.5, Math.floor(cell / cols) + 0.5];
  const arrow = (/** @type {[number, number]} */ [from, to]) => {
    const [[x, y], [u, v]] = [middle(from), middle(to)];
    const far = Math.hypot(u - x, v - y);
    const [dx, dy] = [(u - x) / far, (v - y) / far];
    // A bow to the left of its way: two tiles that change places have two arrows, and a number on the way is passed.
    const bow = Math.min(far * BOW, MOST_BOW);
    const [bx, by] = [(x + u) / 2 + dy * bow, (y + v) / 2 - dx * bow];
    const bent = Math.hypot(u - bx, v - by);
    const [ex, ey] = [(u - bx) / bent, (v - by) / bent];
    const [x1, y1] = [x + ((bx - x) / bent) * GAP, y + ((by - y) / bent) * GAP];
    const [x2, y2] = [u - ex * GAP, v - ey * GAP];
    const [wx, wy] = [-ey * 0.06, ex * 0.06];
    const head = `M${x2} ${y2}L${x2 - ex * 0.15 + wx} ${y2 - ey * 0.15 + wy}L${x2 - ex * 0.15 - wx} ${y2 - ey * 0.15 - wy}Z`;
    return h(
      'g',
      { key: `a${from}`, class: 'arrow-to' },
      h('path', { d: `M${x1} ${y1}Q${bx} ${by} ${x2 - ex * 0.11} ${y2 - ey * 0.11}` }),
      h('path', { d: head, class: 'head' }),
    );
  };
  const conflict = (/** @type {[number, number]} */ [a, b]) => {
    const [[x, y], [u, v]] = [middle(a), middle(b)];
    // A bow beside the tiles, higher the farther they are apart: above a row, left of a column. Its ends stand side by side where a tile has two.
    const high = 0.08 + 0.09 * Math.max(Math.abs(u - x), Math.abs(v - y));
    const [[x1, y1], [mx, my], [x2, y2]] =
      y === v
        ? [
            [x + 0.07, y - 0.41],
            [(x + u) / 2, y - 0.41 - high],
            [u - 0.07, v - 0.41],
          ]
        : [
            [x - 0.41, y + 0.07],
            [x - 0.41 - high, (y + v) / 2],
            [u - 0.41, v - 0.07],
          ];
    return h(
      'g',
      { key: `c${a}.${b}`, class: 'conflict' },
      h('path', { d: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}` }),
      h('circle', { cx: x1, cy: y1, r: 0.035 }),
      h('circle', { cx: x2, cy: y2, r: 0.035 }),
    );
  };
  // A band below the number with the letter of the pattern: told by its letter as well as by its colour.
  const group = (/** @type {[number, number]} */ [cell, number]) => {
    const [x, y] = [cell % cols, Math.floor(cell / cols)];
    const { fill, ink } = paint(number);
    return h(
      'g',
      { key: `g${cell}`, class: 'group', transform: `translate(${x} ${y})` },
      h('rect', { x: 0.3, y: 0.74, width: 0.4, height: 0.18, rx: 0.09, fill }),
      h('text', { x: 0.5, y: 0.875, 'text-anchor': 'middle', 'font-size': 0.14, fill: ink }, String.fromCharCode(65 + (number % 26))),
    );
  };
  // Below the number: its row in a round mark, its column in a square one; a line that the tile is not in stands out.
  const belongs = (/** @type {[number, [number, number]]} */ [cell, [row, col]]) => {
    const [x, y] = [cell % cols, Math.floor(cell / cols)];
    const mark = (/** @type {string} */ name, /** @type {number} */ line, /** @type {boolean} */ away, /** @type {number[]} */ [u, v]) =>
      h(
        'g',
        {
          key: name,
          class: `line-mark ${away ? 'away' : ''}`,
          'data-line': `${name}${line + 1}`,
          transform: `translate(${x + u} ${y + v})`,
        },
        h('rect', { x: -0.1, y: -0.075, width: 0.2, height: 0.15, rx: name === 'row' ? 0.075 : 0.02 }),
        h('text', { y: 0.042, 'text-anchor': 'middle', 'font-size': 0.12 }, line + 1),
      );
    return h(
      'g',
      { key: `l${cell}`, class: 'lines' },
      mark('row', row, row !== y, [0.38, 0.85]),
      mark('col', col, col !== x, [0.62, 0.85]),
    );
  };
  return h(
    'svg',
    { class: 'overlay', viewBox: `0 0 ${cols} ${rows}`, 'aria-hidden': true, key: 'overlay' },
    [...groups].map(group),
    [...lines].map(belongs),
    arrows.map(arrow),
    conflicts.map(conflict),
    [...counts].map(([cell, count]) =>
      h(
        'text',
        { key: `n${cell}`, class: 'counted', x: (cell % cols) + 0.1, y: Math.floor(cell / cols) + 0.22, 'font-size': 0.15 },
        `+${count}`,
      ),
    ),
  );
}
