// Refused bets, shown while their chips move back.

const DURATION = 900; // ms

/** @param {() => boolean} reducedMotion */
export function refusedBets(reducedMotion) {
  /** @type {{ stakes: import("../messages.d.ts").Stakes, until: number }[]} */
  let bets = [];
  return {
    /** @param {import("../messages.d.ts").Stakes | undefined} stakes @param {number} now */
    add(stakes, now) {
      if (stakes) bets.push({ stakes, until: now + (reducedMotion() ? 0 : DURATION) });
    },
    /** The stakes of the bets that are still shown. @param {number} now */
    current(now) {
      bets = bets.filter(({ until }) => until > now);
      return bets.map(({ stakes }) => stakes);
    },
    get isMoving() {
      return bets.length > 0;
    },
  };
}
