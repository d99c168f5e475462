// A finished round once more on its own table: step by step, at any place, or played at a chosen speed. The
// table is the one of the game; it gets the recorded steps instead of a connection, and sends nothing.
// [AR-24] [FR-R25] [BJ-31] [PB-31] [CS-37] [HE-65]

import { isTyping, mark, pageData, write } from "../../dom.js";
import { serverClock } from "../clock.js";
import { createI18n } from "../i18n.js";
import { createSounds } from "../sound.js";
import { initialState } from "../state.js";
import { createChances } from "./chances.js";
import { lastStepOf, pauseAfter, stepForKey, tableStates } from "./steps.js";

/**
 * @typedef {import("../game.d.ts").Game} Game
 * @typedef {import("../messages.d.ts").TableState} TableState
 */

const facts = pageData("replay-facts");
const words = pageData("words");
const i18n = createI18n(words, { language: facts.language, currency: facts.table.currency });
const { t } = i18n;
const room = /** @type {HTMLElement} */ (document.getElementById("table"));
/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (room.querySelector(`[data-part="${name}"]`));
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

const states = tableStates(facts);
const last = lastStepOf(states);
let current = 0;
let isPlaying = false;
let isDrawRequested = false;
let isMoving = false;
let changedAt = 0; // when the current step began
/** @type {TableState} */
let state = initialState();
/** @type {any} */
let lastView = null;
/** @type {Game} */
let game;

const scrubber = /** @type {HTMLInputElement} */ (part("scrubber"));
const speed = /** @type {HTMLSelectElement} */ (part("speed"));
const playButton = part("play");
const caption = part("caption");
const counter = part("counter");
const chances = createChances({ i18n, facts, root: part("chances") });
const entries = [.../** @type {NodeListOf<HTMLElement>} */ (room.querySelectorAll("[data-step-number]"))];

function requestDraw() {
  if (isDrawRequested) return;
  isDrawRequested = true;
  requestAnimationFrame(draw);
}

/** @param {number} now */
function draw(now) {
  isDrawRequested = false;
  const visible = game.visibleState(state, now);
  const view = {
    ...visible,
    link: "replay",
    bye: null,
    pendingTotal: 0,
    proof: null,
    isIndividual: facts.table.mode === "individual",
    players: "",
  };
  isMoving = game.render(view, state, now);
  // They are only taken from the queue: the caption says the step.
  if (lastView) game.announcements(lastView, view);
  lastView = view;
  if (isPlaying) playOn(now);
  if (isMoving || isPlaying) requestDraw();
}

/** @param {number} now */
function playOn(now) {
  if (current >= last) return setPlaying(false);
  const pause = pauseAfter(facts.steps, current) / Number(speed.value);
  if (now - changedAt < pause) return;
  if (isMoving && Number(speed.value) <= 1) return;
  show(current + 1);
}

/** Shows a step. The next one is shown as it happened; every other one as it lies on the table.
 * @param {number} step */
function show(step) {
  const target = Math.min(last, Math.max(0, step));
  const before = state;
  const now = performance.now();
  const isNext = target === current + 1;
  state = { ...initialState(), ...states[target], tableVersion: target, mineVersion: target };
  game.skipAnimation();
  const { news } = facts.steps[target];
  const frame = isNext
    ? { t: "table", v: target, was: current, set: {}, news: news ? [news] : [] }
    : { t: "snapshot", v: target, table: state.table };
  game.receive(before, state, /** @type {any} */ (frame), now);
  current = target;
  changedAt = now;
  describe();
  requestDraw();
}

function describe() {
  const text = facts.steps[current].text;
  write(caption, text);
  write(counter, t("replay.step", { step: current + 1, steps: last + 1 }));
  scrubber.value = String(current);
  mark(scrubber, "aria-valuetext", text);
  for (const [index, entry] of entries.entries()) mark(entry, "aria-current", index === current && "step");
  keepInView(entries[current]);
  chances.show(current);
}

/** Scrolls the list of steps alone, so that the table stays where it is.
 * @param {HTMLElement | undefined} entry */
function keepInView(entry) {
  const list = entry?.closest("ol");
  if (!entry || !list) return;
  const top = entry.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + entry.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + entry.offsetHeight - list.clientHeight;
  }
}

/** @param {boolean} value */
function setPlaying(value) {
  if (value && current >= last) show(0);
  isPlaying = value;
  changedAt = performance.now();
  mark(playButton, "aria-pressed", String(value));
  write(playButton, t(value ? "replay.pause" : "replay.play"));
  requestDraw();
}

/** @param {number} step */
function goTo(step) {
  if (isPlaying) setPlaying(false);
  show(step);
}

function listen() {
  /** @type {Record<string, () => void>} */
  const presses = {
    first: () => goTo(0),
    back: () => goTo(current - 1),
    play: () => setPlaying(!isPlaying),
    forward: () => goTo(current + 1),
    last: () => goTo(last),
  };
  for (const [name, press] of Object.entries(presses)) part(name).addEventListener("click", press);
  scrubber.addEventListener("input", () => goTo(Number(scrubber.value)));
  for (const [index, entry] of entries.entries()) entry.addEventListener("click", () => goTo(index));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.target === scrubber || event.target === speed) return;
    const isButton = event.target instanceof HTMLButtonElement;
    if (event.key === " " && !isButton) {
      event.preventDefault();
      setPlaying(!isPlaying);
      return;
    }
    const step = stepForKey(event.key, current, last);
    if (step === null) return;
    event.preventDefault();
    goTo(step);
  });
}

async function start() {
  const { mount } = await import(/** @type {string} */ (room.dataset.module));
  const nothing = () => {};
  game = mount({
    facts: { ...facts, me: { alias: facts.alias }, barred: null },
    i18n,
    clock: serverClock(),
    sounds: { ...createSounds(facts.language), play: nothing, speak: nothing, chip: nothing, knock: nothing },
    sendCommand: nothing,
    sendRequest: nothing,
    requestDraw,
    openPanel: nothing,
    // The buttons of the game belong to a live table; only the player's own hands are taken from its foot.
    regions: { room, side: part("side"), middle: part("middle"), foot: part("foot") },
    openVerification: nothing,
    takeSeat: () => false,
    showRefusal: nothing,
    reducedMotion: () => reducedMotion.matches,
  });
  part("middle").inert = true;
  part("side").inert = true;
  part("foot").inert = true;
  scrubber.max = String(last);
  listen();
  show(0);
  mark(room, "data-ready", true);
}

start();
