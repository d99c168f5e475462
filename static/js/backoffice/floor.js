// The live floor keeps itself fresh: figures are asked for every two seconds and written where they stand. A table that came or
// went, or an incident that was opened, needs the page itself, which is asked for again.

const EVERY = 2000;
const board = document.querySelector("[data-floor]");
const fresh = document.querySelector("[data-fresh]");

function write(row, told) {
  row.dataset.status = told.status;
  row.dataset.phase = told.phase;
  row.toggleAttribute("data-late", told.late);
  for (const cell of row.querySelectorAll("[data-cell]")) {
    const text = told[cell.dataset.cell] ?? "";
    if (cell.textContent !== text) cell.textContent = text;
  }
}

/** Whether somebody is about to act: then the page stays as it is. */
function busy() {
  return board.querySelector("details[open]") !== null;
}

function show(answer) {
  const rows = new Map([...board.querySelectorAll("[data-table]")].map((row) => [row.dataset.table, row]));
  const known = Object.keys(answer.tables);
  const changed = known.length !== rows.size ||
    known.some((id) => !rows.has(id) || moved(rows.get(id), answer.tables[id]));
  if (changed && !busy()) return void location.reload();
  for (const id of known) if (rows.has(id)) write(rows.get(id), answer.tables[id]);
  document.querySelectorAll("[data-sum]").forEach((
    cell,
    index,
  ) => (cell.textContent = answer.summary[index]));
  fresh.textContent = new Date().toLocaleTimeString(document.documentElement.lang);
  fresh.removeAttribute("data-alarm");
}

/** What may be done at a table depends on its status. */
function moved(row, told) {
  return row.dataset.status !== told.status;
}

async function ask() {
  if (document.visibilityState === "visible") {
    try {
      const answer = await fetch(board.dataset.floor + location.search, {
        headers: { accept: "application/json" },
      });
      if (!answer.ok) throw new Error(String(answer.status));
      show(await answer.json());
    } catch {
      fresh.textContent = fresh.dataset.lost;
      fresh.setAttribute("data-alarm", "");
    }
  }
  setTimeout(ask, EVERY);
}

if (board) setTimeout(ask, EVERY);
