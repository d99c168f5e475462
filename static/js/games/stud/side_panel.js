// Beside the cloth: the bank's hand and its last ones, what the round meant for the player, the jackpot, the
// table of prizes with the row of the player's hand, and what is forbidden.
// [CS-7a] [CS-12a] [CS-37] [CS-38] [MS-9.5] [MS-10.3] [MS-10.4] [MS-12.1] [MS-12.2]

import { el, mark, write } from "../../dom.js";
import { lastRound } from "../../table/last_round.js";
import { explanation } from "./explanation.js";
import { jackpotMeter } from "./jackpot_meter.js";

const SHOWN = 8;

export function sidePanel({ describe, i18n, facts, openVerification, openPanel, reducedMotion, quiet }) {
  const { t, money, signed } = i18n;
  const named = el("span", { class: "result-name" });
  const outcome = el("p", { class: "result-mine" });
  const explain = (round) =>
    explanation({ i18n, lines: round.explain ?? [], result: round.result, balance: round.balance });
  const why = el("button", {
    type: "button",
    class: "act",
    click: () => openPanel(t("explain.title"), lastRound({ i18n, url: facts.urls.last, explain })),
  }, t("explain.open"));
  const verify = el(
    "button",
    { type: "button", class: "act", click: () => openVerification() },
    t("verify.open"),
  );
  const result = el(
    "div",
    { class: "result" },
    el("div", { class: "result-head" }, el("div", {}, named, outcome)),
    el("div", { class: "result-acts" }, why, verify),
  );
  const lasts = el("ol", { class: "st-last-list", "aria-label": t("st.lasts") });
  const lastBox = el(
    "section",
    { class: "st-lasts", "aria-label": t("st.lasts") },
    el("h2", { class: "small-label" }, t("st.lasts")),
    lasts,
  );
  const meter = jackpotMeter({ describe, i18n, reducedMotion });
  const table = prizes({ describe, i18n });
  const paid = el("ol", { class: "st-paid", "aria-label": t("st.paid") });
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
    el("div", { class: "st-head" }, result, meter?.root),
    !quiet && lastBox,
    el("div", { class: "st-pays" }, table.root, !quiet && forbidden),
  );
  let drawn = null;

  function drawLasts(history) {
    const entries = history.slice(0, SHOWN);
    if (drawn === entries.join(" ")) return;
    drawn = entries.join(" ");
    lasts.replaceChildren(
      ...entries.map((entry) =>
        el("li", { "data-kind": entry }, t(entry === "folded" ? "st.last.folded" : `st.${entry}`))
      ),
    );
  }

  function drawPaid(jackpots, count) {
    const shown = jackpots.slice(0, count);
    const key = JSON.stringify(shown);
    if (paid.dataset.drawn === key) return;
    paid.dataset.drawn = key;
    paid.replaceChildren(
      ...shown.map((each) =>
        el(
          "li",
          {},
          t("st.paid.one", { place: each.seat, kind: t(`st.${each.kind}`), cents: money(each.cents) }),
        )
      ),
    );
  }

  return {
    root,
    explain,
    told: quiet ? forbidden : "", // what is forbidden here, visible to everybody below the cloth
    paid, // for the table: the jackpot's payments as they are made
    /** The name of a hand, with what a winning second bet earns for it. */
    pays(kind) {
      const prize = describe.prizes.find((each) => each.kind === kind);
      return `${t(`st.${kind}`)} · ${prize.times} : 1`;
    },
    render({ view, step, now }) {
      const { game = {}, phase, history = [] } = view.table;
      const deciding = game.phase === "deciding" || game.phase === "dealing";
      if (!quiet) drawLasts(history); // past results are not shown here  [MS-12.1]
      const bank = game.bank?.kind;
      const nobody = game.phase === "settled" && game.bank && !bank;
      mark(result, "data-fresh", Boolean(bank || nobody || game.phase === "void"));
      const before = quiet ? undefined : history[0];
      write(
        named,
        bank
          ? t(game.bank.plays ? "st.bank.plays" : "st.bank.idle", { kind: t(`st.${bank}`) })
          : game.phase === "void"
          ? t("phase.void")
          : nobody
          ? t("st.bank.folded")
          : before
          ? `${t("st.bank.last")}: ${t(before === "folded" ? "st.last.folded" : `st.${before}`)}`
          : t("st.bank.none"),
      );
      const mine = step.name === "live" && phase !== "betting" ? view.mine?.game?.result : null;
      // Stated plainly: no celebration where no more was returned than was staked.
      const held = mine?.held ? ` · ${t("say.held", { held: money(mine.held) })}` : "";
      write(
        outcome,
        mine
          ? t("result.mine", {
            staked: money(mine.staked),
            back: money(mine.back + mine.prize),
            net: signed(mine.net),
          }) + held
          : "",
      );
      why.disabled = !facts.me || step.name !== "live";
      verify.disabled = !view.proof;
      const own = view.mine?.game;
      const folded = game.places?.[view.mine?.seat]?.choice === "folded";
      table.light(own?.kind && !folded && game.phase !== "dealing" && !(quiet && deciding) ? own.kind : null);
      drawPaid(game.jackpots ?? [], game.phase === "settled" ? step.paid : 0);
      return meter ? meter.render({ view, step, now }) : false;
    },
  };
}

function prizes({ describe, i18n }) {
  const { t, money, figure } = i18n;
  const terms = describe.jackpot;
  const jackpots = new Map((terms?.prizes ?? []).map((each) => [each.kind, each]));
  const least = (
    { fixed, percent },
  ) => (percent === 100
    ? t("st.jackpot.all", { fixed: figure(fixed, false) })
    : percent
    ? t("st.jackpot.part", { percent, fixed: figure(fixed, false) })
    : money(fixed));
  const rows = new Map(
    describe.prizes.map((
      { kind, times, rule, capped },
    ) => [
      kind,
      el(
        "tr",
        { title: rule },
        el("th", { scope: "row" }, t(`st.${kind}`)),
        el("td", { class: "figure" }, `${times} : 1${capped ? " *" : ""}`),
        terms && el("td", { class: "figure" }, jackpots.has(kind) ? least(jackpots.get(kind)) : ""),
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
      describe.prizes.some((each) => each.capped) &&
        t("st.pays.capped", { maximum: money(describe.house_maximum) }),
    ),
    terms &&
      el("p", { class: "soft" }, t("st.order"), " ", el("span", { class: "rule-id" }, "MS-10.4 · MS-10.7")),
    el(
      "p",
      { class: "soft" },
      `${t("st.limits")}: ${money(describe.limits.ante.min)} – ${money(describe.limits.ante.max)}`,
    ),
  );
  return {
    root,
    light(kind) {
      for (const [name, row] of rows) {
        mark(row, "data-held", name === kind);
        mark(row, "aria-current", name === kind ? "true" : null);
      }
    },
  };
}
