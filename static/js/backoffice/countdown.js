// Counts down to a moment, by the server's clock.

const SECOND = 1000;

/** @param {number} seconds */
function clockText(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

for (const node of document.querySelectorAll("[data-until]")) {
  const element = /** @type {HTMLElement} */ (node);
  const { until = "", now = "", over = "" } = element.dataset;
  const offset = Date.parse(now) - Date.now();
  const tick = () => {
    const left = Math.ceil((Date.parse(until) - Date.now() - offset) / SECOND);
    element.textContent = left > 0 ? clockText(left) : over;
    if (left > 0) setTimeout(tick, SECOND);
  };
  tick();
}
