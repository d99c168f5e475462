// The page of a payment that is not settled: looks again by itself and shows what has changed.

import { showCardFields } from "./card_fields.js";

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30000;
const GROWTH = 1.15;

/** @returns {HTMLElement | null} */
const part = (root = document) => root.querySelector("#running-payment");

/** @param {HTMLElement} node */
const words = (node) => (node.textContent ?? "").replace(/\s+/g, " ");

/** @param {Document} page a page without the part is one of sign-in: nothing is replaced */
function replacePart(page) {
  const shown = part();
  const next = part(page);
  if (shown === null || next === null) return;
  // What a person reads is compared: the token of a form differs in each page.
  if (words(shown) === words(next)) return;
  shown.replaceWith(document.adoptNode(next));
  showCardFields(lookAtEnd);
}

/** @param {string} [query] */
async function look(query = "") {
  try {
    const answer = await fetch(location.pathname + query, { credentials: "same-origin" });
    if (answer.ok) replacePart(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // The network is away; the next look comes later.
  }
}

/** The payment service has ended it: the house asks it now. */
async function lookAtEnd() {
  await look("?ask=1");
  /** @type {HTMLElement | null | undefined} */ (part()?.querySelector(".sums"))?.focus();
}

/** @param {number} pause milliseconds */
function lookAfter(pause) {
  setTimeout(async () => {
    if (!document.hidden) await look();
    if (part()?.hasAttribute("data-running")) lookAfter(Math.min(pause * GROWTH, LONGEST_PAUSE));
  }, pause);
}

lookAfter(FIRST_PAUSE);
showCardFields(lookAtEnd);
