// The player's decision when the hands are complete: fold, or continue with the second bet. First the time of
// the table, then the warning and the extra time.
// [CS-20a] [CS-20b] [CS-21] [CS-22] [CS-23] [CS-30] [CS-31] [MS-6.5] [MS-6.6] [MS-6.7]

import { deadline } from "../../table/cards/deadline.js";
import { decisionBar } from "../../table/cards/decision_bar.js";
import { cardName } from "../../table/cards/card.js";

/**
 * @typedef {import("../../table/clock.js").ServerClock} ServerClock
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameCommand} GameCommand
 */

export const CHOICES = ["fold", "continue"];

/**
 * @param {{
 *   i18n: I18n, clock: ServerClock, sendCommand: GameContext["sendCommand"],
 *   requestDraw: () => void, quiet: boolean,
 * }} options
 */
export function decisionPrompt({ i18n, clock, sendCommand, requestDraw, quiet }) {
  const { t, money } = i18n;
  const bar = decisionBar({ i18n, clock, slots: CHOICES });
  const deadlines = deadline(clock);
  /** @type {string | null} */
  let pendingKey = null; // the decision under way

  /** @param {any} options @param {string} key */
  function choicesOf(options, key) {
    const letters = t("st.keys").split(" ");
    /** @param {GameCommand} command */
    const send = (command) => () => {
      pendingKey = key;
      sendCommand(command);
      requestDraw();
    };
    return {
      fold: {
        label: t("st.fold"),
        letter: letters[0],
        detail: t("st.fold.detail", { lost: money(options.fold.lost) }),
        press: send({ t: "fold" }),
      },
      // Who may stake nothing more is offered the fold alone.
      ...(options.continue && {
        continue: {
          label: t("st.continue"),
          letter: letters[1],
          main: true,
          detail: t("st.continue.detail", { cost: money(options.continue.cost) }),
          press: send({ t: "continue", bet: options.continue.cost }),
        },
      }),
    };
  }

  return {
    root: bar.root,
    get key() {
      return bar.key;
    },
    offered: bar.offered,
    receiveRefusal() {
      pendingKey = null;
    },
    /**
     * `options` is what may be decided now, undefined while nothing may. Returns the decision that is shown.
     * @param {{ view: View, options: any }} options
     */
    render({ view, options }) {
      const { table } = view;
      if (!options?.fold) {
        bar.render({ key: null });
        pendingKey = null;
        return { key: null, choices: {} };
      }
      const key = `${table.round}:decide`;
      const choices = choicesOf(options, key);
      const open = table.game.bank.cards.find(Boolean);
      bar.render({
        key,
        choices,
        sent: pendingKey === key,
        due: table.due,
        whole: deadlines.lengthOf(table.due),
        called: options.warned,
        title: t(options.continue ? "st.ask" : "st.ask.fold"),
        note: options.warned
          ? t("decision.called", { seconds: options.seconds })
          : quiet
          ? t("st.alone")
          : t("st.say.up", { card: cardName(i18n, open) }),
      });
      return { key, choices };
    },
  };
}
