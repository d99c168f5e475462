// The five scoreboards as drawings: bead plate, big road, big eye boy, small road, cockroach road, and the
// next mark of each.

import { compact, el, mark, svg } from "../../dom.js";
import {
  beadPlate,
  bigRoad,
  counts,
  DERIVED,
  derivedRoad,
  nextMarks,
  parseOutcome,
  PLATE_ROWS,
} from "./scoreboards.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").Cell} Cell
 * @typedef {import("./types.d.ts").Coup} Coup
 */

/** @type {Record<string, number>} */
const COLUMNS = { bead: 10, big: 24, eye: 16, small: 16, roach: 16 }; // columns shown of each
const UNIT = 10;

/** @param {number} x @param {number} y @param {string} name @param {number} r */
const circle = (x, y, name, r) =>
  svg("circle", { class: name, cx: (x + 0.5) * UNIT, cy: (y + 0.5) * UNIT, r });

/** @param {{ x: number, y: number, coup: Coup }} options @param {string} letter */
function beadCell({ x, y, coup }, letter) {
  const [cx, cy] = [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
  return svg(
    "g",
    { "data-side": coup.winner },
    circle(x, y, "bead", 4.4),
    svg("text", {
      class: "bead-letter",
      x: cx,
      y: cy + 0.3,
      "text-anchor": "middle",
      "dominant-baseline": "central",
    }, letter),
    coup.pairs.map((side) =>
      svg("circle", {
        class: "bead-pair",
        "data-side": side,
        cx: cx + (side === "punto" ? -3.3 : 3.3),
        cy: cy + (side === "punto" ? -3.3 : 3.3),
        r: 1.4,
      })
    ),
  );
}

/** @param {{ x: number, y: number, winner: string, ties: number }} options */
function bigCell({ x, y, winner, ties }) {
  const [cx, cy] = [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
  return svg(
    "g",
    { "data-side": winner },
    circle(x, y, "ring-cell", 3.6),
    ties > 0 && svg("path", { class: "tie-stroke", d: `M${cx - 3} ${cy + 3} L${cx + 3} ${cy - 3}` }),
    ties > 1 &&
      svg("text", {
        class: "tie-count",
        x: cx,
        y: cy,
        "text-anchor": "middle",
        "dominant-baseline": "central",
      }, ties),
  );
}

/** @type {Record<string, (x: number, y: number) => Element>} */
const CELL_DRAWINGS = {
  /** @param {number} x @param {number} y */
  eye: (x, y) => circle(x, y, "ring-cell", 3.4),
  /** @param {number} x @param {number} y */
  small: (x, y) => circle(x, y, "bead", 3.6),
  /** @param {number} x @param {number} y */
  roach: (x, y) =>
    svg("path", {
      class: "stroke-cell",
      d: `M${x * UNIT + 2} ${(y + 1) * UNIT - 2} L${(x + 1) * UNIT - 2} ${y * UNIT + 2}`,
    }),
};
// By convention the regular mark is red and the other blue, regardless of the winner.
/** @param {boolean | null | undefined} regular */
const sideOf = (regular) => (regular ? "banco" : "punto");
/** @param {string} name */
const derivedCell =
  (name) => /** @param {{ x: number, y: number, regular: boolean }} options */ ({ x, y, regular }) =>
    svg("g", { "data-side": sideOf(regular) }, CELL_DRAWINGS[name](x, y));

/** @param {string} name @param {I18n["t"]} t */
function createPlate(name, t) {
  const [width, height] = [COLUMNS[name] * UNIT, PLATE_ROWS * UNIT];
  const lines = [];
  for (let x = 0; x <= COLUMNS[name]; x += 1) lines.push(`M${x * UNIT} 0V${height}`);
  for (let y = 0; y <= PLATE_ROWS; y += 1) lines.push(`M0 ${y * UNIT}H${width}`);
  const cells = svg("g", {});
  const drawing = svg(
    "svg",
    { class: "road-plate", viewBox: `-0.5 -0.5 ${width + 1} ${height + 1}`, role: "img" },
    svg("rect", { class: "road-ground", width, height }),
    svg("path", { class: "road-lines", d: lines.join("") }),
    cells,
  );
  return {
    name,
    drawing,
    root: el(
      "figure",
      { class: `road road-${name}` },
      el("figcaption", { class: "small-label" }, t(`pb.road.${name}`)),
      drawing,
    ),
    /**
     * The latest columns are shown; older ones have left the plate on its left.
     * @param {Cell[]} positions
     * @param {(cell: any) => Element} drawCell
     * @param {string} label
     */
    draw(positions, drawCell, label) {
      const hiddenColumns = Math.max(0, Math.max(-1, ...positions.map(({ x }) => x)) + 2 - COLUMNS[name]);
      cells.replaceChildren(
        ...positions.filter(({ x }) => x >= hiddenColumns).map((position) =>
          drawCell({ ...position, x: position.x - hiddenColumns })
        ),
      );
      mark(drawing, "aria-label", label);
    },
  };
}

/** @param {{ i18n: I18n }} options */
export function scoreboardDrawings({ i18n }) {
  const { t } = i18n;
  const names = ["big", "eye", "small", "roach", "bead"];
  const plates = Object.fromEntries(names.map((name) => [name, createPlate(name, t)]));
  const tally = el("p", { class: "road-tally" });
  const previewDrawings = Object.fromEntries(
    ["punto", "banco"].map((
      side,
    ) => [side, svg("svg", { class: "road-next", viewBox: "0 0 36 10", role: "img" })]),
  );
  const previews = el(
    "div",
    { class: "road-ahead" },
    ...["punto", "banco"].map((side) =>
      el(
        "span",
        { class: "road-if", "data-side": side },
        el("span", {}, t(`pb.if.${side}`)),
        previewDrawings[side],
      )
    ),
  );
  const root = el(
    "section",
    { class: "roads", "aria-label": t("pb.roads") },
    plates.big.root,
    el("div", { class: "roads-three" }, plates.eye.root, plates.small.root, plates.roach.root),
    el(
      "div",
      { class: "roads-foot" },
      plates.bead.root,
      el(
        "div",
        { class: "roads-told" },
        tally,
        previews,
        el("p", { class: "soft road-honest" }, t("pb.honest")),
      ),
    ),
  );
  /** @type {string | null} */
  let drawnHistory = null;

  /** @param {Coup[]} coups */
  function draw(coups) {
    /** @type {Record<string, number>} */
    const totals = counts(coups);
    tally.replaceChildren(
      ...["punto", "banco", "tie"].map((side) =>
        el(
          "span",
          { class: "road-count", "data-side": side },
          `${t(`kind.${side}`)} `,
          el("b", {}, totals[side]),
        )
      ),
    );
    const label = t("pb.road.said", totals);
    plates.bead.draw(
      beadPlate(coups),
      (cell) => beadCell(cell, t(`pb.letter.${cell.coup.winner}`)),
      `${t("pb.road.bead")}: ${
        coups.slice(-6).map(({ winner, punto, banco }) => `${t(`kind.${winner}`)} ${punto}-${banco}`).join(
          ", ",
        ) || t("pb.road.none")
      }`,
    );
    plates.big.draw(bigRoad(coups), bigCell, `${t("pb.road.big")}: ${label}`);
    for (const name of Object.keys(DERIVED)) {
      const cells = derivedRoad(coups, name);
      const regular = cells.filter((cell) => cell.regular).length;
      plates[name].draw(
        cells,
        derivedCell(name),
        `${t(`pb.road.${name}`)}: ${t("pb.road.marks", { regular, other: cells.length - regular })}`,
      );
    }
    for (const side of ["punto", "banco"]) {
      const marks = nextMarks(coups, side);
      previewDrawings[side].replaceChildren(
        ...compact(
          Object.keys(DERIVED).map((name, at) =>
            marks[name] !== null &&
            svg(
              "g",
              { "data-side": sideOf(marks[name]), transform: `translate(${at * 13} 0)` },
              CELL_DRAWINGS[name](0, 0),
            )
          ),
        ),
      );
      mark(
        previewDrawings[side],
        "aria-label",
        i18n.joinList(
          Object.keys(DERIVED).map((name) =>
            `${t(`pb.road.${name}`)} ${
              t(marks[name] === null ? "pb.road.nothing" : marks[name] ? "pb.road.regular" : "pb.road.other")
            }`
          ),
        ),
      );
    }
  }

  return {
    root,
    /**
     * `history` is the table's, newest first.
     * @param {string[]} history
     */
    render(history) {
      const signature = history.join(" ");
      if (signature === drawnHistory) return;
      drawnHistory = signature;
      draw(compact(history.map(parseOutcome)).reverse());
    },
  };
}
