// The two hands: punto on the left, banco on the right. Four cards come one at a time and lie face down;
// punto's two are turned, then
// banco's; a third card lies across, apart from the first two.  [PB-17] [PB-18] [PB-20] [PB-21]

import { createHand } from "../../table/cards/card.js";
import { CARD_TIME } from "../../table/cards/deal_animation.js";
import { el, mark, write } from "../../dom.js";
import { scoreOf, told } from "./read.js";

const ORDER = ["punto", "banco", "punto", "banco"]; // as they leave the shoe  [PB-17]

export function hands({ i18n }) {
  const { t } = i18n;
  let deal = null;

  function side(name) {
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
    return { root, score, move, pair: createHand(i18n, pair), third: createHand(i18n, third) };
  }

  const sides = { punto: side("punto"), banco: side("banco") };
  const root = el("div", { class: "pb-hands" }, sides.punto.root, sides.banco.root);

  /** What a hand does after its first two cards, in two words; why stands below.  [PB-20] */
  function moveOf(said, step) {
    if (!said?.cards || step.name === "turn") return "";
    if (said.natural) return t("pb.natural", { score: said.move?.on ?? said.score });
    if (!said.move) return "";
    return t(`pb.move.${said.move.code}`);
  }

  return {
    root,
    start(dealer) {
      deal = dealer;
    },
    get cards() {
      return Object.values(sides).flatMap((each) => [...each.pair.cards, ...each.third.cards]);
    },
    render({ game, step, playing, winner }) {
      const added = { punto: [], banco: [] };
      for (const [name, node] of Object.entries(sides)) {
        const said = game.hands?.[name];
        const pair = node.pair.render(said?.cards ?? Array.from({ length: said?.down ?? 0 }, () => ""));
        const third = node.third.render(said?.third ? [said.third] : []);
        added[name] = pair.added;
        if (pair.turned.length) deal.turnOver(pair.turned);
        if (third.added.length && playing.some((event) => event.t === "card-drawn" && event.hand === name)) {
          deal.flyIn(third.added);
        }
        write(node.score, scoreOf(said, name, step));
        write(node.move, moveOf(said, step));
        mark(node.move, "data-natural", said?.natural);
        const over = told(game, step, "count");
        mark(
          node.root,
          "data-as",
          over ? (winner === name ? "won" : winner === "tie" ? "tie" : "lost") : null,
        );
      }
      if (!playing.some((event) => event.t === "card-dealt")) return;
      const next = { punto: 0, banco: 0 };
      ORDER.forEach((name, at) => {
        const card = added[name][next[name]];
        next[name] += 1;
        if (card) deal.flyIn([card], { turned: false, wait: at * CARD_TIME });
      });
    },
  };
}
