// How a round ended: the house signed that it counted, or that it was void, with the key that signs receipts.
//   signed = {"commitment":"…","format":"feltro/ending/v1","round":…,"table":…,"void":true or false}
// The public keys come with the page, never with the data: a forger would name a key of their own.

import { fromHex } from "./draw.js";

/**
 * @typedef {import("./types.d.ts").Known} Known
 * @typedef {import("./types.d.ts").Published} Published
 * @typedef {import("./types.d.ts").RecordCheck} RecordCheck
 */

/** @param {Published} published @param {boolean} isVoid */
const signedBytes = ({ commitment, round, table }, isVoid) =>
  new TextEncoder().encode(
    JSON.stringify({ commitment, format: "feltro/ending/v1", round, table, void: isVoid }),
  );

/**
 * Whether this browser can check a signature by Ed25519. Older ones cannot.
 */
export async function canCheck() {
  try {
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key @param {string} signature @param {Uint8Array<ArrayBuffer>} content */
export async function isSignedBy(key, signature, content) {
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, fromHex(signature), content);
  } catch {
    return false; // no key
  }
}

/**
 * What the house signed: true if the round was void, false if it counted, "other" if it was another round or
 * another signer.
 * @param {Published} published
 * @param {string[]} keys
 */
async function signedVoid(published, keys) {
  for (const isVoid of [false, true]) {
    const content = signedBytes(published, isVoid);
    for (const key of keys) {
      if (await isSignedBy(key, published.ending, content)) return isVoid;
    }
  }
  return "other";
}

/**
 * Records whether the round ended as the data say. What could not be checked is not right.
 * @param {Published} published
 * @param {Known} known
 * @param {RecordCheck} record
 */
export async function verifyEnding(published, { keys }, record) {
  if (!published.beacon) return record("ending", undefined, { missing: "beacon" });
  const isVoid = published.void === true;
  const missing = !published.ending ? "signature" : !keys.length ? "key" : !await canCheck() ? "browser" : "";
  if (missing) return record("ending", undefined, { void: isVoid, missing });
  const signed = await signedVoid(published, keys);
  const isRight = signed === isVoid;
  const kind = isRight
    ? (isVoid ? "void" : "")
    : `wrong.${signed === "other" ? "other" : isVoid ? "void" : "counted"}`;
  return record("ending", isRight, { void: isVoid, signed, kind });
}
