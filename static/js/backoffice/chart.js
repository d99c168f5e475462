// Shows the value of the bar under the pointer, or of the bar chosen with the arrow keys, below each chart.

import { write } from "../dom.js";

/** @param {HTMLElement} chart */
function connect(chart) {
  const bars = /** @type {SVGElement[]} */ ([...chart.querySelectorAll("[data-bar]")]);
  const shown = /** @type {HTMLElement} */ (chart.querySelector("[data-value-shown]"));
  const frame = /** @type {HTMLElement} */ (chart.querySelector(".office-chart-frame"));
  let chosen = -1;

  /** @param {number} index */
  function show(index) {
    bars[chosen]?.removeAttribute("data-chosen");
    chosen = index;
    bars[chosen]?.setAttribute("data-chosen", "");
    const { label, value } = bars[chosen]?.dataset ?? {};
    write(shown, label ? `${label}: ${value}` : shown.dataset.hint);
  }

  bars.forEach((bar, index) => bar.addEventListener("pointerenter", () => show(index)));
  chart.addEventListener("pointerleave", () => show(-1));
  frame.addEventListener("blur", () => show(-1));
  frame.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !bars.length) return;
    event.preventDefault();
    const first = step > 0 ? 0 : bars.length - 1;
    show(chosen < 0 ? first : Math.min(bars.length - 1, Math.max(0, chosen + step)));
  });
  shown.setAttribute("aria-live", "polite");
}

for (const chart of document.querySelectorAll("[data-chart]")) connect(/** @type {HTMLElement} */ (chart));
