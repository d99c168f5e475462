// The drawing of a stud table: seats with their boxes, the player's own five cards large in the middle, the
// bank's hand with its one open card, the shoe or shuffler, the discard pile.
// [CS-6a] [CS-19a] [CS-19b] [CS-19c] [CS-22] [CS-24] [CS-27] [MS-2.1] [MS-2.2] [MS-6.7] [MS-7.1] [MS-7.2]
// [MS-9.3] [MS-11.2]

import { createCard, createHand } from "../../table/cards/card.js";
import { cardPositions } from "../../table/cards/deal_animation.js";
import { drawPiles } from "../../table/cards/pile_drawing.js";
import { arcPoints, seatPlaces } from "../../table/cards/seats.js";
import { cardTable } from "../../table/cards/card_table.js";
import { el, mark, svg, write } from "../../dom.js";
import { LAYOUT, printedLines, SHAPES } from "./printing.js";
import { netOf, ownCards, pilesOf, settledTo } from "./selectors.js";

const PACK = 52; // one pack: cards that are not on the table are in the shoe  [CS-6b] [MS-1.1]
const ONE = 220; // ms between two cards from the shoe
const TOGETHER = 40; // ms between two of five that come together
const DEALT = new Set(["card-dealt", "bank-dealt", "card-discarded"]);

export function tableDrawing({ describe, i18n, press, side, quiet }) {
  const { t, money } = i18n;
  const names = Array.from({ length: describe.seats }, (_, at) => String(at + 1));
  const boxes = describe.boxes.filter((name) => name !== "ante");
  const labels = new Map();
  const seats = seatPlaces({ i18n, names, press: () => press("ante"), labelOf: (name) => labels.get(name) });
  const spots = new Map(names.map((name) => [name, spotsOf(name)]));
  const bankCards = el("div", { class: "fan open bank-cards" });
  const bankSays = el("span", { class: "pill bank-total" });
  const bank = createHand(i18n, bankCards);
  const ownFan = el("div", { class: "fan open" });
  const ownSays = el("span", { class: "pill own-says" });
  const own = el(
    "div",
    { class: "own-hand", role: "group", "aria-label": t("st.hand.mine") },
    ownFan,
    ownSays,
  );
  const ownHand = createHand(i18n, ownFan);
  const laid = el("div", { class: "discarded" }); // the first card of the pack, face up
  let deal = null;

  const table = cardTable({
    i18n,
    printedLines: printedLines(i18n),
    shapes: SHAPES,
    onShape(shape) {
      const { one, seats: arc } = LAYOUT[shape];
      seats.moveTo(names.length === 1 ? [{ x: 50, y: one }] : arcPoints(names.length, { x: 50, ...arc }));
    },
  });
  table.bank.append(bankCards, bankSays);
  table.discard.append(laid);
  table.surface.append(seats.root, own, side.paid, table.layer);
  mark(table.root, "data-places", names.length);
  mark(table.shoe, "data-dealing", describe.dealing);

  function spotsOf(name) {
    const seat = seats.of(name);
    seat.circle.prepend(el("span", { class: "box-word", "aria-hidden": "true" }, t("st.box.ante")));
    const found = { cards: createHand(i18n, seat.cards) };
    seat.cards.classList.add("fan");
    for (const box of boxes) {
      const chips = svg("svg", { class: "spot-chips", viewBox: "-25 -25 50 50", "aria-hidden": "true" });
      const word = el("span", { class: "box-word", "aria-hidden": "true" }, t(`st.box.${box}`));
      const node = box === "jackpot"
        ? el(
          "button",
          {
            type: "button",
            class: "box box-jackpot",
            disabled: true,
            click: () => press("jackpot"),
          },
          word,
          chips,
        )
        : el("div", { class: `box box-${box}` }, word, chips);
      found[box] = { node, chips };
      seat.root.append(node);
    }
    return found;
  }

  /** Cards move one after the other in the order in which they were dealt.  [CS-19b] [MS-7.1] [MS-7.2] */
  function travel(added, { playing }, mine) {
    const step = describe.dealing === "shuffler" ? TOGETHER : ONE;
    const cards = playing.filter((event) => DEALT.has(event.t));
    const bySeat = {};
    cards.forEach((event, at) => {
      const key = event.t === "card-discarded"
        ? "laid"
        : event.t === "bank-dealt"
        ? "bank"
        : String(event.seat);
      const place = (bySeat[key] = (bySeat[key] ?? 0) + 1);
      const count = cards.filter((other) => (other.t === event.t) && other.seat === event.seat).length;
      const node = added[key]?.at(place - 1 - count);
      if (!node || added[key].length < count - place + 1) return;
      deal.flyIn([node], {
        turned: key === "laid" || key === mine || Boolean(event.card && key === "bank"),
        wait: at * step,
      });
    });
  }

  function drawSeat(name, given) {
    const { view, step, open, options } = given;
    const game = view.table.game ?? {};
    const place = game.places?.[name] ?? {};
    const mine = String(view.mine?.seat ?? "") === name && !view.mine.ended;
    const seat = seats.of(name);
    const spot = /** @type {any} */ (spots.get(name));
    const piles = pilesOf(game, name, step, mine ? { sending: given.waiting, refused: given.refused } : {});
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
    const told = spot.cards.render(mine ? [] : place.cards ?? []);
    if (told.turned.length) deal.turnOver(told.turned);
    const kind = !mine && place.kind && step.name !== "dealing" ? t(`st.${place.kind}`) : "";
    const net = netOf(game, name, step);
    const state = place.choice && net === null && game.phase !== "void" ? t(`st.state.${place.choice}`) : "";
    write(
      seat.total,
      net === null ? "" : `${net > 0 ? "+" : net < 0 ? "−" : ""}${i18n.figure(net, false)}`,
    );
    mark(seat.total, "data-as", net === null ? null : net > 0 ? "won" : "lost");
    const room = mine && open && options?.ante;
    const whose = t(mine ? "seat.mine" : place.ante ? "seat.other" : "seat.free");
    labels.set(
      name,
      [
        t("seat.place", { place: name }),
        whose,
        place.ante ? `${t("kind.ante")} ${money(place.ante)}` : "",
        place.bet ? `${t("kind.bet")} ${money(place.bet)}` : "",
        kind,
        state,
        room ? t("st.spot", { minimum: money(room.min), maximum: money(room.max) }) : "",
      ].filter(Boolean).join(", "),
    );
    seats.render(name, {
      title: mine ? `${name} · ${t("seat.mine")}` : name,
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
    return told;
  }

  function drawJackpot(node, offer, mine, laidOn, carried) {
    const usable = Boolean(offer && !offer.needs_ante);
    if (node.disabled === usable) node.disabled = !usable;
    mark(node, "data-open", usable);
    const text = carried
      ? t("st.jackpot.carried", { carried: money(carried) })
      : offer
      ? [t("st.jackpot.bet", { cost: money(offer.cost) }), offer.needs_ante && t("st.jackpot.needs")].filter(
        Boolean,
      ).join(", ")
      : laidOn
      ? `${t("kind.jackpot")} ${money(laidOn)}`
      : t("kind.jackpot");
    mark(node, "aria-label", text);
    mark(node, "title", mine ? text : null);
  }

  function drawOwn(view, step) {
    const { game = {} } = view.table;
    const mine = view.mine?.game ?? {};
    const told = ownHand.render(ownCards(view));
    const place = game.places?.[view.mine?.seat] ?? {};
    // While a player of Macau decides, the table neither names nor highlights the player's hand.  [MS-12.1]
    const named = mine.kind && ownHand.cards.length === 5 && game.phase !== "dealing" &&
      !(quiet && game.phase === "deciding");
    const [won, lost] = [
      settledTo(game, step, "pay") && place.back > 0 && place.prize > (place.lost ?? 0),
      settledTo(game, step, "collect") && !place.back,
    ];
    // The possible prize is shown until it is known that the hand wins nothing.
    write(
      ownSays,
      !named
        ? ""
        : (game.phase === "settled" && !won) || game.bank?.plays === false
        ? t(`st.${mine.kind}`)
        : side.pays(mine.kind),
    );
    mark(ownSays, "data-as", won ? "won" : null);
    mark(
      own,
      "data-state",
      place.choice === "folded" ? "folded" : won ? "won" : lost && place.ante ? "lost" : null,
    );
    for (const one of ownHand.cards) mark(one, "data-as", won ? "won" : lost && place.ante ? "lost" : null);
    return told;
  }

  function drawBank(view) {
    const { bank: said, phase } = view.table.game ?? {};
    const told = bank.render(said?.cards ?? []);
    if (told.turned.length) deal.turnOver(told.turned);
    write(bankSays, said?.kind ? `${t(`st.${said.kind}`)}${said.plays ? "" : ` · ${t("st.bank.no")}`}` : "");
    mark(bankSays, "data-as", said?.kind ? (said.plays ? "plays" : "idle") : null);
    mark(table.bank, "data-turn", phase === "showdown");
    return told;
  }

  /** The first card of the deal lies open on the discard pile.  [CS-19a] */
  function drawLaid(names) {
    if ((laid.querySelector("span")?.dataset.card ?? "") === (names[0] ?? "")) return [];
    laid.replaceChildren(...names.slice(0, 1).map((name) => createCard(i18n, name)));
    return [...laid.children];
  }

  return {
    root: table.root,
    shoe: table.shoe,
    discard: table.discard,
    start(dealer) {
      deal = dealer;
      table.start();
    },
    render(given) {
      const { view, step } = given;
      const game = view.table.game ?? {};
      const mine = String(view.mine?.seat ?? "");
      // The cards of a folded hand, and all cards before the next bets, move face down to the discard pile.
      const clear = !game.bank && bank.cards.length > 0;
      const left = names.flatMap((
        name,
      ) => (game.places?.[name]?.cards || name === mine ? [] : spots.get(name)?.cards.cards ?? []));
      const gone = cardPositions(
        clear
          ? [...table.root.querySelectorAll(".seats .pcard, .own-hand .pcard, .bank .pcard")]
          : [...left, ...(ownCards(view).length ? [] : ownHand.cards)],
      );
      const added = { laid: drawLaid(game.discard ?? []) };
      for (const name of names) added[name] = drawSeat(name, given).added;
      const own = drawOwn(view, step);
      if (own.added.length) added[mine] = own.added;
      added.bank = drawBank(view).added;
      travel(added, view, mine);
      if (gone.length) deal.flyOut(gone, table.layer);
      const lies = table.root.querySelectorAll(".seats .pcard, .own-hand .pcard, .bank .pcard").length;
      const away = Object.values(game.places ?? {}).filter((place) => place.choice === "folded").length * 5;
      table.showShoe(PACK - lies - away - (game.discard?.length ?? 0), PACK, false);
      table.showDiscardPile(away + (game.discard?.length ?? 0));
      mark(table.root, "data-open", given.open);
    },
  };
}
