// Where the nodes of a search tree are drawn, and which of them are there after so many expansions. Pure: numbers in, numbers out.

/**
 * A node as the server lists it, with its place: x counts node widths, y levels.
 * @typedef {object} Placed
 * @property {any} node
 * @property {number} x
 * @property {number} y
 * @property {Placed[]} children
 */

/**
 * A tidy tree: leaves stand side by side, a parent above the middle of its children; every round is a tree of its own beside the one before.
 * @param {any[]} nodes parents come first
 * @returns {{ placed: Placed[], width: number, height: number }}
 */
export function layout(nodes) {
  /** @type {Placed[]} */
  const placed = nodes.map((node) => ({ node, x: 0, y: 0, children: [] }));
  const byId = new Map(placed.map((own) => [own.node.id, own]));
  const roots = [];
  for (const own of placed) {
    const parent = own.node.parent === null ? null : byId.get(own.node.parent);
    if (parent) {
      own.y = parent.y + 1;
      parent.children.push(own);
    } else {
      roots.push(own);
    }
  }
  let next = 0;
  // Children come after their parents in the list, so going backwards a node's children are done before it.
  for (const root of roots) next = place(root, next) + 0.5;
  return { placed, width: Math.max(next - 0.5, 1), height: Math.max(...placed.map(({ y }) => y), 0) + 1 };
}

/** Places a subtree without recursion, for a tree of two thousand in one line is as deep. @param {Placed} root @param {number} from */
function place(root, from) {
  let next = from;
  const order = [];
  const stack = [root];
  while (stack.length) {
    const own = /** @type {Placed} */ (stack.pop());
    order.push(own);
    stack.push(...[...own.children].reverse());
  }
  for (const own of order) {
    if (own.children.length === 0) {
      own.x = next;
      next += 1;
    }
  }
  for (const own of order.reverse()) {
    if (own.children.length) own.x = (own.children[0].x + /** @type {Placed} */ (own.children.at(-1)).x) / 2;
  }
  return next;
}

/** The expansions of nodes that are listed, in order; others happened between them. @param {any[]} nodes @returns {number[]} */
export function expansions(nodes) {
  return nodes.flatMap((node) => (node.expanded === null ? [] : [node.expanded])).sort((a, b) => a - b);
}

/** Whether a node exists after so many expansions. @param {any[]} nodes @param {any} node @param {number} step */
export function isThere(nodes, node, step) {
  if (node.parent === null)
    return node.round === 0 || nodes.some((other) => other.round === node.round && other.expanded !== null && other.expanded <= step);
  const order = nodes[node.parent].expanded;
  return order !== null && order <= step;
}

/** What a node is after so many expansions: `live`, `expanded`, `pruned` or `goal`. A goal is one when it is taken, a step later. @param {any} node @param {number} step */
export function stateAt(node, step) {
  if (node.state === 'goal') return step > node.ended ? 'goal' : 'live';
  if (node.expanded !== null) return node.expanded <= step ? 'expanded' : 'live';
  return node.state === 'pruned' && node.ended > step ? 'live' : node.state;
}

/** The next expansion whose f is larger than any before it, or the last one. @param {any[]} nodes @param {number} step */
export function nextRise(nodes, step) {
  const order = nodes.filter((node) => node.expanded !== null).sort((a, b) => a.expanded - b.expanded);
  const before = order.filter((node) => node.expanded <= step).reduce((most, node) => Math.max(most, node.f ?? node.g), -1);
  return order.find((node) => node.expanded > step && (node.f ?? node.g) > before)?.expanded ?? order.at(-1)?.expanded ?? 0;
}
