// The left column of the sliding workspace: the puzzle as text, its size, goal and verdict.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, input, select } from '../core/parts.js';
import { choices, namesOf } from '../core/words.js';
import { store } from '../state.js';
import { LEAST_SIDE, MOST_SIDE, current, namedGoal, swapped } from './board.js';
import { setGoal, setGoalBoard, setPuzzle, show } from './actions.js';
import { EXAMPLES } from './examples.js';
import { bands, newBoard } from './random.js';
import { checkCard } from './check-card.js';
import { textBox } from './text-box.js';

class SlidePuzzle extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, random, settings, server }) {
    return [
      doc.slide,
      slide.check,
      slide.text,
      slide.mistake,
      slide.note,
      slide.goalPicked,
      random,
      settings.language,
      server.gone,
      server.words,
    ];
  }

  /** @param {import('../core/types.js').State} state */
  render(state) {
    return [
      h('h2', null, t('column.puzzle')),
      checkCard(state),
      textBox(state),
      sizeCard(state),
      goalCard(state),
      h(
        'section',
        { class: 'card', 'aria-labelledby': 'examples-title' },
        h('h3', { id: 'examples-title' }, t('examples.title')),
        h(
          'div',
          { class: 'chips' },
          EXAMPLES.map(({ name, rows, cols, start, goalName }) =>
            h(
              'button',
              {
                type: 'button',
                class: 'chip',
                key: name,
                onclick: () => setPuzzle({ rows, cols, start, goal: namedGoal(goalName, rows, cols), goalName }),
              },
              t(name),
            ),
          ),
        ),
      ),
    ];
  }
}

/** @param {import('../core/types.js').State} state */
function sizeCard({ doc, random, server }) {
  const { rows, cols } = doc.slide;
  const resize = (/** @type {number} */ r, /** @type {number} */ c) => {
    const clamp = (/** @type {number} */ n) => Math.min(Math.max(Math.round(n) || LEAST_SIDE, LEAST_SIDE), MOST_SIDE);
    const [high, wide] = [clamp(r), clamp(c)];
    if (server.gone) {
      const goal = namedGoal('blank-last', high, wide);
      setPuzzle({ rows: high, cols: wide, start: goal, goal, goalName: 'blank-last' });
    } else {
      newBoard({ fresh: true, rows: high, cols: wide });
    }
  };
  const list = bands(rows, cols);
  const takeSeed = (/** @type {string} */ text) => {
    const seed = text.replace(/\D/g, '').slice(0, 15);
    // A field may tell its change twice, by Enter and by leaving it.
    if (seed === store.state.random.seed) return;
    setRandom({ seed });
    if (seed) newBoard();
  };
  const options = /** @type {[string, string][]} */ ([
    ['any', t('band.any')],
    ...list.map(({ name, from, to }) => [name, t(`band.${name}`, { from, to })]),
  ]);
  const setRandom = (/** @type {any} */ part) => store.set((now) => ({ random: { ...now.random, ...part } }));
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'size-title' },
    h('h3', { id: 'size-title' }, t('size.title')),
    h(
      'div',
      { class: 'fields' },
      input({
        id: 'rows',
        label: t('size.rows'),
        type: 'number',
        min: LEAST_SIDE,
        max: MOST_SIDE,
        value: rows,
        onchange: (value) => resize(Number(value), cols),
      }),
      input({
        id: 'cols',
        label: t('size.cols'),
        type: 'number',
        min: LEAST_SIDE,
        max: MOST_SIDE,
        value: cols,
        onchange: (value) => resize(rows, Number(value)),
      }),
    ),
    h(
      'div',
      { class: 'fields' },
      select({
        id: 'band',
        label: t('random.band'),
        value: options.some(([name]) => name === random.band) ? random.band : 'any',
        options,
        onchange: (band) => {
          setRandom({ band });
          if (random.seed) newBoard();
        },
      }),
      input({ id: 'seed', label: t('random.seed'), value: random.seed, onchange: takeSeed }),
    ),
    button({ label: t('random.make'), icon: 'dice', onclick: () => newBoard({ fresh: true }), disabled: server.gone, id: 'random' }),
  );
}

/** @param {import('../core/types.js').State} state */
function goalCard({ doc, slide, server }) {
  const { goalPicked } = slide;
  const { goal, cols, rows, goalName } = doc.slide;
  const options = choices('goal', [...namesOf(server.words, 'goal', 'slide'), 'custom']);
  const pick = (/** @type {number} */ cell) => {
    show({ goalPicked: goalPicked === null ? cell : null });
    if (goalPicked !== null && goalPicked !== cell) setGoalBoard(swapped(goal, goalPicked, cell));
  };
  const tiles = goal.map((tile, cell) =>
    h(
      'button',
      {
        type: 'button',
        key: cell,
        class: `mini ${tile ? '' : 'blank'} ${goalPicked === cell ? 'picked' : ''}`,
        onclick: () => pick(cell),
        disabled: goalName !== 'custom',
        'aria-label': tile
          ? t('cell.tile', { tile, row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 })
          : t('cell.blank', { row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 }),
        'aria-pressed': goalName === 'custom' ? goalPicked === cell : undefined,
      },
      tile || '',
    ),
  );
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'goal-title' },
    h('h3', { id: 'goal-title' }, t('goal.title')),
    select({ id: 'goal', label: t('goal.label'), value: goalName, options, onchange: setGoal }),
    h('div', { class: 'goal', role: 'group', 'aria-label': t('goal.board'), style: { '--cols': cols, '--rows': rows } }, tiles),
    goalName === 'custom' ? h('p', { class: 'small' }, t('goal.how')) : null,
    button({ label: t('goal.use'), kind: 'quiet', onclick: () => setGoalBoard(current(doc.slide)) }),
  );
}

define('ubin-slide-puzzle', SlidePuzzle);
