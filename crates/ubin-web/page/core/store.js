// The one place of state. Views read it, actions change it, and nothing else does.
//
// Words: the **document** (`state.doc`) is the puzzle and what was done to it; every change to it is an **edit** and can be undone. Everything else (settings, what a
// search says, what is hovered) changes by `set` and has no history. State is never changed in place: a part that is the same object is the same part.
// What was known of a document before it changed is **settled** by one function, whichever way it has changed.

/**
 * @typedef {import('./types.js').State} State
 * @typedef {import('./types.js').Doc} Doc
 */

/** More steps back than anyone takes. */
const MOST_STEPS = 500;

export class Store {
  /** @param {State} state @param {(before: State, after: State) => State} [settled] the state after a change of the document */
  constructor(state, settled = (_before, after) => after) {
    this.state = state;
    this.settled = settled;
    /** @type {Doc[]} */
    this.past = [];
    /** @type {Doc[]} */
    this.future = [];
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.waiting = false;
  }

  /**
   * Changes the state without history.
   * @param {(state: State) => Partial<State>} change
   */
  set(change) {
    const before = this.state;
    const after = { ...before, ...change(before) };
    this.state = after.doc === before.doc ? after : this.settled(before, after);
    this.tell();
  }

  /**
   * Changes the document, as a step that can be undone.
   * @param {(doc: Doc) => Doc} change
   */
  edit(change) {
    const before = this.state.doc;
    const doc = change(before);
    if (doc === before) return;
    this.past = [...this.past.slice(1 - MOST_STEPS), before];
    this.future = [];
    this.set(() => ({ doc }));
  }

  /**
   * Changes the document without a step of its own: playing a solution is no edit.
   * @param {(doc: Doc) => Doc} change
   */
  amend(change) {
    this.set((state) => ({ doc: change(state.doc) }));
  }

  /**
   * Changes the document and every step back and forth: for what was not there yet when they were made.
   * @param {(doc: Doc) => Doc} change
   */
  complete(change) {
    this.past = this.past.map(change);
    this.future = this.future.map(change);
    this.amend(change);
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  /** @param {Doc[]} from @param {Doc[]} to */
  travel(from, to) {
    const doc = from.pop();
    if (!doc) return;
    to.push(this.state.doc);
    this.set(() => ({ doc }));
  }

  /** @param {() => void} listener @returns {() => void} how to stop listening */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells all listeners once, when the change is complete. */
  tell() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      for (const listener of [...this.listeners]) listener();
    });
  }
}
