import assert from "node:assert/strict";
import { test } from "node:test";
import { mergePatch } from "../../../static/js/table/merge_patch.js";

// The examples of RFC 7396, appendix A, whose patches can occur here.
const EXAMPLES = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [value, patch, expected] of EXAMPLES) {
  test(`merges ${JSON.stringify(patch)} into ${JSON.stringify(value)}`, () => {
    const before = structuredClone(value);
    assert.deepEqual(mergePatch(value, patch), expected);
    assert.deepEqual(value, before, "the value itself is not changed");
  });
}
