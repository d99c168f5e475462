// What can be typed at a table of ponto e banca: a bet on a chance.

import { matchPhrase } from "../../table/command_line/words.js";
import { betCommand, betsText, trayCommands } from "../../table/command_line/typed_bets.js";
import { ownBets } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").NamedPlace} NamedPlace
 * @typedef {import("../../table/game.d.ts").TypedTable} TypedTable
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 */

/**
 * @param {{
 *   describe: Description, i18n: I18n,
 *   bets: ReturnType<typeof import("../../table/cards/card_betting.js").cardBetting>,
 *   gate: import("../../table/betting/bet_gate.js").BetGate,
 *   textTable: { cardsText: () => string, limitsText: () => string },
 * }} options
 */
export function baccaratCommands({ describe, i18n, bets, gate, textTable }) {
  const { t, placeName } = i18n;
  const kinds = Object.keys(describe.kinds).map((kind) => `place.${kind}`);

  /** @param {string[]} words @returns {NamedPlace | null} */
  function findPlace(words) {
    const { names, rest } = matchPhrase(t, kinds, words);
    if (!names.length || rest.length) return null;
    const id = names[0].slice("place.".length);
    return { id, name: placeName(id) };
  }

  /** @param {View} view @returns {TypedTable} */
  return (view) => ({
    commands: [
      betCommand({
        i18n,
        editor: bets.editor,
        isOpen: gate.isOpen,
        example: `5 ${t("kind.punto").toLowerCase()}`,
        findPlace,
      }),
      ...trayCommands({ actions: bets.tray.actions(), gate }),
    ],
    questions: {
      cards: textTable.cardsText,
      bets: () => betsText(i18n, ownBets(view)),
      limits: textTable.limitsText,
    },
  });
}
