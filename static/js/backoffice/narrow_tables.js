// Wide tables on a narrow screen: each cell gets the heading of its column as a label, and the style sheet
// stacks the cells. What still scrolls can be scrolled by the keyboard.

const MIN_COLUMNS = 4;
// These tables are rewritten by another module or are already laid out for narrow screens.
const EXCLUDED = ".files-grid, .rule-diff";

/** @param {HTMLTableRowElement} row @param {string[]} headings */
function labelCells(row, headings) {
  let column = 0;
  for (const cell of row.cells) {
    if (cell.tagName === "TD") {
      const value = document.createElement("span");
      value.append(...cell.childNodes);
      cell.append(value);
      cell.dataset.label = headings[column] ?? "";
    }
    if (!cell.textContent.trim() && !cell.querySelector("input, button, a, svg")) cell.dataset.empty = "";
    column += cell.colSpan;
  }
}

for (const node of document.querySelectorAll(".sheet")) {
  const table = /** @type {HTMLTableElement} */ (node);
  const headings = [...table.querySelectorAll("thead th")].map((heading) => heading.textContent.trim());
  const isExcluded = table.matches(EXCLUDED) || table.querySelector("[data-label], [data-limits]") !== null;
  if (headings.length < MIN_COLUMNS || isExcluded) continue;
  table.dataset.folds = "";
  for (const row of table.querySelectorAll("tbody tr, tfoot tr")) {
    labelCells(/** @type {HTMLTableRowElement} */ (row), headings);
  }
}

/** A frame that scrolls can be reached by the keyboard. @param {HTMLElement} frame */
function makeReachable(frame) {
  if (frame.scrollWidth > frame.clientWidth) {
    frame.tabIndex = 0;
    frame.dataset.reachable = "";
  } else if ("reachable" in frame.dataset) {
    frame.removeAttribute("tabindex");
    delete frame.dataset.reachable;
  }
}

const resized = new ResizeObserver((entries) => {
  for (const entry of entries) makeReachable(/** @type {HTMLElement} */ (entry.target));
});
for (const frame of document.querySelectorAll(".sheet-frame:not([tabindex])")) {
  makeReachable(/** @type {HTMLElement} */ (frame));
  resized.observe(frame);
}
