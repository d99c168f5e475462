// The cards of a committed pack, each with its path to the root that was published before the deal, and the
// button of a hand whose draw depends on a beacon.
//   root        = SHA-256("feltro/root/v1|table|round|commitment|shares|" || top), or with a beacon
//                 SHA-256("feltro/root/v2|table|round|commitment|shares|chain hash|number|value|" || top)
//   button seed = HMAC-SHA-256(seed, "feltro/button/v1")

import { verifyBeacon } from "./beacon.js";
import {
  commitment,
  createMac,
  createStream,
  drawKey,
  formatShares,
  fromHex,
  keyLabel,
  sha256,
  toHex,
} from "./draw.js";

/**
 * @typedef {import("./types.d.ts").CardOpening} CardOpening
 * @typedef {import("./types.d.ts").Known} Known
 * @typedef {import("./types.d.ts").Published} Published
 * @typedef {import("./types.d.ts").RecordCheck} RecordCheck
 */

export const PACK = 52;
const LEAVES = 64;
const BOARD_SIZES = [0, 3, 4, 5];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
export const CARD_NAMES = RANKS.flatMap((rank) => ["S", "H", "C", "D"].map((suit) => rank + suit));

/** @param {Published} published @param {Known} known @param {RecordCheck} record */
export async function verifyPack(published, known, record) {
  const { table, round, nonces, top, to } = published;
  /** @type {[string, boolean | undefined, Record<string, any>][]} */
  const beaconChecks = []; // come after the root, which needs the text that they give
  const beacon = published.beacon && await verifyBeacon(
    published.beacon,
    known,
    (code, good, details = {}) => beaconChecks.push([code, good, details]) > 0,
  );
  const facts = `${table}|${round}|${published.commitment}|${formatShares(nonces)}|`;
  const label = beacon ? `feltro/root/v2|${facts}${beacon}|` : `feltro/root/v1|${facts}`;
  const computed = toHex(await sha256(label, fromHex(top)));
  record("root", computed === published.root, { root: published.root, made: computed });
  for (const [code, good, details] of beaconChecks) {
    record(code, good, code === "beacon-number" ? { ...details, kind: "hand" } : details);
  }
  if (beacon) await verifyButton(published, beacon, record);
  const places = published.cards.map((/** @type {CardOpening} */ opening) => opening.position);
  const names = published.cards.map((/** @type {CardOpening} */ opening) => opening.card);
  record("order", isDealingOrder(to, new Set(places)), { to });
  record("pack", new Set(names).size === names.length && new Set(places).size === places.length, {
    cards: names,
  });
  for (const opening of published.cards) {
    record("opening", await isOpening(opening, table, round, top), {
      position: opening.position,
      card: opening.card,
      to: to[opening.position] ?? 0,
    });
  }
  if (!published.seed) return;
  const { seed } = published;
  const tree = await packTree(published, beacon);
  const made = await commitment(seed);
  record("promise", made === published.commitment, { commitment: published.commitment, seed, made });
  const isButtonPromised = !beacon || published.button_commitment === await buttonPromise(seed);
  record("tree", tree.top === top && isButtonPromised, { top, made: tree.top, cards: tree.cards });
}

/** @param {string} seed of a round */
async function buttonPromise(seed) {
  return commitment(toHex(await (await createMac(fromHex(seed)))("feltro/button/v1")));
}

/**
 * The button is the lot's, where one was drawn, and the cards went round from its left.
 * @param {Published} published
 * @param {string} beacon
 * @param {RecordCheck} record
 */
async function verifyButton(published, beacon, record) {
  const { table, round, nonces, players, button, to, button_seed: seed } = published;
  const firsts = [...new Set(to.filter((/** @type {number} */ owner) => owner !== 0))];
  const fromItsLeft = [...firsts].sort((a, b) => Number(a <= button) - Number(b <= button) || a - b);
  const isAscending = players.every((/** @type {number} */ player, /** @type {number} */ at) =>
    !at || players[at - 1] < player
  );
  const agrees = isAscending && players.includes(button) &&
    firsts.every((owner, at) => players.includes(owner) && owner === fromItsLeft[at]);
  if (!seed) {
    record("button", agrees, { players, button, kind: "moved" });
    return;
  }
  const made = await commitment(seed);
  record("button-promise", made === published.button_commitment, {
    commitment: published.button_commitment,
    seed,
    made,
  });
  const stream = await createStream(await drawKey(seed, keyLabel(table, round, nonces, beacon)));
  const drawn = players[await stream.drawBelow(players.length)];
  record("button", agrees && drawn === button, { players, button, made: drawn });
}

/**
 * One card to each player, a second one in the same order, then the table; all cards of the table are open.
 * @param {number[]} to
 * @param {Set<number>} opened
 */
function isDealingOrder(to, opened) {
  const own = to.filter((seat) => seat !== 0);
  const common = to.length - own.length;
  if (to.slice(0, own.length).includes(0) || !BOARD_SIZES.includes(common)) return false;
  if ([...opened].some((place) => place >= to.length)) return false;
  for (let place = own.length; place < to.length; place += 1) if (!opened.has(place)) return false;
  const firsts = [...new Set(own)];
  const seconds = own.slice(firsts.length);
  const expected = firsts.filter((seat) => seconds.includes(seat));
  return own.slice(0, firsts.length).every((seat, at) => seat === firsts[at]) &&
    seconds.length === expected.length && seconds.every((seat, at) => seat === expected[at]);
}

/**
 * @param {number} table
 * @param {number} round
 * @param {number} position
 * @param {string} card
 * @param {Uint8Array} salt
 */
const leaf = (table, round, position, card, salt) =>
  sha256(`feltro/card/v1|${table}|${round}|${position}|${card}|`, salt);
/** @param {Uint8Array} left @param {Uint8Array} right */
const node = (left, right) => sha256("feltro/node/v1|", left, right);

/**
 * @param {{ position: number, card: string, salt: string, path: string[] }} options
 * @param {number} table
 * @param {number} round
 * @param {string} top
 */
async function isOpening({ position, card, salt, path }, table, round, top) {
  if (!CARD_NAMES.includes(card)) return false;
  let here = await leaf(table, round, position, card, fromHex(salt));
  for (const [depth, hex] of path.entries()) {
    const beside = fromHex(hex);
    here = (position >> depth) & 1 ? await node(beside, here) : await node(here, beside);
  }
  return toHex(here) === top;
}

/**
 * The whole pack, where the seed is known.
 * @param {Published} options
 * @param {string} [beacon]
 */
async function packTree({ seed, table, round, nonces }, beacon) {
  const key = await drawKey(seed, keyLabel(table, round, nonces, beacon));
  const order = await (await createStream(key)).shuffle(PACK);
  const computeSalt = await createMac(
    await (await createMac(fromHex(seed)))(`feltro/salts/v1|${table}|${round}|${formatShares(nonces)}`),
  );
  const emptyLeaf = await sha256("feltro/none/v1");
  const places = Array.from({ length: LEAVES }, (_, place) => place);
  let row = await Promise.all(
    places.map(async (
      place,
    ) => (place < PACK
      ? leaf(table, round, place, CARD_NAMES[order[place]], await computeSalt(String(place)))
      : emptyLeaf)
    ),
  );
  while (row.length > 1) {
    row = await Promise.all(row.flatMap((left, at) => (at % 2 ? [] : [node(left, row[at + 1])])));
  }
  return { top: toHex(row[0]), cards: order.map((card) => CARD_NAMES[card]) };
}
