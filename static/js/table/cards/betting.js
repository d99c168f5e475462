// Bets of a card game: the same chips, tray, undo, redo, repeat and double as at every table, over whatever boxes a game has.
//
//   const bets = betting({ speaker, table, boxes, minimum, step, most, individual, ask, panel })
//     table   facts.table; boxes: the ids of all boxes that a bet can name; most: the highest maximum of any box (for the tray)
//     ask(command, on)  sends a command; `allowed(command)` may refuse it first with a sentence
//   bets.hand        lay(box), layAll({box: cents}), undo(), clear(), redo(), repeat(), double(bets), chip, choose(value), last()
//   bets.root        the tray, for the foot of the page
//   bets.heard(before, after, frame)   every frame: what was taken back can be laid again, the last round's bets repeated
//   bets.render({ open, options, accepted, sending, seen })   accepted: {box: cents} of this player; options as the house sent them
//   bets.key(event)  the keys of the tray: + and - choose a chip, Backspace undoes, Delete clears; answers whether it was one
//
// `accepted(state)` tells what lies on the player's boxes in a state; it is what «repeat» will lay again in the next round.

import { favourites } from "../betting/favourites.js";
import { hand as handOf } from "../betting/hand.js";
import { tray as trayOf } from "../betting/tray.js";

export function betting(
  { speaker, table, boxes, minimum, step, most, individual, ask, allowed, accepted, panel },
) {
  const layout = {
    places: new Map(boxes.map((id) => [id, { id }])),
    kinds: { box: { max: most } },
    zeros: [],
    calls: {},
    minimum,
    step,
  };
  const hand = handOf({ layout, table, ask: (command, on) => allowed(command) && ask(command, on) });
  let state = null;
  const tray = trayOf({
    speaker,
    hand,
    individual,
    favourites: () =>
      panel(speaker.t("favourites.title"), favourites({ speaker, hand, bets: () => accepted(state) }), {
        name: "favourites",
      }),
    launch: () => allowed({ t: "launch" }) && ask({ t: "launch" }),
  });

  return {
    hand,
    tray,
    root: tray.root,
    heard(before, after, frame) {
      state = after;
      if (frame.t === "mine" || frame.t === "table") {
        const mine = after.mine?.seat;
        // Where everybody hears every bet, only one's own goes into one's hand.
        hand.heard((frame.news ?? []).filter((event) => event.seat === undefined || event.seat === mine));
      }
      if (before.table.phase === "betting" && after.table.phase !== "betting") {
        hand.roundClosed(accepted(after));
      }
      if (after.table.round !== before.table.round) hand.newRound();
    },
    render({ seen: { mine, step }, ...told }) {
      const over = mine?.game?.result && step === "live";
      tray.render({ ...told, staked: over ? 0 : mine?.game?.total });
    },
    key(event) {
      if (event.key === "Backspace") hand.undo();
      else if (event.key === "Delete") hand.clear();
      else if (event.key === "+" || event.key === "-") return { chip: tray.step(event.key === "+" ? 1 : -1) };
      else return null;
      return {};
    },
  };
}
