// One layer of a packing board as a grid that a keyboard and a screen reader can use: the whole stage of a flat board, the plan beside a pyramid or a box.

import { h } from '../core/dom.js';
import { num, t } from '../core/i18n.js';
import { pathTo, studied } from '../panel/study.js';
import { apart, cellAt, cellNamed, color, copies, lying, owners, without } from './model.js';
import { heart, outline } from './outline.js';

/**
 * What the stage shows on each cell.
 * @param {import('../core/types.js').State} state
 */
export function onStage(state) {
  const { doc, pack } = state;
  const { model, placed } = doc.pack;
  if (!model) return [];
  const seen = studied(state);
  if (seen) return ownersOf(model, placed, seen);
  if (pack.all?.shown) return pack.all.shown;
  return owners(model, without(placed, pack.held?.letter, pack.held?.from));
}

/** The pieces on the stage one by one: as they were laid, or where only letters are known, as they can lie. @param {import('../core/types.js').State} state @param {any} model @param {(string | null)[]} owner */
function bodies(state, model, owner) {
  const { doc, pack } = state;
  if (!studied(state) && !pack.all?.shown) return lying(model, without(doc.pack.placed, pack.held?.letter, pack.held?.from));
  /** @type {Record<string, number[]>} */
  const found = {};
  owner.forEach((letter, cell) => letter && (found[letter] ??= []).push(cell));
  return Object.entries(found).flatMap(([letter, cells]) =>
    copies(model, { [letter]: apart(model, letter, cells) }, letter).map((own) => ({ letter, cells: own })),
  );
}

/** The pieces down to the node that is studied. @param {any} model @param {Record<string, number[]>} placed @param {{ tree: any, node: any }} seen */
function ownersOf(model, placed, { tree, node }) {
  const owner = owners(model, placed);
  for (const { piece, placement } of pathTo(tree, node)) {
    for (const [layer, row, column] of placement ?? []) {
      const cell = cellNamed(model, { layer, row, column });
      if (cell !== undefined) owner[cell] = piece;
    }
  }
  return owner;
}

/**
 * @param {import('../core/types.js').State} state
 * @param {number} layer
 * @param {{ landing: { cells: number[] | null }, label: string, plan?: boolean }} how
 */
export function layerGrid(state, layer, { landing, label, plan }) {
  const { doc, pack, settings } = state;
  const model = /** @type {import('../core/types.js').Model} */ (doc.pack.model);
  const side = model.kind === 'pyramid' ? model.rows - layer : null;
  const [rows, cols] = [side ?? model.rows, side ?? model.cols];
  const owner = onStage(state);
  const marks = {
    dead: new Set(pack.verdict?.kind === 'dead' && !pack.all?.shown ? pack.verdict.region : []),
    hint: new Set(pack.hint?.cells ?? []),
    landing: new Set(plan ? (landing.cells ?? []) : []),
    heat: heatOf(state),
  };
  const pieces = piecesOn(model, bodies(state, model, owner), layer);
  const hearts = new Set(pieces.map(({ cells, numbers }) => numbers[heart(cells)]));
  const cell = (/** @type {number} */ row, /** @type {number} */ col) =>
    gridCell({ model, owner, row, col, layer, marks, pack, hearts, letters: settings.letters });
  return h(
    'div',
    {
      class: `grid ${plan ? 'plan' : ''}`,
      role: 'grid',
      'aria-label': label,
      'data-keys': 'pack',
      style: { '--cols': cols, '--rows': rows },
      key: layer,
    },
    Array.from({ length: rows }, (_, row) =>
      h(
        'div',
        { role: 'row', class: 'row', key: row },
        Array.from({ length: cols }, (_unused, col) => cell(row, col)),
      ),
    ),
    marks.heat ? null : outlines(model, pieces, { rows, cols, given: doc.pack.given, layer }),
  );
}

/** The pieces of a layer, each with its cells as places and as numbers. @param {any} model @param {{ letter: string, cells: number[] }[]} all @param {number} layer */
function piecesOn(model, all, layer) {
  return all
    .map(({ letter, cells }) => ({ letter, numbers: cells.filter((cell) => model.cells[cell][2] === layer) }))
    .filter(({ numbers }) => numbers.length)
    .map(({ letter, numbers }) => ({
      letter,
      numbers,
      cells: numbers.map((cell) => /** @type {[number, number]} */ ([model.cells[cell][0], model.cells[cell][1]])),
    }));
}

/** Every piece as one shape, with light on its upper edge; pieces that are given are dotted. @param {any} model @param {ReturnType<typeof piecesOn>} pieces @param {{ rows: number, cols: number, given: string[], layer: number }} board */
function outlines(model, pieces, { rows, cols, given, layer }) {
  const dots = `given-${layer}`;
  return h(
    'svg',
    { class: 'pieces', viewBox: `0 0 ${cols} ${rows}`, 'aria-hidden': true, key: 'pieces' },
    h(
      'defs',
      null,
      h(
        'pattern',
        { id: dots, width: 0.25, height: 0.25, patternUnits: 'userSpaceOnUse' },
        h('circle', { cx: 0.125, cy: 0.125, r: 0.035 }),
      ),
    ),
    pieces.map(({ letter, cells, numbers }, at) =>
      h(
        'g',
        { key: `${letter}${numbers[0]}`, style: { '--piece': color(model, letter).fill, '--at': at } },
        h('path', { class: 'body', d: outline(cells) }),
        given.includes(letter) ? h('path', { class: 'given', d: outline(cells), fill: `url(#${dots})` }) : null,
        h('path', { class: 'light', d: outline(cells, { inset: 0.1, radius: 0.11 }) }),
      ),
    ),
  );
}

/** How often the chosen piece covers each cell, and at most. @param {import('../core/types.js').State} state @returns {{ letter: string, counts: number[], most: number } | null} */
export function heatOf({ pack }) {
  const counts = pack.heat ? pack.all?.heat?.[pack.heat] : null;
  return counts ? { letter: /** @type {string} */ (pack.heat), counts, most: Math.max(...counts, 1) } : null;
}

/** A count in a cell: at most four characters. @param {number} count */
export function short(count) {
  const units = ['', 'k', 'M', 'G', 'T'];
  let [size, unit] = [count, 0];
  for (; size >= 999.5 && unit < units.length - 1; unit += 1) size /= 1000;
  return `${unit && size < 9.95 ? size.toFixed(1) : Math.round(size)}${units[unit]}`;
}

/** @param {any} wish */
function gridCell({ model, owner, row, col, layer, marks, pack, hearts, letters }) {
  const cell = cellAt(model, row, col, layer);
  if (cell === undefined) return h('div', { class: 'hole', role: 'gridcell', key: col, 'aria-label': t('grid.hole') });
  const letter = owner[cell];
  const { heat } = marks;
  const part = heat ? heat.counts[cell] / heat.most : 0;
  const kinds = [
    letter ? 'filled' : 'free',
    marks.dead.has(cell) ? 'dead' : '',
    marks.hint.has(cell) ? 'hinted' : '',
    marks.landing.has(cell) ? 'landing' : '',
    heat ? 'heated' : '',
  ]
    .filter(Boolean)
    .join(' ');
  const paint = letter ? color(model, letter) : null;
  const place = { letter, row: row + 1, col: col + 1 };
  const what = letter
    ? t('grid.piece', place)
    : marks.dead.has(cell)
      ? t('grid.dead', place)
      : marks.hint.has(cell)
        ? t('grid.hint', { ...place, letter: pack.hint.piece })
        : t('grid.free', place);
  const name = heat ? t('grid.heat', { what, letter: heat.letter, n: num(heat.counts[cell]) }) : what;
  return h(
    'div',
    {
      role: 'gridcell',
      class: `cell ${kinds}`,
      key: col,
      'data-cell': cell,
      'data-letter': letter ?? undefined,
      tabindex: pack.cursor === cell ? 0 : -1,
      'aria-label': name,
      'aria-selected': pack.cursor === cell ? true : undefined,
      style: {
        ...(paint ? { '--piece': paint.fill, '--ink': paint.ink } : {}),
        ...(heat ? { '--heat': part.toFixed(2) } : {}),
      },
    },
    heat
      ? h('span', { class: 'times', 'aria-hidden': true }, short(heat.counts[cell]))
      : letter && letters && hearts.has(cell)
        ? h('span', { class: 'letter', 'aria-hidden': true }, letter)
        : marks.hint.has(cell)
          ? h('span', { 'aria-hidden': true }, pack.hint.piece)
          : null,
  );
}
