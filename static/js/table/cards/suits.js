// The four suits as outlines around the origin, some twenty units high, and the positions of the pips on a
// card of 100 × 140.

/** @type {Record<string, string>} */
export const SUITS = {
  S: "M0 -10.5 C4 -6 10 -2 10 3 C10 6 7.7 7.8 5.2 7.8 C3.3 7.8 1.9 7 1 5.5 C1.2 7.7 2 9.4 3.6 10.5 " +
    "H-3.6 C-2 9.4 -1.2 7.7 -1 5.5 C-1.9 7 -3.3 7.8 -5.2 7.8 C-7.7 7.8 -10 6 -10 3 C-10 -2 -4 -6 0 " +
    "-10.5 Z",
  H: "M0 10 C-4 5.5 -10 1.5 -10 -3.8 C-10 -7.2 -7.6 -9.5 -5 -9.5 C-2.8 -9.5 -0.9 -8.1 0 -5.9 C0.9 -8.1 " +
    "2.8 -9.5 5 -9.5 C7.6 -9.5 10 -7.2 10 -3.8 C10 1.5 4 5.5 0 10 Z",
  C: "M0 -10.5 A4.7 4.7 0 0 1 4.2 -3.3 A4.8 4.8 0 1 1 1 4.9 C1.2 7.5 2 9.4 3.6 10.5 H-3.6 C-2 9.4 -1.2 " +
    "7.5 -1 4.9 A4.8 4.8 0 1 1 -4.2 -3.3 A4.7 4.7 0 0 1 0 -10.5 Z",
  D: "M0 -11 C2.2 -6.8 5 -3 8.2 0 C5 3 2.2 6.8 0 11 C-2.2 6.8 -5 3 -8.2 0 C-5 -3 -2.2 -6.8 0 -11 Z",
};

const [LEFT, MID, RIGHT] = [33, 50, 67];
/** @param {number} y */
const pair = (y) => [[LEFT, y], [RIGHT, y]];
const FOUR = [...pair(33), ...pair(107)];
const SIX = [...FOUR, ...pair(70)];
const EIGHT = [...pair(33), ...pair(57.6), ...pair(82.4), ...pair(107)];

/**
 * The positions of the pips of each number; those in the lower half are turned around.
 * @type {Record<string, number[][]>}
 */
export const PIPS = {
  2: [[MID, 33], [MID, 107]],
  3: [[MID, 33], [MID, 70], [MID, 107]],
  4: FOUR,
  5: [...FOUR, [MID, 70]],
  6: SIX,
  7: [...SIX, [MID, 51.5]],
  8: [...SIX, [MID, 51.5], [MID, 88.5]],
  9: [...EIGHT, [MID, 70]],
  10: [...EIGHT, [MID, 45], [MID, 95]],
};
