// Tables of many columns on a narrow screen: each value is given the head of its column, and the style sheet puts one below the other.

const MANY = 4;

function labelled(row, heads) {
  let at = 0;
  for (const cell of row.cells) {
    if (cell.tagName === "TD") {
      const value = document.createElement("span");
      value.append(...cell.childNodes);
      cell.append(value);
      cell.dataset.label = heads[at] ?? "";
    }
    if (!cell.textContent.trim() && !cell.querySelector("input, button, a, svg")) cell.dataset.empty = "";
    at += cell.colSpan;
  }
}

for (const table of document.querySelectorAll(".office-table")) {
  const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
  // What folds by itself has said so; what another module writes anew keeps its rows.
  if (
    heads.length < MANY || table.matches(".files-grid, .rule-diff") ||
    table.querySelector("[data-label], [data-limits]")
  ) continue;
  table.dataset.folds = "";
  for (const row of table.querySelectorAll("tbody tr, tfoot tr")) labelled(row, heads);
}
