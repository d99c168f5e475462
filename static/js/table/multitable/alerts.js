// Alerts for whoever looks elsewhere: a sound, a vibration, and the window's title. Each has its switch, kept in this browser.

import { sounds } from "../sound.js";

const KEY = "feltro.alerts";
const SHAKE = [120, 60, 120];

export function alerts({ language, title, t }) {
  const bell = sounds(language, `${KEY}.sounds`);
  const wanted = { vibration: read("vibration", true), front: read("front", true) };

  function read(name, otherwise) {
    try {
      return (localStorage.getItem(`${KEY}.${name}`) ?? (otherwise ? "on" : "off")) === "on";
    } catch {
      return otherwise;
    }
  }

  return {
    switches: ["sound", ...("vibrate" in navigator ? ["vibration"] : []), "front"],
    on: (name) => (name === "sound" ? bell.on : wanted[name]),
    turn(name, on) {
      if (name === "sound") {
        bell.turn(on);
        return;
      }
      wanted[name] = on;
      try {
        localStorage.setItem(`${KEY}.${name}`, on ? "on" : "off");
      } catch { /* not kept, still so for now */ }
    },
    /** A table begins to ask. */
    call() {
      bell.play("turn");
      if (wanted.vibration) navigator.vibrate?.(SHAKE);
    },
    /** How many tables ask, and which one first: the title says it as long as it is so. */
    told(names) {
      const said = names.length
        ? `${names.length > 1 ? `(${names.length}) ` : ""}${t("alert.title", { table: names[0] })} · ${title}`
        : title;
      if (document.title !== said) document.title = said;
    },
  };
}
