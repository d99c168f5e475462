// Hold'em on the screen: players against each other, the house deals and keeps the pots. It draws what the house said and turns clicks
// into wishes; no rule of the game is decided here. Nobody can show cards, share a pot or take chips off the table: nothing here
// says so to the house.  [HE-3] [HE-4a] [HE-4e] [HE-11a] [HE-11d] [HE-28] [HE-34] [HE-61]

import { CARD, dealing } from "../../table/cards/deal.js";
import { stacked } from "../../table/cards/decision.js";
import { mark } from "../../dom.js";
import { asking } from "./asking.js";
import { desk as deskOf } from "./desk.js";
import { explained } from "./explain.js";
import { list } from "./list.js";
import { inPlay, seatOf } from "./read.js";
import { says } from "./says.js";
import { side as sideOf } from "./side.js";
import { stage as stageOf } from "./stage.js";
import { terms } from "./terms.js";

const COLLECT = 500;
const PAY = 900;
const EACH = 70; // ms between two cards that are dealt together
const LASTS = {
  "cards-dealt": (event) => CARD + EACH * (event.to.length - 1),
  "common-turned": (event) => CARD + EACH * (event.cards.length - 1),
  "hand-shown": () => 600,
  "pots-paid": () => COLLECT + PAY,
};

/** Bets are gathered first, then the pots are paid. */
const stepOf = (seen) => {
  if (!seen.playing.some((event) => event.t === "pots-paid")) return seen.step;
  return seen.elapsed < COLLECT ? "collect" : "pay";
};

export function mount({ facts, speaker, clock, sounds, places, ask, wish, change, panel, reduced }) {
  const { describe } = facts;
  const { t } = speaker;
  const actions = new Map(); // what each seat last decided in this turn of bets, in words
  let fresh = []; // news that nobody was told yet
  let undone = false; // a choice made ahead was taken back, and nobody was told yet
  let window = { due: null, whole: 1 };

  const stage = stageOf({ describe, speaker, reduced, press: (seat) => wish("sit", { seat }) });
  const deal = dealing({
    lasts: (event) => LASTS[event.t]?.(event) ?? 0,
    reduced,
    shoe: () => stage.shoe,
    discard: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = asking({ describe, speaker, clock, ask, change });
  const desk = deskOf({ facts, describe, speaker, clock, ask, wish, panel, ahead: bar.ahead });
  const side = sideOf({ facts, describe, speaker, panel });
  const table = list({ describe, speaker });
  const saying = says({ describe, speaker });

  places.side.append(side.root);
  places.middle.append(stage.root);
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  places.foot.append(stacked(desk.root, ...bar.roots));
  mark(places.room, "data-felt", "holdem");
  stage.start(deal);
  stage.root.addEventListener("click", (event) => {
    if (!event.target.closest("button:enabled")) {
      deal.skip();
      change();
    }
  });

  /** What stands beside each place until the next turn of bets. */
  function remember(news) {
    for (const event of news) {
      if (["button-placed", "common-turned", "pots-paid", "round-voided"].includes(event.t)) actions.clear();
      const said = saying.action(event);
      if (said) actions.set(event.seat, said);
    }
  }

  function freeNow(seen) {
    const { seats = {}, queue = [], session } = seen.table;
    const kept = queue.filter((each) => each.until && each.alias !== facts.me?.alias).length;
    const called = queue.some((each) => each.until && each.alias === facts.me?.alias);
    const runs = describe.regime !== "session" || (session && called); // [HE-6b]
    return Boolean(
      facts.me && !facts.barred && runs && seen.link === "open" && seatOf(seen) === undefined &&
        Object.keys(seats).length + kept < describe.seats,
    );
  }

  function time({ table }) {
    if (window.due !== table.due) {
      window = { due: table.due, whole: table.due === undefined ? 1 : Math.max(1, clock.until(table.due)) };
    }
    const part = table.due !== undefined && table.phase === "choosing"
      ? Math.min(1, clock.until(table.due) / window.whole)
      : 0;
    stage.time(table.game?.actor, part, table.called);
  }

  return {
    choosesSeat: true,
    asked: (state) => Boolean(state.mine?.game?.options?.fold),
    chances: table.root,
    terms: () => terms({ describe, speaker }),
    explain: (round) => explained({ speaker, lines: round.explain ?? [], result: round.result }),
    phrase: (seen) => saying.phrase(seen, stepOf(seen)),
    heard(before, after, frame, now) {
      deal.heard(before, after, frame, now);
      if (frame.t === "snapshot") {
        actions.clear();
        fresh = [];
      }
      if (frame.t === "table") fresh.push(...(frame.news ?? []));
    },
    refused: () => bar.refused(),
    lost() {
      deal.lost();
      bar.forget();
    },
    skip: () => deal.skip(),
    shown(state, now) {
      const seen = deal.shown(state, now);
      const told = fresh;
      fresh = [];
      remember(told);
      const { game } = seen.mine ?? {};
      if (!game) return { ...seen, fresh: told };
      // The header tells all chips at this table as in play, also between rounds.
      const { result, ...rest } = game;
      return {
        ...seen,
        fresh: told,
        mine: {
          ...seen.mine,
          game: { ...rest, outcome: result, total: inPlay(seen.table.game, seatOf(seen)) },
        },
      };
    },
    render(seen, _state, now) {
      const step = stepOf(seen);
      const connected = seen.link === "open" && !seen.mine?.ended && !seen.mine?.leaving;
      const options = seen.step === "live" && connected ? seen.mine?.game?.options : undefined;
      stage.render({ seen, step, actions, free: freeNow(seen) });
      time(seen);
      const asked = bar.render({ seen, options, now });
      undone ||= asked.cancelled;
      const acts = desk.render(seen, asked.key !== null);
      side.render({ seen, step });
      table.render({ seen, phrase: saying.phrase(seen, step).filter(Boolean).join(" · "), acts, ...asked });
      mark(places.room, "data-step", step);
      return deal.moving();
    },
    changes(was, is) {
      const said = saying.changes(was, is, stepOf(was), stepOf(is));
      if (undone) said.push({ text: t("he.ahead.cancelled") });
      undone = false;
      return said;
    },
  };
}
