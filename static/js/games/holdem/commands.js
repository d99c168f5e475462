// What can be typed at a hold'em table: the decision or the choice before it, and what the seat may request.

import { parseCents } from "../../table/amount.js";
import { decisionCommands, pressedText } from "../../table/command_line/typed_decisions.js";
import { matchPhrase } from "../../table/command_line/words.js";
import { seatOf } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").TypedAnswer} TypedAnswer
 * @typedef {import("../../table/game.d.ts").TypedCommand} TypedCommand
 * @typedef {import("../../table/game.d.ts").TypedTable} TypedTable
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").SeatAction} SeatAction
 */

const DECISIONS = ["fold", "check", "call", "raise"];
const PARTS = ["half", "three-quarters", "pot", "max"];
// The requests of a seat, each with its own name; `leave` and `sit` are those of every table.
const REQUESTS = ["queue", "unqueue", "buy-in", "sit-in", "sit-out", "post", "wait", "top-up"];
const NOT_NOW = { code: "not-now", rule: "", with: {} };

/**
 * @param {{
 *   describe: Description, i18n: I18n,
 *   prompt: ReturnType<typeof import("./decision_prompt.js").decisionPrompt>,
 *   textTable: { cardsText: () => string, potText: () => string },
 * }} options
 */
export function holdemCommands({ describe, i18n, prompt, textTable }) {
  const { t, money } = i18n;

  /**
   * A raise by its amount or by a part of the pot; without either, the amount that the controls show.
   * @param {TypedCommand} command
   * @returns {TypedCommand}
   */
  const raiseCommand = (command) => ({
    ...command,
    takes: true,
    example: "20",
    run(words) {
      if (!words.length) return command.run(words);
      const { names: [part] } = matchPhrase(t, PARTS.map((name) => `part.${name}`), words);
      const amount = part ? part.slice("part.".length) : parseCents(words.join(" "));
      if (amount === null) return { text: t("command.extra", { text: words.join(" ") }) };
      return { text: prompt.pressRaise(amount) };
    },
  });

  /** All chips: by the call that takes them, or by the highest raise where it is all the player has. */
  /** @returns {TypedCommand} */
  function allInCommand() {
    const press = prompt.allIn();
    return {
      name: "all-in",
      label: t("he.all-in"),
      isOffered: press !== null,
      refusal: prompt.key === null ? { ...NOT_NOW, code: "not-your-turn" } : NOT_NOW,
      decision: prompt.key,
      run: () => ({ text: press?.() ?? "" }),
    };
  }

  /** The choice before the turn, by the word of the decision. */
  /** @returns {TypedCommand[]} */
  const aheadCommands = () =>
    prompt.offeredAhead().map(({ name, label, press }) => ({
      name,
      label,
      isOffered: true,
      run() {
        press();
        return { text: `${t("he.ahead")}: ${label}.` };
      },
    }));

  /** @param {SeatAction[]} requests @returns {TypedCommand[]} */
  const requestCommands = (requests) =>
    REQUESTS.map((name) => {
      const request = requests.find((action) => action.name === name);
      return {
        name,
        label: request?.label ?? "",
        isOffered: Boolean(request),
        refusal: NOT_NOW,
        run() {
          request?.press();
          return { text: request ? pressedText(request) : "" };
        },
      };
    });

  /** @param {View} view */
  function stackText(view) {
    const place = view.table.game?.seats?.[seatOf(view) ?? 0];
    if (!place) return t("command.no-bets");
    return `${t("he.list.stack")}: ${money(place.stack)}. ${t("he.list.stake")}: ${money(place.bet ?? 0)}.`;
  }

  function limitsText() {
    const raise = prompt.offered().find(({ name }) => name === "raise");
    const blinds = t("he.blinds", { small: money(describe.small_blind), big: money(describe.big_blind) });
    const range = raise && prompt.raiseRange();
    return [blinds, range && `${raise.label}: ${range}`].filter(Boolean).join(". ").concat(".");
  }

  /** @param {View} view @param {SeatAction[]} requests @returns {TypedTable} */
  return (view, requests) => {
    const ahead = aheadCommands();
    const names = DECISIONS.filter((name) => !ahead.some((choice) => choice.name === name));
    const decisions = decisionCommands({ t, names, offered: prompt.offered(), key: prompt.key })
      .map((command) => command.name === "raise" ? raiseCommand(command) : command);
    return {
      commands: [...ahead, ...decisions, allInCommand(), ...requestCommands(requests)],
      questions: {
        cards: textTable.cardsText,
        pot: textTable.potText,
        bets: () => stackText(view),
        limits: limitsText,
      },
    };
  };
}
