// The positions on a stud cloth in each shape of the screen, and its printing: when the bank plays, and what
// the second bet is.
// [CS-6a] [CS-23] [CS-25] [MS-2.2] [MS-6.6] [MS-9.1]

import { arcPath, textAlong } from "../../table/cards/card_table.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 */

/** @type {Record<string, number[]>} */
export const SHAPES = { wide: [1000, 560], low: [1000, 430], upright: [360, 440] };

// The ellipse of the seats in hundredths of the cloth, the depth of a single seat, and the depth at which the
// middle of each line is printed.
/** @type {Record<string, { single: number, seats: Record<string, number>, prints: number[] }>} */
export const LAYOUT = {
  wide: { single: 71, seats: { y: 10, rx: 41, ry: 68.5, from: 22, to: 158 }, prints: [158, 180] },
  low: { single: 70, seats: { y: 8, rx: 42, ry: 65, from: 26, to: 154 }, prints: [] },
  upright: { single: 58, seats: { y: 48, rx: 42, ry: 33, from: 2, to: 178 }, prints: [150, 168] },
};
const [WIDTH, HEIGHT] = [700, 350]; // the ellipse along which the lines are printed

/** @param {I18n} i18n */
export function printedLines(i18n) {
  const { t } = i18n;
  /** @type {[string, string][]} */
  const texts = [[t("st.print.pays"), "print"], [t("st.print.second"), "print-soft"]];
  /** @param {string} shape */
  return (shape) =>
    LAYOUT[shape].prints.flatMap((depth, line) =>
      textAlong(
        `st-print-${line}`,
        arcPath(WIDTH, HEIGHT, SHAPES[shape][0] / 2, depth - HEIGHT, 122, 58),
        ...texts[line],
      )
    );
}
