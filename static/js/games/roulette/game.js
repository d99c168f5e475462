// Roulette on the screen: one felt and three wheels. It draws what the house said and turns clicks into wishes; no rule of the
// game is decided here.

import { zeroOf } from "../../table/about.js";
import { el, mark, write } from "../../dom.js";
import { lastRound } from "../../table/last_round.js";
import { sending } from "../../table/state.js";
import { chances } from "./bet_list.js";
import { explained, netOf } from "./explain.js";
import { favourites } from "../../table/betting/favourites.js";
import { felt } from "./felt.js";
import { frequencies } from "./frequencies.js";
import { hand as handOf, sumOf } from "../../table/betting/hand.js";
import { readLayout } from "./layout.js";
import { pilesOf } from "./piles.js";
import { race } from "./racetrack.js";
import { numberOf, scene as sceneOf } from "./scene.js";
import { tray as trayOf } from "../../table/betting/tray.js";
import { wheel as wheelOf } from "./wheel.js";

const SHOWN = 20;
const REFUSED = 900; // ms in which a refused chip slides back

/** The rule of each place's line, as the house explained it. */
const rulesOf = (round) =>
  Object.fromEntries(
    (round.explain ?? []).filter((line) => line.said?.place).map((line) => [line.said.place, line.rule]),
  );

/** Mounts the game into `places` (side, middle, foot) of the page. */
export function mount(
  { facts, speaker, clock, sounds, places, ask, change, panel, refused: sayRefused, reduced },
) {
  const layout = readLayout(facts.describe);
  const { t, money, signed } = speaker;
  const individual = facts.table.mode === "individual";
  const wheel = wheelOf({
    order: layout.wheel,
    colours: layout.colours,
    knock: (left) => sounds.knock(left),
  });
  const scene = sceneOf({ wheel, reduced, clock });
  let shown = null;
  let open = false;
  let preview = null;
  let sliding = []; // refused bets on their way back

  const hand = handOf({
    layout,
    table: facts.table,
    ask: (command, on) => allowed(command) && ask(command, on),
  });

  function allowed(command) {
    if (open) {
      if (command.t === "bet" || command.t === "call") sounds.chip();
      return true;
    }
    sayRefused({ code: shown?.mine?.seat === undefined ? "not-seated" : "bets-closed", rule: "", with: {} });
    return false;
  }

  const mineNow = () => shown?.mine?.game?.bets ?? {};
  const cloth = felt({
    layout,
    speaker,
    lay: (place) => hand.lay(place),
    figures: () => ({
      mine: hand.add(mineNow(), waiting),
      all: shown?.table.game?.totals ?? {},
      chip: hand.chip,
      room: shown?.mine?.game?.options?.room,
    }),
    key(event) {
      if (event.key === "Backspace") hand.undo();
      else if (event.key === "Delete") hand.clear();
      else if (event.key === "+" || event.key === "-") say(money(tray.step(event.key === "+" ? 1 : -1)));
      else return false;
      return true;
    },
  });
  let waiting = {};
  const live = el("span", { class: "hidden-text", "aria-live": "polite" });
  const say = (text) => write(live, text);

  const list = chances({ layout, speaker, hand });
  const tray = trayOf({
    speaker,
    hand,
    individual,
    favourites: () =>
      panel(t("favourites.title"), favourites({ speaker, hand, bets: mineNow }), { name: "favourites" }),
    launch: () => allowed({ t: "launch" }) && ask({ t: "launch" }),
  });
  const track = Object.keys(layout.calls).length > 0 && race({
    layout,
    speaker,
    hand,
    show(on, numbers) {
      preview = open ? on : null;
      cloth.preview(preview && numbers);
      change();
    },
    confirm: (name, number) => hand.call(name, number),
  });

  /** A round that the house told again, with the rule of each line. */
  const explain = (round) =>
    explained({
      layout,
      speaker,
      result: { ...round.result, rules: rulesOf(round) },
      number: round.outcome || undefined,
      balance: round.balance,
    });

  // The drawn number in large figures, and what it meant for the player.  [AR-16] [FR-R17]
  const figure = el("span", { class: "result-number" });
  const named = el("span", { class: "result-name" });
  const outcome = el("p", { class: "result-mine" });
  const why = el("button", {
    type: "button",
    class: "act",
    click: () => panel(t("explain.title"), lastRound({ speaker, url: facts.urls.last, explain })),
  }, t("explain.open"));
  const verify = el(
    "button",
    { type: "button", class: "act", click: () => places.verify() },
    t("verify.open"),
  );
  const skip = el("button", {
    type: "button",
    class: "act skip-spin",
    click: () => {
      scene.skip(performance.now());
      change();
    },
  }, t("spin.skip"));
  const result = el(
    "div",
    { class: "result" },
    el("div", { class: "result-head" }, figure, el("div", {}, named, outcome)),
    el("div", { class: "result-acts" }, why, verify),
  );
  const last = el("ol", { class: "last-numbers", "aria-label": t("last.numbers") });
  const counts = el("button", {
    type: "button",
    class: "act counts",
    click: () =>
      panel(t("frequencies.title"), frequencies({ layout, speaker, url: facts.urls.frequencies }), {
        name: "frequencies",
        wide: true,
      }),
  }, t("frequencies.open"));
  // Under the result where there is room beside the felt, else below it.  [FR-R26]
  const zero = () => zeroOf({ describe: facts.describe, speaker, urls: facts.urls });
  places.side.append(el("div", { class: "wheel-box" }, wheel.root, skip), result, zero());
  const tabs = track &&
    el(
      "div",
      { class: "choices", role: "group", "aria-label": t("view.name") },
      ...["felt", "race"].map((name) =>
        el("button", {
          type: "button",
          class: "choice",
          "aria-pressed": String(name === "felt"),
          click: () => view(name),
        }, t(`view.${name}`))
      ),
    );
  places.middle.append(
    ...[
      tabs,
      cloth.root,
      el("div", { class: "lasts" }, last, counts),
      zero(),
      track?.root,
      el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")),
      live,
    ].filter(Boolean),
  );
  places.foot.append(tray.root);

  function view(name) {
    mark(places.middle, "data-view", name);
    for (const [index, tab] of [...tabs.children].entries()) {
      mark(tab, "aria-pressed", String(["felt", "race"][index] === name));
    }
  }

  const upright = matchMedia("(max-width: 640px) and (orientation: portrait)");
  const turn = () => {
    cloth.turn(upright.matches);
    if (track) {
      track.close();
      track.turn(upright.matches);
    }
    change();
  };
  upright.addEventListener("change", turn);
  turn();
  addEventListener("resize", () => wheel.resized());

  let meant = ""; // what the shown number meant for the player

  function drawHistory(history) {
    const signature = history.map(numberOf).join(" ");
    if (last.dataset.drawn === signature) return;
    last.dataset.drawn = signature;
    // The display of the last winning numbers and their colours, newest first.  [AR-6e] [FR-6e]
    last.replaceChildren(
      ...history.slice(0, SHOWN).map((entry) => {
        const number = numberOf(entry);
        return el(
          "li",
          { class: "number-tile", "data-colour": layout.colours[number] },
          number,
          el("span", { class: "hidden-text" }, ` ${t(`colour.${layout.colours[number]}`)}`),
        );
      }),
    );
  }

  const traits = (number) =>
    ["red", "black", "even", "odd", "low", "high"]
      .filter((kind) => layout.places.get(kind)?.covers.has(number)).map((kind) => t(`kind.${kind}`)).join(
        " · ",
      );

  function drawResult(seen) {
    const number = seen.step === "running" || seen.step === "spinning"
      ? undefined
      : seen.table.game?.number ?? numberOf(seen.table.history?.[0]);
    const fresh = seen.table.game?.number !== undefined && number !== undefined;
    mark(result, "data-fresh", fresh);
    mark(figure, "data-colour", number === undefined ? "none" : layout.colours[number]);
    write(figure, number ?? "");
    write(
      named,
      number === undefined
        ? t(`result.${shown?.table.phase === "closed" ? "running" : "none"}`)
        : traits(number) || t(`colour.${layout.colours[number]}`),
    );
    const mine = fresh && ["pay", "live"].includes(seen.step) ? seen.mine?.game?.result : null;
    // Said plainly: no celebration where no more came back than was staked. It stands under its number while the next bets are laid.
    if (mine) {
      meant = t("result.mine", {
        staked: money(mine.staked),
        back: money(mine.back + mine.prize),
        net: signed(netOf(mine)),
      });
    } else if (fresh || number === undefined) meant = "";
    write(outcome, meant);
    why.disabled = !facts.me || ["spinning", "marked", "collect"].includes(seen.step); // the house knows the result before the eyes do
    verify.disabled = !seen.proof;
  }

  return {
    chances: list.root,
    explain,
    heard(before, after, frame, now) {
      scene.heard(before, after, frame, now);
      if (frame.t === "snapshot") meant = ""; // other numbers may have fallen meanwhile
      if (frame.t === "mine" || frame.t === "table") hand.heard(frame.news ?? []);
      if (after.table.phase === "closed" && before.table.phase === "betting") {
        hand.roundClosed(after.mine?.game?.bets);
      }
      if (after.table.round !== before.table.round) hand.newRound();
    },
    refused(wish, now) {
      if (wish.ask.on) sliding.push({ wish, until: now + (reduced() ? 0 : REFUSED) });
    },
    lost: () => scene.lost(),
    skip: () => scene.skip(performance.now()),
    shown: (state, now) => scene.shown(state, now),
    /** Draws one frame; answers whether another is wanted at once. */
    render(seen, state, now) {
      shown = seen;
      open = seen.table.phase === "betting" && seen.link === "open" && seen.mine?.seat !== undefined &&
        !seen.mine.ended;
      waiting = sending(state);
      sliding = sliding.filter((each) => each.until > now);
      const bets = seen.mine?.game?.bets ?? {};
      const game = seen.table.game ?? {};
      const marked = seen.step === "running" || seen.step === "spinning" ? undefined : game.number;
      cloth.render({
        piles: pilesOf({ shown: seen, sending: waiting, refused: sliding.map((each) => each.wish), preview }),
        mine: bets,
        number: marked,
        won: marked === undefined ? null : new Set(game.won ?? []),
        open,
      });
      const over = seen.mine?.game?.result && seen.step === "live";
      tray.render({
        open,
        options: seen.mine?.game?.options ?? {},
        accepted: over ? {} : bets,
        sending: waiting,
      });
      list.render(bets, t(open ? "chances.open" : "chances.closed", { total: money(sumOf(bets)) }));
      drawHistory(seen.table.history ?? []);
      drawResult(seen);
      mark(places.room, "data-step", seen.step);
      skip.hidden = seen.step !== "spinning";
      const moving = wheel.frame(now);
      return moving || scene.moving(now) || sliding.length > 0;
    },
    /** What changed between two shown states, in words and sounds. */
    changes(was, is) {
      const said = [];
      const number = is.table.game?.number;
      if (is.step === "marked" && was.step !== "marked" && number !== undefined) {
        // On a phone the felt may have been scrolled to: the number in large figures is brought back into sight.  [AR-16] [FR-R17]
        result.scrollIntoView({ block: "nearest", behavior: reduced() ? "auto" : "smooth" });
        said.push({
          text: t("say.number", {
            number,
            colour: t(`colour.${layout.colours[number]}`),
            traits: traits(number),
          }),
          sound: "rest",
        });
      }
      if (is.step === "collect" && was.step !== "collect") said.push({ sound: "collect" });
      const mine = is.mine?.game?.result;
      if (is.step === "pay" && was.step !== "pay") {
        said.push(
          mine
            ? {
              text: t("result.mine", {
                staked: money(mine.staked),
                back: money(mine.back + mine.prize),
                net: signed(netOf(mine)),
              }),
              sound: netOf(mine) > 0 ? "paid" : undefined,
            }
            : { text: t("say.paid") },
        );
        if (mine?.held) said.push({ text: t("say.held", { held: money(mine.held) }) });
      }
      if (is.step === "running" && was.step !== "running") said.push({ sound: "roll" });
      return said;
    },
  };
}
