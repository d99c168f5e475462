import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { careCard } from "../../../../static/js/table/protection/care_card.js";

class FakeNode {
  /** @param {string} name */
  constructor(name) {
    Object.assign(this, { name, attributes: {}, listeners: {}, children: [], textContent: "" });
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

const CARD = { n: 7, kind: "message", title: "Losses", text: "…", required: true, answers: [] };
let moment = 0; // performance.now()
let requests = [];
let answer = CARD;

beforeEach(() => {
  moment = 10_000;
  requests = [];
  answer = CARD;
  Object.assign(globalThis, {
    Node: FakeNode,
    document: {
      createElement: (name) => new FakeNode(name),
      createTextNode: (text) => Object.assign(new FakeNode("#text"), { text }),
    },
    location: { href: "", reload: () => requests.push("reload") },
    fetch: (_url, { method, body }) => {
      requests.push(method ? JSON.parse(body) : "read");
      return Promise.resolve(
        answer === null ? { ok: false } : { ok: true, json: () => Promise.resolve(method ? {} : answer) },
      );
    },
  });
  performance.now = () => moment;
});

/** The page of a table whose player has, or has not, a seat. */
function openTable({ isSeated = true, barred = null } = {}) {
  const dialogs = [];
  const render = careCard({
    i18n: /** @type {any} */ ({ t: (name) => name }),
    openPanel: (title, content) => {
      const dialog = Object.assign(new FakeNode("dialog"), { title, content, isOpen: true });
      dialog.close = () => Object.assign(dialog, { isOpen: false });
      dialogs.push(dialog);
      return /** @type {any} */ (dialog);
    },
    facts: /** @type {any} */ ({
      me: { csrf: "" },
      barred,
      urls: { care: "/card", pause: "/pause", own_limits: "/limits" },
    }),
    isSeated: () => isSeated,
  });
  const show = async (waiting, phase = "resting", { total = 0, pendingTotal = 0 } = {}) => {
    const mine = isSeated ? { game: { total } } : null;
    render(waiting, /** @type {any} */ ({ table: { phase }, mine, pendingTotal }));
    await settled();
  };
  const press = async (place) => {
    dialogs.at(-1).content.all("button")[place].listeners.click();
    await settled();
  };
  return { show, press, dialogs };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("it waits for the gap between rounds, and comes once", async () => {
  const { show, dialogs } = openTable();
  for (const phase of ["choosing", "closed", "waiting"]) await show(7, phase, { total: 500 });
  await show(7, "betting", { total: 500 });
  await show(7, "betting", { pendingTotal: 500 });
  assert.deepEqual([dialogs.length, requests], [0, []]);
  await show(7, "betting");
  await show(7);
  assert.deepEqual([dialogs.length, requests], [1, ["read"]]);
  assert.equal(dialogs[0].title, "Losses");
});

test("whoever only watches reads it at once", async () => {
  const { show, dialogs } = openTable({ isSeated: false });
  await show(7, "choosing");
  assert.equal(dialogs.length, 1);
});

test("an answer closes it for good, also before the house says that none waits", async () => {
  const { show, press, dialogs } = openTable();
  await show(7);
  await press(0);
  assert.deepEqual(requests, ["read"], "a click meant for the table is no answer");
  moment += 1000;
  await press(0);
  await show(7);
  assert.deepEqual(requests, ["read", { n: 7, answer: "read" }]);
  assert.deepEqual([dialogs.length, dialogs[0].isOpen], [1, false]);
  await show(0);
  answer = { ...CARD, n: 8 };
  await show(8);
  assert.equal(dialogs.length, 2, "the next message is a new one");
});

test("a question has its answers, and ways to a pause and a limit", async () => {
  answer = { ...CARD, kind: "question", answers: ["yes", "no"] };
  const { show, press, dialogs } = openTable();
  await show(7);
  assert.equal(dialogs[0].content.all("button").length, 4);
  moment += 1000;
  await press(2);
  assert.deepEqual(requests.at(-1), { n: 7, answer: "pause" });
  assert.equal(globalThis.location.href, "/pause");
});

test("answered at another table it closes here", async () => {
  const { show, dialogs } = openTable();
  await show(7);
  await show(0, "choosing");
  assert.equal(dialogs[0].isOpen, false);
});

test("an answer that does not arrive is asked for again", async () => {
  const { show, press, dialogs } = openTable();
  await show(7);
  moment += 1000;
  answer = null;
  await press(0);
  assert.equal(dialogs[0].isOpen, true);
  assert.ok(dialogs[0].content.all("p").some(({ textContent }) => textContent === "about-play.failed"));
});

test("whoever had to answer before sitting down may do so then", async () => {
  const { show, press } = openTable({ isSeated: false, barred: { message: "…", url: "/" } });
  await show(7);
  moment += 1000;
  await press(0);
  assert.equal(requests.at(-1), "reload");
});
