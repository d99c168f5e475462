// The phase of the round in the words of the regulation, with the time left where there is a deadline: always
// as text, as sound and voice where wanted.  [AR-14a] [AR-14b] [FR-R15a] [FR-R15b]

import { countdownRing } from "./countdown_ring.js";
import { el, mark, write } from "../dom.js";

/**
 * @typedef {import("./clock.js").ServerClock} ServerClock
 * @typedef {import("./game.d.ts").View} View
 * @typedef {import("./i18n.js").I18n} I18n
 */

/**
 * The phase in words, and a detail.
 * @param {{ table: any, step: string, mine: any, phrase?: string[] }} view
 * @param {I18n["t"]} t
 * @param {boolean} isIndividual
 */
export function phaseText({ table, step, mine, phrase: fromGame }, t, isIndividual) {
  const { beacon } = table;
  if (table.phase === "closed" && beacon?.number && !beacon.value) {
    return [t("phase.closed"), t("beacon.waits", beacon)]; // the wait is a part of the round
  }
  if (step === "live" && table.reports_stopped && ["betting", "preparing"].includes(table.phase)) {
    return [t("no-reports.phase"), t("no-reports.wait")];
  }
  if (step === "live" && table.beacon_missed) return [t("phase.preparing"), t("beacon.missed")];
  if (fromGame) return fromGame; // a game may describe its phase more exactly
  if (step !== "live") return [t(`phase.${step}`), ""];
  if (table.phase === "betting" && isIndividual) {
    return [t("phase.betting"), mine?.seat === undefined ? "" : t("phase.individual")];
  }
  return [t(`phase.${table.phase ?? "preparing"}`), ""];
}

/** @param {{ i18n: I18n, clock: ServerClock }} options */
export function timeline({ i18n, clock }) {
  const { t } = i18n;
  const ring = countdownRing(t("time.left"));
  const phrase = el("p", { class: "phrase" });
  const detail = el("p", { class: "phrase-detail" });
  const root = el("div", { class: "timeline" }, ring.root, el("div", { class: "phrases" }, phrase, detail));
  let duration = 0; // ms from the first sight of the current deadline
  /** @type {number | null} */
  let currentDeadline = null;

  return {
    root,
    /** @param {View} view */
    render(view) {
      const { table } = view;
      const [text, detailText] = phaseText(view, t, view.isIndividual);
      write(phrase, text);
      const round = table.round ? t("round.number", { round: table.round }) : "";
      write(detail, [detailText, round, view.players ?? ""].filter(Boolean).join(" · "));
      mark(root, "data-phase", view.step === "live" || view.step === "dealing" ? table.phase : view.step);
      const isTimed = (table.phase === "betting" || table.phase === "choosing") && table.due !== undefined;
      const isResting = view.step === "live" &&
        (table.phase === "resting" || table.phase === "void" || table.phase === "preparing") &&
        table.due !== undefined;
      ring.show(isTimed || isResting);
      if (!isTimed && !isResting) return;
      const timeLeft = clock.until(table.due ?? 0);
      if (currentDeadline !== table.due) {
        currentDeadline = table.due ?? null;
        duration = Math.max(
          timeLeft,
          isTimed && table.opened !== undefined ? (table.due ?? 0) - table.opened : 0,
          1,
        );
      }
      ring.render(timeLeft, duration, isTimed);
    },
  };
}
