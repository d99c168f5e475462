// The amounts that stand as buttons above the slider: a preference stored in this browser. The server says what
// each of them costs.  [HE-23] [HE-24b]

import { el } from "../../dom.js";
import { readStored, store } from "../../table/stored.js";

const KEY = "feltro.raise-parts";
const OFFERED = [
  "third",
  "half",
  "two-thirds",
  "three-quarters",
  "pot",
  "pot-and-half",
  "two-and-half-bets",
  "three-bets",
];
const USUAL = ["half", "three-quarters", "pot"];

function storedNames() {
  const names = (readStored(KEY) ?? "").split(" ");
  return names.length === USUAL.length && names.every((name) => OFFERED.includes(name)) ? names : USUAL;
}

/** @param {{ t: import("../../table/i18n.js").I18n["t"], onChange: () => void }} options */
export function raisePresets({ t, onChange }) {
  let names = [...storedNames()];

  /** @param {string[]} chosen */
  function choose(chosen) {
    names = chosen;
    store(KEY, names.join(" "));
    onChange();
  }

  /** @param {number} at */
  const field = (at) => {
    const options = OFFERED.map((name) =>
      el("option", { value: name, selected: name === names[at] }, t(`he.raise.${name}`))
    );
    const select = el(
      "select",
      { change: () => choose(names.map((name, place) => (place === at ? select.value : name))) },
      ...options,
    );
    return el("label", { class: "preset" }, t("he.presets.place", { number: at + 1 }), select);
  };

  return {
    get names() {
      return names;
    },
    /** The choice of the amounts, as the content of a panel. */
    form: () =>
      el(
        "form",
        { class: "presets" },
        el("p", { class: "soft" }, t("he.presets.how")),
        ...USUAL.map((_, at) => field(at)),
      ),
  };
}
