import assert from "node:assert/strict";
import { test } from "node:test";
import { leafHash, nodeHash, toBase64 } from "../../../static/js/public_log/log.js";
import { beginAnew, lookAtLog } from "../../../static/js/public_log/memory.js";

const ORIGIN = "house.example/log";
const encoder = new TextEncoder();

/** Signs as the log (kind 1) or as a witness (kind 4). */
async function signer(name, kind) {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const material = Uint8Array.of(kind, ...raw);
  const named = Uint8Array.of(...encoder.encode(`${name}\n`), ...material);
  const id = new Uint8Array(await crypto.subtle.digest("SHA-256", named)).slice(0, 4);
  const hex = Array.from(id, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const time = 1_796_005_031n;
  return {
    key: `${name}+${hex}+${toBase64(material)}`,
    async line(text) {
      const stamp = new Uint8Array(8);
      new DataView(stamp.buffer).setBigUint64(0, time);
      const message = kind === 4 ? `cosignature/v1\ntime ${time}\n${text}` : text;
      const signature = new Uint8Array(
        await crypto.subtle.sign("Ed25519", pair.privateKey, encoder.encode(message)),
      );
      return `\u2014 ${name} ${toBase64(Uint8Array.of(...id, ...(kind === 4 ? stamp : []), ...signature))}\n`;
    },
  };
}

async function rootOf(row) {
  if (row.length === 1) return row[0];
  let power = 1;
  while (power * 2 < row.length) power *= 2;
  return nodeHash(await rootOf(row.slice(0, power)), await rootOf(row.slice(power)));
}

/** The files of a log with these entries, of fewer than 512. */
async function filesOf(entries, log, witnesses, { policy } = {}) {
  const row = await Promise.all(entries.map((entry) => leafHash(encoder.encode(entry))));
  const text = `${ORIGIN}\n${row.length}\n${toBase64(await rootOf(row))}\n`;
  const lines = await Promise.all([log, ...witnesses].map((one) => one.line(text)));
  const files = new Map([
    ["checkpoint", encoder.encode(`${text}\n${lines.join("")}`)],
    [
      "policy",
      encoder.encode(
        policy ?? `log ${log.key}\n${witnesses.map((one) => `witness w ${one.key}\n`).join("")}`,
      ),
    ],
  ]);
  for (let number = 0; number * 256 < row.length; number += 1) {
    const tile = row.slice(number * 256, (number + 1) * 256);
    const name = `tile/0/${String(number).padStart(3, "0")}${tile.length < 256 ? `.p/${tile.length}` : ""}`;
    files.set(name, Uint8Array.of(...tile.flatMap((hash) => [...hash])));
    if (tile.length === 256) files.set("tile/1/000.p/1", await rootOf(tile));
  }
  return files;
}

/** A browser without storage of its own: what it keeps, and what it sees. */
function browser() {
  let kept = null;
  const storage = { read: () => kept, write: (text) => (kept = text) };
  return {
    storage,
    look: (files) =>
      lookAtLog(storage, (name) => Promise.resolve(files.get(name) ?? null), 1_796_005_040_000),
  };
}

const entries = (count, from = "entry") => Array.from({ length: count }, (_, number) => `${from} ${number}`);
const [log, witness, other] = [
  await signer(ORIGIN, 1),
  await signer("w.example", 4),
  await signer("w.example", 4),
];

test("a log that only grows is remembered at each visit", async () => {
  const { look } = browser();
  assert.equal((await look(await filesOf(entries(3), log, [witness]))).code, "first");
  for (const size of [3, 4, 7, 200, 256, 257, 300]) {
    const seen = await look(await filesOf(entries(size), log, [witness]));
    assert.equal(seen.code, "grown", `with ${size} entries`);
    assert.equal(seen.witnessed, 1_796_005_031);
    assert.equal(seen.then, 1_796_005_040_000);
  }
});

test("a partial tile may be gone once the full one is there", async () => {
  const { look } = browser();
  await look(await filesOf(entries(200), log, [witness]));
  const files = await filesOf(entries(256), log, [witness]);
  assert.equal((await look(files)).code, "grown");
  const half = await filesOf(entries(200), log, [witness]);
  half.delete("tile/0/000.p/200");
  half.set("tile/0/000", files.get("tile/0/000"));
  assert.equal((await browser().look(half)).code, "first");
});

for (
  const [code, change] of [
    ["smaller", () => filesOf(entries(90), log, [witness])],
    ["forked", () => filesOf(entries(120, "another"), log, [witness])],
    ["forked", () => filesOf(entries(100, "another"), log, [witness])],
    ["key", async () => filesOf(entries(120), await signer(ORIGIN, 1), [witness])],
    ["broken", async () => {
      const files = await filesOf(entries(120), log, [witness]);
      return files.set("checkpoint", encoder.encode("nothing"));
    }],
    ["broken", async () => {
      const files = await filesOf(entries(120), log, [witness]);
      files.delete("tile/0/000.p/120");
      return files;
    }],
    ["broken", async () => {
      const files = await filesOf(entries(120), log, [witness]);
      files.delete("checkpoint");
      return files;
    }],
  ]
) {
  test(`a log that is ${code} is a warning that stays, with its evidence`, async () => {
    const { look, storage } = browser();
    const honest = await filesOf(entries(100), log, [witness]);
    await look(honest);
    const files = await change();
    const seen = await look(files);
    assert.equal(seen.code, code);
    assert.equal(seen.evidence.seen, new TextDecoder().decode(honest.get("checkpoint")));
    assert.equal(seen.evidence.served, new TextDecoder().decode(files.get("checkpoint") ?? new Uint8Array()));
    const later = await look(await filesOf(entries(130), log, [witness]));
    assert.equal(later.code, code, "also when the house serves the right log again");
    assert.deepEqual(later.evidence, seen.evidence);
    beginAnew(storage);
    assert.equal((await look(await filesOf(entries(130), log, [witness]))).code, "first");
  });
}

test("the witnesses of the first visit are those that count", async () => {
  const { look } = browser();
  await look(await filesOf(entries(3), log, [witness]));
  const named = await filesOf(entries(4), log, [other]);
  assert.equal((await look(named)).code, "unwitnessed", "the house may name a witness of its own");
  assert.equal((await look(await filesOf(entries(5), log, [other]))).code, "unwitnessed", "also afterwards");
  assert.equal((await look(await filesOf(entries(6), log, [witness, other]))).code, "grown");
});

test("a browser that knew no witness learns the first, and keeps the key of the log", async () => {
  const { look } = browser();
  assert.equal((await look(await filesOf(entries(3), log, []))).code, "first");
  assert.equal((await look(await filesOf(entries(4), log, []))).code, "without");
  assert.equal((await look(await filesOf(entries(5), log, [witness]))).code, "without");
  assert.equal((await look(await filesOf(entries(6), log, [witness]))).code, "grown");
  assert.equal((await look(await filesOf(entries(7), log, []))).code, "unwitnessed");
  assert.equal((await look(await filesOf(entries(8), await signer(ORIGIN, 1), [witness]))).code, "key");
});

test("what cannot be loaded is unknown, and nothing is forgotten", async () => {
  const { look, storage } = browser();
  await look(await filesOf(entries(3), log, [witness]));
  await assert.rejects(lookAtLog(storage, () => Promise.reject(new TypeError("offline"))), TypeError);
  assert.equal((await look(await filesOf(entries(4), log, [witness]))).code, "grown");
});

test("a log that was never right is no reason to remember it", async () => {
  const { look } = browser();
  const files = await filesOf(entries(3), log, [witness]);
  files.set("tile/0/000.p/3", files.get("tile/0/000.p/3").with(0, 1));
  assert.equal((await look(files)).code, "broken");
  assert.equal((await look(await filesOf(entries(2), log, [witness]))).code, "first");
});
