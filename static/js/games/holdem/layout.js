// The positions of the seats around the table, in hundredths of the cloth: evenly along its rounded edge, the
// first at the lower middle and the others clockwise, in the order of play.

/** @type {Record<string, number[]>} */
export const SHAPES = { wide: [1000, 560], low: [1000, 340], upright: [360, 468] };

// For each shape, in its units: the distance of the seats from the edge, the part of the way to the middle at
// which bets lie, and the distance of the button from its seat.
/**
 * @type {Record<string, {
 *   x: number, top: number, bottom: number, button: number, bet?: number[],
 * }>}
 */
const EDGE = {
  wide: { x: 76, top: 96, bottom: 56, bet: [0.33, 0.38], button: 84 },
  low: { x: 70, top: 76, bottom: 38, bet: [0.3, 0.4], button: 78 },
  upright: { x: 43, top: 60, bottom: 36, button: 44 },
};

/**
 * The point at a part of the rounded edge, from its lower middle, clockwise.
 * @param {number} part
 * @param {number} width
 * @param {number} height
 */
function along(part, width, height) {
  const radius = Math.min(width, height) / 2;
  const [flat, rise] = [width - 2 * radius, height - 2 * radius];
  const whole = 2 * flat + 2 * rise + 2 * Math.PI * radius;
  let left = ((part % 1) + 1) % 1 * whole;
  const quarter = (Math.PI * radius) / 2;
  /** @type {[number, number | string][]} */
  const turns = [
    [flat / 2, "flat"],
    [quarter, 180],
    [rise, "rise"],
    [quarter, 270],
    [flat, "back"],
    [quarter, 0],
    [rise, "fall"],
    [quarter, 90],
    [flat / 2, "last"],
  ];
  let [x, y] = [width / 2, height];
  for (const [length, kind] of turns) {
    const step = Math.min(left, length);
    const bend = step / radius;
    if (kind === "flat" || kind === "last") x -= step;
    else if (kind === "back") x += step;
    else if (kind === "rise") y -= step;
    else if (kind === "fall") y += step;
    else {
      // Clockwise on the screen: a quarter of a circle to the left, up, right or down.
      const [dx, dy] = [radius * Math.sin(bend), radius * (1 - Math.cos(bend))];
      if (kind === 180) {
        x -= dx;
        y -= dy;
      } else if (kind === 270) {
        x += dy;
        y -= dx;
      } else if (kind === 0) {
        x += dx;
        y += dy;
      } else {
        x -= dy;
        y += dx;
      }
    }
    left -= step;
    if (left <= 0) break;
  }
  return { x, y };
}

/**
 * The positions of a number of seats, beginning with the one shown at the lower middle.
 * @param {number} count
 * @param {string} shape
 */
export function points(count, shape) {
  const [width, height] = SHAPES[shape];
  const edge = EDGE[shape];
  const [inner, tall] = [width - 2 * edge.x, height - edge.top - edge.bottom];
  /** @param {number} x @param {number} y */
  const percent = (x, y) => ({ x: (100 * x) / width, y: (100 * y) / height });
  // On a narrow table bets lie below their seats, and above the cards of those at the lower edge; farther
  // off where nine or ten stand close. A plate does not shrink with the table: the distances hold for 280 px.
  const [lower, own, below] = count > 8 ? [0.57, 132, 42] : [0.3, 100, 37];
  /** @param {number} px @param {number} py */
  const betBeside = (
    px,
    py,
  ) => (py > height * 0.78
    ? percent(px + (width / 2 - px) * lower, py - (px === width / 2 ? own : 58))
    : percent(px + (width / 2 - px) * 0.16, py + below));
  /** @param {number} px */
  const middle = (px) => Math.abs(px - width / 2) < 2;
  // On a narrow table it lies on a lower corner of the plate, away from the seats beside it.
  /** @param {number} px @param {number} py */
  const buttonBeside = (px, py) => {
    const inward = px > width / 2 + 1 ? -1 : 1;
    if (shape !== "upright") return percent(px + inward * edge.button, py);
    // Of ten, the plates beside the upper middle reach that corner: there it lies above them.
    if (count > 9 && middle(px) && py < height / 2) return percent(px + 58, py - 8);
    const side = py > height * 0.78 && !middle(px) ? -inward : inward;
    return percent(px + side * edge.button, py + (py > height * 0.9 ? 10 : 12));
  };
  return Array.from({ length: count }, (_, at) => {
    const { x, y } = along(at / count, inner, tall);
    const [px, py] = [x + edge.x, y + edge.top];
    /** @param {number} dx @param {number} [dy] */
    const towards = (dx, dy = dx) => percent(px + (width / 2 - px) * dx, py + (height / 2 - py) * dy);
    const [bx, by] = edge.bet ?? [];
    const bet = shape === "upright"
      ? betBeside(px, py)
      : shape === "low" && middle(px)
      ? percent(px - (count > 8 && py < height / 2 ? 60 : 112), py + (py < height / 2 ? 38 : -30))
      : towards(bx, by);
    return {
      ...percent(px, py),
      bet,
      button: buttonBeside(px, py),
    };
  });
}
