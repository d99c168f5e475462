// The page on which players check their own money: a press fetches the file of a day and checks it here.

import { checkMoney } from "./funds_check.js";
import { pageData } from "../dom.js";

const words = pageData("own-money-words");
const player = pageData("own-money-player");

/** @param {number} cents @param {string} currency */
const money = (cents, currency) =>
  new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency }).format(cents / 100);

/** @param {any} statement @param {DOMStringMap} published what the page says of the day */
async function sentence(statement, { root, total }) {
  const { checks, found } = await checkMoney(statement, null);
  const good = checks.every(([, is]) => is !== false) && statement.player === player &&
    statement.root === root && String(statement.total) === total;
  if (!good || found === null) return words.wrong;
  if (found === 0) return words.none;
  const said = words.found
    .replace("{found}", money(found, statement.currency))
    .replace("{total}", money(statement.total, statement.currency))
    .replace("{parts}", String(statement.parts.length));
  return `${said} ${words.compare}`;
}

/** @param {HTMLButtonElement} button */
async function check(button) {
  if (!globalThis.crypto?.subtle) return words.insecure;
  const answer = await fetch(String(button.dataset.file));
  if (answer.status === 429) return (await answer.json()).message;
  return answer.ok ? await sentence(await answer.json(), button.dataset) : words.failed;
}

document.querySelector("[data-own-money]")?.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const place = button?.parentElement?.querySelector("[role=status]");
  if (!button || !place) return;
  button.disabled = true;
  place.textContent = await check(button).catch(() => words.failed);
  button.disabled = false;
});
