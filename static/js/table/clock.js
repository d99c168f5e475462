// The server's clock, as seen from here. A frame's `now` is older than its arrival by the way it travelled, so the
// largest difference heard lately is the nearest to the truth; an answer's round trip corrects it by half.  [AR-14a] [FR-R15a]

const KEPT = 12;

export function serverClock(local = () => Date.now()) {
  const heard = [];
  let offset = 0;
  return {
    /** A frame said the server's time; `trip` is the round trip in ms where it answered something. */
    hear(now, trip = 0) {
      heard.push(now + trip / 2 - local());
      if (heard.length > KEPT) heard.shift();
      offset = Math.max(...heard);
    },
    now: () => local() + offset,
    /** Milliseconds until the server's moment; never below zero. */
    until: (moment) => Math.max(0, moment - local() - offset),
    since: (moment) => Math.max(0, local() + offset - moment),
  };
}
