// Blackjack on the screen: one hand of the bank against up to seven places. It draws what the house said and turns clicks into
// wishes; no rule of the game is decided here.  [BJ-3] [BJ-4a] [BJ-4c] [BJ-7] [BJ-12b] [BJ-14a] [BJ-14b] [BJ-24a]

import { betting } from "../../table/cards/betting.js";
import { CARD, dealing } from "../../table/cards/deal.js";
import { decisions, stacked } from "../../table/cards/decision.js";
import { el, mark } from "../../dom.js";
import { sending } from "../../table/state.js";
import { asking } from "./asking.js";
import { list } from "./list.js";
import { betsOf } from "./read.js";
import { says } from "./says.js";
import { side as sideOf } from "./side.js";
import { stage as stageOf } from "./stage.js";

const REFUSED = 900; // ms in which a refused chip slides back
const COLLECT = 900;
const PAY = 1000;
const LASTS = {
  "card-dealt": CARD,
  "bank-dealt": CARD,
  "hole-dealt": CARD,
  "hole-turned": 300,
  "round-settled": COLLECT + PAY,
};

/** Losing bets are collected first, then winning ones are paid.  [BJ-2f] */
const stepOf = (seen) => {
  if (!seen.playing.some((event) => event.t === "round-settled")) return seen.step;
  return seen.elapsed < COLLECT ? "collect" : "pay";
};

export function mount(
  { facts, speaker, clock, sounds, places, ask, change, panel, refused: sayRefused, reduced },
) {
  const { describe } = facts;
  const { t } = speaker;
  let shown = null;
  let open = false;
  let sliding = []; // refused bets on their way back

  function allowed(command) {
    if (open) {
      if (command.t === "bet") sounds.chip();
      return true;
    }
    sayRefused({ code: shown?.mine?.seat === undefined ? "not-seated" : "bets-closed", rule: "", with: {} });
    return false;
  }

  const bets = betting({
    speaker,
    table: facts.table,
    boxes: describe.places,
    minimum: describe.minimum,
    step: describe.step,
    most: describe.maximum,
    individual: facts.table.mode === "individual",
    ask,
    allowed,
    accepted: betsOf,
    panel,
  });
  const stage = stageOf({ describe, speaker, press: (place) => bets.hand.lay(place) });
  const deal = dealing({
    lasts: (event) => LASTS[event.t] ?? 0,
    reduced,
    shoe: () => stage.shoe,
    discard: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = asking({ speaker, clock, decisions, ask, change });
  const side = sideOf({ describe, speaker, facts, places, panel });
  const table = list({ describe, speaker, hand: bets.hand });
  const saying = says({ speaker });

  places.side.append(side.root);
  places.middle.append(stage.root, el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")));
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  mark(stage.root, "aria-describedby", "felt-keys");
  places.foot.append(stacked(bets.root, ...bar.roots));
  stage.start(deal);
  stage.root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !bets.key(event)) return;
    event.preventDefault();
  });
  // A click on the cloth, outside of what can be bet on, is the wish not to wait.
  stage.root.addEventListener("click", (event) => {
    if (!event.target.closest("button")) {
      deal.skip();
      change();
    }
  });

  return {
    chances: table.root,
    explain: side.explain,
    phrase: (seen) => saying.phrase(seen, stepOf(seen)),
    heard(before, after, frame, now) {
      deal.heard(before, after, frame, now);
      bets.heard(before, after, frame);
    },
    refused(wish, now) {
      bar.refused();
      if (wish.ask.on) sliding.push({ on: wish.ask.on, until: now + (reduced() ? 0 : REFUSED) });
    },
    lost: () => deal.lost(),
    skip: () => deal.skip(),
    shown: (state, now) => deal.shown(state, now),
    render(seen, state, now) {
      shown = seen;
      const options = seen.mine?.game?.options;
      const connected = seen.link === "open";
      open = seen.table.phase === "betting" && connected && seen.mine?.seat !== undefined && !seen.mine.ended;
      const waiting = sending(state);
      sliding = sliding.filter((each) => each.until > now);
      const step = stepOf(seen);
      stage.render({
        seen,
        step,
        open,
        options,
        waiting,
        refused: sliding.map((each) => each.on),
        chip: bets.hand.chip,
      });
      bets.render({
        open,
        options: options ?? {},
        accepted: seen.table.phase === "betting" ? betsOf(seen) : {},
        sending: waiting,
        seen,
      });
      const asked = bar.render({
        seen,
        options: seen.step === "live" && connected && !seen.mine?.ended ? options : undefined,
      });
      side.render({ seen, step });
      table.render({
        game: seen.table.game ?? {},
        seat: seen.mine?.seat,
        options: open ? options : undefined,
        phrase: saying.phrase(seen, step).filter(Boolean).join(" · "),
        ...asked,
      });
      mark(places.room, "data-step", step);
      return deal.moving() || sliding.length > 0;
    },
    changes(was, is) {
      const news = [...deal.missed(), ...(is.playing === was.playing ? [] : is.playing)];
      const said = saying.changes(was, is, news, { from: stepOf(was), to: stepOf(is) });
      if (said.some((each) => each.sound === "turn")) stage.reveal(is.table.game?.turn?.place, reduced());
      return said;
    },
  };
}
