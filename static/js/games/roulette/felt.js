// The betting layout: cloth, chips and dolly in one SVG, and the zones in which a click, touch or key selects
// a place.

import { closestTo, el, mark, svg } from "../../dom.js";
import { card } from "./place_card.js";
import { chipStack } from "../../table/chips.js";
import { cloth } from "./cloth.js";
import { dolly } from "./dolly.js";
import { measures, nextPlace } from "./geometry.js";

/**
 * @typedef {import("../../table/game.d.ts").Pile} Pile
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("./types.d.ts").Cell} Cell
 * @typedef {import("./types.d.ts").Layout} Layout
 * @typedef {import("./types.d.ts").Measures} Measures
 * @typedef {import("./types.d.ts").Place} Place
 * @typedef {import("./types.d.ts").PlaceFigures} PlaceFigures
 * @typedef {import("./types.d.ts").Point} Point
 */

const LONG_PRESS = 430; // ms after which a press opens the description instead of betting
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * `placeChip(place)` is called for a bet, `figures()` returns what the place card needs, `key(event)` handles
 * keys that the layout does not use.
 * @param {{
 *   layout: Layout, i18n: I18n, placeChip: (place: string) => void, figures: () => PlaceFigures,
 *   key: (event: KeyboardEvent) => unknown,
 * }} options
 */
export function felt({ layout, i18n, placeChip, figures, key }) {
  const drawing = svg("svg", {
    class: "felt",
    role: "group",
    "aria-label": i18n.t("felt.name"),
    "aria-describedby": "felt-keys",
  });
  const info = card(layout, i18n);
  // What is known of the past is never shown without the sentence that it changes nothing.
  const past = el("p", { class: "honest felt-past", hidden: true }, i18n.t("frequencies.honest"));
  const root = el("div", { class: "felt-box" }, drawing, past, info.root);
  /** @type {Record<string, number> | null} */
  let counts = null;
  const hits = new Map();
  const drawn = new Map(); // the drawn chips by place, so that only changes are drawn again
  /** @type {Measures} */
  let size;
  /** @type {ReturnType<typeof cloth>} */
  let cover;
  /** @type {SVGGElement} */
  let counted;
  /** @type {SVGGElement} */
  let chips;
  /** @type {SVGGElement} */
  let marker;
  /** @type {Map<string, Point>} */
  let points;
  /** @type {string | null} */
  let highlighted = null;
  let focus = layout.list[0].id;
  /** @type {any} */
  let press = null;

  /** @param {boolean} upright */
  function build(upright) {
    size = measures(upright);
    points = new Map(layout.list.map((place) => [place.id, size.at(place.spot.u, place.spot.v)]));
    cover = cloth(layout, size, i18n);
    counted = svg("g", { class: "counted", "aria-hidden": "true" });
    drawCounts();
    chips = svg("g", { class: "chips", "aria-hidden": "true" });
    marker = dolly();
    drawn.clear();
    hits.clear();
    const zones = svg("g", { class: "hits" });
    for (const place of layout.touched) {
      const box = size.box(place.zone.u[0], place.zone.v[0], place.zone.u[1], place.zone.v[1]);
      const attributes = {
        role: "button",
        tabindex: place.id === focus ? 0 : -1,
        "aria-label": i18n.placeName(place.id),
      };
      const zone = svg("rect", { class: "hit", ...box, rx: 4, "data-place": place.id, ...attributes });
      hits.set(place.id, zone);
      zones.append(zone);
    }
    mark(drawing, "viewBox", `0 0 ${size.width} ${size.height}`);
    mark(root, "data-upright", upright);
    drawing.replaceChildren(...cover.nodes, counted, chips, marker, zones);
  }

  /** How often each number was drawn, in the corner of its square. */
  function drawCounts() {
    past.hidden = counts === null;
    const squares = counts ? layout.list.filter(({ kind }) => kind === "straight") : [];
    counted.replaceChildren(...squares.map(({ numbers: [number] }) => {
      const { u, v } = squareOf(number);
      const { x, y, width } = size.box(u[0], v[0], u[1], v[1]);
      return svg("text", { x: x + width - 9, y: y + 16, "text-anchor": "end" }, `${counts?.[number] ?? 0}×`);
    }));
  }

  // The card may cover the line of the round, but not the header above it.
  const frameOf = () => ({ width: root.clientWidth, top: root.getBoundingClientRect().top, ceiling: 64 });

  /** @param {string} number */
  const squareOf = (number) => /** @type {Cell} */ (layout.places.get(`straight:${number}`)?.spot.cell);

  /**
   * The part of the layout that belongs to a place: its numbers if they are few, otherwise its own point.
   * @param {Place} place
   */
  function aroundOf(place) {
    const [scale, edge] = [drawing.clientWidth / size.width, (root.clientWidth - drawing.clientWidth) / 2];
    const at = /** @type {Point} */ (points.get(place.id));
    const near = place.numbers.length > 6 ? [] : place.numbers.map((number) => squareOf(number));
    const boxes = near.map((cell) => size.box(cell.u[0], cell.v[0], cell.u[1], cell.v[1]));
    const top = Math.min(at.y - 18, ...boxes.map((box) => box.y));
    const bottom = Math.max(at.y + 18, ...boxes.map((box) => box.y + box.height));
    return { x: edge + at.x * scale, top: top * scale, bottom: bottom * scale };
  }

  /** @param {any} id @param {{ show?: boolean, finger?: boolean }} [options] */
  function highlight(id, { show = true, finger = false } = {}) {
    highlighted = id;
    const place = id && layout.places.get(id);
    cover.light(place?.covers, id);
    if (!place || !show) return void info.hide();
    info.show(place, figures(), aroundOf(place), frameOf(), finger);
  }

  /** @param {any} event */
  const placeUnder = (event) => {
    const node = event.pointerType === "mouse"
      ? event.target
      : document.elementFromPoint(event.clientX, event.clientY);
    return node?.closest?.(".hit")?.dataset.place ?? null;
  };

  drawing.addEventListener("pointermove", (event) => {
    const id = placeUnder(event);
    if (event.pointerType === "mouse") {
      if (id !== highlighted) highlight(id);
      return;
    }
    if (!press || id === highlighted) return;
    // The finger slides to another place; the press starts again there.
    clearTimeout(press.timer);
    press = { ...press, id, timer: press.isLong ? undefined : setTimeout(showDescription, LONG_PRESS) };
    highlight(id, { show: press.isLong, finger: true });
  });
  drawing.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && highlight(null));
  drawing.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const id = placeUnder(event);
    press = { id, isLong: false, timer: setTimeout(showDescription, LONG_PRESS) };
    highlight(id, { show: false });
  });
  function showDescription() {
    if (!press?.id) return;
    press.isLong = true;
    highlight(press.id, { finger: true });
  }
  /** @param {any} event */
  function lift(event) {
    if (event.pointerType === "mouse" || !press) return;
    clearTimeout(press.timer);
    const { id, isLong } = press;
    press = null;
    if (event.type === "pointerup" && id && !isLong) placeChip(id);
    highlight(null);
  }
  drawing.addEventListener("pointerup", lift);
  drawing.addEventListener("pointercancel", lift);
  drawing.addEventListener("contextmenu", (event) => event.pointerType !== "mouse" && event.preventDefault());
  drawing.addEventListener("click", (event) => {
    // A tap was handled when the finger was lifted; the remaining clicks come from a mouse or an assistive
    // technology.
    if (event.pointerType && event.pointerType !== "mouse") return;
    const id = closestTo(event.target, ".hit")?.dataset.place;
    if (id) {
      moveFocus(id, false);
      placeChip(id);
    }
  });

  /** @param {any} id @param {boolean} [move] */
  function moveFocus(id, move = true) {
    mark(hits.get(focus), "tabindex", -1);
    focus = id;
    mark(hits.get(focus), "tabindex", 0);
    if (move) hits.get(focus).focus({ preventScroll: false });
  }
  drawing.addEventListener("focusin", (event) => {
    const id = closestTo(event.target, ".hit")?.dataset.place;
    if (!id) return;
    if (id !== focus) moveFocus(id, false);
    if (closestTo(event.target, ":focus-visible") === event.target) highlight(id);
  });
  drawing.addEventListener("focusout", () => highlight(null));
  drawing.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (way) {
      const next = nextPlace(points, focus, way);
      if (next) moveFocus(next);
    } else if (event.key === "Enter" || event.key === " ") placeChip(focus);
    else if (!key(event)) return;
    event.preventDefault();
  });

  /**
   * Draws the chips of one place: `piles` are {cents, as, dx, dy}, `as` being their state.
   * @param {any} id
   * @param {Pile[]} piles
   */
  function drawPiles(id, piles) {
    const signature = piles.map((pile) => `${pile.as}${pile.cents}@${pile.dx ?? 0},${pile.dy ?? 0}`).join(
      "|",
    );
    if (drawn.get(id)?.signature === signature) return;
    drawn.get(id)?.node.remove();
    drawn.delete(id);
    if (!piles.length) return;
    const at = /** @type {Point} */ (points.get(id));
    const node = svg(
      "g",
      { class: "place-chips", transform: `translate(${at.x} ${at.y})` },
      ...piles.map(({ cents, as, dx = 0, dy = 0, rule }) => {
        const chip = as === "others" ? svg("circle", { class: "others", cx: dx, cy: dy, r: 3.4 }) : svg(
          "g",
          { class: "pile", "data-as": as, transform: dx || dy ? `translate(${dx} ${dy})` : null },
          svg("g", { class: "pile-body" }, chipStack(cents, i18n.figure)),
        );
        if (rule) chip.append(svg("title", {}, rule));
        return chip;
      }),
    );
    drawn.set(id, { signature, node });
    chips.append(node);
  }

  const labels = new Map();
  /** @param {any} id @param {number} stake */
  function updateLabel(id, stake) {
    const label = stake ? `${i18n.placeName(id)}, ${i18n.money(stake)}` : i18n.placeName(id);
    if (labels.get(hits.get(id)) === label) return;
    labels.set(hits.get(id), label);
    mark(hits.get(id), "aria-label", label);
  }

  build(false);
  return {
    root,
    drawing,
    /** @param {boolean} upright */
    turn(upright) {
      if (size.upright !== upright) {
        build(upright);
        labels.clear();
      }
    },
    get upright() {
      return size.upright;
    },
    /** @param {Record<string, number> | null} wanted */
    showCounts(wanted) {
      counts = wanted;
      drawCounts();
    },
    get showsCounts() {
      return counts !== null;
    },
    /**
     * Draws one frame: `piles` by place, the stakes for the labels, the number that is marked.
     * @param {{
     *   piles: Record<string, Pile[]>, mine: Stakes, number: string | undefined, won: Set<string> | null,
     *   open: boolean,
     * }} options
     */
    render({ piles, mine, number, won, open }) {
      for (const id of new Set([...drawn.keys(), ...Object.keys(piles)])) drawPiles(id, piles[id] ?? []);
      for (const place of layout.list) updateLabel(place.id, mine[place.id]);
      const described = highlighted && layout.places.get(highlighted);
      if (described) info.update(described, figures());
      cover.win(number, won);
      mark(root, "data-open", open);
      const at = number !== undefined && points.get(`straight:${number}`);
      mark(marker, "data-set", Boolean(at));
      if (at) mark(marker, "transform", `translate(${at.x} ${at.y})`);
    },
    /**
     * Highlights several places together: the stakes of a call bet.
     * @param {string[] | null} numbers
     */
    preview(numbers) {
      cover.light(numbers ? new Set(numbers) : null, null);
    },
  };
}
