// Boards worth a look, as pictures under the stage.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { sources } from '../core/parts.js';
import { namedGoal, same } from './board.js';
import { setPuzzle } from './actions.js';
import { EXAMPLES } from './examples.js';

/** @param {import('../core/types.js').State} state */
export function boards({ doc }) {
  return sources(
    t('examples.title'),
    EXAMPLES.map(({ name, rows, cols, start, goalName }) => ({
      name,
      label: t(name),
      chosen: same(doc.slide.start, start) && doc.slide.goalName === goalName,
      picture: boardPicture(start, rows, cols),
      onclick: () => setPuzzle({ rows, cols, start, goal: namedGoal(goalName, rows, cols), goalName }),
    })),
  );
}

/** A board as a small picture. @param {number[]} board @param {number} rows @param {number} cols */
export function boardPicture(board, rows, cols) {
  const size = 10;
  return h(
    'svg',
    { class: 'board-picture', viewBox: `0 0 ${cols * size} ${rows * size}`, 'aria-hidden': true },
    board.map((tile, cell) => {
      const [x, y] = [(cell % cols) * size, Math.floor(cell / cols) * size];
      return tile === 0
        ? null
        : h(
            'g',
            { key: cell, transform: `translate(${x} ${y})` },
            h('rect', { x: 0.4, y: 0.4, width: size - 0.8, height: size - 0.8, rx: 1.4 }),
            h('text', { x: size / 2, y: size * 0.7, 'text-anchor': 'middle', 'font-size': tile > 99 ? 3.6 : tile > 9 ? 5 : 6 }, tile),
          );
    }),
  );
}
