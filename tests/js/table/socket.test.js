import assert from "node:assert/strict";
import { test } from "node:test";
import { TableSocket } from "../../../static/js/table/socket.js";

/**
 * A server whose every frame the test decides, and a clock that only the test moves.
 * @param {{ readyState: number, heard: object[] } | null} early what the page opened before this script ran
 */
function connect(early = null) {
  let now = 1000;
  performance.now = () => now;
  /** @type {any[]} */
  const sent = [];
  /** @type {FakeSocket[]} */
  const sockets = [];
  class FakeSocket extends EventTarget {
    static OPEN = 1;
    static CLOSING = 2;
    readyState = 0;
    constructor() {
      super();
      sockets.push(this);
    }
    /** @param {string} text */
    send(text) {
      sent.push(JSON.parse(text));
    }
    close() {
      this.readyState = 3;
    }
  }
  globalThis.WebSocket = /** @type {any} */ (FakeSocket);
  if (early) {
    const opened = Object.assign(new FakeSocket(), { readyState: early.readyState });
    const heard = early.heard.map((frame) => ({ data: JSON.stringify(frame), at: 900 }));
    Object.assign(globalThis, { earlySocket: { socket: opened, askedAt: 800, heard } });
  }
  /** @type {any[]} */
  const frames = [];
  /** @type {string[]} */
  const statuses = [];
  /** @type {number[]} */
  const roundTrips = [];
  const socket = new TableSocket("ws://feltro.test", {
    onFrame: (frame, roundTrip) => {
      frames.push(frame);
      roundTrips.push(roundTrip);
    },
    onStatus: (status) => statuses.push(status),
  });
  clearInterval(socket.timer);
  const server = {
    open: () => {
      const { socket: current } = socket;
      /** @type {any} */ (current).readyState = FakeSocket.OPEN;
      current?.dispatchEvent(new Event("open"));
    },
    /** @param {object} frame */
    send: (frame) =>
      socket.socket?.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) })),
    lose: () => socket.socket?.dispatchEvent(new Event("close")),
  };
  /** @param {number} ms @param {boolean} isSilent */
  const wait = (ms, isSilent = false) => {
    now += ms;
    if (!isSilent) socket.lastFrameAt = now;
    socket.tick();
  };
  const end = () => clearTimeout(socket.reconnectTimer);
  return { socket, server, wait, sent, sockets, frames, statuses, roundTrips, end };
}

/** The same, with a snapshot received and one command sent. */
function connectAndRequest() {
  const context = connect();
  context.server.open();
  context.server.send({ t: "snapshot", v: 1 });
  context.wait(200);
  const id = context.socket.request({ t: "do" });
  /** @param {string} code @param {object} details */
  const refuse = (code, details = {}) => context.server.send({ t: "no", id, code, with: details });
  const result = () => ({
    copies: context.sent.filter((message) => message.id === id).length,
    answers: context.frames.filter(({ t }) => t !== "snapshot").map(({ t, code }) => code ?? t),
    pending: context.socket.pending.length,
  });
  return { ...context, id, refuse, result };
}

const RATE = { each_second: 10 };

test("a connection begins with a request for a snapshot", () => {
  const { socket, server, sent, statuses } = connect();
  socket.request({ t: "sit" });
  server.open();
  socket.tick();
  assert.deepEqual(sent, [{ t: "look" }], "nothing else is sent before the snapshot");
  server.send({ t: "snapshot", v: 1 });
  assert.deepEqual(statuses, ["open"]);
  socket.tick();
  assert.equal(sent[1].t, "sit");
});

test("the connection that the page opened is taken over, with what was heard on it", async () => {
  const { socket, server, sent, sockets, frames, roundTrips, statuses } = connect({
    readyState: 1,
    heard: [{ t: "beat", v: 1 }, { t: "snapshot", v: 1 }],
  });
  assert.deepEqual(frames, [], "nothing is received before the page that connects is there");
  await Promise.resolve();
  assert.deepEqual(frames.map(({ t }) => t), ["beat", "snapshot"]);
  assert.equal(roundTrips[1], 100, "from the question to the arrival, not to the reading");
  assert.deepEqual(statuses, ["open"]);
  server.send({ t: "beat", v: 1 });
  assert.equal(frames.length, 3);
  socket.tick();
  assert.deepEqual([sent, sockets.length], [[], 1], "no second connection, no second question");
});

test("a connection that the page opened and that is not open yet asks for the snapshot once it is", () => {
  const { server, sent, sockets } = connect({ readyState: 0, heard: [] });
  server.open();
  assert.deepEqual([sent, sockets.length], [[{ t: "look" }], 1]);
});

test("a connection that the page opened and lost is opened anew", () => {
  const { server, sent, sockets } = connect({ readyState: 3, heard: [{ t: "snapshot", v: 1 }] });
  server.open();
  assert.deepEqual([sent, sockets.length], [[{ t: "look" }], 2]);
});

test("requests are paced, and at most eight are unanswered", () => {
  const { socket, server, sent, wait } = connect();
  server.open();
  server.send({ t: "snapshot", v: 1 });
  wait(200);
  for (let count = 0; count < 10; count += 1) socket.request({ t: "do" });
  assert.equal(sent.length - 1, 1, "the second waits for its turn");
  wait(50);
  assert.equal(sent.length - 1, 1);
  for (let count = 0; count < 12; count += 1) wait(110);
  assert.equal(sent.length - 1, 8);
  server.send({ t: "ok", id: sent[1].id, v: 2 });
  wait(110);
  assert.equal(sent.length - 1, 9);
});

test("a command without an answer is sent again with the same id", () => {
  const { wait, result } = connectAndRequest();
  wait(1900);
  assert.equal(result().copies, 1);
  wait(200);
  assert.deepEqual(result(), { copies: 2, answers: [], pending: 1 });
});

test("an answered command is not sent again", () => {
  const { server, wait, id, result } = connectAndRequest();
  server.send({ t: "ok", id, v: 2 });
  wait(2100);
  assert.deepEqual(result(), { copies: 1, answers: ["ok"], pending: 0 });
});

test("too-many does not decide a command that was sent before", () => {
  // The first copy may stand on the record; only its own answer says so.
  const { wait, refuse, result } = connectAndRequest();
  wait(2100);
  refuse("too-many", RATE);
  assert.deepEqual(result(), { copies: 2, answers: [], pending: 1 });
});

test("a command that met too-many is sent again and gets the answer of its first copy", () => {
  const { server, wait, id, refuse, result } = connectAndRequest();
  wait(2100);
  refuse("too-many", RATE);
  wait(2100);
  server.send({ t: "ok", id, v: 2 });
  assert.deepEqual(result(), { copies: 3, answers: ["ok"], pending: 0 });
});

test("a command sent again after a lost connection is kept too", () => {
  const { socket, server, wait, refuse, result, end } = connectAndRequest();
  socket.handleLoss();
  socket.open();
  server.open();
  server.send({ t: "snapshot", v: 1 });
  wait(200);
  refuse("too-many", RATE);
  assert.deepEqual(result(), { copies: 2, answers: [], pending: 1 });
  end();
});

test("too-many refuses a command that was sent once", () => {
  // The web process did not pass it on, and the player sees why.
  const { refuse, result } = connectAndRequest();
  refuse("too-many", RATE);
  assert.deepEqual(result(), { copies: 1, answers: ["too-many"], pending: 0 });
});

/** @type {[string, object][]} */
const DECISIONS = [["too-many", { why: "queue" }], ["too-many", { why: "chat" }], ["limit", {}], [
  "stale",
  {},
]];
for (const [code, details] of DECISIONS) {
  test(`the table's own refusal ${code} ${JSON.stringify(details)} decides a command`, () => {
    const { wait, refuse, result } = connectAndRequest();
    wait(2100);
    refuse(code, details);
    assert.equal(result().pending, 0);
  });
}

test("the first answer measures the round trip, a repeated one does not", () => {
  const first = connectAndRequest();
  first.wait(40);
  first.server.send({ t: "ok", id: first.id, v: 2 });
  assert.equal(first.roundTrips.at(-1), 40);
  const repeated = connectAndRequest();
  repeated.wait(2100);
  repeated.wait(30);
  repeated.server.send({ t: "ok", id: repeated.id, v: 2 });
  assert.equal(repeated.roundTrips.at(-1), 0);
});

test("silence counts as a lost connection, and a new one is opened after a growing delay", () => {
  const { socket, wait, server, statuses, end } = connectAndRequest();
  wait(6001, true);
  assert.deepEqual(statuses, ["open", "lost"]);
  const firstDelay = socket.reconnectDelay;
  socket.open();
  server.lose();
  assert.ok(socket.reconnectDelay > firstDelay);
  for (let count = 0; count < 20; count += 1) socket.handleLoss();
  assert.equal(socket.reconnectDelay, 5000);
  socket.open();
  server.open();
  server.send({ t: "snapshot", v: 1 });
  assert.ok(socket.reconnectDelay < firstDelay, "the next loss is a first one");
  end();
});

test("frames of an abandoned connection are ignored", () => {
  const { socket, sockets, frames, end } = connectAndRequest();
  socket.open();
  const count = frames.length;
  sockets[0].dispatchEvent(new MessageEvent("message", { data: '{"t":"beat","v":9,"now":1}' }));
  assert.equal(frames.length, count);
  end();
});

test("a goodbye ends the connection unless it announces a return", () => {
  const ended = connectAndRequest();
  ended.server.send({ t: "bye", why: "elsewhere" });
  assert.equal(ended.socket.status, "over");
  assert.equal(ended.socket.socket, null);
  const returning = connectAndRequest();
  returning.server.send({ t: "bye", why: "going-away" });
  assert.equal(returning.socket.status, "open");
  returning.server.lose();
  assert.equal(returning.socket.status, "lost");
  returning.end();
});
