import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  arePromisesKept,
  compareNumber,
  compareShare,
} from "../../../../static/js/table/verification/panel.js";
import { drawWitness } from "../../../../static/js/table/verification/witness.js";

const [OWN, OTHER, THIRD] = ["0a", "0b", "0c"].map((byte) => byte.repeat(16));

beforeEach(() => sessionStorage.clear());

/** @type {[string, object, boolean | "other" | undefined][]} */
const CASES = [
  ["the share that another window sent", { nonce: OTHER, counted: OTHER, seat: 1 }, true],
  ["a share that the server named before the bets", { nonce: OWN, counted: OTHER, seat: 1 }, "other"],
  ["a share whose naming was lost on the way", { nonce: OWN, seat: 1 }, "other"],
  ["another share than the one accepted", { nonce: OWN, counted: OWN, seat: 1 }, false],
  ["another share than the one named", { nonce: OWN, counted: THIRD, seat: 1 }, false],
  ["a seat without a share", { nonce: OWN, counted: OWN, seat: 2 }, undefined],
  ["a round not played from any seat", { nonce: OWN }, undefined],
  ["a seat taken too late to send a share", { seat: 1 }, undefined],
];
for (const [name, witnessed, expected] of CASES) {
  test(`compares ${name}`, () =>
    assert.equal(compareShare(/** @type {any} */ (witnessed), { 1: OTHER }), expected));
}

/** @type {[string, object, object, boolean][]} */
const PROMISES = [
  ["the promise that was seen", { commitment: OWN }, { commitment: OWN }, true],
  ["another promise", { commitment: OWN }, { commitment: OTHER }, false],
  ["nothing, in a window that came later", {}, { commitment: OTHER, button_commitment: THIRD }, true],
  ["both promises", { commitment: OWN, button: THIRD }, { commitment: OWN, button_commitment: THIRD }, true],
  [
    "another promise of the lot",
    { commitment: OWN, button: THIRD },
    { commitment: OWN, button_commitment: OTHER },
    false,
  ],
  ["a hand without a beacon", { commitment: OWN, button: THIRD }, { commitment: OWN }, true],
];
for (const [name, witnessed, published, expected] of PROMISES) {
  test(`compares ${name} with what was published`, () =>
    assert.equal(arePromisesKept(/** @type {any} */ (witnessed), published), expected));
}

/** @type {[string, object, object, boolean | "late" | undefined][]} */
const NUMBERS = [
  ["the number that was named in time", { number: 77, late: -400 }, { beacon: { number: 77 } }, true],
  ["the number that was named late", { number: 77, late: 1 }, { beacon: { number: 77 } }, "late"],
  ["another number than the one named", { number: 77, late: -400 }, { beacon: { number: 78 } }, false],
  ["a number that this window was not told", {}, { beacon: { number: 77 } }, undefined],
  ["a round without a beacon", {}, {}, undefined],
];
for (const [name, witnessed, published, expected] of NUMBERS) {
  test(`compares ${name}`, () =>
    assert.equal(compareNumber(/** @type {any} */ (witnessed), /** @type {any} */ (published)), expected));
}

test("the number that was named first counts, and how long before its value was due", () => {
  const witness = drawWitness(9);
  witness.recordNumber(3, undefined);
  witness.recordNumber(3, { number: 80, scheduled: 10_000, value: "ab" }, 11_000);
  assert.deepEqual(witness.of(3), {}, "a number that comes with its value proves nothing");
  witness.recordNumber(3, { number: 77, scheduled: 10_000 }, 9_600);
  witness.recordNumber(3, { number: 78, scheduled: 11_000 }, 9_900);
  assert.deepEqual(drawWitness(9).of(3), { number: 77, late: -400 });
});

test("a window keeps the promise of the lot with that of the seed", () => {
  const witness = drawWitness(8);
  witness.recordCommitment(3, OWN, OTHER);
  witness.recordCommitment(3, OWN, THIRD);
  assert.deepEqual(witness.of(3), { commitment: OWN, button: OTHER });
});

test("a window sends the share that counts, and keeps it when the page is reloaded", () => {
  const witness = drawWitness(7);
  const first = witness.shareFor(3);
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.equal(witness.shareFor(3), first, "it is generated once");
  witness.recordCountedShare(3, OTHER);
  witness.recordCountedShare(3, THIRD);
  witness.recordCountedShare(4, OTHER);
  witness.recordSeat(3, 2);
  witness.recordSeat(3, 5);
  witness.recordSeat(9, 5);
  const reloaded = drawWitness(7);
  assert.deepEqual(reloaded.of(3), { nonce: first, counted: OTHER, seat: 2 });
  assert.equal(reloaded.shareFor(3), OTHER);
  assert.deepEqual([reloaded.of(4), reloaded.of(9)], [{}, {}]);
});

test("the first commitment of a round is kept, so that a changed one shows", () => {
  const witness = drawWitness(7);
  witness.recordCommitment(3, "aa");
  witness.recordCommitment(3, "bb");
  assert.equal(drawWitness(7).of(3).commitment, "aa");
  assert.deepEqual(drawWitness(8).of(3), {}, "each table has its own record");
});

test("only the latest rounds are kept", () => {
  const witness = drawWitness(7);
  for (let round = 1; round <= 50; round += 1) witness.recordCommitment(round, "aa");
  assert.deepEqual([witness.of(10), witness.of(11)], [{}, { commitment: "aa" }]);
});
