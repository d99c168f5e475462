// The parts of the page that a game fills. When the terms change, the game is mounted again, so that everything
// it shows follows from them.

/** @typedef {Record<string, HTMLElement>} Regions */

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";

/**
 * Removes what the game put into its regions, lets `mountGame` fill them again, and gives the focus back.
 * @param {Regions} regions
 * @param {Set<Element>} kept what the page itself put there
 * @param {() => void} mountGame
 */
export function replaceGame(regions, kept, mountGame) {
  const focused = document.activeElement;
  const region = Object.values(regions).find((node) => node.contains(focused));
  const place = region && focused ? focusable(region, kept).indexOf(focused) : -1;
  for (const node of Object.values(regions)) {
    for (const child of [...node.childNodes]) if (!kept.has(/** @type {any} */ (child))) child.remove();
  }
  mountGame();
  if (!region || place < 0) return;
  /** @type {HTMLElement | undefined} */ (focusable(region, kept)[place])?.focus({ preventScroll: true });
}

/** @param {HTMLElement} region @param {Set<Element>} kept */
const focusable = (region, kept) =>
  [...region.querySelectorAll(FOCUSABLE)].filter((node) => ![...kept].some((own) => own.contains(node)));
