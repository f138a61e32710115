// The tree as a drawing that is dragged, zoomed to the pointer, pinched, and walked with keys. Only the nodes in view are drawn.
//
// It follows the steps by itself until a person moves it; where it then is goes into the state, and so into the link, when the hand rests.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { LEAST_ZOOM, MOST_ZOOM } from '../core/hash.js';
import { button } from '../core/parts.js';
import { CARD, card } from './tree-card.js';
import { isThere, layout } from './tree-layout.js';
import { nodeOf, pathTo } from './study.js';
import { press, setStudy, stepBy } from './study-actions.js';

/** The smallest scale at which a whole tree is shown by itself. */
const LEAST_FIT = 0.5;
/** How long a hand rests before the state is told, in milliseconds: a drag is sixty changes a second. */
const REST = 150;
/** How far a pointer moves before it drags. */
const SLACK = 4;
const PITCH = { x: CARD.width + CARD.gap, y: CARD.board + CARD.text + CARD.rise };
/** A part of the window, so that the live nodes below are seen. */
const [LOWEST, HIGHEST, PART] = [240, 460, 0.38];

/** @typedef {{ x: number, y: number, zoom: number }} Look the corner of the drawing that is seen, and the scale */

/** @param {() => void} again draws once more */
export function treeDrawing(again) {
  /** @type {Look} */
  let look = { x: 0, y: 0, zoom: 1 };
  /** @type {{ tree: any, step: number, placed: any } | null} */
  let known = null;
  /** What the drawing was last brought to. @type {any[]} */
  let followed = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  let [wide, high] = [300, LOWEST];
  /** Fingers and pointers that are down. @type {Map<number, { x: number, y: number }>} */
  const pointers = new Map();
  /** @type {{ x: number, y: number, from: Look, node: number | null, moved: boolean } | null} */
  let drag = null;

  /** Cards that were described before, as long as they would be the same. @type {{ from: any[], all: Map<number, any> }} */
  let cards = { from: [], all: new Map() };

  /** The card of a node. @param {import('../core/types.js').State} state @param {any} tree @param {any} own @param {number} step @param {any} marks */
  const cardOf = (state, tree, own, step, marks) => {
    const from = [tree, step, marks.now, marks.chosen, state.settings.language, state.doc.pack.model];
    if (from.some((part, at) => part !== cards.from[at])) cards = { from, all: new Map() };
    const made = cards.all.get(own.node.id) ?? card(state, tree, own, PITCH, step, marks);
    cards.all.set(own.node.id, made);
    return made;
  };

  /** @param {any} tree @param {number} step */
  const places = (tree, step) => {
    if (known?.tree !== tree || known?.step !== step) {
      const there = tree.tree.filter((/** @type {any} */ node) => isThere(tree.tree, node, step));
      known = { tree, step, placed: layout(there) };
    }
    return /** @type {any} */ (known).placed;
  };

  /** Moves the drawing by a person's hand. @param {Look} to */
  const move = (to) => {
    look = to;
    clearTimeout(resting);
    resting = setTimeout(() => {
      const kept = { x: look.x + wide / look.zoom / 2, y: look.y + high / look.zoom / 2, zoom: look.zoom };
      followed = [...followed.slice(0, -1), kept];
      setStudy({ look: kept });
    }, REST);
    again();
  };

  /** Where the state says that the drawing is. @param {import('../core/types.js').TreeLook} kept @returns {Look} */
  const lookOf = ({ x, y, zoom: scale }) => ({ x: x - wide / scale / 2, y: y - high / scale / 2, zoom: scale });

  /** Zooms so that what is under a point of the window stays there. @param {number} factor @param {{ x: number, y: number }} [at] */
  const zoom = (factor, at = { x: wide / 2, y: high / 2 }) => {
    const to = Math.min(Math.max(look.zoom * factor, LEAST_ZOOM), MOST_ZOOM);
    move({ zoom: to, x: look.x + at.x / look.zoom - at.x / to, y: look.y + at.y / look.zoom - at.y / to });
  };

  /** The whole tree. */
  const fit = () => {
    if (!known) return;
    const { width, height } = known.placed;
    const scale = Math.max(Math.min(wide / (width * PITCH.x + 12), high / (height * PITCH.y), 1), LEAST_ZOOM);
    move({
      zoom: scale,
      x: (width * PITCH.x - wide / scale) / 2 - 6,
      y: Math.min((height * PITCH.y - high / scale) / 2, 0) - 6 / scale,
    });
  };

  /** Where to look after a step: the whole tree if it can be read so, else at the node that is expanded. @param {any} all @param {any} now @returns {Look} */
  const lookAt = ({ width, height }, now) => {
    const [w, v] = [width * PITCH.x + 12, height * PITCH.y];
    const scale = Math.min(wide / w, high / v, 1);
    if (scale >= LEAST_FIT) return { x: (w - wide / scale) / 2 - 12, y: Math.min((v - high / scale) / 2, 0) - 6 / scale, zoom: scale };
    // The node and its children, or one without children and its parent: two rows in the middle of the window.
    const first = now.children.length ? now.y : now.y - 1;
    const near = Math.min(Math.max(look.zoom, LEAST_FIT), high / (2 * PITCH.y));
    const rows = 2 * PITCH.y - CARD.rise;
    return { x: now.x * PITCH.x + CARD.width / 2 - wide / 2 / near, y: first * PITCH.y - (high / near - rows) / 2, zoom: near };
  };

  /** @param {PointerEvent} event */
  const down = (event) => {
    const svg = /** @type {Element} */ (event.currentTarget);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const node = /** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node') ?? null;
    drag = { x: event.clientX, y: event.clientY, from: look, node: node === null ? null : Number(node), moved: pointers.size > 1 };
    svg.setPointerCapture(event.pointerId);
  };

  /** @param {PointerEvent} event */
  const moved = (event) => {
    const before = pointers.get(event.pointerId);
    if (!before || !drag) return;
    const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (other) {
      const far = (/** @type {{ x: number, y: number }} */ point) => Math.hypot(point.x - other.x, point.y - other.y);
      const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
      const middle = { x: (event.clientX + other.x) / 2 - box.left, y: (event.clientY + other.y) / 2 - box.top };
      drag.moved = true;
      zoom(far({ x: event.clientX, y: event.clientY }) / Math.max(far(before), 1), middle);
      return;
    }
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK) drag.moved = true;
    if (!drag.moved) return;
    move({ ...look, x: drag.from.x - (event.clientX - drag.x) / look.zoom, y: drag.from.y - (event.clientY - drag.y) / look.zoom });
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    pointers.delete(event.pointerId);
    if (drag && !drag.moved && drag.node !== null) press(drag.node);
    drag = null;
  };

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    /** @type {Record<string, () => void>} */
    const does = {
      ArrowRight: () => stepBy(1),
      ArrowLeft: () => stepBy(-1),
      '+': () => zoom(1.25),
      '=': () => zoom(1.25),
      '-': () => zoom(0.8),
      f: fit,
      0: fit,
    };
    if (!does[event.key] || event.ctrlKey || event.metaKey) return;
    does[event.key]();
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    /** @param {Element} element */
    resized(element) {
      const room = Math.round(Math.min(Math.max(innerHeight * PART, LOWEST), HIGHEST));
      if (Math.abs(element.clientWidth - wide) < 2 && room === high) return;
      [wide, high] = [Math.max(element.clientWidth, 280), room];
      followed = [];
      again();
    },

    /** Ctrl and the wheel zoom to the pointer. @param {WheelEvent} event */
    wheel(event) {
      const svg = /** @type {Element} */ (event.target).closest('svg.tree');
      if (!svg || !event.ctrlKey) return;
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - box.left, y: event.clientY - box.top });
    },

    /** @param {import('../core/types.js').State} state @param {any} tree @param {number} step */
    render(state, tree, step) {
      const all = places(tree, step);
      const there = all.placed;
      const about = nodeOf(tree, step);
      const now = there.find((/** @type {any} */ own) => own.node === about) ?? there[0];
      const to = [tree, step, state.study.look];
      if (now && to.some((part, at) => part !== followed[at])) {
        // A step is another picture: what a hand had still to tell of the last one is over.
        clearTimeout(resting);
        followed = to;
        look = state.study.look ? lookOf(state.study.look) : lookAt(all, now);
      }
      const [w, v] = [wide / look.zoom, high / look.zoom];
      const seen = (/** @type {any} */ own) =>
        own.x * PITCH.x + CARD.width >= look.x &&
        own.x * PITCH.x <= look.x + w &&
        own.y * PITCH.y + PITCH.y >= look.y &&
        own.y * PITCH.y <= look.y + v;
      const chosen = tree.tree[state.study.node ?? -1] ?? about;
      const path = new Set(pathTo(tree, chosen));
      const edges = there.flatMap((/** @type {any} */ own) =>
        own.children
          .filter((/** @type {any} */ child) => seen(own) || seen(child))
          .map((/** @type {any} */ child) => edge(own, child, path)),
      );
      const marks = { now: now?.node, chosen: state.study.node === null ? null : chosen };
      return h(
        'div',
        { class: 'tree-frame', key: 'drawing' },
        h(
          'svg',
          {
            class: 'tree',
            viewBox: `${look.x} ${look.y} ${w} ${v}`,
            height: high,
            role: 'group',
            tabindex: 0,
            'aria-label': t('tree.picture', { n: there.length, step }),
            'data-nodes': there.length,
            'data-method': tree.method,
            'data-heuristic': tree.heuristic,
            'data-own-arrows': true,
            onpointerdown: down,
            onpointermove: moved,
            onpointerup: up,
            onpointercancel: up,
            onkeydown: key,
          },
          edges,
          there.filter(seen).map((/** @type {any} */ own) => cardOf(state, tree, own, step, marks)),
        ),
        h(
          'div',
          { class: 'tree-tools', role: 'group', 'aria-label': t('tree.zoom') },
          button({ label: t('tree.zoomIn'), icon: 'more', bare: true, onclick: () => zoom(1.25) }),
          button({ label: t('tree.zoomOut'), icon: 'less', bare: true, onclick: () => zoom(0.8) }),
          button({ label: t('tree.fit'), icon: 'fit', bare: true, onclick: fit, id: 'tree-fit' }),
        ),
      );
    },
  };
}

/** @param {any} own @param {any} child @param {Set<any>} path */
function edge(own, child, path) {
  const [x, y, u, v] = [
    own.x * PITCH.x + CARD.width / 2,
    own.y * PITCH.y + PITCH.y - CARD.rise,
    child.x * PITCH.x + CARD.width / 2,
    child.y * PITCH.y,
  ];
  const half = (y + v) / 2;
  return h('path', {
    key: `e${child.node.id}`,
    class: `edge ${path.has(child.node) ? 'on-path' : ''}`,
    d: `M${x} ${y}C${x} ${half} ${u} ${half} ${u} ${v}`,
  });
}
