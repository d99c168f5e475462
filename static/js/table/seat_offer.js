// What a player who watches sees in place of the chips: one press sits down, and with it the session begins.
// Opening the page takes no seat.  [AR-27] [FR-R28] [BJ-34] [PB-34] [CS-40]

import { el } from "../dom.js";

/** @param {{ i18n: import("./i18n.js").I18n, sit: () => void }} options */
export function seatOffer({ i18n: { t }, sit }) {
  const button = el("button", { type: "button", class: "act main", click: sit }, t("menu.sit"));
  const root = el("p", { class: "watching seat-offer", hidden: true }, t("seat.offer"), " ", button);
  return {
    root,
    /** Somebody wants to bet and has no seat: the next press sits down. */
    point: () => button.focus(),
    /** @param {{ isOffered: boolean, isAsked: boolean }} state */
    render({ isOffered, isAsked }) {
      const hadFocus = !isOffered && document.activeElement === button;
      root.hidden = !isOffered;
      if (button.disabled !== isAsked) button.disabled = isAsked;
      if (hadFocus) {
        /** @type {HTMLElement | null} */ (root.parentElement?.querySelector(".tray input"))?.focus();
      }
    },
  };
}
