// Whether single keys act at the table: the letters of decisions, the digits of questions, the slash of the
// command line. Who speaks to the computer, or presses keys by accident, turns them off.

import { readStored, store } from "./stored.js";

const KEY = "feltro.shortcuts";

let isOn = readStored(KEY) !== "off";

export const shortcuts = {
  get isOn() {
    return isOn;
  },
  /** @param {boolean} wanted */
  setOn(wanted) {
    isOn = wanted;
    store(KEY, wanted ? "on" : "off");
  },
};
