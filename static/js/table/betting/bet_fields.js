// Betting by form fields, for the table as text.

import { el, mark } from "../../dom.js";
import { parseCents } from "../amount.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("./bet_editor.js").BetEditor} BetEditor
 */

/**
 * The form that bets a typed amount on one place.
 * @param {{
 *   i18n: I18n, editor: BetEditor, place: string, label: string, className?: string, before?: HTMLElement,
 * }} options
 */
export function betForm({ i18n, editor, place, label, className = "chance-bet", before }) {
  const amount = el("input", {
    type: "text",
    inputmode: "decimal",
    size: 7,
    "aria-label": label,
    value: i18n.figure(editor.chip),
  });
  /** @param {SubmitEvent} event */
  const placeBet = (event) => {
    event.preventDefault();
    const cents = parseCents(amount.value);
    mark(amount, "aria-invalid", cents === null);
    if (cents !== null) editor.placeBets({ [place]: cents });
  };
  const button = el("button", { class: "act" }, i18n.t("chances.bet"));
  return el("form", { class: className, submit: placeBet }, before, amount, button);
}

/**
 * The buttons that take bets back.
 * @param {{ i18n: I18n, editor: BetEditor, before?: HTMLElement }} options
 */
export function undoButtons({ i18n: { t }, editor, before }) {
  return el(
    "div",
    { class: "acts-row" },
    before,
    el("button", { type: "button", class: "act", click: () => editor.undo() }, t("tray.undo")),
    el("button", { type: "button", class: "act", click: () => editor.clear() }, t("tray.clear")),
  );
}
