// Two colours of suits or four: a wish of the person at this browser, kept in it. The style does the rest.

const KEY = "feltro.deck";

/** The wish, laid on the stage of the table as `data-deck`. */
export function deck(room) {
  let four = kept() === "four";
  const draw = () => {
    room.dataset.deck = four ? "four" : "two";
  };
  draw();
  return {
    get four() {
      return four;
    },
    turn(on) {
      four = on;
      try {
        localStorage.setItem(KEY, on ? "four" : "two");
      } catch { /* not kept, still on for now */ }
      draw();
    },
  };
}

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
