// The page of a table: reads what the server wrote into it, connects, and lets the game draw. Everything is drawn
// in one loop, once per frame, and not at all while nothing changes.

import { phaseAnnouncements } from "./announcements.js";
import { createAppearance } from "./appearance.js";
import { createChat } from "./chat.js";
import { serverClock } from "./clock.js";
import { createCoach } from "./coach.js";
import { createCommandLine } from "./command_line/command_line.js";
import { tableCommands } from "./command_line/table_commands.js";
import { el, isTyping, mark, pageData, write } from "../dom.js";
import { firstBet } from "./first_bet.js";
import { replaceGame } from "./game_regions.js";
import { header } from "./header.js";
import { playersText } from "./house_players.js";
import { menu } from "./menu.js";
import { notices } from "./notices.js";
import { panels } from "./panels.js";
import { inactivityCard, sessionStatement } from "./play_session.js";
import { TableSocket } from "./socket.js";
import { realityCheck } from "./reality_check.js";
import { risingGain } from "./rising_gain.js";
import { seatOffer } from "./seat_offer.js";
import { createSounds } from "./sound.js";
import { tablePanels } from "./table_panels.js";
import {
  addRequest,
  applyFrame,
  forgetStakes,
  initialState,
  isSeated,
  pendingStakes,
  removeRequest,
  resetVersions,
} from "./state.js";
import { areOlder, areSame, changeText, termsNotice } from "./terms.js";
import { timeline } from "./timeline.js";
import { drawWitness } from "./verification/witness.js";
import { visitorNote } from "./visitor_note.js";
import { parentReporter } from "./parent_window.js";
import { createI18n } from "./i18n.js";

/**
 * @typedef {import("./messages.d.ts").ServerFrame} ServerFrame
 * @typedef {import("./game.d.ts").Game} Game
 * @typedef {import("./game.d.ts").View} View
 */

const ARRIVES_TO_SIT = "#sit";
const CLOCK_INTERVAL = 200; // ms between two looks at the clocks while nothing else happens

const facts = pageData("table-facts");
const words = pageData("words");
const i18n = createI18n(words, { language: facts.language, currency: facts.table.currency });
const { t } = i18n;
const room = /** @type {HTMLElement} */ (document.getElementById("table"));
const parts = Object.fromEntries(
  [.../** @type {NodeListOf<HTMLElement>} */ (room.querySelectorAll("[data-part]"))]
    .map((node) => [node.dataset.part, node]),
);
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const clock = serverClock();
const witness = drawWitness(facts.table.id);
const sounds = createSounds(facts.language);
const openPanel = panels(i18n, room);
const appearance = createAppearance(room);
const announcer = el("div", { class: "hidden-text", "aria-live": "polite" });
const hasCards = "cards" in room.dataset;
const maySit = !facts.barred;

let state = initialState();
let link = "connecting";
/** @type {View | null} */
let lastView = null; // what the last frame showed
// A visitor has pressed "play" on the page before. Everybody else sits down here.
let sitsOnArrival = location.hash === ARRIVES_TO_SIT && facts.me && maySit;
/** @type {string | null} */
let seatRequest = null; // until it is answered
let isDrawRequested = false;
let sharedRound = 0; // the round for whose draw this browser last sent its share
/** @type {any} */
let proof = null; // the published data of the last round, kept until the next one is over
/** @type {Game} */
let game;
/** @type {(context: import("./game.d.ts").GameContext) => Game} */
let mount;
const regions = { timeline: parts.timeline, side: parts.side, middle: parts.middle, foot: parts.foot };
/** @type {Set<Element>} */
const pageNodes = new Set(); // what the page itself puts beside its game
let hasTable = false; // since the first snapshot
let termsNews = ""; // what changed in the terms, to be said with the next frame
/** @type {TableSocket} */
let socket;
const reportToParent = facts.window && parent !== window
  ? parentReporter({
    table: facts.table.id,
    clock,
    awaitsDecision: (current) => game.awaitsDecision?.(current) ?? false,
  })
  : null;

/** The card is loaded with the first message: most visits have none. */
function loadCareCard() {
  showCare = () => {};
  import("./protection/care_card.js").then(({ careCard }) => {
    showCare = careCard({ i18n, openPanel, facts, isSeated: () => isSeated(state) });
    requestDraw();
  }, () => showCare = null); // tried again with the next frame
}

function requestDraw() {
  if (isDrawRequested) return;
  isDrawRequested = true;
  requestAnimationFrame(draw);
}

// --- Requests

/** @type {import("./game.d.ts").GameContext["sendCommand"]} */
function sendCommand(command, stakes) {
  const id = socket.request({ t: "do", round: state.table.round, do: command });
  state = addRequest(state, id, stakes);
  requestDraw();
}

/** @type {import("./game.d.ts").GameContext["sendRequest"]} */
function sendRequest(kind, fields = {}) {
  const id = socket.request({ t: kind, ...fields });
  state = addRequest(state, id);
  requestDraw();
}

function sit() {
  seatRequest = socket.request({ t: "sit" });
  state = addRequest(state, seatRequest);
  requestDraw();
}

const leave = () => sendRequest("leave");

const visitor = visitorNote({ facts, i18n });
const waitingBet = firstBet({
  table: facts.table,
  visit: visitor.visit,
  sit: facts.me && maySit ? sit : null,
  sendBet: (command) => sendCommand(command, /** @type {any} */ (command.on)),
});

// --- Frames

/** @param {ServerFrame} frame @param {number} roundTrip @param {number} arrived */
function receiveFrame(frame, roundTrip, arrived) {
  const before = state;
  const shownBefore = game;
  const now = performance.now();
  if ("now" in frame) clock.observe(frame.now + now - arrived, frame.t === "snapshot" ? roundTrip : 0);
  if (roundTrip) bar.observe(roundTrip);
  if (frame.t === "chat") chat?.receive(frame);
  state = applyFrame(state, frame);
  followTerms();
  if (state.gap) socket.requestSnapshot();
  if (frame.t === "no") receiveRefusal(frame, now);
  if (frame.t === "share") witness.recordCountedShare(frame.round, frame.nonce);
  updateWitness();
  if (game === shownBefore) game.receive(before, state, frame, now);
  waitingBet.follow({ isOpen: isSeated(state) && link === "open" && state.table.phase === "betting" });
  reportToParent?.(state, link);
  if (frame.t === "snapshot" && sitsOnArrival) {
    sitsOnArrival = false;
    history.replaceState(null, "", location.pathname + location.search); // a reload does not sit down
    if (!state.mine && !game.playerChoosesSeat) sit();
  }
  requestDraw();
}

/**
 * Everything on the page follows the terms that the table shows. When they change, the game is mounted again.
 * The change is told before anybody can bet under the new terms. A page that was made after a change follows
 * the old round to its end, and is told when the new terms begin.
 */
function followTerms() {
  const { terms } = state.table;
  const isFirst = !hasTable;
  hasTable ||= state.tableVersion >= 0;
  if (!terms || areSame(terms, facts.terms)) return;
  const sentence = isFirst && areOlder(terms, facts.terms) ? "" : changeText(i18n, facts.terms, terms);
  const isDrawnAnew = JSON.stringify(terms.describe) !== JSON.stringify(facts.describe);
  Object.assign(facts, { terms, describe: terms.describe, draw: terms.draw });
  if (isDrawnAnew) drawAnew();
  if (sentence) termsNote.show(sentence);
  termsNews = sentence;
}

function drawAnew() {
  facts.table.mode = facts.describe.mode;
  mark(room, "data-mode", facts.table.mode);
  state = forgetStakes(state);
  replaceGame(regions, pageNodes, mountGame);
  const { tableVersion: v, table, mine } = state;
  /** @type {ServerFrame} */
  const frame = { t: "snapshot", v, now: clock.now(), table, mine: mine ?? undefined };
  game.receive(state, state, frame, performance.now());
  /** @type {Record<string, () => void>} */
  const openers = { chances: openTextView, about: openAbout };
  for (const [name, open] of Object.entries(openers)) {
    if (room.querySelector(`dialog[data-name="${name}"]`)) open();
  }
}

/** @param {import("./messages.d.ts").RefusedFrame} frame @param {number} now */
function receiveRefusal(frame, now) {
  const request = state.requests.find(({ id }) => id === frame.id);
  if (request) game.receiveRefusal(request, now);
  chat?.receiveRefusal(frame.id);
  notice.showRefusal(frame);
  if (request) state = removeRequest(state, request.id);
}

/** Records the commitment before the bets and sends this browser's share, to check the draw against both. */
function updateWitness() {
  const { table, mine } = state;
  const { round: current = 0 } = table;
  witness.recordCommitment(current, table.commitment);
  witness.recordNumber(current, table.beacon);
  const isPlaying = isSeated(state) && mine;
  if (isPlaying && (mine.since ?? 0) <= (table.opened ?? 0)) witness.recordSeat(current, mine.seat);
  if (!table.next) return;
  const { round, commitment, button } = table.next;
  witness.recordCommitment(round, commitment, button);
  if (isPlaying && sharedRound !== round && link === "open") {
    sharedRound = round;
    socket.send({ t: "nonce", round, nonce: witness.shareFor(round) });
  }
}

/** @param {import("./socket.js").Status} status */
function receiveStatus(status) {
  link = status;
  if (status === "lost") {
    state = resetVersions(state);
    sharedRound = 0;
    game.handleDisconnect();
    sounds.stopRolling();
  }
  reportToParent?.(state, link);
  requestDraw();
}

// --- Parts of the page

const {
  openSession,
  openDelay,
  openAbout,
  openHowToPlay,
  openLastRound,
  openTextView,
  openSettings,
  openVerification,
} = tablePanels({
  facts,
  words,
  i18n,
  clock,
  openPanel,
  witness,
  hasCards,
  sounds,
  appearance,
  table: {
    get game() {
      return game;
    },
    get proof() {
      return proof;
    },
    get state() {
      return state;
    },
  },
});
const bar = header({ i18n, clock, openSession, openDelay });
const gain = risingGain({ room, i18n, reducedMotion: () => reducedMotion.matches });
const coach = createCoach({ facts, room, i18n });
const termsNote = termsNotice({ i18n, urls: facts.urls });
const notice = notices({
  i18n,
  urls: facts.urls,
  clock,
  sessionEnd: facts.session_end,
  reload: () => location.reload(),
});
const phases = timeline({ i18n, clock });
const inactivity = inactivityCard({
  i18n,
  clock,
  describe: () => facts.describe,
  stay: () => sendRequest("stay"),
  leave,
});
// Why this player may not sit down. A player with a bet to play out keeps the decisions instead.
const barredNote = facts.barred &&
  el(
    "p",
    { class: "watching" },
    facts.barred.message,
    " ",
    el("a", { href: facts.barred.url, target: "_blank", rel: "noopener" }, t("barred.more")),
  );
const showStatement = sessionStatement({ i18n, urls: facts.urls, openPanel, sit: maySit && sit });
const offer = seatOffer({ i18n, sit });
const chat = facts.urls.chat && createChat({
  i18n,
  url: facts.urls.chat,
  openPanel,
  alias: facts.me?.alias,
  isSeated: () => isSeated(state),
  sendLine: (text) => socket.request({ t: "chat", text }),
});
const checkReality = realityCheck({ i18n, clock, openPanel, facts, leave });
/** @type {ReturnType<typeof import("./protection/care_card.js").careCard> | null} */
let showCare = null;
const typedAtTable = tableCommands({
  i18n,
  clock,
  maySit: Boolean(facts.me && maySit),
  sit,
  leave,
  stay: () => sendRequest("stay"),
  verify: openVerification,
});
const commandLine = createCommandLine({
  i18n,
  typed: () => typedAtTable(lastView ?? currentView(performance.now()), game.typed()),
  say,
  showRefusal: (refusal) => notice.showRefusal(refusal),
  requestDraw,
});
const tableMenu = menu({
  i18n,
  sounds,
  urls: facts.urls,
  signedIn: Boolean(facts.me),
  appearance,
  hasCards,
  open: {
    how: openHowToPlay,
    about: (facts.describe.forbidden || facts.describe.zero_option) && openAbout,
    chat: chat && chat.open,
    session: openSession,
    last: openLastRound,
    verify: openVerification,
    chances: openTextView,
    command: commandLine.open,
    settings: openSettings,
  },
  leave,
  sit: maySit && sit,
});

// --- Drawing

/** @param {number} now @returns {View} */
function currentView(now) {
  const visible = game.visibleState(state, now);
  if (visible.step !== "running" && visible.step !== "spinning") {
    proof = state.mine?.verify ?? state.table.verify ?? proof;
  }
  const isIndividual = facts.table.mode === "individual";
  const view = {
    ...visible,
    link,
    bye: state.bye,
    pendingTotal: Object.values(pendingStakes(state)).reduce((sum, cents) => sum + cents, 0),
    proof,
    isIndividual,
    players: isIndividual ? "" : playersText(visible.table, t),
  };
  return view;
}

/** @param {number} now */
function draw(now) {
  isDrawRequested = false;
  const view = currentView(now);
  const isMoving = game.render(view, state, now);
  view.phrase = game.describePhase?.(view);
  bar.render(view);
  phases.render(view);
  notice.render(view);
  inactivity.render(view);
  tableMenu.render(view);
  chat?.render(state.mine?.quiet);
  checkReality(view);
  if (state.care && !showCare) loadCareCard();
  showCare?.(state.care, view);
  if (barredNote) barredNote.hidden = isSeated(view);
  offer.render({
    isOffered: hasTable && !isSeated(view) && link !== "over" &&
      view.table.phase !== "shut",
    isAsked: link !== "open" || state.requests.some(({ id }) => id === seatRequest),
  });
  if (view.step === "live") showStatement(view.mine?.ended);
  mark(room, "data-phase", view.table.phase ?? "connecting");
  mark(room, "data-link", link);
  mark(room, "data-seated", isSeated(view));
  coach.render(view);
  gain.render(lastView, view);
  if (lastView) announce(lastView, view);
  lastView = view;
  if (isMoving) requestDraw();
}

/**
 * Announces each change once, in the words of the regulation: as text for screen readers, as sound and voice
 * where wanted.
 * @param {View} before
 * @param {View} after
 */
function announce(before, after) {
  const announcements = [
    { text: termsNews },
    ...phaseAnnouncements(t, before, after),
    ...game.announcements(before, after),
  ];
  termsNews = "";
  for (const { sound } of announcements) {
    // A window of several tables plays the sound of the player's turn itself.
    if (sound && !(reportToParent && sound === "turn")) sounds.play(sound);
  }
  const text = announcements.map((announcement) => announcement.text).filter(Boolean).join(" ");
  const stake = stakeText(before, after);
  if (text || stake) say([text, stake].filter(Boolean).join(" "));
}

/** The stake of a bet by the command line, once the house has accepted it.
 * @param {View} before @param {View} after */
function stakeText(before, after) {
  const total = after.mine?.game?.total ?? 0;
  const isBet = after.table.phase === "betting" && after.table.round === before.table.round;
  const isTyped = commandLine.isOpen && game.typed().commands.some(({ name }) => name === "bet");
  if (!isTyped || !isBet || total === (before.mine?.game?.total ?? 0)) return "";
  return t("command.staked", { total: i18n.money(total) });
}

/** The same sentence twice in a row differs by a space, so that it is read twice. @param {string} text */
function say(text) {
  write(announcer, text === announcer.textContent ? `${text}\u00a0` : text);
  sounds.speak(text);
}

// --- Start

function connect() {
  const address = new URL(facts.urls.socket ?? `/ws/table/${facts.table.id}/`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new TableSocket(address.href, { onFrame: receiveFrame, onStatus: receiveStatus });
}

function mountGame() {
  game = mount({
    facts,
    i18n,
    clock,
    sounds,
    sendCommand,
    sendRequest,
    requestDraw,
    openPanel,
    regions: { room, ...regions },
    openVerification,
    takeSeat(command) {
      const isTaken = waitingBet.takeSeat(command);
      if (!isTaken) offer.point();
      return isTaken;
    },
    showRefusal: (/** @type {import("./messages.d.ts").Refusal} */ refusal) => notice.showRefusal(refusal),
    reducedMotion: () => reducedMotion.matches,
  });
}

async function start() {
  if ("lacks" in document.documentElement.dataset) return; // `start.js` has said why
  // The page names the module of its game: no module lists the games.
  ({ mount } = await import(/** @type {string} */ (room.dataset.module)));
  connect(); // while the game is drawn; no frame is heard before that is done
  mountGame();
  parts.bar.append(...bar.nodes, ...tableMenu.nodes);
  parts.timeline.prepend(phases.root);
  pageNodes.add(phases.root);
  parts.notices.append(...notice.nodes, termsNote.node);
  room.append(inactivity.root, announcer);
  parts.foot.prepend(commandLine.root);
  pageNodes.add(commandLine.root);
  const note = barredNote || (facts.me ? !game.playerChoosesSeat && offer.root : visitor.note);
  if (note) {
    parts.foot.append(note);
    pageNodes.add(note);
  }
  setInterval(() => document.hidden || requestDraw(), CLOCK_INTERVAL);
  document.addEventListener("visibilitychange", requestDraw);
  document.addEventListener("keydown", commandLine.handleKey);
  document.addEventListener("keydown", ({ key, target }) => {
    if (key !== "Escape" || isTyping(target) || room.querySelector("dialog[open]")) return;
    game.skipAnimation();
    requestDraw();
  });
  mark(room, "data-ready", true);
  requestDraw();
}

start();
