// Refreshes the live floor every two seconds. When a table appears, disappears or changes its status, the page
// itself is reloaded; no row changes its place. Tiles and sound are choices of this browser, off at first.

import { el, mark, write } from "../dom.js";

/**
 * @typedef {Record<string, string | number | boolean>} Figures
 * @typedef {{ status: string, phase: string, late: boolean, idle: boolean, trouble_now: boolean }} TableState
 * @typedef {TableState & Figures} FloorRow
 * @typedef {{ table: string, text: string, url: string }} WrongNow
 * @typedef {{ tables: Record<string, FloorRow>, summary: string[], wrong?: WrongNow[] }} FloorState
 */

const REFRESH_INTERVAL = 2000; // ms
const RELOAD_DELAY = 400; // ms, so that a sound is heard
const BEEP = { frequency: 660, seconds: 0.25, volume: 0.2 };
const board = /** @type {HTMLElement | null} */ (document.querySelector("[data-floor]"));
const freshness = /** @type {HTMLElement} */ (document.querySelector("[data-fresh]"));

/** @param {HTMLElement} row @param {FloorRow} figures */
function updateRow(row, figures) {
  row.dataset.status = figures.status;
  row.dataset.phase = figures.phase;
  row.toggleAttribute("data-late", figures.late);
  row.toggleAttribute("data-idle", Boolean(figures.idle));
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-cell]"))) {
    write(cell, String(figures[cell.dataset.cell ?? ""] ?? ""));
  }
}

/**
 * Whether the page must be reloaded: the actions offered at a table depend on its status.
 * @param {Map<string, HTMLElement>} rows
 * @param {Record<string, FloorRow>} tables
 */
function needsReload(rows, tables) {
  const ids = Object.keys(tables);
  return ids.length !== rows.size || ids.some((id) => rows.get(id)?.dataset.status !== tables[id].status);
}

/** What is wrong now, above the tables. @param {WrongNow[]} wrong */
function showWrong(wrong) {
  const list = document.querySelector("[data-wrong-now]");
  if (!list) return;
  const shown = [...list.children].map((line) => line.textContent).join("\n");
  const lines = wrong.map(({ table, text, url }) =>
    el("li", {}, el("a", { href: url }, table), " ", el("span", {}, text))
  );
  if (shown !== lines.map((line) => line.textContent).join("\n")) list.replaceChildren(...lines);
  list.parentElement?.toggleAttribute("data-alarm", wrong.length > 0);
  document.querySelector("[data-nothing-wrong]")?.toggleAttribute("hidden", wrong.length > 0);
}

/** @param {HTMLElement} floor @param {FloorState} state */
function showState(floor, { tables, summary, wrong = [] }) {
  const nodes = /** @type {NodeListOf<HTMLElement>} */ (floor.querySelectorAll("[data-table]"));
  const rows = new Map([...nodes].map((row) => [row.dataset.table ?? "", row]));
  // An open menu means that a person is about to act: the page must not be reloaded now.
  const isActing = floor.querySelector(".office-more[open]") !== null;
  const isNewTrouble = Object.keys(tables).some((id) =>
    tables[id].trouble_now && rows.get(id)?.hasAttribute("data-trouble") === false
  );
  if (isNewTrouble && isChosen("sound")) beep();
  for (const [id, row] of rows) row.toggleAttribute("data-trouble", Boolean(tables[id]?.trouble_now));
  if (needsReload(rows, tables) && !isActing) return void setTimeout(() => location.reload(), RELOAD_DELAY);
  for (const [id, row] of rows) if (tables[id]) updateRow(row, tables[id]);
  showWrong(wrong);
  document.querySelectorAll("[data-sum]").forEach((cell, index) => write(cell, summary[index]));
  write(
    freshness,
    new Date().toLocaleTimeString(document.documentElement.lang, { timeZone: "Europe/Lisbon" }),
  );
  mark(freshness, "data-alarm", null);
}

/** @param {HTMLElement} floor */
async function refresh(floor) {
  if (document.visibilityState === "visible") {
    try {
      const response = await fetch(floor.dataset.floor + location.search, {
        headers: { accept: "application/json" },
      });
      if (!response.ok) throw new Error(`The live floor answered with status ${response.status}.`);
      showState(floor, await response.json());
    } catch {
      write(freshness, freshness.dataset.lost);
      mark(freshness, "data-alarm", true);
    }
  }
  setTimeout(refresh, REFRESH_INTERVAL, floor);
}

/** @param {string} name */
function isChosen(name) {
  return localStorage.getItem(`floor-${name}`) === "on";
}

/** The choices of this browser: each box shows what was chosen, and keeps what is chosen. */
function connectChoices() {
  for (const name of ["tiles", "sound"]) {
    const box = /** @type {HTMLInputElement | null} */ (document.querySelector(`[data-${name}]`));
    if (!box) continue;
    const apply = () => name === "tiles" && board?.toggleAttribute("data-as-tiles", box.checked);
    box.checked = isChosen(name);
    apply();
    box.addEventListener("change", () => {
      localStorage.setItem(`floor-${name}`, box.checked ? "on" : "off");
      apply();
    });
  }
}

function beep() {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  volume.gain.value = BEEP.volume;
  tone.frequency.value = BEEP.frequency;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + BEEP.seconds);
  tone.addEventListener("ended", () => void context.close());
}

connectChoices();
if (board) setTimeout(refresh, REFRESH_INTERVAL, board);
