// The racetrack: the numbers in the order of the wheel, for the call bets that the rule sheet offers. The
// stakes of a call are shown on the layout before it is confirmed.
// [FR-8] [FR-8a] [FR-8b] [FR-8c] [FR-8d-i] [FR-8d-ii] [FR-8d-iii] [FR-8e]

import { el, mark, svg } from "../../dom.js";
import { totalStakes } from "../../table/betting/bet_editor.js";

/**
 * @typedef {import("../../table/betting/bet_editor.js").BetEditor} BetEditor
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("./types.d.ts").Layout} Layout
 * @typedef {import("./types.d.ts").Point} Point
 */

const STRAIGHT = 470; // length of the straight sides
const OUT = 74; // radius of the ends, outside and inside of the band of numbers
const IN = 42;
const EDGE = 6;

// A point on an oval of that radius, at a part of its middle line; 0 is the middle of the left end.
/** @param {number} part @param {number} radius @param {number} middle */
function along(part, radius, middle) {
  const end = Math.PI * middle;
  const whole = 2 * STRAIGHT + 2 * end;
  let s = (((part % 1) + 1) % 1) * whole + end / 2;
  s %= whole;
  const left = { x: EDGE + OUT, y: EDGE + OUT };
  const right = { x: left.x + STRAIGHT, y: left.y };
  if (s < end) {
    const angle = Math.PI / 2 + (s / end) * Math.PI;
    return { x: left.x + radius * Math.cos(angle), y: left.y + radius * Math.sin(angle) };
  }
  if (s < end + STRAIGHT) return { x: left.x + (s - end), y: left.y - radius };
  if (s < 2 * end + STRAIGHT) {
    const angle = -Math.PI / 2 + ((s - end - STRAIGHT) / end) * Math.PI;
    return { x: right.x + radius * Math.cos(angle), y: right.y + radius * Math.sin(angle) };
  }
  return { x: right.x - (s - 2 * end - STRAIGHT), y: right.y + radius };
}

const MIDDLE = (OUT + IN) / 2;

/** @param {number} from @param {number} to @param {(point: Point) => Point} turn */
function band(from, to, turn) {
  const steps = 7;
  const points = [];
  for (let n = 0; n <= steps; n += 1) points.push(along(from + ((to - from) * n) / steps, OUT, MIDDLE));
  for (let n = steps; n >= 0; n -= 1) points.push(along(from + ((to - from) * n) / steps, IN, MIDDLE));
  return `M${points.map(turn).map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(" L")} Z`;
}

/**
 * `show(stakes, numbers)` previews a call, `confirm(name, number)` places it.
 * @param {{
 *   layout: Layout, i18n: I18n, editor: BetEditor,
 *   show: (stakes: Stakes | null, numbers: string[] | null | undefined) => void,
 *   confirm: (name: string, number: string) => void,
 * }} options
 */
export function race({ layout, i18n, editor, show, confirm }) {
  const { t, money } = i18n;
  const sizes = Object.keys(layout.calls).filter((name) => name.startsWith("neighbours-"));
  const series = ["voisins", "orphelins", "tiers"].filter((name) => layout.calls[name]);
  const drawing = svg("svg", { class: "race", role: "group", "aria-label": t("race.name") });
  const question = el("div", { class: "race-question", "aria-live": "polite" });
  let size = sizes[0];
  /** @type {{ name: string, number: string } | null} */
  let chosen = null;
  const sectors = new Map();

  /** @param {string} name @param {string} number */
  function choose(name, number) {
    const stakes = editor.callStakes(name, number);
    const { numbers, chips, rule } = layout.calls[name][number];
    const count = Object.values(chips).reduce((sum, n) => sum + n, 0);
    chosen = { name, number };
    light(numbers);
    show(stakes, numbers);
    mark(question, "data-open", true);
    question.replaceChildren(
      el(
        "p",
        {},
        el("strong", {}, t(`call.${name}`, { number })),
        " ",
        t("call.costs", { count, chip: money(editor.chip), total: money(totalStakes(stakes)) }),
        " ",
        el("span", { class: "rule-id" }, rule),
      ),
      el("button", {
        type: "button",
        class: "act main",
        click: () => {
          confirm(name, number);
          close();
        },
      }, t("call.confirm")),
      el("button", { type: "button", class: "act", click: close }, t("cancel")),
    );
    question.querySelector("button")?.focus({ preventScroll: true });
  }

  function close() {
    chosen = null;
    light(null);
    show(null, null);
    mark(question, "data-open", null);
    question.replaceChildren();
  }

  /** @param {string[] | null | undefined} numbers */
  function light(numbers) {
    for (const [number, node] of sectors) mark(node, "data-lit", numbers?.includes(number));
  }

  /** @param {string | null} name @param {string} [number] */
  function hover(name, number) {
    if (chosen) return;
    const call = name ? layout.calls[name]?.[number ?? ""] : undefined;
    light(call?.numbers);
    show(call ? editor.callStakes(name ?? "", number ?? "") : null, call?.numbers);
  }

  /** @param {HTMLElement | SVGElement} node @param {() => string} name @param {string} number */
  function reach(node, name, number) {
    mark(node, "role", "button");
    mark(node, "tabindex", 0);
    node.addEventListener("click", () => choose(name(), number));
    node.addEventListener(
      "pointerenter",
      (/** @type {any} */ event) => event.pointerType === "mouse" && hover(name(), number),
    );
    node.addEventListener(
      "pointerleave",
      (/** @type {any} */ event) => event.pointerType === "mouse" && hover(null),
    );
    node.addEventListener("keydown", (/** @type {any} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(name(), number);
    });
    return node;
  }

  /** @param {boolean} upright */
  function build(upright) {
    const long = 2 * (OUT + EDGE) + STRAIGHT;
    const wide = 2 * (OUT + EDGE);
    /** @type {(point: Point) => Point} */
    const turn = upright ? ({ x, y }) => ({ x: y, y: x }) : (point) => point;
    mark(drawing, "viewBox", upright ? `0 0 ${wide} ${long}` : `0 0 ${long} ${wide}`);
    sectors.clear();
    const part = 1 / layout.wheel.length;
    const numbers = layout.wheel.map((number, index) => {
      const at = turn(along(index * part, MIDDLE, MIDDLE));
      const node = svg(
        "g",
        { class: "race-number", "aria-label": `${number}` },
        svg("path", {
          d: band((index - 0.5) * part, (index + 0.5) * part, turn),
          class: "race-sector",
          "data-colour": layout.colours[number],
        }),
        svg("text", { x: at.x, y: at.y, "text-anchor": "middle", "dominant-baseline": "central" }, number),
      );
      sectors.set(number, node);
      return sizes.length ? reach(node, () => size, number) : node;
    });
    const inner = EDGE + OUT - IN;
    /** @type {Record<string, number>} */
    const widths = { voisins: 0.4, orphelins: 0.24, tiers: 0.36 };
    let x = inner;
    const room = long - 2 * inner;
    const middles = series.map((name) => {
      const width = room * (widths[name] / series.reduce((sum, other) => sum + widths[other], 0));
      const box = upright
        ? { x: inner, y: x, width: wide - 2 * inner, height: width }
        : { x, y: inner, width, height: wide - 2 * inner };
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      x += width;
      return reach(
        svg(
          "g",
          { class: "race-series", "aria-label": t(`call.${name}`) },
          svg("rect", { ...box, rx: 26, class: "race-field" }),
          svg("text", {
            x: at.x,
            y: at.y,
            "text-anchor": "middle",
            "dominant-baseline": "central",
            transform: upright ? `rotate(-90 ${at.x} ${at.y})` : null,
          }, t(`race.${name}`)),
        ),
        () => name,
        "",
      );
    });
    drawing.replaceChildren(...middles, ...numbers);
  }

  const picker = el(
    "fieldset",
    { class: "race-sizes" },
    el("legend", {}, t("race.neighbours")),
    ...sizes.map((name) =>
      el(
        "label",
        {},
        el("input", {
          type: "radio",
          name: "neighbours",
          value: name,
          checked: name === size,
          change: () => {
            size = name;
          },
        }),
        name.slice(11),
      )
    ),
  );
  const finals = layout.calls.finals &&
    el(
      "div",
      { class: "race-finals", role: "group", "aria-label": t("race.finals") },
      el("span", { class: "small-label" }, t("race.finals")),
      ...Object.keys(layout.calls.finals).map((digit) => {
        const button = el("button", { type: "button", class: "digit" }, digit);
        return reach(button, () => "finals", digit);
      }),
    );
  const root = el(
    "section",
    { class: "race-box", "aria-label": t("race.title") },
    drawing,
    el("div", { class: "race-side" }, sizes.length > 0 && picker, finals),
    question,
  );
  build(false);
  return { root, turn: build, close };
}
