// The last round that the player took part in, with its result and the amounts bet, also after leaving and
// returning to the table.  [AR-24] [FR-R25]

import { el } from "../dom.js";

/**
 * @typedef {import("./game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("./i18n.js").I18n} I18n
 */

/** @param {{ i18n: I18n, url: string, explain: (round: PlayedRound) => HTMLElement }} options */
export function lastRound({ i18n, url, explain }) {
  const { t } = i18n;
  const root = el("div", { class: "stacked" }, el("p", { class: "soft" }, t("loading")));
  async function loadRound() {
    try {
      const response = await fetch(url, { headers: { accept: "application/json" } });
      if (response.status === 404 || response.status === 204) {
        return void root.replaceChildren(el("p", {}, t("last.none")));
      }
      if (!response.ok) throw new Error(String(response.status));
      const round = await response.json();
      if (!round || !round.round) return void root.replaceChildren(el("p", {}, t("last.none")));
      root.replaceChildren(
        ...[el("p", { class: "soft" }, t("round.number", { round: round.round })), explain(round)].filter(
          Boolean,
        ),
      );
    } catch {
      root.replaceChildren(el("p", {}, t("unavailable")));
    }
  }
  loadRound();
  return root;
}
