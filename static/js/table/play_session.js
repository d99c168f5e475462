// The play session: its figures at any time, the invitation and the warning after inactivity, and the
// statement at its end. The player begins and ends it.
// [AR-26] [AR-27] [AR-28a] [AR-28b] [AR-29] [FR-R27] [FR-R28] [FR-R29a] [FR-R29b] [FR-R30]

import { el, mark, write } from "../dom.js";

/**
 * @typedef {import("./clock.js").ServerClock} ServerClock
 * @typedef {import("./panels.js").OpenPanel} OpenPanel
 */

/**
 * @typedef {import("./i18n.js").I18n} I18n
 * @typedef {import("./messages.d.ts").SeatView} SeatView
 */

/**
 * The figures of a session, so far or at its end.
 * @param {{ i18n: I18n, session: Partial<NonNullable<SeatView["ended"]>>, until?: number }} options
 */
export function sessionFigures({ i18n, session, until }) {
  const { t, money, signed, duration, timeOfDay } = i18n;
  /** @param {string} name @param {string | number} value */
  const row = (name, value) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, value));
  return el(
    "dl",
    { class: "tally" },
    row("session.since", timeOfDay(session.since ?? 0)),
    session.until !== undefined && row("session.until", timeOfDay(session.until)),
    row("session.time", duration((session.until ?? until ?? 0) - (session.since ?? 0))),
    row("session.rounds", session.rounds ?? 0),
    row("session.staked", money(session.staked ?? 0)),
    row("session.returned", money(session.returned ?? 0)),
    row("session.net", signed(session.net ?? 0)),
  );
}

/**
 * The card that invites the player to end an inactive session, and the warning that follows. Only a bet
 * removes the warning.
 * @param {{
 *   i18n: I18n, clock: ServerClock, describe: () => Record<string, any>, stay: () => void,
 *   leave: () => void,
 * }} options
 */
export function inactivityCard({ i18n, clock, describe, stay, leave }) {
  const { t, duration, money, joinList } = i18n;
  const title = el("h2", { id: "nudge-title" });
  const text = el("p", {});
  const figures = el("div", {});
  const timeLeft = el("span", { class: "nudge-clock figure" });
  const stayButton = el("button", {
    type: "button",
    class: "act main",
    click: () => {
      dismissed = step;
      mark(root, "data-shown", null);
      stay();
    },
  }, t("nudge.stay"));
  const leaveButton = el("button", { type: "button", class: "act main", click: leave }, t("nudge.leave"));
  const root = el(
    "section",
    { class: "nudge", role: "alertdialog", "aria-labelledby": "nudge-title", "aria-live": "assertive" },
    title,
    text,
    timeLeft,
    figures,
    el("div", { class: "acts-row" }, stayButton, leaveButton),
  );
  /** @type {string | null} */
  let step = null;
  /** @type {string | null} */
  let dismissed = null;

  /**
   * How long the player has not bet, as the rule sheet in force defines it; in whole minutes where possible.
   * @param {{ why: string, after?: number }} options
   */
  function idleText({ why, after = 0 }) {
    if (why === "rounds") return t(after === 1 ? "nudge.round" : "nudge.rounds", { count: after });
    return after % 60 ? t("nudge.seconds", { count: after }) : t("nudge.minutes", { count: after / 60 });
  }

  /**
   * The reason, and what removes the warning: a rebuy where the stack is short, otherwise a bet.  [HE-70a]
   * [HE-70b] [HE-71]
   * @param {NonNullable<SeatView["nudge"]>} nudge
   */
  function reasonText(nudge) {
    const { minimum, rest_rounds: rounds, rebuys: offered = [] } = describe();
    const rebuys = offered.map((/** @type {{ cost: number }} */ { cost }) => money(cost));
    if (nudge.why === "short") {
      return t(`nudge.${step}.short`, {
        minimum: money(minimum),
        rebuys: joinList(rebuys, "disjunction"),
      });
    }
    if (nudge.why === "rested") return t(`nudge.${step}.rested`, { rounds });
    if (step === "invited") return t("nudge.invited.text", { idle: idleText(nudge) });
    return t(nudge.why === "rounds" ? "nudge.warned.rounds" : "nudge.warned.text");
  }

  /**
   * What is left of the warned time; null where rounds count. While no bet is possible it stands still.
   * @param {NonNullable<SeatView["nudge"]>} nudge
   */
  function timeOf({ ends, left }) {
    if (left !== undefined) return left;
    return ends === undefined ? null : clock.until(ends);
  }

  return {
    root,
    /** @param {{ mine: any }} options */
    render({ mine }) {
      const nudge = mine?.nudge;
      if (!nudge) {
        step = null;
        dismissed = null;
        mark(root, "data-shown", null);
        return;
      }
      if (nudge.step !== step) {
        step = nudge.step;
        figures.replaceChildren(sessionFigures({ i18n, session: mine, until: clock.now() }));
        write(title, t(`nudge.${step}.title`));
        stayButton.hidden = step === "warned";
      }
      write(text, nudge.left === undefined ? reasonText(nudge) : `${reasonText(nudge)} ${t("nudge.stands")}`);
      const time = step === "warned" ? timeOf(nudge) : null;
      write(timeLeft, time === null ? "" : duration(time));
      mark(root, "data-shown", dismissed !== step && !nudge.stayed);
      mark(root, "data-step", step);
    },
  };
}

/**
 * Shows the totals of the same game at other tables in this visit.  [AR-26] [HE-67]
 * @param {{ i18n: I18n, url: string, node: Element }} options
 */
async function showOtherTables({ i18n, url, node }) {
  const { t, money, signed } = i18n;
  const response = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!response?.ok) return;
  const { tables, rounds, staked, returned, net } = await response.json();
  const figures = { tables, rounds, staked: money(staked), returned: money(returned), net: signed(net) };
  write(node, tables ? t("statement.elsewhere", figures) : t("statement.elsewhere.none"));
}

const BARRING = new Set(["excluded", "time", "house"]); // after these no new session can begin at once

/**
 * Shows the statement at the end of a session, whatever ended it.  [AR-26] [FR-R27]
 * @param {{ i18n: I18n, urls: Record<string, any>, openPanel: OpenPanel, sit: any }} options
 */
export function sessionStatement({ i18n, urls, openPanel, sit }) {
  const { t } = i18n;
  /** @type {string | null} */
  let shownKey = null;
  return function render(/** @type {SeatView["ended"]} */ ended) {
    if (!ended) {
      shownKey = null;
      return;
    }
    const key = `${ended.since}-${ended.until}`;
    if (shownKey === key) return;
    shownKey = key;
    const otherTables = el("p", { class: "statement-elsewhere" });
    if (urls.elsewhere) showOtherTables({ i18n, url: urls.elsewhere, node: otherTables });
    const dialog = openPanel(
      t("statement.title"),
      el(
        "div",
        { class: "stacked" },
        el("p", {}, t(`ended.${ended.cause}`)),
        sessionFigures({ i18n, session: ended }),
        otherTables,
        el(
          "p",
          { class: "soft" },
          t("statement.kept"),
          " ",
          ...links(i18n, urls, ["sessions", "rules", "complaints"]),
        ),
        el(
          "div",
          { class: "acts-row" },
          sit && !BARRING.has(ended.cause) && el("button", {
            type: "button",
            class: "act main",
            click: () => {
              dialog.close();
              sit();
            },
          }, t("statement.again")),
          el("a", { class: "act", href: urls.lobby }, t("statement.lobby")),
        ),
      ),
      { name: "statement" },
    );
  };
}

/** @param {I18n} i18n @param {Record<string, any>} urls @param {string[]} names */
function links(i18n, urls, names) {
  /** @param {string} name */
  const link = (name) =>
    el("a", { href: urls[name], target: "_blank", rel: "noopener" }, i18n.t(`link.${name}`));
  return names.filter((name) => urls[name]).flatMap((name, place) => [place ? " · " : "", link(name)]);
}
