// A choice made before the player's turn. It stays in the browser and is sent only when the turn comes and
// the situation is still the one it was made for. If the situation changes, the choice is cancelled and the
// player is informed.  [HE-34a] [HE-34b] [HE-34c]
//
//   offered(options)           the choices that the server allows: check-fold and check, or fold and call
//   choose(name, view)         selects a choice, or cancels it if it was selected
//   chosen                     the name of the choice, or null
//   cancel()                   cancels the choice
//   cancelIfChanged(view)      cancels a choice that no longer fits; true when the player must be informed
//   takeCommand(view, options) the command to send now, once; null while there is none

import { seatOf, situation } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 */

// Valid whatever is bet in this turn: folding costs nothing more.
/** @type {Record<string, boolean>} */
const ALWAYS_VALID = { "check-fold": true, fold: true };

export function advanceChoice() {
  /** @type {any} */
  let choice = null;

  /** @param {View} view */
  function isStillValid(view) {
    const current = situation(view);
    const game = view.table.game ?? {};
    if (current.round !== choice.round || current.turn !== choice.turn || game.phase !== "betting") {
      return false;
    }
    if (game.seats?.[seatOf(view) ?? 0]?.state !== "in") return false;
    return ALWAYS_VALID[choice.name] || current.facing === choice.facing;
  }

  return {
    get chosen() {
      return choice?.name ?? null;
    },
    /** @param {any} options */
    offered(options) {
      const ahead = options?.ahead;
      if (!ahead) return [];
      if (ahead.check) return ["check-fold", "check"];
      return ahead.call ? ["fold", "call"] : ["fold"];
    },
    /** @param {string} name @param {View} view */
    choose(name, view) {
      if (choice?.name === name) {
        choice = null;
        return;
      }
      choice = { name, ...situation(view), cost: view.mine?.game?.options?.ahead?.call?.cost };
    },
    cancel() {
      choice = null;
    },
    /** @param {View} view */
    cancelIfChanged(view) {
      if (!choice || isStillValid(view)) return false;
      const isHandRunning = view.table.round === choice.round && view.table.game?.phase === "betting";
      choice = null;
      return isHandRunning; // when the hand is over, the choice ends without a notice
    },
    /** @param {View} view @param {any} options */
    takeCommand(view, options) {
      if (!choice || !options?.fold || !isStillValid(view)) return null;
      const { name, cost } = choice;
      choice = null;
      if (name === "check-fold") return { t: options.check ? "check" : "fold" };
      if (name === "check") return options.check ? { t: "check" } : null;
      if (name === "call") return options.call?.cost === cost ? { t: "call" } : null;
      return { t: "fold" };
    },
  };
}
