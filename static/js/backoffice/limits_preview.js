// Shows the limits that result from the form while it is filled in: each with its multiple and its rule, and each
// breach beside its field. The server computes them; this module only requests and shows them.

import { el, mark, write } from "../dom.js";

/**
 * @typedef {{ field: string, message: string }} Breach
 * @typedef {{
 *   label: string, before: string, after: string, times: string, rule: string, changed: boolean,
 * }} Limit
 * @typedef {{ wrong: Breach[], changed: number, defers: boolean, two: boolean, lines: Limit[] }} Preview
 */

const DELAY = 250; // ms after the last keystroke
const settings = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-limits-from]"));
/** @type {number | undefined} */
let timer;
let lastRequest = 0;

/** @param {Limit} limit */
const limitRow = ({ label, before, after, times, rule, changed }) =>
  el(
    "tr",
    { class: changed && "office-changed" },
    el("th", { scope: "row" }, label),
    el("td", { class: "figure" }, before),
    el("td", { class: "figure" }, after),
    el("td", {}, `${times} `, el("span", { class: "office-rule" }, rule)),
  );

/** @param {HTMLFormElement} form @param {Breach[]} breaches */
function markFields(form, breaches) {
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-field]"))) {
    const messages = breaches.filter((breach) => breach.field === field.dataset.field)
      .map((breach) => breach.message);
    const message = field.querySelector("[data-wrong]");
    if (message) write(message, messages.join(" "));
    for (const input of field.querySelectorAll("input, select")) {
      input.toggleAttribute("aria-invalid", messages.length > 0);
    }
  }
}

/** @param {HTMLElement} summary @param {Preview} preview */
function summaryText(summary, { wrong, changed, defers, two }) {
  if (wrong.length > 0) {
    const general = wrong.filter((breach) => breach.field === "__all__").map((breach) => breach.message);
    return [summary.dataset.wrongSaid, ...general].join(" ");
  }
  if (changed === 0) return summary.dataset.same;
  if (defers) return summary.dataset.defers;
  return two ? summary.dataset.two : summary.dataset.one;
}

/** @param {HTMLFormElement} form @param {Preview} preview */
function showPreview(form, preview) {
  const summary = /** @type {HTMLElement} */ (form.querySelector("[data-told]"));
  const isInvalid = preview.wrong.length > 0;
  markFields(form, preview.wrong);
  mark(summary, "data-alarm", isInvalid);
  write(summary, summaryText(summary, preview));
  if (!isInvalid) form.querySelector("[data-limits]")?.replaceChildren(...preview.lines.map(limitRow));
}

/** @param {HTMLFormElement} form */
async function requestPreview(form) {
  lastRequest += 1;
  const request = lastRequest;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (name !== "csrfmiddlewaretoken" && name !== "reason") fields.append(name, String(value));
  }
  try {
    const response = await fetch(`${form.dataset.limitsFrom}?${fields}`, {
      headers: { accept: "application/json" },
    });
    if (response.ok && request === lastRequest) showPreview(form, await response.json());
  } catch {
    // The button beside the form shows the same preview.
  }
}

if (settings) {
  settings.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLElement && target.getAttribute("name") === "reason") return;
    clearTimeout(timer);
    timer = setTimeout(requestPreview, DELAY, settings);
  });
  requestPreview(settings);
}
