// The table of ponto e banca and its Macau variant: punto against banco, up to nine players. It draws the
// server's view and turns clicks into commands; no rule of the game is decided here.
// [PB-3] [PB-5] [PB-6a] [PB-9a] [PB-10] [PB-16] [PB-22] [PB-27b] [PB-31] [PB-39]

import { betGate } from "../../table/betting/bet_gate.js";
import { refusedBets } from "../../table/betting/refused_bets.js";
import { cardBetting } from "../../table/cards/card_betting.js";
import { dealAnimation } from "../../table/cards/deal_animation.js";
import { closestTo, mark } from "../../dom.js";
import { eventsToAnnounce, placeTable } from "../../table/cards/table_frame.js";
import { pendingStakes } from "../../table/state.js";
import { baccaratCommands } from "./commands.js";
import { textView } from "./text_view.js";
import { currentStep, eventDuration, ownBets } from "./selectors.js";
import { createAnnouncements } from "./announcements.js";
import { sidePanel } from "./side_panel.js";
import { tableDrawing } from "./table_drawing.js";

const UNLIMITED_TIMES = 2000; // times the minimum: the largest chip in the tray where no maximum is set

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
    takeSeat,
    reducedMotion,
  },
) {
  const { describe } = facts;
  const gate = betGate({ sounds, showRefusal, takeSeat });
  const refused = refusedBets(reducedMotion);

  const limits = Object.fromEntries(
    Object.entries(describe.kinds).map(([id, kind]) => [
      id,
      { min: kind.min, max: kind.max ?? kind.all ?? UNLIMITED_TIMES * describe.minimum },
    ]),
  );
  const bets = cardBetting({
    i18n,
    table: facts.table,
    boxes: Object.keys(describe.kinds),
    minimum: describe.minimum,
    step: describe.step,
    maximum: Math.max(...Object.values(limits).map(({ max }) => max)),
    limits,
    individual: facts.table.mode === "individual",
    sendCommand,
    isAllowed: gate.isAllowed,
    acceptedBets: ownBets,
    openPanel,
  });
  const messages = createAnnouncements({ i18n, describe });
  const stage = tableDrawing({
    describe,
    i18n,
    /** @param {string} place */
    placeChip: (place) => bets.editor.placeChip(place),
    chip: () => bets.editor.chip,
    reasonText: messages.reasonText,
    isSqueezed: () => regions.room.dataset.squeeze === "slow",
  });
  const deal = dealAnimation({
    durationOf: eventDuration,
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const side = sidePanel({ describe, i18n, facts, openVerification, openPanel });
  const textTable = textView({ describe, i18n, editor: bets.editor });
  const typed = baccaratCommands({ describe, i18n, bets, gate, textTable });
  /** @type {import("../../table/game.d.ts").View} */
  let lastView;

  placeTable({
    regions,
    i18n,
    table: stage.root,
    side: side.root,
    foot: [bets.root],
    handleKey: bets.handleKey,
  });
  stage.start(deal);
  // A click on the cloth outside the betting zones skips the animation.
  stage.root.addEventListener("click", (event) => {
    if (!gate.isOpen) {
      deal.skip();
      requestDraw();
    } else if (!closestTo(event.target, ".zone")) deal.skip();
  });

  return {
    looks: ["squeeze"],
    textView: textTable.root,
    explain: side.explain,
    describePhase: (view) => messages.phrase(view, currentStep(view)),
    receive(before, after, frame, now) {
      deal.receive(before, after, frame, now);
      bets.receive(before, after, frame);
    },
    receiveRefusal({ stakes }, now) {
      refused.add(stakes, now);
    },
    handleDisconnect: () => deal.reset(),
    skipAnimation: () => deal.skip(),
    visibleState: (state, now) => deal.visibleState(state, now),
    render(view, state, now) {
      lastView = view;
      const options = view.mine?.game?.options;
      const betting = view.table.phase === "betting" && view.mine?.seat !== undefined && !view.mine.ended;
      const isOpen = gate.follow(view);
      const pending = pendingStakes(state);
      const step = currentStep(view);
      stage.render({
        view,
        actualState: state,
        step,
        open: isOpen,
        pending,
        refused: refused.current(now),
      });
      bets.render({
        open: isOpen,
        options: options ?? {},
        accepted: betting ? ownBets(view) : {},
        sending: pending,
        view,
      });
      side.render({ view, step });
      textTable.render({
        game: view.table.game ?? {},
        mine: view.mine,
        options: isOpen ? options : undefined,
        phrase: messages.phrase(view, step).filter(Boolean).join(" · "),
        reason: messages.reasonText(view, step),
      });
      mark(regions.room, "data-step", step.name);
      return deal.isMoving() || refused.isMoving;
    },
    typed: () => typed(lastView),
    announcements(before, after) {
      const news = eventsToAnnounce(deal, before, after);
      return messages.changes(before, after, news, {
        from: currentStep(before).name,
        to: currentStep(after).name,
      });
    },
  };
}
