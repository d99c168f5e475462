import assert from "node:assert/strict";
import { test } from "node:test";
import { firstFrom, isSigned } from "../../../../static/js/table/verification/beacon.js";

const CHAIN = { name: "quicknet", public_key: "", genesis: 1692803367, period: 3, group_hash: "" };
const DUE = (CHAIN.genesis + 999 * CHAIN.period) * 1000; // of value 1000

test("the first value from a moment is never one from before", () => {
  assert.equal(firstFrom(CHAIN, DUE), 1000);
  assert.equal(firstFrom(CHAIN, DUE + 1), 1001);
  assert.equal(firstFrom(CHAIN, DUE - 2999), 1000);
  assert.equal(firstFrom(CHAIN, 0), 1);
});

test("without the script a page does not know, and the point at infinity signs nothing", async () => {
  assert.equal(await isSigned("00", 1, "ab".repeat(48), ""), undefined);
  assert.equal(await isSigned("00", 1, "ab".repeat(48), "/missing.js"), undefined);
  assert.equal(await isSigned("00", 1, `c0${"00".repeat(47)}`, ""), false);
});
