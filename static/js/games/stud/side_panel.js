// Beside the cloth: the bank's hand and its last ones, what the round meant for the player, the jackpot, the
// table of prizes with the row of the player's hand, and what is forbidden.
// [CS-7a] [CS-12a] [CS-37] [CS-38] [MS-9.5] [MS-10.3] [MS-10.4] [MS-12.1] [MS-12.2]

import { el, mark, write } from "../../dom.js";
import { drawOnChange } from "../../table/cards/table_frame.js";
import { resultCard, resultText } from "../../table/result.js";
import { explanation } from "./explanation.js";
import { jackpotMeter } from "./jackpot_meter.js";

/**
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").PlayedRound} PlayedRound
 * @typedef {import("../../table/game.d.ts").RoundResult} RoundResult
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/panels.js").OpenPanel} OpenPanel
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").JackpotPrize} JackpotPrize
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Step} Step
 */

const MAX_RESULTS = 8;

/** @typedef {ReturnType<typeof sidePanel>} SidePanel */

/**
 * @param {{
 *   describe: Description, i18n: I18n, facts: GameContext["facts"], openVerification: () => void,
 *   openPanel: OpenPanel, reducedMotion: () => boolean, quiet: boolean,
 * }} options
 */
export function sidePanel({ describe, i18n, facts, openVerification, openPanel, reducedMotion, quiet }) {
  const { t, money } = i18n;
  /** @param {PlayedRound} round */
  const explain = (round) =>
    explanation({ i18n, lines: round.explain ?? [], result: round.result, balance: round.balance });
  const card = resultCard({ i18n, lastRoundUrl: facts.urls.last, openPanel, openVerification, explain });
  const lastResults = el("ol", { class: "st-last-list", "aria-label": t("st.lasts") });
  const lastResultsBox = el(
    "section",
    { class: "st-lasts", "aria-label": t("st.lasts") },
    el("h2", { class: "small-label" }, t("st.lasts")),
    lastResults,
  );
  const meter = jackpotMeter({ describe, i18n, reducedMotion });
  const prizes = prizeTable({ describe, i18n });
  const jackpotPayments = el("ol", { class: "st-paid", "aria-label": t("st.paid") });
  const paidBox = el(
    "section",
    { "data-over": "foot", hidden: true },
    el("h2", { class: "small-label", "aria-hidden": "true" }, t("st.paid")),
    jackpotPayments,
  );
  const forbidden = describe.forbidden &&
    el(
      "section",
      { class: "st-forbidden" },
      el("h2", { class: "small-label" }, t("st.forbidden")),
      el(
        "ul",
        {},
        ...describe.forbidden.map(({ code, rule }) =>
          el("li", {}, t(`forbidden.${code}`), " ", el("span", { class: "rule-id" }, rule))
        ),
      ),
    );
  const root = el(
    "div",
    { class: "st-side", "data-jackpot": Boolean(meter) },
    el("div", { class: "st-head" }, card.root, meter?.root),
    !quiet && lastResultsBox,
    el("div", { class: "st-pays" }, prizes.root, !quiet && forbidden),
    paidBox,
  );
  /** @param {string} entry */
  const lastResultText = (entry) => t(entry === "folded" ? "st.last.folded" : `st.${entry}`);

  const drawLastResults = drawOnChange((entries) => {
    lastResults.replaceChildren(
      ...entries.map((entry) => el("li", { "data-kind": entry }, lastResultText(entry))),
    );
  });

  const drawJackpotPayments = drawOnChange((payments) => {
    const texts = payments.map(({ seat, kind, cents }) =>
      t("st.paid.one", { place: seat, kind: t(`st.${kind}`), cents: money(cents) })
    );
    jackpotPayments.replaceChildren(...texts.map((text) => el("li", {}, text)));
    paidBox.hidden = texts.length === 0;
  });

  /** @param {GameView} game @param {string | undefined} lastResult */
  function bankText(game, lastResult) {
    const kind = game.bank?.kind;
    if (kind) return t(game.bank?.plays ? "st.bank.plays" : "st.bank.idle", { kind: t(`st.${kind}`) });
    if (game.phase === "void") return t("phase.void");
    if (game.phase === "settled" && game.bank) return t("st.bank.folded");
    if (quiet) return t("st.bank.quiet"); // not «none yet»: there may have been many  [MS-12.1]
    return lastResult ? `${t("st.bank.last")}: ${lastResultText(lastResult)}` : t("st.bank.none");
  }

  /** @param {RoundResult} result */
  function outcomeText(result) {
    const held = result.held ? ` · ${t("say.held", { held: money(result.held) })}` : "";
    return resultText(i18n, result) + held;
  }

  return {
    root,
    explain,
    /** What is forbidden here, where everybody sees it below the cloth. */
    forbidden: quiet ? forbidden : undefined,
    prizeOf: prizes.of,
    /** @param {{ view: View, step: Step, now: number }} options */
    render({ view, step, now }) {
      const { game = {}, phase, history = [] } = view.table;
      const isDeciding = game.phase === "deciding" || game.phase === "dealing";
      // Where recording is forbidden, past results are not shown.  [MS-12.1]
      if (!quiet) drawLastResults(history.slice(0, MAX_RESULTS));
      const isOver = game.phase === "void" || (game.phase === "settled" && game.bank);
      mark(card.root, "data-fresh", Boolean(game.bank?.kind || isOver));
      write(card.name, bankText(game, quiet ? undefined : history[0]));
      const result = step.name === "live" && phase !== "betting" ? view.mine?.game?.result : null;
      card.showOutcome(result, result ? outcomeText(result) : "");
      card.updateButtons(view, { me: facts.me, isShown: step.name === "live" });
      const own = view.mine?.game;
      const isFolded = game.places?.[view.mine?.seat ?? 0]?.choice === "folded";
      const isNamed = own?.kind && !isFolded && game.phase !== "dealing" && !(quiet && isDeciding);
      prizes.highlight(isNamed ? own.kind : null);
      drawJackpotPayments((game.jackpots ?? []).slice(0, game.phase === "settled" ? step.paid : 0));
      return meter ? meter.render({ view, step, now }) : false;
    },
  };
}

/** @param {{ describe: Description, i18n: I18n }} options */
function prizeTable({ describe, i18n }) {
  const { t, money, figure } = i18n;
  const terms = describe.jackpot;
  const jackpots = new Map((terms?.prizes ?? []).map((prize) => [prize.kind, prize]));
  /** @param {JackpotPrize | undefined} prize */
  function jackpotText(prize) {
    if (!prize) return "";
    const { fixed, percent } = prize;
    if (percent === 100) return t("st.jackpot.all", { fixed: figure(fixed, false) });
    return percent ? t("st.jackpot.part", { percent, fixed: figure(fixed, false) }) : money(fixed);
  }
  /** @param {number} times @param {boolean | undefined} capped */
  const timesText = (times, capped) => `${times} : 1${capped ? " *" : ""}`;
  const rows = new Map(
    describe.prizes.map((
      { kind, times, rule, capped },
    ) => [
      kind,
      el(
        "tr",
        { title: rule },
        el("th", { scope: "row" }, t(`st.${kind}`)),
        el("td", { class: "figure" }, timesText(times, capped)),
        terms && el("td", { class: "figure" }, jackpotText(jackpots.get(kind))),
      ),
    ]),
  );
  const root = el(
    "section",
    { class: "st-prizes", "aria-label": t("st.pays") },
    el(
      "table",
      {},
      el("caption", { class: "small-label" }, t("st.pays")),
      el(
        "thead",
        { class: terms ? null : "hidden-text" },
        el(
          "tr",
          {},
          ...["kind", "times", terms && "jackpot"].filter(Boolean).map((name) =>
            el("th", { scope: "col", class: name === "kind" ? null : "figure" }, t(`st.pays.${name}`))
          ),
        ),
      ),
      el("tbody", {}, ...rows.values()),
    ),
    el(
      "p",
      { class: "soft" },
      t("st.pays.ante"),
      " ",
      describe.prizes.some(({ capped }) => capped) &&
        t("st.pays.capped", { maximum: money(describe.house_maximum) }),
    ),
    terms &&
      el("p", { class: "soft" }, t("st.order"), " ", el("span", { class: "rule-id" }, "MS-10.4 · MS-10.7")),
    el(
      "p",
      { class: "soft" },
      t("st.time", { seconds: describe.decision_seconds, extra: describe.extra_seconds }),
    ),
    el(
      "p",
      { class: "soft" },
      `${t("st.limits")}: ${money(describe.limits.ante.min)} – ${money(describe.limits.ante.max)}`,
    ),
  );
  return {
    root,
    /**
     * What the row of a hand says: the multiple of the second bet, and the jackpot's prize where there is one.
     * @param {string | null} kind
     */
    of(kind) {
      const { times = 0, capped } = describe.prizes.find((row) => row.kind === kind) ?? {};
      return { times: timesText(times, capped), jackpot: jackpotText(jackpots.get(kind ?? "")) };
    },
    /** @param {string | null} kind */
    highlight(kind) {
      for (const [name, row] of rows) {
        mark(row, "data-held", name === kind);
        mark(row, "aria-current", name === kind ? "true" : null);
      }
    },
  };
}
