// Drawing: a view says what it wants to show as plain descriptions, and `patch` changes only what differs. Focus, selection and the text being typed
// survive, because elements are kept.

/**
 * @typedef {object} Node A description of an element.
 * @property {string} tag
 * @property {Record<string, any>} props
 * @property {(Node | string)[]} children
 * @property {string | number | undefined} key
 */

const SVG = 'http://www.w3.org/2000/svg';
/** Set as properties, because the attribute is only the initial value. */
const PROPERTIES = new Set(['value', 'checked', 'disabled', 'selected', 'open', 'hidden', 'indeterminate']);

/** What was last drawn into an element. @type {WeakMap<Element, (Node | string)[]>} */
const drawn = new WeakMap();

/**
 * Describes an element. `null`, `false` and `undefined` among the children stand for nothing; lists are flattened.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 * @returns {Node}
 */
export function h(tag, props, ...children) {
  const { key, ...rest } = props ?? {};
  return { tag, key, props: rest, children: flat(children) };
}

/** @param {any[]} children @returns {(Node | string)[]} */
function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== true)
    .map((child) => (typeof child === 'object' ? child : String(child)));
}

/**
 * Makes the children of an element what the descriptions say.
 * @param {Element} element
 * @param {any} wanted
 */
export function patch(element, wanted) {
  const next = flat([wanted]);
  children(element, drawn.get(element) ?? [], next);
  drawn.set(element, next);
}

/**
 * @param {Element} parent
 * @param {(Node | string)[]} before
 * @param {(Node | string)[]} after
 */
function children(parent, before, after) {
  const nodes = [...parent.childNodes].slice(0, before.length);
  /** @type {Map<any, number>} */
  const keyed = new Map();
  before.forEach((old, at) => {
    if (typeof old === 'object' && old.key !== undefined) keyed.set(old.key, at);
  });
  const used = new Set();
  /** @type {ChildNode[]} */
  const result = after.map((want, at) => {
    const from = typeof want === 'object' && want.key !== undefined ? keyed.get(want.key) : at;
    const old = from === undefined ? undefined : before[from];
    if (from !== undefined && !used.has(from) && fits(old, want)) {
      used.add(from);
      const node = nodes[from];
      if (typeof want === 'string') {
        if (old !== want) node.nodeValue = want;
      } else {
        update(/** @type {Element} */ (node), /** @type {Node} */ (old), want);
      }
      return node;
    }
    return create(parent, want);
  });
  nodes.forEach((node, at) => used.has(at) || node.remove());
  let place = parent.firstChild;
  for (const node of result) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

/** @param {Node | string | undefined} old @param {Node | string} want */
function fits(old, want) {
  if (old === undefined || typeof old !== typeof want) return false;
  return typeof old === 'string' || typeof want === 'string' || (old.tag === want.tag && old.key === want.key);
}

/** @param {Element} parent @param {Node | string} want @returns {ChildNode} */
function create(parent, want) {
  if (typeof want === 'string') return document.createTextNode(want);
  const svg = want.tag === 'svg' || (parent.namespaceURI === SVG && parent.tagName !== 'foreignObject');
  const element = svg ? document.createElementNS(SVG, want.tag) : document.createElement(want.tag);
  update(element, { tag: want.tag, key: want.key, props: {}, children: [] }, want);
  return element;
}

/** A description that is the same object is drawn already. @param {Element} element @param {Node} before @param {Node} after */
function update(element, before, after) {
  if (before === after) return;
  for (const name of Object.keys(before.props)) {
    if (!(name in after.props)) set(element, name, undefined, before.props[name]);
  }
  // The children first: a select takes its value only when it has its options.
  children(element, before.children, after.children);
  for (const [name, value] of Object.entries(after.props)) set(element, name, value, before.props[name]);
}

/** @param {any} element @param {string} name @param {any} value @param {any} before */
function set(element, name, value, before) {
  if (name.startsWith('on')) {
    // A handler that returns false would undo the click.
    element[name.toLowerCase()] = value
      ? (/** @type {Event} */ event) => {
          value(event);
        }
      : null;
  } else if (name === 'style') {
    for (const key of Object.keys(before ?? {})) if (!(key in (value ?? {}))) element.style.removeProperty(key);
    for (const [key, part] of Object.entries(value ?? {})) {
      if (before?.[key] !== part) element.style.setProperty(key, part === null ? '' : String(part));
    }
  } else if (name === 'value' && value === before && element === document.activeElement) {
    // What is being typed is no change yet; a drawing for another reason must not undo it.
  } else if (PROPERTIES.has(name) && name in element) {
    const wanted = value ?? (name === 'value' ? '' : false);
    if (element[name] !== wanted && !(name === 'value' && element.value === String(wanted))) element[name] = wanted;
  } else if (value === undefined || value === null || (value === false && !name.startsWith('aria-'))) {
    if (before !== undefined) element.removeAttribute(name);
  } else if (value !== before) {
    element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
  }
}
