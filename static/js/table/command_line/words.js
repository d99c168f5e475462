// Typed text as words: without accents and capitals, with numbers apart, and the phrases that name a command.
// The phrases are the messages `typed.<name>`, in every language of the house, the language of the page
// first.

/** @typedef {import("../i18n.js").I18n} I18n */

const ACCENTS = /\p{M}/gu;
// "2,50" and "2.50" are one number; "17-20" and "17+20" are two.
const WORDS = /\d+(?:[.,]\d{1,2})?(?!\d)|[a-z]+/g;

/** @param {string} text */
const plainText = (text) => text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();

/** @param {string} text @returns {string[]} */
export const wordsOf = (text) => plainText(text).match(WORDS) ?? [];

/** @param {string | undefined} word */
export const isNumber = (word) => /^\d/.test(word ?? "");

/**
 * The phrases of a name, as they are written.
 * @param {I18n["t"]} t
 * @param {string} name
 */
export const phrasesOf = (t, name) => t(`typed.${name}`).split(",").map((phrase) => phrase.trim());

/**
 * The names whose phrase begins the words, by the longest phrase, and the words that follow it.
 * @param {I18n["t"]} t
 * @param {string[]} names
 * @param {string[]} words
 */
export function matchPhrase(t, names, words) {
  let length = 0;
  /** @type {string[]} */
  let matches = [];
  for (const name of names) {
    for (const phrase of phrasesOf(t, name)) {
      const parts = wordsOf(phrase);
      if (!parts.length || parts.length < length || parts.some((part, at) => part !== words[at])) continue;
      if (parts.length > length) matches = [];
      length = parts.length;
      if (!matches.includes(name)) matches.push(name);
    }
  }
  return { names: matches, rest: words.slice(length) };
}

/**
 * The words without those that only join the others: "on", "the", "no", "de".
 * @param {I18n["t"]} t
 * @param {string[]} words
 */
export function meaningfulWords(t, words) {
  const joining = new Set(phrasesOf(t, "joining"));
  return words.filter((word) => !joining.has(word));
}
