// Pattern tables that stay in the browser: each a row of a database, by its name. Where the browser keeps nothing, nothing is kept, and searches build what they need.

const NAME = 'ubin-tables';
const STORE = 'tables';
/** Bytes of all tables together; those used longest ago leave first. */
const MOST = 512 * 2 ** 20;

/**
 * A set of tables. The bytes are a blob, which stays on disk until it is read.
 * @typedef {{ name: string, bytes: Blob, used: number }} Row
 */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'name' });
  const database = await done(request);
  // Another tab with another version must not wait for this one.
  database.onversionchange = () => database.close();
  return database;
}

/** The bytes of a blob at once: only a worker can wait for them so. @param {Blob} blob @returns {ArrayBuffer} */
function readNow(blob) {
  const { FileReaderSync } = /** @type {any} */ (globalThis);
  return new FileReaderSync().readAsArrayBuffer(blob);
}

export class KeptTables {
  /** @type {Map<string, Row>} */
  rows = new Map();
  /** What is to be written when the module rests. @type {Row[]} */
  fresh = [];
  /** @type {Promise<IDBDatabase> | null} */
  database = null;
  /** Whether the browser refused once: then it is not asked again. */
  refused = false;

  /** @param {(store: IDBObjectStore) => Promise<any>} work @param {IDBTransactionMode} mode */
  async within(work, mode) {
    if (this.refused) return undefined;
    try {
      this.database ??= open();
      const database = await this.database;
      return await work(database.transaction(STORE, mode).objectStore(STORE));
    } catch {
      this.refused = true;
      return undefined;
    }
  }

  /** Looks what is there: another worker may have kept something. */
  async look() {
    const rows = await this.within((store) => done(store.getAll()), 'readonly');
    if (rows) this.rows = new Map(rows.map((/** @type {Row} */ row) => [row.name, row]));
  }

  names() {
    return [...this.rows.keys()];
  }

  /** @param {string} name */
  load(name) {
    const row = this.rows.get(name);
    if (!row) return null;
    try {
      const bytes = new Uint8Array(readNow(row.bytes));
      row.used = Date.now();
      this.fresh.push(row);
      return bytes;
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {Uint8Array} bytes */
  keep(name, bytes) {
    if (this.refused || bytes.length > MOST) return;
    const row = { name, bytes: new Blob([/** @type {BlobPart} */ (bytes)]), used: Date.now() };
    this.rows.set(name, row);
    this.fresh.push(row);
  }

  /** Writes what is new, and makes room for it. */
  async settle() {
    const fresh = this.fresh.splice(0);
    if (!fresh.length) return;
    await this.within(async (store) => {
      for (const row of fresh) await done(store.put(row));
      const rows = /** @type {Row[]} */ (await done(store.getAll())).sort((a, b) => b.used - a.used);
      let bytes = 0;
      for (const row of rows) {
        bytes += row.bytes.size;
        if (bytes > MOST) await done(store.delete(row.name));
      }
    }, 'readwrite');
  }

  async clear() {
    this.rows.clear();
    await this.within((store) => done(store.clear()), 'readwrite');
  }
}
