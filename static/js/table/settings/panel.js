// The settings of a table's page: how loud effects and voice are, the hand that holds the phone, the cloth, the
// backs of cards. Loaded when it is opened: most visits do not change them.

import { el, write } from "../../dom.js";
import { LOOKS } from "../appearance.js";

/**
 * @typedef {import("../appearance.js").Appearance} Appearance
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("../sound.js").Sounds} Sounds
 */

/**
 * @param {{
 *   i18n: I18n, sounds: Sounds, appearance: Appearance, isDemonstration: boolean, hasCards: boolean,
 *   looksOfGame: string[],
 * }} options
 */
export function settingsPanel({ i18n: { t }, sounds, appearance, isDemonstration, hasCards, looksOfGame }) {
  /** @param {"effects" | "voice"} name */
  function volume(name) {
    const figure = el("output", { class: "figure" });
    const range = el("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 5,
      value: sounds.volumeOf(name),
      input: () => {
        sounds.setVolume(name, Number(range.value));
        update();
      },
      change: () => (name === "voice" ? sounds.speak(t("phase.betting")) : sounds.chip()),
    });
    function update() {
      write(figure, sounds.volumeOf(name) ? `${sounds.volumeOf(name)}\u00a0%` : t("off"));
    }
    update();
    return el("label", { class: "setting-volume" }, el("span", {}, t(`settings.${name}`)), range, figure);
  }

  const cardBack = () =>
    el(
      "span",
      { class: "pcard", "data-down": true },
      el("span", { class: "pcard-sides" }, el("span", { class: "pcard-back" })),
    );

  /** @param {string} name */
  const looks = (name) =>
    el(
      "fieldset",
      { class: "setting-looks" },
      el("legend", {}, t(`settings.${name}`)),
      ...LOOKS[name].map((look) =>
        el(
          "label",
          { class: "setting-look" },
          el("input", {
            type: "radio",
            name: `look-${name}`,
            value: look,
            checked: appearance.valueOf(name) === look,
            change: () => appearance.choose(name, look),
          }),
          ["cloth", "back"].includes(name) &&
            el("span", { class: "swatch", [`data-${name}`]: look }, name === "back" && cardBack()),
          t(`settings.${name}.${look}`),
        )
      ),
    );

  return el(
    "form",
    { class: "stacked settings" },
    volume("effects"),
    sounds.canSpeak && volume("voice"),
    el("p", { class: "soft" }, t("settings.quiet")),
    looks("reach"),
    // The cloth says what is played with: at a demonstration it is always the grey one.
    !isDemonstration && looks("cloth"),
    hasCards && looks("back"),
    ...looksOfGame.flatMap((name) => [looks(name), el("p", { class: "soft" }, t(`settings.${name}.note`))]),
    el("p", { class: "soft" }, t("settings.kept")),
  );
}
