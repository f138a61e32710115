// Puzzles from outside: pasted or dropped anywhere on the page.

import { takeText } from '../slide/text-box.js';
import { fail } from '../core/jobs.js';

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}

export function listenToDrops() {
  document.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain');
    if (!text || isField(event.target)) return;
    event.preventDefault();
    open(text);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    const file = event.dataTransfer?.files?.[0];
    const text = file ? await file.text() : event.dataTransfer?.getData('text/plain');
    if (isField(event.target) && !file) return;
    event.preventDefault();
    if (text) open(text);
  });
}

/** A link to a puzzle is opened, anything else is read. @param {string} text */
function open(text) {
  const hash = /^https?:\/\/\S+(#[sp]\/\S+)$/.exec(text.trim())?.[1];
  if (hash) location.hash = hash;
  else takeText(text).catch(fail);
}
