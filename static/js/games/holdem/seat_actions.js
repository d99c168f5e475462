// What a player may request outside a round: a seat, the queue, the buy-in, more chips, a break, how to
// enter the game. Each with its cost, and only what the server offers now.
// [HE-2f] [HE-2q] [HE-7] [HE-8] [HE-10] [HE-12] [HE-15] [HE-17b] [HE-21] [HE-68]

import { el, mark, write } from "../../dom.js";
import { handText, seatOf } from "./selectors.js";

/**
 * @typedef {import("../../table/clock.js").ServerClock} ServerClock
 * @typedef {import("../../table/game.d.ts").GameContext} GameContext
 * @typedef {import("../../table/game.d.ts").View} View
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("../../table/panels.js").OpenPanel} OpenPanel
 * @typedef {import("./types.d.ts").BuyIn} BuyIn
 * @typedef {import("./types.d.ts").Description} Description
 * @typedef {import("./types.d.ts").GameView} GameView
 */

/**
 * @param {{
 *   facts: GameContext["facts"], describe: Description, i18n: I18n, clock: ServerClock,
 *   sendCommand: GameContext["sendCommand"], sendRequest: GameContext["sendRequest"],
 *   openPanel: OpenPanel, advanceBox: HTMLElement,
 * }} options
 */
export function seatActions(
  { facts, describe, i18n, clock, sendCommand, sendRequest, openPanel, advanceBox },
) {
  const { t, money, duration, timeOfDay } = i18n;
  const title = el("p", { class: "decision-title" });
  const note = el("p", { class: "decision-note" });
  const buttons = el("div", { class: "desk-acts" });
  const root = el(
    "section",
    { class: "he-desk", "aria-label": t("he.desk") },
    el("div", { class: "decision-words", role: "status" }, title, note),
    advanceBox,
    buttons,
  );
  let drawn = "";
  /** @type {HTMLDialogElement} */
  let topUps; // the panel of rebuys while it is open

  /** @param {{ stack: Cents, commission?: Cents }} options */
  function boughtText({ stack, commission }) {
    return commission
      ? t("he.bought", { stack: money(stack), commission: money(commission) })
      : t("he.bought.free", { stack: money(stack) });
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {string} detail
   * @param {() => void} press
   * @param {boolean} [main]
   */
  const action = (name, label, detail, press, main = false) => ({ name, label, detail, press, main });

  /** @param {any} options */
  function openTopUps(options) {
    /** @param {BuyIn} offer */
    const row = (offer) =>
      el(
        "button",
        {
          type: "button",
          class: "act top-up",
          click: () => {
            topUps.close();
            sendCommand({ t: "top-up", cents: offer.cost });
          },
        },
        el("strong", {}, t("he.top-up.by", { cost: money(offer.cost) })),
        el("span", { class: "soft" }, boughtText(offer)),
      );
    topUps = openPanel(
      t("he.top-up"),
      el("div", { class: "stacked" }, el("p", {}, t("he.top-up.when")), ...options.top_up.map(row)),
      { name: "top-up" },
    );
  }

  /** @param {View} view */
  function spectatorState(view) {
    const { table } = view;
    const queue = table.queue ?? [];
    const taken = Object.keys(table.seats ?? {}).length;
    const kept = queue.filter((entry) => entry.until).length;
    const at = facts.me ? queue.findIndex((entry) => entry.alias === facts.me.alias) : -1;
    const leave = action("unqueue", t("he.unqueue"), "", () => sendRequest("unqueue"));
    if (describe.regime === "session" && !table.session) {
      return { title: t("he.session.shut"), note: t("he.session.how") };
    }
    if (!facts.me || facts.barred) {
      return { title: t("he.watching"), note: t("he.taken", { taken, seats: describe.seats }) };
    }
    if (at >= 0 && queue[at].until) {
      return {
        title: t("he.offered"),
        note: t("he.offered.left", { left: duration(clock.until(queue[at].until)) }),
        actions: [action("sit", t("menu.sit"), "", () => sendRequest("sit"), true), leave],
      };
    }
    if (at >= 0) {
      return { title: t("he.queued", { at: at + 1 }), note: t("he.queued.note"), actions: [leave] };
    }
    // A table with sessions seats only registered players. With a free seat the player is called at once.
    // [HE-6b]
    if (taken + kept < describe.seats && describe.regime === "session") {
      return {
        title: t("he.register.first"),
        note: t("he.taken", { taken, seats: describe.seats }),
        actions: [action("queue", t("he.register"), "", () => sendRequest("queue"), true)],
      };
    }
    if (taken + kept < describe.seats) {
      return {
        title: t("he.choose"),
        note: t("he.taken", { taken, seats: describe.seats }),
        actions: [action("sit", t("he.sit.any"), "", () => sendRequest("sit"), true)],
      };
    }
    return {
      title: t("he.full"),
      note: queue.length
        ? t("he.full.note", { count: queue.length })
        : t("he.taken", { taken, seats: describe.seats }),
      actions: [action("queue", t("he.queue"), "", () => sendRequest("queue"), true)],
    };
  }

  /** @param {any} options */
  function buyInState(options) {
    const offer = options.buy_in;
    return {
      title: t("he.buy-in.ask"),
      note: [boughtText(offer), facts.table.currency === "DEMO" && t("he.buy-in.partners")]
        .filter(Boolean).join(". "),
      actions: [
        action("buy-in", t("he.buy-in"), money(offer.cost), () => sendCommand({ t: "buy-in" }), true),
        action("leave", t("he.stand-up"), "", () => sendRequest("leave")),
      ],
    };
  }

  // Before the first button is drawn there are no players for whom a new one would have to wait.  [HE-46a]
  /** @param {View} view */
  const playedHere = (view) => view.table.phase !== "waiting" && Boolean(view.table.game?.button);

  // After the pots are paid a lost stack can be bought again.  [HE-12] [HE-15]
  /** @param {any} place @param {GameView} game */
  const isShort = (place, game) => place.state === "short" || (game.phase === "paid" && !place.stack);

  // Who is dealt in plays the hand to its end and rests from the next one.  [HE-68]
  /** @param {any} place @param {GameView} game */
  const isInHand = (place, game) =>
    ["in", "folded", "all-in"].includes(place.state) && !["paid", "void"].includes(game.phase ?? "");

  /** @param {boolean} isResting @returns {import("./types.d.ts").SeatAction} */
  const restToggle = (isResting) => ({
    ...(isResting
      ? action("sit-in", t("he.sit-in"), "", () => sendCommand({ t: "sit-in" }))
      : action("sit-out", t("he.sit-out"), "", () => sendCommand({ t: "sit-out" }))),
    toggle: { label: t("he.sit-out.next"), isOn: isResting },
  });

  /**
   * Why the house made the seat rest, and for how long it is kept.  [HE-66] [HE-68]
   * @param {any} own
   */
  function restNote(own) {
    const kept = t("he.resting.left", { count: own.rest_left });
    if (own.rest_reason === "lapse") return `${t("he.resting.lapse")} ${kept}`;
    if (own.rest_reason) return t(own.rest_reason === "limit" ? "he.resting.limit" : "he.resting.barred");
    return kept;
  }

  /**
   * The state of a seat besides the round, in words.  [HE-7] [HE-15] [HE-68]
   * @param {View} view
   * @param {any} place
   * @param {any} own
   */
  function stateTexts(view, place, own) {
    const { phase, game } = view.table;
    if (own.rest_left !== undefined && !isInHand(place, game)) return [t("he.resting"), restNote(own)];
    if (isShort(place, game)) {
      return [t("he.short"), t("he.short.note", { minimum: money(describe.minimum) })];
    }
    if (place.state === "all-in") return [t("he.all-in.said"), t("he.all-in.note")];
    if (place.state === "folded") return [t("he.folded"), t("he.folded.note")];
    if (game.fixed?.includes(seatOf(view))) return [t("he.fixed"), t("he.fixed.note")];
    if (place.state === "waiting" && playedHere(view)) {
      return [t("he.entering"), t(own.options?.wait_for_blind ? "he.entering.post" : "he.entering.wait")];
    }
    if (phase === "waiting" || (game.phase === "seating" && !game.can_deal)) {
      return [t("phase.waiting"), t("he.least", { count: describe.least_players })];
    }
    if (isInHand(place, game)) {
      return [t(game.phase === "betting" ? "he.wait-turn" : "he.fixed"), handText(own, i18n)];
    }
    return [t("he.ready"), place.bought ? t("he.bought.waits", { cents: money(place.bought) }) : ""];
  }

  /** @param {View} view @param {any} own */
  function playerState(view, own) {
    const { options = {} } = own;
    const place = view.table.game.seats[seatOf(view) ?? 0];
    const [titleText, noteText] = stateTexts(view, place, own);
    const actions = [];
    const isDealtIn = isInHand(place, view.table.game);
    if (options.sit_in && !isDealtIn) {
      actions.push(action("sit-in", t("he.sit-in"), "", () => sendCommand({ t: "sit-in" }), true));
    }
    if (options.post_big_blind && playedHere(view)) {
      actions.push(
        action(
          "post",
          t("he.post"),
          money(options.post_big_blind.cost),
          () => sendCommand({ t: "post-big-blind" }),
          true,
        ),
      );
    }
    if (options.wait_for_blind && playedHere(view)) {
      actions.push(action("wait", t("he.wait-blind"), "", () => sendCommand({ t: "wait-for-blind" })));
    }
    if (options.top_up?.length) {
      actions.push(
        action("top-up", t("he.top-up"), "", () => openTopUps(options), isShort(place, view.table.game)),
      );
    }
    if (isDealtIn && (options.sit_out || options.sit_in)) actions.push(restToggle(Boolean(options.sit_in)));
    else if (options.sit_out) {
      actions.push(action("sit-out", t("he.sit-out"), "", () => sendCommand({ t: "sit-out" })));
    }
    return { title: titleText, note: noteText, actions };
  }

  /** @param {View} view */
  function currentState(view) {
    const seat = seatOf(view);
    if (view.link !== "open") return { title: t("link.said.connecting"), note: "" };
    if (seat === undefined) return spectatorState(view);
    const own = view.mine?.game;
    if (view.mine?.leaving) return { title: t("he.leaving"), note: t("he.leaving.note") };
    const place = view.table.game?.seats?.[seat];
    if (own?.options?.buy_in) return buyInState(own.options);
    if (place && place.state !== "left") return playerState(view, own);
    return { title: t("phase.preparing"), note: t("he.seated") };
  }

  return {
    root,
    /**
     * `hidden` while a decision takes this place on the page.
     * @param {View} view
     * @param {boolean} hidden
     */
    render(view, hidden) {
      root.hidden = hidden;
      const current = currentState(view);
      write(title, current.title);
      write(
        note,
        [
          current.note,
          view.table.session ? t("he.session.ends", { hour: timeOfDay(view.table.session.ends) }) : "",
        ]
          .filter(Boolean).join(" · "),
      );
      /** @type {import("./types.d.ts").SeatAction[]} */
      const list = current.actions ?? [];
      mark(root, "data-acts", list.length);
      const signature = JSON.stringify([seatOf(view), list]) +
        JSON.stringify(view.mine?.game?.options?.top_up ?? "");
      if (signature === drawn) return list;
      drawn = signature;
      const focus = document.activeElement;
      const focused = focus instanceof HTMLElement && root.contains(focus) ? focus.dataset.act : null;
      buttons.replaceChildren(
        ...list.map((item) =>
          el(
            "button",
            {
              type: "button",
              class: item.toggle ? "act ahead-act" : item.main ? "act main" : "act",
              "data-act": item.name,
              "aria-pressed": item.toggle && String(item.toggle.isOn),
              click: item.press,
            },
            item.toggle && el("i", { "aria-hidden": "true" }),
            item.toggle?.label ?? item.label,
            item.detail && el("span", { class: "desk-detail" }, item.detail),
          )
        ),
      );
      if (focused) {
        /** @type {HTMLElement | null} */ (buttons.querySelector(`[data-act="${focused}"]`))?.focus();
      }
      return list;
    },
  };
}
