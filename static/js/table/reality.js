// The reality check that the player asked for: how long it has been and what it cost, from time to time, and not gone before it is answered.

import { el } from "../dom.js";
import { figuresOf } from "./session.js";

// A key or a click that was meant for the table as the check appeared is no answer to it.
const UNREAD = 600;

export function reality({ speaker, clock, panel, facts, leave }) {
  const { t, span } = speaker;
  const every = (facts.me?.reality ?? 0) * 60000;
  const key = (session) => `feltro.reality.${session}`;
  const answered = (session) => {
    try {
      return Number(sessionStorage.getItem(key(session))) || 0;
    } catch {
      return done.get(session) ?? 0;
    }
  };
  const done = new Map();
  let open = false;

  function answer(mine, count, word) {
    done.set(mine.session, count);
    try {
      sessionStorage.setItem(key(mine.session), String(count));
    } catch { /* kept in `done` for as long as the page lives */ }
    fetch(facts.urls.reality, {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-CSRFToken": facts.me.csrf },
      body: JSON.stringify({ session: mine.session, answer: word }),
    }).catch(() => null);
  }

  /** Between rounds only: nobody is interrupted while a hand is decided. */
  return function render({ mine, table }) {
    if (!every || open || mine?.session === undefined || mine.ended || table.phase === "choosing") return;
    const count = Math.floor((clock.now() - mine.since) / every);
    if (count < 1 || count <= answered(mine.session)) return;
    open = true;
    const shown = performance.now();
    const act = (word, then) =>
      el("button", {
        type: "button",
        class: "act main",
        click: () => {
          if (performance.now() - shown < UNREAD) return;
          answer(mine, count, word);
          dialog.close();
          then?.();
        },
      }, t(`reality.${word}`));
    const dialog = panel(
      t("reality.title"),
      el(
        "div",
        { class: "stacked" },
        el("p", {}, t("reality.text", { time: span(clock.now() - mine.since) })),
        figuresOf({ speaker, session: mine, until: clock.now() }),
        el(
          "div",
          { class: "acts-even" },
          act("continue"),
          act("history", () => {
            location.href = facts.urls.rounds;
          }),
          act("end", leave),
        ),
      ),
      { name: "reality", firm: true },
    );
    // However it was shut, the next look decides whether it is still owed. The dialog itself gives the focus back to where it was.
    dialog.addEventListener("close", () => {
      open = false;
    });
  };
}
