// Whether the player may bet now. A command that may not be sent is refused here, with the reason.

/**
 * @typedef {ReturnType<typeof betGate>} BetGate
 * @param {{
 *   sounds: { chip: () => void },
 *   showRefusal: (refusal: import("../messages.d.ts").Refusal) => void,
 *   takeSeat: (command: import("../messages.d.ts").GameCommand) => boolean,
 *   closedRule?: string,
 * }} options
 */
export function betGate({ sounds, showRefusal, takeSeat, closedRule = "" }) {
  let isOpen = false;
  let isAtSeat = false;
  return {
    get isOpen() {
      return isOpen;
    },
    /**
     * Follows the view of the frame.
     * @param {Pick<import("../game.d.ts").View, "table" | "mine" | "link">} view
     */
    follow({ table, mine, link }) {
      isAtSeat = mine?.seat !== undefined;
      isOpen = table.phase === "betting" && link === "open" && isAtSeat && !mine?.ended;
      return isOpen;
    },
    /** @param {import("../messages.d.ts").GameCommand} command */
    isAllowed(command) {
      if (isOpen) {
        if (command.t === "bet" || command.t === "call") sounds.chip();
        return true;
      }
      if (!isAtSeat && takeSeat(command)) return false;
      showRefusal(
        isAtSeat
          ? { code: "bets-closed", rule: closedRule, with: {} }
          : { code: "not-seated", rule: "", with: {} },
      );
      return false;
    },
  };
}
