// The line to the house: numbers every wish, says it again with the same id until it is answered, and comes back by itself
// after a break. It knows nothing of what the messages mean.

const AGAIN = 2000; // ms without an answer before a wish is said again
const SILENCE = 6000; // ms without any frame before the connection counts as lost
const UNANSWERED = 8; // wishes under way at once
const PACE = 105; // ms between two messages: under ten a second
const SHORTEST = 300;
const LONGEST = 5000;
const COMES_BACK = new Set(["too-slow", "going-away"]);

export class Line {
  /** `hear(frame, trip)` gets every frame; `changed(state)` gets "connecting", "open", "lost" or "over". */
  constructor(url, { hear, changed }) {
    this.url = url;
    this.hear = hear;
    this.changed = changed;
    this.waiting = []; // wishes neither answered nor given up: {id, message, sent, first}
    this.looked = 0;
    this.spoken = 0;
    this.wait = SHORTEST;
    this.state = "connecting";
    this.last = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
    addEventListener("online", () => this.state === "lost" && this.open());
    this.open();
  }

  become(state) {
    if (this.state === state) return;
    this.state = state;
    this.changed(state);
  }

  open() {
    clearTimeout(this.again);
    this.drop();
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.last = performance.now();
    socket.addEventListener("open", () => {
      this.last = performance.now();
      this.greeted = false;
      this.looked = 0;
      this.look(); // everything begins with a snapshot
    });
    socket.addEventListener("message", (event) => this.socket === socket && this.got(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.broken());
  }

  drop() {
    const old = this.socket;
    this.socket = null;
    if (old && old.readyState < WebSocket.CLOSING) old.close();
  }

  broken() {
    this.drop();
    if (this.state === "over") return;
    this.become("lost");
    for (const wish of this.waiting) wish.sent = undefined; // said again, with the same id, as soon as the house hears
    clearTimeout(this.again);
    // Browsers that lost the same house do not all come back in the same instant.
    this.again = setTimeout(() => this.open(), this.wait * (0.75 + (performance.now() % 100) / 200));
    this.wait = Math.min(LONGEST, this.wait * 1.8);
  }

  got(frame) {
    const now = performance.now();
    this.last = now;
    let trip = 0;
    if (frame.t === "snapshot") {
      if (this.looked) trip = now - this.looked;
      this.looked = 0;
      this.greeted = true;
      this.wait = SHORTEST;
      this.become("open");
    }
    if (frame.t === "ok" || frame.t === "no") {
      const wish = this.waiting.find((each) => each.id === frame.id);
      if (wish?.times > 1 && tooFast(frame)) return; // an earlier copy may have been accepted: ask again
      if (wish?.sent !== undefined && wish.times === 1) trip = now - wish.sent;
      this.waiting = this.waiting.filter((each) => each !== wish);
    }
    if (frame.t === "bye" && !COMES_BACK.has(frame.why)) {
      this.become("over");
      clearInterval(this.timer);
      this.drop();
    }
    this.hear(frame, trip);
  }

  /** Asks for something that must be answered; the id makes asking twice the same as asking once. */
  wish(message) {
    const id = newId();
    this.waiting.push({ id, message: { ...message, id }, sent: undefined, times: 0 });
    this.tick();
    return id;
  }

  /** Says something that has no answer. */
  tell(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  look() {
    const now = performance.now();
    if (this.looked && now - this.looked < 1000) return;
    this.looked = now;
    this.tell({ t: "look" });
  }

  tick() {
    const now = performance.now();
    if (this.state === "over") return;
    if (this.socket && now - this.last > SILENCE) return void this.broken();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (!this.greeted) return void this.look();
    const asked = this.waiting.filter((wish) => wish.sent !== undefined).length;
    const next = this.waiting.find((
      wish,
    ) => (wish.sent === undefined ? asked < UNANSWERED : now - wish.sent > AGAIN));
    if (!next || now - this.spoken < PACE) return;
    this.spoken = now;
    next.sent = now;
    next.times += 1;
    this.tell(next.message);
  }
}

/** Whether the web process refused a message for its pace. It passed nothing on, so the table decided nothing. */
function tooFast(frame) {
  return frame.t === "no" && frame.code === "too-many" && !frame.with?.why;
}

// `crypto.randomUUID` needs a secure page; a house in a closed network may be served without one.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
