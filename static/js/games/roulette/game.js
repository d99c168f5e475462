// The table of roulette: one layout and three wheels. It draws the server's view and turns clicks into
// commands; no rule of the game is decided here.

import { zeroNote } from "../../table/about.js";
import { compact, el, listenWhileShown, mark, write } from "../../dom.js";
import { betGate } from "../../table/betting/bet_gate.js";
import { refusedBets } from "../../table/betting/refused_bets.js";
import { pendingStakes } from "../../table/state.js";
import { resultAnnouncement, resultCard, resultText } from "../../table/result.js";
import { rouletteCommands } from "./commands.js";
import { explanation } from "./explanation.js";
import { textView } from "./text_view.js";
import { favourites } from "../../table/betting/favourites.js";
import { felt } from "./felt.js";
import { feltMap } from "./felt_map.js";
import { frequencies } from "./frequencies.js";
import { betEditor, totalStakes } from "../../table/betting/bet_editor.js";
import { readLayout } from "./layout.js";
import { pilesOf } from "./piles.js";
import { race } from "./racetrack.js";
import { numberOf, resultSequence } from "./result_sequence.js";
import { chipTray } from "../../table/betting/tray.js";
import { wheel as wheelOf } from "./wheel.js";

/**
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/messages.d.ts").GameCommand} GameCommand
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("./types.d.ts").Place} Place
 */

const MAX_NUMBERS = 20;

/**
 * The rule of each place's line, from the server's explanation.
 * @param {PlayedRound} round
 */
const rulesOf = (round) =>
  Object.fromEntries(
    (round.explain ?? []).filter((line) => line.details?.place).map((
      line,
    ) => [line.details.place, line.rule]),
  );

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
  const layout = readLayout(facts.describe);
  const { t, money } = i18n;
  const individual = facts.table.mode === "individual";
  const wheel = wheelOf({
    order: layout.wheel,
    colours: layout.colours,
    knock: (left) => sounds.knock(left),
  });
  const sequence = resultSequence({ wheel, reducedMotion, clock });
  const gate = betGate({ sounds, showRefusal, takeSeat });
  const refused = refusedBets(reducedMotion);
  /** @type {any} */
  let lastView = null;
  /** @type {Stakes | null} */
  let previewStakes = null;
  /** @type {Stakes} */
  let pending = {};

  const editor = betEditor({
    layout,
    table: facts.table,
    /** @param {GameCommand} command @param {Stakes} [stakes] */
    sendCommand: (command, stakes) => gate.isAllowed(command) && sendCommand(command, stakes),
  });

  const ownBets = () => lastView?.mine?.game?.bets ?? {};
  const cloth = felt({
    layout,
    i18n,
    /** @param {string} place */
    placeChip: (place) => editor.placeChip(place),
    figures: () => ({
      mine: editor.add(ownBets(), pending),
      all: lastView?.table.game?.totals ?? {},
      chip: editor.chip,
      room: lastView?.mine?.game?.options?.room,
    }),
    /** @param {any} event */
    key(event) {
      if (event.key === "Backspace") editor.undo();
      else if (event.key === "Delete") editor.clear();
      else if (event.key === "+" || event.key === "-") {
        announceChip(money(tray.stepChip(event.key === "+" ? 1 : -1)));
      } else return false;
      return true;
    },
  });
  const live = el("span", { class: "hidden-text", "aria-live": "polite" });
  /** @param {string} text */
  const announceChip = (text) => write(live, text);

  const textTable = textView({ layout, i18n, editor });
  const tray = chipTray({
    i18n,
    editor,
    individual,
    favourites: () =>
      openPanel(t("favourites.title"), favourites({ i18n, editor, bets: ownBets }), { name: "favourites" }),
    launch: () => gate.isAllowed({ t: "launch" }) && sendCommand({ t: "launch" }),
  });
  const typed = rouletteCommands({ layout, i18n, editor, tray, gate });
  const track = Object.keys(layout.calls).length === 0 ? null : race({
    layout,
    i18n,
    editor,
    /** @param {Stakes | null} stakes @param {string[] | null | undefined} numbers */
    show(stakes, numbers) {
      previewStakes = gate.isOpen ? stakes : null;
      cloth.preview(previewStakes && (numbers ?? null));
      requestDraw();
    },
    /** @param {string} name @param {string} number */
    confirm: (name, number) => editor.placeCall(name, number),
  });

  /**
   * A round from the server's records, with the rule of each line.
   * @param {PlayedRound} round
   */
  const explain = (round) =>
    explanation({
      layout,
      i18n,
      result: { ...round.result, rules: rulesOf(round) },
      number: round.outcome || undefined,
      balance: round.balance,
    });

  // The drawn number in large figures, and what it meant for the player.  [AR-16] [FR-R17]
  const figure = el("span", { class: "result-number" });
  const card = resultCard({
    i18n,
    lastRoundUrl: facts.urls.last,
    openPanel,
    openVerification,
    explain,
    head: figure,
  });
  const skip = el("button", {
    type: "button",
    class: "act skip-spin",
    click: () => {
      sequence.skip(performance.now());
      requestDraw();
    },
  }, t("spin.skip"));
  const lastNumbers = el("ol", { class: "last-numbers", "aria-label": t("last.numbers") });
  const frequencyButton = el("button", {
    type: "button",
    class: "act counts",
    click: () =>
      openPanel(
        t("frequencies.title"),
        frequencies({ layout, i18n, url: facts.urls.frequencies, felt: cloth }),
        {
          name: "frequencies",
          wide: true,
        },
      ),
  }, t("frequencies.open"));
  // Shown below the result where there is room beside the layout, otherwise below the layout.  [FR-R26]
  const zero = () => zeroNote({ describe: facts.describe, i18n, urls: facts.urls });
  regions.side.append(el("div", { class: "wheel-box" }, wheel.root, skip), card.root, zero() ?? "");
  const tabs = !track ? null : el(
    "div",
    { class: "choices", role: "group", "aria-label": t("view.name") },
    ...["felt", "race"].map((name) =>
      el("button", {
        type: "button",
        class: "choice",
        "aria-pressed": String(name === "felt"),
        click: () => showTab(name),
      }, t(`view.${name}`))
    ),
  );
  regions.middle.append(
    ...compact([
      tabs,
      cloth.root,
      el("div", { class: "lasts" }, lastNumbers, frequencyButton),
      zero(),
      track?.root,
      el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")),
      live,
    ]),
  );
  regions.foot.append(tray.root);
  const map = feltMap({ layout, drawing: cloth.drawing, foot: regions.foot, label: t("felt.map") });
  regions.timeline?.append(map.root);

  /** @param {string} name */
  function showTab(name) {
    mark(regions.middle, "data-view", name);
    for (const [index, tab] of [...tabs?.children ?? []].entries()) {
      mark(tab, "aria-pressed", String(["felt", "race"][index] === name));
    }
  }

  const upright = matchMedia("(max-width: 640px) and (orientation: portrait)");
  const turn = () => {
    cloth.turn(upright.matches);
    if (track) {
      track.close();
      track.turn(upright.matches);
    }
    requestDraw();
  };
  listenWhileShown(cloth.root, upright, "change", turn);
  turn();

  /** @type {import("../../table/game.d.ts").RoundResult | null} */
  let outcome = null; // what the number that is shown meant for the player

  /** @param {any[]} history */
  function drawHistory(history) {
    const signature = history.map(numberOf).join(" ");
    if (lastNumbers.dataset.drawn === signature) return;
    lastNumbers.dataset.drawn = signature;
    // The display of the last winning numbers and their colours, newest first.  [AR-6e] [FR-6e]
    lastNumbers.replaceChildren(
      ...history.slice(0, MAX_NUMBERS).map((entry) => {
        const number = numberOf(entry);
        return el(
          "li",
          { class: "number-tile", "data-colour": layout.colours[number] },
          number,
          el("span", { class: "hidden-text" }, ` ${t(`colour.${layout.colours[number]}`)}`),
        );
      }),
    );
  }

  /** @param {string} number */
  const colourName = (number) => t(`colour.${layout.colours[number]}`);

  /** @param {string} number */
  const traits = (number) =>
    ["red", "black", "even", "odd", "low", "high"]
      .filter((kind) => layout.places.get(kind)?.covers.has(number)).map((kind) => t(`kind.${kind}`)).join(
        ", ",
      );

  /** @param {View} view */
  function drawResult(view) {
    const number = view.step === "running" || view.step === "spinning"
      ? undefined
      : view.table.game?.number ?? numberOf(view.table.history?.[0]);
    const fresh = view.table.game?.number !== undefined && number !== undefined;
    mark(card.root, "data-fresh", fresh);
    mark(figure, "data-colour", number === undefined ? "none" : layout.colours[number]);
    write(figure, number ?? "");
    write(
      card.name,
      number === undefined
        ? t(`result.${lastView?.table.phase === "closed" ? "running" : "none"}`)
        : traits(number) || colourName(number),
    );
    const mine = fresh && ["pay", "live"].includes(view.step) ? view.mine?.game?.result : null;
    // It stays under its number during the next bets.
    if (mine) outcome = mine;
    else if (fresh || number === undefined) outcome = null;
    card.showOutcome(outcome, outcome ? resultText(i18n, outcome) : "");
    // The server knows the result before it is shown.
    const isShown = !["spinning", "marked", "collect"].includes(view.step);
    card.updateButtons(view, { me: facts.me, isShown });
  }

  return {
    textView: textTable.root,
    explain,
    /** From the rest of the ball to the payment, the number is what the line says. */
    describePhase({ table, step }) {
      const number = table.game?.number;
      if (number === undefined || !["marked", "collect", "pay"].includes(step)) return undefined;
      const text = traits(number) || colourName(number);
      return [`${number} · ${text.toLowerCase()}`, step === "marked" ? "" : t(`phase.${step}`)];
    },
    receive(before, after, frame, now) {
      sequence.receive(before, after, frame, now);
      if (frame.t === "snapshot") outcome = null; // other numbers may have been drawn meanwhile
      if (frame.t === "mine" || frame.t === "table") editor.receive(frame.news ?? []);
      if (after.table.phase === "closed" && before.table.phase === "betting") {
        editor.recordClosedBets(after.mine?.game?.bets);
      }
      if (after.table.round !== before.table.round) editor.startRound();
    },
    receiveRefusal({ stakes }, now) {
      refused.add(stakes, now);
    },
    handleDisconnect: () => sequence.reset(),
    skipAnimation: () => sequence.skip(performance.now()),
    visibleState: (state, now) => sequence.visibleState(state, now),
    /** Draws one frame. Returns whether another frame is needed at once. */
    render(view, state, now) {
      lastView = view;
      const open = gate.follow(view);
      pending = pendingStakes(state);
      const bets = view.mine?.game?.bets ?? {};
      const game = view.table.game ?? {};
      const marked = view.step === "running" || view.step === "spinning" ? undefined : game.number;
      cloth.render({
        piles: pilesOf({
          view,
          sending: pending,
          refused: refused.current(now),
          preview: previewStakes,
        }),
        mine: bets,
        number: marked,
        won: marked === undefined ? null : new Set(game.won ?? []),
        open,
      });
      const over = view.mine?.game?.result && view.step === "live";
      map.render(Object.keys({ ...bets, ...pending }));
      tray.render({
        open,
        options: view.mine?.game?.options ?? {},
        accepted: over ? {} : bets,
        sending: pending,
      });
      textTable.render(
        bets,
        t(open ? "chances.open" : "chances.closed", { total: money(totalStakes(bets)) }),
      );
      drawHistory(view.table.history ?? []);
      drawResult(view);
      mark(regions.room, "data-step", view.step);
      skip.hidden = view.step !== "spinning";
      const isWheelMoving = wheel.frame(now);
      return isWheelMoving || sequence.isMoving(now) || refused.isMoving;
    },
    typed: () => typed({ bets: ownBets(), history: (lastView?.table.history ?? []).map(numberOf) }),
    /** What changed between two views, in words and sounds. */
    announcements(before, after) {
      const announcements = [];
      const number = after.table.game?.number;
      if (after.step === "marked" && before.step !== "marked" && number !== undefined) {
        // On a phone the page may be scrolled to the layout: the number in large figures is scrolled back
        // into view.  [AR-16] [FR-R17]
        card.root.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
        announcements.push({
          text: t("say.number", { number, traits: (traits(number) || colourName(number)).toLowerCase() }),
          sound: "rest",
        });
      }
      if (after.step === "collect" && before.step !== "collect") announcements.push({ sound: "collect" });
      const mine = after.mine?.game?.result;
      if (after.step === "pay" && before.step !== "pay") {
        announcements.push(
          mine ? resultAnnouncement(i18n, mine) : { text: t("say.paid") },
        );
        if (mine?.held) announcements.push({ text: t("say.held", { held: money(mine.held) }) });
      }
      if (after.step === "running" && before.step !== "running") announcements.push({ sound: "roll" });
      return announcements;
    },
  };
}
