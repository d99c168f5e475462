// Checks a round in this browser, from the data that the operator published about it.

import {
  checkLines,
  drawnAgain,
  roundLines,
  verdictSummary,
  wholeVerdict,
} from "../table/verification/checks.js";
import { compact, el, pageData } from "../dom.js";
import { verifyRound } from "../table/verification/proof.js";
import { fetchShoe, verifyRounds } from "../table/verification/shoe.js";

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

  /** @param {any} published one round, or the list of the rounds of a shoe */
  async function judge(published) {
    if (!Array.isArray(published)) {
      const verdict = await verifyRound(published, known);
      return { verdict, lines: checkLines(verdict, t) };
    }
    const shoe = await verifyRounds(published, known);
    return { verdict: wholeVerdict(shoe), lines: roundLines(published, shoe, t) };
  }

  async function verify() {
    const published = parse(data.value);
    const { verdict, lines } = await judge(published);
    // The verdict first; how it was reached is folded away unless something disagrees.
    result.replaceChildren(...compact([
      verdictSummary(verdict, t),
      Array.isArray(published) ? null : drawnAgain(verdict, t),
      el(
        "details",
        { open: !verdict.good },
        el("summary", {}, t("verify.how")),
        el("ol", { class: "rows columns verify-steps" }, lines),
      ),
    ]));
  }

  function showVerdict() {
    if (!globalThis.crypto?.subtle) result.textContent = t("verify.insecure");
    else verify().catch(() => (result.textContent = t("verify.failed")));
  }

  /** @param {string} url */
  async function loadShoe(url) {
    const rounds = await fetchShoe(url);
    if (!rounds) return void (result.textContent = t("verify.shoe.failed"));
    data.value = `[\n${rounds.map((round) => JSON.stringify(round)).join(",\n")}\n]`;
    showVerdict();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    showVerdict();
  });
  const shoeButton = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-shoe]"));
  shoeButton?.addEventListener("click", () => loadShoe(shoeButton.dataset.shoe ?? ""));
  // The result belongs to the data that was checked, so it is removed when the data changes.
  data.addEventListener("input", () => result.replaceChildren());
  if ("atOnce" in form.dataset) showVerdict();
}

for (const form of document.querySelectorAll("form[data-verify]")) {
  setUp(/** @type {HTMLFormElement} */ (form));
}
