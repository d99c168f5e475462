// The meter of the progressive jackpot: it changes with every contribution and every payment, in the order in
// which they happen.
// [MS-1.4] [MS-10.4] [MS-10.8a] [MS-10.8b]

import { el, mark, write } from "../../dom.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Step} Step
 */

const RUN = 600; // ms in which the figures run to the new amount

/**
 * The amount of the jackpot at a step of the settlement, from its final amount back to the first event.
 * @param {{
 *   game: GameView | undefined, playing?: GameEvent[], step: Step, before: Cents | undefined,
 * }} options
 */
function potAt({ game, playing = [], step, before }) {
  if (step.name === "live" || before === undefined) return game?.meter;
  let pot = before;
  let paid = 0;
  if (!["fed", "jackpot"].includes(step.name)) return game?.phase === "settled" ? before : game?.meter;
  for (const event of playing) {
    if (event.t === "jackpot-fed") pot += event.cents;
    if (event.t === "jackpot-paid" && paid < step.paid) {
      pot = Math.max(0, pot - event.cents);
      paid += 1;
    }
  }
  return pot;
}

/** @param {{ describe: Description, i18n: I18n, reducedMotion: () => boolean }} options */
export function jackpotMeter({ describe, i18n, reducedMotion }) {
  const { t, money } = i18n;
  const terms = describe.jackpot;
  if (!terms) return null;
  const figure = el("output", { class: "meter-figure", "aria-live": "off" });
  const root = el(
    "section",
    { class: "st-meter", "aria-label": t("st.meter") },
    el("h2", { class: "small-label" }, t("st.meter")),
    figure,
    el(
      "p",
      { class: "soft meter-bet" },
      t("st.meter.bet", { bet: money(terms.bet), contribution: money(terms.contribution) }),
    ),
  );
  /** @type {[number | undefined, number | undefined, number, number | undefined]} */
  let [from, to, since, before] = [undefined, undefined, 0, undefined];

  return {
    root,
    /**
     * Returns whether the figures are still running.
     * @param {{ view: View, step: Step, now: number }} options
     */
    render({ view, step, now }) {
      // Before the first round the jackpot is the house's own contribution.
      const pot = potAt({ game: view.table.game, playing: view.playing, step, before }) ??
        (view.table.phase === "asleep" ? terms.minimum : undefined);
      if (view.table.game?.phase !== "settled" || step.name === "live") {
        before = view.table.game?.meter ?? before;
      }
      if (pot === undefined) return false;
      if (to !== pot) [from, to, since] = [shown(now) ?? pot, pot, now];
      const value = shown(now);
      write(figure, money(value ?? pot));
      mark(root, "data-moving", value !== to);
      return value !== to;
    },
  };

  /** @param {number} now */
  function shown(now) {
    if (from === undefined || to === undefined || from === to || reducedMotion()) return to;
    const part = Math.min(1, Math.max(0, (now - since) / RUN));
    return Math.round(from + (to - from) * part);
  }
}
