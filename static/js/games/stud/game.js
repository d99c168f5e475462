// The table of póquer sem descarte and Macau stud: up to seven seats against one hand of the bank. It draws
// the server's view and turns clicks into commands; no rule of the game is decided here.
// [CS-3] [CS-6a] [CS-14b] [CS-20] [CS-24] [CS-37] [MS-2.1] [MS-2.2] [MS-10.1]

import { cardBetting } from "../../table/cards/card_betting.js";
import { dealAnimation } from "../../table/cards/deal_animation.js";
import { decisionBar, footStack } from "../../table/cards/decision_bar.js";
import { closestTo, el, mark } from "../../dom.js";
import { pendingStakes } from "../../table/state.js";
import { decisionPrompt } from "./decision_prompt.js";
import { textView } from "./text_view.js";
import { betsOf, lastsOf, stepOf } from "./selectors.js";
import { createAnnouncements } from "./announcements.js";
import { sidePanel } from "./side_panel.js";
import { tableDrawing } from "./table_drawing.js";

const REFUSED = 900; // ms in which a refused chip moves back
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };
const cardsText = (names) => names.map((name) => name.slice(0, -1) + SIGNS[name.slice(-1)]).join(" ");

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
  // A table that forbids recording and forecasting offers no such help itself.  [MS-12.1]
  const quiet = (describe.forbidden ?? []).some(({ code }) => code === "recording");
  let shown = null;
  let open = false;
  let offered = {}; // the present options from the server
  let sliding = []; // refused bets that are moving back

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
    boxes: ["ante", "jackpot"],
    minimum: describe.minimum,
    step: describe.step,
    maximum: describe.limits.ante.max,
    individual: facts.table.mode === "individual",
    sendCommand,
    isAllowed: allowed,
    acceptedBets: betsOf,
    openPanel,
  });
  const { editor } = bets;
  const press = (
    box,
  ) => (box === "jackpot"
    ? offered.jackpot && editor.placeBets({ jackpot: offered.jackpot.cost })
    : editor.placeChip("ante"));
  // A jackpot bet is one for each hand: it is not doubled, and not repeated where one is already placed.
  // [MS-10.1] [MS-11.1]
  editor.double = ({ ante }) => editor.placeBets({ ante });
  editor.repeatLastBets = () => {
    const { jackpot, ...on } = editor.lastBets();
    editor.placeBets(jackpot && offered.jackpot ? { ...on, jackpot } : on);
  };

  const side = sidePanel({ describe, i18n, facts, openVerification, openPanel, reducedMotion, quiet });
  const stage = tableDrawing({ describe, i18n, press, side, quiet });
  const deal = dealAnimation({
    durationOf: (event) => lastsOf(event, describe.dealing),
    reducedMotion,
    shoeNode: () => stage.shoe,
    discardNode: () => stage.discard,
  });
  deal.onLand(() => sounds.play("card"));
  const bar = decisionPrompt({
    i18n,
    clock,
    decisions: decisionBar,
    sendCommand,
    requestDraw,
    cardsText,
    quiet,
  });
  const table = textView({ describe, i18n, editor, press, quiet });
  const saying = createAnnouncements({ describe, i18n, quiet });

  regions.side.append(side.root);
  regions.middle.append(
    stage.root,
    side.told,
    el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")),
  );
  mark(stage.root, "role", "group");
  mark(stage.root, "aria-label", t("felt.name"));
  mark(stage.root, "aria-describedby", "felt-keys");
  regions.foot.append(footStack(bets.root, bar.root));
  stage.start(deal);
  stage.root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !bets.handleKey(event)) return;
    event.preventDefault();
  });
  // A click on the cloth outside the betting boxes skips the animation.
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
      saying.heard(frame);
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
      offered = options ?? {};
      const connected = view.link === "open";
      open = view.table.phase === "betting" && connected && view.mine?.seat !== undefined && !view.mine.ended;
      const waiting = pendingStakes(state);
      sliding = sliding.filter((each) => each.until > now);
      const step = stepOf(view);
      stage.render({ view, step, open, options, waiting, refused: sliding.map((each) => each.stakes) });
      bets.render({
        open,
        options: offered,
        accepted: view.table.phase === "betting" ? betsOf(view) : {},
        sending: waiting,
        view,
      });
      const asked = bar.render({
        view,
        options: view.step === "live" && connected && !view.mine?.ended ? options : undefined,
      });
      const running = side.render({ view, step, now });
      table.render({
        game: view.table.game ?? {},
        mine: view.mine,
        step,
        options: open ? options : undefined,
        phrase: saying.phrase(view, step).filter(Boolean).join(" · "),
        ...asked,
      });
      mark(regions.room, "data-step", step.name);
      return deal.isMoving() || sliding.length > 0 || running;
    },
    announcements: (before, after) => saying.changes(before, after, stepOf(before), stepOf(after)),
  };
}
