// What can be typed at a blackjack table: a bet on a place, and the decisions that the prompt offers.

import { isNumber } from "../../table/command_line/words.js";
import { betCommand, betsText, trayCommands } from "../../table/command_line/typed_bets.js";
import { decisionCommands } from "../../table/command_line/typed_decisions.js";
import { HAND_CHOICES } from "./choices.js";
import { ownBets } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").NamedPlace} NamedPlace
 * @typedef {import("../../table/game.d.ts").TypedTable} TypedTable
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 */

const DECISIONS = [...HAND_CHOICES, "insurance", "even-money", "decline"];

/**
 * @param {{
 *   describe: Description, i18n: I18n,
 *   bets: ReturnType<typeof import("../../table/cards/card_betting.js").cardBetting>,
 *   prompt: ReturnType<typeof import("./decision_prompt.js").decisionPrompt>,
 *   gate: import("../../table/betting/bet_gate.js").BetGate, textTable: { cardsText: () => string },
 * }} options
 */
export function blackjackCommands({ describe, i18n, bets, prompt, gate, textTable }) {
  const { t, money } = i18n;
  /** @param {string} place */
  const nameOf = (place) => t("seat.place", { place });

  /** @param {View} view @param {string[]} words @returns {NamedPlace | null} */
  function findPlace(view, words) {
    if (words.length > 1 || (words.length && !isNumber(words[0]))) return null;
    // Without a place: the one that the player has already bet on, or the place of the seat.
    const id = words[0] ?? Object.keys(ownBets(view))[0] ?? String(view.mine?.seat ?? "");
    return describe.places.includes(id) ? { id, name: nameOf(id) } : null;
  }

  /** @param {View} view @returns {TypedTable} */
  return (view) => {
    const decisions = decisionCommands({ t, names: DECISIONS, offered: prompt.offered(), key: prompt.key });
    return {
      commands: [
        betCommand({
          i18n,
          editor: bets.editor,
          isOpen: gate.isOpen,
          example: "10",
          findPlace: (words) => findPlace(view, words),
        }),
        ...trayCommands({ actions: bets.tray.actions(), gate }),
        ...decisions.map((command) =>
          command.name === "insurance" ? prompt.insuranceCommand(command) : command
        ),
      ],
      questions: {
        cards: textTable.cardsText,
        bets: () => betsText(i18n, ownBets(view), nameOf),
        limits: () =>
          t("chances.limits.short", { minimum: money(describe.minimum), maximum: money(describe.maximum) }),
      },
    };
  };
}
