import assert from "node:assert/strict";
import { test } from "node:test";
import { createI18n } from "../../../static/js/table/i18n.js";
import { risingGain } from "../../../static/js/table/rising_gain.js";

const i18n = createI18n({}, { language: "en-GB", currency: "EUR" });

/** The felt of a page, and the gains that rose from it with their animation. */
function openFelt({ reducedMotion = false, chips = /** @type {any[]} */ ([]) } = {}) {
  /** @type {{ text: string, travels: boolean }[]} */
  const risen = [];
  const root = {
    textContent: "",
    style: { left: "", top: "" },
    offsetWidth: 60,
    setAttribute: () => {},
    /** @param {{ transform?: string }[]} frames */
    animate: (frames) =>
      risen.push({ text: root.textContent, travels: frames.some(({ transform }) => transform) }),
  };
  const room = { append: () => {}, querySelector: () => null, querySelectorAll: () => chips };
  Object.assign(globalThis, { document: { createElement: () => root }, innerWidth: 1280, innerHeight: 800 });
  const gain = risingGain({ room: /** @type {any} */ (room), i18n, reducedMotion: () => reducedMotion });
  return { gain, risen, position: root.style };
}

/** A prize that lies at `left`, at the place of another player or not. */
const prizeAt = (/** @type {number} */ left, { isOthers = false } = {}) => ({
  closest: () => isOthers ? {} : null,
  getBoundingClientRect: () => ({ left, top: 300, width: 20 }),
});

/** @param {number} round @param {object} [game] @returns {any} */
const view = (round, game = {}) => ({ table: { round }, mine: { game } });
/** @param {number} net */
const result = (net) => ({ result: { staked: 1000, net } });

test("a gain rises once, when its round ends", () => {
  const { gain, risen } = openFelt();
  const [before, after] = [view(4), view(4, result(2500))];
  gain.render(before, after);
  gain.render(before, after);
  gain.render(after, after);
  assert.deepEqual(risen, [{ text: i18n.signed(2500), travels: true }]);
});

test("[U17] nothing rises where a round returned no more than was staked", () => {
  for (const net of [0, -1, -1000]) {
    const { gain, risen } = openFelt();
    gain.render(view(4), view(4, result(net)));
    assert.deepEqual(risen, [], String(net));
  }
});

test("nothing rises for a round whose end this page has not seen", () => {
  const { gain, risen } = openFelt();
  gain.render(null, view(4, result(2500)));
  gain.render(view(4, result(2500)), view(5, result(2500)));
  gain.render(view(4), view(5, result(2500)));
  assert.deepEqual(risen, []);
});

test("a gain rises from the player's own chips, not from those of another seat", () => {
  const { gain, position } = openFelt({ chips: [prizeAt(200, { isOthers: true }), prizeAt(700)] });
  gain.render(view(4), view(4, result(2500)));
  assert.match(String(position.translate), /^710px /);
});

test("nothing travels where reduced motion is wanted", () => {
  const { gain, risen } = openFelt({ reducedMotion: true });
  gain.render(view(4), view(4, { outcome: { staked: 1000, net: 700 } }));
  assert.deepEqual(risen, [{ text: i18n.signed(700), travels: false }]);
});
