// Each step of a search in words, as a teacher says them.

import { num, t, tn } from '../core/i18n.js';
import { choiceOf, childrenOf, isEnd, isPartly, keyOf, leastF, nodeOf, queueAt, rank, roundAt, stepsOf, ties } from './study.js';

/** @param {number} id */
const number = (id) => id + 1;

/** The sentences of a step. @param {any} tree @param {number} step @returns {string[]} */
export function told(tree, step) {
  if (tree.status === 'unsolvable' && tree.made === 1) return [t('told.parity')];
  if (step === 0) return [t('told.root')];
  if (isEnd(tree, step)) return ending(tree, step);
  const node = nodeOf(tree, step);
  const children = childrenOf(tree, node);
  return [
    expansion(tree, step, node),
    ...(tree.puzzle === 'slide' ? slideChildren(tree, node, children) : packChildren(children, tree.height ?? 1)),
  ];
}

/** Why this node, of all that were live before. @param {any} tree @param {number} step @param {any} node */
function expansion(tree, step, node) {
  const steps = stepsOf(tree);
  const before = queueAt(tree, steps[steps.indexOf(step) - 1]);
  const n = number(node.id);
  if (tree.puzzle === 'pack') return node.piece ? t('told.places', { n, piece: node.piece }) : t('told.empty', { n });
  const bound = tree.rounds[roundAt(tree, step)];
  if (bound !== null && bound !== undefined) return t('told.within', { n, ...costs(node), bound });
  const key = keyOf(tree);
  if (!key) return t('told.expands', { n });
  const equal = ties(tree, before)[0]?.nodes.length ?? 1;
  const facts = { node: n, ...costs(node), w: tree.weight ?? '', sum: rank(tree, node) };
  return [
    tn(`told.least.${key}`, before.length, facts),
    equal > 1 && TIED.includes(key) ? t('told.tie', { n: num(equal) }) : '',
    isPartly(tree, step) ? t('told.partly') : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Keys of which the deepest of equal nodes goes first. */
const TIED = ['f', 'h', 'sum'];

/** @param {any} node */
function costs({ g, h, f }) {
  return { g, h: h ?? '–', f: f ?? g };
}

/** What became of the children of a board. @param {any} tree @param {any} node @param {any[]} children */
function slideChildren(tree, node, children) {
  const sentences = [];
  if (node.move)
    sentences.push(t('told.undo', { direction: t(`dir.blank.${{ U: 'D', D: 'U', L: 'R', R: 'L' }[/** @type {'U'} */ (node.move)]}`) }));
  for (const [why, sentence] of [
    ['seen', 'told.seen'],
    ['bound', 'told.over'],
    ['beam', 'told.beam'],
  ]) {
    const given = children.filter((child) => child.why === why);
    if (given.length) sentences.push(t(sentence, { list: given.map(({ id }) => number(id)).join(', ') }));
  }
  if (node.more) sentences.push(t('told.unlisted', { n: num(node.more) }));
  return sentences;
}

/** What a packing search fills next, and in how many ways. @param {any[]} children @param {number} layers */
function packChildren(children, layers) {
  const choice = choiceOf(children);
  if (!choice) return children.length ? [] : [t('told.dead')];
  const [layer, row, col] = choice.cell ?? [1, 0, 0];
  const facts = { n: num(choice.ways), piece: choice.piece, layer, row, col };
  if (choice.cell) return [t(`told.${choice.ways === 1 ? 'oneWay' : 'cell'}${layers > 1 ? 'Layer' : ''}`, facts)];
  return [t(choice.ways === 1 ? 'told.onePlace' : 'told.piece', facts)];
}

/** @param {any} tree @param {number} step */
function ending(tree, step) {
  const goal = nodeOf(tree, step);
  if (goal.state !== 'goal') return [t(tree.whole ? 'told.none' : 'told.more')];
  const n = number(goal.id);
  if (tree.puzzle === 'pack') return [t('told.full', { n })];
  const found = t('told.goal', { n, f: goal.f ?? goal.g });
  return [`${found} ${whyShortest(tree, step, goal)}`];
}

/** Why no solution is shorter than the one found, or that this is not proven. @param {any} tree @param {number} step @param {any} goal */
function whyShortest(tree, step, goal) {
  if (tree.status !== 'optimal') return t('told.unproven');
  const key = keyOf(tree);
  if (key === 'g') return t('told.nearest');
  if (!key && goal.round > 0) return t('told.proven');
  // These are sorted by no bound, so only that of the start proves it.
  if (key !== 'f') return t('told.start', { h: tree.tree[0].h });
  if (!tree.whole) return t('told.taken');
  const least = leastF(queueAt(tree, step));
  return least === null ? t('told.noneLive') : t('told.bound', { f: least, goal: goal.f });
}

/** What is said of a guess, and why. @param {any} tree @param {string} why @param {number} guess @param {any} next @returns {import('../core/types.js').Told} */
export function judgement(tree, why, guess, next) {
  const node = tree.tree[guess];
  const key = t(`code.key.${keyOf(tree) ?? 'f'}`);
  const reason = node.why ? t(`why.${node.why}`) : t('tree.pruned');
  return [`predict.${why}`, { guess: number(guess), n: number(next.id), key, own: rank(tree, node), least: rank(tree, next), reason }];
}
