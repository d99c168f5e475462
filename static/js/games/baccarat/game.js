// Ponto e banca and its Macau way on the screen: punto against banco, up to nine players. It draws what the house said and turns
// clicks into wishes; no rule of the game is decided here.  [PB-3] [PB-5] [PB-6a] [PB-9a] [PB-10] [PB-16] [PB-22] [PB-27b] [PB-31] [PB-39]

import { betting } from "../../table/cards/betting.js";
import { dealing } from "../../table/cards/deal.js";
import { stacked } from "../../table/cards/decision.js";
import { el, mark } from "../../dom.js";
import { sending } from "../../table/state.js";
import { list } from "./list.js";
import { betsOf, lastsOf, stepOf } from "./read.js";
import { says } from "./says.js";
import { side as sideOf } from "./side.js";
import { stage as stageOf } from "./stage.js";

const REFUSED = 900; // ms in which a refused chip slides back
const UNBOUND = 2000; // times the minimum: the largest chip in the tray where no maximum is set

export function mount({ facts, speaker, sounds, places, ask, change, panel, refused: sayRefused, reduced }) {
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

  const most = Math.max(
    ...Object.values(describe.kinds).map((kind) => kind.max ?? kind.all ?? UNBOUND * describe.minimum),
  );
  const bets = betting({
    speaker,
    table: facts.table,
    boxes: Object.keys(describe.kinds),
    minimum: describe.minimum,
    step: describe.step,
    most,
    individual: facts.table.mode === "individual",
    ask,
    allowed,
    accepted: betsOf,
    panel,
  });
  const saying = says({ speaker, describe });
  const stage = stageOf({
    describe,
    speaker,
    lay: (place) => bets.hand.lay(place),
    chip: () => bets.hand.chip,
    why: saying.why,
  });
  const deal = dealing({ lasts: lastsOf, reduced, shoe: () => stage.shoe, discard: () => stage.discard });
  deal.onLand(() => sounds.play("card"));
  const side = sideOf({ describe, speaker, facts, places, panel, saying });
  const table = list({ describe, speaker, hand: bets.hand });

  places.side.append(side.root);
  places.middle.append(stage.root, el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")));
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  mark(stage.root, "aria-describedby", "felt-keys");
  places.foot.append(stacked(bets.root));
  stage.start(deal);
  stage.root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !bets.key(event)) return;
    event.preventDefault();
  });
  // A click on the cloth, outside of what can be bet on, is the wish not to wait.
  stage.root.addEventListener("click", (event) => {
    if (!open) {
      deal.skip();
      change();
    } else if (!event.target.closest(".zone")) deal.skip();
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
      if (wish.ask.on) sliding.push({ on: wish.ask.on, until: now + (reduced() ? 0 : REFUSED) });
    },
    lost: () => deal.lost(),
    skip: () => deal.skip(),
    shown: (state, now) => deal.shown(state, now),
    render(seen, state, now) {
      shown = seen;
      const options = seen.mine?.game?.options;
      const betting = seen.table.phase === "betting" && seen.mine?.seat !== undefined && !seen.mine.ended;
      open = betting && seen.link === "open";
      const waiting = sending(state);
      sliding = sliding.filter((each) => each.until > now);
      const step = stepOf(seen);
      stage.render({ seen, truth: state, step, open, waiting, refused: sliding.map((each) => each.on) });
      bets.render({
        open,
        options: options ?? {},
        accepted: betting ? betsOf(seen) : {},
        sending: waiting,
        seen,
      });
      side.render({ seen, step });
      table.render({
        game: seen.table.game ?? {},
        mine: seen.mine,
        options: open ? options : undefined,
        phrase: saying.phrase(seen, step).filter(Boolean).join(" · "),
        reason: saying.why(seen, step),
      });
      mark(places.room, "data-step", step.name);
      return deal.moving() || sliding.length > 0;
    },
    changes(was, is) {
      const news = [...deal.missed(), ...(is.playing === was.playing ? [] : is.playing)];
      return saying.changes(was, is, news, { from: stepOf(was).name, to: stepOf(is).name });
    },
  };
}
