// The table of blackjack: one hand of the bank against up to seven places. It draws the server's view and
// turns clicks into commands; no rule of the game is decided here.
// [BJ-3] [BJ-4a] [BJ-4c] [BJ-7] [BJ-12b] [BJ-14a] [BJ-14b] [BJ-24a]

import { cardBetting } from "../../table/cards/card_betting.js";
import { CARD_TIME, dealAnimation } from "../../table/cards/deal_animation.js";
import { footStack } from "../../table/cards/decision_bar.js";
import { closestTo, el, mark } from "../../dom.js";
import { pendingStakes } from "../../table/state.js";
import { decisionPrompt } from "./decision_prompt.js";
import { textView } from "./text_view.js";
import { ownBets } from "./selectors.js";
import { createAnnouncements } from "./announcements.js";
import { sidePanel } from "./side_panel.js";
import { tableDrawing } from "./table_drawing.js";

const REFUSAL_TIME = 900; // ms in which a refused chip moves back
const COLLECT_TIME = 900;
const PAY_TIME = 1000;
const DURATIONS = {
  "card-dealt": CARD_TIME,
  "bank-dealt": CARD_TIME,
  "hole-dealt": CARD_TIME,
  "hole-turned": 300,
  "round-settled": COLLECT_TIME + PAY_TIME,
};

/** Losing bets are collected first, then winning ones are paid.  [BJ-2f] */
const settlementStep = (view) => {
  if (!view.playing.some((event) => event.t === "round-settled")) return view.step;
  return view.elapsed < COLLECT_TIME ? "collect" : "pay";
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
  let lastView = null;
  let isOpen = false;
  let refusedBets = []; // refused bets that are moving back

  function isAllowed(command) {
    if (isOpen) {
      if (command.t === "bet") sounds.chip();
      return true;
    }
    showRefusal({
      code: lastView?.mine?.seat === undefined ? "not-seated" : "bets-closed",
      rule: "",
      with: {},
    });
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
    isAllowed,
    acceptedBets: ownBets,
    openPanel,
  });
  const stage = tableDrawing({ describe, i18n, press: (place) => bets.editor.placeChip(place) });
  const deal = dealAnimation({
    durationOf: (event) => DURATIONS[event.t] ?? 0,
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = decisionPrompt({ i18n, clock, sendCommand, requestDraw });
  const side = sidePanel({ describe, i18n, facts, openVerification, openPanel });
  const textTable = textView({ describe, i18n, editor: bets.editor });
  const messages = createAnnouncements({ i18n });

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
  // A click on the cloth outside the betting places skips the animation.
  stage.root.addEventListener("click", (event) => {
    if (!closestTo(event.target, "button")) {
      deal.skip();
      requestDraw();
    }
  });

  return {
    textView: textTable.root,
    explain: side.explain,
    describePhase: (view) => messages.phrase(view, settlementStep(view)),
    receive(before, after, frame, now) {
      deal.receive(before, after, frame, now);
      bets.receive(before, after, frame);
    },
    receiveRefusal({ stakes }, now) {
      bar.refused();
      if (stakes) refusedBets.push({ stakes, until: now + (reducedMotion() ? 0 : REFUSAL_TIME) });
    },
    handleDisconnect: () => deal.reset(),
    skipAnimation: () => deal.skip(),
    visibleState: (state, now) => deal.visibleState(state, now),
    render(view, state, now) {
      lastView = view;
      const options = view.mine?.game?.options;
      const isConnected = view.link === "open";
      isOpen = view.table.phase === "betting" && isConnected && view.mine?.seat !== undefined &&
        !view.mine.ended;
      const pending = pendingStakes(state);
      refusedBets = refusedBets.filter((bet) => bet.until > now);
      const step = settlementStep(view);
      stage.render({
        view,
        step,
        open: isOpen,
        options,
        waiting: pending,
        refused: refusedBets.map((bet) => bet.stakes),
        chip: bets.editor.chip,
      });
      bets.render({
        open: isOpen,
        options: options ?? {},
        accepted: view.table.phase === "betting" ? ownBets(view) : {},
        sending: pending,
        view,
      });
      const decision = bar.render({
        view,
        options: view.step === "live" && isConnected && !view.mine?.ended ? options : undefined,
      });
      side.render({ view, step });
      textTable.render({
        game: view.table.game ?? {},
        seat: view.mine?.seat,
        options: isOpen ? options : undefined,
        phrase: messages.phrase(view, step).filter(Boolean).join(" · "),
        ...decision,
      });
      mark(regions.room, "data-step", step);
      return deal.isMoving() || refusedBets.length > 0;
    },
    announcements(before, after) {
      const news = [
        ...deal.takeMissedEvents(),
        ...(after.playing === before.playing ? [] : after.playing ?? []),
      ];
      const announcements = messages.changes(before, after, news, {
        from: settlementStep(before),
        to: settlementStep(after),
      });
      if (announcements.some((bet) => bet.sound === "turn")) {
        stage.reveal(after.table.game?.turn?.place, reducedMotion());
      }
      return announcements;
    },
  };
}
