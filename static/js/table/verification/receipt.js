// The signature of a receipt: Ed25519 over its fields in canonical JSON, with a key of the house that the reader has.
// What the log says of the receipt is not signed, because it comes later.

import { canCheck, isSignedBy } from "./ending.js";

const FORMAT = "feltro/receipt/v1";
const UNSIGNED = ["signature", "log"];

/**
 * In the order of code points, as every other program sorts: `sort` alone compares halves of characters.
 * @param {string} one
 * @param {string} other
 */
function byCodePoints(one, other) {
  const [first, second] = [one, other].map((text) => Array.from(text, (sign) => Number(sign.codePointAt(0))));
  const at = first.findIndex((sign, place) => sign !== second[place]);
  return at < 0 ? first.length - second.length : first[at] - (second[at] ?? -1);
}

/**
 * Names in order at every level, no spaces.
 * @param {any} value
 * @returns {string}
 */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort(byCodePoints);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/**
 * Whether one of the keys signed the receipt and it is unchanged; undefined where that cannot be checked.
 * @param {any} receipt
 * @param {string[]} keys
 * @returns {Promise<boolean | undefined>}
 */
export async function isGenuine(receipt, keys) {
  const { format, signature } = receipt;
  if (format !== FORMAT || typeof signature !== "string" || !/^[0-9a-f]{128}$/.test(signature)) return false;
  if (keys.length === 0 || !await canCheck()) return undefined;
  const signed = Object.fromEntries(Object.entries(receipt).filter(([name]) => !UNSIGNED.includes(name)));
  const content = new TextEncoder().encode(canonical(signed));
  for (const key of keys) {
    if (await isSignedBy(key, signature, content)) return true;
  }
  return false;
}
