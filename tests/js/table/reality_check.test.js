import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { createI18n } from "../../../static/js/table/i18n.js";
import { realityCheck } from "../../../static/js/table/reality_check.js";

const MINUTE = 60000;
const i18n = createI18n({}, { language: "en-GB", currency: "EUR" });

class FakeNode {
  /** @param {string} name */
  constructor(name) {
    Object.assign(this, { name, attributes: {}, listeners: {}, children: [] });
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  addEventListener(kind, listener) {
    this.listeners[kind] = listener;
  }
  append(...children) {
    this.children.push(...children);
  }
  /** @param {string} name @returns {any[]} */
  all(name) {
    const inner = this.children.flatMap((child) => child.all?.(name) ?? []);
    return this.name === name ? [this, ...inner] : inner;
  }
}

let stored = new Map();
let posted = [];
let moment = 0; // performance.now()

beforeEach(() => {
  stored = new Map();
  posted = [];
  moment = 10_000;
  Object.assign(globalThis, {
    Node: FakeNode,
    document: {
      createElement: (name) => new FakeNode(name),
      createTextNode: (text) => Object.assign(new FakeNode("#text"), { text }),
    },
    fetch: (_url, { body }) => {
      posted.push(JSON.parse(body));
      return Promise.resolve();
    },
  });
  Object.defineProperty(globalThis, "sessionStorage", {
    configurable: true,
    value: { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) },
  });
  performance.now = () => moment;
});

/** A table's page of a player who wants a check every ten minutes. The house's clock is an hour ahead. */
function openTable() {
  const ahead = 60 * MINUTE;
  const dialogs = [];
  const leaves = [];
  const render = realityCheck({
    i18n,
    clock: /** @type {any} */ ({ now: () => Date.now() + ahead }),
    openPanel: (_title, content) => {
      const dialog = Object.assign(new FakeNode("dialog"), { content });
      dialog.close = () => dialog.listeners.close();
      dialogs.push(dialog);
      return /** @type {any} */ (dialog);
    },
    facts: /** @type {any} */ ({ me: { reality: 10, csrf: "" }, urls: { reality: "/", rounds: "/" } }),
    leave: () => leaves.push(true),
  });
  const began = Date.now() + ahead;
  /** Shows the table so many minutes after the play session began. */
  const after = (minutes, { phase = "betting", ...mine } = {}) =>
    render({ table: { phase }, mine: { session: 1, since: began - minutes * MINUTE, ...mine } });
  /** Presses one of the three buttons of the last dialog. */
  const press = (place) => dialogs.at(-1).content.all("button")[place].listeners.click();
  return { after, press, dialogs, leaves };
}

test("[U05] it comes at every interval, by the house's clock, and once at each", () => {
  const { after, press, dialogs } = openTable();
  after(9);
  assert.equal(dialogs.length, 0);
  after(11);
  after(12);
  assert.equal(dialogs.length, 1);
  moment += 1000;
  press(0);
  after(13);
  after(19);
  assert.equal(dialogs.length, 1, "it was answered");
  after(21);
  assert.equal(dialogs.length, 2);
  assert.deepEqual(posted, [{ session: 1, answer: "continue" }]);
});

test("it does not cover a decision, and comes right after it", () => {
  const { after, dialogs } = openTable();
  after(11, { phase: "choosing" });
  assert.equal(dialogs.length, 0);
  after(11);
  assert.equal(dialogs.length, 1);
});

test("a click that was meant for the table is no answer", () => {
  const { after, press, dialogs } = openTable();
  after(11);
  moment += 300;
  press(0);
  assert.deepEqual(posted, []);
  moment += 300;
  press(2);
  assert.deepEqual(posted, [{ session: 1, answer: "end" }]);
  assert.equal(dialogs.length, 1);
});

test("a panel that was closed without an answer comes back", () => {
  const { after, dialogs } = openTable();
  after(11);
  dialogs[0].close();
  after(12);
  assert.equal(dialogs.length, 2);
});

test("an answer counts for its own play session, in each window of the tab", () => {
  const first = openTable();
  first.after(11);
  moment += 1000;
  first.press(0);
  const reloaded = openTable();
  reloaded.after(12);
  assert.equal(reloaded.dialogs.length, 0, "answered before the page was loaded anew");
  reloaded.after(11, { session: 2 });
  assert.equal(reloaded.dialogs.length, 1);
});

test("there is none without an interval, a seat or a session that runs", () => {
  const { after, dialogs } = openTable();
  after(11, { session: undefined });
  after(11, { ended: { cause: "player" } });
  assert.equal(dialogs.length, 0);
});
