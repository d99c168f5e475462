// The reality check that the player asked for: how long the session has lasted and what it has cost, at a
// regular interval. It stays until it is answered.

import { el } from "../dom.js";
import { sessionFigures } from "./play_session.js";

/**
 * @typedef {import("./clock.js").ServerClock} ServerClock
 * @typedef {import("./game.d.ts").GameContext} GameContext
 * @typedef {import("./i18n.js").I18n} I18n
 * @typedef {import("./panels.js").OpenPanel} OpenPanel
 */

// ms; a key or click meant for the table when the panel appeared must not answer it.
const MIN_READING_TIME = 600;

/**
 * @param {{
 *   i18n: I18n, clock: ServerClock, openPanel: OpenPanel, facts: GameContext["facts"],
 *   leave: () => void,
 * }} options
 */
export function realityCheck({ i18n, clock, openPanel, facts, leave }) {
  const { t, duration } = i18n;
  const interval = (facts.me?.reality ?? 0) * 60000;
  /** @param {number} session */
  const key = (session) => `feltro.reality.${session}`;
  /** @param {number} session */
  const lastAnswered = (session) => {
    try {
      return Number(sessionStorage.getItem(key(session))) || 0;
    } catch {
      return answeredCounts.get(session) ?? 0;
    }
  };
  const answeredCounts = new Map();
  let isOpen = false;

  /** @param {any} mine @param {number} count @param {string} answerName */
  function answer(mine, count, answerName) {
    answeredCounts.set(mine.session, count);
    try {
      sessionStorage.setItem(key(mine.session), String(count));
    } catch { /* without storage `answeredCounts` keeps the answer until the page is left */ }
    fetch(facts.urls.reality, {
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-CSRFToken": facts.me.csrf },
      body: JSON.stringify({ session: mine.session, answer: answerName }),
    }).catch(() => null);
  }

  // Shown between rounds only, so that no decision is interrupted.
  return function render(/** @type {{ mine?: any, table: { phase?: string } }} */ { mine, table }) {
    if (!interval || isOpen || mine?.session === undefined || mine.ended || table.phase === "choosing") {
      return;
    }
    const count = Math.floor((clock.now() - mine.since) / interval);
    if (count < 1 || count <= lastAnswered(mine.session)) return;
    isOpen = true;
    const shownAt = performance.now();
    /** @param {string} answerName @param {() => void} [action] */
    const answerButton = (answerName, action) =>
      el("button", {
        type: "button",
        class: "act main",
        click: () => {
          if (performance.now() - shownAt < MIN_READING_TIME) return;
          answer(mine, count, answerName);
          dialog.close();
          action?.();
        },
      }, t(`reality.${answerName}`));
    const dialog = openPanel(
      t("reality.title"),
      el(
        "div",
        { class: "stacked" },
        el("p", {}, t("reality.text", { time: duration(clock.now() - mine.since) })),
        sessionFigures({ i18n, session: mine, until: clock.now() }),
        el(
          "div",
          { class: "acts-even" },
          answerButton("continue"),
          answerButton("history", () => {
            location.href = facts.urls.rounds;
          }),
          answerButton("end", leave),
        ),
      ),
      { name: "reality", mustAnswer: true },
    );
    // If the panel was closed without an answer, the next call opens it again. The dialog returns the focus
    // to where it was.
    dialog.addEventListener("close", () => {
      isOpen = false;
    });
  };
}
