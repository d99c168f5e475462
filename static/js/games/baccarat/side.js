// Beside the cloth: the result, what it meant for the player, the five roads, the table of the third card
// with the row that was
// applied, and what this table takes and pays.  [PB-14] [PB-20] [PB-26] [PB-31] [PB-32] [PB-40] [PB-41]

import { el, mark, write } from "../../dom.js";
import { lastRound } from "../../table/last_round.js";
import { explained } from "./explain.js";
import { maps as mapsOf } from "./maps.js";
import { read } from "./roads.js";
import { told } from "./read.js";

export function side({ describe, i18n, facts, openVerification, openPanel, saying }) {
  const { t, money } = i18n;
  const figure = el("span", { class: "pb-figure" });
  const before = el("span", { class: "small-label" });
  const named = el("span", { class: "result-name" });
  const outcome = el("p", { class: "result-mine" });
  const explain = (round) =>
    explained({
      describe,
      i18n,
      lines: round.explain ?? [],
      result: round.result,
      balance: round.balance,
    });
  const why = el("button", {
    type: "button",
    class: "act",
    click: () =>
      openPanel(t("explain.title"), lastRound({ i18n, url: facts.urls.last, explain }), {
        name: "explain",
        wide: true,
      }),
  }, t("explain.open"));
  const verify = el(
    "button",
    { type: "button", class: "act", click: () => openVerification() },
    t("verify.open"),
  );
  const rule = el("button", {
    type: "button",
    class: "act",
    click: () => openPanel(t("pb.thirds.title"), thirds(now), { name: "thirds" }),
  }, t("pb.thirds.open"));
  const result = el(
    "div",
    { class: "result" },
    el("div", { class: "result-head" }, figure, el("div", {}, before, named, outcome)),
    el("div", { class: "result-acts" }, why, verify, rule),
  );
  const maps = mapsOf({ i18n });
  const { kinds, commission } = describe;
  const row = (name, value) => value && el("div", {}, el("dt", {}, name), el("dd", {}, value));
  const limit = (id) => {
    const { min, max, all } = kinds[id];
    if (max !== undefined) return `${money(min)} – ${money(max)}`;
    return all === undefined
      ? t("pb.from", { minimum: money(min) })
      : t("pb.from.all", { minimum: money(min), all: money(all) });
  };
  const bears = `pb.commission.rule${commission.scores ? ".scores" : ""}${
    commission.of === "all-prizes" ? ".all" : ""
  }`;
  const taken = commission.percent
    ? t(bears, { percent: commission.percent, scores: (commission.scores ?? []).join(` ${t("pb.or")} `) })
    : t("pb.commission.none");
  const rules = el(
    "dl",
    { class: "pb-rules" },
    row(t("pb.commission.name"), taken),
    row(t("pb.limit.sides"), limit("punto")),
    row(t("kind.tie"), limit("tie")),
    kinds["punto-pair"] && row(t("pb.limit.pairs"), limit("punto-pair")),
    describe.prize_cap !== undefined && row(t("pb.cap"), money(describe.prize_cap)),
    row(t("pb.decks"), describe.decks),
  );
  const root = el("div", { class: "pb-side" }, result, maps.root, rules);
  let now = {}; // the game as it is shown
  let shown = []; // the outcomes that have been told to the eyes

  /** Rule 20 as it is printed, the row that this round applied marked.  [PB-19] [PB-20] */
  function thirds(game) {
    const { natural, punto, banco_always: always, banco_alone: alone, banco } = describe.thirds;
    const applied = game.hands?.banco?.move;
    const cells = (values) => values.join(" · ");
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
    render({ view, step }) {
      const { game = {}, phase, history = [] } = view.table;
      now = game;
      const over = told(game, step, "count");
      // What is still being dealt is not yet history for the eyes.
      if (game.phase !== "settled" || over) shown = history;
      else if (!shown.length) shown = history.slice(1);
      maps.render(shown);
      const coup = over
        ? { winner: game.winner, punto: game.hands.punto.score, banco: game.hands.banco.score }
        : read(shown[0] ?? "");
      mark(result, "data-fresh", over);
      mark(figure, "data-side", coup?.winner ?? null);
      write(figure, coup ? t(`pb.letter.${coup.winner}`) : "–");
      write(before, coup && !over ? t("pb.last") : "");
      write(named, coup ? t(`pb.won.${coup.winner}`, coup) : t("pb.none"));
      const mine = step.name === "live" && phase !== "betting" ? view.mine?.game?.result : null;
      // Said plainly: no celebration where no more came back than was staked.
      write(outcome, mine ? saying.outcome(mine) : "");
      why.disabled = !facts.urls.last;
      verify.disabled = !view.proof;
      mark(verify, "title", !view.proof && describe.shoe.mode === "kept" ? t("pb.verify.later") : null);
    },
  };
}
