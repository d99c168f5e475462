// Several tables in one window. Each is a page of its own, with its own connection and state. This window only
// knows which of them awaits a decision and until when, brings the most urgent one to the front, and alerts the
// player.

import { el, mark, pageData, write } from "../../dom.js";
import { createAlerts } from "./alerts.js";
import { scaleFor } from "./scale.js";
import { awaitingTables, frontTable } from "./turns.js";

/**
 * @typedef {{
 *   id: number, name: string, frame: HTMLIFrameElement, box: HTMLElement, tab: HTMLElement,
 *   openButton: HTMLButtonElement, closeButton: HTMLButtonElement, status: HTMLElement, ring: HTMLElement,
 *   turn: boolean, ends: number | null, allowed: number, seated: boolean, link: string, extra: boolean,
 *   key?: string,
 * }} OpenTable
 */

const SHIELD_TIME = 450; // ms in which a press that was meant for another table does nothing
const ACTIVITY_TIME = 2500; // ms after a press or a key in which the player counts as busy at a table
const INTERVAL = 250; // ms

const facts = pageData("together-facts");
const words = pageData("words");

/** @param {string} code @param {Record<string, any>} [figures] @returns {string} */
const t = (code, figures = {}) =>
  (words[code] ?? code).replace(
    /\{(\w+)\}/g,
    (/** @type {string} */ placeholder, /** @type {string} */ name) => figures[name] ?? placeholder,
  );

/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`));
const [tabs, frames, status, additions, empty] = ["tabs", "frames", "status", "adding", "empty"].map(part);
const additionsMenu = /** @type {HTMLDetailsElement} */ (additions.closest("details"));
const alerts = createAlerts({ language: facts.language, title: document.title, t });
/** @type {Map<number, { id: number, name: string, game: string, address: string }>} */
const knownTables = new Map(
  facts.tables.map((/** @type {{ id: number }} */ table) => [table.id, table]),
);
/** The tables in this window, in the order in which they were added. @type {Map<number, OpenTable>} */
const openTables = new Map();
/** @type {number | null} */
let current = null;
let lastActivity = -ACTIVITY_TIME; // when the player last did something at the front table
let alertedKeys = "";

// --- Adding and removing tables

/** @param {number} id */
function addTable(id) {
  const known = knownTables.get(id);
  if (!known) return;
  const { name, address } = known;
  const frame = el("iframe", { src: address, title: t("frame", { table: name }), allow: "autoplay" });
  const box = el("section", { class: "together-table", "aria-label": name }, frame);
  const tableStatus = el("span", { class: "tab-state" });
  const ring = el("span", { class: "tab-time", "aria-hidden": "true" });
  const openButton = el(
    "button",
    { type: "button", class: "tab", click: () => bringToFront(id, true) },
    el("span", { class: "tab-name" }, name),
    tableStatus,
    ring,
  );
  const closeLabel = t("tab.close", { table: name });
  const closeButton = el("button", {
    type: "button",
    class: "tab-close",
    "aria-label": closeLabel,
    title: closeLabel,
    click: () => removeTable(id),
  }, "×");
  const tab = el("li", { class: "together-tab" }, openButton, closeButton);
  openTables.set(id, {
    id,
    name,
    frame,
    box,
    tab,
    openButton,
    closeButton,
    status: tableStatus,
    ring,
    turn: false,
    ends: null,
    allowed: 1,
    seated: false,
    link: "connecting",
    extra: false,
  });
  frames.append(box);
  tabs.append(tab);
  sizes.observe(box);
  updateArrangement();
}

/** @param {number} id */
function removeTable(id) {
  const table = openTables.get(id);
  if (!table || table.seated) return;
  sizes.unobserve(table.box);
  table.box.remove();
  table.tab.remove();
  openTables.delete(id);
  if (current === id) current = null;
  updateArrangement();
  tabs.querySelector("button")?.focus();
}

// A table is drawn at the size of one of its layouts and then scaled to its place.
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect: { width, height } } of entries) {
    /** @type {HTMLElement} */ (target).style.setProperty("--fit", scaleFor(width, height).toFixed(4));
  }
});

/** What the menu for adding tables contains. */
function additionItems() {
  if (openTables.size >= facts.most) return [el("p", { class: "soft" }, t("add.most"))];
  const others = [...knownTables.values()].filter(({ id }) => !openTables.has(id));
  if (!others.length) return [el("p", { class: "soft" }, t("add.none"))];
  return others.flatMap(({ id, name, game }, at) => {
    const click = () => {
      additionsMenu.open = false;
      addTable(id);
      bringToFront(id, true);
    };
    const item = el("button", { type: "button", class: "menu-item", click }, name);
    return game === others[at - 1]?.game ? [item] : [el("p", { class: "menu-group" }, game), item];
  });
}

/** The address contains the tables of this window, so that a reload restores them. */
function updateArrangement() {
  mark(frames, "data-count", openTables.size);
  const address = new URL(location.href);
  address.searchParams.delete("t");
  for (const id of openTables.keys()) address.searchParams.append("t", String(id));
  history.replaceState(null, "", address);
  additions.replaceChildren(...additionItems());
  empty.hidden = openTables.size > 0;
  update();
}

// --- Bringing tables to the front

const narrowScreen = matchMedia("(max-width: 56rem)");
narrowScreen.addEventListener("change", () => current !== null && bringToFront(current));

/** @param {number} id @param {boolean} isRequested by the player */
function bringToFront(id, isRequested = false) {
  const table = openTables.get(id);
  if (!table) return;
  const previous = current;
  current = id;
  for (const other of openTables.values()) {
    const isFront = other.id === id;
    mark(other.box, "data-front", isFront);
    mark(other.tab, "data-front", isFront);
    mark(other.openButton, "aria-current", isFront ? "true" : null);
    // Where only one table is visible, the others cannot be reached either.
    other.box.inert = !isFront && narrowScreen.matches;
  }
  for (const node of [table.tab, table.box]) node.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (previous === id && !isRequested) return;
  lastActivity = -ACTIVITY_TIME;
  if (isRequested || !isFocusInBar()) table.frame.focus();
  if (isRequested || previous === null) return;
  mark(table.box, "data-arriving", true);
  setTimeout(() => mark(table.box, "data-arriving", null), SHIELD_TIME);
}

/** Whether the focus is in this window's own bar, where the player is about to choose something. */
function isFocusInBar() {
  const focus = document.activeElement;
  return focus !== null && focus.closest(".together-bar") !== null;
}

/** @param {number} number */
function goToTable(number) {
  const table = [...openTables.values()][number - 1];
  if (table) bringToFront(table.id, true);
}

// --- Status of the tables

/** @param {OpenTable[]} awaiting */
function queueText(awaiting) {
  const [first] = awaiting;
  if (!openTables.size) return "";
  if (!first) return t("queue.none");
  if (awaiting.length === 1) return t("queue.one", { table: first.name });
  return t("queue.more", { table: first.name, count: awaiting.length - 1 });
}

/**
 * Alerts the player once for each decision at a table that is not being looked at.
 * @param {OpenTable[]} awaiting
 */
function alertPlayer(awaiting) {
  const alerted = alertedKeys.split(",");
  const isNew = awaiting.some(({ id, key }) =>
    !alerted.includes(key ?? "") && (document.hidden || id !== current || !document.hasFocus())
  );
  if (isNew) alerts.play();
  alertedKeys = awaiting.map(({ key }) => key).sort().join();
}

function update() {
  const all = [...openTables.values()];
  const awaiting = awaitingTables(all);
  const busy = performance.now() - lastActivity < ACTIVITY_TIME;
  const next = frontTable(all, current, { follow: alerts.isOn("front"), busy });
  if (next !== undefined && next !== current) bringToFront(next);
  write(status, queueText(awaiting));
  mark(status, "data-asked", awaiting.length > 0);
  alerts.showInTitle(awaiting.map(({ name }) => name));
  all.forEach((table, index) => drawTab(table, index, awaiting.indexOf(table)));
  alertPlayer(awaiting);
}

/** @param {OpenTable} table @param {number} seconds */
function statusText({ link, turn, extra, seated }, seconds) {
  if (link === "lost" || link === "over") return t("tab.lost");
  if (link !== "open") return t("tab.opening");
  if (turn) return t(extra ? "tab.extra" : "tab.turn", { seconds });
  return t(seated ? "tab.seated" : "tab.watching");
}

/**
 * @param {OpenTable} table
 * @param {number} index
 * @param {number} place its place among those that await a decision, or -1
 */
function drawTab(table, index, place) {
  const { tab, box, openButton, closeButton, ring, turn, seated, name } = table;
  const timeLeft = table.ends === null ? 0 : Math.max(0, table.ends - Date.now());
  write(table.status, statusText(table, Math.ceil(timeLeft / 1000)));
  mark(tab, "data-turn", turn);
  mark(tab, "data-place", place >= 0 ? place + 1 : null);
  mark(box, "data-turn", turn);
  mark(openButton, "aria-keyshortcuts", `Alt+${index + 1}`);
  ring.style.setProperty("--left", turn && table.allowed ? (timeLeft / table.allowed).toFixed(3) : "0");
  if (closeButton.disabled !== seated) closeButton.disabled = seated;
  mark(closeButton, "title", t(seated ? "tab.close.seated" : "tab.close", { table: name }));
}

/** @param {OpenTable} table @param {Pick<OpenTable, "link" | "turn" | "extra" | "seated" | "ends">} report */
function receiveReport(table, report) {
  const { turn, ends } = report;
  if (turn && (!table.turn || ends !== table.ends)) table.allowed = Math.max(1, (ends ?? 0) - Date.now());
  if (turn && !table.turn) table.key = `${table.id}:${Date.now()}`;
  // The decision was made, so the next table may come to the front.
  if (table.turn && !turn && table.id === current) lastActivity = -ACTIVITY_TIME;
  Object.assign(table, report);
  update();
}

addEventListener("message", ({ origin, source, data }) => {
  if (origin !== location.origin || data?.feltro !== "table") return;
  const table = openTables.get(data.table);
  if (!table || table.frame.contentWindow !== source) return;
  if (data.busy) {
    if (table.id !== current) bringToFront(table.id, true);
    lastActivity = performance.now();
  } else if (data.go) goToTable(data.go);
  else if (data.now) receiveReport(table, data.now);
});

// --- The bar

addEventListener("keydown", (event) => {
  if (event.altKey && /^[1-9]$/.test(event.key)) {
    event.preventDefault();
    goToTable(Number(event.key));
  }
});

/**
 * A menu of the bar closes with Escape, or when the focus moves elsewhere.
 * @param {HTMLDetailsElement} details
 */
function setUpMenu(details) {
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    details.open = false;
    details.querySelector("summary")?.focus();
  });
  details.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !details.contains(relatedTarget)) details.open = false;
  });
}

/** @param {string} name */
function switchItem(name) {
  const state = el("span", { class: "soft" });
  const click = () => {
    alerts.setOn(name, !alerts.isOn(name));
    updateSwitch();
  };
  const button = el(
    "button",
    { type: "button", class: "menu-item switch", role: "switch", click },
    t(`alerts.${name}`),
    state,
  );
  const updateSwitch = () => {
    mark(button, "aria-checked", String(alerts.isOn(name)));
    write(state, t(alerts.isOn(name) ? "on" : "off"));
  };
  updateSwitch();
  return button;
}

for (const details of document.querySelectorAll(".together-bar details")) {
  setUpMenu(/** @type {HTMLDetailsElement} */ (details));
}
part("switches").append(...alerts.switches.map(switchItem));
empty.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement} */ (target).closest("[data-add]");
  if (!(button instanceof HTMLElement)) return;
  const id = Number(button.dataset.add);
  addTable(id);
  bringToFront(id, true);
});
for (const id of facts.open) addTable(id);
updateArrangement();
setInterval(update, INTERVAL);
