// Ponto e banca and its Macau way on the screen: punto against banco, up to nine players. It draws what the
// house said and turns
// clicks into wishes; no rule of the game is decided here.  [PB-3] [PB-5] [PB-6a] [PB-9a] [PB-10] [PB-16]
// [PB-22] [PB-27b] [PB-31] [PB-39]

import { cardBetting } from "../../table/cards/card_betting.js";
import { dealAnimation } from "../../table/cards/deal_animation.js";
import { footStack } from "../../table/cards/decision_bar.js";
import { closestTo, el, mark } from "../../dom.js";
import { pendingStakes } from "../../table/state.js";
import { list } from "./list.js";
import { betsOf, lastsOf, stepOf } from "./read.js";
import { says } from "./says.js";
import { side as sideOf } from "./side.js";
import { stage as stageOf } from "./stage.js";

const REFUSED = 900; // ms in which a refused chip slides back
const UNBOUND = 2000; // times the minimum: the largest chip in the tray where no maximum is set

/**
 * @param {import("../../table/game.d.ts").GameContext} context
 * @returns {import("../../table/game.d.ts").Game}
 */
export function mount(
  {
    facts,
    i18n,
    sounds,
    regions,
    sendCommand,
    requestDraw,
    openPanel,
    openVerification,
    showRefusal,
    reducedMotion,
  },
) {
  const { describe } = facts;
  const { t } = i18n;
  let shown = null;
  let open = false;
  let sliding = []; // refused bets on their way back

  function allowed(command) {
    if (open) {
      if (command.t === "bet") sounds.chip();
      return true;
    }
    showRefusal({ code: shown?.mine?.seat === undefined ? "not-seated" : "bets-closed", rule: "", with: {} });
    return false;
  }

  const most = Math.max(
    ...Object.values(describe.kinds).map((kind) => kind.max ?? kind.all ?? UNBOUND * describe.minimum),
  );
  const bets = cardBetting({
    i18n,
    table: facts.table,
    boxes: Object.keys(describe.kinds),
    minimum: describe.minimum,
    step: describe.step,
    maximum: most,
    individual: facts.table.mode === "individual",
    sendCommand,
    isAllowed: allowed,
    acceptedBets: betsOf,
    openPanel,
  });
  const saying = says({ i18n, describe });
  const stage = stageOf({
    describe,
    i18n,
    lay: (place) => bets.editor.placeChip(place),
    chip: () => bets.editor.chip,
    why: saying.why,
  });
  const deal = dealAnimation({
    durationOf: lastsOf,
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const side = sideOf({ describe, i18n, facts, openVerification, openPanel, saying });
  const table = list({ describe, i18n, editor: bets.editor });

  regions.side.append(side.root);
  regions.middle.append(stage.root, el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")));
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  mark(stage.root, "aria-describedby", "felt-keys");
  regions.foot.append(footStack(bets.root));
  stage.start(deal);
  stage.root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !bets.handleKey(event)) return;
    event.preventDefault();
  });
  // A click on the cloth, outside of what can be bet on, is the wish not to wait.
  stage.root.addEventListener("click", (event) => {
    if (!open) {
      deal.skip();
      requestDraw();
    } else if (!closestTo(event.target, ".zone")) deal.skip();
  });

  return {
    textView: table.root,
    explain: side.explain,
    describePhase: (view) => saying.phrase(view, stepOf(view)),
    receive(before, after, frame, now) {
      deal.receive(before, after, frame, now);
      bets.receive(before, after, frame);
    },
    receiveRefusal({ stakes }, now) {
      if (stakes) sliding.push({ stakes, until: now + (reducedMotion() ? 0 : REFUSED) });
    },
    handleDisconnect: () => deal.reset(),
    skipAnimation: () => deal.skip(),
    visibleState: (state, now) => deal.visibleState(state, now),
    render(view, state, now) {
      shown = view;
      const options = view.mine?.game?.options;
      const betting = view.table.phase === "betting" && view.mine?.seat !== undefined && !view.mine.ended;
      open = betting && view.link === "open";
      const waiting = pendingStakes(state);
      sliding = sliding.filter((each) => each.until > now);
      const step = stepOf(view);
      stage.render({ view, truth: state, step, open, waiting, refused: sliding.map((each) => each.stakes) });
      bets.render({
        open,
        options: options ?? {},
        accepted: betting ? betsOf(view) : {},
        sending: waiting,
        view,
      });
      side.render({ view, step });
      table.render({
        game: view.table.game ?? {},
        mine: view.mine,
        options: open ? options : undefined,
        phrase: saying.phrase(view, step).filter(Boolean).join(" · "),
        reason: saying.why(view, step),
      });
      mark(regions.room, "data-step", step.name);
      return deal.isMoving() || sliding.length > 0;
    },
    announcements(before, after) {
      const news = [
        ...deal.takeMissedEvents(),
        ...(after.playing === before.playing ? [] : after.playing ?? []),
      ];
      return saying.changes(before, after, news, { from: stepOf(before).name, to: stepOf(after).name });
    },
  };
}
