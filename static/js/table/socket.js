// The connection to the table: numbers every request, repeats it with the same id until it is answered, and
// reconnects after a break. It does not interpret the messages.

/**
 * @typedef {import("./messages.d.ts").ServerFrame} ServerFrame
 * @typedef {import("./messages.d.ts").ClientMessage} ClientMessage
 * @typedef {{ t: string, [field: string]: unknown }} UnnumberedRequest
 * @typedef {"connecting" | "open" | "lost" | "over"} Status
 * @typedef {{ id: string, message: ClientMessage, sentAt?: number, copies: number }} PendingMessage
 * @typedef {{ socket: WebSocket, askedAt: number, heard: { data: string, at: number }[] }} EarlySocket
 */

const TICK = 100; // ms between two looks at what is to be done
const RETRY_AFTER = 2000; // ms without an answer before a request is sent again
const SILENCE_LIMIT = 6000; // ms without any frame before the connection counts as lost
const MAX_UNANSWERED = 8; // requests under way at once
const SEND_INTERVAL = 105; // ms between two requests: the server accepts ten a second
const SNAPSHOT_INTERVAL = 1000; // ms between two requests for a snapshot
const MIN_RECONNECT_DELAY = 300;
const MAX_RECONNECT_DELAY = 5000;
const RECONNECT_REASONS = new Set(["too-slow", "going-away"]);

export class TableSocket {
  /**
   * @param {string} url
   * @param {{
   *   onFrame: (frame: ServerFrame, roundTrip: number, arrived: number) => void,
   *   onStatus: (status: Status) => void,
   * }} handlers
   */
  constructor(url, { onFrame, onStatus }) {
    this.url = url;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
    /** @type {PendingMessage[]} */
    this.pending = [];
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Status} */
    this.status = "connecting";
    this.hasSnapshot = false;
    this.snapshotRequestedAt = 0;
    this.lastRequestAt = 0;
    this.lastFrameAt = performance.now();
    this.reconnectDelay = MIN_RECONNECT_DELAY;
    this.reconnectTimer = 0;
    this.timer = setInterval(() => this.tick(), TICK);
    addEventListener("online", () => this.status === "lost" && this.open());
    this.open();
  }

  /** @param {Status} status */
  setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.onStatus(status);
  }

  open() {
    clearTimeout(this.reconnectTimer);
    this.close();
    const early = takeEarlySocket();
    const socket = early?.socket ?? new WebSocket(this.url);
    this.socket = socket;
    this.lastFrameAt = performance.now();
    socket.addEventListener("open", () => {
      this.lastFrameAt = performance.now();
      this.hasSnapshot = false;
      this.snapshotRequestedAt = 0;
      this.requestSnapshot(); // everything begins with a snapshot
    });
    socket.addEventListener("message", (event) => {
      if (this.socket === socket) this.receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => this.socket === socket && this.handleLoss());
    if (early) this.hearEarly(early);
  }

  /**
   * What was heard before this script ran is received in its order, once the page that opens the connection
   * is there.
   * @param {EarlySocket} early
   */
  hearEarly({ socket, askedAt, heard }) {
    socket.onopen = null;
    socket.onmessage = null;
    this.snapshotRequestedAt = askedAt;
    queueMicrotask(() => {
      for (const { data, at } of heard) {
        if (this.socket === socket) this.receive(JSON.parse(data), at);
      }
    });
  }

  close() {
    const { socket } = this;
    this.socket = null;
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close();
  }

  handleLoss() {
    this.close();
    if (this.status === "over") return;
    this.setStatus("lost");
    // Requests are sent again after the reconnection, with the same id.
    for (const request of this.pending) request.sentAt = undefined;
    clearTimeout(this.reconnectTimer);
    // Browsers that lost the same server must not all reconnect in the same instant.
    const jitter = 0.75 + (performance.now() % 100) / 200;
    this.reconnectTimer = setTimeout(() => this.open(), this.reconnectDelay * jitter);
    this.reconnectDelay = Math.min(MAX_RECONNECT_DELAY, this.reconnectDelay * 1.8);
  }

  /** @param {ServerFrame} frame @param {number} now when it arrived */
  receive(frame, now = performance.now()) {
    this.lastFrameAt = now;
    let roundTrip = 0;
    if (frame.t === "snapshot") {
      if (this.snapshotRequestedAt) roundTrip = now - this.snapshotRequestedAt;
      this.snapshotRequestedAt = 0;
      this.hasSnapshot = true;
      this.reconnectDelay = MIN_RECONNECT_DELAY;
      this.setStatus("open");
    }
    if (frame.t === "ok" || frame.t === "no") {
      const request = this.pending.find(({ id }) => id === frame.id);
      const copies = request?.copies ?? 0;
      if (copies > 1 && isRateLimited(frame)) return; // an earlier copy may have been accepted: send it again
      if (request?.sentAt !== undefined && copies === 1) roundTrip = now - request.sentAt;
      this.pending = this.pending.filter((other) => other !== request);
    }
    if (frame.t === "bye" && !RECONNECT_REASONS.has(frame.why)) {
      this.setStatus("over");
      clearInterval(this.timer);
      this.close();
    }
    this.onFrame(frame, roundTrip, now);
  }

  /**
   * Sends a request until it is answered. The id makes a repeated request the same request.
   * @param {UnnumberedRequest} message
   */
  request(message) {
    const id = newId();
    this.pending.push({
      id,
      message: /** @type {ClientMessage} */ ({ ...message, id }),
      sentAt: undefined,
      copies: 0,
    });
    this.tick();
    return id;
  }

  /**
   * Sends a message that has no answer, if the connection is open.
   * @param {ClientMessage} message
   */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  requestSnapshot() {
    const now = performance.now();
    if (this.snapshotRequestedAt && now - this.snapshotRequestedAt < SNAPSHOT_INTERVAL) return;
    this.snapshotRequestedAt = now;
    this.send({ t: "look" });
  }

  tick() {
    const now = performance.now();
    if (this.status === "over") return;
    if (this.socket && now - this.lastFrameAt > SILENCE_LIMIT) return void this.handleLoss();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (!this.hasSnapshot) return void this.requestSnapshot();
    const request = this.nextRequest(now);
    if (!request || now - this.lastRequestAt < SEND_INTERVAL) return;
    this.lastRequestAt = now;
    request.sentAt = now;
    request.copies += 1;
    this.send(request.message);
  }

  /** @param {number} now */
  nextRequest(now) {
    const unanswered = this.pending.filter(({ sentAt }) => sentAt !== undefined).length;
    return this.pending.find(({ sentAt }) =>
      sentAt === undefined ? unanswered < MAX_UNANSWERED : now - sentAt > RETRY_AFTER
    );
  }
}

/**
 * The connection that `start.js` opened, once, unless it has been lost since.
 * @returns {EarlySocket | null}
 */
function takeEarlySocket() {
  const page = /** @type {any} */ (globalThis);
  /** @type {EarlySocket | undefined} */
  const early = page.earlySocket;
  delete page.earlySocket;
  return early && early.socket.readyState <= WebSocket.OPEN ? early : null;
}

/**
 * Whether the web process refused a message because too many arrived. It did not pass the message on, so the
 * table has not
 * decided on it.
 * @param {ServerFrame} frame
 */
function isRateLimited(frame) {
  return frame.t === "no" && frame.code === "too-many" && !frame.with?.why;
}

// `crypto.randomUUID` needs a secure page; an installation in a closed network may be served without TLS.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
