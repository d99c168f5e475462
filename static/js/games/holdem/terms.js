// The terms of a hold'em table: blinds, limit and number of raises, buy-in and rebuys, commission, time to
// decide.
// [HE-2a] [HE-2b] [HE-2f] [HE-2g] [HE-14] [HE-16] [HE-24a-ii] [HE-38] [HE-43] [HE-66]

import { el } from "../../dom.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 */

/** @param {I18n} i18n @param {number} hundredths */
const percent = (i18n, hundredths) => `${i18n.figure(hundredths, false)} %`;

/** @param {{ describe: Description, i18n: I18n }} options */
export function terms({ describe, i18n }) {
  const { t, money } = i18n;
  /** @param {string} name @param {string | number} value */
  const row = (name, value) => el("div", {}, el("dt", {}, t(`he.row.${name}`)), el("dd", {}, value));
  return el(
    "dl",
    { class: "he-rules" },
    row("blinds", `${money(describe.small_blind)} / ${money(describe.big_blind)}`),
    row("limit", t(`he.limit.${describe.limit}`, { raises: describe.raises })),
    row("buy-in", money(describe.buy_in.cost)),
    row("rebuys", describe.rebuys.map(({ cost }) => money(cost)).join(" / ")),
    row(
      "commission",
      t(`he.commission.${describe.commission.on}`, { rate: percent(i18n, describe.commission.rate) }),
    ),
    row("time", t("he.seconds", { seconds: describe.decision_seconds, extra: describe.extra_seconds })),
  );
}
