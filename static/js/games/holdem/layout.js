// The positions of the seats around the table, in hundredths of the cloth: along its rounded edge, the first at the
// lower middle and the others clockwise, in the order of play.

/** @type {Record<string, number[]>} */
export const SHAPES = { wide: [1000, 560], low: [1000, 340], upright: [360, 468] };

// For each shape, in its units: the distance of the seats from the edge, the part of the way to the middle at
// which bets lie, and the distance of the button from its seat: on the left, where the player's letter is, and
// on the right.
/**
 * @type {Record<string, {
 *   x: number, top: number, bottom: number, button: { left: number, right: number }, bet: number[],
 * }>}
 */
const EDGE = {
  wide: { x: 76, top: 96, bottom: 56, bet: [0.4, 0.38], button: { left: 100, right: 84 } },
  low: { x: 70, top: 76, bottom: 38, bet: [0.4, 0.4], button: { left: 98, right: 78 } },
};

// On an upright phone a row of the cloth has room for a seat on each side and cards between them. By the number of
// other players: where those of the upper row sit, and how far down each pair at the sides. The cloth is as high as
// the screen allows, so the style sheet sets bets and the button apart from their seat, in the measures of a plate.
const UPRIGHT = [
  { row: [], sides: [] },
  { row: [50], sides: [] },
  { row: [], sides: [22] },
  { row: [50], sides: [60] },
  { row: [33, 67], sides: [60] },
  { row: [50], sides: [22, 62] },
  { row: [33, 67], sides: [26, 63] },
  { row: [50], sides: [20, 48, 76] },
  { row: [33, 67], sides: [24, 51, 77] },
  { row: [15, 50, 85], sides: [31, 54, 78] },
];
const [ROW, LEFT, OWN] = [13, 11, 95.5];

/** @param {number} count */
function uprightPoints(count) {
  const { row, sides } = UPRIGHT[count - 1];
  return [
    { x: 50, y: OWN },
    ...sides.toReversed().map((y) => ({ x: LEFT, y })),
    ...row.map((x) => ({ x, y: ROW })),
    ...sides.map((y) => ({ x: 100 - LEFT, y })),
  ].map((point) => ({ ...point, bet: point, button: point }));
}

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
  if (shape === "upright") return uprightPoints(count);
  const [width, height] = SHAPES[shape];
  const edge = EDGE[shape];
  const [inner, tall] = [width - 2 * edge.x, height - edge.top - edge.bottom];
  /** @param {number} x @param {number} y */
  const percent = (x, y) => ({ x: (100 * x) / width, y: (100 * y) / height });
  return Array.from({ length: count }, (_, at) => {
    const { x, y } = along(at / count, inner, tall);
    const [px, py] = [x + edge.x, y + edge.top];
    const isUpper = py < height / 2;
    const [bx, by] = edge.bet;
    // On a low table, beside the cards of the seats in the middle.
    const bet = shape === "low" && Math.abs(px - width / 2) < 2
      ? percent(px - (count > 8 && isUpper ? 60 : 112), py + (isUpper ? 38 : -30))
      : percent(px + (width / 2 - px) * bx, py + (height / 2 - py) * by);
    return {
      ...percent(px, py),
      bet,
      button: percent(px + (px > width / 2 + 1 ? -edge.button.left : edge.button.right), py),
    };
  });
}
