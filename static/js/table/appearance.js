// How this person wants tables to look: colours of suits, the hand that holds the phone, the cloth, the backs of
// cards, how cards are turned. Style sheets apply a choice through the attribute of its name at the table's root element.

import { readStored, store } from "./stored.js";

/**
 * The first of each is the house's own.
 * @type {Record<string, string[]>}
 */
export const LOOKS = {
  deck: ["two", "four"],
  reach: ["right", "left"],
  cloth: ["green", "petrol", "plum"],
  back: ["lattice", "rays", "stripes"],
  squeeze: ["once", "slow"],
};

/** @typedef {ReturnType<typeof createAppearance>} Appearance */

/** @param {string} name */
const keyOf = (name) => `feltro.${name}`;

/** @param {HTMLElement} room */
export function createAppearance(room) {
  /** @param {string} name @param {string | null} value */
  function apply(name, value) {
    room.dataset[name] = LOOKS[name].find((look) => look === value) ?? LOOKS[name][0];
  }
  for (const name of Object.keys(LOOKS)) apply(name, readStored(keyOf(name)));
  // What is chosen in one window holds in the others.
  addEventListener("storage", ({ key, newValue }) => {
    const name = Object.keys(LOOKS).find((look) => keyOf(look) === key);
    if (name) apply(name, newValue);
  });
  return {
    /** @param {string} name */
    valueOf: (name) => room.dataset[name] ?? "",
    /** @param {string} name @param {string} value */
    choose(name, value) {
      apply(name, value);
      store(keyOf(name), value);
    },
  };
}
