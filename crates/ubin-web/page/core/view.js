// A view is a custom element that draws a part of the state, again whenever that part has changed. It never talks to another view.

import { patch } from './dom.js';
import { store } from '../state.js';

export class View extends HTMLElement {
  /** What was last drawn from. @type {any[] | undefined} */
  seen;

  connectedCallback() {
    this.unsubscribe = store.subscribe(() => this.update());
    this.update();
  }

  disconnectedCallback() {
    this.unsubscribe?.();
    this.seen = undefined;
  }

  update() {
    const seen = this.uses(store.state);
    if (this.seen && seen.length === this.seen.length && seen.every((part, at) => part === this.seen?.[at])) return;
    this.seen = seen;
    patch(this, this.render(store.state));
    this.drawn(store.state);
  }

  /**
   * The parts of the state that the view shows; while they stay the same it is not drawn again.
   * @param {import('./types.js').State} state
   * @returns {any[]}
   */
  uses(state) {
    return [state];
  }

  /**
   * What to show.
   * @param {import('./types.js').State} _state
   * @returns {any}
   */
  render(_state) {
    return [];
  }

  /** Parts that were described before. @type {Map<string, { from: any[], made: any }>} */
  kept = new Map();

  /**
   * A part of what is shown, described again only when what it is made from has changed: a drag draws sixty times a second.
   * @param {string} name @param {any[]} from @param {() => any} make
   */
  keep(name, from, make) {
    const known = this.kept.get(name);
    if (known && from.every((part, at) => part === known.from[at])) return known.made;
    const made = make();
    this.kept.set(name, { from, made });
    return made;
  }

  /**
   * After drawing: focus, canvases, animations.
   * @param {import('./types.js').State} _state
   */
  drawn(_state) {}
}

/**
 * Makes a view known under its tag.
 * @param {string} tag
 * @param {CustomElementConstructor} view
 */
export function define(tag, view) {
  if (!customElements.get(tag)) customElements.define(tag, view);
}
