// An estimate of the server's clock. The `now` of a frame is older than its arrival by the time it travelled, so
// the largest of the recent differences is the most accurate. A round trip corrects it by half its time.
// [AR-14a] [FR-R15a]

const SAMPLES = 12;

/** @typedef {ReturnType<typeof serverClock>} ServerClock */

export function serverClock(localTime = () => Date.now()) {
  /** @type {number[]} */
  const differences = [];
  let offset = 0;
  return {
    /**
     * Records the server's time from a frame.
     * @param {number} now
     * @param {number} roundTrip ms, where the frame answers a request
     */
    observe(now, roundTrip = 0) {
      differences.push(now + roundTrip / 2 - localTime());
      if (differences.length > SAMPLES) differences.shift();
      offset = Math.max(...differences);
    },
    now: () => localTime() + offset,
    /**
     * Milliseconds until a moment of the server's clock; never below zero.
     * @param {number} moment
     */
    until: (moment) => Math.max(0, moment - localTime() - offset),
    /** @param {number} moment */
    since: (moment) => Math.max(0, localTime() + offset - moment),
  };
}
