// The decisions at the player's own turn, and the choices before it. A command contains the betting round and
// the bet to match, so that the server never takes it for a later decision.
// [HE-34a] [HE-34b] [HE-34c] [HE-34d] [HE-39] [HE-43] [HE-44]

import { deadline } from "../../table/cards/deadline.js";
import { decisionBar } from "../../table/cards/decision_bar.js";
import { pressedText } from "../../table/command_line/typed_decisions.js";
import { el, mark, write } from "../../dom.js";
import { advanceChoice } from "./advance_choice.js";
import { raiseControls } from "./raise_controls.js";
import { handText, situation } from "./selectors.js";

/**
 * @typedef {import("../../table/cards/decision_bar.js").Choice} Choice
 * @typedef {import("../../table/clock.js").ServerClock} ServerClock
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameCommand} GameCommand
 * @typedef {import("../../table/messages.d.ts").TableView} TableView
 * @typedef {import("./types.d.ts").CallOffer} CallOffer
 * @typedef {import("./types.d.ts").Description} Description
 */

const SLOTS = ["fold", "call", "raise"]; // check takes the slot of call: they are never offered together
const NOTICE_TIME = 6000; // ms for which the notice about a cancelled choice is shown

/**
 * @param {{
 *   describe: Description, i18n: I18n, clock: ServerClock,
 *   sendCommand: GameContext["sendCommand"], requestDraw: () => void,
 *   openPanel: GameContext["openPanel"],
 * }} options
 */
export function decisionPrompt({ describe, i18n, clock, sendCommand, requestDraw, openPanel }) {
  const { t, money } = i18n;
  const letters = Object.fromEntries(
    t("he.keys").split(" ").map((letter, at) => [["fold", "check", "call", "raise"][at], letter]),
  );
  const bar = decisionBar({ i18n, clock, slots: SLOTS });
  const raise = raiseControls({
    i18n,
    step: describe.small_blind,
    requestDraw,
    openPanel,
    send: () => /** @type {HTMLElement} */ (bar.root.querySelector('[data-choice="raise"]')).click(),
  });
  bar.root.classList.add("he-decisions");
  bar.root.querySelector(".decision-row")?.before(raise.root);
  const advance = advanceChoice();
  const notice = el("p", { class: "ahead-note", role: "status" });
  const row = el("div", { class: "ahead-row", role: "group", "aria-label": t("he.ahead") });
  const advanceBox = el("div", { class: "ahead" }, row, notice);
  const buttons = new Map(["check-fold", "check", "fold", "call"].map((name) => {
    const label = el("span", {});
    const node = el(
      "button",
      {
        type: "button",
        class: "act ahead-act",
        "data-ahead": name,
        click: () => {
          advance.choose(name, lastView);
          requestDraw();
        },
      },
      el("i", { "aria-hidden": "true" }),
      label,
    );
    row.append(node);
    return [name, { node, label }];
  }));
  /** @type {View} */
  let lastView; // the view of the last frame
  /** @type {any} */
  let lastOptions;
  /** @type {string | null} */
  let pendingKey = null; // the decision under way
  let cancelledAt = -NOTICE_TIME;
  const deadlines = deadline(clock);

  /** @param {number} now */
  const isNoticeShown = (now) => now - cancelledAt < NOTICE_TIME;

  /** @param {View} view */
  function keyOf(view) {
    const { round, turn, facing } = situation(view);
    return `${round}:${turn}:${facing}`;
  }

  /** @param {View} view @param {GameCommand} command */
  function send(view, command) {
    const { turn, facing } = situation(view);
    pendingKey = keyOf(view);
    sendCommand({ ...command, turn, facing });
    requestDraw();
  }

  /** @param {{ table: TableView }} options */
  const timing = ({ table }) => ({
    due: table.due,
    whole: deadlines.lengthOf(table.due),
    called: table.called,
  });

  /** @param {View} view @param {any} options */
  function choicesOf(view, options) {
    /** @param {CallOffer} call */
    const cost = (call) => t(call.all_in ? "he.call.all" : "he.call.detail", { cost: money(call.cost) });
    /** @type {Record<string, Choice>} */
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

  /** @param {View} view @param {any} options @param {number} now */
  function renderDecision(view, options, now) {
    const key = keyOf(view);
    raise.render(key, options.raise);
    const choices = choicesOf(view, options);
    const { game } = view.table;
    bar.render({
      key,
      choices,
      sent: pendingKey === key,
      ...timing(view),
      title: handText(view.mine?.game, i18n) || t("he.turn"),
      note: isNoticeShown(now) ? t("he.ahead.cancelled") : t(options.call ? "he.note.call" : "he.note", {
        pot: money(game.pot),
        cost: money(options.call?.cost ?? 0),
      }),
    });
    return { key, choices };
  }

  /** @param {number | string} amount */
  function pressRaise(amount) {
    if (!raise.choose(amount)) return `${raise.rangeText()}.`;
    renderDecision(lastView, lastOptions, performance.now());
    const offered = bar.offered().find(({ name }) => name === "raise");
    return offered?.press() ? pressedText(offered) : t("command.changed");
  }

  /** @param {any} options @param {number} now */
  function renderAdvance(options, now) {
    const names = advance.offered(options);
    mark(advanceBox, "data-shown", names.length > 0 || isNoticeShown(now));
    mark(row, "data-shown", names.length > 0);
    for (const [name, { node, label }] of buttons) {
      node.hidden = !names.includes(name);
      if (node.hidden) continue;
      mark(node, "aria-pressed", String(advance.chosen === name));
      write(label, t(`he.ahead.${name}`, { cost: money(options.ahead.call?.cost ?? 0) }));
    }
    write(notice, isNoticeShown(now) ? t("he.ahead.cancelled") : "");
  }

  return {
    roots: [bar.root],
    advanceBox,
    get key() {
      return bar.key;
    },
    offered: bar.offered,
    /** The choices before the turn that can be made now. */
    offeredAhead: () =>
      [...buttons].filter(([, { node }]) => row.hasAttribute("data-shown") && !node.hidden).map((
        [name, { node, label }],
      ) => ({ name, label: label.textContent, press: () => node.click() })),
    raiseRange: raise.rangeText,
    /** @param {number | string} amount cents, or a part of the pot */
    pressRaise,
    /** How to bet all chips, where a decision does so. */
    allIn() {
      const call = bar.offered().find(({ name }) => name === "call");
      if (call && lastOptions?.call?.all_in) {
        return () => (call.press() ? pressedText(call) : t("command.changed"));
      }
      return lastOptions?.raise?.all_in && bar.key !== null ? () => pressRaise("max") : null;
    },
    receiveRefusal() {
      pendingKey = null;
    },
    cancelChoice() {
      advance.cancel();
    },
    /**
     * `options` is what may be decided now, undefined while nothing may. Returns the decision, for the text
     * view.
     * @param {{ view: View, options: any, now: number }} options
     */
    render({ view, options, now }) {
      lastView = view;
      lastOptions = options;
      const isCancelled = view.step === "live" && advance.cancelIfChanged(view);
      if (isCancelled) cancelledAt = now;
      const command = advance.takeCommand(view, options);
      if (command) send(view, command);
      if (advance.chosen) cancelledAt = -NOTICE_TIME;
      renderAdvance(options?.fold ? undefined : options, now);
      if (options?.fold) return { ...renderDecision(view, options, now), isCancelled };
      if (view.table.game?.phase !== "betting") pendingKey = null;
      raise.render(null, null);
      bar.render({ key: null });
      return { key: null, choices: {}, isCancelled };
    },
  };
}
