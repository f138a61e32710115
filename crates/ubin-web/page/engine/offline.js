// The service worker of the static page: it keeps all files of one version, and answers with them. The build writes `VERSION` and `FILES` before this text.
//
// A file's name changes with its contents, so what is kept never grows old; only the list does. A browser looks for another list by itself when the page is opened. A new version waits until the page asks for it or all tabs
// of the old one are closed: two versions never mix.

/* global VERSION, FILES */

const scope = /** @type {any} */ (globalThis);
const KEPT = `ubin-${scope.VERSION}`;
const OURS = /^ubin-/;

/** With these a page may share memory with its workers, by which a search is stopped; it embeds nothing of others. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

scope.addEventListener('install', (/** @type {any} */ event) => {
  const keep = async () => (await caches.open(KEPT)).addAll(scope.FILES);
  event.waitUntil(keep());
});

scope.addEventListener('activate', (/** @type {any} */ event) => {
  const begin = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => OURS.test(name) && name !== KEPT).map((name) => caches.delete(name)));
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

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(KEPT);
  // The document is one, whatever stands behind its name.
  const kept = await (request.mode === 'navigate' ? cache.match('./') : cache.match(request));
  return kept ? isolated(kept) : fetch(request);
}

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === location.origin;
  if (request.method === 'GET' && isOurs) event.respondWith(answer(request));
});
