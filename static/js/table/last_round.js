// «Última jogada»: the last round the player took part in, with its result and the amounts bet, also after leaving and coming
// back.  [AR-24] [FR-R25]

import { el } from "../dom.js";

export function lastRound({ speaker, url, explain }) {
  const { t } = speaker;
  const root = el("div", { class: "stacked" }, el("p", { class: "soft" }, t("loading")));
  async function load() {
    try {
      const answer = await fetch(url, { headers: { accept: "application/json" } });
      if (answer.status === 404 || answer.status === 204) {
        return void root.replaceChildren(el("p", {}, t("last.none")));
      }
      if (!answer.ok) throw new Error(String(answer.status));
      const round = await answer.json();
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
  load();
  return root;
}
