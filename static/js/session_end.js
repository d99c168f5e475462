// Shows when the session ends, ten minutes before, on a page that stays open. By the server's clock.

const LONGEST_WAIT = 2 ** 31 - 1;

for (const node of document.querySelectorAll("[data-session-end]")) {
  const element = /** @type {HTMLElement} */ (node);
  const { sessionEnd = "", now = "", announced = "" } = element.dataset;
  const wait = Date.parse(sessionEnd) - Date.parse(now) - Number(announced) * 1000;
  setTimeout(() => {
    element.hidden = false;
  }, Math.min(Math.max(wait, 0), LONGEST_WAIT));
}
