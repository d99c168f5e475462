// The lobby: tables are found by name as one types, and favourites are kept, those of a visitor without an account in
// this browser. The page also works without this module.

import { mark } from "../dom.js";
import "./live_tables.js";

const STORAGE_KEY = "feltro.favourites";
const list = /** @type {HTMLElement} */ (document.querySelector("[data-lobby]"));
const tiles = new Map(
  [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".tile[data-table]"))]
    .map((tile) => [tile.dataset.table ?? "", tile]),
);
const homes = new Map([...tiles.values()].map((tile) => [tile, tile.parentElement])); // without favourites
const visitorFilter = /** @type {HTMLElement | null} */ (document.querySelector("[data-visitor]"));
const nameField = /** @type {HTMLInputElement} */ (document.getElementById("filter-name"));
const favouritesOnly = /** @type {HTMLInputElement} */ (document.getElementById("filter-favourites"));

/** @returns {Set<string>} */
function storedFavourites() {
  try {
    return new Set(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** @param {string} id */
function toggleStoredFavourite(id) {
  const favourites = storedFavourites();
  if (!favourites.delete(id)) favourites.add(id);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...favourites]));
  } catch { /* without storage the button shows the choice until the page is left */ }
  return favourites.has(id);
}

/** @param {HTMLElement} tile @param {HTMLButtonElement} button */
function setUpVisitorButton(tile, button) {
  const id = tile.dataset.table ?? "";
  const wrapper = button.parentElement;
  if (wrapper) wrapper.hidden = false;
  mark(button, "aria-pressed", String(storedFavourites().has(id)));
  button.addEventListener("click", () => {
    mark(button, "aria-pressed", String(toggleStoredFavourite(id)));
    showMatching();
  });
}

/**
 * Sends the form in the background. If that fails, the form is submitted as it would be without this module.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function setUpPlayerButton(form, button) {
  let hasFailed = false;
  form.addEventListener("submit", async (event) => {
    if (hasFailed) return;
    event.preventDefault();
    const keep = button.getAttribute("aria-pressed") !== "true";
    const body = new FormData(form);
    body.set("keep", keep ? "1" : "0");
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body,
        headers: { Accept: "application/json" },
      });
      if (!response.ok || response.redirected) throw new Error("The favourite was not saved.");
      mark(button, "aria-pressed", String(keep));
      button.value = keep ? "0" : "1";
    } catch {
      hasFailed = true;
      form.requestSubmit(button);
    }
  });
}

/** @param {string} text */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Shows the tables that are called as the field says, and for a visitor the favourites first. What the page lists
 * was chosen by the server; a name that is sent to it finds the same tables among all.
 */
function showMatching() {
  const favourites = storedFavourites();
  const name = plain(nameField.value.trim());
  const group = list.querySelector('[data-group="favourites"] .tiles');
  for (const [id, tile] of tiles) {
    const isWanted = !visitorFilter || !favouritesOnly.checked || favourites.has(id);
    tile.hidden = !isWanted || !plain(tile.querySelector(".tile-words")?.textContent ?? "").includes(name);
    if (!visitorFilter) continue;
    if (favourites.has(id)) group?.append(tile);
    else if (tile.parentElement === group) homes.get(tile)?.append(tile);
  }
  const groups = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".lobby-group"));
  for (const group of groups) group.hidden = !group.querySelector(".tile:not([hidden])");
  const empty = /** @type {HTMLElement} */ (list.querySelector("[data-empty]"));
  empty.hidden = Boolean(list.querySelector(".tile:not([hidden])"));
}

for (const tile of tiles.values()) {
  const button = /** @type {HTMLButtonElement} */ (tile.querySelector(".favourite button"));
  if (button.form) setUpPlayerButton(button.form, button);
  else setUpVisitorButton(tile, button);
}
nameField.addEventListener("input", showMatching);
if (visitorFilter) {
  visitorFilter.hidden = false;
  favouritesOnly.addEventListener("change", showMatching);
  showMatching();
}
