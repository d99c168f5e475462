// The card that describes a chance before a bet is placed: limits, room, prize, commission.  [PB-14] [PB-32]
// [PB-41]

import { compact, el, mark, write } from "../../dom.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").ChanceFacts} ChanceFacts
 */

/** @param {{ i18n: I18n, chanceFacts: (id: string) => ChanceFacts }} options */
export function createChanceCard({ i18n, chanceFacts }) {
  const title = el("strong", { class: "tell-title" });
  const list = el("dl", { class: "tell-rows" });
  const rule = el("span", { class: "rule-id" });
  const root = el("div", { class: "zone-card", role: "tooltip" }, title, list, rule);
  /** @type {any} */
  let shownChance = null;
  let drawnSignature = "";

  function fill() {
    const facts = chanceFacts(shownChance);
    write(title, i18n.placeName(shownChance));
    list.replaceChildren(
      ...compact(facts.list).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
    );
    write(rule, facts.rules);
  }

  return {
    root,
    /** @param {string} id @param {Element} node @param {boolean} [isTouch] */
    show(id, node, isTouch = false) {
      shownChance = id;
      fill();
      mark(root, "data-shown", true);
      const [frame, box] = [
        /** @type {HTMLElement} */ (root.parentElement).getBoundingClientRect(),
        node.getBoundingClientRect(),
      ];
      const x = box.left - frame.left + box.width / 2 - root.offsetWidth / 2;
      root.style.setProperty(
        "--at-x",
        `${Math.round(Math.min(Math.max(4, x), frame.width - root.offsetWidth - 4))}px`,
      );
      root.style.setProperty(
        "--at-y",
        `${Math.round(box.top - frame.top - root.offsetHeight - (isTouch ? 24 : 6))}px`,
      );
    },
    hide() {
      shownChance = null;
      mark(root, "data-shown", null);
    },
    /**
     * Keeps the figures up to date while the card is open: room and bets change with everybody's bets.
     * @param {string} signature
     */
    refresh(signature) {
      if (shownChance && drawnSignature !== signature) fill();
      drawnSignature = signature;
    },
  };
}
