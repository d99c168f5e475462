// Refreshes the live floor every two seconds. When a table appears, disappears or changes its status, or an
// incident is
// opened, the page itself is reloaded.

import { mark, write } from "../dom.js";

/**
 * @typedef {Record<string, string | number | boolean>} Figures
 * @typedef {{ status: string, phase: string, late: boolean } & Figures} FloorRow
 * @typedef {{ tables: Record<string, FloorRow>, summary: string[] }} FloorState
 */

const REFRESH_INTERVAL = 2000; // ms
const board = /** @type {HTMLElement | null} */ (document.querySelector("[data-floor]"));
const freshness = /** @type {HTMLElement} */ (document.querySelector("[data-fresh]"));

/** @param {HTMLElement} row @param {FloorRow} figures */
function updateRow(row, figures) {
  row.dataset.status = figures.status;
  row.dataset.phase = figures.phase;
  row.toggleAttribute("data-late", figures.late);
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

/** @param {HTMLElement} floor @param {FloorState} state */
function showState(floor, { tables, summary }) {
  const nodes = /** @type {NodeListOf<HTMLElement>} */ (floor.querySelectorAll("[data-table]"));
  const rows = new Map([...nodes].map((row) => [row.dataset.table ?? "", row]));
  // An open menu means that somebody is about to act: the page must not be reloaded now.
  const isActing = floor.querySelector("details[open]") !== null;
  if (needsReload(rows, tables) && !isActing) return void location.reload();
  for (const [id, row] of rows) if (tables[id]) updateRow(row, tables[id]);
  document.querySelectorAll("[data-sum]").forEach((cell, index) => write(cell, summary[index]));
  write(freshness, new Date().toLocaleTimeString(document.documentElement.lang));
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

if (board) setTimeout(refresh, REFRESH_INTERVAL, board);
