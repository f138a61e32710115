// The module: the library as WebAssembly, called with text and bytes. `crates/ubin-wasm/src/abi.rs` is the other side.

/**
 * What the module wants of the worker it runs in.
 * @typedef {object} Host
 * @property {() => boolean} isWanted whether an answer is still wanted
 * @property {(name: string, bytes: Uint8Array) => void} told an event, and last the answer: `result`, `refused`, or a file by its media type
 * @property {(memory: WebAssembly.Memory) => void} [began] the module is there, with its memory
 * @property {() => string[]} names of the tables that are kept
 * @property {(name: string) => Uint8Array | null} load the tables of a name
 * @property {(name: string, bytes: Uint8Array) => void} keep tables
 */

/**
 * An instance of the module for one worker.
 * @param {WebAssembly.Module} module
 * @param {Host} host
 * @returns {Promise<(question: string) => void>} asks; what comes of it is told to the host before it returns
 */
export async function begin(module, host) {
  const [reading, writing] = [new TextDecoder(), new TextEncoder()];
  /** The tables whose length was asked for last. @type {{ name: string, bytes: Uint8Array | null } | null} */
  let looked = null;
  /** @type {any} */
  let exports = null;
  // Memory grows, and then its buffer is another one: it is looked up every time.
  const bytesAt = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(exports.memory.buffer, at >>> 0, length >>> 0);
  const textAt = (/** @type {number} */ at, /** @type {number} */ length) => reading.decode(bytesAt(at, length));
  const find = (/** @type {string} */ name) => (name === '' ? writing.encode(host.names().join('\n')) : host.load(name));
  const ubin = {
    now: () => performance.now(),
    is_wanted: () => (host.isWanted() ? 1 : 0),
    told: (/** @type {number} */ name, /** @type {number} */ nameLength, /** @type {number} */ at, /** @type {number} */ length) =>
      host.told(textAt(name, nameLength), bytesAt(at, length).slice()),
    table_length(/** @type {number} */ at, /** @type {number} */ length) {
      const name = textAt(at, length);
      looked = { name, bytes: find(name) };
      return looked.bytes?.length ?? -1;
    },
    load_table(/** @type {number} */ at, /** @type {number} */ nameLength, /** @type {number} */ into, /** @type {number} */ length) {
      const name = textAt(at, nameLength);
      const bytes = looked?.name === name ? looked.bytes : null;
      looked = null;
      if (bytes?.length !== length >>> 0) return 0;
      bytesAt(into, length).set(bytes);
      return 1;
    },
    keep_table: (/** @type {number} */ name, /** @type {number} */ nameLength, /** @type {number} */ at, /** @type {number} */ length) =>
      host.keep(textAt(name, nameLength), bytesAt(at, length).slice()),
  };
  const instance = await WebAssembly.instantiate(module, { ubin });
  exports = instance.exports;
  host.began?.(exports.memory);
  return (question) => {
    const bytes = writing.encode(question);
    const at = exports.room(bytes.length);
    bytesAt(at, bytes.length).set(bytes);
    exports.ask();
  };
}
