// A button beside a new password that shows what was typed: one field that can be read instead of two that
// cannot.

import { el } from "../dom.js";

/** @param {HTMLInputElement} field */
function setUp(field) {
  const name = field.labels?.[0]?.textContent ?? "";
  const button = el("button", { type: "button", class: "button quiet show-password" });

  /** @param {boolean} isShown */
  function show(isShown) {
    const text = (isShown ? field.dataset.hide : field.dataset.show) ?? "";
    field.type = isShown ? "text" : "password";
    button.textContent = text;
    button.setAttribute("aria-label", `${text}: ${name}`);
  }

  button.addEventListener("click", () => show(field.type === "password"));
  // Browsers keep what was in a text field, and offer to keep what was in a password field.
  field.form?.addEventListener("submit", () => show(false));
  const frame = el("div", { class: "with-button" });
  const isFocused = document.activeElement === field;
  field.replaceWith(frame);
  frame.append(field, button);
  if (isFocused) field.focus();
  show(false);
}

for (const field of document.querySelectorAll("input[type=password][data-show]")) {
  setUp(/** @type {HTMLInputElement} */ (field));
}
