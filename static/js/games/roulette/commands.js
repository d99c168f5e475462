// What can be typed at a roulette table: bets on every place of the layout and the call bets of its
// rule sheet.

import { isNumber, matchPhrase } from "../../table/command_line/words.js";
import { betCommand, betsText, trayCommands } from "../../table/command_line/typed_bets.js";

/**
 * @typedef {import("../../table/game.d.ts").NamedPlace} NamedPlace
 * @typedef {import("../../table/game.d.ts").TypedTable} TypedTable
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Layout} Layout
 * @typedef {import("./types.d.ts").Place} Place
 */

const MOST_OPTIONS = 6; // places that are named when several fit
const ORDINALS = 3; // kinds of so few places are also counted: the first dozen

/** @param {string[]} numbers */
const signature = (numbers) => [...numbers].sort().join(" ");

/** @param {{ layout: Layout, i18n: I18n }} options */
export function placeFinder({ layout, i18n }) {
  const { t, placeName } = i18n;
  const kinds = Object.keys(layout.kinds).map((kind) => `place.${kind}`);
  const sizes = Object.keys(layout.calls).filter((name) => name.startsWith("neighbours-"));
  const calls = [...new Set(Object.keys(layout.calls).map((name) => name.split("-")[0]))].map((name) =>
    `call.${name}`
  );

  /** @param {Place[]} places @returns {NamedPlace | null} */
  function oneOf(places) {
    if (places.length === 1) return { id: places[0].id, name: placeName(places[0].id) };
    if (!places.length) return null;
    return { options: places.slice(0, MOST_OPTIONS).map(({ id }) => placeName(id)) };
  }

  /**
   * A kind with its numbers: "split 17 20", "dozen 13 24", "dozen 2", "street 17".
   * @param {string} kind
   * @param {string[]} numbers
   */
  function placeOfKind(kind, numbers) {
    const places = layout.list.filter((place) => place.kind === kind);
    if (!numbers.length) return oneOf(places);
    const exact = places.find((place) =>
      signature(place.numbers) === signature(numbers) ||
      place.id.split(":")[1]?.split(/[-+]/).join(" ") === numbers.join(" ")
    );
    if (exact) return oneOf([exact]);
    if (places.length <= ORDINALS && numbers.length === 1) {
      const place = places[Number(numbers[0]) - 1];
      return place ? oneOf([place]) : null;
    }
    return oneOf(places.filter((place) => numbers.every((number) => place.covers.has(number))));
  }

  /** @param {string} call @param {string[]} numbers @returns {NamedPlace | null} */
  function callOf(call, numbers) {
    let name = call;
    const [number = "", size] = numbers;
    if (call === "neighbours") {
      if (!size && sizes.length > 1) {
        return { options: sizes.map((option) => t(`call.${option}`, { number })) };
      }
      name = size ? `neighbours-${size}` : sizes[0];
    }
    return layout.calls[name]?.[number] ? { call: { name, number } } : null;
  }

  /** @param {string[]} words @returns {NamedPlace | null} */
  return (words) => {
    const { names, rest } = matchPhrase(t, [...kinds, ...calls], words);
    if (!rest.every(isNumber)) return null;
    const numbers = rest.flatMap((word) => word.split(/[.,]/));
    const [name] = names;
    if (name?.startsWith("call.")) return callOf(name.slice("call.".length), numbers);
    if (name) return placeOfKind(name.slice("place.".length), numbers);
    if (!numbers.length) return null;
    return oneOf(layout.list.filter((place) => signature(place.numbers) === signature(numbers)));
  };
}

/**
 * @param {{
 *   layout: Layout, i18n: I18n, editor: import("../../table/betting/bet_editor.js").BetEditor,
 *   tray: { actions: () => any[] }, gate: import("../../table/betting/bet_gate.js").BetGate,
 * }} options
 */
export function rouletteCommands({ layout, i18n, editor, tray, gate }) {
  const { t, money } = i18n;
  const findPlace = placeFinder({ layout, i18n });
  const example = `5 ${t("kind.red").toLowerCase()}`;

  /** The limits of the table, or of the kind of chance that is named. @param {string[]} words */
  function limitsText(words) {
    const { names: [name] } = matchPhrase(t, Object.keys(layout.kinds).map((kind) => `place.${kind}`), words);
    const kind = name ? layout.kinds[name.slice("place.".length)] : null;
    if (!kind) {
      return t("command.limits", {
        minimum: money(layout.minimum),
        maximum: money(layout.kinds.straight.max),
      });
    }
    const [won, staked] = kind.prize;
    return t("chances.limits", { minimum: money(kind.min), maximum: money(kind.max), won, staked });
  }

  /**
   * @param {{ bets: import("../../table/messages.d.ts").Stakes, history: string[] }} options
   * @returns {TypedTable}
   */
  return ({ bets, history }) => ({
    commands: [
      betCommand({ i18n, editor, isOpen: gate.isOpen, example, findPlace }),
      ...trayCommands({ actions: tray.actions(), gate }),
    ],
    questions: {
      bets: () => betsText(i18n, bets),
      limits: limitsText,
      last: () => `${t("last.numbers")}: ${history.join(", ") || "–"}.`,
    },
  });
}
