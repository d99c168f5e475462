// Póquer sem descarte and Macau stud on the screen: up to seven places against one hand of the bank. It draws what the house said and
// turns clicks into wishes; no rule of the game is decided here.  [CS-3] [CS-6a] [CS-14b] [CS-20] [CS-24] [CS-37] [MS-2.1] [MS-2.2] [MS-10.1]

import { betting } from "../../table/cards/betting.js";
import { dealing } from "../../table/cards/deal.js";
import { decisions, stacked } from "../../table/cards/decision.js";
import { el, mark } from "../../dom.js";
import { sending } from "../../table/state.js";
import { asking } from "./asking.js";
import { list } from "./list.js";
import { betsOf, lastsOf, stepOf } from "./read.js";
import { says } from "./says.js";
import { side as sideOf } from "./side.js";
import { stage as stageOf } from "./stage.js";

const REFUSED = 900; // ms in which a refused chip slides back
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };
const cardsText = (names) => names.map((name) => name.slice(0, -1) + SIGNS[name.slice(-1)]).join(" ");

export function mount(
  { facts, speaker, clock, sounds, places, ask, change, panel, refused: sayRefused, reduced },
) {
  const { describe } = facts;
  const { t } = speaker;
  // Where the table tells that nothing may record or forecast, it gives no such help itself.  [MS-12.1]
  const quiet = (describe.forbidden ?? []).some(({ code }) => code === "recording");
  let shown = null;
  let open = false;
  let offered = {}; // what the house says may be asked
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
    boxes: ["ante", "jackpot"],
    minimum: describe.minimum,
    step: describe.step,
    most: describe.limits.ante.max,
    individual: facts.table.mode === "individual",
    ask,
    allowed,
    accepted: betsOf,
    panel,
  });
  const { hand } = bets;
  const press = (
    box,
  ) => (box === "jackpot"
    ? offered.jackpot && hand.layAll({ jackpot: offered.jackpot.cost })
    : hand.lay("ante"));
  // A jackpot bet is one for each hand: it is not doubled, and not repeated where one stands already.  [MS-10.1] [MS-11.1]
  hand.double = ({ ante }) => hand.layAll({ ante });
  hand.repeat = () => {
    const { jackpot, ...on } = hand.last();
    hand.layAll(jackpot && offered.jackpot ? { ...on, jackpot } : on);
  };

  const side = sideOf({ describe, speaker, facts, places, panel, reduced, quiet });
  const stage = stageOf({ describe, speaker, press, side, quiet });
  const deal = dealing({
    lasts: (event) => lastsOf(event, describe.dealing),
    reduced,
    shoe: () => stage.shoe,
    discard: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = asking({ speaker, clock, decisions, ask, change, cardsText, quiet });
  const table = list({ describe, speaker, hand, press, quiet });
  const saying = says({ describe, speaker, quiet });

  places.side.append(side.root);
  places.middle.append(
    stage.root,
    side.told,
    el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")),
  );
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  mark(stage.root, "aria-describedby", "felt-keys");
  places.foot.append(stacked(bets.root, bar.root));
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
      saying.heard(frame);
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
      offered = options ?? {};
      const connected = seen.link === "open";
      open = seen.table.phase === "betting" && connected && seen.mine?.seat !== undefined && !seen.mine.ended;
      const waiting = sending(state);
      sliding = sliding.filter((each) => each.until > now);
      const step = stepOf(seen);
      stage.render({ seen, step, open, options, waiting, refused: sliding.map((each) => each.on) });
      bets.render({
        open,
        options: offered,
        accepted: seen.table.phase === "betting" ? betsOf(seen) : {},
        sending: waiting,
        seen,
      });
      const asked = bar.render({
        seen,
        options: seen.step === "live" && connected && !seen.mine?.ended ? options : undefined,
      });
      const running = side.render({ seen, step, now });
      table.render({
        game: seen.table.game ?? {},
        mine: seen.mine,
        step,
        options: open ? options : undefined,
        phrase: saying.phrase(seen, step).filter(Boolean).join(" · "),
        ...asked,
      });
      mark(places.room, "data-step", step.name);
      return deal.moving() || sliding.length > 0 || running;
    },
    changes: (was, is) => saying.changes(was, is, stepOf(was), stepOf(is)),
  };
}
