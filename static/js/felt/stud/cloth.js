// Where things lie on a stud cloth in each shape of the screen, and what is printed on it: when the bank plays, and what the second
// bet is.  [CS-6a] [CS-23] [CS-25] [MS-2.2] [MS-6.6] [MS-9.1]

import { along, arcPath } from "../../cards/table.js";

export const SHAPES = { wide: [1000, 560], low: [1000, 430], upright: [360, 470] };

// The ellipse of the places in hundredths of the cloth, and the parts of its two radii at which the lines are printed.
export const LAYOUT = {
  wide: { seats: { y: 6, rx: 41, ry: 68, from: 24, to: 156 }, prints: [[0.62, 0.255], [0.66, 0.315]] },
  low: { seats: { y: 2, rx: 42, ry: 70, from: 22, to: 158 }, prints: [] },
  upright: { seats: { y: 46, rx: 40, ry: 33, from: 6, to: 174 }, prints: [] },
};

export function printing(speaker) {
  const { t } = speaker;
  const texts = [[t("st.print.pays"), "print"], [t("st.print.second"), "print-soft"]];
  return (shape) => {
    const [width, height] = SHAPES[shape];
    const { seats, prints } = LAYOUT[shape];
    const [cx, cy] = [width / 2, (seats.y / 100) * height];
    const [rx, ry] = [(seats.rx / 100) * width, (seats.ry / 100) * height];
    return prints.flatMap(([x, y], line) => along(`st-print-${line}`, arcPath(rx * x, ry * y, cx, cy, 160, 20), ...texts[line]));
  };
}
