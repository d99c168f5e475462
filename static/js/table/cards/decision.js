// The bar of decisions: always in the same place, only what the house says may be decided, each with what it costs or brings.
//
//   const bar = decisions({ speaker, clock, slots: ["hit", "stand", ...], extra })
//     slots   the names of all decisions of the game, in their places; one that is not offered leaves its place empty
//     bar.root goes into the foot of the page (see `stacked` below)
//   bar.render({ key, title, note, choices, due, whole, called, sent })
//     key      what this decision is: a new key is a new decision. null hides the bar
//     title    whose hand, in words (text or nodes); note: a second line
//     choices  {slot: {label, detail, press, main, letter, name}}: what may be decided; `press()` sends it; `name` is
//              what the button is called in the page (data-choice) where a slot serves several decisions
//     due      the house's moment at which time is up; whole: its length in ms, for the ring; called: the extra time runs
//     sent     true while a decision is under way: nothing can be pressed until the house has answered
//
// A click, a tap or a key counts only for the decision that was on the screen when it began, and not in the first moment of a
// new one: what was meant for the last decision never reaches the next. Keys are `letter` (shown on the button) and never fire
// while somebody types, in a panel, or held down.

import { el, mark, svg, typing, write } from "../../dom.js";

const ROUND = 2 * Math.PI * 20;
const FRESH = 220; // ms in which nobody can have read a new decision
const SOON = 5000;

export function decisions({ speaker, clock, slots, label }) {
  const { t } = speaker;
  const arc = svg("circle", {
    class: "ring-left",
    cx: 24,
    cy: 24,
    r: 20,
    "stroke-dasharray": ROUND,
    transform: "rotate(-90 24 24)",
  });
  const seconds = svg("text", {
    class: "ring-seconds",
    x: 24,
    y: 24,
    "text-anchor": "middle",
    "dominant-baseline": "central",
  });
  const ring = svg(
    "svg",
    { class: "ring decision-ring", viewBox: "0 0 48 48", role: "timer", "aria-label": t("time.left") },
    svg("circle", { class: "ring-ground", cx: 24, cy: 24, r: 20 }),
    arc,
    seconds,
  );
  const title = el("p", { class: "decision-title" });
  const note = el("p", { class: "decision-note" });
  const head = el(
    "div",
    { class: "decision-head" },
    ring,
    el("div", { class: "decision-words" }, title, note),
  );
  const buttons = new Map(slots.map((name) => [name, button(name)]));
  const row = el("div", { class: "decision-row" }, ...[...buttons.values()].map((each) => each.slot));
  row.style.setProperty("--slots", slots.length);
  const root = el(
    "section",
    { class: "decisions", "aria-label": label ?? t("decision.name"), hidden: true },
    head,
    row,
  );
  let now = null; // {key, choices, since, sent}
  let pressed = null; // the decision that a finger or a mouse went down on

  function button(name) {
    const words = el("span", { class: "decision-label" });
    const detail = el("span", { class: "decision-detail" });
    const letter = el("kbd", { class: "decision-key", "aria-hidden": "true" });
    const node = el(
      "button",
      {
        type: "button",
        class: "act decision",
        "data-choice": name,
        pointerdown: () => {
          pressed = now?.key ?? null;
        },
        click: (event) => {
          const meant = event.detail === 0 ? now?.key : pressed; // a keyboard's or a reader's click has no pointer before it
          pressed = null;
          take(name, meant);
        },
      },
      el("span", { class: "decision-top" }, words, letter),
      detail,
    );
    return { slot: el("div", { class: "decision-slot" }, node), node, words, detail, letter };
  }

  function take(name, key) {
    if (!now || now.sent || now.key !== key || performance.now() - now.since < FRESH) return false;
    const choice = now.choices[name];
    if (!choice || choice.disabled) return false;
    now.sent = true;
    lock();
    choice.press();
    return true;
  }

  function lock() {
    mark(root, "data-sent", now?.sent);
    for (const [name, { node }] of buttons) {
      const off = !now || now.sent || !now.choices[name] || Boolean(now.choices[name].disabled);
      if (node.disabled !== off) node.disabled = off;
    }
  }

  document.addEventListener("keydown", (event) => {
    if (!now || event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) {
      return;
    }
    if (document.querySelector("dialog[open]") || event.target.closest?.(".menu-list")) return;
    const found = Object.entries(now.choices).find(([, choice]) =>
      choice.letter && choice.letter.toLowerCase() === event.key.toLowerCase()
    );
    if (found && take(found[0], now.key)) event.preventDefault();
  });

  function tick({ due, whole, called }) {
    mark(ring, "data-shown", due !== undefined);
    if (due === undefined) return;
    const left = clock.until(due);
    mark(arc, "stroke-dashoffset", (ROUND * (1 - Math.min(1, left / Math.max(1, whole ?? left)))).toFixed(1));
    write(seconds, Math.ceil(left / 1000));
    mark(ring, "data-soon", left < SOON);
    mark(root, "data-called", called);
  }

  return {
    root,
    get key() {
      return now?.key ?? null;
    },
    render({ key, title: said, note: more, choices = {}, sent, ...time }) {
      if (key === null || key === undefined) {
        if (now) {
          now = null;
          lock();
        }
        root.hidden = true;
        return;
      }
      root.hidden = false;
      if (now?.key !== key) now = { key, since: performance.now(), sent: false, choices };
      // A decision that was refused may be taken again: the house's answer opens the bar.
      now = { ...now, choices, sent: sent ?? now.sent };
      write(title, said);
      write(note, more ?? "");
      for (const [name, { slot, node, words, detail, letter }] of buttons) {
        const choice = choices[name];
        mark(slot, "data-empty", !choice);
        if (!choice) continue;
        mark(node, "data-choice", choice.name ?? name);
        write(words, choice.label);
        write(detail, choice.detail ?? "");
        write(letter, choice.letter ?? "");
        mark(node, "aria-keyshortcuts", choice.letter || null);
        node.classList.toggle("main", Boolean(choice.main));
      }
      lock();
      tick(time);
    },
  };
}

/** Tray and decisions share one place at the foot of the page, so that nothing moves when one takes the other's turn. */
export function stacked(...nodes) {
  return el("div", { class: "foot-stack" }, ...nodes);
}
