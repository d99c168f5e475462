// Shows the print buttons. Without this module the browser's own menu prints the page.

for (const node of document.querySelectorAll("[data-print]")) {
  const button = /** @type {HTMLButtonElement} */ (node);
  button.hidden = false;
  button.addEventListener("click", () => print());
}
