// How a search hears that it is to stop: it never rests, so a message would wait until its end.
//
// Where the browser shares memory, a flag there has the number of the question to be stopped. Where it does not - a first visit, a frame of another site - the question comes with the address of a blob, which is revoked: the
// search asks for it now and then, at once and without a network, and it is gone.

/** Milliseconds between two looks at a blob; a look takes about one. */
const LOOK = 60;

/** The page's side: the signs of one worker. */
export class StopSigns {
  /** Goes to the worker once. */
  flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  /** @type {Map<number, string>} */
  addresses = new Map();

  /** What goes with a question. @param {number} id */
  put(id) {
    if (this.flag) return null;
    const address = URL.createObjectURL(new Blob(['go']));
    this.addresses.set(id, address);
    return address;
  }

  /** Asks a question to stop. @param {number} id */
  raise(id) {
    if (this.flag) Atomics.store(this.flag, 0, id);
    else this.take(id);
  }

  /** The question is over. @param {number} id */
  take(id) {
    const address = this.addresses.get(id);
    if (address) URL.revokeObjectURL(address);
    this.addresses.delete(id);
  }
}

/** The worker's side: the sign of the question under way. */
export class StopWatch {
  /** @type {Int32Array | null} */
  flag = null;
  id = 0;
  /** @type {string | null} */
  address = null;
  next = 0;
  seen = false;

  /** A question begins. @param {number} id @param {string | null} address */
  begin(id, address) {
    Object.assign(this, { id, address, seen: false, next: performance.now() + LOOK });
  }

  /** Whether the question is to stop. */
  isRaised() {
    if (this.flag) return Atomics.load(this.flag, 0) === this.id;
    if (!this.seen && this.address && performance.now() >= this.next) {
      this.seen = !isThere(this.address);
      this.next = performance.now() + LOOK;
    }
    return this.seen;
  }
}

/** Whether a blob's address still leads to it. @param {string} address */
function isThere(address) {
  try {
    const look = new XMLHttpRequest();
    look.open('GET', address, false);
    look.send();
    return true;
  } catch {
    return false;
  }
}
