// The table of hold'em: players against each other; the house deals and keeps the pots. It draws the server's
// view and turns clicks into commands; no rule of the game is decided here. There is no command to show
// cards, share a pot or take chips off the table.
// [HE-3] [HE-4a] [HE-4e] [HE-11a] [HE-11d] [HE-28] [HE-34] [HE-61]

import { CARD_TIME, dealAnimation } from "../../table/cards/deal_animation.js";
import { mark } from "../../dom.js";
import { deadline } from "../../table/cards/deadline.js";
import { placeTable, skipOnClick } from "../../table/cards/table_frame.js";
import { holdemCommands } from "./commands.js";
import { decisionPrompt } from "./decision_prompt.js";
import { opponentNotes } from "./opponent_notes.js";
import { seatActions } from "./seat_actions.js";
import { explanation } from "./explanation.js";
import { textView } from "./text_view.js";
import { inPlay, seatOf } from "./selectors.js";
import { createAnnouncements } from "./announcements.js";
import { sidePanel } from "./side_panel.js";
import { tableDrawing } from "./table_drawing.js";
import { terms } from "./terms.js";

/**
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/messages.d.ts").TableView} TableView
 */

const COLLECT_TIME = 500;
const PAY_TIME = 900;
const STAGGER = 70; // ms between two cards that are dealt together
/** @type {Record<string, (event: any) => number>} */
const DURATIONS = {
  /** @param {GameEvent} event */
  "cards-dealt": (event) => CARD_TIME + STAGGER * (event.to.length - 1),
  /** @param {GameEvent} event */
  "common-turned": (event) => CARD_TIME + STAGGER * (event.cards.length - 1),
  "hand-shown": () => 600,
  "pots-paid": () => COLLECT_TIME + PAY_TIME,
};

/**
 * Bets are collected first, then the pots are paid.
 * @param {View} view
 */
const settlementStep = (view) => {
  if (!view.playing.some((event) => event.t === "pots-paid")) return view.step;
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
    sendRequest,
    requestDraw,
    openPanel,
    showRefusal,
    reducedMotion,
  },
) {
  const { describe } = facts;
  const { t } = i18n;
  const deadlines = deadline(clock);
  const actions = new Map(); // the last decision of each seat in this turn of bets, in words
  /** @type {GameEvent[]} */
  let newEvents = []; // events that have not been announced
  let isCancelled = false; // a choice made ahead was cancelled, and this has not been announced

  const notes = opponentNotes({ facts, i18n, openPanel, requestDraw });
  const stage = tableDrawing({
    describe,
    i18n,
    reducedMotion,
    notes,
    /** @param {number} seat */
    press(seat) {
      const alias = lastFrame?.view.table.seats?.[seat];
      if (alias !== undefined) notes.open(alias);
      else if (lastFrame && seatOf(lastFrame.view) !== undefined) {
        showRefusal({ code: "one-seat", rule: "HE-9", with: {} }); // [HE-9]
      } else sendRequest("sit", { seat });
    },
  });
  const deal = dealAnimation({
    /** @param {GameEvent} event */
    durationOf: (event) => DURATIONS[event.t]?.(event) ?? 0,
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = decisionPrompt({ describe, i18n, clock, sendCommand, requestDraw, openPanel });
  const seat = seatActions({
    facts,
    describe,
    i18n,
    clock,
    sendCommand,
    sendRequest,
    openPanel,
    advanceBox: bar.advanceBox,
  });
  const side = sidePanel({ facts, describe, i18n, openPanel });
  const textTable = textView({ describe, i18n });
  const messages = createAnnouncements({ describe, i18n });
  const typed = holdemCommands({ describe, i18n, prompt: bar, textTable });
  /** @type {{ view: View, requests: import("./types.d.ts").SeatAction[] }} */
  let lastFrame;

  placeTable({
    regions,
    i18n,
    table: stage.root,
    side: side.root,
    foot: [seat.root, ...bar.roots],
  });
  mark(regions.room, "data-felt", "holdem");
  stage.start(deal);
  skipOnClick({ table: stage.root, pressable: "button:enabled", deal, requestDraw });

  /**
   * Records what is shown beside each seat until the next turn of bets.
   * @param {GameEvent[]} events
   */
  function recordActions(events) {
    for (const event of events) {
      if (["button-placed", "common-turned", "pots-paid", "round-voided"].includes(event.t)) actions.clear();
      const text = messages.action(event);
      if (text) actions.set(event.seat, text);
    }
  }

  /** @param {View} view */
  function hasFreeSeat(view) {
    const { seats = {}, queue = [], session } = view.table;
    const kept = queue.filter((entry) => entry.until && entry.alias !== facts.me?.alias).length;
    const called = queue.some((entry) => entry.until && entry.alias === facts.me?.alias);
    const runs = describe.regime !== "session" || (session && called); // [HE-6b]
    return Boolean(
      facts.me && !facts.barred && runs && view.link === "open" && seatOf(view) === undefined &&
        Object.keys(seats).length + kept < describe.seats,
    );
  }

  /** @param {{ table: TableView }} options */
  function renderTime({ table }) {
    const whole = Math.max(1, deadlines.lengthOf(table.due));
    const part = table.due !== undefined && table.phase === "choosing"
      ? Math.min(1, clock.until(table.due) / whole)
      : 0;
    stage.renderTime(table.game?.actor, part, table.called);
  }

  return {
    playerChoosesSeat: true,
    awaitsDecision: (state) => Boolean(state.mine?.game?.options?.fold),
    textView: textTable.root,
    terms: () => terms({ describe, i18n }),
    explain: (round) => explanation({ i18n, lines: round.explain ?? [], result: round.result }),
    describePhase: (view) => messages.phrase(view, settlementStep(view)),
    receive(before, after, frame, now) {
      deal.receive(before, after, frame, now);
      if (frame.t === "snapshot") {
        actions.clear();
        newEvents = [];
      }
      if (frame.t === "table") newEvents.push(...(frame.news ?? []));
    },
    receiveRefusal: () => bar.receiveRefusal(),
    handleDisconnect() {
      deal.reset();
      bar.cancelChoice();
    },
    skipAnimation: () => deal.skip(),
    visibleState(state, now) {
      const view = deal.visibleState(state, now);
      const events = newEvents;
      newEvents = [];
      recordActions(events);
      const { game } = view.mine ?? {};
      if (!game) return { ...view, newEvents: events };
      // The header counts all chips of the player at this table as in play, also between rounds.
      const { result, ...rest } = game;
      return {
        ...view,
        newEvents: events,
        mine: {
          ...view.mine,
          game: { ...rest, outcome: result, total: inPlay(view.table.game, seatOf(view)) },
        },
      };
    },
    render(view, _state, now) {
      const step = settlementStep(view);
      const hasLeft = view.mine?.ended || (view.mine?.leaving && !view.mine.removed);
      const decides = view.link === "open" && !hasLeft;
      const options = view.step === "live" && decides ? view.mine?.game?.options : undefined;
      stage.render({ view, step, actions, free: hasFreeSeat(view) });
      renderTime(view);
      const decision = bar.render({ view, options, now });
      isCancelled ||= decision.isCancelled;
      const requests = seat.render(view, decision.key !== null);
      lastFrame = { view, requests: decision.key === null ? requests : [] };
      side.render({ view, step });
      textTable.render({
        view,
        phrase: messages.phrase(view, step).filter(Boolean).join(" · "),
        requests,
        ...decision,
      });
      mark(regions.room, "data-step", step);
      return deal.isMoving();
    },
    typed: () => typed(lastFrame.view, lastFrame.requests),
    announcements(before, after) {
      const announcements = messages.changes(before, after, settlementStep(before), settlementStep(after));
      if (isCancelled) announcements.push({ text: t("he.ahead.cancelled") });
      isCancelled = false;
      return announcements;
    },
  };
}
