// What somebody writes in a reason, a note, an answer or a field with `data-draft` is kept in this browser until it
// is sent: it survives a reload, a link and the end of a session. Only the person who wrote it gets it back, and only
// for a day.
//
// A draft that was sent is forgotten when the next page says that something was done. If it does not, the draft
// is offered again.

import { el } from "../dom.js";

const PREFIX = "draft:";
const KEPT_FOR = 24 * 60 * 60 * 1000; // ms
const FIELDS = "textarea[name]:not([readonly]), input[name=reason], input[name=note], input[data-draft]";

/** @typedef {{ text: string, at: number, person: string, sent?: boolean }} Draft */
/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-drafts-of]"));
const person = place?.dataset.draftsOf ?? "";

/** @param {string} key @returns {Draft | null} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {Draft} draft */
function keep(key, draft) {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The browser keeps nothing; the form works as before.
  }
}

/** Forgets what was done, what is old, and what other people wrote in this browser. */
function forget() {
  const isDone = document.querySelector('[data-done=""]') !== null;
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
    const draft = read(key);
    const isOld = !draft || Date.now() - draft.at > KEPT_FOR;
    if (isOld || draft.person !== person || (draft.sent && isDone)) localStorage.removeItem(key);
    else if (draft.sent) keep(key, { ...draft, sent: false });
  }
}

/** @param {Field} field */
const keyOf = (field) =>
  `${PREFIX}${location.pathname}:${field.form?.getAttribute("action") ?? ""}:${field.name}`;

/** @param {Field} field @param {string} text */
function write(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.closest("details")?.setAttribute("open", "");
}

/** @param {Field} field */
function connect(field) {
  const key = keyOf(field);
  const draft = read(key);
  const given = field.value;
  field.addEventListener("input", () => {
    if (field.value && field.value !== given) keep(key, { text: field.value, at: Date.now(), person });
    else localStorage.removeItem(key);
  });
  field.form?.addEventListener("submit", () => {
    const own = read(key);
    if (own) keep(key, { ...own, sent: true });
  });
  if (!draft || draft.text === given) return;
  const { kept = "", use = "", discard = "" } = place?.dataset ?? {};
  const forgetButton = el("button", { type: "button" }, discard);
  const note = el("p", { class: "office-soft office-draft", role: "status" }, `${kept} `, forgetButton);
  forgetButton.addEventListener("click", () => {
    write(field, given);
    localStorage.removeItem(key);
    note.remove();
  });
  if (given) {
    // A ready answer was chosen since: it stays, and what was written before is one press away.
    const useButton = el("button", { type: "button" }, use);
    useButton.addEventListener("click", () => {
      write(field, draft.text);
      note.remove();
    });
    note.insertBefore(useButton, forgetButton);
  } else {
    write(field, draft.text);
  }
  field.after(note);
}

if (person) {
  try {
    forget();
    for (const field of document.querySelectorAll("form[method=post i]")) {
      for (const one of field.querySelectorAll(FIELDS)) connect(/** @type {Field} */ (one));
    }
  } catch {
    // No storage in this browser: the forms work without drafts.
  }
}
