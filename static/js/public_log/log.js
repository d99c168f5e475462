// A transparency log as C2SP describes it: signed notes, checkpoints, cosignatures, and proofs of its tree (RFC
// 6962, verified as RFC 9162 says). The same checks and codes as `feltro-verify`, and no code of it.

import { canCheck, isSignedBy } from "../table/verification/ending.js";
import { sha256, toHex } from "../table/verification/draw.js";

/**
 * @typedef {{ name: string, kind: number, bytes: Uint8Array, id: string }} Key
 * @typedef {{ name: string, keyId: string, content: Uint8Array }} Signature
 * @typedef {{ text: string, signatures: Signature[] }} Note
 * @typedef {{ origin: string, size: number, root: string }} Checkpoint
 * @typedef {{ index: number, hashes: Uint8Array[], note: Note, extra: Uint8Array | null }} InclusionProof
 * @typedef {{ code: string, good: boolean | undefined, details: Record<string, any> }} LogCheck
 */

const PROOF_FORMAT = "c2sp.org/tlog-proof@v1";
const [LOG_KIND, WITNESS_KIND] = [1, 4];
const KEY_NAME = /^[^\s+\p{Cc}]+$/u;
const MOST = { note: 100_000, signatures: 64, hashes: 63 };
const STATUSES = ["included", "awaited", "before", "unknown"];
const encoder = new TextEncoder();

export class UnreadableLog extends Error {}

// --- how it is written: what has two spellings would be two facts to somebody who compares bytes

/** @param {Uint8Array} bytes */
export const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** @param {string} text */
function fromBase64(text) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    throw new UnreadableLog("base64");
  }
  if (toBase64(bytes) !== text) throw new UnreadableLog("base64");
  return bytes;
}

/** @param {string} text */
function hashFrom(text) {
  const bytes = fromBase64(text);
  if (bytes.length !== 32) throw new UnreadableLog("hash");
  return bytes;
}

/** @param {string} text */
function numberFrom(text) {
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text) || Number(text) > Number.MAX_SAFE_INTEGER) {
    throw new UnreadableLog("number");
  }
  return Number(text);
}

/** @param {string} text */
const hasLoneSurrogate = (text) => /\p{Surrogate}/u.test(text);

// --- the tree

/** @param {Uint8Array} entry */
export const leafHash = (entry) => sha256(Uint8Array.of(0), entry);
/** @param {Uint8Array} left @param {Uint8Array} right */
export const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right);

/**
 * The root that the proof leads to from this leaf; null if it has too few or too many hashes.
 * @param {number} index
 * @param {number} size
 * @param {Uint8Array} leaf
 * @param {Uint8Array[]} proof
 */
async function rootByInclusion(index, size, leaf, proof) {
  if (index >= size) return null;
  let [at, last, root] = [BigInt(index), BigInt(size - 1), leaf];
  for (const other of proof) {
    if (last === 0n) return null;
    if (at & 1n || at === last) {
      root = await nodeHash(other, root);
      while (!(at & 1n) && at) [at, last] = [at >> 1n, last >> 1n];
    } else root = await nodeHash(root, other);
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n ? root : null;
}

/**
 * Whether the larger tree begins with the smaller one. Nothing is asked about an empty one.
 * @param {Checkpoint} old
 * @param {Checkpoint} now
 * @param {Uint8Array[]} proof
 */
export async function isConsistent(old, now, proof) {
  if (old.size < 1 || old.size > now.size) return false;
  if (old.size === now.size) return old.root === now.root && proof.length === 0;
  let [at, last] = [BigInt(old.size - 1), BigInt(now.size - 1)];
  const isWhole = (BigInt(old.size) & at) === 0n; // a whole tree is a node of the larger one
  const hashes = isWhole ? [hashFrom(old.root), ...proof] : proof;
  if (hashes.length === 0) return false;
  while (at & 1n) [at, last] = [at >> 1n, last >> 1n];
  let [first, second] = [hashes[0], hashes[0]];
  for (const other of hashes.slice(1)) {
    if (last === 0n) return false;
    if (at & 1n || at === last) {
      [first, second] = [await nodeHash(other, first), await nodeHash(other, second)];
      while (!(at & 1n) && at) [at, last] = [at >> 1n, last >> 1n];
    } else second = await nodeHash(second, other);
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && toBase64(first) === old.root && toBase64(second) === now.root;
}

// --- keys, notes and checkpoints

/** @param {string} text as people pass it on: name+id+key */
export async function readKey(text) {
  const [name, id, ...rest] = text.trim().split("+");
  const content = fromBase64(rest.join("+"));
  const kind = content[0];
  if (!KEY_NAME.test(name) || content.length !== 33 || ![LOG_KIND, WITNESS_KIND].includes(kind)) {
    throw new UnreadableLog("key");
  }
  const hash = await sha256(`${name}\n`, content);
  if (toHex(hash.slice(0, 4)) !== id) throw new UnreadableLog("key");
  return { name, kind, bytes: content.slice(1), id };
}

/**
 * The keys that a policy names (c2sp.org/tlog-policy).
 * @param {string} text
 */
export async function readPolicy(text) {
  /** @param {string} word @param {number} place */
  const keysOf = (word, place) =>
    Promise.all(
      text.split("\n").map((line) => line.trim().split(/\s+/)).filter(([first]) => first === word)
        .map((words) => readKey(words[place] ?? "")),
    );
  return { logs: await keysOf("log", 1), witnesses: await keysOf("witness", 2) };
}

/** @param {string} line */
function readSignature(line) {
  const [dash, name, content, more] = line.split(" ");
  if (dash !== "\u2014" || content === undefined || more !== undefined || !KEY_NAME.test(name)) {
    throw new UnreadableLog("signature");
  }
  const bytes = fromBase64(content);
  if (bytes.length < 5) throw new UnreadableLog("signature");
  return { name, keyId: toHex(bytes.slice(0, 4)), content: bytes.slice(4) };
}

/** @param {string} text */
export function readNote(text) {
  const end = text.lastIndexOf("\n\n");
  if (encoder.encode(text).length > MOST.note || hasLoneSurrogate(text)) throw new UnreadableLog("text");
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x09\x0b-\x1f]/.test(text) || end < 0 || !text.endsWith("\n")) throw new UnreadableLog("note");
  const signatures = text.slice(end + 2, -1).split("\n").map(readSignature);
  if (signatures.length > MOST.signatures) throw new UnreadableLog("signatures");
  return { text: text.slice(0, end + 1), signatures };
}

/** @param {string} text */
export function readCheckpoint(text) {
  const lines = text.split("\n");
  if (lines.length < 4 || lines.pop() !== "" || lines.includes("")) throw new UnreadableLog("checkpoint");
  const [origin, size, root] = lines;
  return { origin, size: numberFrom(size), root: toBase64(hashFrom(root)) };
}

/**
 * When the key signed the note, in seconds since 1970; 0 for a log, whose signature has no time. Null if it did
 * not, or if one of its signatures is wrong.
 * @param {Note} note
 * @param {Key} key
 */
export async function signedAt(note, key) {
  let latest = null;
  for (const { name, keyId, content } of note.signatures) {
    if (name !== key.name || keyId !== key.id) continue;
    const isWitness = key.kind === WITNESS_KIND;
    if (isWitness && content.length < 8) return null;
    const time = isWitness ? Number(new DataView(content.buffer, content.byteOffset).getBigUint64(0)) : 0;
    const message = isWitness ? `cosignature/v1\ntime ${time}\n${note.text}` : note.text;
    const signature = toHex(isWitness ? content.slice(8) : content);
    if (!await isSignedBy(toHex(key.bytes), signature, encoder.encode(message))) return null;
    latest = Math.max(latest ?? 0, time);
  }
  return latest;
}

/**
 * The latest of the times at which these witnesses signed; null if none did.
 * @param {Note} note
 * @param {Key[]} witnesses
 */
export async function witnessedAt(note, witnesses) {
  const times = await Promise.all(witnesses.map((key) => signedAt(note, key)));
  const known = times.filter((time) => time !== null);
  return known.length ? Math.max(...known) : null;
}

// --- proofs that something is in a log

/** @param {string} text */
function readProof(text) {
  const end = text.indexOf("\n\n");
  const [format, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  if (format !== PROOF_FORMAT || lines.length === 0) throw new UnreadableLog("proof");
  const extra = lines[0].startsWith("extra ") ? fromBase64(String(lines.shift()).slice(6)) : null;
  if (!lines[0]?.startsWith("index ")) throw new UnreadableLog("proof");
  const hashes = lines.slice(1).map(hashFrom);
  if (hashes.length > MOST.hashes) throw new UnreadableLog("proof");
  const note = readNote(text.slice(end + 2));
  readCheckpoint(note.text);
  return { index: numberFrom(lines[0].slice(6)), hashes, note, extra };
}

/**
 * Whether two values of JSON say the same.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function isEqual(one, other) {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) {
    return one === other;
  }
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]));
}

/**
 * Whether the logged event is that of the receipt: its table, number, time, command, places and link.
 * @param {string} content
 * @param {any} receipt
 */
function isAbout(content, receipt) {
  try {
    const [table, event, micros, , data, , command, chain] = JSON.parse(content);
    const { on = receipt.laid } = JSON.parse(data);
    return table === receipt.table && event === receipt.event && (command ?? "") === receipt.wish &&
      Math.floor(micros / 1000) === Date.parse(receipt.at) && isEqual(on, receipt.laid) &&
      (chain === null || chain === receipt.chain);
  } catch {
    return false;
  }
}

/**
 * What the log says of the event of a receipt; nothing if the receipt does not speak of a log.
 * @param {any} receipt
 * @param {{ logs: Key[], witnesses: Key[] }} policy
 * @returns {Promise<LogCheck[]>}
 */
export async function checkReceiptInLog(receipt, { logs, witnesses }) {
  const { log: said } = receipt;
  /** @param {boolean | undefined} good @param {Record<string, any>} details */
  const included = (good, details) => [{ code: "included", good, details }];
  if (said === undefined || said === null) return [];
  if (!STATUSES.includes(said.status)) return included(false, { reason: "log" });
  if (said.status !== "included") return included(undefined, { missing: said.status });
  const content = String(said.content);
  let proof;
  try {
    if (hasLoneSurrogate(content)) throw new UnreadableLog("text");
    proof = readProof(String(said.proof));
  } catch (error) {
    if (error instanceof UnreadableLog) return included(false, { reason: "proof" });
    throw error;
  }
  const digest = await sha256(proof.extra ?? "", content);
  const entry = encoder.encode(`event ${receipt.table}:${receipt.event} ${toBase64(digest)}`);
  return [
    { code: "stake", good: isAbout(content, receipt), details: {} },
    ...await checkProof(proof, entry, {
      logs,
      witnesses,
    }),
  ];
}

/**
 * @param {InclusionProof} proof
 * @param {Uint8Array} entry
 * @param {{ logs: Key[], witnesses: Key[] }} policy
 */
async function checkProof({ index, hashes, note }, entry, { logs, witnesses }) {
  const { origin, size, root } = readCheckpoint(note.text);
  const made = await rootByInclusion(index, size, await leafHash(entry), hashes);
  const signs = await canCheck();
  const named = logs.filter(({ name, kind }) => name === origin && kind === LOG_KIND);
  const signed = (await Promise.all(named.map((key) => signedAt(note, key)))).some((time) => time !== null);
  const at = await witnessedAt(note, witnesses);
  /** @param {string} code @param {Key[]} keys @param {boolean} good */
  const bySignature = (code, keys, good) => {
    const missing = keys.length === 0 ? (code === "logged" ? "log" : "witness") : signs ? "" : "browser";
    return { code, good: missing ? undefined : good, details: missing ? { missing } : { at, size } };
  };
  return [
    bySignature("logged", logs, signed),
    { code: "included", good: made !== null && toBase64(made) === root, details: { size } },
    bySignature("witnessed", witnesses, at !== null),
  ];
}
