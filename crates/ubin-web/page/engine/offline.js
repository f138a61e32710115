// The service worker of the static page: it keeps all files of one version, and answers with them. The build writes `VERSION` and `FILES` before this text.
//
// A file's name changes with its contents, so what is kept never grows old; only the list does. A browser looks for another list by itself when the page is opened. A new version waits until the page asks for it or all tabs
// of the old one are closed. Tabs that stay with the old one still find its files: the version before is kept, too.
// Only the page and its files are answered here: whatever else lies in the same folder of a site is left alone.

/* global VERSION, FILES */

const scope = /** @type {any} */ (globalThis);
/** The folder of the page. */
const HOME = new URL('./', location.href).pathname;
/** Pages in other folders of the site have others. */
const OURS = `ubin ${HOME} `;
const KEPT = `${OURS}${scope.VERSION}`;
const DOCUMENT = './';

/** With these a page may share memory with its workers, by which a search is stopped; it embeds nothing of others. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** What the document names. */
const NAMED = /\.(js|css|wasm|webmanifest)$/;

/** The document of this version: one that the browser kept, or a host still sends, may be another's, and names files that are no longer there. */
async function loadDocument() {
  const response = await fetch(DOCUMENT, { cache: 'no-cache' });
  const text = await response.clone().text();
  const isOurs = scope.FILES.every((/** @type {string} */ name) => !NAMED.test(name) || text.includes(name));
  if (!response.ok || !isOurs) throw new Error('the document is that of another version');
  return response;
}

scope.addEventListener('install', (/** @type {any} */ event) => {
  const keep = async () => {
    const [cache, page] = await Promise.all([caches.open(KEPT), loadDocument()]);
    await cache.addAll(scope.FILES);
    await cache.put(DOCUMENT, page);
  };
  event.waitUntil(keep());
});

scope.addEventListener('activate', (/** @type {any} */ event) => {
  const begin = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
    // The oldest first: the last is the version before.
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(begin());
});

scope.addEventListener('message', (/** @type {any} */ { data }) => {
  if (data === 'begin') scope.skipWaiting();
});

/** A kept answer with the headers that shared memory asks for. @param {Response} response */
function isolated(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** What is kept under a name: of this version, or of the one before. @param {string} name */
async function kept(name) {
  const cache = await caches.open(KEPT);
  return (await cache.match(name, { ignoreVary: true })) ?? caches.match(name, { ignoreVary: true });
}

/** The name of what is asked for: the document has two, whatever stands behind them. `null` where it is not ours. @param {Request} request */
function nameOf({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || !pathname.startsWith(HOME)) return null;
  const name = pathname.slice(HOME.length);
  if (mode === 'navigate') return name === '' || name === 'index.html' ? DOCUMENT : null;
  return name === '' || name.includes('/') ? null : name;
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const name = nameOf(request);
  if (name === null) return;
  const answer = async () => {
    const found = await kept(name);
    return found ? isolated(found) : fetch(request);
  };
  event.respondWith(answer());
});
