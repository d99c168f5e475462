// Bets as typed commands: "bet 5 red", "red 5" after "bet", a bet of the chip in use, and the actions of the
// tray. Whether a bet may be placed is decided by the gate and the server, as for a press.

import { parseCents } from "../amount.js";
import { totalStakes } from "../betting/bet_editor.js";
import { isNumber } from "./words.js";

/**
 * @typedef {import("../betting/bet_editor.js").BetEditor} BetEditor
 * @typedef {import("../game.d.ts").NamedPlace} NamedPlace
 * @typedef {import("../game.d.ts").TypedAnswer} TypedAnswer
 * @typedef {import("../game.d.ts").TypedCommand} TypedCommand
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("../messages.d.ts").Stakes} Stakes
 */

/**
 * The ways to read the words of a bet as an amount and a place, in their order; without an amount the chip in
 * use is bet.
 * @param {string[]} words
 * @returns {{ amount?: string, place: string[] }[]}
 */
export function readings(words) {
  if (isNumber(words[0])) return [{ amount: words[0], place: words.slice(1) }];
  const last = words.at(-1);
  return isNumber(last)
    ? [{ place: words }, { amount: last, place: words.slice(0, -1) }]
    : [{ place: words }];
}

/**
 * `findPlace` answers the place that the words name, several that they fit, or null; without words, the place
 * on which the player bets by default, where the game has one.
 * @param {{
 *   i18n: I18n, editor: BetEditor, isOpen: boolean, example: string,
 *   findPlace: (words: string[]) => NamedPlace | null,
 * }} options
 * @returns {TypedCommand}
 */
export function betCommand({ i18n, editor, isOpen, example, findPlace }) {
  const { t, money } = i18n;

  /** @param {string[]} words @returns {TypedAnswer} */
  function run(words) {
    const matches = readings(words).map(({ amount, place }) => ({ amount, named: findPlace(place) }));
    const reading = matches.find(({ named }) => named && !named.options) ??
      matches.find(({ named }) => named);
    if (!reading?.named) return { text: t("command.no-place", { example: exampleLine() }) };
    const { amount, named } = reading;
    if (named.options) {
      return { text: t("command.places", { list: i18n.joinList(named.options, "disjunction") }) };
    }
    const cents = amount === undefined ? editor.chip : parseCents(amount);
    if (!cents) return { text: t("command.no-place", { example: exampleLine() }) };
    return named.call ? askForCall(named.call, cents) : placeBet(named, cents);
  }

  const exampleLine = () => `${t("typed.bet").split(",")[0]} ${example}`;

  /** @param {NamedPlace} named @param {number} cents */
  function placeBet({ id = "", name }, cents) {
    editor.placeBets({ [id]: cents });
    return { text: isOpen ? t("command.bet", { amount: money(cents), place: name }) : "" };
  }

  /**
   * A call bet is placed only when the player confirms its chips.  [FR-8]
   * @param {{ name: string, number: string }} call
   * @param {number} chip
   */
  function askForCall({ name, number }, chip) {
    const stakes = editor.callStakes(name, number, chip);
    const total = totalStakes(stakes);
    const costs = t("call.costs", { count: total / chip, chip: money(chip), total: money(total) });
    return {
      text: `${t(`call.${name}`, { number })}. ${costs} ${t("command.confirm")}`,
      confirm: () => {
        editor.placeCall(name, number, chip);
        return {
          text: isOpen
            ? t("command.bet", { amount: money(total), place: t(`call.${name}`, { number }) })
            : "",
        };
      },
    };
  }

  return { name: "bet", label: t("chances.bet"), isOffered: isOpen, takes: true, example, run };
}

/** Why an action of the tray cannot be pressed while bets are open. */
/** @type {Record<string, string>} */
const REFUSALS = {
  undo: "nothing-to-undo",
  clear: "nothing-to-undo",
  double: "nothing-bet",
  launch: "nothing-bet",
};

/**
 * The actions of the tray. While bets are closed the gate says so.
 * @param {{
 *   actions: { name: string, label: string, isEnabled: boolean, press: () => void }[],
 *   gate: { isOpen: boolean, isAllowed: (command: import("../messages.d.ts").GameCommand) => boolean },
 * }} options
 * @returns {TypedCommand[]}
 */
export function trayCommands({ actions, gate }) {
  return actions.map(({ name, label, isEnabled, press }) => ({
    name: name === "double" ? "double-bets" : name,
    label,
    isOffered: gate.isOpen && isEnabled,
    refusal: gate.isOpen && !isEnabled
      ? { code: REFUSALS[name] ?? "not-now", rule: "", with: {} }
      : undefined,
    run() {
      if (!gate.isOpen) {
        gate.isAllowed({ t: name });
        return { text: "" };
      }
      press();
      return { text: `${label}.` };
    },
  }));
}

/**
 * The player's bets, as a sentence.
 * @param {I18n} i18n
 * @param {Stakes | undefined} bets
 * @param {(place: string) => string} [nameOf]
 */
export function betsText(i18n, bets = {}, nameOf = i18n.placeName) {
  const parts = Object.entries(bets).map(([place, cents]) => `${nameOf(place)} ${i18n.money(cents)}`);
  if (!parts.length) return i18n.t("command.no-bets");
  return i18n.t("command.bets", { list: i18n.joinList(parts), total: i18n.money(totalStakes(bets)) });
}
