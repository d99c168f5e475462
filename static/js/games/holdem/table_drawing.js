// The drawing of a hold'em table: seats around it, pots and community cards in the middle, chips moving to the
// pot and from it.
// [HE-2c] [HE-2e] [HE-2o] [HE-4a] [HE-4b] [HE-47] [HE-49] [HE-50] [HE-53] [HE-59] [HE-61] [HE-63c]

import { cardPositions } from "../../table/cards/deal_animation.js";
import { cardTable } from "../../table/cards/card_table.js";
import { el, mark, svg } from "../../dom.js";
import { SHAPES } from "./layout.js";
import { tableCentre } from "./table_centre.js";
import { isPartner } from "../../table/house_players.js";
import { aliasOf, kindText, potsOf, seatOf, seatsOf, winning, wonOf } from "./selectors.js";
import { createSeats } from "./seats.js";

/**
 * @typedef {import("../../table/messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../../table/cards/deal_animation.js").DealAnimation} DealAnimation
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").DealtCard} DealtCard
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 * @typedef {import("./types.d.ts").Place} Place
 * @typedef {import("./types.d.ts").Winnings} Winnings
 * @typedef {import("./types.d.ts").Frame} Frame
 */

const STAGGER = 70;
const FEW = 6; // seats that leave room for larger community cards on a phone
const SLIDE_TIME = 260;

/**
 * @param {{
 *   describe: Description, i18n: I18n, press: (seat: number) => void,
 *   reducedMotion: () => boolean,
 *   notes: ReturnType<typeof import("./opponent_notes.js").opponentNotes>,
 * }} options
 */
export function tableDrawing({ describe, i18n, press, reducedMotion, notes }) {
  const { t, money } = i18n;
  const names = seatsOf(describe);
  const me = notes.me;
  const centre = tableCentre({ i18n });
  const seats = createSeats({ names, i18n, press, reducedMotion });
  const bets = new Map(names.map((seat) => [seat, 0]));
  /** @type {DealAnimation} */
  let deal;
  let paidStep = "";
  let own = names[0];
  const table = cardTable({
    i18n,
    shapes: SHAPES,
    printedLines: () => [svg("g", {})],
    onShape: (shape) => seats.arrange(shape, own),
  });
  table.surface.append(centre.root, seats.root, table.layer);
  table.bank.remove();
  table.root.classList.add("he-table");
  mark(table.root, "data-few", names.length <= FEW);

  /**
   * Moves a copy of the chips from one node to another.
   * @param {Element} source
   * @param {Element} to
   * @param {Element} [layer]
   */
  function slide(source, to, layer = table.layer) {
    if (reducedMotion() || document.hidden || !source.animate) return;
    const [from, end, frame] = [source, to, layer].map((node) => node.getBoundingClientRect());
    if (!from.width || !end.width) return;
    const ghost = el("span", { class: "he-ghost" });
    ghost.append(source.cloneNode(true));
    ghost.style.left = `${from.left - frame.left}px`;
    ghost.style.top = `${from.top - frame.top}px`;
    ghost.style.width = `${from.width}px`;
    layer.append(ghost);
    const [dx, dy] = [
      end.left + end.width / 2 - from.left - from.width / 2,
      end.top + end.height / 2 - from.top - from.height / 2,
    ];
    const flight = ghost.animate([{ transform: "none" }, {
      transform: `translate(${dx}px, ${dy}px)`,
      opacity: 0.9,
    }], { duration: SLIDE_TIME, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)", fill: "forwards" });
    const remove = () => ghost.remove();
    flight.finished.then(remove, remove);
  }

  /** @param {Place | undefined} place @param {boolean} mine @param {View} view */
  function cardsOf(place, mine, view) {
    if (place?.cards) return place.cards;
    if (place?.state === "left") return []; // the cards were discarded when the player left
    const known = mine && place?.state !== "folded" ? view.mine?.game?.cards : null;
    return known ?? Array.from({ length: place?.held ?? 0 }, () => "");
  }

  /** @param {View} view @param {Place | undefined} place */
  function stateText(view, place) {
    const game = view.table.game;
    if (!place) return t("he.state.buying");
    // The plate of a player who has left says so.
    if (["in", "ready", "left"].includes(place.state)) return "";
    if ((place.state === "folded" && game.phase === "paid") || (place.state === "waiting" && !game.players)) {
      return "";
    }
    return t(`he.state.${place.state}`);
  }

  /**
   * @returns {{ text?: string, kind?: string | false, labelState?: string | null, isHand?: boolean }}
   * @param {View} view
   * @param {Place | undefined} place
   * @param {{ action: string | undefined, won: Winnings | undefined, settled: boolean }} options
   */
  function labelOf(view, place, { action, won, settled }) {
    if (won && settled) {
      return {
        text: t("he.won", { net: money(won.net) }),
        kind: won.kind !== "last-in" && kindText(won.kind ?? "", t),
        labelState: "won",
      };
    }
    if (place?.kind) {
      return { text: kindText(place.kind, t), labelState: settled ? "lost" : null, isHand: true };
    }
    if (place?.state === "all-in") return {}; // the plate says so
    if (action && place) return { text: action, labelState: place.state === "folded" ? "lost" : null };
    return { text: stateText(view, place), labelState: "lost" };
  }

  /** @param {number} seat @param {Frame} frame @param {DealtCard[]} added */
  function drawSeat(seat, frame, added) {
    const { view, step, actions, free, best } = frame;
    const game = view.table.game ?? {};
    const taken = view.table.seats?.[seat] !== undefined;
    // A player who takes a seat that was just left is not the player who left.
    const place = taken && game.seats?.[seat]?.state === "left" ? undefined : game.seats?.[seat];
    const mine = seatOf(view) === seat;
    const settled = step !== "collect" && game.paid !== undefined;
    const won = wonOf(game)[seat];
    const spot = seats.of(seat);
    const changes = spot.cards.render(taken || place ? cardsOf(place, mine, view) : []);
    added.push(...changes.added.map((/** @type {HTMLElement} */ node) => ({ node, seat, mine })));
    if (changes.turned.length) deal.turnOver(changes.turned);
    for (const card of spot.cards.cards) {
      mark(
        card,
        "data-as",
        settled && best?.size && place?.cards ? (best.has(card.dataset.card ?? "") ? "won" : "lost") : null,
      );
    }
    const open = free && !taken && !place;
    const alias = taken
      ? aliasOf(view, seat, t)
      : place
      ? t("he.state.left")
      : open
      ? t("menu.sit")
      : t("seat.place", { place: seat });
    const cents = place ? place.stack - (step === "collect" && won ? won.net : 0) : 0;
    // An amount is never cut off, so credits are abbreviated as in the bar.
    const stack = place
      ? (place.state === "all-in" ? t("he.all-in.short") : i18n.shortMoney(cents))
      : taken
      ? t("he.state.buying")
      : open
      ? t("seat.place", { place: seat })
      : t("seat.free");
    // Notes are about people: not about oneself, and not about the house's own players.
    const isNotable = notes.isOffered && taken && alias !== me && !isPartner(view, seat);
    const note = isNotable ? notes.of(alias) : undefined;
    const label = labelOf(view, place, { action: actions.get(seat), won, settled });
    seats.render(seat, {
      alias,
      stack,
      open,
      explains: !taken && !place && seatOf(view) !== undefined, // a second seat  [HE-9]
      mine,
      noteLabel: isNotable ? t(note ? "he.notes.of" : "he.notes.write", { alias }) : "",
      note: note && (note.colour || "none"),
      ...label,
      text: place ? label.text : "",
      kind: place && label.kind,
      partner: taken && isPartner(view, seat),
      label: open ? t("he.sit.at", { place: seat }) : [
        t("seat.place", { place: seat }),
        alias,
        taken && isPartner(view, seat) && t("he.partner"),
        place && place.state !== "all-in" ? money(cents) : stack,
        label.text,
        label.kind,
        note && t("he.notes.has", { text: note.text }),
      ].filter(Boolean).join(", "),
      turn: game.actor === seat && view.table.phase === "choosing",
      state: place?.state ?? (taken ? "buying" : null),
      won: Boolean(won && settled),
    });
    drawBet(seat, place, game);
  }

  /** @param {number} seat @param {Place | undefined} place @param {GameView} game */
  function drawBet(seat, place, game) {
    const cents = game.phase === "paid" || game.phase === "void" ? 0 : place?.bet ?? 0;
    const before = bets.get(seat);
    if (before && !cents && game.players) slide(seats.of(seat).chips, centre.pot);
    bets.set(seat, cents);
    seats.drawBet(seat, cents);
  }

  /**
   * Cards are dealt one after the other, in the order of dealing.  [HE-49] [HE-50]
   * @param {DealtCard[]} added
   * @param {View} view
   */
  function animateDealing(added, view) {
    const event = view.playing.find((item) => item.t === "cards-dealt");
    if (!event) return;
    const order = event.to;
    const sorted = added.sort((first, second) => order.indexOf(first.seat) - order.indexOf(second.seat));
    deal.flyIn(sorted.map(({ node }) => node), { turned: false, stagger: STAGGER });
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
      own = seatOf(view) ?? names[0];
      seats.update(table.shape, own);
      notes.meet(Object.values(view.table.seats ?? {}).filter((alias) => alias !== me));
      const removedCards = !game.board?.length && centre.cards.length ? cardPositions(centre.cards) : [];
      const isPaid = game.paid !== undefined && step !== "collect";
      if (step === "pay" && paidStep !== "pay") {
        for (const seat of Object.keys(wonOf(game))) slide(centre.pot, seats.of(Number(seat)).plate);
      }
      paidStep = step;
      const board = centre.render(view, isPaid);
      if (
        board.added.length &&
        view.playing.some((/** @type {GameEvent} */ event) => event.t === "common-turned")
      ) {
        deal.flyIn(board.added, { turned: true, stagger: STAGGER });
      }
      /** @type {DealtCard[]} */
      const added = [];
      const best = winning(game);
      for (const seat of names) drawSeat(seat, { ...frame, best }, added);
      animateDealing(added, view);
      if (removedCards.length) deal.flyOut(removedCards, table.layer);
      seats.moveButton(game.button);
      mark(table.root, "data-pots", potsOf(game, t).length > 1);
    },
    /** @param {number} seat @param {number} part @param {boolean | undefined} called */
    renderTime(seat, part, called) {
      for (const name of names) seats.renderTime(name, name === seat ? part : 0, called);
    },
  };
}
