// The table of póquer sem descarte and Macau stud: up to seven seats against one hand of the bank. It draws
// the server's view and turns clicks into commands; no rule of the game is decided here.
// [CS-3] [CS-6a] [CS-14b] [CS-20] [CS-24] [CS-37] [MS-2.1] [MS-2.2] [MS-10.1]

import { betGate } from "../../table/betting/bet_gate.js";
import { refusedBets } from "../../table/betting/refused_bets.js";
import { cardBetting } from "../../table/cards/card_betting.js";
import { dealAnimation } from "../../table/cards/deal_animation.js";
import { mark } from "../../dom.js";
import { placeTable, skipOnClick } from "../../table/cards/table_frame.js";
import { pendingStakes } from "../../table/state.js";
import { studCommands } from "./commands.js";
import { decisionPrompt } from "./decision_prompt.js";
import { textView } from "./text_view.js";
import { currentStep, eventDuration, ownBets } from "./selectors.js";
import { createAnnouncements } from "./announcements.js";
import { sidePanel } from "./side_panel.js";
import { tableDrawing } from "./table_drawing.js";

/**
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 */

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
  // A table that forbids recording and forecasting offers no such help itself.  [MS-12.1]
  const quiet = (describe.forbidden ?? []).some((/** @type {{ code: string }} */ { code }) =>
    code === "recording"
  );
  const gate = betGate({ sounds, showRefusal, takeSeat, closedRule: describe.limits.rules.closed });
  const refused = refusedBets(reducedMotion);
  /** @type {import("./types.d.ts").Options} */
  let offered = {}; // the present options from the server

  const bets = cardBetting({
    i18n,
    table: facts.table,
    boxes: ["ante", "jackpot"],
    minimum: describe.minimum,
    step: describe.step,
    maximum: describe.limits.ante.max,
    limits: { jackpot: { min: 0, max: describe.limits.ante.max, step: 1 } },
    individual: facts.table.mode === "individual",
    sendCommand,
    isAllowed: gate.isAllowed,
    acceptedBets: ownBets,
    openPanel,
  });
  const { editor } = bets;
  /** @param {string} box */
  function press(box) {
    if (box !== "jackpot") editor.placeChip("ante");
    else editor.placeBets({ jackpot: offered.jackpot?.cost ?? describe.jackpot.bet });
  }
  /**
   * The boxes of another place cannot be named in a bet.  [CS-6a] [MS-2.2] [MS-6.1]
   * @param {string} box
   * @param {string} name the place
   */
  function pressPlace(box, name) {
    const own = lastView?.mine?.seat;
    if (own === undefined || String(own) === name) press(box);
    else showRefusal({ code: "no-such-bet", rule: describe.limits.rules.place, with: {} });
  }
  // A jackpot bet is one for each hand: it is not doubled, and not repeated where one is already placed.
  // [MS-10.1] [MS-11.1]
  editor.double = ({ ante } = {}) => editor.placeBets({ ante });
  editor.repeatLastBets = () => {
    const { jackpot, ...stakes } = editor.lastBets();
    editor.placeBets(jackpot && offered.jackpot ? { ...stakes, jackpot: offered.jackpot.cost } : stakes);
  };

  const side = sidePanel({ describe, i18n, facts, openVerification, openPanel, reducedMotion, quiet });
  const stage = tableDrawing({ describe, i18n, press: pressPlace, side, quiet });
  const deal = dealAnimation({
    /** @param {GameEvent} event */
    durationOf: (event) => eventDuration(event, describe.dealing),
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = decisionPrompt({ i18n, clock, sendCommand, requestDraw, quiet });
  const textTable = textView({ describe, i18n, editor, press, quiet });
  const messages = createAnnouncements({ describe, i18n, quiet });
  const typed = studCommands({ describe, i18n, bets, prompt: bar, gate, press, textTable });
  /** @type {import("../../table/game.d.ts").View} */
  let lastView;

  placeTable({
    regions,
    i18n,
    table: stage.root,
    side: side.root,
    below: [side.forbidden],
    foot: [bets.root, bar.root],
    handleKey: bets.handleKey,
  });
  stage.start(deal);
  skipOnClick({ table: stage.root, pressable: "button", deal, requestDraw });

  return {
    awaitsDecision: (state) => Boolean(state.mine?.game?.options?.fold),
    textView: textTable.root,
    explain: side.explain,
    describePhase: (view) => messages.phrase(view, currentStep(view)),
    receive(before, after, frame, now) {
      deal.receive(before, after, frame, now);
      bets.receive(before, after, frame);
      messages.receive(frame);
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
      offered = options ?? {};
      const isConnected = view.link === "open";
      const isOpen = gate.follow(view);
      const pending = pendingStakes(state);
      const step = currentStep(view);
      stage.render({ view, step, open: isOpen, options, pending, refused: refused.current(now) });
      bets.render({
        open: isOpen,
        options: offered,
        accepted: view.table.phase === "betting" ? ownBets(view) : {},
        sending: pending,
        view,
      });
      const decision = bar.render({
        view,
        options: view.step === "live" && isConnected && !view.mine?.ended ? options : undefined,
      });
      const isMeterRunning = side.render({ view, step, now });
      textTable.render({
        game: view.table.game ?? {},
        mine: view.mine,
        partners: view.table.partners,
        step,
        options: isOpen ? options : undefined,
        phrase: messages.phrase(view, step).filter(Boolean).join(" · "),
        ...decision,
      });
      mark(regions.room, "data-step", step.name);
      return deal.isMoving() || refused.isMoving || isMeterRunning;
    },
    typed: () => typed(lastView),
    announcements: (before, after) =>
      messages.changes(before, after, currentStep(before), currentStep(after)),
  };
}
