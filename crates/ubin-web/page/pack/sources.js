// The famous sets, as pictures under the stage.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { sources } from '../core/parts.js';
import { fail } from '../core/jobs.js';
import { COLORS, normal } from './model.js';
import { openSet } from './open.js';
import { outline } from './outline.js';
import { split } from './text.js';

/** @param {import('../core/types.js').State} state */
export function sets({ server, doc }) {
  return sources(
    t('sets.title'),
    server.sets.map((set) => ({
      name: set.name,
      label: set.name,
      title: set.title,
      chosen: doc.pack.name === set.name,
      picture: setPicture(set.text),
      onclick: () => {
        openSet(set.name).catch(fail);
      },
      disabled: server.gone,
    })),
  );
}

/** Pictures never change. @type {Map<string, any>} */
const known = new Map();

/** The board of a set as a small picture. @param {string} text */
export function setPicture(text) {
  const picture = known.get(text) ?? drawn(split(text));
  known.set(text, picture);
  return picture;
}

/** @param {import('./text.js').Parts} parts */
function drawn(parts) {
  if (parts.kind === 'PYRAMID') return pyramidPicture(parts.rows);
  if (parts.kind === 'BOX') return boxPicture(parts);
  return flatPicture(parts);
}

/** A flat board with the first pieces that fit as they are written: not a solution, a look. @param {import('./text.js').Parts} parts */
function flatPicture({ rows, cols, mask, pieces }) {
  /** @type {[number, number][]} */
  const cells = [];
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1) if (!mask.length || mask[row]?.[col] === 'X') cells.push([row, col]);
  const free = new Set(cells.map(String));
  const laid = pieces.flatMap(({ lines }, number) => {
    const shape = normal(
      lines.flatMap((line, row) => [...line].flatMap((mark, col) => (mark === ' ' ? [] : [/** @type {[number, number]} */ ([row, col])]))),
    );
    const at = cells.find(([row, col]) => shape.every(([r, c]) => free.has(`${row + r},${col + c}`)));
    const own = at ? shape.map(([r, c]) => /** @type {[number, number]} */ ([at[0] + r, at[1] + c])) : [];
    own.forEach((cell) => free.delete(String(cell)));
    return own.length ? [h('path', { key: number, d: outline(own, { inset: 0.06 }), fill: COLORS[number % COLORS.length] })] : [];
  });
  return h(
    'svg',
    { class: 'set-picture', viewBox: `-0.3 -0.3 ${cols + 0.6} ${rows + 0.6}`, 'aria-hidden': true },
    h('path', { class: 'ground', d: outline(cells, { inset: -0.15, radius: 0.3 }) }),
    laid,
  );
}

/** @param {number} side */
function pyramidPicture(side) {
  const balls = [];
  for (let layer = 0; layer < side; layer += 1)
    for (let at = 0; at < side - layer; at += 1)
      balls.push(
        h('circle', {
          key: `${layer}.${at}`,
          cx: at + layer / 2 + 0.5,
          cy: side - layer * 0.8 - 0.5,
          r: 0.5,
          fill: COLORS[(layer * 5 + at * 3) % COLORS.length],
        }),
      );
  return h('svg', { class: 'set-picture', viewBox: `0 ${side * 0.2 - 0.2} ${side} ${side * 0.8 + 0.2}`, 'aria-hidden': true }, balls);
}

/** A box seen from a corner. @param {import('./text.js').Parts} parts */
function boxPicture({ rows, cols, height }) {
  const place = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => `${(x - y) * 0.87} ${(x + y) * 0.5 - z}`;
  const side = (/** @type {string[]} */ corners) => `M${corners.join('L')}Z`;
  const top = side([place(0, 0, height), place(cols, 0, height), place(cols, rows, height), place(0, rows, height)]);
  const left = side([place(0, rows, height), place(cols, rows, height), place(cols, rows, 0), place(0, rows, 0)]);
  const right = side([place(cols, 0, height), place(cols, rows, height), place(cols, rows, 0), place(cols, 0, 0)]);
  const lines = [];
  for (let n = 1; n < cols; n += 1) lines.push(`M${place(n, 0, height)}L${place(n, rows, height)}L${place(n, rows, 0)}`);
  for (let n = 1; n < rows; n += 1) lines.push(`M${place(0, n, height)}L${place(cols, n, height)}L${place(cols, n, 0)}`);
  for (let n = 1; n < height; n += 1) lines.push(`M${place(0, rows, n)}L${place(cols, rows, n)}L${place(cols, 0, n)}`);
  const [wide, high] = [(rows + cols) * 0.87 + 0.4, (rows + cols) * 0.5 + height + 0.4];
  return h(
    'svg',
    { class: 'set-picture', viewBox: `${-rows * 0.87 - 0.2} ${-height - 0.2} ${wide} ${high}`, 'aria-hidden': true },
    h('path', { d: top, fill: COLORS[3] }),
    h('path', { d: left, fill: COLORS[8] }),
    h('path', { d: right, fill: COLORS[1] }),
    h('path', { class: 'lines', d: lines.join('') }),
  );
}
