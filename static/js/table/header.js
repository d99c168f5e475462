// The one line that is never hidden: balance, in play, session net, session clock; and how far away the house is.
// [AR-25] [FR-R26]

import { el, mark, write } from "../dom.js";

const SLOW = 250; // ms of round trip from which the badge says that the connection is slow
const OLD = 90_000;

export function header({ speaker, clock, openSession, openDelay }) {
  const { t, brief, span } = speaker;
  const cell = (name) => {
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
  const cells = Object.fromEntries(["balance", "stake", "net", "time"].map((name) => [name, cell(name)]));
  const figures = el("button", {
    type: "button",
    class: "bar-figures",
    title: t("session.open"),
    click: openSession,
  }, ...Object.values(cells).map((each) => each.node));
  const delay = el("span", { class: "figure" });
  const badge = el(
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
  let trip = null;
  let heard = 0;

  return {
    nodes: [figures, badge],
    hear(ms) {
      trip = trip === null ? ms : trip * 0.6 + ms * 0.4;
      heard = performance.now();
    },
    render(seen) {
      const mine = seen.mine;
      const playing = mine?.seat !== undefined && !mine.ended;
      const prison = Object.values(mine?.game?.prison ?? {}).reduce((sum, cents) => sum + cents, 0);
      const over = seen.step === "live" && mine?.game?.result;
      write(cells.balance.value, seen.purse ? brief(seen.purse.cents) : "–");
      write(
        cells.stake.value,
        brief((over ? 0 : (mine?.game?.total ?? 0) + (mine?.game?.carried ?? 0)) + prison),
      );
      write(cells.net.value, playing ? `${mine.net > 0 ? "+" : ""}${brief(mine.net ?? 0)}` : "–");
      write(cells.time.value, playing ? span(clock.since(mine.since)) : "–");
      const open = seen.link === "open";
      mark(badge, "data-link", open ? (trip > SLOW ? "slow" : "open") : "lost");
      write(delay, open && trip !== null ? `${Math.round(trip)} ms` : "–");
      mark(badge, "data-old", performance.now() - heard > OLD);
    },
  };
}
