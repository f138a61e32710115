// Balls and cubes in space on a flat canvas: where they are, which is in front, and which one is under the pointer.

/** @typedef {import('../core/types.js').Model} Model */

const BALL_RISE = Math.SQRT1_2;
/** How far the ground reaches beyond the lowest layer, and how thick it is. */
const [RIM, THICK] = [0.35, 0.3];
/** What is left free around a ball or cube, and around the ground for its shadow. */
const [ROOM, SHADE] = [0.8, 0.3];

/** The middle of a cell in space, the board's middle at the origin; z is up. @param {Model} model @param {number} cell @param {number} explode @returns {[number, number, number]} */
export function middle(model, cell, explode) {
  const [row, col, layer] = model.cells[cell];
  const rise = model.kind === 'pyramid' ? BALL_RISE : 1;
  const inset = model.kind === 'pyramid' ? layer / 2 : 0;
  const height = (model.layers - 1) * rise * (1 + explode);
  return [col + inset - (model.cols - 1) / 2, row + inset - (model.rows - 1) / 2, layer * rise * (1 + explode) - height / 2];
}

/**
 * Looks at a point from around and above.
 * @param {[number, number, number]} point
 * @param {{ azimuth: number, elevation: number }} view in degrees
 * @returns {{ x: number, y: number, depth: number }} y grows downwards, a larger depth is nearer
 */
export function projected([x, y, z], { azimuth, elevation }) {
  const a = (azimuth * Math.PI) / 180;
  const e = (elevation * Math.PI) / 180;
  const right = x * Math.cos(a) - y * Math.sin(a);
  const toward = x * Math.sin(a) + y * Math.cos(a);
  return { x: right, y: toward * Math.sin(e) - z * Math.cos(e), depth: toward * Math.cos(e) + z * Math.sin(e) };
}

/**
 * How far the body reaches on the canvas, from whichever side it is seen, so that it does not breathe while it turns.
 * @param {Model} model @param {{ elevation: number, explode: number }} view
 */
function extent(model, view) {
  const e = (view.elevation * Math.PI) / 180;
  let [reach, top, bottom] = [0, 0, 0];
  const take = (/** @type {number} */ far, /** @type {number} */ z, /** @type {number} */ room) => {
    reach = Math.max(reach, far + room);
    bottom = Math.max(bottom, far * Math.sin(e) - z * Math.cos(e) + room);
    top = Math.min(top, -far * Math.sin(e) - z * Math.cos(e) - room);
  };
  model.cells.forEach((_, cell) => {
    const [x, y, z] = middle(model, cell, view.explode);
    take(Math.hypot(x, y), z, ROOM);
  });
  take(Math.hypot(model.cols / 2 + RIM, model.rows / 2 + RIM), floorOf(model, view.explode) - THICK, SHADE);
  return { reach, top, bottom };
}

/** The height of the ground, which the lowest layer lies on. @param {Model} model @param {number} explode */
function floorOf(model, explode) {
  return Math.min(...model.cells.map((_, cell) => middle(model, cell, explode)[2])) - 0.5;
}

/** How a body is laid out on a canvas. @param {Model} model @param {{ azimuth: number, elevation: number, explode: number }} view @param {number} width @param {number} height */
function frame(model, view, width, height) {
  const { reach, top, bottom } = extent(model, view);
  const scale = Math.min(width / (2 * reach), height / (bottom - top));
  const place = (/** @type {[number, number, number]} */ point) => {
    const { x, y, depth } = projected(point, view);
    return { x: width / 2 + x * scale, y: height / 2 + (y - (top + bottom) / 2) * scale, depth };
  };
  return { scale, place };
}

/** The corners of the slab that the lowest layer lies on, above and below. @param {Model} model @param {any} view @param {number} width @param {number} height @returns {{ top: [number, number][], below: [number, number][] }} */
export function groundCorners(model, view, width, height) {
  const { place } = frame(model, view, width, height);
  const floor = floorOf(model, view.explode);
  const [wide, deep] = [model.cols / 2 + RIM, model.rows / 2 + RIM];
  const around = [
    [-wide, -deep],
    [wide, -deep],
    [wide, deep],
    [-wide, deep],
  ];
  const at = (/** @type {number} */ z) =>
    around.map(([x, y]) => {
      const spot = place([x, y, z]);
      return /** @type {[number, number]} */ ([spot.x, spot.y]);
    });
  return { top: at(floor), below: at(floor - THICK) };
}

/** @typedef {{ cell: number, x: number, y: number, depth: number, radius: number }} Spot on the canvas */

/**
 * All cells up to a layer as spots on a canvas, the farthest first.
 * @param {Model} model
 * @param {{ azimuth: number, elevation: number, layer: number, explode: number }} view
 * @param {number} width @param {number} height
 * @returns {Spot[]}
 */
export function spots(model, view, width, height) {
  const { scale, place } = frame(model, view, width, height);
  return model.cells
    .map((_, cell) => cell)
    .filter((cell) => model.cells[cell][2] < view.layer)
    .map((cell) => {
      return { cell, ...place(middle(model, cell, view.explode)), radius: scale / 2 };
    })
    .sort((a, b) => a.depth - b.depth);
}

/** The nearest cell under a point. @param {Spot[]} list @param {number} x @param {number} y */
export function hit(list, x, y) {
  return list.findLast((spot) => Math.hypot(spot.x - x, spot.y - y) <= spot.radius)?.cell;
}

/** The six sides of a cube: the direction each looks in and its corners. */
const SIDES = /** @type {[number, number, number][]} */ ([
  [0, 0, 1],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
]);

/**
 * The sides of a cube that can be seen, as corners on the canvas, with how bright each is.
 * @param {Model} model @param {number} cell @param {any} view @param {Spot} spot
 */
export function cubeSides(model, cell, view, spot) {
  const at = middle(model, cell, view.explode);
  const scale = spot.radius * 2;
  const place = (/** @type {[number, number, number]} */ corner) => {
    const from = projected(at, view);
    const to = projected(corner, view);
    return /** @type {[number, number]} */ ([spot.x + (to.x - from.x) * scale, spot.y + (to.y - from.y) * scale]);
  };
  return SIDES.filter((side) => projected(side, view).depth > 0.001).map((side) => {
    const axis = side.findIndex((n) => n !== 0);
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([p, q]) => {
      const corner = /** @type {[number, number, number]} */ ([...at]);
      corner[axis] += side[axis] * 0.5;
      corner[u] += p * 0.5;
      corner[v] += q * 0.5;
      return place(corner);
    });
    return { corners, light: axis === 2 ? 1 : axis === 0 ? 0.82 : 0.66 };
  });
}
