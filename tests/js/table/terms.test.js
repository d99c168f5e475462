import assert from "node:assert/strict";
import { test } from "node:test";
import { areOlder, areSame, changeText } from "../../../static/js/table/terms.js";
import { addRequest, forgetStakes, initialState, pendingStakes } from "../../../static/js/table/state.js";

/** @param {string} code @param {Record<string, any>} [figures] */
const t = (code, figures = {}) =>
  ({
    "terms.changed": "The rules of this table have changed. {changes}.",
    "terms.change": "{name}: {value} instead of {before}",
    "terms.new": "{name}: {value}",
    "terms.gone": "{name}: no longer applies",
  }[code] ?? code).replace(/\{(\w+)\}/g, (_whole, name) => figures[name]);
const i18n = { t, language: "en-GB" };

/** @param {number} sheet @param {number} setting @param {Record<string, string[]>} words */
const terms = (sheet, setting, words) => ({ sheet, setting, words: { "en-GB": words } });

test("[BJ-32] a sentence says what changed, with the old value and the new", () => {
  const before = terms(1, 1, {
    minimum: ["Minimum bet", "€5.00"],
    maximum: ["Maximum bet", "€200.00"],
    decks: ["Decks", "6"],
  });
  const after = terms(1, 2, {
    minimum: ["Minimum bet", "€10.00"],
    maximum: ["Maximum bet", "€100.00"],
    decks: ["Decks", "6"],
  });
  assert.equal(
    changeText(i18n, before, after),
    "The rules of this table have changed. Minimum bet: €10.00 instead of €5.00; " +
      "Maximum bet: €100.00 instead of €200.00.",
  );
});

test("[FR-R26] [MS-10.3] a term that begins or ends is told too", () => {
  const before = terms(1, 1, { second: ["A second zero", "lost"] });
  const after = terms(2, 1, { jackpot: ["Jackpot bet", "€2.00"] });
  assert.equal(
    changeText(i18n, before, after),
    "The rules of this table have changed. Jackpot bet: €2.00; A second zero: no longer applies.",
  );
});

test("a new version that changes nothing for the table is not told", () => {
  const words = { minimum: ["Minimum bet", "€5.00"] };
  assert.equal(changeText(i18n, terms(1, 1, words), terms(2, 1, words)), "");
});

test("versions are compared by the sheet first, then by the setting", () => {
  const [old, newer, newest] = [terms(1, 2, {}), terms(1, 3, {}), terms(2, 1, {})];
  assert.ok(areOlder(old, newer) && areOlder(newer, newest) && areOlder(old, newest));
  assert.ok(!areOlder(newest, old) && !areOlder(old, old) && areSame(old, terms(1, 2, {})));
});

test("a bet under way is drawn no more under new terms, and keeps its answer", () => {
  const state = addRequest(initialState(), "one", { red: 500 });
  const after = forgetStakes(state);
  assert.deepEqual(pendingStakes(after), {});
  assert.deepEqual(after.requests.map(({ id, status }) => [id, status]), [["one", "sending"]]);
});
