// The printing on a blackjack cloth: what blackjack pays, what the bank does, and the insurance line, each
// only where the table's rules offer it.
// [BJ-4a] [BJ-16d] [BJ-17b] [BJ-25a] [BJ-25f]

import { svg } from "../../dom.js";
import { arcPath, SHAPES, textAlong } from "../../table/cards/card_table.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Description} Description
 */

/**
 * @typedef {{
 *   seats: { y: number, rx: number, ry: number, from: number, to: number }, insurance: number[],
 *   prints: number[][], line: number[][], reach?: [number, number],
 * }} ClothLayout
 */

// For each shape: the ellipse of the places in hundredths of the cloth, and the parts of its two radii at
// which the insurance lies, at which the two lines are printed, and between which the insurance zone lies,
// with its reach.
/** @type {Record<string, ClothLayout>} */
const LAYOUT = {
  wide: {
    seats: { y: 10, rx: 41.5, ry: 74, from: 31, to: 149 },
    insurance: [0.7, 0.525],
    prints: [[0.56, 0.31], [0.62, 0.385]],
    line: [[0.68, 0.475], [0.73, 0.575]],
  },
  low: {
    seats: { y: 4, rx: 42, ry: 75, from: 31, to: 149 },
    insurance: [0.7, 0.525],
    prints: [],
    line: [[0.68, 0.475], [0.73, 0.575]],
  },
  upright: {
    seats: { y: 13, rx: 41, ry: 72, from: 16, to: 164 },
    insurance: [0.58, 0.44],
    prints: [[0.66, 0.2], [0.72, 0.275]],
    line: [[0.58, 0.36], [0.66, 0.44]],
    reach: [126, 54],
  },
};

const FEW_PLACES = 3;

/**
 * The sizes of the cloth for a number of places: on a small screen a few places need less height.
 * @param {number} count
 */
export const shapesFor = (count) => (count > FEW_PLACES ? SHAPES : { ...SHAPES, upright: [360, 340] });

/** @param {string} shape @param {number} count */
export function layoutFor(shape, count) {
  const layout = LAYOUT[shape];
  if (count > FEW_PLACES) return layout;
  return { ...layout, seats: { ...layout.seats, from: 42, to: 138 } };
}

/** @param {Description} describe @param {I18n} i18n */
export function printedLines(describe, i18n) {
  const { t } = i18n;
  /** @param {string} shape */
  return (shape) => {
    const count = describe.places.length;
    const [width, height] = shapesFor(count)[shape];
    const { seats, prints, line, reach } = layoutFor(shape, count);
    const [cx, cy] = [width / 2, (seats.y / 100) * height];
    const [rx, ry] = [(seats.rx / 100) * width, (seats.ry / 100) * height];
    /** @param {number[]} options @param {number} [from] @param {number} [to] */
    const arc = ([x, y], from = 145, to = 35) => arcPath(rx * x, ry * y, cx, cy, from, to);
    /** @param {number[]} at */
    const ruled = (at) => arc(at, ...(reach ?? []));
    const middle = line[0].map((part, at) => (part + line[1][at]) / 2 + 0.012);
    /** @param {string} name */
    const pays = (name) => describe.prizes[name].times.join(" : ");
    /** @type {[string, string][]} */
    const texts = [[t("bj.print.blackjack", { pays: pays("blackjack") }), "print"], [
      t("bj.print.bank"),
      "print-soft",
    ]];
    const nodes = prints.flatMap((at, line) =>
      textAlong(`bj-print-${line}`, arc(at, 160, 20), ...texts[line])
    );
    if (describe.prizes.insurance) {
      nodes.push(
        svg("path", { class: "print-rule", d: `${ruled(line[0])} ${ruled(line[1])}` }),
        ...textAlong(
          "bj-print-insurance",
          arc(middle),
          t("bj.print.insurance", { pays: pays("insurance") }),
          "print-soft",
        ),
      );
    }
    return nodes;
  };
}
