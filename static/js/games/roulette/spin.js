// The run of the ball, as pure arithmetic: the same round and number give the same run in every browser.
// Angles are degrees clockwise from the top. The number is not decided here: the server drew it, and the run
// is one that ends in its pocket.

/**
 * @typedef {import("./types.d.ts").Angles} Angles
 */

const RIM = 1; // where the ball runs, as a share of the track's radius
const POCKET = 0.665; // where it comes to rest
const BUMPERS = 0.87; // where it leaves the track and meets the first deflector

/**
 * A small deterministic generator for the appearance of a run; only the drawing depends on it.
 * @param {string} text
 */
function createGenerator(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

// Degrees a second while the ball runs and no number is known yet.
export const RUNNING = { ball: -430, rotor: 42 };

/**
 * The run from the moment the number is known. `seed` is the round's own (its number and commitment), `index`
 * the position of the pocket in the wheel's order, `from` the present angles of ball and rotor if the ball is
 * already running. Returns the duration in ms, at(ms) -> {rotor, ball, radius}, and knocks: the moments at
 * which the ball strikes something.
 * @param {{ seed: string, index: number, pockets: number, from?: Angles }} options
 */
export function run({ seed, index, pockets, from }) {
  const random = createGenerator(seed);
  const step = 360 / pockets;
  const duration = 4400 + Math.round(random() * 1100);
  const drop = duration * (0.56 + random() * 0.05);
  const hops = [4 + Math.floor(random() * 3), 2 + Math.floor(random() * 2), 1].slice(random() < 0.3 ? 1 : 0);
  const rotor0 = from?.rotor ?? random() * 360;
  // Slows down a little, as wheels do.
  /** @param {number} t */
  const rotor = (t) => rotor0 + (RUNNING.rotor * t) / 1000 - (14 * t * t) / (2000 * duration);

  // In the rotor's frame the ball ends in its pocket. Backwards from there: the hops over the frets, the way
  // down, the track.
  const home = index * step;
  const falls = legs({ hops, home, step, drop, duration, random });
  const start = falls[0].angle;
  // Against the rotor and slowing down: 470 degrees a second at first, 220 when it leaves the track.
  /** @param {number} t */
  const travelled = (t) => -(470 * t - (250 / 2.4) * t * (t / drop) ** 1.4) / 1000;
  /** @param {number} t */
  const onTrack = (t) => start - travelled(drop) + travelled(t);

  // A ball that was already shown continues from its position: the difference is reduced while it is on the
  // track.
  const difference = from ? from.ball - from.rotor - onTrack(0) : 0;
  const behind = ((((difference + 180) % 360) + 360) % 360) - 180;
  /** @param {number} t */
  const catchUp = (t) => behind * (1 - Math.min(1, t / (drop * 0.8))) ** 2;

  /** @param {number} ms */
  function at(ms) {
    const t = Math.min(Math.max(0, ms), duration);
    const angle = rotor(t);
    if (t < drop) return { rotor: angle, ball: angle + onTrack(t) + catchUp(t), radius: track(t / drop) };
    const leg = falls.find((other) => t < other.until) ?? falls[falls.length - 1];
    const part = Math.min(1, (t - leg.since) / (leg.until - leg.since || 1));
    return { rotor: angle, ball: angle + leg.angle + (leg.to - leg.angle) * part, radius: leg.radius(part) };
  }
  return { duration, at, knocks: falls.slice(0, -1).map((leg) => leg.until) };
}

// On the track until near its end; then it falls.
/** @param {number} part */
function track(part) {
  return part < 0.9 ? RIM : RIM - (RIM - BUMPERS) * ((part - 0.9) / 0.1) ** 2;
}

/**
 * @param {{
 *   hops: number[], home: number, step: number, drop: number, duration: number,
 *   random: () => number,
 * }} options
 */
function legs({ hops, home, step, drop, duration, random }) {
  const total = hops.reduce((sum, hop) => sum + hop, 0);
  const falling = 300;
  const left = duration - 420 - drop - falling; // the last part rests in the pocket
  const shares = hops.map((hop) => Math.sqrt(hop));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const down = 34 + random() * 12; // degrees from the deflector to the first fret
  let angle = home + total * step;
  let since = drop;
  const made = [
    leg(
      since,
      since + falling,
      angle + down,
      angle,
      (p) => BUMPERS - (BUMPERS - POCKET) * p * p + 0.045 * Math.sin(p * Math.PI),
    ),
  ];
  since += falling;
  hops.forEach((hop, turn) => {
    const until = since + (left * shares[turn]) / whole;
    const height = 0.035 + 0.016 * hop;
    made.push(leg(since, until, angle, angle - hop * step, (p) => POCKET + height * 4 * p * (1 - p)));
    angle -= hop * step;
    since = until;
  });
  made.push(leg(since, duration, home, home, () => POCKET));
  return made;
}

/**
 * @param {number} since
 * @param {number} until
 * @param {number} angle
 * @param {number} to
 * @param {(part: number) => number} radius
 */
function leg(since, until, angle, to, radius) {
  return { since, until, angle, to, radius };
}
