import assert from "node:assert/strict";
import { test } from "node:test";
import { createI18n } from "../../../static/js/table/i18n.js";
import { inactivityCard } from "../../../static/js/table/play_session.js";

class FakeNode {
  /** @param {string} name */
  constructor(name) {
    Object.assign(this, {
      name,
      attributes: {},
      listeners: {},
      children: [],
      textContent: "",
      hidden: false,
    });
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  hasAttribute(name) {
    return name in this.attributes;
  }
  toggleAttribute(name, on) {
    if (on) this.attributes[name] = "";
    else delete this.attributes[name];
  }
  addEventListener(kind, listener) {
    this.listeners[kind] = listener;
  }
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  /** @param {string} name @returns {any[]} */
  all(name) {
    const inner = this.children.flatMap((child) => child.all?.(name) ?? []);
    return this.name === name ? [this, ...inner] : inner;
  }
}

Object.assign(globalThis, {
  Node: FakeNode,
  document: {
    createElement: (name) => new FakeNode(name),
    createTextNode: (text) => Object.assign(new FakeNode("#text"), { textContent: text }),
  },
});
const i18n = createI18n({}, { language: "en-GB", currency: "EUR" });
const INVITED = { step: "invited", why: "time", after: 180, ends: 60_000 };
const WARNED = { ...INVITED, step: "warned" };

function openCard() {
  const stays = [];
  const clock = { now: () => 0, until: (moment) => Math.max(0, moment - 1000) };
  const options = { i18n, clock, describe: () => ({}), stay: () => stays.push(true), leave: () => {} };
  const card = inactivityCard(/** @type {any} */ (options));
  const [stayButton] = /** @type {any} */ (card.root).all("button");
  const shown = () => /** @type {any} */ (card.root).hasAttribute("data-shown");
  const root = /** @type {any} */ (card.root);
  return { render: (nudge) => card.render({ mine: { since: 0, nudge } }), root, stayButton, shown, stays };
}

test("[AR-28a] an invitation that was put away stays away, and the warning comes all the same", () => {
  const { render, stayButton, shown, stays } = openCard();
  render(INVITED);
  assert.equal(shown(), true);
  stayButton.listeners.click();
  render(INVITED);
  assert.deepEqual([shown(), stays], [false, [true]]);
  render(WARNED);
  assert.deepEqual([shown(), stayButton.hidden], [true, true], "[AR-29] only a bet removes a warning");
});

test("[AR-28b] after a bet the next invitation is shown", () => {
  const { render, stayButton, shown } = openCard();
  render(INVITED);
  stayButton.listeners.click();
  render(undefined);
  assert.equal(shown(), false);
  render(INVITED);
  assert.equal(shown(), true);
});

test("what another window put away is away here too", () => {
  const { render, shown } = openCard();
  render({ ...INVITED, stayed: true });
  assert.equal(shown(), false);
});

test("[AR-29] while no bet is possible the time that is left stands still, and the card says so", () => {
  const { render, root } = openCard();
  render({ ...WARNED, ends: undefined, left: 40_000 });
  const texts = root.all("p").map((node) => node.textContent);
  assert.ok(texts.some((text) => text.includes("nudge.stands")), texts.join());
  assert.equal(root.all("span")[0].textContent, i18n.duration(40_000));
  render(WARNED);
  assert.ok(!root.all("p").some((node) => node.textContent.includes("nudge.stands")));
});
