// The consequences of a rule change while they are being counted: asked for again until they stand there, and put in their place.

const EVERY = 2000;
const RUNNING = ["waiting", "counting", "none"];
const MOST = 900;

function here() {
  return document.querySelector("[data-impact]");
}

async function look(asked) {
  const place = here();
  if (!place || !RUNNING.includes(place.dataset.state) || asked > MOST) return;
  try {
    const answer = await fetch(place.dataset.impact, { headers: { accept: "text/html" } });
    if (answer.ok && !answer.redirected) {
      const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(
        "[data-impact]",
      );
      const kept = place.contains(document.activeElement) && told?.dataset.state === place.dataset.state;
      if (told && kept) {
        // A button that somebody is about to press stays where it is; only the figure moves.
        const bar = place.querySelector("progress");
        if (bar) bar.value = told.querySelector("progress")?.value ?? bar.value;
      } else if (told) {
        place.replaceWith(document.importNode(told, true));
      }
    }
  } catch {
    // The next look may find the house again.
  }
  setTimeout(look, EVERY, asked + 1);
}

setTimeout(look, EVERY, 0);
