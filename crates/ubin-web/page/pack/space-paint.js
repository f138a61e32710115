// Balls, cubes and the ground that they lie on, drawn on a canvas with light from above.

/**
 * Colours of the theme.
 * @typedef {{ ink: string, outline: string, free: string, accent: string, ground: string, edge: string, dark: boolean }} Look
 */

/**
 * How a cell is drawn.
 * @typedef {{ letter: string, ghost: boolean, fill: string, ink: string, faint: boolean, empty: boolean, size: number, cursor: boolean, letters: boolean }} How
 */

/** @param {Element} element @returns {Look} */
export function lookOf(element) {
  const style = getComputedStyle(element);
  const of = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    ink: of('--text'),
    outline: of('--outline'),
    free: of('--panel'),
    accent: of('--accent'),
    ground: of('--well'),
    edge: of('--well-deep'),
    dark: style.colorScheme === 'dark',
  };
}

/** The slab below the lowest layer. @param {CanvasRenderingContext2D} context @param {{ top: [number, number][], below: [number, number][] }} corners @param {Look} look */
export function ground(context, { top, below }, look) {
  const path = (/** @type {[number, number][]} */ list) => {
    context.beginPath();
    list.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
  };
  context.save();
  context.shadowColor = 'rgba(0,0,0,0.3)';
  context.shadowBlur = 24;
  context.shadowOffsetY = 8;
  context.fillStyle = look.edge;
  // The thickness first: every side, the top covers those behind. Once for the shadow, and once over what it has darkened.
  for (const shadow of [context.shadowColor, 'transparent']) {
    context.shadowColor = shadow;
    top.forEach((corner, at) => {
      const next = (at + 1) % top.length;
      path([corner, top[next], below[next], below[at]]);
      context.fill();
    });
  }
  path(top);
  context.fillStyle = look.ground;
  context.fill();
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {import('./space.js').Spot} spot @param {How} how @param {Look} look */
export function ball(context, { x, y, radius }, how, look) {
  const r = Math.round(radius * 0.985 * 2) / 2;
  context.globalAlpha = how.faint ? 0.32 : how.ghost ? 0.85 : 1;
  const side = 2 * r + 2;
  context.drawImage(sprite(how.empty ? null : how.fill, r, look.dark), x - side / 2, y - side / 2, side, side);
  if (how.cursor || how.ghost) {
    context.beginPath();
    context.arc(x, y, r, 0, Math.PI * 2);
    rim(context, how, look);
  }
  context.globalAlpha = 1;
  if (how.letters && how.letter) letterOn(context, { x, y, radius }, how);
}

/** Balls that were drawn before: gradients are dear, pictures of them are not. @type {Map<string, OffscreenCanvas>} */
const sprites = new Map();
/** A turn has a few sizes, and there are a dozen colours. */
const MOST_SPRITES = 400;

/** A ball of a colour, or of glass where none lies, so that those behind it are seen. @param {string | null} fill @param {number} r @param {boolean} dark */
function sprite(fill, r, dark) {
  const ratio = globalThis.devicePixelRatio || 1;
  const name = `${fill} ${r} ${dark} ${ratio}`;
  const known = sprites.get(name);
  if (known) return known;
  if (sprites.size >= MOST_SPRITES) sprites.clear();
  const side = 2 * r + 2;
  const canvas = new OffscreenCanvas(Math.ceil(side * ratio), Math.ceil(side * ratio));
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(canvas.width / side, canvas.height / side);
  context.beginPath();
  context.arc(side / 2, side / 2, r, 0, Math.PI * 2);
  context.fillStyle = fill ?? GLASS_BODY[dark ? 'dark' : 'light'];
  context.fill();
  const light = context.createRadialGradient(side / 2 - r * 0.35, side / 2 - r * 0.45, r * 0.05, side / 2, side / 2, r);
  for (const [at, color] of fill ? SOLID : dark ? GLASS.dark : GLASS.light) light.addColorStop(at, color);
  context.fillStyle = light;
  context.fill();
  context.lineWidth = 0.75;
  context.strokeStyle = fill ? 'rgba(0,0,0,0.5)' : 'rgba(110,124,146,0.8)';
  context.stroke();
  sprites.set(name, canvas);
  return canvas;
}

/** Light on a ball, from where it falls to the edge. @type {[number, string][]} */
const SOLID = [
  [0, 'rgba(255,255,255,0.6)'],
  [0.35, 'rgba(255,255,255,0.08)'],
  [0.7, 'rgba(0,0,0,0.05)'],
  [1, 'rgba(0,0,0,0.45)'],
];
/** Glass is frosted: what lies behind one ball is seen through it, what lies behind three is not. */
const GLASS_BODY = { light: 'rgba(244,246,250,0.62)', dark: 'rgba(44,52,64,0.62)' };
/** @type {Record<'light' | 'dark', [number, string][]>} */
const GLASS = {
  light: [
    [0, 'rgba(255,255,255,0.95)'],
    [0.3, 'rgba(255,255,255,0.35)'],
    [0.75, 'rgba(96,110,134,0.12)'],
    [1, 'rgba(96,110,134,0.5)'],
  ],
  dark: [
    [0, 'rgba(255,255,255,0.5)'],
    [0.3, 'rgba(255,255,255,0.05)'],
    [0.75, 'rgba(150,170,200,0.12)'],
    [1, 'rgba(150,170,200,0.5)'],
  ],
};

/** @param {CanvasRenderingContext2D} context @param {any[]} sides @param {How} how @param {Look} look */
export function cube(context, sides, how, look) {
  for (const { corners, light } of sides) {
    context.globalAlpha = how.faint ? 0.25 : how.empty ? 0.2 : how.ghost ? 0.8 : 1;
    context.beginPath();
    corners.forEach((/** @type {[number, number]} */ [x, y], /** @type {number} */ at) =>
      at ? context.lineTo(x, y) : context.moveTo(x, y),
    );
    context.closePath();
    context.fillStyle = how.fill;
    context.fill();
    context.fillStyle = `rgba(0,0,0,${(1 - light) * 0.6})`;
    context.fill();
    if (how.empty) context.globalAlpha = how.cursor ? 1 : 0.35;
    rim(context, how, look);
    // On every side, so that the one that is seen has it.
    const mean = (/** @type {0 | 1} */ axis) =>
      corners.reduce((/** @type {number} */ sum, /** @type {[number, number]} */ corner) => sum + corner[axis] / 4, 0);
    if (how.letters && how.letter) letterOn(context, { x: mean(0), y: mean(1), radius: how.size }, how);
  }
}

/** The outline of what was drawn last: the cursor, a ghost, or a hairline. @param {CanvasRenderingContext2D} context @param {How} how @param {Look} look */
function rim(context, how, look) {
  context.lineWidth = how.cursor ? 3 : how.ghost ? 2.5 : 0.75;
  context.strokeStyle = how.cursor ? look.accent : how.ghost ? look.ink : how.empty ? look.outline : 'rgba(0,0,0,0.5)';
  context.setLineDash(how.ghost ? [4, 3] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {{ x: number, y: number, radius: number }} spot @param {How} how */
function letterOn(context, { x, y, radius }, how) {
  context.globalAlpha = how.faint ? 0.6 : 1;
  context.fillStyle = how.ink;
  context.font = `600 ${Math.round(radius * 0.8)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(how.letter, x, y);
  context.globalAlpha = 1;
}
