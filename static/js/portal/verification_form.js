// Checks a round in this browser, from the data that the operator published about it.

import { checkLines, drawnAgain, verdictSummary } from "../table/verification/checks.js";
import { compact, el, pageData } from "../dom.js";
import { verifyRound } from "../table/verification/proof.js";

const { words, known } = pageData("verify-facts");

/** @param {string} code @param {Record<string, unknown>} [figures] */
const t = (code, figures = {}) =>
  /** @type {string} */ (words[code] ?? code).replace(
    /\{(\w+)\}/g,
    (placeholder, name) => (name in figures ? String(figures[name]) : placeholder),
  );

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {HTMLFormElement} form */
function setUp(form) {
  const result = /** @type {HTMLElement} */ (form.querySelector(".verify-result"));
  const data = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("data"));

  async function verify() {
    const verdict = await verifyRound(parse(data.value), known);
    // The verdict first; how it was reached is folded away unless something disagrees.
    result.replaceChildren(...compact([
      verdictSummary(verdict, t),
      drawnAgain(verdict, t),
      el(
        "details",
        { open: !verdict.good },
        el("summary", {}, t("verify.how")),
        el("ol", { class: "verify-steps" }, checkLines(verdict, t)),
      ),
    ]));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!globalThis.crypto?.subtle) result.textContent = t("verify.insecure");
    else verify().catch(() => (result.textContent = t("verify.failed")));
  });
  // The result belongs to the data that was checked, so it is removed when the data changes.
  data.addEventListener("input", () => result.replaceChildren());
}

for (const form of document.querySelectorAll("form[data-verify]")) {
  setUp(/** @type {HTMLFormElement} */ (form));
}
