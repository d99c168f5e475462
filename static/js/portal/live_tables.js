// Keeps tables on a page up to date: phase, seats, queues, results and jackpots, every few seconds while the page
// is visible. The page also works without this module.

import { el, mark, write } from "../dom.js";

/**
 * @typedef {{ text: string, mark: string, description: string }} Result
 * @typedef {{
 *   state: string, house: string, queue: string, jackpot?: string, open: boolean, results: Result[],
 *   progress: string, phase: string, until: number, seated: number, turn: string, marks: string[],
 * }} TableState
 */

const REFRESH_INTERVAL = 4000; // ms
const COLOURS = new Set(["red", "black", "green"]);
const source = /** @type {HTMLElement} */ (document.querySelector("[data-lobby]"));
const shown = /** @type {NodeListOf<HTMLElement>} */ (source.querySelectorAll("[data-table]"));
const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-news]"));
const knownTables = new Set();
let serverAhead = 0; // ms from this computer's clock to the server's

/** @param {HTMLElement} tile @param {string} name */
const livePart = (
  tile,
  name,
) => /** @type {HTMLElement | null} */ (tile.querySelector(`[data-live="${name}"]`));

/** @param {HTMLElement | null} node @param {string | undefined} text */
function writeIfPresent(node, text) {
  if (node) write(node, text);
}

/** @param {HTMLElement | null} node @param {TableState} state */
function showResults(node, { results, progress }) {
  const signature = JSON.stringify([results, progress]);
  if (!node || node.dataset.drawn === signature) return;
  node.dataset.drawn = signature;
  const items = results.map(({ text, mark: name, description }) =>
    el(
      "li",
      { "data-mark": name, "data-colour": COLOURS.has(name) && name, title: description },
      text,
      el("span", { class: "hidden-text" }, ` ${description}`),
    )
  );
  node.replaceChildren(...(items.length ? items : [el("li", { class: "none" }, progress)]));
}

/**
 * The face of a table: the ball of a wheel, the last marks of a road, the seats that are taken.
 * @param {HTMLElement} tile @param {TableState} state
 */
function showFace(tile, { turn, marks, seated, results }) {
  const ball = tile.querySelector('[data-live="turn"]');
  if (ball && results.length) {
    ball.setAttribute("transform", `rotate(${turn} 60 60)`);
    ball.firstElementChild?.removeAttribute("visibility");
  }
  const number = tile.querySelector('[data-live="newest"]');
  if (number) write(number, results[0]?.text ?? "");
  const road = tile.querySelectorAll("[data-result]");
  for (const [place, node] of road.entries()) mark(node, "data-mark", marks[place] || null);
  const seats = tile.querySelectorAll(".face-seat");
  for (const [place, node] of seats.entries()) mark(node, "data-taken", place < seated);
}

/** Counts down to the end of the bets at every table, by the server's time. */
function showClocks() {
  const now = Date.now() + serverAhead;
  for (const tile of shown) {
    const clock = livePart(tile, "clock");
    const until = Number(clock?.dataset.until);
    const seconds = Math.ceil((until - now) / 1000);
    writeIfPresent(clock, until && seconds > 0 ? ` · ${seconds} s` : "");
  }
}

/** @param {HTMLElement} tile @param {string} amount */
function showJackpot(tile, amount) {
  const meter = livePart(tile, "jackpot");
  if (!meter || meter.textContent === amount) return;
  write(meter, amount);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!isStill) meter.animate([{ transform: "translateY(0.4em)", opacity: 0.4 }, {}], 260);
}

/** @param {HTMLElement} tile @param {TableState | undefined} state */
function showTable(tile, state) {
  mark(tile, "data-gone", !state);
  if (!state) { // the table has closed since the page was made
    writeIfPresent(livePart(tile, "state"), source.dataset.gone);
    for (const name of ["house", "queue", "phase", "clock"]) writeIfPresent(livePart(tile, name), "");
    return;
  }
  writeIfPresent(livePart(tile, "phase"), state.phase);
  const clock = livePart(tile, "clock");
  if (clock) clock.dataset.until = String(state.until);
  writeIfPresent(livePart(tile, "state"), state.state);
  writeIfPresent(livePart(tile, "house"), state.house);
  writeIfPresent(livePart(tile, "queue"), state.queue);
  if (state.jackpot) showJackpot(tile, state.jackpot);
  showFace(tile, state);
  showResults(livePart(tile, "results"), state);
  const link = livePart(tile, "way");
  if (!link) return;
  write(link, state.open ? link.dataset.sit : link.dataset.watch);
  link.classList.toggle("quiet", !state.open);
}

/** @param {{ now: number, tables: Record<string, TableState> }} response */
function showTables({ now, tables }) {
  serverAhead = now - Date.now();
  const ids = Object.keys(tables);
  for (const tile of shown) showTable(tile, tables[tile.dataset.table ?? ""]);
  if (!knownTables.size) { for (const id of ids) knownTables.add(id); }
  if (notice) notice.hidden = ids.every((id) => knownTables.has(id));
  showClocks();
}

async function refresh() {
  if (document.hidden) return;
  try {
    const response = await fetch(source.dataset.lobby ?? "", { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(`The lobby answered with status ${response.status}.`);
    showTables(await response.json());
    mark(source, "data-stale", null);
  } catch {
    mark(source, "data-stale", true); // the figures may be out of date until the next attempt
  }
}

refresh();
setInterval(refresh, REFRESH_INTERVAL);
setInterval(() => document.hidden || showClocks(), 1000);
document.addEventListener("visibilitychange", refresh);
