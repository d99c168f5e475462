// The impact of a rule change while it is being computed: reloaded until the result is there.

const INTERVAL = 2000; // ms
const RUNNING_STATES = ["waiting", "counting", "none"];
const MAX_REQUESTS = 900;

/** @param {ParentNode} root */
const findSection = (root) => /** @type {HTMLElement | null} */ (root.querySelector("[data-impact]"));

/** @param {HTMLElement} section @param {HTMLElement} update */
function replaceSection(section, update) {
  const hasFocus = section.contains(document.activeElement);
  if (hasFocus && update.dataset.state === section.dataset.state) {
    // A button that the user is about to press stays where it is; only the progress bar moves.
    const bar = section.querySelector("progress");
    if (bar) bar.value = update.querySelector("progress")?.value ?? bar.value;
    return;
  }
  section.replaceWith(document.importNode(update, true));
}

/** @param {number} requests */
async function refresh(requests) {
  const section = findSection(document);
  const state = section?.dataset.state ?? "";
  if (!section || !RUNNING_STATES.includes(state) || requests > MAX_REQUESTS) return;
  try {
    const response = await fetch(section.dataset.impact ?? "", { headers: { accept: "text/html" } });
    if (response.ok && !response.redirected) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const update = findSection(page);
      if (update) replaceSection(section, update);
    }
  } catch {
    // The server may be reachable again at the next attempt.
  }
  setTimeout(refresh, INTERVAL, requests + 1);
}

setTimeout(refresh, INTERVAL, 0);
