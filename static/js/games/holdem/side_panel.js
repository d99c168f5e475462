// Beside the table: how the last round ended and for whom, the pots with their contenders, the last results,
// and the terms of this table.
// [HE-2a] [HE-2b] [HE-2f] [HE-2g] [HE-2p] [HE-16] [HE-19] [HE-61] [HE-65] [HE-66]

import { forbiddenConductBrief } from "../../table/about.js";
import { el, mark, write } from "../../dom.js";
import { explanation, linesOf } from "./explanation.js";
import { aliasOf, kindText, lastOf, potsOf, rakeOf, wonOf } from "./selectors.js";
import { terms } from "./terms.js";

const SHOWN = 8;

export function sidePanel({ facts, describe, i18n, openPanel }) {
  const { t, money, signed, joinList } = i18n;
  const named = el("p", { class: "result-name" });
  const outcome = el("p", { class: "result-mine" });
  const why = el("button", {
    type: "button",
    class: "act",
    click: () =>
      openPanel(t("explain.title"), last ? explanation({ i18n, ...last }) : el("p", {}, t("explain.none"))),
  }, t("explain.open"));
  const verify = facts.urls.rounds &&
    el("a", {
      class: "act",
      href: facts.urls.rounds,
      target: "_blank",
      rel: "noopener",
      title: t("he.verify.how"),
    }, t("verify.open"));
  const result = el(
    "div",
    { class: "result he-result" },
    el("div", {}, named, outcome),
    el("div", { class: "result-acts" }, why, verify),
  );
  const pots = el("ul", { class: "he-side-pots" });
  const potsBox = el(
    "section",
    { class: "he-side-box", "aria-label": t("he.pots") },
    el("h2", { class: "small-label" }, t("he.pots")),
    pots,
  );
  const lasts = el("ol", { class: "he-lasts" });
  const lastsBox = el(
    "section",
    { class: "he-side-box he-lasts-box", "aria-label": t("he.lasts") },
    el("h2", { class: "small-label" }, t("he.lasts")),
    lasts,
  );
  const forbidden = forbiddenConductBrief({ describe, i18n, urls: facts.urls });
  const root = el(
    "div",
    { class: "he-side" },
    ...[result, potsBox, lastsBox, terms({ describe, i18n }), forbidden].filter(Boolean),
  );
  let last = null; // the last round in which this player took part
  let drawnPots = "";
  let drawnLasts = "";

  function drawPots(view) {
    const game = view.table.game ?? {};
    const rows = potsOf(game, t).map((pot) => {
      const shares = pot.shares?.map((one) =>
        t(one.commission ? "he.pot.paid.rake" : "he.pot.paid", {
          alias: aliasOf(view, one.seat, t),
          net: money(one.net),
          commission: money(one.commission),
        })
      );
      return [
        pot.name,
        money(pot.amount),
        shares
          ? shares.join("; ")
          : t("he.pot.for", { names: joinList(pot.contenders.map((seat) => aliasOf(view, seat, t))) }),
      ];
    });
    if (!rows.length && game.pot) rows.push([t("he.pot"), money(game.pot), ""]);
    const signature = JSON.stringify(rows);
    if (signature === drawnPots) return;
    drawnPots = signature;
    mark(potsBox, "data-empty", rows.length === 0);
    pots.replaceChildren(
      ...rows.map(([name, amount, who]) =>
        el(
          "li",
          {},
          el("span", {}, name),
          el("span", { class: "figure" }, amount),
          el("span", { class: "soft" }, who),
        )
      ),
    );
  }

  function drawLasts(history) {
    const entries = history.slice(0, SHOWN);
    if (drawnLasts === entries.join()) return;
    drawnLasts = entries.join();
    mark(lastsBox, "data-empty", entries.length === 0);
    lasts.replaceChildren(...entries.map((entry) => {
      const { kind, cents } = lastOf(entry);
      return el("li", {}, el("span", {}, kindText(kind, t)), el("span", { class: "figure" }, money(cents)));
    }));
  }

  function headline(view, settled) {
    const { game = {}, history = [] } = view.table;
    if (settled) {
      const won = Object.entries(wonOf(game)).map(([seat, one]) =>
        `${aliasOf(view, seat, t)}: ${kindText(one.kind, t)}`
      );
      return `${won.join(" · ")} · ${
        rakeOf(game) ? t("he.rake", { amount: money(rakeOf(game)) }) : t("he.rake.none")
      }`;
    }
    return history.length
      ? t("he.last", { kind: kindText(lastOf(history[0]).kind, t), pot: money(lastOf(history[0]).cents) })
      : t("he.last.none");
  }

  return {
    root,
    render({ view, step }) {
      const { game = {}, history = [] } = view.table;
      const settled = Boolean(game.paid) && step !== "collect";
      mark(result, "data-fresh", settled);
      write(named, headline(view, settled));
      const mine = step === "live" ? view.mine?.game?.outcome : null;
      // Stated plainly: no celebration where no more was returned than was staked.
      write(
        outcome,
        mine
          ? t("result.mine", {
            staked: money(mine.staked),
            back: money(mine.back + mine.prize - mine.commission),
            net: signed(mine.net),
          })
          : "",
      );
      if (mine) last = { result: mine, lines: linesOf(view) };
      why.disabled = !last;
      drawPots(view);
      drawLasts(history);
    },
  };
}
