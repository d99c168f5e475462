// The line that is never hidden: balance, stakes in play, net result and length of the session, and the delay
// of the connection.
// [AR-25] [FR-R26]

import { el, mark, write } from "../dom.js";

/**
 * @typedef {import("./clock.js").ServerClock} ServerClock
 * @typedef {import("./game.d.ts").View} View
 * @typedef {import("./i18n.js").I18n} I18n
 */

const SLOW_ROUND_TRIP = 250; // ms; from this round trip on the badge shows a slow connection
const STALE_AFTER = 90_000;

/** @param {{ i18n: I18n, clock: ServerClock, openSession: () => void, openDelay: () => void }} options */
export function header({ i18n, clock, openSession, openDelay }) {
  const { t, shortMoney, duration } = i18n;
  /** @param {string} name */
  const figureCell = (name) => {
    const value = el("span", { class: "figure" });
    return {
      value,
      node: el(
        "span",
        { class: `bar-figure ${name}`, "data-figure": name },
        el("span", { class: "small-label" }, t(`bar.${name}`)),
        value,
      ),
    };
  };
  const cells = Object.fromEntries(
    ["balance", "stake", "net", "time"].map((name) => [name, figureCell(name)]),
  );
  const figures = el("button", {
    type: "button",
    class: "bar-figures",
    title: t("session.open"),
    click: openSession,
  }, ...Object.values(cells).map(({ node }) => node));
  const delay = el("span", { class: "figure" });
  const connectionBadge = el(
    "button",
    {
      type: "button",
      class: "bar-delay",
      "aria-label": t("delay.open"),
      title: t("delay.open"),
      click: openDelay,
    },
    el("i", { "aria-hidden": "true" }),
    delay,
  );
  /** @type {number | null} */
  let averageRoundTrip = null;
  let measuredAt = 0;

  return {
    nodes: [figures, connectionBadge],
    /** @param {number} ms */
    observe(ms) {
      averageRoundTrip = averageRoundTrip === null ? ms : averageRoundTrip * 0.6 + ms * 0.4;
      measuredAt = performance.now();
    },
    /** @param {View} view */
    render(view) {
      const mine = view.mine;
      const isPlaying = mine?.seat !== undefined && !mine.ended;
      const imprisoned = Object.values(mine?.game?.prison ?? {}).reduce((sum, cents) => sum + cents, 0);
      const isOver = view.step === "live" && mine?.game?.result;
      write(cells.balance.value, view.purse ? shortMoney(view.purse.cents) : "–");
      write(
        cells.stake.value,
        shortMoney((isOver ? 0 : (mine?.game?.total ?? 0) + (mine?.game?.carried ?? 0)) + imprisoned),
      );
      write(
        cells.net.value,
        isPlaying ? `${(mine.net ?? 0) > 0 ? "+" : ""}${shortMoney(mine.net ?? 0)}` : "–",
      );
      write(cells.time.value, isPlaying ? duration(clock.since(mine.since ?? 0)) : "–");
      const isOpen = view.link === "open";
      mark(
        connectionBadge,
        "data-link",
        isOpen ? ((averageRoundTrip ?? 0) > SLOW_ROUND_TRIP ? "slow" : "open") : "lost",
      );
      write(delay, isOpen && averageRoundTrip !== null ? `${Math.round(averageRoundTrip)} ms` : "–");
      mark(connectionBadge, "data-old", performance.now() - measuredAt > STALE_AFTER);
    },
  };
}
