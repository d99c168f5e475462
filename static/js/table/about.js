// What a table asks of its players, one click away at every width: its terms, how zero treats the even chances, what nobody may do.
// [HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g] [HE-66] [FR-R20a] [FR-R20b] [FR-R20c] [FR-R26] [MS-12.1] [MS-12.2]

import { el } from "../dom.js";

/** A rule's number, which leads to the rule. */
const ruleOf = (rule, urls) =>
  el("a", { class: "rule-id", href: `${urls.rules}#${rule}`, target: "_blank", rel: "noopener" }, rule);

/** What players may not do here, each with its rule; the list of forbidden programs is public. Nothing where nothing is forbidden. */
export function forbiddenOf({ describe, speaker, urls }) {
  if (!describe.forbidden) return null;
  const { t } = speaker;
  return el(
    "section",
    { class: "forbidden" },
    el("h2", { class: "small-label" }, t("about.forbidden")),
    el(
      "ul",
      {},
      ...describe.forbidden.map(({ code, rule }) =>
        el("li", {}, t(`forbidden.${code}`), " ", ruleOf(rule, urls))
      ),
    ),
    el("a", { href: urls.fair_play, target: "_blank", rel: "noopener" }, t("about.fair-play")),
  );
}

/** The same in a few words, where there is little room. */
export function forbiddenBriefly({ describe, speaker, urls }) {
  if (!describe.forbidden) return null;
  const { t } = speaker;
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
      ) => [at ? " · " : "", t(`forbidden.${code}.brief`), " ", ruleOf(rule, urls)]),
    ),
  );
}

/** How zero treats the even chances under the sheet in force; nothing at a table without a wheel. */
export function zeroOf({ describe, speaker, urls }) {
  if (!describe.zero_option) return null;
  return el(
    "p",
    { class: "zero-note" },
    speaker.t(`zero.${describe.zero_option}`),
    " ",
    ruleOf(describe.zero_rule, urls),
  );
}

/** The whole panel; `terms` are those that the game itself shows beside its felt. */
export function about({ describe, speaker, urls, terms }) {
  return el(
    "div",
    { class: "about stacked" },
    ...[terms, zeroOf({ describe, speaker, urls }), forbiddenOf({ describe, speaker, urls })].filter(Boolean),
  );
}
