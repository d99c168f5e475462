// What can be typed at a table of póquer sem descarte or Macau stud: the ante, the jackpot bet, and the
// decision.

import { betCommand, betsText, trayCommands } from "../../table/command_line/typed_bets.js";
import { decisionCommands } from "../../table/command_line/typed_decisions.js";
import { CHOICES } from "./decision_prompt.js";
import { ownBets } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").TypedCommand} TypedCommand
 * @typedef {import("../../table/game.d.ts").TypedTable} TypedTable
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").JackpotOffer} JackpotOffer
 */

/**
 * @param {{
 *   describe: Description, i18n: I18n,
 *   bets: ReturnType<typeof import("../../table/cards/card_betting.js").cardBetting>,
 *   prompt: ReturnType<typeof import("./decision_prompt.js").decisionPrompt>,
 *   gate: import("../../table/betting/bet_gate.js").BetGate, press: (box: string) => void,
 *   textTable: { cardsText: () => string, jackpotText: () => string },
 * }} options
 */
export function studCommands({ describe, i18n, bets, prompt, gate, press, textTable }) {
  const { t, money } = i18n;
  const { min, max } = describe.limits.ante;
  const ante = { id: "ante", name: t("kind.ante") };

  /** @param {JackpotOffer | undefined} offer @returns {TypedCommand} */
  const jackpotCommand = (offer) => ({
    name: "jackpot",
    label: t("kind.jackpot"),
    isOffered: Boolean(offer && !offer.needs_ante),
    refusal: {
      code: offer?.needs_ante ? "nothing-bet" : gate.isOpen ? "not-offered" : "bets-closed",
      rule: "",
      with: {},
    },
    run() {
      press("jackpot");
      return { text: `${t("st.jackpot.bet", { cost: money(offer?.cost ?? 0) })}.` };
    },
  });

  /** @param {View} view @returns {TypedTable} */
  return (view) => ({
    commands: [
      betCommand({
        i18n,
        editor: bets.editor,
        isOpen: gate.isOpen,
        example: "5",
        findPlace: (words) => (words.length ? null : ante),
      }),
      ...(describe.jackpot
        ? [jackpotCommand(gate.isOpen ? view.mine?.game?.options?.jackpot : undefined)]
        : []),
      ...trayCommands({ actions: bets.tray.actions(), gate }),
      ...decisionCommands({ t, names: CHOICES, offered: prompt.offered(), key: prompt.key }),
    ],
    questions: {
      cards: textTable.cardsText,
      ...(describe.jackpot && { pot: textTable.jackpotText }),
      bets: () => betsText(i18n, ownBets(view)),
      limits: () => t("st.list.limits", { minimum: money(min), maximum: money(max) }),
    },
  });
}
