// The rules that a table imposes on its players, reachable in one click at every width: its terms, how zero
// treats the even chances, and what is forbidden.
// [HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g] [HE-66] [FR-R20a] [FR-R20b] [FR-R20c] [FR-R26] [MS-12.1]
// [MS-12.2]

import { el } from "../dom.js";

/**
 * @typedef {import("./i18n.js").I18n} I18n
 */

/**
 * @typedef {Record<string, any> & { forbidden?: { code: string, rule: string }[] }} AboutDescription
 */

/**
 * A rule's number as a link to the rule.
 * @param {string} rule
 * @param {Record<string, any>} urls
 */
const ruleLink = (rule, urls) =>
  el("a", { class: "rule-id", href: `${urls.rules}#${rule}`, target: "_blank", rel: "noopener" }, rule);

/**
 * What players may not do here, each with its rule, and a link to the list of forbidden programs. Null where
 * nothing is forbidden.
 * @param {{ describe: AboutDescription, i18n: I18n, urls: Record<string, any> }} options
 */
function forbiddenConduct({ describe, i18n, urls }) {
  if (!describe.forbidden) return null;
  const { t } = i18n;
  return el(
    "section",
    { class: "forbidden" },
    el("h2", { class: "small-label" }, t("about.forbidden")),
    el(
      "ul",
      {},
      ...describe.forbidden.map(({ code, rule }) =>
        el("li", {}, t(`forbidden.${code}`), " ", ruleLink(rule, urls))
      ),
    ),
    el("a", { href: urls.fair_play, target: "_blank", rel: "noopener" }, t("about.fair-play")),
  );
}

/**
 * The same as one line, where there is little room.
 * @param {{ describe: AboutDescription, i18n: I18n, urls: Record<string, any> }} options
 */
export function forbiddenConductBrief({ describe, i18n, urls }) {
  if (!describe.forbidden) return null;
  const { t } = i18n;
  return el(
    "section",
    { class: "forbidden" },
    el("h2", { class: "small-label" }, t("about.forbidden")),
    el(
      "p",
      {},
      ...describe.forbidden.flatMap((
        { code, rule },
        at,
      ) => [at ? " · " : "", t(`forbidden.${code}.brief`), " ", ruleLink(rule, urls)]),
    ),
  );
}

/**
 * How zero treats the even chances under the rule sheet in force; null at a table without a wheel.
 * @param {{ describe: AboutDescription, i18n: I18n, urls: Record<string, any> }} options
 */
export function zeroNote({ describe, i18n, urls }) {
  if (!describe.zero_option) return null;
  return el(
    "p",
    { class: "zero-note" },
    i18n.t(`zero.${describe.zero_option}`),
    " ",
    ruleLink(describe.zero_rule, urls),
  );
}

/**
 * The whole panel. `terms` is what the game itself shows beside its table.
 * @param {{
 *   describe: AboutDescription, i18n: I18n, urls: Record<string, any>,
 *   terms: HTMLElement | undefined,
 * }} options
 */
export function about({ describe, i18n, urls, terms }) {
  return el(
    "div",
    { class: "about stacked" },
    ...[terms, zeroNote({ describe, i18n, urls }), forbiddenConduct({ describe, i18n, urls })].filter(
      Boolean,
    ),
  );
}

/**
 * The game in five sentences beside its face; null where the game has none.
 * @param {I18n} i18n
 * @param {Record<string, string>} words
 */
export function howToPlay({ t }, words) {
  const codes = [1, 2, 3, 4, 5].map((number) => `how.${number}`).filter((code) => code in words);
  if (!codes.length) return null;
  const face = /** @type {HTMLTemplateElement | null} */ (document.querySelector("#game-face"));
  return el(
    "div",
    { class: "how-with-face" },
    face && el("div", { class: "rule-face" }, /** @type {Element} */ (face.content.cloneNode(true))),
    el("ol", { class: "how-to-play" }, ...codes.map((code) => el("li", {}, t(code)))),
  );
}
