// Alerts for a player who looks elsewhere: a sound, a vibration and the window's title. Each can be switched off;
// this browser remembers it.

import { createSounds } from "../sound.js";
import { readStored, store } from "../stored.js";

const KEY = "feltro.alerts";
const VIBRATION = [120, 60, 120]; // ms on, off, on

/**
 * @param {{
 *   language: string, title: string, t: (code: string, figures?: Record<string, any>) => string,
 * }} options
 */
export function createAlerts({ language, title, t }) {
  const sounds = createSounds(language, `${KEY}.sounds`);
  /** @type {Record<string, boolean>} */
  const settings = { vibration: isStoredOn("vibration"), front: isStoredOn("front") };

  /** @param {string} name */
  function isStoredOn(name) {
    return (readStored(`${KEY}.${name}`) ?? "on") === "on";
  }

  return {
    switches: ["sound", ...("vibrate" in navigator ? ["vibration"] : []), "front"],
    /** @param {string} name */
    isOn: (name) => (name === "sound" ? sounds.isOn : settings[name]),
    /** @param {string} name @param {boolean} isOn */
    setOn(name, isOn) {
      if (name === "sound") {
        sounds.setOn(isOn);
        return;
      }
      settings[name] = isOn;
      store(`${KEY}.${name}`, isOn ? "on" : "off");
    },
    /** A table begins to await a decision. */
    play() {
      sounds.play("turn");
      if (settings.vibration) navigator.vibrate?.(VIBRATION);
    },
    /**
     * Shows in the window's title how many tables await a decision, and which is the most urgent.
     * @param {string[]} names
     */
    showInTitle(names) {
      const count = names.length > 1 ? `(${names.length}) ` : "";
      const text = names.length ? `${count}${t("alert.title", { table: names[0] })} · ${title}` : title;
      if (document.title !== text) document.title = text;
    },
  };
}
