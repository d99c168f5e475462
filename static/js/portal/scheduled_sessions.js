// The time left until each scheduled session, and a notice to registered players when one has begun.

import { write } from "../dom.js";

const INTERVAL = 20_000; // ms
const MINUTE = 60_000; // ms
const openedAt = Date.now();
const relativeTime = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });

/** @param {number} ms */
function formatTimeLeft(ms) {
  const minutes = Math.max(0, Math.round(ms / MINUTE));
  if (minutes < 90) return relativeTime.format(minutes, "minute");
  if (minutes < 48 * 60) return relativeTime.format(Math.round(minutes / 60), "hour");
  return relativeTime.format(Math.round(minutes / 1440), "day");
}

/** @param {HTMLElement} session */
function announceBegin(session) {
  const notice = /** @type {HTMLElement} */ (document.querySelector("[data-begun]"));
  const link = /** @type {HTMLAnchorElement} */ (notice.querySelector("a"));
  link.href = /** @type {HTMLAnchorElement} */ (session.querySelector("h3 a")).href;
  notice.hidden = false;
}

function update() {
  for (const session of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".meeting"))) {
    const startsAt = Number(session.dataset.starts) * 1000;
    const label = session.querySelector("[data-until]");
    if (!label) continue;
    const timeLeft = startsAt - Date.now();
    if (timeLeft > 0) write(label, formatTimeLeft(timeLeft));
    // The session began while this page was open: the player's seat is reserved from now on.
    else if (session.dataset.mine === "true" && startsAt > openedAt) announceBegin(session);
  }
}

update();
setInterval(update, INTERVAL);
