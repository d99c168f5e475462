// The drawing of a blackjack table: places with their chips and hands, the bank, the insurance line, the
// shoe.
// [BJ-4a] [BJ-7] [BJ-14a] [BJ-14b] [BJ-15f] [BJ-17] [BJ-21b] [BJ-31]

import { createHand } from "../../table/cards/card.js";
import { cardPositions } from "../../table/cards/deal_animation.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { arcPoints, seatPlaces } from "../../table/cards/seats.js";
import { cardTable } from "../../table/cards/card_table.js";
import { isPartner } from "../../table/house_players.js";
import { el, mark, svg, write } from "../../dom.js";
import { layoutFor, printedLines, shapesFor } from "./printing.js";
import { boxWithChips, handState, pilesOf, totalText } from "./selectors.js";

/**
 * @typedef {import("../../table/cards/card.js").HandChanges} HandChanges
 * @typedef {import("../../table/cards/deal_animation.js").DealAnimation} DealAnimation
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").Frame} Frame
 * @typedef {import("./types.d.ts").Hand} Hand
 * @typedef {import("./types.d.ts").Options} Options
 * @typedef {import("./types.d.ts").Place} Place
 */

const PACK_SIZE = 52;

/** @param {{ describe: Description, i18n: I18n, press: (place: string) => void }} options */
export function tableDrawing({ describe, i18n, press }) {
  const { t, money } = i18n;
  const names = describe.places;
  const labels = new Map();
  const seats = seatPlaces({
    i18n,
    names,
    press,
    /** @param {string} name */
    labelOf: (name) => labels.get(name),
  });
  const hands = new Map(); // the nodes of each hand, by "place:hand"
  const insuranceDrawings = new Map(
    names.map((
      name,
    ) => [name, svg("svg", { class: "insured", viewBox: "-30 -30 60 60", "aria-hidden": "true" })]),
  );
  const insuranceOf = (
    /** @type {string} */ name,
  ) => /** @type {SVGSVGElement} */ (insuranceDrawings.get(name));
  const bankCards = el("div", { class: "fan open bank-cards" });
  const bankTotal = el("span", { class: "pill bank-total" });
  const bank = createHand(i18n, bankCards);
  /** @type {DealAnimation} */
  let deal;

  const table = cardTable({
    i18n,
    printedLines: printedLines(describe, i18n),
    shapes: shapesFor(names.length),
    onShape(shape) {
      const { seats: arc, insurance } = layoutFor(shape, names.length);
      const points = arcPoints(names.length, { x: 50, ...arc });
      seats.moveTo(points);
      names.forEach((name, at) => {
        const { style } = insuranceOf(name);
        style.setProperty("--x", `${(50 + (points[at].x - 50) * insurance[0]).toFixed(2)}%`);
        style.setProperty("--y", `${(arc.y + (points[at].y - arc.y) * insurance[1]).toFixed(2)}%`);
      });
    },
  });
  table.bank.append(bankCards, bankTotal);
  table.surface.append(...insuranceDrawings.values(), seats.root);
  table.surface.append(table.layer);
  mark(table.root, "data-places", names.length);
  // Places go from the right to the left, and the totals of split hands stand left of their cards: where
  // hands are close, those on the right lie above.
  names.forEach((name, at) => seats.of(name).root.style.setProperty("--layer", String(names.length - at)));

  /** @param {string} place @param {number} index */
  function handNode(place, index) {
    const key = `${place}:${index}`;
    if (!hands.has(key)) {
      const fan = el("div", { class: "fan" });
      const [figure, stateLabel, sign, amount] = [
        el("span", {}),
        el("span", { class: "hand-word" }),
        el("span", {}),
        el("span", { class: "hand-amount" }),
      ];
      const net = el("span", { class: "hand-net", "aria-hidden": "true" }, sign, amount);
      const total = el("span", { class: "pill" }, figure, stateLabel, net);
      const specialLabel = el("span", { class: "pill special" });
      const root = el(
        "div",
        { class: "hand", "data-hand": index },
        el("div", { class: "hand-says" }, specialLabel, total),
        fan,
      );
      seats.of(place).cards.append(root);
      hands.set(key, {
        root,
        total,
        figure,
        stateLabel,
        sign,
        amount,
        specialLabel,
        cards: createHand(i18n, fan),
        fan,
      });
    }
    return hands.get(key);
  }

  /**
   * What a hand won or lost, where there is no room for a word: its sign and its amount.
   * @param {Hand} hand
   * @returns {[string, string]}
   */
  function netText({ prize = 0, lost = 0 }) {
    const net = prize - lost;
    return net ? [net > 0 ? "+" : "−", i18n.figure(net, false)] : ["=", ""];
  }

  /**
   * Only cards that were just dealt move; a card that changes its hand in a split does not.
   * @param {HandChanges} changes
   * @param {boolean} dealt
   * @param {boolean} turned
   */
  function animateCards(changes, dealt, turned) {
    if (dealt) deal.flyIn(changes.added.slice(-1), { turned });
    if (changes.turned.length) deal.turnOver(changes.turned);
  }

  /**
   * @param {string} place
   * @param {number} index
   * @param {Hand} hand
   * @param {{ step: string, playing: GameEvent[], turn: boolean, decidedEarlier: boolean }} options
   */
  function drawHand(place, index, hand, { step, playing, turn, decidedEarlier }) {
    const node = handNode(place, index);
    const dealt = playing.some((event) =>
      event.t === "card-dealt" && event.place === place && (event.hand ?? 0) === index
    );
    animateCards(node.cards.render(hand.cards), dealt, true);
    const state = step === "collect" && !decidedEarlier && !hand.lost ? null : handState(hand);
    mark(node.root, "data-turn", turn);
    mark(node.root, "data-state", state);
    mark(node.fan, "data-doubled", hand.doubled && hand.cards.length > 2);
    write(node.figure, totalText(hand, t));
    write(node.stateLabel, state ? ` · ${t(`bj.state.${state}`)}` : "");
    const [sign, amount] = state ? netText(hand) : ["", ""];
    write(node.sign, sign && ` ${sign}`);
    write(node.amount, amount);
    mark(node.total, "data-as", state === "won" ? "won" : state ? "lost" : null);
    write(node.specialLabel, hand.special ? t("bj.special", { prize: money(hand.special) }) : "");
  }

  /**
   * What a place with split hands won or lost in all, once every hand is paid; a row says only which way.
   * @param {Hand[]} placeHands
   * @param {string} step
   */
  function splitNet(placeHands, step) {
    const isOver = placeHands.length > 1 && placeHands.every(handState) && step !== "collect";
    if (!isOver) return "";
    const net = placeHands.reduce(
      (sum, { prize = 0, special = 0, lost = 0 }) => sum + prize + special - lost,
      0,
    );
    return `${net > 0 ? "+" : net < 0 ? "−" : ""}${i18n.figure(Math.abs(net), false)}`;
  }

  /** @param {string} place @param {number} from */
  function removeHands(place, from) {
    for (let index = from; hands.has(`${place}:${index}`); index += 1) {
      const node = hands.get(`${place}:${index}`);
      node.root.remove();
      hands.delete(`${place}:${index}`);
    }
  }

  /**
   * @param {string} place
   * @param {Frame} frame
   */
  function drawPlace(place, { view, step, open, options, pending, refused }) {
    const game = view.table.game ?? {};
    const box = game.places?.[place];
    const mine = view.mine?.seat !== undefined && !view.mine.ended &&
      (box ? box.seat === view.mine.seat : String(view.mine.seat) === place);
    const partner = box && isPartner(view, box.seat);
    const room = options?.bet?.[place];
    const isFull = mine && box && !room; // pressing it shows the refusal with the maximum  [BJ-9]
    /** @param {number} index */
    const isSettledNow = (index) =>
      view.playing.some((event) =>
        event.t === "hand-settled" && event.place === place && (event.hand ?? 0) === index
      );
    const turn = game.turn?.place === place ? game.turn : null;
    const dealt = box?.hands?.some((/** @type {Hand} */ hand) => hand.cards.length);
    const dealtHands = dealt ? box?.hands ?? [] : [];
    dealtHands.forEach((/** @type {Hand} */ hand, /** @type {number} */ index) =>
      drawHand(place, index, hand, {
        step,
        playing: view.playing,
        turn: turn?.hand === index,
        decidedEarlier: !isSettledNow(index),
      })
    );
    removeHands(place, dealtHands.length);
    mark(seats.of(place).cards, "data-hands", dealt ? dealtHands.length : null);
    mark(seats.of(place).cards, "data-split", dealtHands.length > 1);
    const staked = boxWithChips(game, place);
    seats.drawChips(
      place,
      pilesOf(staked, {
        step,
        isDecidedEarlier: (index) => !isSettledNow(index),
        sending: pending[place],
        refused: refused.reduce((sum, stakes) => sum + (stakes[place] ?? 0), 0),
      }),
    );
    mark(insuranceOf(place), "data-mine", mine);
    drawInsurance(place, staked, step);
    const bet = box ? money(box.bet) : "";
    labels.set(
      place,
      [
        t("seat.place", { place }),
        t(mine ? "seat.mine" : partner ? "seat.partner" : box ? "seat.other" : "seat.free"),
        bet,
        open && room ? t("bj.spot", { minimum: money(room.min), maximum: money(room.max) }) : "",
      ].filter(Boolean).join(", "),
    );
    seats.render(place, {
      note: splitNet(dealtHands, step),
      title: mine || partner ? `${place} · ${t(mine ? "seat.mine" : "seat.partner.short")}` : place,
      turn: Boolean(turn),
      mine,
      open: Boolean(open && (room || isFull)),
      state: game.asked?.includes(place) ? "asked" : null,
    });
  }

  /** @param {string} place @param {Place | undefined} box @param {string} step */
  function drawInsurance(place, box, step) {
    const { insurance = 0, insurance_back: back = 0, insurance_prize: prize = 0, insurance_lost: lost = 0 } =
      box ?? {};
    const piles = [];
    if (lost) piles.push({ cents: lost, as: "lost" });
    else if (back) piles.push({ cents: back, as: "won" }, { cents: prize, as: "prize", dx: 24, dy: 4 });
    else if (insurance) piles.push({ cents: insurance, as: "accepted" });
    mark(insuranceOf(place), "data-step", step);
    drawPiles(insuranceOf(place), piles, i18n.figure);
  }

  /** @param {View} view */
  function drawBank(view) {
    const { bank: bankView } = view.table.game ?? {};
    const names = bankView ? [...bankView.cards, ...(bankView.down ? [""] : [])] : [];
    const dealt = view.playing.some((event) => event.t === "bank-dealt" || event.t === "hole-dealt");
    const hole = view.playing.some((event) => event.t === "hole-dealt");
    animateCards(bank.render(names), dealt, !hole);
    write(
      bankTotal,
      bankView?.cards.length
        ? (bankView.result === "blackjack"
          ? t("bj.blackjack")
          : totalText({ ...bankView, done: bankView.result }, t))
        : "",
    );
    mark(bankTotal, "data-as", bankView?.result ?? null);
    mark(table.bank, "data-turn", view.table.game?.phase === "bank");
  }

  return {
    root: table.root,
    shoe: table.shoe,
    discard: table.discard,
    /**
     * On a small screen the hand to decide on may be outside the visible part of the page.
     * @param {string} place
     * @param {boolean} isReduced
     */
    reveal(place, isReduced) {
      if (place) {
        seats.of(place).circle.scrollIntoView({
          block: "nearest",
          behavior: isReduced ? "auto" : "smooth",
        });
      }
    },
    /** @param {DealAnimation} dealer */
    start(dealer) {
      deal = dealer;
      table.start();
    },
    /** @param {Frame} frame */
    render(frame) {
      const { view } = frame;
      const game = view.table.game ?? {};
      // Before the next bets the cards of the round move face down to the discard pile.
      const removedCards = !game.bank && bank.cards.length
        ? cardPositions([.../** @type {NodeListOf<HTMLElement>} */ (table.root.querySelectorAll(".pcard"))])
        : [];
      for (const place of names) drawPlace(place, frame);
      drawBank(view);
      if (removedCards.length) deal.flyOut(removedCards, table.layer);
      if (game.shoe) {
        table.showShoe(game.shoe.left, PACK_SIZE * game.shoe.decks, game.shoe.last);
        const cardsOnTable = table.root.querySelectorAll(".pcard:not(.pcard-ghost)").length;
        table.showDiscardPile(Math.max(0, PACK_SIZE * game.shoe.decks - game.shoe.left - cardsOnTable));
      }
      mark(table.root, "data-open", frame.open);
    },
  };
}
