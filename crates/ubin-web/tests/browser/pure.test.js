// The parts of the page that need no browser: boards, links, shapes, texts, trees, words.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { test } from 'node:test';

import * as board from '../../page/slide/board.js';
import * as hash from '../../page/core/hash.js';
import * as model from '../../page/pack/model.js';
import * as text from '../../page/pack/text.js';
import * as tree from '../../page/panel/tree-layout.js';
import * as space from '../../page/pack/space.js';
import { learn, speak, t } from '../../page/core/i18n.js';
import { because, refused } from '../../page/core/sentences.js';
import { aboutMethod, called, choices, namesOf } from '../../page/core/words.js';
import { bounds, standing } from '../../page/slide/bounds.js';
import { heart, loops, outline } from '../../page/pack/outline.js';
import { qrCode } from '../../page/core/qr.js';
import { averageOf, bestOf } from '../../page/play/records.js';
import { joined } from '../../page/shell/library.js';
import { choiceOf, isEnd, judged, leastF, nextOf, queueAt, stepsOf, ties } from '../../page/panel/study.js';
import en from '../../page/text/en.js';
import id from '../../page/text/id.js';

const PAGE = new URL('../../page/', import.meta.url).pathname;

/** @param {string} set @param {Record<string, string[] | null>} words by the methods that they go with @returns {import('../../page/core/words.js').WordSet} */
function wordSet(set, words) {
  return { set, family: 'slide', words: Object.entries(words).map(([name, methods]) => ({ name, about: `About ${name}.`, methods })) };
}

/** Some of what the server lists. */
const SETS = [
  wordSet('method', { auto: null, astar: null, ida: null, 'brand-new': null }),
  wordSet('heuristic', { manhattan: ['astar', 'ida'] }),
  wordSet('variant', { exact: ['auto', 'astar', 'ida'], 'drop-seen': ['astar'] }),
  wordSet('metric', { single: null, multi: ['auto', 'ida'] }),
  wordSet('goal', { 'blank-last': null, 'blank-first': null, spiral: null }),
];

test('named goals are those of the command line', () => {
  assert.deepEqual(board.namedGoal('blank-last', 2, 3), [1, 2, 3, 4, 5, 0]);
  assert.deepEqual(board.namedGoal('blank-first', 2, 3), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(board.namedGoal('spiral', 3, 3), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
});

test('moves there and back are no moves', () => {
  const start = [5, 1, 9, 12, 7, 0, 2, 3, 13, 6, 8, 4, 10, 14, 11, 15];
  const there = board.replayed(start, 4, 4, 'UURDDL');
  assert.deepEqual(board.replayed(there, 4, 4, 'RUULD'), start);
  assert.equal(board.legalPart(start, 4, 4, 'LLLU'), 'L');
  assert.equal(board.runTo(start, 4, 7), 'RR');
  assert.equal(board.runTo(start, 4, 0), null);
});

test('a board reads as the command line writes it', () => {
  assert.equal(board.toText([1, 2, 3, 4, 5, 6, 7, 0, 8], 3), '1 2 3\n4 5 6\n7 - 8');
  assert.equal(board.toLine([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 11], 4), '1 2 3 4/5 6 7 8/9 10 - 11');
});

test('a link is the state', () => {
  const slide = { rows: 2, cols: 2, start: [1, 0, 3, 2], goal: [1, 2, 3, 0], goalName: 'blank-last', moves: 'D', at: 1, solution: null };
  const state = {
    doc: { workspace: 'slide', slide, pack: {} },
    options: { method: 'ida', heuristic: 'manhattan', variant: 'exact', metric: 'single', weight: '2.5' },
    tree: { method: 'astar', heuristic: 'manhattan', nodes: 50 },
    slide: { step: 3 },
    study: { node: 7, look: { x: -12.4, y: 30, zoom: 0.75 } },
    panel: 'tree',
  };
  const address = hash.toHash(/** @type {any} */ (state));
  const back = /** @type {any} */ (hash.fromHash(address, SETS));
  assert.deepEqual(back.slide, slide);
  assert.deepEqual(back.options, state.options);
  assert.equal(back.panel, 'tree');
  const look = { x: -12, y: 30, zoom: 0.75 };
  assert.deepEqual(back.study, { method: 'astar', heuristic: 'manhattan', nodes: 50, wanted: { step: 3, node: 7, look } });
  const lookOf = (/** @type {string} */ code) =>
    /** @type {any} */ (hash.fromHash(address.replace(/look=[^&]*/, `look=${code}`), SETS)).study.wanted.look;
  for (const weight of ['0.5', 'much', '1e3']) {
    const { options, unknown } = /** @type {any} */ (hash.fromHash(address.replace('weight=2.5', `weight=${weight}`), SETS));
    assert.deepEqual([options.weight, unknown], ['1.5', [`weight=${weight}`]]);
  }
  assert.equal(lookOf('here'), null);
  assert.equal(lookOf('1.2.999').zoom, hash.MOST_ZOOM);
  assert.equal(lookOf('1.2.0').zoom, hash.LEAST_ZOOM);
});

test('a long solution is found again, not written down', () => {
  const moves = 'RDLU'.repeat(200);
  const slide = {
    rows: 2,
    cols: 2,
    start: [0, 1, 2, 3],
    goal: [1, 2, 3, 0],
    goalName: 'blank-last',
    moves,
    at: 9,
    solution: { from: 0, result: { method: 'quick' } },
  };
  const state = {
    doc: { workspace: 'slide', slide },
    options: { method: 'quick', heuristic: '', variant: 'exact', metric: 'single', weight: '1.5' },
    panel: 'puzzle',
  };
  const address = hash.toHash(/** @type {any} */ (state));
  assert.ok(address.length < 80, address);
  const back = /** @type {any} */ (hash.fromHash(address, SETS));
  assert.deepEqual([back.solve, back.at, back.slide.moves], ['quick', 9, '']);
  const byHand = { ...state, doc: { workspace: 'slide', slide: { ...slide, solution: null } } };
  assert.ok(hash.toHash(/** @type {any} */ (byHand)).includes(moves));
});

test('older links open the tab that has their place', () => {
  assert.equal(/** @type {any} */ (hash.fromHash('#p/iq?tab=count', SETS)).panel, 'all');
});

test('a bad link becomes text', () => {
  assert.deepEqual(hash.fromHash('#s/3x3/1.2.3.4.5.5.7.8.0', SETS), { bad: '1 2 3\n4 5 5\n7 8 0', workspace: 'slide' });
  assert.deepEqual(hash.fromHash('#nonsense', SETS), { bad: 'nonsense', workspace: 'slide' });
  assert.equal(hash.fromHash('', SETS), null);
});

test('a link to a packing puzzle has its text and its pieces', () => {
  const doc = {
    name: null,
    text: '2 3 2\nDEFAULT\nAAA\nA\nBB\n',
    noFlip: true,
    placed: { A: [0, 1, 2, 3] },
    given: ['A'],
    challenge: { difficulty: 'easy', seed: '5' },
    model: { cells: Array(6) },
  };
  const back = /** @type {any} */ (
    hash.fromHash(hash.toHash(/** @type {any} */ ({ doc: { workspace: 'pack', pack: doc }, panel: 'solve' })), SETS)
  );
  assert.equal(back.text, doc.text);
  assert.equal(back.noFlip, true);
  assert.equal(back.marks, 'AAAA..');
  assert.deepEqual([back.given, back.challenge], [['A'], { difficulty: 'easy', seed: '5' }]);
  assert.equal(hash.marksOf(hash.placedCode(60, { A: [3, 4], B: [59] })), `...AA${'.'.repeat(54)}B`);
});

test('four turns are none, two flips are none', () => {
  /** @type {[number, number][]} */
  const shape = [
    [0, 0],
    [0, 1],
    [1, 0],
    [2, 0],
  ];
  const four = model.turned(model.turned(model.turned(model.turned(shape))));
  assert.deepEqual(four, shape);
  assert.deepEqual(model.turnedBack(model.turned(shape)), shape);
  assert.deepEqual(model.flipped(model.flipped(shape)), shape);
});

/** @type {any} */
const FLAT = {
  kind: 'default',
  rows: 2,
  cols: 3,
  layers: 1,
  cells: [
    [0, 0, 0],
    [0, 1, 0],
    [0, 2, 0],
    [1, 0, 0],
    [1, 1, 0],
    [1, 2, 0],
  ],
  pieces: [],
  placed: [],
  placements: null,
};

test('a piece lies, or it is said why not', () => {
  const owner = model.owners(FLAT, { B: [4, 5] });
  assert.deepEqual(
    model.lay(
      FLAT,
      owner,
      [
        [0, 0],
        [0, 1],
      ],
      [0, 1],
    ),
    { cells: [1, 2], why: null },
  );
  assert.deepEqual(
    model.lay(
      FLAT,
      owner,
      [
        [0, 0],
        [0, 1],
      ],
      [1, 0],
    ),
    { cells: null, why: 'B' },
  );
  assert.deepEqual(
    model.lay(
      FLAT,
      owner,
      [
        [0, 0],
        [0, 1],
      ],
      [0, 2],
    ),
    { cells: null, why: 'outside' },
  );
  assert.deepEqual([...model.region(FLAT, owner, 3)].sort(), [0, 1, 2, 3]);
  assert.deepEqual(model.layersOf(FLAT, owner), [['...', '.BB']]);
  assert.deepEqual(model.placedIn(FLAT, [['AA.', '.BB']]), { A: [0, 1], B: [4, 5] });
});

test('a ball touches four below and four above it', () => {
  const cells = [];
  for (let layer = 2; layer >= 0; layer -= 1)
    for (let row = 0; row < 3 - layer; row += 1) for (let col = 0; col < 3 - layer; col += 1) cells.push([row, col, layer]);
  const pyramid = /** @type {any} */ ({ kind: 'pyramid', rows: 3, cols: 3, layers: 3, cells });
  assert.equal(model.around(pyramid, 0).length, 4);
  const middle = model.cellAt(pyramid, 1, 1, 0);
  assert.equal(model.around(pyramid, /** @type {number} */ (middle)).length, 8);
  const distance = (/** @type {number[]} */ a, /** @type {number[]} */ b) => Math.hypot(...a.map((n, at) => n - b[at]));
  for (const other of model.around(pyramid, 0))
    assert.ok(Math.abs(distance(space.middle(pyramid, 0, 0), space.middle(pyramid, other, 0)) - 1) < 1e-9);
});

test('a packing text comes apart and together', () => {
  const course = '5 5 2\r\nDEFAULT\r\nAA\r\n A\r\n\r\nBBB\r\n';
  assert.equal(text.join(text.split(course)), '5 5 2\nDEFAULT\nAA\n A\nBBB\n');
  const solid = '3 3 2\nBOX 3\n A\n/\nAA\nA\nVV\nV\n';
  assert.equal(text.join(text.split(solid)), solid);
  assert.deepEqual(text.split('2 2 1\nCUSTOM\nX.\nXX\nAA\nA\n').mask, ['X.', 'XX']);
  assert.deepEqual(text.painted(new Set(['1,1,0', '1,2,0', '2,1,0']), 'Q'), ['QQ', 'Q']);
  assert.deepEqual(text.painted(new Set(['0,0,0', '0,1,0', '1,1,1']), 'Q'), [' ', ' Q', '/', 'QQ', ' '], 'layers from the top');
  assert.equal(text.freeLetter(text.split(solid)), 'B');
});

test('a tree is tidy and grows step by step', () => {
  const node = (
    /** @type {number} */ at,
    /** @type {number | null} */ parent,
    /** @type {number | null} */ expanded,
    /** @type {number} */ f,
  ) => ({ id: at, parent, expanded, f, g: 0, state: expanded ? 'expanded' : 'live', round: 0 });
  const nodes = [node(0, null, 1, 3), node(1, 0, 2, 3), node(2, 0, null, 5), node(3, 1, 3, 5)];
  const { placed, width, height } = tree.layout(nodes);
  assert.deepEqual(
    placed.map(({ x, y }) => [x, y]),
    [
      [0.5, 0],
      [0, 1],
      [1, 1],
      [0, 2],
    ],
  );
  assert.deepEqual([width, height], [2, 3]);
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => nodes.filter((one) => tree.isThere(nodes, one, step)).length),
    [1, 3, 4, 4],
  );
  assert.deepEqual(tree.expansions(nodes), [1, 2, 3]);
  assert.equal(tree.nextRise(nodes, 1), 3);
  assert.equal(tree.stateAt(nodes[1], 1), 'live');
});

/** @param {string} folder @returns {string[]} */
function scripts(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? scripts(joinPath(folder, entry.name)) : entry.name.endsWith('.js') ? [joinPath(folder, entry.name)] : [],
  );
}

/** The terminal's sentences, of which the document brings those that the page says in the same words. */
function terminal() {
  const table = readFileSync(new URL('../../../ubin-front/src/language/indonesian.rs', import.meta.url), 'utf8');
  const rows = [...table.matchAll(/^ {4}\("([^"]+)", "((?:[^"\\]|\\.)*)"\),$/gm)];
  return Object.fromEntries(rows.map(([, name, words]) => [name, words.replaceAll('\\"', '"')]));
}
learn({ id: terminal() });

test('both languages have every string, with the same parts', () => {
  const shared = terminal();
  assert.deepEqual(
    Object.keys(id.strings).filter((name) => !(name in en.strings)),
    [],
  );
  const parts = (/** @type {string} */ words) =>
    [...words.matchAll(/\{(\w+)/g)]
      .map((found) => found[1])
      .sort()
      .join();
  for (const [name, words] of Object.entries(en.strings)) {
    const own = id.strings[name] ?? shared[name];
    assert.ok(own, `${name} is not said in Indonesian`);
    // What the terminal says of a code is compared with its values by the server's own test.
    if (name in id.strings) assert.equal(parts(own), parts(words), name);
  }
});

test('every string that the page names is there', () => {
  const named = new Set(
    scripts(PAGE).flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\bt\('([^']+)'/g)].map((found) => found[1])),
  );
  assert.ok(named.size > 100);
  for (const name of named) assert.ok(name in en.strings, name);
});

/** The lines of a table of known results. @param {string} name */
function listed(name) {
  const lines = readFileSync(new URL(`../../../../testdata/pack/${name}`, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line && !line.startsWith('#'));
}

test('a reason by its code is the sentence of the library, and an Indonesian one with the same facts', () => {
  const [codes, sentences] = [listed('codes.txt').map((line) => JSON.parse(line)), listed('sentences.txt')];
  assert.ok(codes.length > 25);
  const facts = (/** @type {string} */ words) => (words.match(/\b(?:[\d,.]*\d|[A-Z])\b/g) ?? []).sort().join(' ').replaceAll('.', ',');
  codes.forEach((why, at) => {
    assert.equal(because(why, 'not known'), sentences[at]);
    speak('id');
    const words = because(why, 'not known');
    speak('en');
    assert.doesNotMatch(words, /\b(the|row|column|layer|cells?|pieces?|nodes?|limit|interrupted|of|known)\b|[{}]/, sentences[at]);
    if (why.code !== 'only-place') assert.equal(facts(words), facts(sentences[at]), sentences[at]);
  });
});

test('a refusal is said by its mistake and values; one that is not known in English', () => {
  const twice = { code: 'bad-puzzle', mistake: 'tile-twice', message: '', values: { tile: 5, first: { line: 1, column: 9 }, lacking: 6 } };
  assert.equal(refused(twice), 'tile 5 stands twice, first in line 1, column 9; tile 6 is missing');
  assert.equal(refused({ ...twice, values: { ...twice.values, lacking: null } }), 'tile 5 stands twice, first in line 1, column 9');
  const range = { code: 'bad-option', mistake: 'out-of-range', field: 'weight', message: '', values: { least: 1, most: 1000 } };
  assert.equal(refused(range), 'Weight: expected a number from 1 to 1,000');
  speak('id');
  assert.equal(refused(range), 'Bobot: seharusnya angka dari 1 sampai 1.000');
  assert.equal(refused({ code: 'limit', mistake: 'stopped', message: '', values: { stop: 'time' } }), 'berhenti: batas waktu tercapai');
  speak('en');
  assert.equal(refused({ code: 'none-found', mistake: 'unheard-of', message: 'what the server says' }), 'what the server says');
  assert.equal(because({ code: 'unheard-of' }, 'what the server says'), 'what the server says');
});

test('menus have the words of the server; those without a name here keep their own', () => {
  assert.deepEqual(namesOf(SETS, 'method', 'slide'), ['auto', 'astar', 'ida', 'brand-new']);
  assert.deepEqual(choices('method', ['astar', 'brand-new']), [
    ['astar', 'A*'],
    ['brand-new', 'brand-new'],
  ]);
  assert.equal(called('heuristic', 'manhattan'), 'Manhattan');
  assert.equal(aboutMethod(SETS, 'slide', 'brand-new'), 'About brand-new.');
  assert.equal(aboutMethod(SETS, 'pack', 'auto'), t('about.pack.auto'));
  assert.deepEqual(namesOf(SETS, 'method', 'pack'), []);
});

test('a link with a variant that its method does not have opens without it', () => {
  const found = /** @type {any} */ (hash.fromHash('#s/2x2/1.0.3.2?method=ida&variant=drop-seen', SETS));
  assert.deepEqual([found.options.variant, found.unknown], ['exact', ['variant=drop-seen']]);
});

test('files of the page have one subject', () => {
  // A language has as many lines as strings.
  const languages = joinPath(PAGE, 'text');
  for (const path of scripts(PAGE).filter((one) => !one.startsWith(languages)))
    assert.ok(readFileSync(path, 'utf8').split('\n').length <= 400, path);
});

/** Linear parts of a colour, from 0 to 1. @param {string} hex */
function linear(hex) {
  return [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
}

/** @param {number[][]} matrix @param {number[]} vector */
const applied = (matrix, vector) => matrix.map((row) => row.reduce((sum, n, at) => sum + n * vector[at], 0));

/** Linear colours as OKLab (Ottosson 2020). @param {number[]} rgb */
function oklab(rgb) {
  const cones = applied(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((c) => Math.min(Math.max(c, 0), 1)),
  ).map(Math.cbrt);
  return applied(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** Normal sight, and the three kinds of colour blindness at full severity (Machado, Oliveira and Fernandes 2009). */
const SIGHTS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

test('the colours of pieces are told apart by everyone', () => {
  for (const [sight, matrix] of Object.entries(SIGHTS)) {
    const seen = model.COLORS.map((hex) => oklab(applied(matrix, linear(hex))));
    seen.forEach((a, at) =>
      seen.slice(at + 1).forEach((b, n) => {
        const far = Math.hypot(...a.map((part, axis) => part - b[axis]));
        assert.ok(far >= 0.11, `${sight}: ${model.COLORS[at]} and ${model.COLORS[at + 1 + n]} are ${far.toFixed(3)} apart`);
      }),
    );
  }
});

test('a piece is one outline', () => {
  const around = loops([
    [0, 0],
    [0, 1],
    [1, 0],
  ]);
  assert.equal(around.length, 1);
  assert.equal(around[0].length, 6, 'corners only');
  const ring = [0, 1, 2]
    .flatMap((row) => [0, 1, 2].map((col) => /** @type {[number, number]} */ ([row, col])))
    .filter(([row, col]) => row !== 1 || col !== 1);
  assert.equal(loops(ring).length, 2, 'a hole has its own');
  assert.equal(
    loops([
      [0, 0],
      [1, 1],
    ]).length,
    2,
    'cells that touch by a corner stay apart',
  );
  assert.match(outline([[0, 0]], { inset: 0, radius: 0.1 }), /^M0 0\.1Q0 0 0\.1 0L0\.9 0Q1 0 1 0\.1L/);
  assert.equal(
    heart([
      [0, 0],
      [0, 1],
      [0, 2],
    ]),
    1,
  );
});

test('a body and its ground stay on the canvas, from wherever they are seen', () => {
  const side = 5;
  const cells = [...Array(side).keys()].flatMap((layer) =>
    [...Array((side - layer) ** 2).keys()].map((n) => [Math.floor(n / (side - layer)), n % (side - layer), layer]),
  );
  const pyramid = /** @type {any} */ ({ kind: 'pyramid', rows: side, cols: side, layers: side, cells });
  for (const azimuth of [0, 30, 45, 200])
    for (const elevation of [0, 35, 90])
      for (const explode of [0, 2]) {
        const view = { azimuth, elevation, explode, layer: side };
        const { top, below } = space.groundCorners(pyramid, view, 640, 400);
        const balls = space.spots(pyramid, view, 640, 400);
        const all = [
          ...top,
          ...below,
          ...balls.flatMap(({ x, y, radius }) => [
            [x - radius, y - radius],
            [x + radius, y + radius],
          ]),
        ];
        assert.ok(
          all.every(([x, y]) => x >= 0 && x <= 640 && y >= 0 && y <= 400),
          JSON.stringify(view),
        );
      }
});

test('what a heuristic counts adds up', () => {
  const goal = board.namedGoal('blank-last', 3, 3);
  const now = [2, 1, 3, 4, 5, 6, 7, 0, 8];
  const sum = (/** @type {string} */ name) => [...bounds(now, goal, 3, name).counts.values()].reduce((a, b) => a + b, 0);
  assert.deepEqual([sum('hamming'), sum('manhattan')], [3, 3]);
  assert.deepEqual(
    [...bounds(now, goal, 3, 'pattern', [[now[0]], [now[1], now[2]]]).groups],
    [
      [0, 0],
      [1, 1],
      [2, 1],
    ],
  );
  assert.deepEqual(bounds(now, goal, 3, 'linear-conflict').conflicts, [[0, 1]], '2 and 1 must pass each other');
  assert.deepEqual(bounds(now, goal, 3, 'manhattan').arrows, [
    [0, 1],
    [1, 0],
    [8, 7],
  ]);
  const lines = standing(now, goal, 3, 3);
  assert.deepEqual(lines.rows, [
    [3, 0, 0],
    [0, 3, 0],
    [0, 0, 2],
  ]);
  assert.deepEqual(lines.cols, [
    [2, 1, 0],
    [1, 1, 0],
    [0, 1, 2],
  ]);
});

/** Branch and bound on a small tree: the root, two children, the goal below the second. */
const SEARCH = {
  puzzle: 'slide',
  method: 'branch-and-bound',
  rounds: [null],
  whole: true,
  tree: [
    { id: 0, parent: null, g: 0, h: 2, f: 2, state: 'expanded', expanded: 1, ended: null, round: 0 },
    { id: 1, parent: 0, g: 1, h: 3, f: 4, state: 'live', expanded: null, ended: null, round: 0 },
    { id: 2, parent: 0, g: 1, h: 1, f: 2, state: 'expanded', expanded: 2, ended: null, round: 0 },
    { id: 3, parent: 2, g: 2, h: 0, f: 2, state: 'goal', expanded: null, ended: 2, round: 0 },
    { id: 4, parent: 2, g: 2, h: 2, f: 4, state: 'pruned', why: 'seen', expanded: null, ended: 2, round: 0 },
  ],
};

test('the live nodes wait in order, and the search ends one step after its last expansion', () => {
  assert.deepEqual(stepsOf(SEARCH), [0, 1, 2, 3]);
  const ids = (/** @type {number} */ step) => queueAt(SEARCH, step).map(({ id: own }) => own);
  assert.deepEqual([ids(0), ids(1), ids(2), ids(3)], [[0], [2, 1], [3, 1], [1]]);
  assert.deepEqual(
    [0, 1, 2, 3].map((step) => nextOf(SEARCH, step)?.id),
    [0, 2, 3, undefined],
  );
  assert.deepEqual(
    ties(SEARCH, queueAt(SEARCH, 2)).map(({ key, nodes }) => [key, nodes.length]),
    [
      [2, 1],
      [4, 1],
    ],
  );
  assert.equal(isEnd(SEARCH, 3), true);
  assert.equal(leastF(queueAt(SEARCH, 3)), 4, 'why it may stop: the goal has 2');
});

test('a guess which node is next is right, or it is said why not', () => {
  const guess = (/** @type {any} */ tree, /** @type {number} */ step, /** @type {number} */ id) => Object.values(judged(tree, step, id));
  assert.deepEqual(guess(SEARCH, 1, 2), [true, 'right']);
  assert.deepEqual(guess(SEARCH, 1, 1), [false, 'costs']);
  assert.deepEqual(guess(SEARCH, 1, 0), [false, 'expanded']);
  assert.deepEqual(guess(SEARCH, 2, 4), [false, 'pruned']);
  // What costs the same and is as deep is as good; of what is not as deep the rule is told.
  const [root, one, ...rest] = SEARCH.tree;
  const tied = { ...SEARCH, tree: [root, { ...one, h: 1, f: 2 }, ...rest] };
  assert.deepEqual(guess(tied, 1, 1), [true, 'equal']);
  assert.deepEqual(guess(tied, 2, 1), [false, 'shallow']);
  assert.deepEqual(guess({ ...SEARCH, method: 'ida' }, 1, 1), [false, 'deep']);
  // Breadth first ends when it makes the goal, whatever waits.
  assert.deepEqual(guess({ ...SEARCH, method: 'bfs' }, 2, 1), [false, 'made']);
  const second = { ...root, id: 5, round: 1, expanded: 3 };
  const rounds = { ...SEARCH, method: 'ida', tree: [root, one, SEARCH.tree[2], second] };
  assert.deepEqual(guess(rounds, 2, 0), [true, 'round']);
});

test('weighted A* waits by g + w·h, a beam by its layers', () => {
  const ids = (/** @type {any} */ tree) => queueAt(tree, 1).map(({ id: own }) => own);
  const far = { ...SEARCH.tree[1], h: 0, f: 1, g: 2 };
  const tree = { ...SEARCH, method: 'weighted-astar', weight: 1.1, tree: [SEARCH.tree[0], far, SEARCH.tree[2]] };
  assert.deepEqual(
    ties(tree, queueAt(tree, 1)).map(({ key }) => key),
    [2, 2.1],
  );
  assert.deepEqual(ids({ ...tree, weight: 1 }), [1, 2], 'of equal ones the deepest');
  assert.deepEqual(ids({ ...tree, method: 'beam' }), [2, 1]);
});

test('a packing search chooses a cell, or a piece', () => {
  const child = (/** @type {string} */ piece, /** @type {number[][]} */ ...placement) => ({ piece, placement });
  assert.deepEqual(choiceOf([child('A', [1, 1, 1], [1, 1, 2]), child('B', [1, 2, 1], [1, 1, 1])]), {
    cell: [1, 1, 1],
    piece: 'A',
    ways: 2,
  });
  assert.deepEqual(choiceOf([child('A', [1, 1, 1]), child('A', [1, 2, 2])]), { piece: 'A', ways: 2 });
  assert.equal(choiceOf([]), null);
});

test('averages leave the best and the worst out', () => {
  const game = (/** @type {number} */ ms, hints = 0) => ({ size: '3x3', ms, moves: ms / 10, shortest: null, hints, link: '#s/', when: ms });
  const list = [10, 50, 20, 30, 40].map((ms) => game(ms));
  assert.equal(averageOf(list, 5), 30);
  assert.equal(averageOf(list, 12), null);
  assert.deepEqual(bestOf([...list, game(5, 1)]), { ms: 10, moves: 1 }, 'a game with hints is no record');
  assert.equal(joined(list, [game(10), game(60)]).length, 6, 'nothing twice');
});

test('a code leads back to the page', () => {
  // Codes that zbarimg has read: their sides, and what their modules come to.
  /** @type {[string, number, string][]} */
  const known = [
    ['http://127.0.0.1:8080/#p/iq?placed=AAA8A43', 29, 'e364d88ef64e1db9'],
    [`${'x'.repeat(100)}#s/4x4/1.2.3`, 45, '88978e4af11c7916'],
  ];
  for (const [link, side, digest] of known) {
    const code = /** @type {boolean[][]} */ (qrCode(link));
    const modules = code.map((row) => row.map(Number).join('')).join();
    assert.deepEqual([code.length, createHash('sha256').update(modules).digest('hex').slice(0, 16)], [side, digest]);
  }
  assert.equal(qrCode('x'.repeat(5000)), null);
});
