// The layout of the cloth of ponto e banca: the two sides next to the players, tie and pairs above them, as
// sectors of one wide arc, in the units of the cloth's shape.  [PB-6a] [PB-9a] [PB-10]

const RAD = Math.PI / 180;

// For each shape: its size, the height of the arc's centre above the cloth, its angle, the heights of its
// three lines, and the positions of the printed lines within a zone: name, prize, commission, and stakes or
// room.
/** @type {Record<string, number[]>} */
export const SHAPES = { wide: [1000, 594], low: [1000, 376], upright: [360, 404] };
/**
 * @type {Record<string, {
 *   up: number, open: number, lines: number[], chip: number, seat: number, text: number[],
 * }>}
 */
const ARC = {
  wide: { up: 1000, open: 17.4, lines: [284, 380, 556], chip: 1.5, seat: 8.6, text: [27, 15] },
  low: { up: 5000, open: 4.95, lines: [172, 240, 352], chip: 1.45, seat: 9, text: [25, 18] },
  upright: { up: 1400, open: 5.55, lines: [186, 256, 388], chip: 1.02, seat: 6.2, text: [14.5, 10.5] },
};
/** @type {Record<string, { side: number[], more: number[] }>} */
const PRINTED = {
  wide: { side: [0.13, 0.26, 0.26, 0.37], more: [0.2, 0.42, 0.42, 0.63] },
  low: { side: [0.19, 0.19, 0.19, 0.47], more: [0.3, 0.3, 0.3, 0.72] },
  upright: { side: [0.12, 0.25, 0.345, 0.44], more: [0.2, 0.42, 0.42, 0.63] },
};
/** @type {[string, number, number][]} */
const UPPER_ZONES = [["punto-pair", 0, 0.335], ["tie", 0.335, 0.665], ["banco-pair", 0.665, 1]];
/** @type {[string, number, number][]} */
const SIDE_ZONES = [["punto", 0, 0.5], ["banco", 0.5, 1]];

/** @param {string} shape @param {string[]} offered @param {number} seats */
export function zonesFor(shape, offered, seats) {
  const [width] = SHAPES[shape];
  const { up, open, lines, chip, seat, text } = ARC[shape];
  /** @param {number} radius @param {number} turn */
  const pointOn = (radius, turn) => ({
    x: width / 2 + radius * Math.sin(turn * RAD),
    y: radius * Math.cos(turn * RAD) - up,
  });
  /** @param {number} radius @param {number} turn */
  const point = (radius, turn) => {
    const { x, y } = pointOn(radius, turn);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const pairs = offered.includes("punto-pair");
  /** @type {[string, number, number][]} */
  const upper = pairs ? UPPER_ZONES : [["tie", 0.2, 0.8]];

  /** @param {[string, number, number]} options @param {number} inner @param {number} outer */
  function createZone([id, from, to], inner, outer) {
    const [r1, r2] = [up + inner, up + outer];
    const [a1, a2] = [(from * 2 - 1) * open, (to * 2 - 1) * open];
    const middle = (a1 + a2) / 2;
    /** @param {number} part */
    const pointAt = (part) => ({ ...pointOn(r1 + (r2 - r1) * part, middle), turn: -middle });
    const edge = (a2 - a1) * 0.86;
    const side = inner === lines[1];
    return {
      id,
      path: `M${point(r1, a1)} A${r1} ${r1} 0 0 0 ${point(r1, a2)} L${point(r2, a2)} A${r2} ${r2} 0 0 1 ${
        point(r2, a1)
      } Z`,
      pointAt,
      side,
      // The player's own chips lie in the middle of a side; on the smaller zones beside the printed text,
      // where there is room.
      chips: shape === "low"
        ? pointOn(r1 + (r2 - r1) * (side ? 0.6 : 0.66), middle + (a2 - a1) * (side ? 0.33 : 0.4))
        : side || shape === "upright"
        ? pointAt(side ? (shape === "wide" ? 0.65 : 0.71) : 0.62)
        : pointOn(r1 + (r2 - r1) * 0.5, middle + (a2 - a1) * 0.4),
      printed: PRINTED[shape][side ? "side" : "more"],
      own: side ? chip : chip * 0.84,
      /**
       * Where the chips of a seat lie: side by side along the edge towards the players.
       * @param {number} number
       */
      seat: (number) =>
        pointOn(
          r2 - seat * 1.5,
          seats > 1 ? middle - edge / 2 + (edge * (number - 1)) / (seats - 1) : middle,
        ),
    };
  }

  return {
    chip,
    seat,
    text,
    list: [
      ...SIDE_ZONES.map((zoneRow) => createZone(zoneRow, lines[1], lines[2])),
      ...upper.map((zoneRow) => createZone(zoneRow, lines[0], lines[1])),
    ].filter(({ id }) => offered.includes(id)),
  };
}
