// The decisions at the player's own turn, and the choices before it. A command contains the turn of bets and
// the bet to match, so that the server never takes it for a later decision.
// [HE-34a] [HE-34b] [HE-34c] [HE-34d] [HE-39] [HE-43] [HE-44]

import { decisionBar } from "../../table/cards/decision_bar.js";
import { el, mark, write } from "../../dom.js";
import { advanceChoice } from "./advance_choice.js";
import { raiseControls } from "./raise_controls.js";
import { handText, situation } from "./selectors.js";

const SLOTS = ["fold", "call", "raise"]; // check takes the slot of call: they are never offered together
const TOLD = 6000; // ms for which the notice about a cancelled choice is shown

export function decisionPrompt({ describe, i18n, clock, sendCommand, requestDraw }) {
  const { t, money } = i18n;
  const letters = Object.fromEntries(
    t("he.keys").split(" ").map((letter, at) => [["fold", "check", "call", "raise"][at], letter]),
  );
  const bar = decisionBar({ i18n, clock, slots: SLOTS });
  const raise = raiseControls({
    i18n,
    step: describe.small_blind,
    requestDraw,
    send: () => /** @type {HTMLElement} */ (bar.root.querySelector('[data-choice="raise"]')).click(),
  });
  bar.root.classList.add("he-decisions");
  bar.root.querySelector(".decision-row")?.before(raise.root);
  const early = advanceChoice();
  const undone = el("p", { class: "ahead-note", role: "status" });
  const row = el("div", { class: "ahead-row", role: "group", "aria-label": t("he.ahead") });
  const before = el("div", { class: "ahead" }, row, undone);
  const buttons = new Map(["check-fold", "check", "fold", "call"].map((name) => {
    const words = el("span", {});
    const node = el(
      "button",
      {
        type: "button",
        class: "act ahead-act",
        "data-ahead": name,
        click: () => {
          early.choose(name, latest);
          requestDraw();
        },
      },
      el("i", { "aria-hidden": "true" }),
      words,
    );
    row.append(node);
    return [name, { node, words }];
  }));
  let latest = null; // the view of the last frame
  let pending = null; // the decision under way
  let told = -TOLD;
  let window = { due: null, whole: 0 };

  function keyOf(view) {
    const { round, turn, facing } = situation(view);
    return `${round}:${turn}:${facing}`;
  }

  function send(view, command) {
    const { turn, facing } = situation(view);
    pending = keyOf(view);
    sendCommand({ ...command, turn, facing });
    requestDraw();
  }

  function time({ table }) {
    if (window.due !== table.due) {
      window = { due: table.due, whole: table.due === undefined ? 0 : clock.until(table.due) };
    }
    return { due: table.due, whole: window.whole, called: table.called };
  }

  function choicesOf(view, options) {
    const cost = (call) => t(call.all_in ? "he.call.all" : "he.call.detail", { cost: money(call.cost) });
    const choices = {
      fold: {
        label: t("he.fold"),
        detail: t("he.fold.detail"),
        letter: letters.fold,
        press: () => send(view, { t: "fold" }),
      },
    };
    if (options.check) {
      choices.call = {
        name: "check",
        label: t("he.check"),
        detail: t("he.check.detail"),
        letter: letters.check,
        main: true,
        press: () => send(view, { t: "check" }),
      };
    } else if (options.call) {
      choices.call = {
        name: "call",
        label: t(options.call.all_in ? "he.all-in" : "he.call"),
        detail: cost(options.call),
        letter: letters.call,
        main: true,
        press: () => send(view, { t: "call" }),
      };
    }
    if (options.raise) {
      choices.raise = {
        ...raise.label(),
        name: "raise",
        letter: letters.raise,
        press: () => send(view, { t: "raise", to: raise.to }),
      };
    }
    return choices;
  }

  function decide(view, options, now) {
    const key = keyOf(view);
    raise.render(key, options.raise);
    const choices = choicesOf(view, options);
    const { game } = view.table;
    bar.render({
      key,
      choices,
      sent: pending === key,
      ...time(view),
      title: handText(view.mine.game, i18n) || t("he.turn"),
      note: now - told < TOLD ? t("he.ahead.cancelled") : t(options.call ? "he.note.call" : "he.note", {
        pot: money(game.pot),
        cost: money(options.call?.cost ?? 0),
      }),
    });
    return { key, choices };
  }

  function offer(options, now) {
    const names = early.offered(options);
    mark(before, "data-shown", names.length > 0 || now - told < TOLD);
    mark(row, "data-shown", names.length > 0);
    for (const [name, { node, words }] of buttons) {
      const on = names.includes(name);
      node.hidden = !on;
      if (!on) continue;
      mark(node, "aria-pressed", String(early.chosen === name));
      write(words, t(`he.ahead.${name}`, { cost: money(options.ahead.call?.cost ?? 0) }));
    }
    write(undone, now - told < TOLD ? t("he.ahead.cancelled") : "");
  }

  return {
    roots: [bar.root],
    ahead: before,
    refused() {
      pending = null;
    },
    forget() {
      early.forget();
    },
    /**
     * `options` is what may be decided now, undefined while nothing may. Returns the decision, for the text
     * view.
     */
    render({ view, options, now }) {
      latest = view;
      const cancelled = view.step === "live" && early.look(view);
      if (cancelled) told = now;
      const ready = early.answer(view, options);
      if (ready) send(view, ready);
      if (early.chosen) told = -TOLD;
      offer(options?.fold ? undefined : options, now);
      if (options?.fold) return { ...decide(view, options, now), cancelled };
      if (view.table.game?.phase !== "betting") pending = null;
      raise.render(null, null);
      bar.render({ key: null });
      return { key: null, choices: {}, cancelled };
    },
  };
}
