// The time left until each scheduled session, a notice to registered players when one has begun, and while
// sessions run what their tables say of the player's seat: it is read again every few seconds.

import { write } from "../dom.js";

const INTERVAL = 20_000; // ms
const REFRESH_INTERVAL = 4000; // ms
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
  const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-begun]"));
  if (!notice) return;
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

/** A seat that was kept may be taken, given up or lost: the page shows what holds now.  [HE-6b] */
async function refreshRunning() {
  const shown = [
    .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".meeting[data-session]")),
  ];
  const hasBegun = shown.some(({ dataset: { running, starts } }) =>
    running === "true" || Number(starts) * 1000 <= Date.now()
  );
  if (document.hidden || !hasBegun) return;
  const address = shown[0].closest("[data-sessions]")?.getAttribute("data-sessions") ?? location.href;
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const session of shown) {
    const now = page.querySelector(`.meeting[data-session="${session.dataset.session}"]`);
    if (!now) session.remove();
    else if (now.innerHTML !== session.innerHTML && now.getAttribute("data-running") === "true") {
      session.replaceWith(document.importNode(now, true));
    }
  }
}

update();
setInterval(refreshRunning, REFRESH_INTERVAL);
document.addEventListener("visibilitychange", refreshRunning);
setInterval(update, INTERVAL);
