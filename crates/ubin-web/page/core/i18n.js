// Words: every string of the page is in one file a language, `text/en.js` and `text/id.js`, under the same names.

import en from '../text/en.js';
import id from '../text/id.js';

/** @type {Record<string, { strings: Record<string, string>, server: [RegExp, string][], cells: [RegExp, string][], locale: string }>} */
export const LANGUAGES = { en, id };

let language = 'en';

/** @param {string} name */
export function speak(name) {
  language = name in LANGUAGES ? name : 'en';
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/**
 * The string of a name, with `{parts}` filled in.
 * @param {string} name
 * @param {Record<string, any>} [parts]
 */
export function t(name, parts = {}) {
  const text = LANGUAGES[language].strings[name] ?? en.strings[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, part) => (part in parts ? String(parts[part]) : whole));
}

/**
 * The string of a name and a number; one has a string of its own.
 * @param {string} name
 * @param {number} n
 * @param {Record<string, any>} [parts]
 */
export function tn(name, n, parts = {}) {
  return t(n === 1 && `${name}1` in en.strings ? `${name}1` : name, { n, ...parts });
}

/**
 * A sentence of the server, in the page's language where it is known.
 * @param {string | null | undefined} sentence
 */
export function told(sentence) {
  if (!sentence) return '';
  const { server, cells } = LANGUAGES[language];
  const found = server.find(([pattern]) => pattern.test(sentence));
  return found ? cells.reduce((words, [name, by]) => words.replace(name, by), sentence.replace(...found)) : sentence;
}

/** A number with its thousands. @param {number | null | undefined} value @param {number} [digits] */
export function num(value, digits = 0) {
  if (value === null || value === undefined) return '–';
  return value.toLocaleString(LANGUAGES[language].locale, { maximumFractionDigits: digits });
}

/** Memory in a readable unit. @param {number | null | undefined} value */
export function bytes(value) {
  if (value === null || value === undefined) return '–';
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let unit = 0;
  let size = value;
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  return `${num(size, unit ? 1 : 0)} ${units[unit]}`;
}

/** Time in a readable unit. @param {number | null | undefined} ms */
export function time(ms) {
  if (ms === null || ms === undefined) return '–';
  if (ms < 1000) return `${num(ms, ms < 10 ? 2 : 0)} ms`;
  return `${num(ms / 1000, 1)} s`;
}
