// What screen readers speak: one polite region, at most one sentence a second, the last one wins.

const PAUSE = 1000;
let next = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} sentence */
export function say(sentence) {
  const region = document.getElementById('live');
  if (!region) return;
  clearTimeout(timer);
  const wait = Math.max(0, next - Date.now());
  timer = setTimeout(() => {
    next = Date.now() + PAUSE;
    region.textContent = sentence;
  }, wait);
}
