// The player's money in the day's total: each part of the balance leads through sums and hashes to the root that
// the house published. docs/reference/proofs.md has the format. Everything is computed here, from the file that
// the player can also download; nothing else is asked of the house.

const FORMAT = "feltro/funds/v1";
const MOST = Number.MAX_SAFE_INTEGER;
const MOST_HEIGHT = 40;
const MOST_PARTS = 4096;
const FIELDS = {
  format: /** @param {any} value */ (value) => value === FORMAT,
  day: /** @param {any} value */ (value) => isText(value, /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
  currency: /** @param {any} value */ (value) => isText(value, /^[A-Z]{3,4}$/),
  instant: /** @param {any} value */ (value) => isWhole(value, 0, MOST),
  leaves: /** @param {any} value */ (value) => isWhole(value, 0, 2 ** MOST_HEIGHT),
  total: /** @param {any} value */ (value) => isWhole(value, 0, MOST),
  jackpots: /** @param {any} value */ (value) => isWhole(value, 0, MOST),
  root: isHash,
  player: /** @param {any} value */ (value) => isWhole(value, 1, MOST),
  parts: /** @param {any} value */ (value) => isList(value, MOST_PARTS, isPart),
};
const PART = {
  place: /** @param {any} value */ (value) => isWhole(value, 0, 2 ** MOST_HEIGHT - 1),
  cents: /** @param {any} value */ (value) => isWhole(value, 0, MOST),
  salt: isHash,
  path: /** @param {any} value */ (value) => isList(value, MOST_HEIGHT, isNeighbour),
};

/** @param {any} value @param {number} least @param {number} most */
function isWhole(value, least, most) {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** @param {any} value @param {RegExp} pattern */
function isText(value, pattern) {
  return typeof value === "string" && pattern.test(value);
}

/** @param {any} value */
function isHash(value) {
  return isText(value, /^[0-9a-f]{64}$/);
}

/** @param {any} value @param {number} most @param {(entry: any) => boolean} isEntry */
function isList(value, most, isEntry) {
  return Array.isArray(value) && value.length <= most && value.every(isEntry);
}

/** @param {any} value */
function isNeighbour(value) {
  return Array.isArray(value) && value.length === 2 && isWhole(value[0], 0, MOST) && isHash(value[1]);
}

/** @param {any} value */
function isPart(value) {
  return hasFields(value, PART);
}

/** @param {any} value @param {Record<string, (field: any) => boolean>} fields @param {string[]} [optional] */
function hasFields(value, fields, optional = []) {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.keys(value).every((name) => Object.hasOwn(fields, name) || optional.includes(name)) &&
    Object.entries(fields).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]));
}

/** @param {any} value */
function isStatement(value) {
  return hasFields(value, FIELDS, ["log"]) && (!Object.hasOwn(value, "log") || typeof value.log === "string");
}

/** @param {string} text */
function bytesOf(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/** Eight bytes, the highest first. @param {number} cents */
function sumBytes(cents) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(cents));
  return bytes;
}

/** @param {...Uint8Array} pieces */
async function sha256(...pieces) {
  const content = await new Blob(/** @type {BlobPart[]} */ (pieces)).arrayBuffer();
  return new Uint8Array(await crypto.subtle.digest("SHA-256", content));
}

/** @param {any} statement @param {any} part */
async function leadsToRoot(statement, part) {
  const { leaves, total, root, day, currency, player } = statement;
  let { place, cents } = part;
  if (place >= leaves || 2 ** part.path.length !== leaves) return false;
  const owner = new TextEncoder().encode(`${FORMAT}\n${day}\n${currency}\n${player}\n`);
  let digest = await sha256(Uint8Array.of(0), bytesOf(part.salt), sumBytes(cents), owner);
  for (const [besideCents, besideDigest] of part.path) {
    const here = [sumBytes(cents), digest];
    const beside = [sumBytes(besideCents), bytesOf(besideDigest)];
    const both = place % 2 ? [...beside, ...here] : [...here, ...beside];
    digest = await sha256(Uint8Array.of(1), ...both);
    cents += besideCents;
    place = Math.floor(place / 2);
    if (cents > total) return false;
  }
  return cents === total && [...digest].every((byte, at) => byte === bytesOf(root)[at]);
}

/**
 * The checks in their order, with true, false or null (could not be made), and the cents that were found.
 * @param {any} statement
 * @param {number | null} balance what the player had, by what they know
 * @returns {Promise<{ checks: [string, boolean | null][], found: number | null }>}
 */
export async function checkMoney(statement, balance) {
  if (!isStatement(statement)) return { checks: [["funds-shape", false]], found: null };
  const { parts } = statement;
  let lead = true;
  for (const part of parts) lead = await leadsToRoot(statement, part) && lead;
  const found = parts.reduce((/** @type {number} */ sum, /** @type {any} */ part) => sum + part.cents, 0);
  const places = new Set(parts.map((/** @type {any} */ part) => part.place));
  return {
    checks: [
      ["funds-parts", lead],
      ["funds-places", places.size === parts.length],
      ["funds-balance", balance === null ? null : found === balance],
    ],
    found,
  };
}
