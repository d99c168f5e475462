// The lobby moves while somebody looks at it: seats, queues, results and jackpots as the house tells them, every few seconds and not
// at all while the page is hidden. Favourites of whoever has no account are kept in this browser. Without this file the page is whole.

import { el, mark, write } from "../dom.js";

const EVERY = 4000; // ms between two looks
const KEY = "feltro.favourites";
const COLOURS = new Set(["red", "black", "green"]);
const list = document.querySelector("[data-lobby]");
const tiles = new Map(
  [...list.querySelectorAll(".tile[data-table]")].map((tile) => [tile.dataset.table, tile]),
);
const known = new Set();

// --- what moves

const part = (tile, name) => tile.querySelector(`[data-live="${name}"]`);

function results(place, { results: told, progress }) {
  const signature = JSON.stringify([told, progress]);
  if (place.dataset.told === signature) return;
  place.dataset.told = signature;
  place.replaceChildren(
    ...(told.length
      ? told.map(({ text, mark: as, said }) =>
        el(
          "li",
          { "data-mark": as, "data-colour": COLOURS.has(as) && as, title: said },
          text,
          el("span", { class: "hidden-text" }, ` ${said}`),
        )
      )
      : [el("li", { class: "none" }, progress)]),
  );
}

function draw(tile, told) {
  const [jackpot, way] = [part(tile, "jackpot"), part(tile, "way")];
  if (!told) { // it has closed since the page was made
    write(part(tile, "state"), list.dataset.gone);
    write(part(tile, "queue"), "");
    mark(tile, "data-gone", true);
    return;
  }
  mark(tile, "data-gone", null);
  write(part(tile, "state"), told.state);
  write(part(tile, "queue"), told.queue);
  if (jackpot && told.jackpot) write(jackpot, told.jackpot);
  results(part(tile, "results"), told);
  if (!way) return;
  write(way, told.open ? way.dataset.sit : way.dataset.watch);
  way.classList.toggle("quiet", !told.open);
}

function heard({ tables }) {
  for (const [id, tile] of tiles) draw(tile, tables[id]);
  if (!known.size) { for (const id of Object.keys(tables)) known.add(id); }
  document.querySelector("[data-news]").hidden = Object.keys(tables).every((id) => known.has(id));
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(list.dataset.lobby, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    heard(await answer.json());
    mark(list, "data-stale", null);
  } catch {
    mark(list, "data-stale", true); // what stands there may be old: the next look says more
  }
}

look();
setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);

// --- favourites

const pressed = (button) => button.getAttribute("aria-pressed") === "true";

function kept() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY)) ?? []);
  } catch {
    return new Set();
  }
}

function visitor(tile, button) {
  const id = tile.dataset.table;
  button.parentElement.hidden = false;
  mark(button, "aria-pressed", String(kept().has(id)));
  button.addEventListener("click", () => {
    const all = kept();
    if (!all.delete(id)) all.add(id);
    try {
      localStorage.setItem(KEY, JSON.stringify([...all]));
    } catch { /* not kept: pressed for now */ }
    mark(button, "aria-pressed", String(all.has(id)));
    only();
  });
}

/** The form goes by itself where it can; where it cannot, the page does what it does without this file. */
function player(form, button) {
  let plain = false;
  form.addEventListener("submit", async (event) => {
    if (plain) return;
    event.preventDefault();
    const keep = !pressed(button);
    const body = new FormData(form);
    body.set("keep", keep ? "1" : "0");
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body,
        headers: { Accept: "application/json" },
      });
      if (!answer.ok || answer.redirected) throw new Error(answer.statusText);
      mark(button, "aria-pressed", String(keep));
      button.value = keep ? "0" : "1";
    } catch {
      plain = true;
      form.requestSubmit(button);
    }
  });
}

const ticked = document.getElementById("filter-favourites");

/** A visitor's own choice of favourites is made here: the house does not know them. */
function only() {
  if (!document.querySelector("[data-visitor]")) return;
  const all = kept();
  for (const [id, tile] of tiles) tile.hidden = ticked.checked && !all.has(id);
  for (const group of list.querySelectorAll(".lobby-group")) {
    group.hidden = !group.querySelector(".tile:not([hidden])");
  }
  list.querySelector("[data-empty]").hidden = Boolean(list.querySelector(".tile:not([hidden])"));
}

for (const tile of tiles.values()) {
  const button = tile.querySelector(".favourite button");
  if (button.form) player(button.form, button);
  else visitor(tile, button);
}
if (document.querySelector("[data-visitor]")) {
  document.querySelector("[data-visitor]").hidden = false;
  ticked.addEventListener("change", only);
  only();
}
