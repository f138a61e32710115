// Icons: strokes on a 24 x 24 grid, drawn in the colour of the text beside them.

import { h } from './dom.js';

/** @type {Record<string, string>} */
const STROKES = {
  first: 'M6 5v14M18 5l-7 7 7 7',
  back: 'M15 5l-7 7 7 7',
  play: 'M7 4.5l12.5 7.5L7 19.5z',
  pause: 'M7 5h3v14H7zM14 5h3v14h-3z',
  forward: 'M9 5l7 7-7 7',
  last: 'M18 5v14M6 5l7 7-7 7',
  loop: 'M4 12a7 7 0 0 1 12-5l3 3M19 5v5h-5M20 12a7 7 0 0 1-12 5l-3-3M5 19v-5h5',
  check: 'M5 13l5 5L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  warn: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  hint: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.7.6-1 1.2-1 2h-5c0-.8-.3-1.4-1-2z',
  solve: 'M13 3L5 14h6l-1 7 8-11h-6z',
  stop: 'M7 7h10v10H7z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
  dice: 'M5 5h14v14H5zM9 9v.5M15 9v.5M9 15v.5M15 15v.5M12 12v.5',
  undo: 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  redo: 'M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  rotate: 'M19 12a7 7 0 1 1-2.5-5.4M17 3v4h-4',
  unrotate: 'M5 12a7 7 0 1 0 2.5-5.4M7 3v4h4',
  flip: 'M12 4v16M9 7L4 17h5zM15 7l5 10h-5z',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  up: 'M12 20V5M6 11l6-6 6 6',
  down: 'M12 4v15M6 13l6 6 6-6',
  left: 'M20 12H5M11 6l-6 6 6 6',
  right: 'M4 12h15M13 6l6 6-6 6',
  wait: 'M12 4a8 8 0 1 0 8 8M12 8v4l3 2',
  info: 'M12 4a8 8 0 1 0 .01 0M12 11v5M12 8v.5',
  dot: 'M12 9a3 3 0 1 0 .01 0z',
  puzzle: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4z',
  stage: 'M4 5h16v14H4zM4 12h16M12 5v14',
  panel: 'M5 19V9M10 19V5M15 19v-7M20 19V8',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  keep: 'M7 3h10v18l-5-4-5 4z',
  clock: 'M12 5a8 8 0 1 0 .01 0M12 9v4l3 2M10 2h4',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  more: 'M12 5v14M5 12h14',
  less: 'M5 12h14',
  print: 'M7 9V4h10v5M7 16H4V9h16v7h-3M7 13h10v7H7z',
};

/** What runs and what ends is solid; a step is an angle. So play and a step forward are not taken for one another. */
const SOLID = ['play', 'pause', 'stop'];

/** @param {string} name */
export function icon(name) {
  return h(
    'svg',
    { class: SOLID.includes(name) ? 'icon solid' : 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    h('path', { d: STROKES[name] ?? STROKES.dot }),
  );
}
