// The whole length of the time to decide: the time that was left when its deadline was first seen.

/** @param {import("../clock.js").ServerClock} clock */
export function deadline(clock) {
  /** @type {{ due: number | undefined | null, whole: number }} */
  let seen = { due: null, whole: 0 };
  return {
    /** The length in ms; zero without a deadline. @param {number | undefined} due */
    lengthOf(due) {
      if (seen.due !== due) seen = { due, whole: due === undefined ? 0 : clock.until(due) };
      return seen.whole;
    },
  };
}
