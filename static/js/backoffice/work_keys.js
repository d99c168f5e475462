// Keys for work: J and K go through the rows of the queue, X chooses one; the other keys are those that a
// button or link names in `aria-keyshortcuts`. A key never decides by itself: it goes to the field that is
// still empty, or to its button, and Enter confirms.

const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable]";

const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-work-row]")]);

/** The row that has the focus, or -1. */
const current = () => rows.findIndex((row) => row.contains(document.activeElement));

/** @param {number} step */
function move(step) {
  const from = current() < 0 && step < 0 ? rows.length : current();
  const to = Math.min(rows.length - 1, Math.max(0, from + step));
  const link = rows[to]?.querySelector("a");
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}

/** @param {string} key */
function press(key) {
  const scope = rows[current()] ?? (rows.length ? null : document);
  const named =
    /** @type {HTMLElement | null} */ (scope?.querySelector(`[aria-keyshortcuts="${key}"]`) ?? null);
  if (!named) return false;
  if (named instanceof HTMLButtonElement && named.form && key !== "c") choose(named, named.form);
  else named.click();
  return true;
}

/** The button that Enter presses from now on. @param {HTMLButtonElement} button @param {HTMLFormElement} form */
function choose(button, form) {
  for (const other of form.querySelectorAll("[data-chosen]")) other.removeAttribute("data-chosen");
  button.dataset.chosen = "";
  const empty =
    /** @type {HTMLElement | null} */ (form.querySelector(":is(input, textarea, select):invalid"));
  (empty ?? button).focus();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Enter" && target instanceof HTMLInputElement && target.form) {
    const chosen = /** @type {HTMLButtonElement | null} */ (target.form.querySelector("[data-chosen]"));
    if (!chosen) return;
    event.preventDefault();
    target.form.requestSubmit(chosen);
    return;
  }
  if (target.closest(TYPING)) return;
  const key = event.key.toLowerCase();
  if (key === "j" && rows.length) move(1);
  else if (key === "k" && rows.length) move(-1);
  else if (key === "x" && rows[current()]) rows[current()].querySelector("input")?.click();
  else if (!/^[a-z]$/.test(key) || !press(key)) return;
  event.preventDefault();
});

const all = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-all]"));
if (all) {
  /** @type {HTMLElement} */ (all.parentElement).hidden = false;
  all.addEventListener("change", () => {
    for (const row of rows) {
      /** @type {HTMLInputElement} */ (row.querySelector("input")).checked = all.checked;
    }
  });
}

const told = /** @type {HTMLElement | null} */ (document.querySelector(".office-keys"));
if (told) told.hidden = false;
