// The chances as printed zones: a click, touch or key places the chip in use. Each zone shows what it pays,
// what is deducted, what is staked on it, and at a table with a maximum of prizes the room that is left.
// [PB-6a] [PB-9a] [PB-10] [PB-14] [PB-25a] [PB-26] [PB-32] [PB-41]

import { chipStack } from "../../table/chips.js";
import { closestTo, mark, svg, write } from "../../dom.js";
import { zonesFor } from "./layout.js";

/**
 * @typedef {import("../../dom.js").Child} Child
 * @typedef {import("../../table/game.d.ts").Pile} Pile
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("./types.d.ts").ChanceCard} ChanceCard
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").DrawnZone} DrawnZone
 * @typedef {import("./types.d.ts").Zone} Zone
 * @typedef {import("./types.d.ts").ZoneFrame} ZoneFrame
 */

const LONG_PRESS = 430; // ms after which a press opens the description instead of betting

/**
 * @param {{
 *   describe: Description, i18n: I18n, placeChip: (place: string) => void, chanceCard: ChanceCard,
 * }} options
 */
export function createZones({ describe, i18n, placeChip, chanceCard }) {
  const { t, money } = i18n;
  const drawing = svg("svg", { class: "zones" });
  /** @type {Map<string, DrawnZone>} */
  const spots = new Map();
  /** @type {any} */
  let shape = null;
  /** @type {any} */
  let plan;
  /** @type {any} */
  let press = null;
  const offered = Object.keys(describe.kinds);
  const commission = describe.commission;

  /** @param {string} id */
  const rootOf = (id) => /** @type {DrawnZone} */ (spots.get(id)).root;

  const commissionTerms = () =>
    t(
      `pb.commission.rule${commission.scores ? ".scores" : ""}${
        commission.of === "all-prizes" ? ".all" : ""
      }`,
      {
        percent: commission.percent,
        scores: (commission.scores ?? []).join(` ${t("pb.or")} `),
      },
    );
  /** @param {string} id */
  const prizeText = (id) =>
    t("pb.pays", { won: describe.kinds[id].prize[0], staked: describe.kinds[id].prize[1] });
  /**
   * A deduction is printed on the zone to which it applies.  [PB-26a] [PB-26b]
   * @param {string} id
   */
  const commissionText = (
    id,
  ) => (commission.percent && (id === "banco" || commission.of === "all-prizes")
    ? t(commission.scores ? "pb.commission.scores" : "pb.commission", {
      percent: commission.percent,
      scores: (commission.scores ?? []).join(` ${t("pb.or")} `),
    })
    : "");

  /** @param {Zone} zone */
  function createZone(zone) {
    const { id, path, pointAt, seat, side, printed } = zone;
    /** @param {string} name @param {number} part @param {number} size @param {Child | Child[]} [text] */
    const label = (name, part, size, text = []) => {
      const { x, y, turn } = pointAt(part);
      return svg("text", {
        class: name,
        x,
        y,
        "font-size": size,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        transform: `rotate(${turn.toFixed(2)} ${x.toFixed(1)} ${y.toFixed(1)})`,
      }, text);
    };
    const [large, small] = plan.text;
    const size = side ? large : large * 0.69;
    const [nameLine, prizeLine, commissionLine, liveLine] = printed;
    /** @param {...string} texts */
    const joined = (...texts) => texts.filter(Boolean).join(" · ");
    // Texts with the same position share a line.
    const lines = nameLine === prizeLine
      ? [
        label("zone-name", nameLine, size * 0.86, [
          t(`pb.print.${id}`),
          svg(
            "tspan",
            { class: "zone-aside", "font-size": small, dx: small },
            joined(prizeText(id), commissionText(id)),
          ),
        ]),
      ]
      : [
        label("zone-name", nameLine, size, t(`pb.print.${id}`)),
        label(
          "zone-pays",
          prizeLine,
          small,
          prizeLine === commissionLine ? joined(prizeText(id), commissionText(id)) : prizeText(id),
        ),
        prizeLine !== commissionLine && commissionText(id)
          ? label("zone-pays", commissionLine, small, commissionText(id))
          : null,
      ];
    const live = label("zone-live", liveLine, small * 0.94);
    const others = svg("g", { class: "zone-others" });
    const chips = svg("g", { class: "zone-chips" });
    const seatMarks = side || shape === "wide"
      ? Array.from({ length: describe.seats }, (_, at) => {
        const { x, y } = seat(at + 1);
        return svg("text", {
          class: "zone-seat",
          x,
          y,
          "font-size": plan.seat * 1.36,
          "text-anchor": "middle",
          "dominant-baseline": "central",
          "data-seat": at + 1,
        }, at + 1);
      })
      : [];
    const ground = svg("path", { class: "zone-ground", d: path });
    const root = svg(
      "g",
      { class: "zone", role: "button", tabindex: 0, "data-place": id, "data-kind": side ? "side" : "more" },
      ground,
      ...lines.filter(Boolean),
      live,
      ...seatMarks,
      others,
      chips,
    );
    return { zone, root, live, others, chips, seatMarks, drawn: {} };
  }

  /** @param {any} event */
  function endPress(event) {
    if (!press) return;
    clearTimeout(press.timer);
    const wasLongPress = press.isLong;
    press = null;
    if (wasLongPress) {
      event.preventDefault();
      chanceCard.hide();
    }
    return wasLongPress;
  }
  /** @param {any} event */
  const zoneAt = (event) => event.target.closest?.(".zone")?.dataset.place;
  let ignoreClick = false; // the click that ends a long press places no bet
  drawing.addEventListener("pointerdown", (event) => {
    const id = zoneAt(event);
    ignoreClick = false;
    if (!id || event.pointerType === "mouse") return;
    press = {
      isLong: false,
      timer: setTimeout(() => {
        press.isLong = true;
        chanceCard.show(id, rootOf(id), true);
      }, LONG_PRESS),
    };
  });
  drawing.addEventListener("pointerup", (event) => {
    ignoreClick = Boolean(endPress(event));
  });
  drawing.addEventListener("pointercancel", endPress);
  drawing.addEventListener("contextmenu", (event) => {
    if (event.pointerType !== "mouse") event.preventDefault();
  });
  drawing.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && zoneAt(event)) {
      chanceCard.show(zoneAt(event), rootOf(zoneAt(event)));
    }
  });
  drawing.addEventListener("pointerleave", () => chanceCard.hide());
  drawing.addEventListener("click", (event) => {
    const id = zoneAt(event);
    if (id && !ignoreClick) placeChip(id);
    ignoreClick = false;
  });
  drawing.addEventListener("focusin", (event) => {
    if (closestTo(event.target, ":focus-visible") === event.target && zoneAt(event)) {
      chanceCard.show(zoneAt(event), rootOf(zoneAt(event)));
    }
  });
  drawing.addEventListener("focusout", () => chanceCard.hide());
  drawing.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey || event.metaKey || event.altKey || event.repeat ||
      (event.key !== "Enter" && event.key !== " ")
    ) return;
    const id = zoneAt(event);
    if (id) {
      placeChip(id);
      event.preventDefault();
    }
  });

  /** @param {DrawnZone} spot @param {Pile[]} piles */
  function drawChips(spot, piles) {
    const signature = JSON.stringify(piles);
    if (spot.drawn.piles === signature) return;
    spot.drawn.piles = signature;
    const { chips: { x, y }, own } = spot.zone;
    spot.chips.replaceChildren(
      ...piles.map(({ cents, as, dx = 0, dy = 0, charged: deduction }) =>
        svg(
          "g",
          {
            class: "pile",
            "data-as": as,
            transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${
              own.toFixed(2)
            }) translate(${dx} ${dy})`,
          },
          svg("g", { class: "pile-body" }, chipStack(cents, i18n.figure)),
          (deduction ?? 0) > 0 &&
            svg(
              "text",
              { class: "pile-less", ...commissionPosition(), "dominant-baseline": "central" },
              t("pb.less", { commission: money(deduction ?? 0) }),
            ),
        )
      ),
    );
  }

  /** The commission is written below the prize; on a low cloth, where there is no room, before the chips. */
  const commissionPosition =
    () => (shape === "low"
      ? { x: -47, y: 9, "text-anchor": "end" }
      : { x: 0, y: 20, "text-anchor": "middle" });

  /** @param {DrawnZone} spot @param {Stakes} bySeat */
  function drawOthers(spot, bySeat) {
    const signature = JSON.stringify(bySeat);
    if (spot.drawn.others === signature) return;
    spot.drawn.others = signature;
    spot.others.replaceChildren(
      ...Object.entries(bySeat).map(([number, cents]) => {
        const { x, y } = spot.zone.seat(Number(number));
        return svg(
          "g",
          { class: "other-chip", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
          svg("title", {}, t("pb.other", { place: number, stake: money(cents) })),
          svg("circle", { r: plan.seat }),
          svg("text", {
            "font-size": plan.seat * 1.25,
            "text-anchor": "middle",
            "dominant-baseline": "central",
            y: 0.4,
          }, number),
        );
      }),
    );
  }

  return {
    drawing,
    commissionTerms,
    commissionText,
    prizeText,
    /** @param {string} next */
    build(next) {
      shape = next;
      plan = zonesFor(shape, offered, describe.seats);
      spots.clear();
      for (const zone of plan.list) spots.set(zone.id, createZone(zone));
      // In reading order: ponto, banca, tie, pairs.
      drawing.replaceChildren(...[...spots.values()].map((spot) => spot.root));
    },
    /**
     * `roomText(id)` is the line under the prize, `label(id)` the label for screen readers.
     * @param {ZoneFrame} frame
     */
    render({ piles, others, won, open, seat, roomText, label }) {
      for (const [id, spot] of spots) {
        drawChips(spot, piles[id] ?? []);
        drawOthers(spot, others[id] ?? {});
        write(spot.live, roomText(id));
        mark(spot.root, "data-laid", Boolean(piles[id]?.length));
        mark(spot.root, "data-won", won.includes(id));
        mark(spot.root, "data-open", open);
        mark(spot.root, "aria-disabled", open ? null : "true");
        mark(spot.root, "aria-label", label(id));
        spot.seatMarks.forEach((node, at) => {
          mark(node, "data-mine", at + 1 === seat);
          mark(node, "data-taken", Boolean(others[id]?.[at + 1]));
        });
      }
    },
  };
}
