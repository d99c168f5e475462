// Hold'em: the chances of the hands that the player knows, at the step that is shown. The server counts them
// over every board that could still come; they are fetched once, after the table is drawn.  [HE-65]

import { el } from "../../dom.js";

/**
 * @param {{
 *   i18n: import("../i18n.js").I18n,
 *   facts: { urls: { chances?: string }, names: Record<string, string>, language: string },
 *   root: HTMLElement | null,
 * }} options
 */
export function createChances({ i18n: { t }, facts, root }) {
  /** @type {{ step: number, chances: Record<string, number> }[] | null} */
  let points = null;
  let isAsked = false;
  let isMissing = false;
  let current = 0;
  const format = new Intl.NumberFormat(facts.language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });

  async function fetchPoints() {
    isAsked = true;
    const options = { headers: { Accept: "application/json" } };
    const response = await fetch(/** @type {string} */ (facts.urls.chances), options).catch(() => null);
    isMissing = !response?.ok;
    points = response?.ok ? (await response.json()).points : [];
    draw();
  }

  function draw() {
    if (!root) return;
    if (points === null) return root.replaceChildren(el("p", { class: "soft" }, t("replay.chances.wait")));
    if (isMissing) return root.replaceChildren(el("p", { class: "soft" }, t("unavailable")));
    const point = points.filter(({ step }) => step <= current).at(-1);
    if (!point) return root.replaceChildren(el("p", { class: "soft" }, t("replay.chances.none")));
    root.replaceChildren(
      el(
        "dl",
        { class: "replay-chances" },
        ...Object.entries(point.chances).flatMap(([seat, share]) => [
          el("dt", {}, facts.names[seat] || t("replay.seat", { seat })),
          el(
            "dd",
            { class: "figure" },
            el("meter", { min: 0, max: 1000, value: share, "aria-hidden": "true" }),
            ` ${t("replay.chance", { share: format.format(share / 10) })}`,
          ),
        ]),
      ),
    );
  }

  return {
    /** @param {number} step */
    show(step) {
      current = step;
      if (!root || !facts.urls.chances) return;
      if (!isAsked) fetchPoints();
      draw();
    },
  };
}
