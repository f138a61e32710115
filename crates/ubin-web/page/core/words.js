// The words of menus: methods, heuristics, goals and the like. The server lists them; the page has only their names in its languages.

import { has, t } from './i18n.js';

/**
 * A word of a set.
 * @typedef {object} Word
 * @property {string} name
 * @property {string} about one English sentence
 * @property {string[] | null} methods the methods that it goes with; null for all
 */

/**
 * A set of words, as the server gives it.
 * @typedef {object} WordSet
 * @property {string} set the field that takes them
 * @property {'slide' | 'pack' | null} family
 * @property {Word[]} words
 */

/**
 * The words of a set; none before the server has answered.
 * @param {WordSet[]} sets
 * @param {string} set
 * @param {'slide' | 'pack'} family
 * @returns {Word[]}
 */
export function wordsOf(sets, set, family) {
  return sets.find((known) => known.set === set && (known.family ?? family) === family)?.words ?? [];
}

/** The words themselves. @param {WordSet[]} sets @param {string} set @param {'slide' | 'pack'} family */
export function namesOf(sets, set, family) {
  return wordsOf(sets, set, family).map(({ name }) => name);
}

/** What a word is called here. @param {string} set @param {string} name */
export function called(set, name) {
  return has(`${set}.${name}`) ? t(`${set}.${name}`) : name;
}

/** The options of a menu. @param {string} set @param {string[]} names @returns {[string, string][]} */
export function choices(set, names) {
  return names.map((name) => [name, called(set, name)]);
}

/** What a method does: in the page's language, or as the server says it. @param {WordSet[]} sets @param {'slide' | 'pack'} family @param {string} name */
export function aboutMethod(sets, family, name) {
  const known = [`about.${family}.${name}`, `about.${name}`].find(has);
  return known ? t(known) : (wordsOf(sets, 'method', family).find((word) => word.name === name)?.about ?? '');
}

/** Whether a word goes with a method. @param {Word} word @param {string} method */
export function goesWith({ methods }, method) {
  return methods === null || methods.includes(method);
}
