// Several tables of hold'em in one window. Each is its own page, with its own line and its own state; this window knows only which of
// them asks for a decision and until when, puts the one that runs out first in front, and calls whoever looks elsewhere.

import { el, mark, pageData, write } from "../../dom.js";
import { alerts as alertsOf } from "./alerts.js";
import { front as frontOf, waiting } from "./turns.js";

const SHIELD = 450; // ms in which a press that was meant for another table does nothing
const HAND = 2500; // ms after a press or a key in which somebody is at work at a table
const LOOK = 250;
const [LEAST, UPRIGHT, LOW, TALL] = [660, 480, 480, 620]; // the layouts of a table: how wide it lies, stands, how low it lies, and where it need not

const facts = pageData("together-facts");
const words = pageData("words");
const t = (code, figures = {}) =>
  (words[code] ?? code).replace(/\{(\w+)\}/g, (whole, name) => figures[name] ?? whole);
const [tabs, frames, status, adding, empty] = ["tabs", "frames", "status", "adding", "empty"].map((name) =>
  document.querySelector(`[data-part="${name}"]`)
);
document.querySelector('[data-part="first"]').addEventListener("click", () => {
  const menu = adding.closest("details");
  menu.open = true;
  menu.querySelector("summary").focus();
});
const alerts = alertsOf({ language: facts.language, title: document.title, t });
const named = new Map(facts.tables.map((each) => [each.id, each]));
const shown = new Map(); // the tables in this window, in the order in which they were put there
let current = null;
let hand = -HAND; // when somebody was last at work in the front table
let called = "";

function put(id) {
  const { name, address } = named.get(id);
  const frame = el("iframe", { src: address, title: t("frame", { table: name }), allow: "autoplay" });
  const box = el("section", { class: "together-table", "aria-label": name }, frame);
  const state = el("span", { class: "tab-state" });
  const ring = el("span", { class: "tab-time", "aria-hidden": "true" });
  const open = el(
    "button",
    { type: "button", class: "tab", click: () => toFront(id, true) },
    el("span", { class: "tab-name" }, name),
    state,
    ring,
  );
  const shut = el("button", {
    type: "button",
    class: "tab-close",
    "aria-label": t("tab.close", { table: name }),
    title: t("tab.close", { table: name }),
    click: () => take(id),
  }, "×");
  const tab = el("li", { class: "together-tab" }, open, shut);
  shown.set(id, {
    id,
    name,
    frame,
    box,
    tab,
    open,
    shut,
    state,
    ring,
    turn: false,
    ends: null,
    whole: 1,
    seated: false,
    link: "connecting",
    extra: false,
  });
  frames.append(box);
  tabs.append(tab);
  sizes.observe(box);
  arranged();
}

/** A table is drawn at a size that one of its layouts is made for, and then fitted to its place. */
function fit(width, height) {
  if (width <= UPRIGHT || height > width) return width <= UPRIGHT ? 1 : Math.min(1, width / LEAST);
  return height > TALL ? 1 : Math.min(Math.max(1, height / LOW), width / LEAST);
}
const sizes = new ResizeObserver((all) => {
  for (const { target, contentRect } of all) {
    target.style.setProperty("--fit", fit(contentRect.width, contentRect.height).toFixed(4));
  }
});

function take(id) {
  const one = shown.get(id);
  if (one.seated) return;
  sizes.unobserve(one.box);
  one.box.remove();
  one.tab.remove();
  shown.delete(id);
  if (current === id) current = null;
  arranged();
  tabs.querySelector("button")?.focus();
}

/** The address says which tables stand here, so that the window comes back as it was. */
function arranged() {
  mark(frames, "data-count", shown.size);
  const address = new URL(location.href);
  address.searchParams.delete("t");
  for (const id of shown.keys()) address.searchParams.append("t", id);
  history.replaceState(null, "", address);
  const rest = facts.tables.filter((each) => !shown.has(each.id));
  const full = shown.size >= facts.most;
  adding.replaceChildren(
    ...(full ? [el("p", { class: "soft" }, t("add.most"))] : rest.length
      ? rest.map((each) =>
        el("button", {
          type: "button",
          class: "menu-item",
          click: () => {
            adding.closest("details").open = false;
            put(each.id);
            toFront(each.id, true);
          },
        }, each.name)
      )
      : [el("p", { class: "soft" }, t("add.none"))]),
  );
  empty.hidden = shown.size > 0;
  look();
}

function toFront(id, asked = false) {
  if (!shown.has(id)) return;
  const before = current;
  current = id;
  for (const one of shown.values()) {
    const here = one.id === id;
    mark(one.box, "data-front", here);
    mark(one.tab, "data-front", here);
    mark(one.open, "aria-current", here ? "true" : null);
    // Where only one is seen, the others are out of reach too.
    one.box.inert = !here && narrow.matches;
  }
  const { box, frame, tab } = shown.get(id);
  tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (before === id && !asked) return;
  hand = -HAND;
  if (asked || !elsewhere()) frame.focus();
  if (asked || before === null) return;
  mark(box, "data-arriving", true);
  setTimeout(() => mark(box, "data-arriving", null), SHIELD);
}

/** The focus is in this window's own bar, where somebody is about to choose something. */
const elsewhere = () =>
  document.activeElement?.closest?.(".together-bar") !== null && document.activeElement !== document.body &&
  document.activeElement?.tagName !== "IFRAME";
const narrow = matchMedia("(max-width: 56rem)");
narrow.addEventListener("change", () => toFront(current));

function look() {
  const all = [...shown.values()];
  const asking = waiting(all);
  const next = frontOf(all, current, { follow: alerts.on("front"), busy: performance.now() - hand < HAND });
  if (next !== undefined && next !== current) toFront(next);
  write(
    status,
    asking.length > 1
      ? t("queue.more", { table: asking[0].name, count: asking.length - 1 })
      : asking.length
      ? t("queue.one", { table: asking[0].name })
      : shown.size
      ? t("queue.none")
      : "",
  );
  mark(status, "data-asked", asking.length > 0);
  alerts.told(asking.map((each) => each.name));
  all.forEach((one, at) => draw(one, at, asking.indexOf(one)));
  const key = asking.map((each) => each.key).sort().join();
  if (
    asking.some((each) =>
      !called.split(",").includes(each.key) &&
      (document.hidden || each.id !== current || !document.hasFocus())
    )
  ) alerts.call();
  called = key;
}

function draw(one, at, place) {
  const left = one.ends === null ? 0 : Math.max(0, one.ends - Date.now());
  const seconds = Math.ceil(left / 1000);
  const said = one.link === "lost" || one.link === "over"
    ? t("tab.lost")
    : one.link !== "open"
    ? t("tab.opening")
    : one.turn
    ? t(one.extra ? "tab.extra" : "tab.turn", { seconds })
    : t(one.seated ? "tab.seated" : "tab.watching");
  write(one.state, said);
  mark(one.tab, "data-turn", one.turn);
  mark(one.tab, "data-place", place >= 0 ? place + 1 : null);
  mark(one.box, "data-turn", one.turn);
  mark(one.open, "aria-keyshortcuts", `Alt+${at + 1}`);
  one.ring.style.setProperty("--left", one.turn && one.whole ? (left / one.whole).toFixed(3) : 0);
  if (one.shut.disabled !== one.seated) one.shut.disabled = one.seated;
  mark(one.shut, "title", t(one.seated ? "tab.close.seated" : "tab.close", { table: one.name }));
}

addEventListener("message", ({ origin, source, data }) => {
  if (origin !== location.origin || data?.feltro !== "table") return;
  const one = shown.get(data.table);
  if (!one || one.frame.contentWindow !== source) return;
  if (data.busy) {
    if (data.table !== current) toFront(data.table, true);
    hand = performance.now();
    return;
  }
  if (data.go) {
    go(data.go);
    return;
  }
  if (!data.now) return;
  const { turn, ends } = data.now;
  if (turn && (!one.turn || ends !== one.ends)) one.whole = Math.max(1, (ends ?? 0) - Date.now());
  if (turn && !one.turn) one.key = `${one.id}:${Date.now()}`;
  if (one.turn && !turn && one.id === current) hand = -HAND; // answered: the next may come
  Object.assign(one, data.now);
  look();
});

function go(number) {
  const one = [...shown.values()][number - 1];
  if (one) toFront(one.id, true);
}

addEventListener("keydown", (event) => {
  if (event.altKey && /^[1-9]$/.test(event.key)) {
    event.preventDefault();
    go(Number(event.key));
  }
});
// A menu of the bar is left by a press anywhere else, or by Escape.
for (const menu of document.querySelectorAll(".together-bar details")) {
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
}

const switches = document.querySelector('[data-part="switches"]');
switches.append(...alerts.switches.map((name) => {
  const state = el("span", { class: "soft" });
  const button = el(
    "button",
    {
      type: "button",
      class: "menu-item switch",
      role: "switch",
      click: () => {
        alerts.turn(name, !alerts.on(name));
        drawn();
      },
    },
    t(`alerts.${name}`),
    state,
  );
  const drawn = () => {
    mark(button, "aria-checked", String(alerts.on(name)));
    write(state, t(alerts.on(name) ? "on" : "off"));
  };
  drawn();
  return button;
}));

for (const id of facts.open) put(id);
arranged();
setInterval(look, LOOK);
