// The bar of decisions: always in the same place, with only the decisions that the server offers, each with
// its cost or return.
//
//   decisionBar({ i18n, clock, slots, label })
//     slots   the decisions of the game in their places; a slot stays empty while its decision is not offered
//   render({ key, title, note, choices, due, whole, called, sent })
//     key      identifies the decision: a new key is a new decision; null hides the bar
//     choices  {slot: {label, detail, press, main, letter, name}}; `name` is the button's data-choice where a
//       slot serves several decisions
//     due      the deadline in the server's time; `whole` its length in ms; `called`: the extra time runs
//     sent     a decision is under way: nothing can be pressed until the server has answered
//
// A click or key counts only for the decision that was on the screen when it began, and not in the first
// moment of a new one. Keys are the `letter` on the button; they are ignored while the user types, in a
// panel, or held down.

import { closestTo, el, isTyping, listenWhileShown, mark, write } from "../../dom.js";
import { countdownRing } from "../countdown_ring.js";
import { shortcuts } from "../shortcuts.js";

const MIN_READING_TIME = 220; // ms: too short to have read a new decision

/**
 * @typedef {{
 *   label: string, detail?: string, press: () => void, main?: boolean, letter?: string, name?: string,
 *   disabled?: boolean,
 * }} Choice
 * @typedef {{ name: string, label: string, detail?: string, press: () => boolean }} OfferedDecision
 * @typedef {{
 *   key?: string | null, title?: string, note?: string, choices?: Record<string, Choice>,
 *   sent?: boolean, due?: number, whole?: number, called?: boolean,
 * }} Decision
 */

/**
 * @param {{
 *   i18n: import("../i18n.js").I18n, clock: import("../clock.js").ServerClock, slots: string[], label?:
 *     string,
 * }} options
 */
export function decisionBar({ i18n, clock, slots, label }) {
  const { t } = i18n;
  const ring = countdownRing(t("time.left"), "ring decision-ring");
  const title = el("p", { class: "decision-title" });
  const note = el("p", { class: "decision-note" });
  const head = el(
    "div",
    { class: "decision-head" },
    ring.root,
    el("div", { class: "decision-words" }, title, note),
  );
  const buttons = new Map(slots.map((name) => [name, button(name)]));
  const row = el("div", { class: "decision-row" }, ...[...buttons.values()].map(({ slot }) => slot));
  row.style.setProperty("--slots", String(slots.length));
  const root = el(
    "section",
    { class: "decisions", "aria-label": label ?? t("decision.name"), hidden: true },
    head,
    row,
  );
  /** @type {{ key: string, choices: Record<string, Choice>, since: number, sent: boolean } | null} */
  let current = null;
  /** @type {string | null} */
  let pressedKey = null; // the decision on the screen when the pointer went down

  /** @param {string} name */
  function button(name) {
    const labelNode = el("span", { class: "decision-label" });
    const detail = el("span", { class: "decision-detail" });
    const letter = el("kbd", { class: "decision-key", "aria-hidden": "true" });
    const node = el(
      "button",
      {
        type: "button",
        class: "act decision",
        "data-choice": name,
        pointerdown: () => {
          pressedKey = current?.key ?? null;
        },
        click: (event) => {
          // A click by keyboard or screen reader has no pointer event before it.
          const intendedKey = event.detail === 0 ? current?.key : pressedKey;
          pressedKey = null;
          choose(name, intendedKey);
        },
      },
      el("span", { class: "decision-top" }, labelNode, letter),
      detail,
    );
    return { slot: el("div", { class: "decision-slot" }, node), node, labelNode, detail, letter };
  }

  /** @param {string} name @param {string | null | undefined} key */
  function choose(name, key) {
    if (
      !current || current.sent || current.key !== key || performance.now() - current.since < MIN_READING_TIME
    ) return false;
    const choice = current.choices[name];
    if (!choice || choice.disabled) return false;
    current.sent = true;
    updateButtons();
    choice.press();
    return true;
  }

  function updateButtons() {
    mark(root, "data-sent", current?.sent);
    for (const [name, { node }] of buttons) {
      const isDisabled = !current || current.sent || !current.choices[name] ||
        Boolean(current.choices[name].disabled);
      if (node.disabled !== isDisabled) node.disabled = isDisabled;
    }
  }

  listenWhileShown(root, document, "keydown", (/** @type {KeyboardEvent} */ event) => {
    if (
      !shortcuts.isOn || !current || event.repeat || event.ctrlKey || event.metaKey || event.altKey ||
      isTyping(event.target)
    ) {
      return;
    }
    if (document.querySelector("dialog[open]") || closestTo(event.target, ".menu-list")) return;
    const match = Object.entries(current.choices).find(([, choice]) =>
      choice.letter && choice.letter.toLowerCase() === event.key.toLowerCase()
    );
    if (match && choose(match[0], current.key)) event.preventDefault();
  });

  /** @param {Decision} timing */
  function renderTime({ due, whole, called }) {
    ring.show(due !== undefined);
    if (due === undefined) return;
    const timeLeft = clock.until(due);
    ring.render(timeLeft, whole ?? timeLeft);
    mark(root, "data-called", called);
  }

  return {
    root,
    get key() {
      return current?.key ?? null;
    },
    /**
     * The decisions that can be pressed now.
     * @returns {OfferedDecision[]}
     */
    offered() {
      if (!current || current.sent) return [];
      const { key, choices } = current;
      return Object.entries(choices).filter(([, { disabled }]) => !disabled).map((
        [slot, { name, label, detail }],
      ) => ({ name: name ?? slot, label, detail, press: () => choose(slot, key) }));
    },
    /** @param {Decision} decision */
    render({ key, title: titleContent, note: noteText, choices = {}, sent, ...timing }) {
      if (key === null || key === undefined) {
        if (current) {
          current = null;
          updateButtons();
        }
        root.hidden = true;
        return;
      }
      root.hidden = false;
      if (current?.key !== key) current = { key, since: performance.now(), sent: false, choices };
      // A refused decision may be taken again: the server's answer enables the bar.
      current = { ...current, choices, sent: sent ?? current.sent };
      write(title, titleContent);
      write(note, noteText ?? "");
      for (const [name, { slot, node, labelNode, detail, letter }] of buttons) {
        const choice = choices[name];
        mark(slot, "data-empty", !choice);
        if (!choice) continue;
        mark(node, "data-choice", choice.name ?? name);
        write(labelNode, choice.label);
        write(detail, choice.detail ?? "");
        write(letter, choice.letter ?? "");
        mark(node, "aria-keyshortcuts", choice.letter || null);
        node.classList.toggle("main", Boolean(choice.main));
      }
      updateButtons();
      renderTime(timing);
    },
  };
}

/**
 * Tray and decisions share one place at the foot of the page, so that nothing moves when one replaces the
 * other.
 * @param {...HTMLElement} nodes
 */
export function footStack(...nodes) {
  return el("div", { class: "foot-stack" }, ...nodes);
}
