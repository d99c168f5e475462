// The chances as printed places: a pointer, a finger or a key on one of them lays the chip in use. Each says
// what it pays, what the
// house deducts, what lies on it, and at a table with a maximum of prizes how much still has room there.
// [PB-6a] [PB-9a] [PB-10] [PB-14] [PB-25a] [PB-26] [PB-32] [PB-41]

import { chipStack } from "../../table/chips.js";
import { closestTo, mark, svg, write } from "../../dom.js";
import { zonesFor } from "./layout.js";

const LONG = 430; // ms until a press means "tell me", not "bet"

export function zones({ describe, i18n, lay, tell }) {
  const { t, money } = i18n;
  const drawing = svg("svg", { class: "zones" });
  const spots = new Map();
  let shape = null;
  let plan;
  let press = null;
  const offered = Object.keys(describe.kinds);
  const charged = describe.commission;

  const bears = () =>
    t(`pb.commission.rule${charged.scores ? ".scores" : ""}${charged.of === "all-prizes" ? ".all" : ""}`, {
      percent: charged.percent,
      scores: (charged.scores ?? []).join(` ${t("pb.or")} `),
    });
  const pays = (id) =>
    t("pb.pays", { won: describe.kinds[id].prize[0], staked: describe.kinds[id].prize[1] });
  /** What the house deducts stands printed where it is deducted.  [PB-26a] [PB-26b] */
  const deducts = (
    id,
  ) => (charged.percent && (id === "banco" || charged.of === "all-prizes")
    ? t(charged.scores ? "pb.commission.scores" : "pb.commission", {
      percent: charged.percent,
      scores: (charged.scores ?? []).join(` ${t("pb.or")} `),
    })
    : "");

  function place(zone) {
    const { id, path, deep, seat, side, printed } = zone;
    const label = (name, part, size, text = []) => {
      const { x, y, turn } = deep(part);
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
    const [named, pay, charge, lies] = printed;
    const together = (...texts) => texts.filter(Boolean).join(" · ");
    // Lines that have the same place are one line.
    const lines = named === pay
      ? [
        label("zone-name", named, size * 0.86, [
          t(`pb.print.${id}`),
          svg(
            "tspan",
            { class: "zone-aside", "font-size": small, dx: small },
            together(pays(id), deducts(id)),
          ),
        ]),
      ]
      : [
        label("zone-name", named, size, t(`pb.print.${id}`)),
        label("zone-pays", pay, small, pay === charge ? together(pays(id), deducts(id)) : pays(id)),
        pay !== charge && deducts(id) ? label("zone-pays", charge, small, deducts(id)) : null,
      ];
    const live = label("zone-live", lies, small * 0.94);
    const others = svg("g", { class: "zone-others" });
    const chips = svg("g", { class: "zone-chips" });
    const marks = side || shape === "wide"
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
      ...marks,
      others,
      chips,
    );
    return { zone, root, live, others, chips, marks, drawn: {} };
  }

  function lift(event) {
    if (!press) return;
    clearTimeout(press.timer);
    const told = press.told;
    press = null;
    if (told) {
      event.preventDefault();
      tell.hide();
    }
    return told;
  }
  const under = (event) => event.target.closest?.(".zone")?.dataset.place;
  let swallow = false; // the click that ends a long press lays nothing
  drawing.addEventListener("pointerdown", (event) => {
    const id = under(event);
    swallow = false;
    if (!id || event.pointerType === "mouse") return;
    press = {
      told: false,
      timer: setTimeout(() => {
        press.told = true;
        tell.show(id, spots.get(id).root, true);
      }, LONG),
    };
  });
  drawing.addEventListener("pointerup", (event) => {
    swallow = Boolean(lift(event));
  });
  drawing.addEventListener("pointercancel", lift);
  drawing.addEventListener("contextmenu", (event) => {
    if (event.pointerType !== "mouse") event.preventDefault();
  });
  drawing.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && under(event)) tell.show(under(event), spots.get(under(event)).root);
  });
  drawing.addEventListener("pointerleave", () => tell.hide());
  drawing.addEventListener("click", (event) => {
    const id = under(event);
    if (id && !swallow) lay(id);
    swallow = false;
  });
  drawing.addEventListener("focusin", (event) => {
    if (closestTo(event.target, ":focus-visible") === event.target && under(event)) {
      tell.show(under(event), spots.get(under(event)).root);
    }
  });
  drawing.addEventListener("focusout", () => tell.hide());
  drawing.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey || event.metaKey || event.altKey || event.repeat ||
      (event.key !== "Enter" && event.key !== " ")
    ) return;
    const id = under(event);
    if (id) {
      lay(id);
      event.preventDefault();
    }
  });

  function drawChips(spot, piles) {
    const signature = JSON.stringify(piles);
    if (spot.drawn.piles === signature) return;
    spot.drawn.piles = signature;
    const { chips: { x, y }, own } = spot.zone;
    spot.chips.replaceChildren(
      ...piles.map(({ cents, as, dx = 0, dy = 0, charged: less }) =>
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
          less > 0 &&
            svg(
              "text",
              { class: "pile-less", ...beside(), "dominant-baseline": "central" },
              t("pb.less", { commission: money(less) }),
            ),
        )
      ),
    );
  }

  /** The commission stands below the prize; in a low room, where there is no place below it, before the chips. */
  const beside =
    () => (shape === "low"
      ? { x: -47, y: 9, "text-anchor": "end" }
      : { x: 0, y: 20, "text-anchor": "middle" });

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
    bears,
    deducts,
    pays,
    build(next) {
      shape = next;
      plan = zonesFor(shape, offered, describe.seats);
      spots.clear();
      for (const zone of plan.list) spots.set(zone.id, place(zone));
      // In the order in which one reads: ponto, banca, tie, pairs.
      drawing.replaceChildren(...[...spots.values()].map((spot) => spot.root));
    },
    /** `say(id)` is the line under the prize, `label(id)` what is read aloud. */
    render({ piles, others, won, open, seat, say, label }) {
      for (const [id, spot] of spots) {
        drawChips(spot, piles[id] ?? []);
        drawOthers(spot, others[id] ?? {});
        write(spot.live, say(id));
        mark(spot.root, "data-laid", Boolean(piles[id]?.length));
        mark(spot.root, "data-won", won.includes(id));
        mark(spot.root, "data-open", open);
        mark(spot.root, "aria-disabled", open ? null : "true");
        mark(spot.root, "aria-label", label(id));
        spot.marks.forEach((node, at) => {
          mark(node, "data-mine", at + 1 === seat);
          mark(node, "data-taken", Boolean(others[id]?.[at + 1]));
        });
      }
    },
  };
}
