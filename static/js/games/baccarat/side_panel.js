// Beside the cloth: the result and what it meant for the player, the five scoreboards, the table of the third
// card with the row that was applied, and the table's limits and commission.
// [PB-14] [PB-20] [PB-26] [PB-31] [PB-32] [PB-40] [PB-41]

import { el, mark, write } from "../../dom.js";
import { resultCard, resultText } from "../../table/result.js";
import { resultCode } from "./announcements.js";
import { explanation } from "./explanation.js";
import { scoreboardDrawings } from "./scoreboard_drawings.js";
import { parseOutcome } from "./scoreboards.js";
import { isReached } from "./selectors.js";

/**
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/panels.js").OpenPanel} OpenPanel
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Step} Step
 */

/**
 * @param {{
 *   describe: Description, i18n: I18n, facts: GameContext["facts"], openVerification: () => void,
 *   openPanel: OpenPanel,
 * }} options
 */
export function sidePanel({ describe, i18n, facts, openVerification, openPanel }) {
  const { t, money } = i18n;
  const resultFigure = el("span", { class: "pb-figure" });
  const resultLabel = el("span", { class: "small-label" });
  /** @param {PlayedRound} round */
  const explain = (round) =>
    explanation({
      describe,
      i18n,
      lines: round.explain ?? [],
      result: round.result,
      balance: round.balance,
    });
  const thirdCardButton = el("button", {
    type: "button",
    class: "act",
    click: () => openPanel(t("pb.thirds.title"), thirdCardTable(currentGame), { name: "thirds" }),
  }, t("pb.thirds.open"));
  const card = resultCard({
    i18n,
    lastRoundUrl: facts.urls.last,
    openPanel,
    openVerification,
    explain,
    panelOptions: { name: "explain", wide: true },
    head: resultFigure,
    label: resultLabel,
    more: [thirdCardButton],
  });
  const scoreboards = scoreboardDrawings({ i18n });
  const { kinds, commission } = describe;
  /** @param {string} name @param {string | number | undefined} value */
  const row = (name, value) => value && el("div", {}, el("dt", {}, name), el("dd", {}, value));
  /** @param {string} id */
  const limitText = (id) => {
    const { min, max, all } = kinds[id];
    if (max !== undefined) return `${money(min)} – ${money(max)}`;
    return all === undefined
      ? t("pb.from", { minimum: money(min) })
      : t("pb.from.all", { minimum: money(min), all: money(all) });
  };
  const commissionCode = `pb.commission.rule${commission.scores ? ".scores" : ""}${
    commission.of === "all-prizes" ? ".all" : ""
  }`;
  const commissionText = commission.percent
    ? t(commissionCode, {
      percent: commission.percent,
      scores: (commission.scores ?? []).join(` ${t("pb.or")} `),
    })
    : t("pb.commission.none");
  const rules = el(
    "dl",
    { class: "pb-rules" },
    row(t("pb.commission.name"), commissionText),
    row(t("pb.limit.sides"), limitText("punto")),
    row(t("kind.tie"), limitText("tie")),
    kinds["punto-pair"] && row(t("pb.limit.pairs"), limitText("punto-pair")),
    describe.prize_cap !== undefined && row(t("pb.cap"), money(describe.prize_cap)),
    row(t("pb.decks"), describe.decks),
  );
  const root = el("div", { class: "pb-side" }, card.root, scoreboards.root, rules);
  /** @type {GameView} */
  let currentGame = {}; // the game as it is shown
  /** @type {string[]} */
  let shownHistory = []; // the outcomes that have been shown

  /**
   * Rule 20 as printed, with the row that this round applied marked.  [PB-19] [PB-20]
   * @param {GameView} game
   */
  function thirdCardTable(game) {
    const { natural, punto, banco_always: always, banco_alone: alone, banco } = describe.thirds;
    const applied = game.hands?.banco?.move;
    /** @param {number[]} values */
    const cells = (values) => values.join(" · ");
    /** @param {number[]} points @param {string} text */
    const line = (points, text) =>
      el(
        "tr",
        { "data-lit": Boolean(applied && points.includes(applied.on)) },
        el("th", { scope: "row" }, cells(points)),
        el("td", {}, text),
      );
    const stands = Array.from({ length: Math.min(...natural) }, (_, score) => score).filter((score) =>
      !always.includes(score) && !(score in banco)
    );
    return el(
      "div",
      { class: "stacked thirds" },
      el("p", {}, t("pb.thirds.natural", { natural: natural.join(` ${t("pb.or")} `) })),
      el("p", {}, t("pb.thirds.punto", { draws: punto.join(", ") })),
      el(
        "table",
        { class: "sheet" },
        el("caption", {}, t("pb.thirds.banco")),
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, t("pb.thirds.has")),
            el("th", { scope: "col" }, t("pb.thirds.draws")),
          ),
        ),
        el(
          "tbody",
          {},
          line(always, t("pb.thirds.always")),
          ...Object.entries(banco).map(([score, against]) => line([Number(score)], cells(against))),
          stands.length > 0 && line(stands, t("pb.thirds.never")),
        ),
      ),
      el("p", {}, t("pb.thirds.alone", { alone: alone.join(", ") })),
      el("p", { class: "soft" }, t("pb.values")),
    );
  }

  return {
    root,
    explain,
    /** @param {{ view: View, step: Step }} options */
    render({ view, step }) {
      const { game = {}, phase, history = [] } = view.table;
      currentGame = game;
      const over = isReached(game, step, "count");
      // A round that is still being dealt is not part of the history shown.
      if (game.phase !== "settled" || over) shownHistory = history;
      else if (!shownHistory.length) shownHistory = history.slice(1);
      scoreboards.render(shownHistory);
      const coup = over
        ? { winner: game.winner, punto: game.hands.punto.score, banco: game.hands.banco.score }
        : parseOutcome(shownHistory[0] ?? "");
      mark(card.root, "data-fresh", over);
      mark(resultFigure, "data-side", coup?.winner ?? null);
      write(resultFigure, coup ? t(`pb.letter.${coup.winner}`) : "–");
      write(resultLabel, coup && !over ? t("pb.last") : "");
      write(card.name, coup ? t(`pb.won.${coup.winner}`, coup) : t("pb.none"));
      const mine = step.name === "live" && phase !== "betting" ? view.mine?.game?.result : null;
      card.showOutcome(mine, mine ? resultText(i18n, mine, resultCode(mine)) : "");
      card.updateButtons(view, { me: facts.me, isShown: true });
    },
  };
}
