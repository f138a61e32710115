// The page without a network: the service worker keeps it, and says when there is a new version. Only where the page computes by itself.

import { isAlone } from './engine.js';

/** Milliseconds between two looks for a new version, while the page stays open. */
const LOOK = 60 * 60 * 1000;

/** @type {ServiceWorkerRegistration | null} */
let registration = null;

/**
 * Keeps the page in the browser. A browser that refuses, as in a private window, shows it all the same.
 * @param {() => void} onNew is called when a new version is there
 */
export async function keepPage(onNew) {
  if (!isAlone() || !('serviceWorker' in navigator)) return;
  const tell = (/** @type {ServiceWorker | null} */ worker) => {
    // Without a page before it, a version is the first one, not a new one.
    if (worker?.state === 'installed' && navigator.serviceWorker.controller) onNew();
  };
  try {
    const known = await navigator.serviceWorker.register('sw.js');
    registration = known;
    tell(known.waiting);
    known.addEventListener('updatefound', () => {
      const worker = known.installing;
      worker?.addEventListener('statechange', () => tell(worker));
    });
    setInterval(() => known.update().catch(() => {}), LOOK);
  } catch {
    // The page works without being kept.
  }
}

/** Begins the new version: the page is loaded again as it is, for its state is in the address. Another tab may have begun it already. */
export function beginNew() {
  const waiting = registration?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('begin');
}
