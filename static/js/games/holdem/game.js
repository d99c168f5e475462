// The table of hold'em: players against each other; the house deals and keeps the pots. It draws the server's
// view and turns clicks into commands; no rule of the game is decided here. There is no command to show
// cards, share a pot or take chips off the table.
// [HE-3] [HE-4a] [HE-4e] [HE-11a] [HE-11d] [HE-28] [HE-34] [HE-61]

import { CARD_TIME, dealAnimation } from "../../table/cards/deal_animation.js";
import { footStack } from "../../table/cards/decision_bar.js";
import { closestTo, mark } from "../../dom.js";
import { decisionPrompt } from "./decision_prompt.js";
import { seatActions } from "./seat_actions.js";
import { explanation } from "./explanation.js";
import { textView } from "./text_view.js";
import { inPlay, seatOf } from "./selectors.js";
import { createAnnouncements } from "./announcements.js";
import { sidePanel } from "./side_panel.js";
import { tableDrawing } from "./table_drawing.js";
import { terms } from "./terms.js";

const COLLECT = 500;
const PAY = 900;
const EACH = 70; // ms between two cards that are dealt together
const LASTS = {
  "cards-dealt": (event) => CARD_TIME + EACH * (event.to.length - 1),
  "common-turned": (event) => CARD_TIME + EACH * (event.cards.length - 1),
  "hand-shown": () => 600,
  "pots-paid": () => COLLECT + PAY,
};

/** Bets are collected first, then the pots are paid. */
const stepOf = (view) => {
  if (!view.playing.some((event) => event.t === "pots-paid")) return view.step;
  return view.elapsed < COLLECT ? "collect" : "pay";
};

/**
 * @param {import("../../table/game.d.ts").GameContext} context
 * @returns {import("../../table/game.d.ts").Game}
 */
export function mount(
  { facts, i18n, clock, sounds, regions, sendCommand, sendRequest, requestDraw, openPanel, reducedMotion },
) {
  const { describe } = facts;
  const { t } = i18n;
  const actions = new Map(); // the last decision of each seat in this turn of bets, in words
  let fresh = []; // events that have not been announced
  let undone = false; // a choice made ahead was cancelled, and this has not been announced
  let window = { due: null, whole: 1 };

  const stage = tableDrawing({
    describe,
    i18n,
    reducedMotion,
    press: (seat) => sendRequest("sit", { seat }),
  });
  const deal = dealAnimation({
    durationOf: (event) => LASTS[event.t]?.(event) ?? 0,
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = decisionPrompt({ describe, i18n, clock, sendCommand, requestDraw });
  const desk = seatActions({
    facts,
    describe,
    i18n,
    clock,
    sendCommand,
    sendRequest,
    openPanel,
    ahead: bar.ahead,
  });
  const side = sidePanel({ facts, describe, i18n, openPanel });
  const table = textView({ describe, i18n });
  const saying = createAnnouncements({ describe, i18n });

  regions.side.append(side.root);
  regions.middle.append(stage.root);
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  regions.foot.append(footStack(desk.root, ...bar.roots));
  mark(regions.room, "data-felt", "holdem");
  stage.start(deal);
  stage.root.addEventListener("click", (event) => {
    if (!closestTo(event.target, "button:enabled")) {
      deal.skip();
      requestDraw();
    }
  });

  /** Records what is shown beside each seat until the next turn of bets. */
  function remember(news) {
    for (const event of news) {
      if (["button-placed", "common-turned", "pots-paid", "round-voided"].includes(event.t)) actions.clear();
      const announcements = saying.action(event);
      if (announcements) actions.set(event.seat, announcements);
    }
  }

  function freeNow(view) {
    const { seats = {}, queue = [], session } = view.table;
    const kept = queue.filter((each) => each.until && each.alias !== facts.me?.alias).length;
    const called = queue.some((each) => each.until && each.alias === facts.me?.alias);
    const runs = describe.regime !== "session" || (session && called); // [HE-6b]
    return Boolean(
      facts.me && !facts.barred && runs && view.link === "open" && seatOf(view) === undefined &&
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
    playerChoosesSeat: true,
    awaitsDecision: (state) => Boolean(state.mine?.game?.options?.fold),
    textView: table.root,
    terms: () => terms({ describe, i18n }),
    explain: (round) => explanation({ i18n, lines: round.explain ?? [], result: round.result }),
    describePhase: (view) => saying.phrase(view, stepOf(view)),
    receive(before, after, frame, now) {
      deal.receive(before, after, frame, now);
      if (frame.t === "snapshot") {
        actions.clear();
        fresh = [];
      }
      if (frame.t === "table") fresh.push(...(frame.news ?? []));
    },
    receiveRefusal: () => bar.refused(),
    handleDisconnect() {
      deal.reset();
      bar.forget();
    },
    skipAnimation: () => deal.skip(),
    visibleState(state, now) {
      const view = deal.visibleState(state, now);
      const told = fresh;
      fresh = [];
      remember(told);
      const { game } = view.mine ?? {};
      if (!game) return { ...view, fresh: told };
      // The header counts all chips of the player at this table as in play, also between rounds.
      const { result, ...rest } = game;
      return {
        ...view,
        fresh: told,
        mine: {
          ...view.mine,
          game: { ...rest, outcome: result, total: inPlay(view.table.game, seatOf(view)) },
        },
      };
    },
    render(view, _state, now) {
      const step = stepOf(view);
      const connected = view.link === "open" && !view.mine?.ended && !view.mine?.leaving;
      const options = view.step === "live" && connected ? view.mine?.game?.options : undefined;
      stage.render({ view, step, actions, free: freeNow(view) });
      time(view);
      const asked = bar.render({ view, options, now });
      undone ||= asked.cancelled;
      const acts = desk.render(view, asked.key !== null);
      side.render({ view, step });
      table.render({ view, phrase: saying.phrase(view, step).filter(Boolean).join(" · "), acts, ...asked });
      mark(regions.room, "data-step", step);
      return deal.isMoving();
    },
    announcements(before, after) {
      const announcements = saying.changes(before, after, stepOf(before), stepOf(after));
      if (undone) announcements.push({ text: t("he.ahead.cancelled") });
      undone = false;
      return announcements;
    },
  };
}
