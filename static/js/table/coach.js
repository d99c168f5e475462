// Three bubbles for the first round of a game at a demonstration table: the chip, the place, the clock. They
// point, block nothing, and go with the round or with Escape.

import { el, mark, write } from "../dom.js";

const CHIP_TIME = 5000; // ms for which the first bubble is shown, unless a bet comes sooner
const STEPS = [
  { code: "coach.chip", target: ".table-foot", side: "above" },
  { code: "coach.place", target: '[data-part="middle"]', side: "within" },
  { code: "coach.clock", target: ".timeline", side: "below" },
];

/** @param {string} key */
function isDone(key) {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true; // without storage the bubbles would come back with every page
  }
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

  function place() {
    const { target, side } = STEPS[step];
    const { left = 0, top = 0, bottom = 0, width = 0 } =
      room.querySelector(target)?.getBoundingClientRect() ?? {};
    const half = root.offsetWidth / 2;
    root.style.left = `${Math.min(Math.max(left + width / 2, half + 8), innerWidth - half - 8)}px`;
    const height = root.offsetHeight;
    const tops = { above: top - height - 10, within: Math.max(top, 96) + 8, below: bottom + 10 };
    root.style.top = `${
      Math.min(Math.max(tops[/** @type {keyof tops} */ (side)], 8), innerHeight - height - 8)
    }px`;
    mark(root, "data-side", side);
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
