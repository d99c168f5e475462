// The decisions offered now as plain buttons, for the table as text.

import { el } from "../../dom.js";

/** @typedef {import("./decision_bar.js").Choice} Choice */

export function choiceButtons() {
  const root = el("div", { class: "acts-row" });
  let drawn = "";
  return {
    root,
    /**
     * Redraws the buttons where the decision or a choice changed.
     * @param {string | null} key the decision
     * @param {Choice[]} choices
     */
    render(key, choices) {
      const signature = JSON.stringify([key, choices]);
      if (signature === drawn) return;
      drawn = signature;
      const buttons = choices.map(({ label, detail, disabled, press }) =>
        el(
          "button",
          { type: "button", class: "act", disabled, click: press },
          detail ? `${label} (${detail})` : label,
        )
      );
      root.replaceChildren(...buttons);
    },
  };
}
