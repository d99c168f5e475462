// The table of blackjack: one hand of the bank against up to seven places. It draws the server's view and
// turns clicks into commands; no rule of the game is decided here.
// [BJ-3] [BJ-4a] [BJ-4c] [BJ-7] [BJ-12b] [BJ-14a] [BJ-14b] [BJ-24a]

import { betGate } from "../../table/betting/bet_gate.js";
import { refusedBets } from "../../table/betting/refused_bets.js";
import { cardBetting } from "../../table/cards/card_betting.js";
import { CARD_TIME, dealAnimation } from "../../table/cards/deal_animation.js";
import { mark } from "../../dom.js";
import { eventsToAnnounce, placeTable, skipOnClick } from "../../table/cards/table_frame.js";
import { pendingStakes } from "../../table/state.js";
import { blackjackCommands } from "./commands.js";
import { firstOffer } from "./choices.js";
import { decisionPrompt } from "./decision_prompt.js";
import { textView } from "./text_view.js";
import { handStrip } from "./hand_strip.js";
import { ownBets, ownHandsOf } from "./selectors.js";
import { createAnnouncements } from "./announcements.js";
import { sidePanel } from "./side_panel.js";
import { tableDrawing } from "./table_drawing.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 */

const COLLECT_TIME = 900;
const PAY_TIME = 1000;
/** @type {Record<string, number>} */
const DURATIONS = {
  "card-dealt": CARD_TIME,
  "bank-dealt": CARD_TIME,
  "hole-dealt": CARD_TIME,
  "hole-turned": 300,
  "round-settled": COLLECT_TIME + PAY_TIME,
};

/**
 * Losing bets are collected first, then winning ones are paid.  [BJ-2f]
 * @param {View} view
 */
const settlementStep = (view) => {
  if (!view.playing.some((event) => event.t === "round-settled")) return view.step;
  return (view.elapsed ?? 0) < COLLECT_TIME ? "collect" : "pay";
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
    takeSeat,
    reducedMotion,
  },
) {
  const { describe } = facts;
  const gate = betGate({ sounds, showRefusal, takeSeat, closedRule: describe.limit_rules.closed });
  const refused = refusedBets(reducedMotion);

  const bets = cardBetting({
    i18n,
    table: facts.table,
    boxes: describe.places,
    minimum: describe.minimum,
    step: describe.step,
    maximum: describe.maximum,
    individual: facts.table.mode === "individual",
    sendCommand,
    isAllowed: gate.isAllowed,
    acceptedBets: ownBets,
    openPanel,
  });
  const stage = tableDrawing({
    describe,
    i18n,
    /** @param {string} place */
    press: (place) => bets.editor.placeChip(place),
  });
  const deal = dealAnimation({
    /** @param {GameEvent} event */
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
  const typed = blackjackCommands({ describe, i18n, bets, prompt: bar, gate, textTable });
  /** @type {View} */
  let lastView;

  const hands = handStrip(i18n);
  placeTable({
    regions,
    i18n,
    table: stage.root,
    side: side.root,
    hands: hands.root,
    foot: [bets.root, ...bar.roots],
    handleKey: bets.handleKey,
  });
  stage.start(deal);
  skipOnClick({ table: stage.root, pressable: "button", deal, requestDraw });

  return {
    awaitsDecision({ mine }) {
      const options = mine?.game?.options;
      return Boolean(options?.choices || firstOffer(options));
    },
    textView: textTable.root,
    explain: side.explain,
    describePhase: (view) => messages.phrase(view, settlementStep(view)),
    receive(before, after, frame, now) {
      deal.receive(before, after, frame, now);
      bets.receive(before, after, frame);
    },
    receiveRefusal({ stakes }, now) {
      bar.receiveRefusal();
      refused.add(stakes, now);
    },
    handleDisconnect: () => deal.reset(),
    skipAnimation: () => deal.skip(),
    visibleState: (state, now) => deal.visibleState(state, now),
    render(view, state, now) {
      lastView = view;
      const options = view.mine?.game?.options;
      const isConnected = view.link === "open";
      const isOpen = gate.follow(view);
      const pending = pendingStakes(state);
      const step = settlementStep(view);
      stage.render({
        view,
        step,
        open: isOpen,
        options,
        pending,
        refused: refused.current(now),
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
      hands.render(ownHandsOf(view, i18n.t));
      side.render({ view, step });
      textTable.render({
        game: view.table.game ?? {},
        seat: view.mine?.seat,
        partners: view.table.partners,
        options: isOpen ? options : undefined,
        phrase: messages.phrase(view, step).filter(Boolean).join(" · "),
        ...decision,
      });
      mark(regions.room, "data-step", step);
      return deal.isMoving() || refused.isMoving;
    },
    typed: () => typed(lastView),
    announcements(before, after) {
      const news = eventsToAnnounce(deal, before, after);
      const announcements = messages.changes(before, after, news, {
        from: settlementStep(before),
        to: settlementStep(after),
      });
      if (announcements.some(({ sound }) => sound === "turn")) {
        stage.reveal(after.table.game?.turn?.place, reducedMotion());
      }
      return announcements;
    },
  };
}
