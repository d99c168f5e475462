// The table of roulette: one layout and three wheels. It draws the server's view and turns clicks into
// commands; no rule of the game is decided here.

import { zeroNote } from "../../table/about.js";
import { compact, el, mark, write } from "../../dom.js";
import { lastRound } from "../../table/last_round.js";
import { pendingStakes } from "../../table/state.js";
import { chances } from "./bet_list.js";
import { explained, netOf } from "./explanation.js";
import { favourites } from "../../table/betting/favourites.js";
import { felt } from "./felt.js";
import { frequencies } from "./frequencies.js";
import { betEditor, totalStakes } from "../../table/betting/bet_editor.js";
import { readLayout } from "./layout.js";
import { pilesOf } from "./piles.js";
import { race } from "./racetrack.js";
import { numberOf, resultSequence } from "./result_sequence.js";
import { chipTray } from "../../table/betting/tray.js";
import { wheel as wheelOf } from "./wheel.js";

const SHOWN = 20;
const REFUSED = 900; // ms in which a refused chip moves back

/** The rule of each place's line, from the server's explanation. */
const rulesOf = (round) =>
  Object.fromEntries(
    (round.explain ?? []).filter((line) => line.said?.place).map((line) => [line.said.place, line.rule]),
  );

/**
 * @param {import("../../table/game.d.ts").GameContext} context
 * @returns {import("../../table/game.d.ts").Game}
 */
export function mount(
  {
    facts,
    i18n,
    clock,
    sounds,
    regions,
    sendCommand,
    requestDraw,
    openPanel,
    openVerification,
    showRefusal,
    reducedMotion,
  },
) {
  const layout = readLayout(facts.describe);
  const { t, money, signed } = i18n;
  const individual = facts.table.mode === "individual";
  const wheel = wheelOf({
    order: layout.wheel,
    colours: layout.colours,
    knock: (left) => sounds.knock(left),
  });
  const scene = resultSequence({ wheel, reducedMotion, clock });
  let shown = null;
  let open = false;
  let preview = null;
  let sliding = []; // refused bets that are moving back

  const editor = betEditor({
    layout,
    table: facts.table,
    sendCommand: (command, on) => allowed(command) && sendCommand(command, on),
  });

  function allowed(command) {
    if (open) {
      if (command.t === "bet" || command.t === "call") sounds.chip();
      return true;
    }
    showRefusal({ code: shown?.mine?.seat === undefined ? "not-seated" : "bets-closed", rule: "", with: {} });
    return false;
  }

  const mineNow = () => shown?.mine?.game?.bets ?? {};
  const cloth = felt({
    layout,
    i18n,
    lay: (place) => editor.placeChip(place),
    figures: () => ({
      mine: editor.add(mineNow(), waiting),
      all: shown?.table.game?.totals ?? {},
      chip: editor.chip,
      room: shown?.mine?.game?.options?.room,
    }),
    key(event) {
      if (event.key === "Backspace") editor.undo();
      else if (event.key === "Delete") editor.clear();
      else if (event.key === "+" || event.key === "-") say(money(tray.stepChip(event.key === "+" ? 1 : -1)));
      else return false;
      return true;
    },
  });
  let waiting = {};
  const live = el("span", { class: "hidden-text", "aria-live": "polite" });
  const say = (text) => write(live, text);

  const list = chances({ layout, i18n, editor });
  const tray = chipTray({
    i18n,
    editor,
    individual,
    favourites: () =>
      openPanel(t("favourites.title"), favourites({ i18n, editor, bets: mineNow }), { name: "favourites" }),
    launch: () => allowed({ t: "launch" }) && sendCommand({ t: "launch" }),
  });
  const track = Object.keys(layout.calls).length === 0 ? null : race({
    layout,
    i18n,
    editor,
    show(on, numbers) {
      preview = open ? on : null;
      cloth.preview(preview && numbers);
      requestDraw();
    },
    confirm: (name, number) => editor.placeCall(name, number),
  });

  /** A round from the server's records, with the rule of each line. */
  const explain = (round) =>
    explained({
      layout,
      i18n,
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
    click: () => openPanel(t("explain.title"), lastRound({ i18n, url: facts.urls.last, explain })),
  }, t("explain.open"));
  const verify = el(
    "button",
    { type: "button", class: "act", click: () => openVerification() },
    t("verify.open"),
  );
  const skip = el("button", {
    type: "button",
    class: "act skip-spin",
    click: () => {
      scene.skip(performance.now());
      requestDraw();
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
      openPanel(t("frequencies.title"), frequencies({ layout, i18n, url: facts.urls.frequencies }), {
        name: "frequencies",
        wide: true,
      }),
  }, t("frequencies.open"));
  // Shown below the result where there is room beside the layout, otherwise below the layout.  [FR-R26]
  const zero = () => zeroNote({ describe: facts.describe, i18n, urls: facts.urls });
  regions.side.append(el("div", { class: "wheel-box" }, wheel.root, skip), result, zero() ?? "");
  const tabs = !track ? null : el(
    "div",
    { class: "choices", role: "group", "aria-label": t("view.name") },
    ...["felt", "race"].map((name) =>
      el("button", {
        type: "button",
        class: "choice",
        "aria-pressed": String(name === "felt"),
        click: () => showTab(name),
      }, t(`view.${name}`))
    ),
  );
  regions.middle.append(
    ...compact([
      tabs,
      cloth.root,
      el("div", { class: "lasts" }, last, counts),
      zero(),
      track?.root,
      el("p", { class: "hidden-text", id: "felt-keys" }, t("felt.keys")),
      live,
    ]),
  );
  regions.foot.append(tray.root);

  function showTab(name) {
    mark(regions.middle, "data-view", name);
    for (const [index, tab] of [...tabs?.children ?? []].entries()) {
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
    requestDraw();
  };
  upright.addEventListener("change", turn);
  turn();
  addEventListener("resize", () => wheel.resized());

  let meant = ""; // what the number that is shown meant for the player

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

  function drawResult(view) {
    const number = view.step === "running" || view.step === "spinning"
      ? undefined
      : view.table.game?.number ?? numberOf(view.table.history?.[0]);
    const fresh = view.table.game?.number !== undefined && number !== undefined;
    mark(result, "data-fresh", fresh);
    mark(figure, "data-colour", number === undefined ? "none" : layout.colours[number]);
    write(figure, number ?? "");
    write(
      named,
      number === undefined
        ? t(`result.${shown?.table.phase === "closed" ? "running" : "none"}`)
        : traits(number) || t(`colour.${layout.colours[number]}`),
    );
    const mine = fresh && ["pay", "live"].includes(view.step) ? view.mine?.game?.result : null;
    // Stated plainly: no celebration where no more was returned than was staked. It stays under its number
    // during the next bets.
    if (mine) {
      meant = t("result.mine", {
        staked: money(mine.staked),
        back: money(mine.back + mine.prize),
        net: signed(netOf(mine)),
      });
    } else if (fresh || number === undefined) meant = "";
    write(outcome, meant);
    // The server knows the result before it is shown.
    why.disabled = !facts.me || ["spinning", "marked", "collect"].includes(view.step);
    verify.disabled = !view.proof;
  }

  return {
    textView: list.root,
    explain,
    receive(before, after, frame, now) {
      scene.heard(before, after, frame, now);
      if (frame.t === "snapshot") meant = ""; // other numbers may have been drawn meanwhile
      if (frame.t === "mine" || frame.t === "table") editor.receive(frame.news ?? []);
      if (after.table.phase === "closed" && before.table.phase === "betting") {
        editor.recordClosedBets(after.mine?.game?.bets);
      }
      if (after.table.round !== before.table.round) editor.startRound();
    },
    receiveRefusal({ stakes }, now) {
      if (stakes) sliding.push({ stakes, until: now + (reducedMotion() ? 0 : REFUSED) });
    },
    handleDisconnect: () => scene.lost(),
    skipAnimation: () => scene.skip(performance.now()),
    visibleState: (state, now) => scene.shown(state, now),
    /** Draws one frame. Returns whether another frame is needed at once. */
    render(view, state, now) {
      shown = view;
      open = view.table.phase === "betting" && view.link === "open" && view.mine?.seat !== undefined &&
        !view.mine.ended;
      waiting = pendingStakes(state);
      sliding = sliding.filter((each) => each.until > now);
      const bets = view.mine?.game?.bets ?? {};
      const game = view.table.game ?? {};
      const marked = view.step === "running" || view.step === "spinning" ? undefined : game.number;
      cloth.render({
        piles: pilesOf({
          shown: view,
          sending: waiting,
          refused: sliding.map((each) => each.stakes),
          preview,
        }),
        mine: bets,
        number: marked,
        won: marked === undefined ? null : new Set(game.won ?? []),
        open,
      });
      const over = view.mine?.game?.result && view.step === "live";
      tray.render({
        open,
        options: view.mine?.game?.options ?? {},
        accepted: over ? {} : bets,
        sending: waiting,
      });
      list.render(bets, t(open ? "chances.open" : "chances.closed", { total: money(totalStakes(bets)) }));
      drawHistory(view.table.history ?? []);
      drawResult(view);
      mark(regions.room, "data-step", view.step);
      skip.hidden = view.step !== "spinning";
      const moving = wheel.frame(now);
      return moving || scene.moving(now) || sliding.length > 0;
    },
    /** What changed between two views, in words and sounds. */
    announcements(before, after) {
      const announcements = [];
      const number = after.table.game?.number;
      if (after.step === "marked" && before.step !== "marked" && number !== undefined) {
        // On a phone the page may be scrolled to the layout: the number in large figures is scrolled back
        // into view.  [AR-16] [FR-R17]
        result.scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
        announcements.push({
          text: t("say.number", {
            number,
            colour: t(`colour.${layout.colours[number]}`),
            traits: traits(number),
          }),
          sound: "rest",
        });
      }
      if (after.step === "collect" && before.step !== "collect") announcements.push({ sound: "collect" });
      const mine = after.mine?.game?.result;
      if (after.step === "pay" && before.step !== "pay") {
        announcements.push(
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
        if (mine?.held) announcements.push({ text: t("say.held", { held: money(mine.held) }) });
      }
      if (after.step === "running" && before.step !== "running") announcements.push({ sound: "roll" });
      return announcements;
    },
  };
}
