// The beacon of a round: which value the close of bets picked, and whether the beacon signed it.
//   chain hash = SHA-256(period as 4 bytes || genesis as 8 bytes || public key || group hash || name)
//   message    = SHA-256(number as 8 bytes)
//   value      = SHA-256(signature)
// The signature is checked by @noble/curves, which `make setup` bundles and `known.signatures` names; it is
// loaded only when a round has a beacon.

import { fromHex, sha256, toHex } from "./draw.js";

/**
 * @typedef {import("./types.d.ts").BeaconChain} BeaconChain
 * @typedef {import("./types.d.ts").BeaconUse} BeaconUse
 * @typedef {import("./types.d.ts").Known} Known
 * @typedef {import("./types.d.ts").RecordCheck} RecordCheck
 */

const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const INFINITY = `c0${"00".repeat(47)}`;
const text = new TextEncoder();

/** @param {number} number @param {number} length */
function bigEndian(number, length) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes.slice(8 - length);
}

/** @param {BeaconChain} chain */
async function chainHash({ period, genesis, public_key: key, group_hash: group, name }) {
  return toHex(
    await sha256(
      bigEndian(period, 4),
      bigEndian(genesis, 8),
      fromHex(key),
      fromHex(group),
      text.encode(name),
    ),
  );
}

/** @param {BeaconChain} chain @param {number} number */
const scheduledAt = ({ genesis, period }, number) => (genesis + (number - 1) * period) * 1000;

/**
 * The first value that is scheduled at this time or later.
 * @param {BeaconChain} chain
 * @param {number} at
 */
export function firstFrom({ genesis, period }, at) {
  return Math.max(1, 1 + Math.ceil((at - genesis * 1000) / (period * 1000)));
}

/** @param {string} signature */
const valueOf = async (signature) => toHex(await sha256(fromHex(signature)));

/**
 * Whether the beacon with this key signed this number; undefined if this page brings no way to find out.
 * @param {string} key
 * @param {number} number
 * @param {string} signature
 * @param {string} module
 */
export async function isSigned(key, number, signature, module) {
  if (signature === INFINITY) return false;
  const signatures = await loadSignatures(module);
  if (!signatures) return undefined;
  const message = await sha256(bigEndian(number, 8));
  try {
    return signatures.verify(fromHex(signature), signatures.hash(message, DOMAIN), fromHex(key));
  } catch {
    return false; // no point, or a point outside its group
  }
}

/** @param {string} module */
async function loadSignatures(module) {
  try {
    return module ? (await import(module)).bls12_381.shortSignatures : undefined;
  } catch {
    return undefined;
  }
}

/** @param {BeaconChain} one @param {BeaconChain} other */
const isSameChain = (one, other) =>
  one.name === other.name && one.public_key === other.public_key && one.genesis === other.genesis &&
  one.period === other.period && one.group_hash === other.group_hash;

/**
 * Records that the rule picked the value before it existed, and that the beacon signed it. Returns the text
 * with which the beacon enters the key of the draw.
 * @param {BeaconUse} use
 * @param {Known} known
 * @param {RecordCheck} record
 */
export async function verifyBeacon(use, known, record) {
  const { chain, closed, margin, number, signature } = use;
  const [hash, value] = [await chainHash(chain), await valueOf(signature)];
  const details = { beacon: chain.name, chain: hash, number, closed, value, at: scheduledAt(chain, number) };
  record("beacon-number", number === firstFrom(chain, closed + margin), details);
  const pinned = Object.hasOwn(known.beacons, chain.name) ? known.beacons[chain.name] : chain;
  const signed = isSameChain(pinned, chain) &&
    await isSigned(chain.public_key, number, signature, known.signatures);
  record("beacon", signed, details);
  return `${hash}|${number}|${value}`;
}
