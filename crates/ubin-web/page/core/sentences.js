// What the server says, in the page's language: made from codes and values, never by reading a sentence.

import { bytes, has, num, t } from './i18n.js';

/**
 * Why an answer is what it is: a code, and the values of its sentence beside it.
 * @typedef {{ code: string } & Record<string, any>} Why
 */

/**
 * A refusal as the server gives it; what the page found itself has its own sentence.
 * @typedef {object} Refused
 * @property {string} message the English sentence
 * @property {string} [code]
 * @property {string | null} [mistake] finer than the code
 * @property {string | null} [field]
 * @property {Record<string, any>} [values]
 * @property {import('./types.js').Told} [told] what the page found itself
 */

/** A value of a sentence in words: cells and places by their names, words of a set translated. @param {any} value @param {string} name @returns {string} */
function shown(value, name) {
  if (name === 'lacking') return lacking(value);
  if (value === null || value === undefined) return '';
  if (name === 'stop') return t(`reason.${value}`);
  if (name === 'limit') return bytes(value);
  if (name === 'seed') return String(value);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return num(value, 3);
  if (typeof value === 'object') return 'code' in value ? because(value) : placeOf(value);
  return has(`${name}.${value}`) ? t(`${name}.${value}`) : String(value);
}

/** @param {{ row?: number, column: number, layer?: number, line?: number }} place */
function placeOf(place) {
  if (place.line !== undefined) return t('at.text', place);
  return t(place.layer === undefined ? 'at.cell' : 'at.layer', place);
}

/** What a board with a tile twice lacks: the blank is 0. @param {number | null} tile */
function lacking(tile) {
  if (tile === null || tile === undefined) return '';
  return tile === 0 ? t('lacking.blank') : t('lacking.tile', { tile });
}

/** The sentence of a name; a sentence about one thing may have a string of its own. @param {string} name @param {Record<string, any>} values */
function sentence(name, values) {
  const isOne = Object.values(values).every((value) => value === 1) && has(`${name}1`);
  return t(isOne ? `${name}1` : name, values, shown);
}

/**
 * A reason, a stop or a hint in words.
 * @param {Why | null | undefined} why
 * @param {string | null} [reason] the English sentence, for a code that the page does not know
 * @returns {string}
 */
export function because(why, reason = '') {
  if (!why) return reason ?? '';
  const { code, ...values } = why;
  if (code === 'amounts') return amounts(values);
  return has(`reason.${code}`) ? sentence(`reason.${code}`, values) : (reason ?? code);
}

/** How many cells the pieces can cover, and how many may stay empty: a range, or one number. @param {Record<string, any>} values */
function amounts({ least, most, empty_least, empty_most, board }) {
  const range = (/** @type {number} */ low, /** @type {number} */ high) => (low === high ? num(high) : t('amounts.range', { low, high }));
  const name = empty_most === 0 ? 'amounts.full' : 'reason.amounts';
  return t(name, { most: range(least, most), empty_most: range(empty_least, empty_most), board });
}

/** The tables in which a refusal of a code has its sentence. @param {string | undefined} code */
function tables(code) {
  if (code === 'bad-puzzle' || code === 'bad-goal') return ['mistake', 'refusal'];
  if (code === 'impossible' || code === 'none-found') return ['reason', 'refusal'];
  return ['refusal'];
}

/** A refusal in words. @param {Refused} error */
export function refused({ message, told, code, mistake, field, values }) {
  if (told) return t(...told);
  const what = mistake ?? code;
  const table = tables(code).find((name) => has(`${name}.${what}`));
  if (!table) return message;
  const label = field && has(`options.${field}`) ? t(`options.${field}`) : (field ?? '');
  return sentence(`${table}.${what}`, { field: label, ...values });
}
