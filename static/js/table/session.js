// The play session: its figures at any time, the invitation and the warning when nothing is bet, and the statement at its end.
// The player begins and ends it.  [AR-26] [AR-27] [AR-28a] [AR-28b] [AR-29] [FR-R27] [FR-R28] [FR-R29a] [FR-R29b] [FR-R30]

import { el, mark, write } from "../dom.js";

/** The figures of a session, so far or at its end. */
export function figuresOf({ speaker, session, until }) {
  const { t, money, signed, span, hour } = speaker;
  const row = (name, value) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, value));
  return el(
    "dl",
    { class: "tally" },
    row("session.since", hour(session.since)),
    session.until !== undefined && row("session.until", hour(session.until)),
    row("session.time", span((session.until ?? until) - session.since)),
    row("session.rounds", session.rounds ?? 0),
    row("session.staked", money(session.staked ?? 0)),
    row("session.returned", money(session.returned ?? 0)),
    row("session.net", signed(session.net ?? 0)),
  );
}

/** The card that invites to end the session, and the warning that follows; only a bet takes the warning away. */
export function nudge({ speaker, clock, describe, stay, leave }) {
  const { t, span, money, list } = speaker;
  const title = el("h2", { id: "nudge-title" });
  const text = el("p", {});
  const figures = el("div", {});
  const left = el("span", { class: "nudge-clock figure" });
  const goOn = el("button", {
    type: "button",
    class: "act main",
    click: () => {
      dismissed = step;
      mark(root, "data-shown", null);
      stay();
    },
  }, t("nudge.stay"));
  const end = el("button", { type: "button", class: "act main", click: leave }, t("nudge.leave"));
  const root = el(
    "section",
    { class: "nudge", role: "alertdialog", "aria-labelledby": "nudge-title", "aria-live": "assertive" },
    title,
    text,
    left,
    figures,
    el("div", { class: "acts-row" }, goOn, end),
  );
  let step = null;
  let dismissed = null;

  /** How long nothing was bet, as the sheet in force says it: whole minutes where it can be said so. */
  function idle({ why, after }) {
    if (why === "rounds") return t(after === 1 ? "nudge.round" : "nudge.rounds", { count: after });
    return after % 60 ? t("nudge.seconds", { count: after }) : t("nudge.minutes", { count: after / 60 });
  }

  /** Why, and what takes the warning away: a rebuy where the stack is short, else a bet.  [HE-70a] [HE-70b] [HE-71] */
  function reason(now) {
    const rebuys = (describe.rebuys ?? []).map((each) => money(each.cost));
    if (now.why === "short") {
      return t(`nudge.${step}.short`, { minimum: money(describe.minimum), rebuys: list(rebuys) });
    }
    if (now.why === "rested") return t(`nudge.${step}.rested`, { rounds: describe.rest_rounds });
    if (step === "invited") return t("nudge.invited.text", { idle: idle(now) });
    return t(now.ends !== undefined ? "nudge.warned.text" : "nudge.warned.rounds");
  }

  return {
    root,
    render({ mine }) {
      const now = mine?.nudge;
      if (!now) {
        step = null;
        dismissed = null;
        mark(root, "data-shown", null);
        return;
      }
      if (now.step !== step) {
        step = now.step;
        figures.replaceChildren(figuresOf({ speaker, session: mine, until: clock.now() }));
        write(title, t(`nudge.${step}.title`));
        goOn.hidden = step === "warned";
      }
      write(text, reason(now));
      write(left, step === "warned" && now.ends !== undefined ? span(clock.until(now.ends)) : "");
      mark(root, "data-shown", dismissed !== step && !now.stayed);
      mark(root, "data-step", step);
    },
  };
}

/** The same game at other tables in this visit, as the house adds it up.  [AR-26] [HE-67] */
async function elsewhere({ speaker, url, into }) {
  const { t, money, signed } = speaker;
  const answer = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { tables, rounds, staked, returned, net } = await answer.json();
  const figures = { tables, rounds, staked: money(staked), returned: money(returned), net: signed(net) };
  write(into, tables ? t("statement.elsewhere", figures) : t("statement.elsewhere.none"));
}

/** The statement at the end, whatever ended it.  [AR-26] [FR-R27] */
export function statement({ speaker, urls, panel, sit }) {
  const { t } = speaker;
  let told = null;
  return function render(ended) {
    if (!ended) {
      told = null;
      return;
    }
    const key = `${ended.since}-${ended.until}`;
    if (told === key) return;
    told = key;
    const others = el("p", { class: "statement-elsewhere" });
    if (urls.elsewhere) elsewhere({ speaker, url: urls.elsewhere, into: others });
    const dialog = panel(
      t("statement.title"),
      el(
        "div",
        { class: "stacked" },
        el("p", {}, t(`ended.${ended.cause}`)),
        figuresOf({ speaker, session: ended }),
        others,
        el(
          "p",
          { class: "soft" },
          t("statement.kept"),
          " ",
          ...links(speaker, urls, ["sessions", "rules", "complaints"]),
        ),
        el(
          "div",
          { class: "acts-row" },
          sit && el("button", {
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

export function links(speaker, urls, names) {
  const link = (name) =>
    el("a", { href: urls[name], target: "_blank", rel: "noopener" }, speaker.t(`link.${name}`));
  return names.filter((name) => urls[name]).flatMap((name, place) => [place ? " · " : "", link(name)]);
}
