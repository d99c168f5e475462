// The wheel, drawn from above: a bowl of turned wood with a brass rim and deflectors, the plate with its
// numbered pockets, and the ball. The order of the numbers comes with the page.
// [AR-2b] [AR-6a] [AR-6b] [AR-6c-37] [AR-6c-38] [FR-2b] [FR-6a] [FR-6b] [FR-6c]

import { el, mark, svg } from "../../dom.js";
import { run, RUNNING } from "./spin.js";

/**
 * @typedef {import("../../dom.js").Attributes} Attributes
 */

const SIZE = 400;
const MID = SIZE / 2;
const TRACK = 158; // the radius on which the ball's centre runs
const OUT = 140; // the plate: numbers between OUT and IN, pockets below them
const IN = 113;
const FLOOR = 88;
const CONE = 84;
const COAST = 1600; // ms in which the plate comes to rest after the ball

/** @param {number} radius @param {number} degrees */
const point = (radius, degrees) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(MID + radius * Math.cos(angle)).toFixed(2)} ${(MID + radius * Math.sin(angle)).toFixed(2)}`;
};

/** @param {number} outer @param {number} inner @param {number} from @param {number} to */
function sector(outer, inner, from, to) {
  return `M${point(outer, from)} A${outer} ${outer} 0 0 1 ${point(outer, to)} L${
    point(inner, to)
  } A${inner} ${inner} 0 0 0 ${point(inner, from)} Z`;
}

/**
 * @param {"linearGradient" | "radialGradient"} kind
 * @param {string} id
 * @param {Attributes} attributes
 * @param {[number, string][]} stops
 */
function gradient(kind, id, attributes, stops) {
  return svg(
    kind,
    { id, gradientUnits: "userSpaceOnUse", ...attributes },
    ...stops.map(([offset, colour]) => svg("stop", { offset, class: `stop-${colour}` })),
  );
}

/** @param {string} name @param {...Element} parts */
function layer(name, ...parts) {
  return svg("svg", {
    class: `wheel-${name}`,
    viewBox: `0 0 ${SIZE} ${SIZE}`,
    "aria-hidden": "true",
    focusable: "false",
  }, ...parts);
}

function bowl() {
  const deflectors = Array.from({ length: 8 }, (_, n) =>
    svg("path", {
      class: "deflector",
      transform: `rotate(${n * 45 + 22.5} ${MID} ${MID})`,
      d: n % 2 ? `M${MID} 44 l4.5 9 l-4.5 9 l-4.5 -9 Z` : `M${MID - 11} 53 l11 -4 l11 4 l-11 4 Z`,
    }));
  /** @param {number} r @param {string} name */
  const ring = (r, name) => svg("circle", { cx: MID, cy: MID, r, class: name });
  return layer(
    "bowl",
    svg(
      "defs",
      {},
      gradient("radialGradient", "wheel-wood", { cx: MID, cy: MID, r: 196 }, [
        [0.7, "wood-dark"],
        [0.715, "wood"],
        [0.78, "wood-light"],
        [0.8, "wood-dark"],
        [0.815, "wood"],
        [0.9, "wood-light"],
        [0.93, "wood"],
        [1, "wood-dark"],
      ]),
      gradient("linearGradient", "wheel-brass", { x1: 60, y1: 30, x2: 330, y2: 370 }, [
        [0, "brass-light"],
        [0.28, "brass"],
        [0.5, "brass-dark"],
        [0.72, "brass"],
        [1, "brass-light"],
      ]),
      gradient("radialGradient", "wheel-track", { cx: MID, cy: MID, r: 172 }, [
        [0.8, "shade-0"],
        [0.86, "shade-2"],
        [0.93, "shade-1"],
        [1, "shade-3"],
      ]),
    ),
    ring(196, "bowl-edge"),
    ring(192, "bowl-wood"),
    ring(178, "bowl-line"),
    ring(172, "bowl-brass"),
    ring(168, "bowl-wood"),
    ring(168, "bowl-track"),
    ...deflectors,
    ring(OUT + 5, "bowl-lip"),
  );
}

/** @param {string[]} order @param {Record<string, string>} colours */
function plate(order, colours) {
  const step = 360 / order.length;
  /** @type {Element[]} */
  const parts = [];
  order.forEach((number, index) => {
    const middle = index * step;
    /** @type {[number, number]} */
    const ends = [middle - step / 2, middle + step / 2];
    parts.push(svg("path", { class: "pocket", "data-colour": colours[number], d: sector(OUT, IN, ...ends) }));
    parts.push(
      svg("path", { class: "pocket-floor", "data-colour": colours[number], d: sector(IN, FLOOR, ...ends) }),
    );
    parts.push(svg("text", {
      class: "pocket-number",
      x: MID,
      y: MID - (OUT + IN) / 2,
      "text-anchor": "middle",
      "dominant-baseline": "central",
      transform: `rotate(${middle.toFixed(3)} ${MID} ${MID})`,
    }, number));
  });
  const frets = order.map((_, index) =>
    `M${point(OUT, (index + 0.5) * step)} L${point(FLOOR, (index + 0.5) * step)}`
  ).join(" ");
  /** @param {number} r @param {string} name */
  const circle = (r, name) => svg("circle", { cx: MID, cy: MID, r, class: name });
  const arms = [0, 90, 180, 270].map((turn) =>
    svg(
      "g",
      { transform: `rotate(${turn} ${MID} ${MID})` },
      svg("path", {
        class: "turret-arm",
        d: `M${MID - 4} ${MID} L${MID - 2.4} ${MID - 42} L${MID + 2.4} ${MID - 42} L${MID + 4} ${MID} Z`,
      }),
      svg("circle", { class: "turret-knob", cx: MID, cy: MID - 44, r: 5.4 }),
    )
  );
  return layer(
    "plate",
    svg(
      "defs",
      {},
      gradient("radialGradient", "wheel-cone", { cx: MID, cy: MID, r: CONE }, [
        [0, "wood-light"],
        [0.34, "wood"],
        [0.36, "wood-dark"],
        [0.4, "wood-light"],
        [0.72, "wood"],
        [0.75, "wood-dark"],
        [0.8, "wood-light"],
        [1, "wood-dark"],
      ]),
    ),
    ...parts,
    svg("path", { class: "fret", d: frets }),
    circle(OUT, "plate-rim"),
    circle(IN, "plate-line"),
    circle(FLOOR, "plate-rim"),
    circle(CONE, "plate-cone"),
    circle(56, "plate-line faint"),
    circle(34, "turret-foot"),
    ...arms,
    circle(15, "turret"),
    circle(8.5, "turret-cap"),
  );
}

function gloss() {
  return layer(
    "gloss",
    svg(
      "defs",
      {},
      gradient("linearGradient", "wheel-light", { x1: 70, y1: 20, x2: 300, y2: 390 }, [
        [0, "light-2"],
        [0.36, "light-0"],
        [0.66, "light-0"],
        [1, "dark-2"],
      ]),
    ),
    svg("circle", { cx: MID, cy: MID, r: 194, class: "gloss" }),
  );
}

/**
 * The wheel of a table. `settle(number)` shows a result at rest; `launch()` and `land(...)` make the ball
 * run.
 * @param {{ order: string[], colours: Record<string, string>, knock?: (left: number) => void }} options
 */
export function wheel({ order, colours, knock = () => {} }) {
  const turning = plate(order, colours);
  const ballFace = el("i", {});
  const ball = el("div", { class: "wheel-ball" }, ballFace);
  const root = el("div", { class: "wheel", "data-ball": "none" }, bowl(), turning, gloss(), ball);
  let angles = { rotor: 0, ball: 0 };
  /** @type {((time: number) => boolean) | null} */
  let movement = null; // the present movement: a function of time that returns false when it is over

  /** @param {{ rotor: number, ball: number, radius: number }} options */
  function draw({ rotor, ball: angle, radius }) {
    angles = { rotor, ball: angle };
    turning.style.transform = `rotate(${rotor.toFixed(2)}deg)`;
    if (radius !== undefined) {
      ball.style.transform = `rotate(${angle.toFixed(2)}deg)`;
      // In hundredths of the box of the wheel: to read a width would lay the page out in the middle of a frame.
      ballFace.style.transform = `translateY(${(-radius * 100 * TRACK / SIZE).toFixed(3)}cqw)`;
    }
  }

  /** @param {string} number @param {number} rotor */
  const home = (number, rotor) => ({
    rotor,
    ball: rotor + (order.indexOf(number) * 360) / order.length,
    radius: 0.665,
  });

  return {
    root,
    /**
     * Sets the ball in motion before the number is known.
     * @param {number} now
     */
    launch(now) {
      mark(root, "data-ball", "running");
      const [rotor, start] = [angles.rotor, angles.ball];
      movement = (time) => {
        const t = (time - now) / 1000;
        const eased = t < 1 ? (t * t) / 2 : t - 0.5; // the plate is pushed, it does not jump
        draw({ rotor: rotor + RUNNING.rotor * eased, ball: start + RUNNING.ball * t, radius: 1 });
        return true;
      };
    },
    /**
     * The number is known: runs to its pocket, faster if the run would last longer than `within` ms. Returns
     * its duration in ms.
     * @param {{ number: string, seed: string, now: number, within?: number }} options
     */
    land({ number, seed, now, within = Infinity }) {
      const path = run({
        seed,
        index: order.indexOf(number),
        pockets: order.length,
        from: movement ? angles : undefined,
      });
      const pace = Math.max(1, path.duration / within);
      const knocks = [...path.knocks];
      mark(root, "data-ball", "running");
      movement = (time) => {
        const t = (time - now) * pace;
        if (t <= path.duration) {
          draw(path.at(t));
          while (knocks.length && t >= knocks[0]) {
            knocks.shift();
            knock(knocks.length);
          }
          return true;
        }
        mark(root, "data-ball", "home");
        const late = Math.min(1, (t - path.duration) / COAST);
        const end = path.at(path.duration);
        const rotor = end.rotor + (26 * COAST * (late - late * late / 2)) / 1000;
        draw(home(number, rotor));
        return late < 1;
      };
      return path.duration / pace;
    },
    /**
     * Shows the ball at rest in that number's pocket, or no ball.
     * @param {string | undefined} number
     */
    settle(number) {
      movement = null;
      mark(root, "data-ball", number === undefined ? "none" : "home");
      if (number !== undefined) draw(home(number, angles.rotor));
    },
    /**
     * Draws one frame. Returns whether another is needed.
     * @param {number} time
     */
    frame(time) {
      if (movement && !movement(time)) movement = null;
      return movement !== null;
    },
    get moving() {
      return movement !== null;
    },
  };
}
