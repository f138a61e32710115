// The Puzzle tab of the sliding workspace: the board as text, its size, its goal, and why it can be solved.

import { View, define } from '../core/view.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { button, input, more, select } from '../core/parts.js';
import { choices, namesOf } from '../core/words.js';
import { store } from '../state.js';
import { LEAST_SIDE, MOST_SIDE, current, namedGoal, swapped } from './board.js';
import { setGoal, setGoalBoard, setPuzzle, show } from './actions.js';
import { bands, newBoard } from './random.js';
import { checkCard } from './check-card.js';
import { textBox } from './text-box.js';

/** The largest goal that is edited tile by tile; larger ones are taken from the stage. */
const MOST_KEYS = 100;

class SlidePuzzle extends View {
  /** @param {import('../core/types.js').State} state */
  uses({ doc, slide, random, settings, server }) {
    // While a line is played, the text waits for its end.
    if (slide.playing && this.seen) return this.seen;
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
    return [textBox(state), sizeCard(state), goalCard(state), checkCard(state)];
  }
}

/** @param {import('../core/types.js').State} state */
function sizeCard({ doc, random, server }) {
  const { rows, cols } = doc.slide;
  const resize = async (/** @type {number} */ r, /** @type {number} */ c) => {
    const clamp = (/** @type {number} */ n) => Math.min(Math.max(Math.round(n) || LEAST_SIDE, LEAST_SIDE), MOST_SIDE);
    const [high, wide] = [clamp(r), clamp(c)];
    if (server.gone) {
      const goal = namedGoal('blank-last', high, wide);
      setPuzzle({ rows: high, cols: wide, start: goal, goal, goalName: 'blank-last' });
    } else if (high !== rows || wide !== cols) {
      await newBoard({ fresh: true, rows: high, cols: wide });
    }
    if (high !== r || wide !== c) show({ note: { words: ['size.range', { least: LEAST_SIDE, most: MOST_SIDE }], undo: false } });
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
    button({ label: t('random.make'), icon: 'dice', onclick: () => newBoard({ fresh: true }), disabled: server.gone, id: 'random' }),
    more(
      'more-random',
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
        'aria-label': tile
          ? t('cell.tile', { tile, row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 })
          : t('cell.blank', { row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 }),
        'aria-pressed': goalPicked === cell,
      },
      tile || '',
    ),
  );
  return h(
    'section',
    { class: 'card', 'aria-labelledby': 'goal-title' },
    h('h3', { id: 'goal-title' }, t('goal.title')),
    select({ id: 'goal', label: t('goal.label'), value: goalName, options, onchange: setGoal }),
    goalName === 'custom' && goal.length <= MOST_KEYS
      ? h('div', { class: 'goal', role: 'group', 'aria-label': t('goal.board'), style: { '--cols': cols, '--rows': rows } }, tiles)
      : null,
    goalName === 'custom' ? h('p', { class: 'small' }, t('goal.how')) : null,
    button({ label: t('goal.use'), onclick: () => setGoalBoard(current(doc.slide)) }),
  );
}

define('ubin-slide-puzzle', SlidePuzzle);
