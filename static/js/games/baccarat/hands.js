// The two hands: punto on the left, banco on the right. Four cards are dealt one at a time, face down;
// punto's two are turned, then banco's. A third card lies across, apart from the first two.  [PB-17] [PB-18]
// [PB-20] [PB-21]

import { createHand } from "../../table/cards/card.js";
import { CARD_TIME } from "../../table/cards/deal_animation.js";
import { el, mark, write } from "../../dom.js";
import { isReached, visibleScore } from "./selectors.js";
import { createSqueeze } from "./squeeze.js";

/**
 * @typedef {import("../../table/cards/deal_animation.js").DealAnimation} DealAnimation
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Hand} Hand
 * @typedef {import("./types.d.ts").Step} Step
 */

const ORDER = ["punto", "banco", "punto", "banco"]; // the order in which they leave the shoe  [PB-17]

/** @param {{ i18n: I18n, isSqueezed: () => boolean }} options */
export function createHands({ i18n, isSqueezed }) {
  const { t } = i18n;
  /** @type {DealAnimation} */
  let deal;

  /** @param {string} name */
  function createSide(name) {
    const [pair, third] = [el("div", { class: "pair-cards" }), el("div", { class: "third-card" })];
    const score = el("span", { class: "hand-score" });
    const move = el("span", { class: "pill hand-move" });
    const head = el(
      "p",
      { class: "hand-head" },
      el("span", { class: "hand-name" }, t(`pb.print.${name}`)),
      score,
    );
    const root = el(
      "div",
      { class: "pb-hand", "data-hand": name, role: "group", "aria-label": t(`kind.${name}`) },
      head,
      el("div", { class: "hand-lies" }, pair, third),
      move,
    );
    const squeeze = createSqueeze({ root, name, pair, isChosen: isSqueezed });
    return { root, score, move, squeeze, pair: createHand(i18n, pair), third: createHand(i18n, third) };
  }

  const sides = { punto: createSide("punto"), banco: createSide("banco") };
  const root = el("div", { class: "pb-hands" }, sides.punto.root, sides.banco.root);

  /**
   * What a hand does after its first two cards, in two words.  [PB-20]
   * @param {Hand | undefined} handView
   * @param {Step} step
   */
  function moveText(handView, step) {
    if (!handView?.cards || step.name === "turn") return "";
    if (handView.natural) return t("pb.natural", { score: handView.move?.on ?? handView.score });
    if (!handView.move) return "";
    return t(`pb.move.${handView.move.code}`);
  }

  return {
    root,
    /** @param {DealAnimation} dealer */
    start(dealer) {
      deal = dealer;
    },
    get cards() {
      return Object.values(sides).flatMap((side) => [...side.pair.cards, ...side.third.cards]);
    },
    /** @param {{ game: GameView, step: Step, playing: GameEvent[], winner: string | undefined }} options */
    render({ game, step, playing, winner }) {
      /** @type {Record<string, HTMLElement[]>} */
      const added = { punto: [], banco: [] };
      for (const [name, node] of Object.entries(sides)) {
        const handView = game.hands?.[/** @type {"punto" | "banco"} */ (name)];
        const pair = node.pair.render(
          handView?.cards ?? Array.from({ length: handView?.down ?? 0 }, () => ""),
        );
        const third = node.third.render(handView?.third ? [handView.third] : []);
        added[name] = pair.added;
        if (pair.turned.length && !node.squeeze.begin(pair.turned, step)) deal.turnOver(pair.turned);
        node.squeeze.render(step);
        if (third.added.length && playing.some((event) => event.t === "card-drawn" && event.hand === name)) {
          deal.flyIn(third.added);
        }
        write(node.score, node.squeeze.isCovering ? "" : visibleScore(handView, name, step));
        write(node.move, moveText(handView, step));
        mark(node.move, "data-natural", handView?.natural);
        const isCounted = isReached(game, step, "count");
        mark(
          node.root,
          "data-as",
          isCounted ? (winner === name ? "won" : winner === "tie" ? "tie" : "lost") : null,
        );
      }
      if (!playing.some((event) => event.t === "card-dealt")) return;
      /** @type {Record<string, number>} */
      const next = { punto: 0, banco: 0 };
      ORDER.forEach((name, index) => {
        const card = added[name][next[name]];
        next[name] += 1;
        if (card) deal.flyIn([card], { turned: false, wait: index * CARD_TIME });
      });
    },
  };
}
