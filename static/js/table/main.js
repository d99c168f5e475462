// The table's page: reads what the server wrote into it, connects, and lets the game draw. One loop, once per frame, and none at
// all while nothing moves.

import { about } from "./about.js";
import { chat as chatOf } from "./chat.js";
import { serverClock } from "./clock.js";
import { deck as deckOf } from "./deck.js";
import { el, mark, pageData, typing, write } from "../dom.js";
import { GAMES } from "./games.js";
import { header } from "./header.js";
import { lastRound } from "./last_round.js";
import { menu } from "./menu.js";
import { notices } from "./notices.js";
import { panels } from "./panels.js";
import { figuresOf, nudge, statement } from "./session.js";
import { Line } from "./socket.js";
import { reality } from "./reality.js";
import { sounds as soundsOf } from "./sound.js";
import { begin, fold, forgotten, reconnected, seated, sending, wished } from "./state.js";
import { timeline } from "./timeline.js";
import { verified, witness } from "./verification/verify.js";
import { windowed } from "./frame.js";
import { speaker as speakerOf } from "./words.js";

const BEAT = 200; // ms between two looks at the clocks while nothing else happens

const facts = pageData("table-facts");
const speaker = speakerOf(pageData("words"), { language: facts.language, currency: facts.table.currency });
const { t } = speaker;
const room = document.getElementById("table");
const parts = Object.fromEntries(
  [...room.querySelectorAll("[data-part]")].map((node) => [node.dataset.part, node]),
);
const still = matchMedia("(prefers-reduced-motion: reduce)");
const clock = serverClock();
const saw = witness(facts.table.id);
const sound = soundsOf(facts.language);
const open = panels(speaker, room);
const spoken = el("div", { class: "hidden-text", "aria-live": "polite" });
const individual = facts.table.mode === "individual";
const cards = "cards" in room.dataset;

let state = begin();
let link = "connecting";
let last = null; // what was shown in the frame before
let sat = !facts.me || Boolean(facts.barred); // a seat is asked for once, on opening; after that only by the player
let wanted = false;
let game;
let line;
const told = facts.window && parent !== window
  ? windowed({ table: facts.table.id, clock, asked: (each) => game.asked?.(each) ?? false })
  : null;

function change() {
  if (wanted) return;
  wanted = true;
  requestAnimationFrame(frame);
}

function ask(command, on) {
  const wish = { do: command, on, round: state.table.round };
  const id = line.wish({ t: "do", round: wish.round, do: command });
  state = wished(state, id, wish);
  change();
}

function seat(word, more = {}) {
  const id = line.wish({ t: word, ...more });
  state = wished(state, id, { word });
  change();
}

function sit() {
  sat = true;
  seat("sit");
  change();
}

function heard(message, trip) {
  const before = state;
  const now = performance.now();
  if (message.now !== undefined) clock.hear(message.now, message.t === "snapshot" ? trip : 0);
  if (trip) bar.hear(trip);
  if (message.t === "chat") talk?.hear(message);
  state = fold(state, message);
  if (state.gap) line.look();
  if (message.t === "no") refusedWish(message, now);
  if (message.t === "share") saw.counted(message.round, message.nonce);
  promises();
  game.heard(before, state, message, now);
  told?.(state, link);
  if (message.t === "snapshot" && !sat && !state.mine && !game.choosesSeat) sit();
  change();
}

function refusedWish(message, now) {
  const wish = state.wishes.find((each) => each.id === message.id);
  if (wish) game.refused(wish, now);
  talk?.refused(message.id);
  notice.refused({ code: message.code, rule: message.rule, with: message.with });
  if (wish) state = forgotten(state, wish.id);
}

// The promise is remembered before the bets, and this browser's share given: the draw can then be checked against both.
function promises() {
  const { table } = state;
  saw.promised(table.round, table.commitment);
  if (seated(state) && state.mine.since <= table.opened) saw.seated(table.round, state.mine.seat);
  if (!table.next || table.next.kept) return; // a shoe that is kept has its promise and its shares from the round it began with
  saw.promised(table.next.round, table.next.commitment);
  if (seated(state) && shared !== table.next.round && link === "open") {
    shared = table.next.round;
    line.tell({ t: "nonce", round: table.next.round, nonce: saw.share(table.next.round) });
  }
}
let shared = 0;
let proof = null; // what the last round can be checked by; kept until the next one is over

function connected(next) {
  link = next;
  if (next === "lost") {
    state = reconnected(state);
    shared = 0;
    game.lost();
    sound.hush();
  }
  told?.(state, link);
  change();
}

const openSession = () =>
  open(
    t("session.title"),
    el(
      "div",
      { class: "stacked" },
      state.mine?.seat === undefined
        ? el("p", {}, t("session.none"))
        : figuresOf({ speaker, session: state.mine, until: clock.now() }),
      el("p", { class: "soft" }, t("session.kept")),
    ),
    { name: "session" },
  );
const openDelay = () => open(t("delay.title"), el("p", {}, t("delay.text")), { name: "delay" });
// Of a pack that was promised card by card, the cards that one's own seat saw are opened when one asks for them.
async function ownProof() {
  const promised = facts.known.promised.includes(facts.table.system);
  const answer = promised && facts.me
    ? await fetch(facts.urls.last, { headers: { Accept: "application/json" } }).catch(() => null)
    : null;
  return answer?.ok ? (await answer.json()).verify : null;
}
const openAbout = () =>
  open(
    t("about.title"),
    about({ describe: facts.describe, speaker, urls: facts.urls, terms: game.terms?.() }),
    { name: "about" },
  );
const openVerify = async () =>
  open(
    t("verify.title"),
    verified({
      speaker,
      told: proof ?? await ownProof(),
      known: facts.known,
      saw: saw.of(proof?.shoe ?? proof?.round),
      page: facts.urls.verify,
      later: ["kept", "cut"].includes(facts.describe.shoe?.mode ?? facts.describe.shoe?.kind)
        ? "verify.later.shoe"
        : "verify.later",
    }),
    { name: "verify", wide: true },
  );
const openLast = () =>
  open(
    t("last.title"),
    lastRound({ speaker, url: facts.urls.last, explain: (round) => game.explain(round) }),
    { name: "last", wide: true },
  );

const bar = header({ speaker, clock, openSession, openDelay });
const notice = notices({ speaker, urls: facts.urls, again: () => location.reload() });
const phases = timeline({ speaker, clock, individual });
const card = nudge({
  speaker,
  clock,
  describe: facts.describe,
  stay: () => seat("stay"),
  leave: () => seat("leave"),
});
const mayPlay = !facts.barred;
// Why this player may not sit down; whoever still has a bet to play out keeps their decisions instead.
const barred = facts.barred &&
  el(
    "p",
    { class: "watching" },
    facts.barred.said,
    " ",
    el("a", { href: facts.barred.url, target: "_blank", rel: "noopener" }, t("barred.more")),
  );
const showStatement = statement({ speaker, urls: facts.urls, panel: open, sit: mayPlay && sit });
const talk = facts.urls.chat && chatOf({
  speaker,
  url: facts.urls.chat,
  panel: open,
  alias: facts.me?.alias,
  seated: () => seated(state),
  say: (text) => line.wish({ t: "chat", text }),
});
const checkReality = reality({ speaker, clock, panel: open, facts, leave: () => seat("leave") });
const side = menu({
  speaker,
  sound,
  urls: facts.urls,
  signedIn: Boolean(facts.me),
  deck: cards && deckOf(room),
  open: {
    about: (facts.describe.forbidden || facts.describe.zero_option) && openAbout,
    chat: talk && talk.open,
    session: openSession,
    last: openLast,
    verify: openVerify,
    chances: () =>
      open(t(cards ? "list.title" : "chances.title"), game.chances, { name: "chances", wide: true }),
  },
  leave: () => seat("leave"),
  sit: mayPlay && sit,
});

function shownNow(now) {
  return {
    ...game.shown(state, now),
    link,
    bye: state.bye,
    waiting: Object.values(sending(state)).reduce((sum, cents) => sum + cents, 0),
  };
}

function frame(now) {
  wanted = false;
  const seen = shownNow(now);
  if (seen.step !== "running" && seen.step !== "spinning") {
    proof = state.mine?.verify ?? state.table.verify ?? proof;
  }
  seen.proof = proof;
  seen.individual = individual;
  seen.players = seen.table.seated === undefined || individual
    ? ""
    : t("seated", { count: seen.table.seated });
  const more = game.render(seen, state, now);
  seen.said = game.phrase?.(seen);
  bar.render(seen);
  phases.render(seen);
  notice.render(seen);
  card.render(seen);
  side.render(seen);
  talk?.render(state.mine?.quiet);
  checkReality(seen);
  if (barred) barred.hidden = seated(seen);
  if (seen.step === "live") showStatement(seen.mine?.ended);
  mark(room, "data-phase", seen.table.phase ?? "connecting");
  mark(room, "data-link", link);
  mark(room, "data-seated", seated(seen));
  announce(last, seen);
  last = seen;
  if (more) change();
}

/** What changed is said once, in the words of the regulation: as text for every reader, as sound and voice when wanted. */
function announce(was, is) {
  if (!was) return;
  const said = [];
  const phase = is.table.phase;
  if (phase !== was.table.phase || is.table.round !== was.table.round) {
    if (phase === "betting") said.push({ text: t("phase.betting"), sound: "open" });
    if (phase === "closed" && was.table.phase === "betting") {
      said.push({ text: t("phase.closed"), sound: "closed" });
    }
    if (["void", "held", "shut"].includes(phase)) said.push({ text: t(`${phase}.said`) });
  }
  if (is.table.closing && !was.table.closing) said.push({ text: t("closing.said") });
  if (is.link !== was.link) said.push({ text: t(`link.said.${is.link}`) });
  said.push(...game.changes(was, is));
  // Whose turn it is, a window of several tables calls by itself.
  for (const each of said) if (each.sound && !(told && each.sound === "turn")) sound.play(each.sound);
  const texts = said.map((each) => each.text).filter(Boolean);
  if (!texts.length) return;
  write(spoken, texts.join(" "));
  sound.speak(texts.join(" "));
}

async function start() {
  const { mount } = await GAMES[facts.table.system]();
  game = mount({
    facts,
    speaker,
    clock,
    sounds: sound,
    ask,
    wish: seat,
    change,
    panel: open,
    places: { room, side: parts.side, middle: parts.middle, foot: parts.foot, verify: openVerify },
    refused: (answer) => notice.refused(answer),
    reduced: () => still.matches,
  });
  parts.bar.append(...bar.nodes, ...side.nodes);
  parts.timeline.append(phases.root);
  parts.notices.append(...notice.nodes);
  room.append(card.root, spoken);
  if (facts.barred) {
    parts.foot.append(barred);
  } else if (!facts.me) {
    parts.foot.append(
      el(
        "p",
        { class: "watching" },
        t("watching"),
        " ",
        facts.visit
          ? el(
            "form",
            { method: "post", action: facts.visit, class: "visit" },
            el("input", { type: "hidden", name: "csrfmiddlewaretoken", value: facts.csrf }),
            el("button", { type: "submit", class: "act" }, t("visit")),
          )
          : facts.urls.signin && el("a", { href: facts.urls.signin }, t("signin")),
      ),
    );
  }
  // A table's page holds one address: wherever it is served, its socket is at the same place.
  const address = new URL(facts.urls.socket ?? `/ws/table/${facts.table.id}/`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  line = new Line(address.href, { hear: heard, changed: connected });
  setInterval(() => document.hidden || change(), BEAT);
  document.addEventListener("visibilitychange", change);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !typing(event.target) && !room.querySelector("dialog[open]")) {
      game.skip();
      change();
    }
  });
  mark(room, "data-ready", true);
  change();
}

start();
