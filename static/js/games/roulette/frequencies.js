// How often each number was drawn in the last 50, 100 and 500 rounds, with the required sentence: past
// results do not influence the next ones.

import { el, mark, svg } from "../../dom.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Layout} Layout
 */

/**
 * @param {{
 *   layout: Layout, i18n: I18n, url: string,
 *   felt: { showsCounts: boolean, showCounts: (counts: Record<string, number> | null) => void },
 * }} options
 */
export function frequencies({ layout, i18n, url, felt }) {
  const { t } = i18n;
  const chart = el("div", { class: "counts-chart" });
  const note = el("p", { class: "soft" }, t("loading"));
  const picks = el("div", { class: "choices", role: "group", "aria-label": t("frequencies.rounds") });
  const numbers = [...layout.list].filter((place) => place.kind === "straight").map((place) =>
    place.numbers[0]
  );

  /** @type {Record<string, number>} */
  let chosen = {};
  const overlay = el("button", {
    type: "button",
    class: "act",
    "aria-pressed": String(felt.showsCounts),
    hidden: true,
    click: () => {
      felt.showCounts(felt.showsCounts ? null : chosen);
      mark(overlay, "aria-pressed", String(felt.showsCounts));
    },
  }, t("frequencies.felt"));

  /** @param {Record<string, number>} counts @param {string} span */
  function draw(counts, span) {
    chosen = counts;
    overlay.hidden = false;
    if (felt.showsCounts) felt.showCounts(counts);
    const most = Math.max(1, ...numbers.map((number) => counts[number] ?? 0));
    const total = numbers.reduce((sum, number) => sum + (counts[number] ?? 0), 0);
    note.textContent = t("frequencies.counted", { total, span });
    chart.replaceChildren(...numbers.map((number) => {
      const count = counts[number] ?? 0;
      const height = (count / most) * 40;
      return el(
        "div",
        { class: "frequency", title: t("frequencies.one", { number, count }) },
        svg(
          "svg",
          { viewBox: "0 0 10 40", preserveAspectRatio: "none", "aria-hidden": "true" },
          svg("rect", {
            x: 1.5,
            y: 40 - height,
            width: 7,
            height,
            rx: 1,
            "data-colour": layout.colours[number],
          }),
        ),
        el("span", { class: "frequency-figure" }, count),
        el("span", { class: "number-tile", "data-colour": layout.colours[number] }, number),
      );
    }));
  }

  async function load() {
    try {
      const answer = await fetch(url, { headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const all = await answer.json();
      const spans = Object.keys(all).filter((span) => /^\d+$/.test(span)).sort((a, b) =>
        Number(a) - Number(b)
      );
      /** @param {string} span */
      const choose = (span) => {
        for (const button of /** @type {HTMLCollectionOf<HTMLElement>} */ (picks.children)) {
          mark(button, "aria-pressed", String(button.dataset.span === span));
        }
        draw(all[span], span);
      };
      picks.replaceChildren(
        ...spans.map((span) =>
          el("button", {
            type: "button",
            class: "choice",
            "data-span": span,
            click: () => choose(span),
          }, t("frequencies.span", { span }))
        ),
      );
      if (spans.length) choose(spans[0]);
    } catch {
      note.textContent = t("unavailable");
    }
  }
  load();
  return el(
    "div",
    { class: "stacked" },
    picks,
    note,
    chart,
    overlay,
    el("p", { class: "honest" }, t("frequencies.honest")),
  );
}
