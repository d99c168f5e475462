import assert from "node:assert/strict";
import { test } from "node:test";
import { mayExplain, netOf, resultAnnouncement, resultText } from "../../../static/js/table/result.js";
import { createI18n } from "../../../static/js/table/i18n.js";

const i18n = createI18n({
  "result.mine": "{staked} {back} {net}",
  "charged": "{net} {commission}",
}, { language: "en-GB", currency: "EUR" });

test("the net result is the server's, or what was won less what was lost and charged", () => {
  assert.equal(netOf({ staked: 500, net: -20, prize: 100 }), -20);
  assert.equal(netOf({ staked: 500, prize: 400, lost: 100, commission: 20 }), 280);
  assert.equal(netOf({ staked: 500 }), 0);
});

test("[AR-24] the result says what was staked, what came back with the prize, and the net", () => {
  const result = { staked: 500, back: 500, prize: 300, lost: 0, net: 300 };
  const plus = i18n.signed(300);
  assert.equal(resultText(i18n, result), `€5.00 €8.00 ${plus}`);
  assert.equal(resultText(i18n, { ...result, commission: 15 }, "charged"), `${plus} €0.15`);
});

test("the announcement is one sentence, without the dots of the drawing", () => {
  const dotted = createI18n({ "result.mine": "Staked {staked} · net {net}" }, {
    language: "en-GB",
    currency: "EUR",
  });
  assert.equal(resultAnnouncement(dotted, { staked: 500, net: 0 }).text, "Staked €5.00, net €0.00.");
});

test("only a gain is announced with a sound", () => {
  const sounds = [300, 0, -500].map((net) => resultAnnouncement(i18n, { staked: 500, net }).sound);
  assert.deepEqual(sounds, ["paid", undefined, undefined]);
});

test("a round is explained once one has ended, to a player, and not before its result is shown", () => {
  const table = /** @type {any} */ ({});
  const player = { me: 7, isShown: true };
  assert.equal(mayExplain({ proof: null, table }, player), false);
  assert.equal(mayExplain({ proof: null, table: { ...table, history: ["32"] } }, player), true);
  const mine = /** @type {any} */ ({ game: { result: { staked: 500, net: 0 } } });
  assert.equal(
    mayExplain({ proof: null, table, mine }, player),
    true,
    "the round that has just been settled",
  );
  const reloaded = /** @type {any} */ ({ rounds: 160 });
  assert.equal(
    mayExplain({ proof: null, table, mine: reloaded }, player),
    true,
    "a reload, where the table keeps no last results [MS-12.1]",
  );
  const proof = /** @type {any} */ ({ round: 1 });
  assert.equal(mayExplain({ proof, table }, player), true, "a void round as well");
  assert.equal(mayExplain({ proof, table }, { me: null, isShown: true }), false);
  assert.equal(mayExplain({ proof, table }, { me: 7, isShown: false }), false);
});
