// The positions on the cloth. The layout is described once, in squares: `u` runs along the twelve streets,
// from the zeros (below 0) to the column boxes (12 to 13); `v` across the three columns, with the dozens and
// the even chances before them (below 0). In landscape, `u` runs to the right and `v` upwards; upright, on a
// phone, `u` runs down and `v` to the right.

/**
 * @typedef {import("./types.d.ts").Measures} Measures
 * @typedef {import("./types.d.ts").Point} Point
 * @typedef {import("./types.d.ts").Spot} Spot
 */

const LYING = { u: 60, v: 84, outer: 54, zero: 66, box: 58, edge: 12, upright: false };
const UPRIGHT = { u: 44, v: 74, outer: 46, zero: 44, box: 40, edge: 8, upright: true };
// In their order along the street, two streets each.
const EVENS = ["low", "even", "red", "black", "odd", "high"];

/**
 * The measures of the layout: `at(u, v)` gives a point, `box(u0, v0, u1, v1)` a rectangle, `width` and
 * `height` the size of the drawing.
 * @param {boolean} upright
 * @returns {Measures}
 */
export function measures(upright) {
  const size = upright ? UPRIGHT : LYING;
  const along = size.zero + 12 * size.u + size.box;
  const across = 2 * size.outer + 3 * size.v;
  /** @param {number} u */
  const alongOf = (
    u,
  ) => (u <= 0
    ? size.zero * (1 + u)
    : u <= 12
    ? size.zero + u * size.u
    : size.zero + 12 * size.u + (u - 12) * size.box);
  /** @param {number} v */
  const acrossOf = (v) => (v < 0 ? (2 + v) * size.outer : 2 * size.outer + v * size.v);
  const width = (upright ? across : along) + 2 * size.edge;
  const height = (upright ? along : across) + 2 * size.edge;
  /** @param {number} u @param {number} v */
  const at = (
    u,
    v,
  ) => (upright
    ? { x: size.edge + acrossOf(v), y: size.edge + alongOf(u) }
    : { x: size.edge + alongOf(u), y: height - size.edge - acrossOf(v) });
  /** @param {number} u0 @param {number} v0 @param {number} u1 @param {number} v1 */
  const box = (u0, v0, u1, v1) => {
    const [a, b] = [at(u0, v0), at(u1, v1)];
    return {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    };
  };
  return { ...size, width, height, at, box };
}

/** @param {string} number @param {string[]} zeros */
function cellOf(number, zeros) {
  if (number === "0") return { u: [-1, 0], v: zeros.length === 2 ? [0, 1.5] : [0, 3] };
  if (number === "00") return { u: [-1, 0], v: [1.5, 3] };
  const n = Number(number) - 1;
  return { u: [Math.floor(n / 3), Math.floor(n / 3) + 1], v: [n % 3, (n % 3) + 1] };
}

/** @param {number[]} ends */
const middle = ([a, b]) => (a + b) / 2;

// The bets that a zero shares lie on the line between it and its neighbours; only their height on that line
// differs.
/** @type {Record<number, Record<string, number>>} */
const ON_THE_ZERO_LINE = {
  1: { "0-1": 0.5, "0-2": 1.5, "0-3": 2.5, "0-1-2": 1, "0-2-3": 2, "0-1-2-3": 0 },
  2: { "0-1": 0.5, "0-1-2": 1, "0-2": 1.25, "0-00-2": 1.5, "00-2": 1.75, "00-2-3": 2, "00-3": 2.5 },
};

/**
 * The position of a place: the point of its chips {u, v} and, for boxes, the box {u: [from, to], v: [from,
 * to]}.  [AR-6d] [FR-6d]
 * @param {{ kind: string, numbers: string[] }} options
 * @param {string[]} zeros
 */
export function spotOf({ kind, numbers }, zeros) {
  if (kind === "straight") {
    const cell = cellOf(numbers[0], zeros);
    return { u: middle(cell.u), v: middle(cell.v), cell };
  }
  const shared = numbers.some((number) => zeros.includes(number));
  if (shared) {
    if (numbers.length === 2 && numbers.includes("0") && numbers.includes("00")) return { u: -0.5, v: 1.5 };
    return { u: 0, v: ON_THE_ZERO_LINE[zeros.length][numbers.join("-")] };
  }
  const first = cellOf(numbers[0], zeros);
  const last = cellOf(numbers[numbers.length - 1], zeros);
  switch (kind) {
    case "split":
    case "corner":
      return { u: (first.u[0] + last.u[1]) / 2, v: (first.v[0] + last.v[1]) / 2 };
    case "street":
      return { u: middle(first.u), v: 0 };
    case "line":
      return { u: first.u[1], v: 0 };
    case "dozen":
      return boxed([first.u[0], first.u[0] + 4], [-1, 0]);
    case "double-dozen":
      return { u: first.u[0] + 4, v: -0.5 };
    case "column":
      return boxed([12, 13], first.v);
    case "double-column":
      return { u: 12.5, v: first.v[0] + 1 };
    default: {
      const turn = EVENS.indexOf(kind);
      return boxed([turn * 2, turn * 2 + 2], [-2, -1]);
    }
  }
}

/** @param {number[]} u @param {number[]} v */
function boxed(u, v) {
  return { u: middle(u), v: middle(v), cell: { u, v } };
}

// The distance around its point at which a bet on a line can be touched, in squares; corners take precedence
// over lines.
/** @type {Record<string, [number, number]>} */
const REACH = { split: [0.23, 0.23], street: [0.5, 0.2], line: [0.23, 0.24], corner: [0.23, 0.23] };
const LAYERS = ["straight", "split", "street", "corner", "line"];

/**
 * The zone in which a place can be touched: {u: [from, to], v: [from, to], layer}. A box is touched anywhere,
 * other places around their point.
 * @param {Spot} spot
 * @param {{ kind: string, numbers: string[] }} options
 * @param {string[]} zeros
 */
export function zoneOf(spot, { kind, numbers }, zeros) {
  if (spot.cell) return { ...spot.cell, layer: 0 };
  const layer = Math.max(1, LAYERS.indexOf(kind));
  if (numbers.some((number) => zeros.includes(number))) return zeroZone(spot, numbers, zeros, layer);
  if (kind === "double-dozen") return around(spot, 0.32, 0.5, 1);
  if (kind === "double-column") return around(spot, 0.5, 0.2, 1);
  if (kind === "split") {
    // Across a line the zone is narrow; along it, it is as long as the square without its corners.
    const upwards = Number(numbers[1]) - Number(numbers[0]) === 1;
    return upwards ? around(spot, 0.5, REACH.split[1], layer) : around(spot, REACH.split[0], 0.5, layer);
  }
  return around(spot, ...REACH[kind], layer);
}

/** @param {Spot} spot @param {string[]} numbers @param {string[]} zeros @param {number} layer */
function zeroZone(spot, numbers, zeros, layer) {
  if (spot.u === -0.5) return around(spot, 0.5, 0.16, 1);
  if (zeros.length === 1) return around(spot, 0.24, numbers.length === 2 ? 0.5 : 0.22, layer);
  // Seven bets share this line where there are two zeros: each has its own section of it.
  const half = spot.v === 0.5 || spot.v === 2.5 ? 0.36 : 0.125;
  return around(spot, 0.3, half, 4);
}

/** @param {Spot} spot @param {number} du @param {number} dv @param {number} layer */
function around(spot, du, dv, layer) {
  return { u: [spot.u - du, spot.u + du], v: [spot.v - dv, spot.v + dv], layer };
}

/**
 * The place that an arrow key leads to: the nearest in that direction, by the points on the screen.
 * @param {Map<string, Point>} points
 * @param {string} from
 * @param {[number, number]} options
 */
export function nextPlace(points, from, [dx, dy]) {
  const start = /** @type {Point} */ (points.get(from));
  let best = null;
  let shortest = Infinity;
  for (const [id, point] of points) {
    if (id === from) continue;
    const [x, y] = [point.x - start.x, point.y - start.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (ahead < 1) continue;
    const far = ahead + aside * 2.6;
    if (far < shortest) {
      shortest = far;
      best = id;
    }
  }
  return best;
}
