// A table of figures or texts with its column headings, in a box that scrolls sideways on a narrow screen.

import { el } from "../dom.js";

/**
 * @typedef {{ text: string, isFigure?: boolean }} Heading
 *
 * @param {Heading[]} headings
 * @param {HTMLElement} body the `tbody`
 */
export function sheetTable(headings, body) {
  const cells = headings.map(({ text, isFigure }) =>
    el("th", { scope: "col", class: isFigure ? "figure" : null }, text)
  );
  const head = el("thead", {}, el("tr", {}, ...cells));
  return el("div", { class: "scrolls" }, el("table", { class: "sheet" }, head, body));
}
