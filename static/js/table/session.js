// The play session: its figures at any time, the invitation and the warning when nothing is bet, and the statement at its end.
// The player begins and ends it.  [AR-26] [AR-27] [AR-28a] [AR-28b] [AR-29] [FR-R27] [FR-R28] [FR-R29a] [FR-R29b] [FR-R30]

import { el, mark, write } from "./dom.js";

/** The figures of a session, so far or at its end. */
export function figuresOf({ speaker, session, until }) {
  const { t, money, signed, span, hour } = speaker;
  const row = (name, value) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, value));
  return el("dl", { class: "tally" },
    row("session.since", hour(session.since)),
    session.until !== undefined && row("session.until", hour(session.until)),
    row("session.time", span((session.until ?? until) - session.since)),
    row("session.rounds", session.rounds ?? 0),
    row("session.staked", money(session.staked ?? 0)),
    row("session.returned", money(session.returned ?? 0)),
    row("session.net", signed(session.net ?? 0)));
}

/** The card that invites to end the session, and the warning that follows; only a bet takes the warning away. */
export function nudge({ speaker, clock, stay, leave }) {
  const { t, span } = speaker;
  const title = el("h2", { id: "nudge-title" });
  const text = el("p", {});
  const figures = el("div", {});
  const left = el("span", { class: "nudge-clock figure" });
  const goOn = el("button", { type: "button", class: "act main", click: () => { dismissed = step; mark(root, "data-shown", null); stay(); } }, t("nudge.stay"));
  const end = el("button", { type: "button", class: "act main", click: leave }, t("nudge.leave"));
  const root = el("section", { class: "nudge", role: "alertdialog", "aria-labelledby": "nudge-title", "aria-live": "assertive" },
    title, text, left, figures, el("div", { class: "acts-row" }, goOn, end));
  let step = null;
  let dismissed = null;

  return {
    root,
    render({ mine }) {
      const now = mine?.nudge;
      if (!now) { step = null; dismissed = null; mark(root, "data-shown", null); return; }
      if (now.step !== step) {
        step = now.step;
        figures.replaceChildren(figuresOf({ speaker, session: mine, until: clock.now() }));
        write(title, t(`nudge.${step}.title`));
        goOn.hidden = step === "warned";
      }
      write(text, t(now.ends !== undefined ? `nudge.${step}.text` : `nudge.${step}.rounds`, { rounds: now.rounds ?? 1 }));
      write(left, step === "warned" && now.ends !== undefined ? span(clock.until(now.ends)) : "");
      mark(root, "data-shown", dismissed !== step && !now.stayed);
      mark(root, "data-step", step);
    },
  };
}

/** The statement at the end, whatever ended it.  [AR-26] [FR-R27] */
export function statement({ speaker, urls, panel, sit }) {
  const { t } = speaker;
  let told = null;
  return function render(ended) {
    if (!ended) { told = null; return; }
    const key = `${ended.since}-${ended.until}`;
    if (told === key) return;
    told = key;
    const dialog = panel(t("statement.title"), el("div", { class: "stacked" },
      el("p", {}, t(`ended.${ended.cause}`)),
      figuresOf({ speaker, session: ended }),
      el("p", { class: "soft" }, t("statement.kept"), " ", ...links(speaker, urls, ["sessions", "rules", "complaints"])),
      el("div", { class: "acts-row" },
        sit && el("button", { type: "button", class: "act main", click: () => { dialog.close(); sit(); } }, t("statement.again")),
        el("a", { class: "act", href: urls.lobby }, t("statement.lobby")))), { name: "statement" });
  };
}

export function links(speaker, urls, names) {
  const link = (name) => el("a", { href: urls[name], target: "_blank", rel: "noopener" }, speaker.t(`link.${name}`));
  return names.filter((name) => urls[name]).flatMap((name, place) => [place ? " · " : "", link(name)]);
}
