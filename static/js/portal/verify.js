// A round checked again by this browser alone, from the data that the house published of it.

import { lines, summary } from "../table/verification/checks.js";
import { pageData } from "../dom.js";
import { check } from "../table/verification/proof.js";

const { words, known } = pageData("verify-facts");
const t = (code, figures = {}) =>
  (words[code] ?? code).replace(
    /\{(\w+)\}/g,
    (whole, name) => (name in figures ? String(figures[name]) : whole),
  );

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function show(form) {
  const verdict = await check(read(form.elements.data.value), known);
  form.querySelector(".verify-steps").replaceChildren(...lines(verdict, t));
  form.querySelector(".verify-result").replaceChildren(summary(verdict, t));
}

for (const form of document.querySelectorAll("form[data-verify]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!globalThis.crypto?.subtle) form.querySelector(".verify-result").textContent = t("verify.insecure");
    else {show(form).catch(() => {
        form.querySelector(".verify-result").textContent = t("verify.failed");
      });}
  });
  // What was checked is no longer what stands in the field.
  form.elements.data.addEventListener("input", () => {
    form.querySelector(".verify-steps").replaceChildren();
    form.querySelector(".verify-result").replaceChildren();
  });
}
