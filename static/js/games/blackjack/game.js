// Blackjack on the screen: one hand of the bank against up to seven places. It draws what the house said and
// turns clicks into
// wishes; no rule of the game is decided here.  [BJ-3] [BJ-4a] [BJ-4c] [BJ-7] [BJ-12b] [BJ-14a] [BJ-14b]
// [BJ-24a]

import { cardBetting } from "../../table/cards/card_betting.js";
import { CARD_TIME, dealAnimation } from "../../table/cards/deal_animation.js";
import { decisionBar, footStack } from "../../table/cards/decision_bar.js";
import { closestTo, el, mark } from "../../dom.js";
import { pendingStakes } from "../../table/state.js";
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
  "card-dealt": CARD_TIME,
  "bank-dealt": CARD_TIME,
  "hole-dealt": CARD_TIME,
  "hole-turned": 300,
  "round-settled": COLLECT + PAY,
};

/** Losing bets are collected first, then winning ones are paid.  [BJ-2f] */
const stepOf = (view) => {
  if (!view.playing.some((event) => event.t === "round-settled")) return view.step;
  return view.elapsed < COLLECT ? "collect" : "pay";
};

/**
 * @param {import("../../table/game.d.ts").GameContext} context
 * @returns {import("../../table/game.d.ts").Game}
 */
export function mount(
  {
    facts,
    i18n,
    clock,
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

  const bets = cardBetting({
    i18n,
    table: facts.table,
    boxes: describe.places,
    minimum: describe.minimum,
    step: describe.step,
    maximum: describe.maximum,
    individual: facts.table.mode === "individual",
    sendCommand,
    isAllowed: allowed,
    acceptedBets: betsOf,
    openPanel,
  });
  const stage = stageOf({ describe, i18n, press: (place) => bets.editor.placeChip(place) });
  const deal = dealAnimation({
    durationOf: (event) => LASTS[event.t] ?? 0,
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = asking({ i18n, clock, decisions: decisionBar, sendCommand, requestDraw });
  const side = sideOf({ describe, i18n, facts, openVerification, openPanel });
  const table = list({ describe, i18n, editor: bets.editor });
  const saying = says({ i18n });

  regions.side.append(side.root);
  regions.middle.append(stage.root, el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")));
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  mark(stage.root, "aria-describedby", "felt-keys");
  regions.foot.append(footStack(bets.root, ...bar.roots));
  stage.start(deal);
  stage.root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !bets.handleKey(event)) return;
    event.preventDefault();
  });
  // A click on the cloth, outside of what can be bet on, is the wish not to wait.
  stage.root.addEventListener("click", (event) => {
    if (!closestTo(event.target, "button")) {
      deal.skip();
      requestDraw();
    }
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
      bar.refused();
      if (stakes) sliding.push({ stakes, until: now + (reducedMotion() ? 0 : REFUSED) });
    },
    handleDisconnect: () => deal.reset(),
    skipAnimation: () => deal.skip(),
    visibleState: (state, now) => deal.visibleState(state, now),
    render(view, state, now) {
      shown = view;
      const options = view.mine?.game?.options;
      const connected = view.link === "open";
      open = view.table.phase === "betting" && connected && view.mine?.seat !== undefined && !view.mine.ended;
      const waiting = pendingStakes(state);
      sliding = sliding.filter((each) => each.until > now);
      const step = stepOf(view);
      stage.render({
        view,
        step,
        open,
        options,
        waiting,
        refused: sliding.map((each) => each.stakes),
        chip: bets.editor.chip,
      });
      bets.render({
        open,
        options: options ?? {},
        accepted: view.table.phase === "betting" ? betsOf(view) : {},
        sending: waiting,
        view,
      });
      const asked = bar.render({
        view,
        options: view.step === "live" && connected && !view.mine?.ended ? options : undefined,
      });
      side.render({ view, step });
      table.render({
        game: view.table.game ?? {},
        seat: view.mine?.seat,
        options: open ? options : undefined,
        phrase: saying.phrase(view, step).filter(Boolean).join(" · "),
        ...asked,
      });
      mark(regions.room, "data-step", step);
      return deal.isMoving() || sliding.length > 0;
    },
    announcements(before, after) {
      const news = [
        ...deal.takeMissedEvents(),
        ...(after.playing === before.playing ? [] : after.playing ?? []),
      ];
      const announcements = saying.changes(before, after, news, { from: stepOf(before), to: stepOf(after) });
      if (announcements.some((each) => each.sound === "turn")) {
        stage.reveal(after.table.game?.turn?.place, reducedMotion());
      }
      return announcements;
    },
  };
}
