// The terms of the table: what its rule sheet and its setting fix. They come with the public view and with
// the page. When they change, one sentence says what changed.
// [AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]

import { el, mark, write } from "../dom.js";

/**
 * @typedef {{ sheet: number, setting: number, words: Record<string, Record<string, string[]>> }} KnownTerms
 * @typedef {import("./i18n.js").I18n} I18n
 */

/** @param {KnownTerms} terms @param {KnownTerms} others */
export const areSame = (terms, others) => terms.sheet === others.sheet && terms.setting === others.setting;

/** @param {KnownTerms} terms @param {KnownTerms} others */
export const areOlder = (terms, others) =>
  terms.sheet < others.sheet || (terms.sheet === others.sheet && terms.setting < others.setting);

/**
 * What changed, in one sentence; empty where nothing did that players read.
 * @param {Pick<I18n, "t" | "language">} i18n
 * @param {KnownTerms} before
 * @param {KnownTerms} after
 */
export function changeText({ t, language }, before, after) {
  const [old, now] = [before.words[language] ?? {}, after.words[language] ?? {}];
  const changes = [];
  for (const [key, [name, value]] of Object.entries(now)) {
    if (!(key in old)) changes.push(t("terms.new", { name, value }));
    else if (old[key][1] !== value) changes.push(t("terms.change", { name, value, before: old[key][1] }));
  }
  for (const [key, [name]] of Object.entries(old)) {
    if (!(key in now)) changes.push(t("terms.gone", { name }));
  }
  return changes.length ? t("terms.changed", { changes: changes.join("; ") }) : "";
}

/**
 * The sentence on the page. It stays until the player closes it: nobody need read it before the next bet.
 * @param {{ i18n: I18n, urls: Record<string, any> }} options
 */
export function termsNotice({ i18n: { t }, urls }) {
  const text = el("span", { class: "terms-text" });
  const node = el(
    "div",
    { class: "tell terms" },
    el(
      "span",
      { class: "tell-text" },
      text,
      " ",
      el("a", { href: urls.rules, target: "_blank", rel: "noopener" }, t("link.rules")),
    ),
    el("button", {
      type: "button",
      class: "act close",
      "aria-label": t("close"),
      click: () => mark(node, "data-shown", null),
    }, "×"),
  );
  return {
    node,
    /** @param {string} sentence */
    show(sentence) {
      write(text, sentence);
      mark(node, "data-shown", true);
    },
  };
}
