// The decisions of a game as typed commands. A word presses the button that is offered; nothing is
// decided here.

/**
 * @typedef {import("../cards/decision_bar.js").OfferedDecision} OfferedDecision
 * @typedef {import("../game.d.ts").TypedCommand} TypedCommand
 */

/**
 * `names` are all decisions of the game, `offered` those of the bar that is shown, `key` the decision.
 * @param {{ t: import("../i18n.js").I18n["t"], names: string[], offered: OfferedDecision[],
 *   key: string | null,
 * }} options
 * @returns {TypedCommand[]}
 */
export function decisionCommands({ t, names, offered, key }) {
  return names.map((name) => {
    const decision = offered.find((choice) => choice.name === name);
    return {
      name,
      label: decision?.label ?? "",
      isOffered: Boolean(decision),
      refusal: { code: key === null ? "not-your-turn" : "not-now", rule: "", with: {} },
      decision: key,
      // A decision that has only just appeared cannot have been read.
      run: () => ({ text: decision?.press() ? pressedText(decision) : t("command.changed") }),
    };
  });
}

/** @param {{ label: string, detail?: string }} decision */
export const pressedText = ({ label, detail }) => (detail ? `${label}: ${detail}.` : `${label}.`);
