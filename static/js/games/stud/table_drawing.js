// The drawing of a stud table: seats with their boxes, the player's own five cards large in the middle, the
// bank's hand with its one open card, the shoe or shuffler, the discard pile.
// [CS-6a] [CS-19a] [CS-19b] [CS-19c] [CS-22] [CS-24] [CS-27] [MS-2.1] [MS-2.2] [MS-6.7] [MS-7.1] [MS-7.2]
// [MS-9.3] [MS-11.2]

import { createCard, createHand } from "../../table/cards/card.js";
import { cardPositions } from "../../table/cards/deal_animation.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { arcPoints, seatPlaces } from "../../table/cards/seats.js";
import { cardTable } from "../../table/cards/card_table.js";
import { isPartner } from "../../table/house_players.js";
import { el, mark, svg, write } from "../../dom.js";
import { LAYOUT, printedLines, SHAPES } from "./printing.js";
import { isReached, ownCards, pilesOf, seatNames, seatNet } from "./selectors.js";

/**
 * @typedef {import("../../table/cards/deal_animation.js").DealAnimation} DealAnimation
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("./side_panel.js").SidePanel} SidePanel
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").JackpotOffer} JackpotOffer
 * @typedef {import("./types.d.ts").Step} Step
 * @typedef {import("./types.d.ts").Frame} Frame
 */

const PACK_SIZE = 52; // one pack: cards that are not on the table are in the shoe  [CS-6b] [MS-1.1]
const CARD_INTERVAL = 220; // ms between two cards from the shoe
const SHUFFLER_INTERVAL = 40; // ms between two of five that come together
const DEALT = new Set(["card-dealt", "bank-dealt", "card-discarded"]);

/**
 * @param {{
 *   describe: Description, i18n: I18n, press: (box: string, name: string) => void, side: SidePanel,
 *   quiet: boolean,
 * }} options
 */
export function tableDrawing({ describe, i18n, press, side, quiet }) {
  const { t, money } = i18n;
  const names = seatNames(describe);
  const boxes = describe.boxes.filter((name) => name !== "ante");
  const labels = new Map();
  const seats = seatPlaces({
    i18n,
    names,
    press: (/** @type {string} */ name) => press("ante", name),
    /** @param {string} name */
    labelOf: (name) => labels.get(name),
  });
  const spots = new Map(names.map((name) => [name, createSpot(name)]));
  const bankCards = el("div", { class: "fan open bank-cards" });
  const bankLabel = el("span", { class: "pill bank-total" });
  const bank = createHand(i18n, bankCards);
  const ownFan = el("div", { class: "fan open" });
  // The row of the table of prizes that the hand has, with its columns.
  const ownRow = {
    kind: el("span", { class: "own-kind" }),
    times: el("span", { class: "figure" }),
    jackpot: el("span", { class: "figure" }),
  };
  const ownLabel = el("p", { class: "pill own-says" }, ...Object.values(ownRow));
  const own = el(
    "div",
    { class: "own-hand", role: "group", "aria-label": t("st.hand.mine") },
    ownFan,
    ownLabel,
  );
  const ownHand = createHand(i18n, ownFan);
  const discardedCard = el("div", { class: "discarded" }); // the first card of the pack, face up
  /** @type {DealAnimation} */
  let deal;

  const table = cardTable({
    i18n,
    printedLines: printedLines(i18n),
    shapes: SHAPES,
    onShape(shape) {
      const { single, seats: arc } = LAYOUT[shape];
      seats.moveTo(names.length === 1 ? [{ x: 50, y: single }] : arcPoints(names.length, { x: 50, ...arc }));
    },
  });
  table.bank.append(bankCards, bankLabel);
  table.discard.append(discardedCard);
  table.surface.append(seats.root, own, table.layer);
  mark(table.root, "data-places", names.length);
  mark(table.shoe, "data-dealing", describe.dealing);

  /** @param {string} name */
  function createSpot(name) {
    const seat = seats.of(name);
    seat.circle.prepend(el("span", { class: "box-word", "aria-hidden": "true" }, t("st.box.ante")));
    /** @type {any} */
    const spot = { cards: createHand(i18n, seat.cards) };
    seat.cards.classList.add("fan");
    for (const box of boxes) {
      const chips = svg("svg", { class: "spot-chips", viewBox: "-25 -25 50 50", "aria-hidden": "true" });
      const boxLabel = el("span", { class: "box-word", "aria-hidden": "true" }, t(`st.box.${box}`));
      const node = box === "jackpot"
        ? el(
          "button",
          {
            type: "button",
            class: "box box-jackpot",
            click: () => press("jackpot", name),
          },
          boxLabel,
          chips,
        )
        : el("div", { class: `box box-${box}` }, boxLabel, chips);
      spot[box] = { node, chips };
      seat.root.append(node);
    }
    return spot;
  }

  /**
   * Cards move one after the other in the order in which they were dealt.  [CS-19b] [MS-7.1] [MS-7.2]
   * @param {Record<string, HTMLElement[]>} added
   * @param {{ playing: GameEvent[] }} options
   * @param {string} mine
   */
  function animateDealing(added, { playing }, mine) {
    const interval = describe.dealing === "shuffler" ? SHUFFLER_INTERVAL : CARD_INTERVAL;
    const cards = playing.filter((event) => DEALT.has(event.t));
    /** @type {Record<string, number>} */
    const bySeat = {};
    cards.forEach((event, at) => {
      const key = event.t === "card-discarded"
        ? "discarded"
        : event.t === "bank-dealt"
        ? "bank"
        : String(event.seat);
      const position = (bySeat[key] = (bySeat[key] ?? 0) + 1);
      const count = cards.filter((other) => (other.t === event.t) && other.seat === event.seat).length;
      const node = added[key]?.at(position - 1 - count);
      if (!node || added[key].length < count - position + 1) return;
      deal.flyIn([node], {
        turned: key === "discarded" || key === mine || Boolean(event.card && key === "bank"),
        wait: at * interval,
      });
    });
  }

  /** @param {string} name @param {Frame} frame */
  function drawSeat(name, frame) {
    const { view, step, open, options } = frame;
    const game = view.table.game ?? {};
    const place = game.places?.[name] ?? {};
    const mine = String(view.mine?.seat ?? "") === name && !view.mine?.ended;
    const seat = seats.of(name);
    const spot = /** @type {any} */ (spots.get(name));
    const piles = pilesOf(game, name, step, mine ? { sending: frame.pending, refused: frame.refused } : {});
    seats.drawChips(name, piles.ante);
    for (const box of boxes) drawPiles(spot[box].chips, piles[box], i18n.figure);
    for (const box of ["ante", ...boxes]) {
      mark(
        box === "ante" ? seat.circle : spot[box].node,
        "data-laid",
        piles[box].some((pile) => pile.as !== "lost"),
      );
    }
    // The player's own cards lie large in the middle.
    const changes = spot.cards.render(mine ? [] : place.cards ?? []);
    if (changes.turned.length) deal.turnOver(changes.turned);
    const kind = !mine && place.kind && step.name !== "dealing" ? t(`st.${place.kind}`) : "";
    const net = seatNet(game, name, step);
    const state = place.choice && net === null && game.phase !== "void" ? t(`st.state.${place.choice}`) : "";
    write(
      seat.total,
      net === null ? "" : `${net > 0 ? "+" : net < 0 ? "−" : ""}${i18n.figure(net, false)}`,
    );
    mark(seat.total, "data-as", net === null ? null : net > 0 ? "won" : "lost");
    const room = mine && open && options?.ante;
    const partner = isPartner(view, name);
    const owner = t(mine ? "seat.mine" : partner ? "seat.partner" : place.ante ? "seat.other" : "seat.free");
    labels.set(
      name,
      [
        t("seat.place", { place: name }),
        owner,
        place.ante ? `${t("kind.ante")} ${money(place.ante)}` : "",
        place.bet ? `${t("kind.bet")} ${money(place.bet)}` : "",
        kind,
        state,
        room ? t("st.spot", { minimum: money(room.min), maximum: money(room.max) }) : "",
      ].filter(Boolean).join(", "),
    );
    seats.render(name, {
      title: mine || partner ? `${name} · ${t(mine ? "seat.mine" : "seat.partner.short")}` : name,
      note: kind || (mine ? "" : state),
      mine,
      open: mine && open,
      state: place.choice ?? null,
      turn: game.phase === "deciding" && (place.choice === "open" || place.choice === "warned"),
    });
    if (spot.jackpot) {
      drawJackpot(
        spot.jackpot.node,
        mine && open ? options?.jackpot : null,
        mine,
        place.jackpot,
        game.carried?.[name],
      );
    }
    return changes;
  }

  /**
   * @param {HTMLButtonElement} node
   * @param {JackpotOffer | null | undefined} offer
   * @param {boolean} mine
   * @param {Cents | undefined} staked
   * @param {Cents | undefined} carried
   */
  function drawJackpot(node, offer, mine, staked, carried) {
    const usable = Boolean(offer && !offer.needs_ante);
    mark(node, "aria-disabled", usable ? null : "true");
    node.tabIndex = usable ? 0 : -1;
    mark(node, "data-open", usable);
    const text = carried
      ? t("st.jackpot.carried", { carried: money(carried) })
      : offer
      ? [t("st.jackpot.bet", { cost: money(offer.cost) }), offer.needs_ante && t("st.jackpot.needs")].filter(
        Boolean,
      ).join(", ")
      : staked
      ? `${t("kind.jackpot")} ${money(staked)}`
      : t("kind.jackpot");
    mark(node, "aria-label", text);
    mark(node, "title", mine ? text : null);
  }

  /** @param {View} view @param {Step} step */
  function drawOwn(view, step) {
    const { game = {} } = view.table;
    const mine = view.mine?.game ?? {};
    const changes = ownHand.render(ownCards(view));
    const place = game.places?.[view.mine?.seat ?? 0] ?? {};
    // While a player of Macau decides, the table neither names nor highlights the player's hand.  [MS-12.1]
    const isNamed = mine.kind && ownHand.cards.length === 5 && game.phase !== "dealing" &&
      !(quiet && game.phase === "deciding");
    const [won, lost] = [
      isReached(game, step, "pay") && place.back > 0 && place.prize > (place.lost ?? 0),
      isReached(game, step, "collect") && !place.back,
    ];
    // The prize of the second bet is shown until it is known that the hand wins none. The jackpot's needs its bet,
    // and not that the bank plays.
    const isLost = (game.phase === "settled" && !won) || game.bank?.plays === false;
    const hasJackpotBet = place.jackpot || game.carried?.[view.mine?.seat ?? 0];
    const prize = side.prizeOf(mine.kind);
    ownLabel.hidden = !isNamed;
    write(ownRow.kind, isNamed ? t(`st.${mine.kind}`) : "");
    write(ownRow.times, isNamed && !isLost ? prize.times : "");
    write(
      ownRow.jackpot,
      isNamed && hasJackpotBet && prize.jackpot ? `${t("st.box.jackpot")} ${prize.jackpot}` : "",
    );
    mark(ownLabel, "data-as", won ? "won" : null);
    mark(
      own,
      "data-state",
      place.choice === "folded" ? "folded" : won ? "won" : lost && place.ante ? "lost" : null,
    );
    for (const card of ownHand.cards) mark(card, "data-as", won ? "won" : lost && place.ante ? "lost" : null);
    return changes;
  }

  /** @param {View} view */
  function drawBank(view) {
    const { bank: bankView, phase } = view.table.game ?? {};
    const changes = bank.render(bankView?.cards ?? []);
    if (changes.turned.length) deal.turnOver(changes.turned);
    write(
      bankLabel,
      bankView?.kind ? `${t(`st.${bankView.kind}`)}${bankView.plays ? "" : ` · ${t("st.bank.no")}`}` : "",
    );
    mark(bankLabel, "data-as", bankView?.kind ? (bankView.plays ? "plays" : "idle") : null);
    mark(table.bank, "data-turn", phase === "showdown");
    return changes;
  }

  /**
   * The first card of the deal lies open on the discard pile.  [CS-19a]
   * @param {string[]} names
   */
  function drawDiscardedCard(names) {
    if ((discardedCard.querySelector("span")?.dataset.card ?? "") === (names[0] ?? "")) return [];
    discardedCard.replaceChildren(...names.slice(0, 1).map((name) => createCard(i18n, name)));
    return /** @type {HTMLElement[]} */ ([...discardedCard.children]);
  }

  return {
    root: table.root,
    shoe: table.shoe,
    discard: table.discard,
    /** @param {DealAnimation} dealer */
    start(dealer) {
      deal = dealer;
      table.start();
    },
    /** @param {Frame} frame */
    render(frame) {
      const { view, step } = frame;
      const game = view.table.game ?? {};
      const mine = String(view.mine?.seat ?? "");
      // The cards of a folded hand, and all cards before the next bets, move face down to the discard pile.
      const isCleared = !game.bank && bank.cards.length > 0;
      const foldedHands = names.flatMap((
        name,
      ) => (game.places?.[name]?.cards || name === mine ? [] : spots.get(name)?.cards.cards ?? []));
      const removedCards = cardPositions(
        isCleared
          ? [
            .../** @type {NodeListOf<HTMLElement>} */ (table.root.querySelectorAll(
              ".seats .pcard, .own-hand .pcard, .bank .pcard",
            )),
          ]
          : [...foldedHands, ...(ownCards(view).length ? [] : ownHand.cards)],
      );
      /** @type {Record<string, HTMLElement[]>} */
      const added = { discarded: drawDiscardedCard(game.discard ?? []) };
      for (const name of names) added[name] = drawSeat(name, frame).added;
      const own = drawOwn(view, step);
      if (own.added.length) added[mine] = own.added;
      added.bank = drawBank(view).added;
      animateDealing(added, view, mine);
      if (removedCards.length) deal.flyOut(removedCards, table.layer);
      const cardsOnTable =
        table.root.querySelectorAll(".seats .pcard, .own-hand .pcard, .bank .pcard").length;
      const foldedCards =
        Object.values(game.places ?? {}).filter((place) => place.choice === "folded").length * 5;
      const discarded = game.discard?.length ?? 0;
      table.showShoe(PACK_SIZE - cardsOnTable - foldedCards - discarded, PACK_SIZE, false);
      table.showDiscardPile(foldedCards + discarded);
      mark(table.root, "data-open", frame.open);
    },
  };
}
