// A recorded search, replayed: which nodes there are after each step, which of them are live, in which order they wait, and what each step says.
// Pure: a tree of the server and a number in, facts out.
//
// Words: a **step** is one expansion; step 0 is the root alone, and the **end** is one step behind the last expansion, when the goal is taken or nothing is left.

import { expansions, isThere, stateAt } from './tree-layout.js';

/**
 * What a method sorts its live nodes by; those that are not here go depth first. `sum` is g + w·h; a beam expands a whole `layer` before the next.
 * @type {Record<string, 'f' | 'g' | 'h' | 'sum' | 'layer'>}
 */
const KEYS = { astar: 'f', 'branch-and-bound': 'f', 'weighted-astar': 'sum', beam: 'layer', greedy: 'h', bfs: 'g' };

/** The tree of the workspace and where it stands, if the Study tab shows one. @param {import('../core/types.js').State} state */
export function studied(state) {
  const { tree, step } = state[state.doc.workspace];
  if (state.panel !== 'tree' || !tree) return null;
  const node = tree.tree[state.study.node ?? -1] ?? nodeOf(tree, step);
  return { tree, step, node };
}

/** All steps of a tree, the end included. @param {any} tree @returns {number[]} */
export function stepsOf(tree) {
  const orders = expansions(tree.tree);
  return [0, ...orders, (orders.at(-1) ?? 0) + 1];
}

/** Whether a step is the end. @param {any} tree @param {number} step */
export function isEnd(tree, step) {
  return step > (expansions(tree.tree).at(-1) ?? 0);
}

/** The node that a step is about: the one expanded, the goal or else the last at the end, the root before. @param {any} tree @param {number} step */
export function nodeOf(tree, step) {
  const expanded = tree.tree.find((/** @type {any} */ node) => node.expanded === step);
  if (expanded || !isEnd(tree, step)) return expanded ?? tree.tree[0];
  // A search that goes on beyond what is listed stays where it was seen last.
  const last = expansions(tree.tree).at(-1);
  return goalOf(tree) ?? tree.tree.find((/** @type {any} */ node) => node.expanded === last) ?? tree.tree[0];
}

/** @param {any} tree */
function goalOf(tree) {
  return tree.tree.find((/** @type {any} */ node) => node.state === 'goal') ?? null;
}

/** What the live nodes are sorted by; `null` where the search goes depth first. @param {any} tree */
export function keyOf(tree) {
  return KEYS[tree.method] ?? null;
}

/** The nodes that a step leaves live, in the order in which they wait. @param {any} tree @param {number} step @returns {any[]} */
export function queueAt(tree, step) {
  const key = keyOf(tree);
  const live = tree.tree.filter((/** @type {any} */ node) => isThere(tree.tree, node, step) && stateAt(node, step) === 'live');
  const round = roundAt(tree, step);
  const own = live.filter((/** @type {any} */ node) => node.round === round);
  // Depth first, the deepest waits first, and of one depth the first that was made.
  if (!key) return own.sort((/** @type {any} */ a, /** @type {any} */ b) => b.g - a.g || a.id - b.id);
  const when = (/** @type {any} */ node) => node.expanded ?? (node.state === 'goal' ? Infinity : Number.MAX_VALUE);
  return own.sort(
    (/** @type {any} */ a, /** @type {any} */ b) => rank(tree, a) - rank(tree, b) || b.g - a.g || when(a) - when(b) || b.id - a.id,
  );
}

/** The figure by which a node waits. @param {any} tree @param {any} node @returns {number} */
export function rank(tree, node) {
  const key = keyOf(tree);
  // In thousandths, as the search reckons.
  if (key === 'sum') return (1000 * node.g + Math.round(1000 * tree.weight) * node.h) / 1000;
  return (key && node[key]) ?? node.g;
}

/** Live nodes by what they are sorted by, ties together. @param {any} tree @param {any[]} queue @returns {{ key: number | null, nodes: any[] }[]} */
export function ties(tree, queue) {
  const key = keyOf(tree);
  /** @type {{ key: number | null, nodes: any[] }[]} */
  const groups = [];
  for (const node of queue) {
    const own = key ? rank(tree, node) : null;
    const last = groups.at(-1);
    if (last && last.key === own) last.nodes.push(node);
    else groups.push({ key: own, nodes: [node] });
  }
  return groups;
}

/** The node that is taken next, if it is listed: the next expansion, then the goal. @param {any} tree @param {number} step */
export function nextOf(tree, step) {
  const steps = stepsOf(tree);
  const next = steps[steps.indexOf(step) + 1];
  if (next === undefined) return null;
  return isEnd(tree, next) ? goalOf(tree) : tree.tree.find((/** @type {any} */ node) => node.expanded === next);
}

/**
 * What is to be said of a guess which node comes next: `why` names the sentence. A node that costs the same and is as deep is as good: only the program's own order sets them apart.
 * @param {any} tree @param {number} step @param {number} guess @returns {{ right: boolean, why: string }}
 */
export function judged(tree, step, guess) {
  const [node, next] = [tree.tree[guess], nextOf(tree, step)];
  if (node === next) return { right: true, why: 'right' };
  // A round begins again at the root, which the tree has once a round.
  if (next.parent === null && node.parent === null) return { right: true, why: 'round' };
  const state = stateAt(node, step);
  if (state !== 'live') return { right: false, why: state === 'pruned' ? 'pruned' : 'expanded' };
  if (!keyOf(tree)) return { right: false, why: 'deep' };
  const more = rank(tree, node) - rank(tree, next);
  if (more > 0) return { right: false, why: 'costs' };
  if (more === 0) return node.g < next.g ? { right: false, why: 'shallow' } : { right: true, why: 'equal' };
  return { right: false, why: next.state === 'goal' ? 'made' : 'other' };
}

/** The round that a step belongs to. @param {any} tree @param {number} step */
export function roundAt(tree, step) {
  if (isEnd(tree, step)) return goalOf(tree)?.round ?? tree.rounds.length - 1;
  return nodeOf(tree, step).round;
}

/** The rounds of a deepening search: bound, nodes expanded so far, and where it begins; none of a search in one round. @param {any} tree @param {number} step */
export function roundsAt(tree, step) {
  if (tree.rounds.length < 2) return [];
  const own = (/** @type {number} */ round) =>
    tree.tree.filter((/** @type {any} */ node) => node.round === round && node.expanded !== null);
  return tree.rounds.map((/** @type {number | null} */ bound, /** @type {number} */ round) => {
    const orders = own(round).map((/** @type {any} */ node) => node.expanded);
    return { bound, first: Math.min(...orders, Infinity), expanded: orders.filter((/** @type {number} */ order) => order <= step).length };
  });
}

/** The nodes from the root down to one. @param {any} tree @param {any} node @returns {any[]} */
export function pathTo(tree, node) {
  const path = [];
  for (let at = node; at; at = at.parent === null ? null : tree.tree[at.parent]) path.push(at);
  return path.reverse();
}

/** The children that an expansion made, as far as they are listed. @param {any} tree @param {any} node @returns {any[]} */
export function childrenOf(tree, node) {
  return tree.tree.filter((/** @type {any} */ other) => other.parent === node.id);
}

/** The f that no live node is below, or `null` where none is left or f is not known. @param {any[]} queue */
export function leastF(queue) {
  const all = queue.map((node) => node.f).filter((f) => f !== null && f !== undefined);
  return all.length ? Math.min(...all) : null;
}

/** Whether nodes were made before a step that are not listed, so that more are live than are seen. @param {any} tree @param {number} step */
export function isPartly(tree, step) {
  return tree.tree.some((/** @type {any} */ node) => node.more && node.expanded < step);
}

/** What no solution is shorter than, while a search by f goes on: the least f of the live nodes. @param {any} tree @param {number} step */
export function boundAt(tree, step) {
  return keyOf(tree) === 'f' && !isEnd(tree, step) && !isPartly(tree, step + 1) ? leastF(queueAt(tree, step)) : null;
}

/** What a packing search chose to fill: a cell that all children cover, or a piece that all of them place. @param {any[]} children */
export function choiceOf(children) {
  if (children.length === 0) return null;
  const pieces = new Set(children.map(({ piece }) => piece));
  const name = (/** @type {number[]} */ cell) => cell.join();
  const common = children[0].placement.find((/** @type {number[]} */ cell) =>
    children.every(({ placement }) => placement.some((/** @type {number[]} */ own) => name(own) === name(cell))),
  );
  if (pieces.size === 1 && (children.length > 1 || !common)) return { piece: children[0].piece, ways: children.length };
  return common ? { cell: common, piece: children[0].piece, ways: children.length } : null;
}
