// What the figures in the form would make of the table, as they are typed: every limit with its multiple and its rule, and each
// breach beside its field. The house works it out; here it is only asked for and shown.

const PAUSE = 250;
const form = document.querySelector("[data-limits-from]");
let timer = 0;
let turn = 0;

function cell(tag, text, figure) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (figure) made.className = "figure";
  if (tag === "th") made.scope = "row";
  return made;
}

function line(told) {
  const row = document.createElement("tr");
  if (told.changed) row.className = "office-changed";
  const why = cell("td", `${told.times} `);
  why.append(
    Object.assign(document.createElement("span"), { className: "office-rule", textContent: told.rule }),
  );
  row.append(cell("th", told.label), cell("td", told.before, true), cell("td", told.after, true), why);
  return row;
}

function mark(wrong) {
  for (const field of form.querySelectorAll("[data-field]")) {
    const said = wrong.filter((each) => each.field === field.dataset.field).map((each) => each.said);
    field.querySelector("[data-wrong]").textContent = said.join(" ");
    for (const input of field.querySelectorAll("input, select")) {
      input.toggleAttribute("aria-invalid", said.length > 0);
    }
  }
}

function show(answer) {
  const told = form.querySelector("[data-told]");
  mark(answer.wrong);
  if (answer.wrong.length > 0) {
    const general = answer.wrong.filter((each) => each.field === "__all__").map((each) => each.said);
    told.textContent = [told.dataset.wrongSaid, ...general].join(" ");
    told.setAttribute("data-alarm", "");
    return;
  }
  told.removeAttribute("data-alarm");
  told.textContent = answer.changed === 0
    ? told.dataset.same
    : answer.defers
    ? told.dataset.defers
    : answer.two
    ? told.dataset.two
    : told.dataset.one;
  form.querySelector("[data-limits]").replaceChildren(...answer.lines.map(line));
}

async function ask() {
  const mine = ++turn;
  const given = new FormData(form);
  given.delete("csrfmiddlewaretoken");
  given.delete("reason");
  try {
    const answer = await fetch(`${form.dataset.limitsFrom}?${new URLSearchParams(given)}`, {
      headers: { accept: "application/json" },
    });
    if (answer.ok && mine === turn) show(await answer.json());
  } catch {
    // Without an answer the button beside the form shows the same.
  }
}

if (form) {
  form.addEventListener("input", (event) => {
    if (event.target.name === "reason") return;
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  ask();
}
