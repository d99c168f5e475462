// The card that describes a place before a bet is placed: minimum, maximum, room left, prize.
// [AR-10] [AR-25] [FR-R11] [FR-R26]

import { compact, el, mark, write } from "../../dom.js";
import { prizeOf } from "./layout.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("./types.d.ts").Around} Around
 * @typedef {import("./types.d.ts").Layout} Layout
 * @typedef {import("./types.d.ts").Place} Place
 * @typedef {import("./types.d.ts").PlaceFigures} PlaceFigures
 */

/** @param {Layout} layout @param {I18n} i18n */
export function card(layout, i18n) {
  const { t, money } = i18n;
  const title = el("strong", { class: "card-title" });
  const covers = el("span", { class: "card-covers" });
  const rows = el("dl", { class: "card-rows" });
  const rule = el("span", { class: "card-rule" });
  const root = el(
    "div",
    { class: "card", role: "tooltip", id: "place-card" },
    el("p", { class: "card-head" }, title, covers),
    rows,
    rule,
  );

  let filled = "";
  /** @param {string} name @param {string} value */
  function row(name, value) {
    return el("div", {}, el("dt", {}, t(name)), el("dd", {}, value));
  }

  /**
   * @param {Place} place
   * @param {{ mine: Stakes, all: Stakes, chip: Cents, room?: Cents }} options
   */
  function fillFor(place, { mine, all, chip, room }) {
    const own = mine[place.id] ?? 0;
    const filling = [place.id, own, all[place.id], chip, room].join();
    if (filling === filled) return;
    filled = filling;
    const kind = layout.kinds[place.kind];
    // No prize is shown for a stake that the table does not accept.
    const stake = own || Math.max(kind.min, Math.min(chip, kind.max, room ?? Infinity));
    write(title, i18n.placeName(place.id));
    write(covers, place.numbers.length > 1 ? t("card.numbers", { count: place.numbers.length }) : "");
    const left = Math.min(kind.max - own, room ?? Infinity);
    rows.replaceChildren(...compact([
      own > 0 && row("card.mine", money(own)),
      row("card.minimum", money(kind.min)),
      row("card.maximum", `${money(kind.max)} (${kind.times}×)`),
      own > 0 && row("card.room", money(Math.max(0, left))),
      all[place.id] > own && row("card.others", money(all[place.id] - own)),
      row(
        "card.prize",
        t("card.prize.of", { stake: money(stake), prize: money(prizeOf(layout, place.kind, stake)) }),
      ),
    ]));
    write(rule, t("rules.named", { rules: `${kind.rules.max} · ${kind.rules.prize}` }));
  }

  return {
    root,
    /**
     * Shows the card above or below `around`, the part of the layout that it must not hide; `finger` keeps it
     * above the hand.
     * @param {Place} place
     * @param {PlaceFigures} figures
     * @param {Around} around
     * @param {{ width: number, top: number, ceiling: number }} frame
     * @param {boolean} finger
     */
    show(place, figures, around, frame, finger) {
      fillFor(place, figures);
      mark(root, "data-shown", true);
      const [w, h] = [root.offsetWidth, root.offsetHeight];
      const gap = finger ? 34 : 8;
      const x = Math.min(Math.max(4, around.x - w / 2), Math.max(4, frame.width - w - 4));
      const above = around.top - h - gap;
      const y = above > frame.ceiling - frame.top ? above : around.bottom + gap;
      root.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    },
    /**
     * The stakes may change while the card is shown: by a click, by others, by the end of the round.
     * @param {Place} place
     * @param {PlaceFigures} figures
     */
    update(place, figures) {
      if (root.hasAttribute("data-shown")) fillFor(place, figures);
    },
    hide() {
      mark(root, "data-shown", null);
    },
  };
}
