// Two or four colours of suits: a preference stored in this browser. The style sheet applies it through
// `data-deck`.

const KEY = "feltro.deck";

/**
 * Applies the stored preference to the table's root element.
 * @param {HTMLElement} room
 */
export function suitColours(room) {
  let isFourColour = readStored() === "four";
  const apply = () => {
    room.dataset.deck = isFourColour ? "four" : "two";
  };
  apply();
  return {
    get isFourColour() {
      return isFourColour;
    },
    /** @param {boolean} on */
    setFourColour(on) {
      isFourColour = on;
      try {
        localStorage.setItem(KEY, on ? "four" : "two");
      } catch { /* without storage the choice holds until the page is left */ }
      apply();
    },
  };
}

function readStored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
