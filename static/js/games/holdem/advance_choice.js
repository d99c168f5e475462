// A choice made before the player's turn. It stays in the browser and is sent only when the turn comes and
// the situation is still the one it was made for. If the situation changes, the choice is cancelled and the
// player is informed.  [HE-34a] [HE-34b] [HE-34c]
//
//   offered(options)        the choices that the server allows: check-fold and check, or fold and call
//   choose(name, view)      selects a choice, or cancels it if it was selected
//   chosen                  the name of the choice, or null
//   look(view)              cancels a choice that no longer fits; true when the player must be informed
//   answer(view, options)   the command to send now, once; null while there is none

import { seatOf, situation } from "./selectors.js";

// Valid whatever is bet in this turn: folding costs nothing more.
const COVERS = { "check-fold": true, fold: true };

export function advanceChoice() {
  let held = null;

  function fits(view) {
    const now = situation(view);
    const game = view.table.game ?? {};
    if (now.round !== held.round || now.turn !== held.turn || game.phase !== "betting") return false;
    if (game.seats?.[seatOf(view)]?.state !== "in") return false;
    return COVERS[held.name] || now.facing === held.facing;
  }

  return {
    get chosen() {
      return held?.name ?? null;
    },
    offered(options) {
      const next = options?.ahead;
      if (!next) return [];
      return next.check ? ["check-fold", "check"] : ["fold", "call"];
    },
    choose(name, view) {
      if (held?.name === name) {
        held = null;
        return;
      }
      held = { name, ...situation(view), cost: view.mine?.game?.options?.ahead?.call?.cost };
    },
    forget() {
      held = null;
    },
    look(view) {
      if (!held || fits(view)) return false;
      const goesOn = view.table.round === held.round && view.table.game?.phase === "betting";
      held = null;
      return goesOn; // when the hand is over, the choice ends without a notice
    },
    answer(view, options) {
      if (!held || !options?.fold || !fits(view)) return null;
      const { name, cost } = held;
      held = null;
      if (name === "check-fold") return { t: options.check ? "check" : "fold" };
      if (name === "check") return options.check ? { t: "check" } : null;
      if (name === "call") return options.call?.cost === cost ? { t: "call" } : null;
      return { t: "fold" };
    },
  };
}
