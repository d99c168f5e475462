// The table of blackjack as it is drawn: places with their chips and hands, the bank, the line of the
// insurance, the shoe.
// [BJ-4a] [BJ-7] [BJ-14a] [BJ-14b] [BJ-15f] [BJ-17] [BJ-21b] [BJ-31]

import { createHand } from "../../table/cards/card.js";
import { cardPositions } from "../../table/cards/deal_animation.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { arcPoints, seatPlaces } from "../../table/cards/seats.js";
import { cardTable } from "../../table/cards/card_table.js";
import { el, mark, svg, write } from "../../dom.js";
import { layoutFor, printing, shapesFor } from "./cloth.js";
import { pilesOf, stateOf, totalText } from "./read.js";

const PACK = 52;

export function stage({ describe, i18n, press }) {
  const { t, money } = i18n;
  const names = describe.places;
  const labels = new Map();
  const seats = seatPlaces({ i18n, names, press, labelOf: (name) => labels.get(name) });
  const hands = new Map(); // "place:hand" -> what draws it
  const insured = new Map(
    names.map((
      name,
    ) => [name, svg("svg", { class: "insured", viewBox: "-30 -30 60 60", "aria-hidden": "true" })]),
  );
  const bankCards = el("div", { class: "fan open bank-cards" });
  const bankTotal = el("span", { class: "pill bank-total" });
  const bank = createHand(i18n, bankCards);
  let deal = null;

  const table = cardTable({
    i18n,
    printedLines: printing(describe, i18n),
    shapes: shapesFor(names.length),
    onShape(shape) {
      const { seats: arc, insurance } = layoutFor(shape, names.length);
      const points = arcPoints(names.length, { x: 50, ...arc });
      seats.moveTo(points);
      names.forEach((name, at) => {
        const { style } = insured.get(name);
        style.setProperty("--x", `${(50 + (points[at].x - 50) * insurance[0]).toFixed(2)}%`);
        style.setProperty("--y", `${(arc.y + (points[at].y - arc.y) * insurance[1]).toFixed(2)}%`);
      });
    },
  });
  table.bank.append(bankCards, bankTotal);
  table.surface.append(...insured.values(), seats.root);
  table.surface.append(table.layer);
  mark(table.root, "data-places", names.length);

  function handNode(place, index) {
    const key = `${place}:${index}`;
    if (!hands.has(key)) {
      const fan = el("div", { class: "fan" });
      const [figure, word, net] = [
        el("span", {}),
        el("span", { class: "hand-word" }),
        el("span", { class: "hand-net", "aria-hidden": "true" }),
      ];
      const total = el("span", { class: "pill" }, figure, word, net);
      const more = el("span", { class: "pill special" });
      const root = el(
        "div",
        { class: "hand", "data-hand": index },
        el("div", { class: "hand-says" }, more, total),
        fan,
      );
      seats.of(place).cards.append(root);
      hands.set(key, { root, total, figure, word, net, more, cards: createHand(i18n, fan), fan });
    }
    return hands.get(key);
  }

  /** What a hand won or lost, for where a word has no room. */
  function netText({ prize = 0, lost = 0 }) {
    const net = prize - lost;
    return net ? `${net > 0 ? "+" : "−"}${i18n.figure(net, false)}` : "0";
  }

  /** New cards travel only where the house has just dealt them; a card that changes its hand in a split does not. */
  function travel(told, dealt, turned) {
    if (dealt) deal.flyIn(told.added.slice(-1), { turned });
    if (told.turned.length) deal.turnOver(told.turned);
  }

  function drawHand(place, index, one, { step, playing, turn, early }) {
    const node = handNode(place, index);
    const dealt = playing.some((event) =>
      event.t === "card-dealt" && event.place === place && (event.hand ?? 0) === index
    );
    travel(node.cards.render(one.cards), dealt, true);
    const state = step === "collect" && !early && !one.lost ? null : stateOf(one);
    mark(node.root, "data-turn", turn);
    mark(node.root, "data-state", state);
    mark(node.fan, "data-doubled", one.doubled && one.cards.length > 2);
    write(node.figure, totalText(one, t));
    write(node.word, state ? ` · ${t(`bj.state.${state}`)}` : "");
    write(node.net, state ? ` ${netText(one)}` : "");
    mark(node.total, "data-as", state === "won" ? "won" : state ? "lost" : null);
    write(node.more, one.special ? t("bj.special", { prize: money(one.special) }) : "");
  }

  function clear(place, from) {
    for (let index = from; hands.has(`${place}:${index}`); index += 1) {
      const node = hands.get(`${place}:${index}`);
      node.root.remove();
      hands.delete(`${place}:${index}`);
    }
  }

  function drawPlace(place, { view, step, open, options, waiting, refused }) {
    const game = view.table.game ?? {};
    const box = game.places?.[place];
    const mine = view.mine?.seat !== undefined && !view.mine.ended &&
      (box ? box.seat === view.mine.seat : String(view.mine.seat) === place);
    const room = options?.bet?.[place];
    const full = mine && box && !room; // whoever presses it is told the maximum  [BJ-9]
    const settledNow = (index) =>
      view.playing.some((event) =>
        event.t === "hand-settled" && event.place === place && (event.hand ?? 0) === index
      );
    const turn = game.turn?.place === place ? game.turn : null;
    const dealt = box?.hands?.some((one) => one.cards.length);
    (dealt ? box.hands : []).forEach((one, index) =>
      drawHand(place, index, one, {
        step,
        playing: view.playing,
        turn: turn?.hand === index,
        early: !settledNow(index),
      })
    );
    clear(place, dealt ? box.hands.length : 0);
    mark(seats.of(place).cards, "data-hands", dealt ? Math.min(5, box.hands.length) : null);
    seats.drawChips(
      place,
      pilesOf(box, {
        step,
        early: (index) => !settledNow(index),
        sending: waiting[place],
        refused: refused.reduce((sum, on) => sum + (on[place] ?? 0), 0),
      }),
    );
    drawInsurance(place, box, step);
    const bet = box ? money(box.bet) : "";
    labels.set(
      place,
      [
        t("seat.place", { place }),
        t(mine ? "seat.mine" : box ? "seat.other" : "seat.free"),
        bet,
        open && room ? t("bj.spot", { minimum: money(room.min), maximum: money(room.max) }) : "",
      ].filter(Boolean).join(", "),
    );
    seats.render(place, {
      title: mine ? `${place} · ${t("seat.mine")}` : place,
      turn: Boolean(turn),
      mine,
      open: Boolean(open && (room || full)),
      state: game.asked?.includes(place) ? "asked" : null,
    });
  }

  function drawInsurance(place, box, step) {
    const { insurance = 0, insurance_back: back = 0, insurance_prize: prize = 0, insurance_lost: lost = 0 } =
      box ?? {};
    const piles = [];
    if (lost) piles.push({ cents: lost, as: "lost" });
    else if (back) piles.push({ cents: back, as: "won" }, { cents: prize, as: "prize", dx: 24, dy: 4 });
    else if (insurance) piles.push({ cents: insurance, as: "accepted" });
    mark(insured.get(place), "data-step", step);
    drawPiles(insured.get(place), piles, i18n.figure);
  }

  function drawBank(view) {
    const { bank: said } = view.table.game ?? {};
    const names = said ? [...said.cards, ...(said.down ? [""] : [])] : [];
    const dealt = view.playing.some((event) => event.t === "bank-dealt" || event.t === "hole-dealt");
    const hole = view.playing.some((event) => event.t === "hole-dealt");
    travel(bank.render(names), dealt, !hole);
    write(
      bankTotal,
      said?.cards.length
        ? (said.result === "blackjack" ? t("bj.blackjack") : totalText({ ...said, done: said.result }, t))
        : "",
    );
    mark(bankTotal, "data-as", said?.result ?? null);
    mark(table.bank, "data-turn", view.table.game?.phase === "bank");
  }

  return {
    root: table.root,
    shoe: table.shoe,
    discard: table.discard,
    /** On a small screen the hand to decide on may lie outside of what is view. */
    reveal(place, still) {
      if (place) {
        seats.of(place).circle.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
      }
    },
    start(dealer) {
      deal = dealer;
      table.start();
    },
    render(given) {
      const { view } = given;
      const game = view.table.game ?? {};
      // Before the next bets the cards of the round go face down to the tray of dealt cards.
      const gone = !game.bank && bank.cards.length
        ? cardPositions([...table.root.querySelectorAll(".pcard")])
        : [];
      for (const place of names) drawPlace(place, given);
      drawBank(view);
      if (gone.length) deal.flyOut(gone, table.layer);
      if (game.shoe) {
        table.showShoe(game.shoe.left, PACK * game.shoe.decks, game.shoe.last);
        const lies = table.root.querySelectorAll(".pcard:not(.pcard-ghost)").length;
        table.showDiscardPile(Math.max(0, PACK * game.shoe.decks - game.shoe.left - lies));
      }
      mark(table.root, "data-open", given.open);
    },
  };
}
