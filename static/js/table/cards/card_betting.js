// Bets of a card game: the chips, tray and actions of every table, over the betting boxes of the game.
//
//   cardBetting({ i18n, table, boxes, minimum, step, maximum, individual, sendCommand, isAllowed,
//     acceptedBets, openPanel })
//     boxes                the ids of all boxes that a bet can name
//     maximum              the highest maximum of any box, for the tray
//     limits               of the boxes that have limits of their own
//     isAllowed(command)   may refuse a command before it is sent
//     acceptedBets(state)  the player's stakes by box, which "repeat" places again in the next round
//   handleKey(event)       the keys of the tray: + and - select a chip, Backspace undoes, Delete clears; null
//     for other keys

import { favourites } from "../betting/favourites.js";
import { betEditor } from "../betting/bet_editor.js";
import { chipTray } from "../betting/tray.js";

/**
 * @typedef {import("../game.d.ts").GameContext} GameContext
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("../messages.d.ts").GameCommand} GameCommand
 * @typedef {import("../messages.d.ts").ServerFrame} ServerFrame
 * @typedef {import("../messages.d.ts").Stakes} Stakes
 * @typedef {import("../messages.d.ts").TableState} TableState
 * @typedef {import("../panels.js").OpenPanel} OpenPanel
 */

/**
 * @param {{
 *   i18n: I18n, table: { id: number, system: string, currency: string }, boxes: string[],
 *   minimum: number, step: number, maximum: number, individual: boolean,
 *   limits?: Record<string, { min?: number, max: number, step?: number }>,
 *   sendCommand: GameContext["sendCommand"], isAllowed: (command: GameCommand) => boolean,
 *   acceptedBets: (state: TableState | null) => Stakes, openPanel: OpenPanel,
 * }} options
 */
export function cardBetting(
  {
    i18n,
    table,
    boxes,
    minimum,
    step,
    maximum,
    limits = {},
    individual,
    sendCommand,
    isAllowed,
    acceptedBets,
    openPanel,
  },
) {
  const layout = {
    places: new Map(boxes.map((id) => [id, id in limits ? { id, kind: id } : { id }])),
    kinds: { box: { max: maximum }, ...limits },
    zeros: [],
    calls: {},
    minimum,
    step,
  };
  const editor = betEditor({
    layout,
    table,
    /** @param {GameCommand} command @param {Stakes} [stakes] */
    sendCommand: (command, stakes) => isAllowed(command) && sendCommand(command, stakes),
  });
  /** @type {TableState | null} */
  let state = null;
  const tray = chipTray({
    i18n,
    editor,
    individual,
    favourites: () =>
      openPanel(
        i18n.t("favourites.title"),
        favourites({ i18n, editor, bets: () => acceptedBets(state) }),
        {
          name: "favourites",
        },
      ),
    launch: () => isAllowed({ t: "launch" }) && sendCommand({ t: "launch" }),
  });

  return {
    editor,
    tray,
    root: tray.root,
    /** @param {TableState} before @param {TableState} after @param {ServerFrame} frame */
    receive(before, after, frame) {
      state = after;
      if (frame.t === "mine" || frame.t === "table") {
        const mine = after.mine?.seat;
        // Where everybody sees every bet, only the player's own count here.
        editor.receive((frame.news ?? []).filter((event) => event.seat === undefined || event.seat === mine));
      }
      if (before.table.phase === "betting" && after.table.phase !== "betting") {
        editor.recordClosedBets(acceptedBets(after));
      }
      if (after.table.round !== before.table.round) editor.startRound();
    },
    /**
     * @param {{
     *   view: import("../game.d.ts").View, open: boolean, options: any, accepted: Record<string, number>,
     *   sending: Record<string, number>,
     * }} options
     */
    render({ view: { mine, step }, ...betting }) {
      const isOver = mine?.game?.result && step === "live";
      tray.render({ ...betting, staked: isOver ? 0 : mine?.game?.total });
    },
    /** @param {KeyboardEvent} event */
    handleKey(event) {
      if (event.key === "Backspace") editor.undo();
      else if (event.key === "Delete") editor.clear();
      else if (event.key === "+" || event.key === "-") {
        return { chip: tray.stepChip(event.key === "+" ? 1 : -1) };
      } else return null;
      return {};
    },
  };
}
