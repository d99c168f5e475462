// The steps of a recorded round as the states of a table, and what keys and time do with them.

import { mergePatch } from "../merge_patch.js";

const MIN_PAUSE = 500; // ms; a step must be seen
const MAX_PAUSE = 2500; // ms; a viewer does not wait as long as the players did

/** @typedef {{ at: number, phase: string, set: any, news: any, text: string }} Step */

/**
 * The state of the table at every step.
 * @param {{ steps: Step[], round: number, seat: number, alias: string, names: Record<string, string> }} facts
 */
export function tableStates({ steps, round, seat, alias, names }) {
  /** @type {any} */
  let views = {};
  return steps.map((step) => {
    views = mergePatch(views, step.set);
    const { options: _options, ...own } = views.mine ?? {};
    return {
      table: { phase: step.phase, round, seated: 1, history: [], seats: names, game: views.table },
      mine: { seat, alias, net: 0, game: own },
    };
  });
}

/** @param {unknown[]} states */
export const lastStepOf = (states) => states.length - 1;

/**
 * How long a step is shown at ordinary speed: as long as it took, within bounds.
 * @param {Step[]} steps
 * @param {number} index
 */
export function pauseAfter(steps, index) {
  const next = steps[index + 1];
  if (!next) return MAX_PAUSE;
  return Math.min(MAX_PAUSE, Math.max(MIN_PAUSE, next.at - steps[index].at));
}

/**
 * The step that a key leads to; null for any other key.
 * @param {string} key
 * @param {number} current
 * @param {number} last
 */
export function stepForKey(key, current, last) {
  switch (key) {
    case "ArrowRight":
      return Math.min(last, current + 1);
    case "ArrowLeft":
      return Math.max(0, current - 1);
    case "PageDown":
      return Math.min(last, current + 5);
    case "PageUp":
      return Math.max(0, current - 5);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
