// Whether single keys act at the table: the letters of decisions, the digits of questions, the slash of the
// command line. Who speaks to the computer, or presses keys by accident, turns them off.

const STORED = "feltro.shortcuts";

const isStoredOn = () => {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
};

let isOn = isStoredOn();

export const shortcuts = {
  get isOn() {
    return isOn;
  },
  /** @param {boolean} wanted */
  setOn(wanted) {
    isOn = wanted;
    try {
      localStorage.setItem(STORED, wanted ? "on" : "off");
    } catch { /* the choice lasts as long as the page */ }
  },
};
