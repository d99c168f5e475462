// A message about the player's play, as a rule of player protection had it written. It is shown between
// rounds, never in a hand, and stays until it is answered, here or at another table.

import { el, write } from "../../dom.js";

/**
 * @typedef {import("../game.d.ts").GameContext} GameContext
 * @typedef {import("../game.d.ts").View} View
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("../panels.js").OpenPanel} OpenPanel
 * @typedef {{
 *   n: number, kind: string, title: string, text: string, required: boolean, answers: string[],
 * }} Card
 */

const REST = new Set(["asleep", "preparing", "resting", "void", "held", "shut"]);
const RETRY_AFTER = 3000; // ms after which a message that could not be read is asked for again
// ms; a key or click meant for the table when the panel appeared must not answer it.
const MIN_READING_TIME = 600;

/**
 * Whether nothing of this player is in play now: no round runs, or it takes bets and has none of theirs.
 * @param {View} view @param {boolean} isSeated
 */
function isBetweenRounds({ table, mine, pendingTotal }, isSeated) {
  if (!isSeated || !table.phase || REST.has(table.phase)) return true;
  return table.phase === "betting" && !pendingTotal && !mine?.game?.total;
}

/**
 * @param {{ i18n: I18n, openPanel: OpenPanel, facts: GameContext["facts"], isSeated: () => boolean }} options
 */
export function careCard({ i18n: { t }, openPanel, facts, isSeated }) {
  /** @type {HTMLDialogElement | null} */
  let dialog = null;
  let shown = 0; // the message that is on the page, or is being asked for
  const answered = new Set(); // the server may not have said yet that it waits no more

  /** @param {RequestInit} [request] @returns {Promise<Partial<Card> | null>} */
  async function ask(request) {
    const response = await fetch(facts.urls.care, { headers: { Accept: "application/json" }, ...request })
      .catch(() => null);
    return response?.ok ? response.json().catch(() => null) : null; // a page to sign in is no answer
  }

  /** @param {Card} card @param {string} answer @param {Node} fault @param {string} [target] */
  async function send(card, answer, fault, target) {
    write(/** @type {Element} */ (fault), "");
    const left = await ask({
      method: "POST",
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-CSRFToken": facts.me.csrf },
      body: JSON.stringify({ n: card.n, answer }),
    });
    if (left === null) {
      write(/** @type {Element} */ (fault), t("about-play.failed"));
      return;
    }
    answered.add(card.n);
    close();
    if (target) location.href = target;
    else if (facts.barred && card.required) location.reload(); // the player may sit down now
  }

  function close() {
    dialog?.close();
    dialog = null;
    shown = 0;
  }

  /** @param {Card} card */
  function open(card) {
    const shownAt = performance.now();
    const fault = el("p", { class: "soft", role: "alert" });
    /** @param {string} text @param {string} answer @param {string} [target] */
    const button = (text, answer, target) =>
      el("button", {
        type: "button",
        class: card.kind === "pause-offered" && answer === "pause" ? "act main" : "act",
        click: () => {
          if (performance.now() - shownAt >= MIN_READING_TIME) send(card, answer, fault, target);
        },
      }, text);
    const answers = card.answers.length
      ? card.answers.map((text, place) => button(text, String(place + 1)))
      : [button(t("about-play.read"), "read")];
    dialog = openPanel(
      card.title,
      el(
        "div",
        { class: "stacked" },
        el("p", {}, card.text),
        card.required && el("p", { class: "soft" }, t("about-play.required")),
        el("div", { class: "acts-even" }, ...answers),
        el(
          "div",
          { class: "acts-even" },
          button(t("about-play.pause"), "pause", facts.urls.pause),
          button(t("about-play.limits"), "limits", facts.urls.own_limits),
        ),
        fault,
      ),
      { name: "care", mustAnswer: true },
    );
  }

  /** @param {number} waiting */
  async function fetchCard(waiting) {
    shown = waiting;
    const card = await ask();
    if (shown !== waiting) return; // answered at another table meanwhile
    if (card?.n === waiting) return open(/** @type {Card} */ (card));
    setTimeout(() => {
      if (shown === waiting && !dialog) shown = 0;
    }, RETRY_AFTER);
  }

  return function render(/** @type {number} */ waiting, /** @type {View} */ view) {
    if (shown && shown !== waiting) close();
    if (!waiting || shown || answered.has(waiting) || !isBetweenRounds(view, isSeated())) return;
    fetchCard(waiting);
  };
}
