// Three bubbles for the first round of a game at a demonstration table: the chip, the place, the clock. They
// point, block nothing, cover no card and no total, and go with the round or with Escape.

import { el, mark, write } from "../dom.js";

const CHIP_TIME = 5000; // ms for which the first bubble is shown, unless a bet comes sooner
const STEPS = [
  { code: "coach.chip", target: ".table-foot", side: "above" },
  { code: "coach.place", target: '[data-part="middle"]', side: "within" },
  { code: "coach.clock", target: ".timeline", side: "below" },
];
const READ = ".pcard:not(.pcard-ghost), .pill, .decision, .tray-chip, .tool, .bar, .phrases"; // never covered
const EDGE = 8; // px to the edges of the window
const AWAY = 10; // px from what a bubble points at
const STRIDE = 16; // px between two places that are tried

/**
 * Whether two boxes share any of their area.
 * @param {{ left: number, top: number, right: number, bottom: number }} one
 * @param {{ left: number, top: number, right: number, bottom: number }} other
 */
const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @param {string} key */
function isDone(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true; // without storage the bubbles would come back with every page
  }
}

/**
 * The start itself, or the nearest place around it that is free; the start where none is.
 * @param {{
 *   start: { x: number, y: number }, most: { x: number, y: number },
 *   size: { wide: number, high: number }, read: DOMRect[],
 * }} options
 */
function nearestFree({ start, most, size: { wide, high }, read }) {
  /** @param {{ x: number, y: number }} at */
  const isFree = ({ x, y }) =>
    !read.some((box) => overlap({ left: x, top: y, right: x + wide, bottom: y + high }, box));
  if (isFree(start)) return start;
  /** @param {number} from @param {number} to */
  const range = (from, to) =>
    Array.from({ length: Math.max(0, Math.floor((to - from) / STRIDE)) + 1 }, (_, at) => from + at * STRIDE);
  const rows = [start.y, ...range(EDGE, most.y)];
  const columns = [start.x, ...range(EDGE, most.x)];
  /** @param {{ x: number, y: number }} at */
  const distance = ({ x, y }) => Math.hypot(x - start.x, y - start.y);
  return rows.flatMap((y) => columns.map((x) => ({ x, y })))
    .sort((one, other) => distance(one) - distance(other)).find(isFree) ?? start;
}

/**
 * @param {{ facts: any, room: HTMLElement, i18n: import("./i18n.js").I18n }} options
 */
export function createCoach({ facts, room, i18n: { t } }) {
  const key = `feltro.coach.${facts.table.system}`;
  const root = el("p", { class: "coach", role: "status" });
  let isOver = facts.table.currency !== "DEMO" || !facts.me || facts.window || isDone(key);
  let since = 0; // when the first bubble was shown
  let step = 0;

  function finish() {
    isOver = true;
    root.remove();
    removeEventListener("keydown", dismiss);
    try {
      localStorage.setItem(key, "1");
    } catch { /* the next page has none to ask either */ }
  }

  /** @param {KeyboardEvent} event */
  function dismiss(event) {
    if (event.key === "Escape" && since) finish();
  }

  if (!isOver) {
    room.append(root);
    addEventListener("keydown", dismiss);
  }

  /** The place nearest to the wanted one at which a bubble covers nothing that is read. */
  function place() {
    const { target, side } = STEPS[step];
    const { left = 0, top = 0, bottom = 0, width = 0 } =
      room.querySelector(target)?.getBoundingClientRect() ?? {};
    const [wide, high] = [root.offsetWidth, root.offsetHeight];
    const tops = { above: top - high - AWAY, within: Math.max(top, 96) + EDGE, below: bottom + AWAY };
    const wanted = { x: left + width / 2 - wide / 2, y: tops[/** @type {keyof typeof tops} */ (side)] };
    const most = { x: innerWidth - wide - EDGE, y: innerHeight - high - EDGE };
    const start = {
      x: Math.min(Math.max(wanted.x, EDGE), most.x),
      y: Math.min(Math.max(wanted.y, EDGE), most.y),
    };
    const read = [...room.querySelectorAll(READ)].filter((node) => node.checkVisibility())
      .map((node) => node.getBoundingClientRect());
    const free = nearestFree({ start, most, size: { wide, high }, read });
    root.style.left = `${free.x}px`;
    root.style.top = `${free.y}px`;
    // Away from what it points at, it points at nothing.
    mark(root, "data-side", free.x === start.x && free.y === start.y ? side : "within");
  }

  return {
    /** @param {import("./game.d.ts").View} view */
    render({ mine, table, pendingTotal, link }) {
      if (isOver) return;
      const hasBet = pendingTotal > 0 || (mine?.game?.total ?? 0) > 0;
      const isShown = mine?.seat !== undefined && table.phase === "betting" && link === "open";
      mark(root, "data-shown", isShown);
      if (!isShown) {
        if (step === STEPS.length - 1) finish();
        return;
      }
      since ||= performance.now();
      if (hasBet) step = 2;
      else if (step === 0 && performance.now() - since > CHIP_TIME) step = 1;
      write(root, t(STEPS[step].code));
      place();
    },
  };
}
