// Wide tables on a narrow screen: each cell gets the heading of its column as a label, and the style sheet
// stacks the cells. In a brief table the cells below a heading with `data-more` wait behind a button, and
// those below one with `data-unlabelled` need no label.
// What still scrolls can be scrolled by the keyboard.

const MIN_COLUMNS = 4;
// These tables are rewritten by another module or are already laid out for narrow screens.
const EXCLUDED = ".files-grid, .rule-diff";

/** @param {HTMLTableRowElement} row @param {HTMLTableCellElement[]} headings */
function labelCells(row, headings) {
  let column = 0;
  for (const cell of row.cells) {
    if (cell.tagName === "TD") {
      const value = document.createElement("span");
      value.append(...cell.childNodes);
      cell.append(value);
      const heading = headings[column];
      if (!heading?.hasAttribute("data-unlabelled")) cell.dataset.label = heading?.textContent.trim() ?? "";
      if (heading?.hasAttribute("data-more")) cell.dataset.more = "";
    }
    if (!cell.textContent.trim() && !cell.querySelector("input, button, a, svg")) cell.dataset.empty = "";
    column += cell.colSpan;
  }
}

/** The button of a row that shows its other cells. @param {HTMLTableRowElement} row @param {string} label */
function addOpener(row, label) {
  const subject = row.querySelector("th");
  if (subject === null || row.querySelector("[data-more]") === null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "row-more";
  button.ariaLabel = `${label}: ${subject.textContent.trim()}`;
  button.ariaExpanded = "false";
  button.addEventListener("click", () => {
    button.ariaExpanded = String(row.toggleAttribute("data-open"));
  });
  subject.append(button);
}

for (const node of document.querySelectorAll(".sheet")) {
  const table = /** @type {HTMLTableElement} */ (node);
  const headings = /** @type {HTMLTableCellElement[]} */ ([...table.querySelectorAll("thead th")]);
  const isExcluded = table.matches(EXCLUDED) || table.querySelector("[data-label], [data-limits]") !== null;
  if (headings.length < MIN_COLUMNS || isExcluded) continue;
  table.dataset.folds ??= "";
  for (const row of table.querySelectorAll("tbody tr, tfoot tr")) {
    labelCells(/** @type {HTMLTableRowElement} */ (row), headings);
    if (table.dataset.brief) addOpener(/** @type {HTMLTableRowElement} */ (row), table.dataset.brief);
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
