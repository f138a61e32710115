// Words: every string of the page is in one file a language, `text/en.js` and `text/id.js`, under the same names.

import en from '../text/en.js';
import id from '../text/id.js';

/** @type {Record<string, { strings: Record<string, string>, locale: string }>} */
export const LANGUAGES = { en, id };

/** Sentences that the terminal says in the same words, by language and name. @type {Record<string, Record<string, string>>} */
let shared = {};

/** Takes the terminal's sentences, with the quotes of a page. @param {Record<string, Record<string, string>>} sentences */
export function learn(sentences) {
  const quoted = (/** @type {string} */ words) => words.replace(/'([^' ]*)'/g, '‘$1’').replace(/"([^" ]*)"/g, '“$1”');
  const all = (/** @type {Record<string, string>} */ own) => Object.entries(own).map(([name, words]) => [name, quoted(words)]);
  shared = Object.fromEntries(Object.entries(sentences).map(([name, own]) => [name, Object.fromEntries(all(own))]));
}

/** A part of a string: `{n}`, or `{n cell|cells}` for a number with its noun. */
const PART = /\{(\w+)(?: ([^|{}]*)\|([^{}]*))?\}/g;

let language = 'en';

/** @param {string} name */
export function speak(name) {
  language = name in LANGUAGES ? name : 'en';
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** Whether there is a string of a name. @param {string} name */
export function has(name) {
  return name in en.strings;
}

/**
 * The string of a name, with its parts filled in.
 * @param {string} name
 * @param {Record<string, any>} [parts]
 * @param {(value: any, part: string) => string} [show] how a part is written
 */
export function t(name, parts = {}, show = String) {
  const text = LANGUAGES[language].strings[name] ?? shared[language]?.[name] ?? en.strings[name] ?? name;
  if (!text.includes('{')) return text;
  return text.replace(PART, (whole, part, one, many) => {
    if (!(part in parts)) return whole;
    const words = show(parts[part], part);
    return one === undefined ? words : `${words} ${parts[part] === 1 ? one : many}`;
  });
}

/**
 * The string of a name and a number; one has a string of its own.
 * @param {string} name
 * @param {number} n
 * @param {Record<string, any>} [parts]
 */
export function tn(name, n, parts = {}) {
  return t(n === 1 && has(`${name}1`) ? `${name}1` : name, { n, ...parts });
}

/** A number with its thousands. @param {number | null | undefined} value @param {number} [digits] */
export function num(value, digits = 0) {
  if (value === null || value === undefined) return '–';
  return figures(digits).format(value);
}

/** How numbers are written, by language and digits: dear to make, cheap to use. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} digits */
function figures(digits) {
  const name = `${language}.${digits}`;
  const known = formats.get(name) ?? new Intl.NumberFormat(LANGUAGES[language].locale, { maximumFractionDigits: digits });
  formats.set(name, known);
  return known;
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

/** Time on a clock: seconds and tenths, with minutes where there are some. @param {number} ms */
export function clock(ms) {
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 100) / 10];
  const shown = seconds.toLocaleString(LANGUAGES[language].locale, {
    minimumFractionDigits: 1,
    minimumIntegerDigits: minutes ? 2 : 1,
  });
  return minutes ? `${minutes}:${shown}` : `${shown} s`;
}

/** Time in a readable unit. @param {number | null | undefined} ms */
export function time(ms) {
  if (ms === null || ms === undefined) return '–';
  if (ms < 1000) return `${num(ms, ms < 10 ? 2 : 0)} ms`;
  return `${num(ms / 1000, 1)} s`;
}
