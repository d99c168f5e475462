// The ring that shows how much of a time is left, with the seconds in its middle.

import { mark, svg, write } from "../dom.js";

const CIRCUMFERENCE = 2 * Math.PI * 20;
const WARNING_TIME = 5000;

/**
 * @param {string} label
 * @param {string} [className]
 */
export function countdownRing(label, className = "ring") {
  const arc = svg("circle", {
    class: "ring-left",
    cx: 24,
    cy: 24,
    r: 20,
    "stroke-dasharray": CIRCUMFERENCE,
    transform: "rotate(-90 24 24)",
  });
  const seconds = svg("text", {
    class: "ring-seconds",
    x: 24,
    y: 24,
    "text-anchor": "middle",
    "dominant-baseline": "central",
  });
  const root = svg(
    "svg",
    { class: className, viewBox: "0 0 48 48", role: "timer", "aria-label": label },
    svg("circle", { class: "ring-ground", cx: 24, cy: 24, r: 20 }),
    arc,
    seconds,
  );
  return {
    root,
    /** @param {boolean} isShown */
    show(isShown) {
      mark(root, "data-shown", isShown);
    },
    /**
     * @param {number} timeLeft ms
     * @param {number} duration ms of the whole time
     * @param {boolean} [warns] whether the last seconds are marked
     */
    render(timeLeft, duration, warns = true) {
      const part = Math.min(1, timeLeft / Math.max(1, duration));
      mark(arc, "stroke-dashoffset", (CIRCUMFERENCE * (1 - part)).toFixed(1));
      write(seconds, Math.ceil(timeLeft / 1000));
      mark(root, "data-soon", warns && timeLeft < WARNING_TIME);
    },
  };
}
