// What this browser remembers of the public log: the last checkpoint that it saw, and the keys that signed it. A
// later checkpoint must continue it. What does not is kept as evidence until the reader begins anew.

import { canCheck } from "../table/verification/ending.js";
import {
  isConsistent,
  nodeHash,
  readCheckpoint,
  readNote,
  readPolicy,
  signedAt,
  toBase64,
  UnreadableLog,
  witnessedAt,
} from "./log.js";

/**
 * @typedef {(name: string) => Promise<Uint8Array | null>} Load a file of the log; null if there is none
 * @typedef {{ read(): string | null, write(text: string): void }} Kept
 * @typedef {{ code: string, at: number, seen: string, served: string, policy: string, proof: string[] }} Evidence
 * @typedef {{ note: string, policy: string, at: number, evidence?: Evidence }} Memory
 * @typedef {{
 *   code: string, then?: number, size?: number, policy: string, witnessed?: number | null, evidence?: Evidence,
 * }} Seen
 */

const WIDTH = 256;
const FORMAT = "feltro/log-evidence/v1";

/** The nodes of a tree of that size, from the tiles of a log. */
class Tree {
  /** @param {Load} load @param {number} size */
  constructor(load, size) {
    this.load = load;
    this.size = size;
    this.tiles = new Map();
  }

  /** @param {number} begin @param {number} end @returns {Promise<Uint8Array>} */
  async hashOf(begin, end) {
    const count = end - begin;
    const power = powerBelow(count + 1);
    if (power === count && begin % count === 0) return await this.node(Math.log2(count), begin / count);
    const middle = begin + powerBelow(count);
    return nodeHash(await this.hashOf(begin, middle), await this.hashOf(middle, end));
  }

  /** That this tree begins with the one of that size (RFC 6962, 2.1.2). @param {number} oldSize */
  async consistencyProof(oldSize) {
    if (oldSize === this.size) return [];
    let [begin, end, isWhole] = [0, this.size, true];
    const proof = [];
    while (oldSize !== end) {
      const middle = begin + powerBelow(end - begin);
      if (oldSize <= middle) {
        proof.push(await this.hashOf(middle, end));
        end = middle;
      } else {
        proof.push(await this.hashOf(begin, middle));
        [begin, isWhole] = [middle, false];
      }
    }
    if (!isWhole) proof.push(await this.hashOf(begin, end));
    return proof.reverse();
  }

  /** @param {number} height @param {number} number */
  async node(height, number) {
    const level = Math.floor(height / 8);
    const count = 2 ** (height % 8);
    const tile = Math.floor(number * count / WIDTH);
    const content = await this.tile(level, tile);
    const place = number * count % WIDTH;
    let row = Array.from(
      { length: count },
      (_, at) => content.slice((place + at) * 32, (place + at + 1) * 32),
    );
    while (row.length > 1) {
      const pairs = Array.from({ length: row.length / 2 }, (_, at) => nodeHash(row[2 * at], row[2 * at + 1]));
      row = await Promise.all(pairs);
    }
    return row[0];
  }

  /** @param {number} level @param {number} number @returns {Promise<Uint8Array>} */
  async tile(level, number) {
    const width = Math.min(WIDTH, Math.floor(this.size / WIDTH ** level) - number * WIDTH);
    const name = tileName(level, number);
    if (!this.tiles.has(name)) {
      // A partial tile may have been deleted since a full one begins with it.
      const partial = width < WIDTH ? await this.load(`${name}.p/${width}`) : null;
      const content = partial ?? await this.load(name);
      if (!content || content.length < width * 32) throw new UnreadableLog("tile");
      this.tiles.set(name, content);
    }
    return this.tiles.get(name);
  }
}

/** @param {number} count */
function powerBelow(count) {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** @param {number} level @param {number} number */
function tileName(level, number) {
  /** @param {number} part */
  const digits = (part) => String(part).padStart(3, "0");
  let [name, rest] = [digits(number % 1000), Math.floor(number / 1000)];
  while (rest > 0) [name, rest] = [`x${digits(rest % 1000)}/${name}`, Math.floor(rest / 1000)];
  return `tile/${level}/${name}`;
}

/** @param {Uint8Array | null} content */
const textOf = (content) => content === null ? "" : new TextDecoder().decode(content);

/** @param {Kept} kept @returns {Memory | null} */
function readMemory(kept) {
  try {
    const memory = JSON.parse(kept.read() ?? "null");
    readCheckpoint(readNote(memory.note).text);
    return memory;
  } catch {
    return null; // nothing, or nothing that can be read: the browser begins anew
  }
}

/**
 * Compares the published log with what this browser saw before, and remembers it. Throws where the log cannot
 * be loaded: then nothing is known.
 * @param {Kept} kept
 * @param {Load} load
 * @param {number} [now]
 * @returns {Promise<Seen>}
 */
export async function lookAtLog(kept, load, now = Date.now()) {
  const memory = readMemory(kept);
  if (memory?.evidence) {
    return { code: memory.evidence.code, then: memory.at, policy: memory.policy, evidence: memory.evidence };
  }
  const [served, policy] = [textOf(await load("checkpoint")), textOf(await load("policy"))];
  if (!await canCheck()) return { code: "browser", policy: memory?.policy ?? policy };
  /** @type {Uint8Array[]} */
  const proof = [];
  /** @type {Seen} */
  let seen;
  try {
    seen = await judge({ memory, served, policy, load, proof });
  } catch (error) {
    if (!(error instanceof UnreadableLog)) throw error;
    seen = { code: "broken", then: memory?.at, policy: memory?.policy ?? policy };
  }
  if (GOOD.includes(seen.code)) {
    kept.write(JSON.stringify({ note: served, policy: seen.policy, at: now }));
    return seen;
  }
  if (!memory) return seen; // nothing that it contradicts
  const evidence = {
    format: FORMAT,
    code: seen.code,
    at: now,
    seen: memory.note,
    served,
    policy,
    proof: proof.map(toBase64),
  };
  kept.write(JSON.stringify({ ...memory, evidence }));
  return { ...seen, evidence };
}

const GOOD = ["first", "grown", "unwitnessed", "without"];

/**
 * @param {{ memory: Memory | null, served: string, policy: string, load: Load, proof: Uint8Array[] }} options
 * @returns {Promise<Seen>}
 */
async function judge({ memory, served, policy, load, proof }) {
  const then = memory?.at;
  const trusted = memory?.policy ?? policy;
  const { logs, witnesses } = await readPolicy(trusted);
  const note = readNote(served);
  const checkpoint = readCheckpoint(note.text);
  if (checkpoint.size < 1) throw new UnreadableLog("checkpoint");
  const facts = { then, size: checkpoint.size, policy: trusted };
  const named = logs.filter(({ name }) => name === checkpoint.origin);
  const signed = await Promise.all(named.map((key) => signedAt(note, key)));
  if (!signed.some((time) => time !== null)) return { ...facts, code: memory ? "key" : "broken" };
  if (memory) {
    const old = readCheckpoint(readNote(memory.note).text);
    if (checkpoint.size < old.size) return { ...facts, code: "smaller" };
    proof.push(...await new Tree(load, checkpoint.size).consistencyProof(old.size));
    if (!await isConsistent(old, checkpoint, proof)) return { ...facts, code: "forked" };
  } else {
    const root = toBase64(await new Tree(load, checkpoint.size).hashOf(0, checkpoint.size));
    if (root !== checkpoint.root) return { ...facts, code: "broken" };
  }
  const witnessed = await witnessedAt(note, witnesses);
  if (witnesses.length === 0) {
    return { ...facts, policy: withWitnesses(trusted, policy), code: memory ? "without" : "first" };
  }
  return { ...facts, witnessed, code: witnessed === null ? "unwitnessed" : memory ? "grown" : "first" };
}

/**
 * The keys that are remembered stay, whatever the house serves later: it could name a witness of its own. One
 * that knew no witness learns the first.
 * @param {string} trusted
 * @param {string} served
 */
function withWitnesses(trusted, served) {
  /** @param {string} text @param {boolean} isOfLog */
  const lines = (text, isOfLog) => text.split("\n").filter((line) => line.startsWith("log ") === isOfLog);
  return [...lines(trusted, true), ...lines(served, false)].join("\n");
}

/**
 * Forgets everything, so that the next look begins with the log as it is then.
 * @param {Kept} kept
 */
export const beginAnew = (kept) => kept.write("null");
