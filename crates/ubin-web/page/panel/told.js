// Each step of a search in words, as a teacher says them.

import { num, t, tn } from '../core/i18n.js';
import { choiceOf, childrenOf, isEnd, keyOf, leastF, nodeOf, queueAt, roundAt, stepsOf, ties } from './study.js';

/** @param {number} id */
const number = (id) => id + 1;

/** The sentences of a step. @param {any} tree @param {number} step @returns {string[]} */
export function told(tree, step) {
  if (step === 0) return [t('told.root')];
  if (isEnd(tree, step)) return ending(tree, step);
  const node = nodeOf(tree, step);
  const children = childrenOf(tree, node);
  return [expansion(tree, step, node), ...(tree.puzzle === 'slide' ? slideChildren(tree, node, children) : packChildren(children))];
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
  const sentence = tn(`told.least.${key}`, before.length, { node: n, ...costs(node) });
  return equal > 1 ? `${sentence} ${t('told.tie', { n: num(equal) })}` : sentence;
}

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
  ]) {
    const given = children.filter((child) => child.why === why);
    if (given.length) sentences.push(t(sentence, { list: given.map(({ id }) => number(id)).join(', ') }));
  }
  if (node.more) sentences.push(t('told.unlisted', { n: num(node.more) }));
  return sentences;
}

/** What a packing search fills next, and in how many ways. @param {any[]} children */
function packChildren(children) {
  const choice = choiceOf(children);
  if (!choice) return children.length ? [] : [t('told.dead')];
  const [layer, row, col] = choice.cell ?? [1, 0, 0];
  const facts = { n: num(choice.ways), piece: choice.piece, layer, row, col };
  if (choice.cell) return [t(choice.ways === 1 ? 'told.oneWay' : 'told.cell', facts)];
  return [t(choice.ways === 1 ? 'told.onePlace' : 'told.piece', facts)];
}

/** @param {any} tree @param {number} step */
function ending(tree, step) {
  const goal = nodeOf(tree, step);
  if (goal.state !== 'goal') return [t(tree.whole ? 'told.none' : 'told.more')];
  const n = number(goal.id);
  if (tree.puzzle === 'pack') return [t('told.full', { n })];
  const found = t('told.goal', { n, f: goal.f ?? goal.g });
  const least = leastF(queueAt(tree, step));
  if (tree.status !== 'optimal') return [found];
  if (least === null || !tree.whole) return [`${found} ${t(tree.whole && keyOf(tree) ? 'told.noneLive' : 'told.proven')}`];
  return [`${found} ${t('told.bound', { f: least, goal: goal.f ?? goal.g })}`];
}
