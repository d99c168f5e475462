// Verifies a round from its published data, with the same checks and codes as the server's `verify`. `known`
// comes with the page: the order of the numbers on each wheel, the kinds of shoes, and the public keys of the
// house. Nothing else is needed from the server.

import { verifyBeacon } from "./beacon.js";
import { CARD_NAMES, PACK, verifyPack } from "./pack.js";
import { verifyEnding } from "./ending.js";
import { commitment, createStream, drawKey, keyLabel, toHex } from "./draw.js";

/**
 * @typedef {import("./types.d.ts").Check} Check
 * @typedef {import("./types.d.ts").Known} Known
 * @typedef {import("./types.d.ts").Published} Published
 * @typedef {import("./types.d.ts").RecordCheck} RecordCheck
 * @typedef {import("./types.d.ts").ShoeKind} ShoeKind
 * @typedef {import("./types.d.ts").Test} Test
 */

const DEPTH = 6;

// The shape of published data: a test for each field. A name that ends in "?" is optional.
/** @param {number} least @param {number} most */
const integerBetween = (least, most) => /** @param {any} value */ (value) =>
  Number.isInteger(value) && value >= least && value <= most;
/** @param {RegExp} pattern */
const matching = (pattern) => /** @param {any} value */ (value) =>
  typeof value === "string" && pattern.test(value);
/** @param {number} most @param {Test} isEntry */
const listOf = (most, isEntry) => /** @param {any} value */ (value) =>
  Array.isArray(value) && value.length <= most && value.every(isEntry);
/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const [hash, share, name, number] = [
  matching(/^[0-9a-f]{64}$/),
  matching(/^[0-9a-f]{32}$/),
  matching(/^[^]{0,3}$/u),
  integerBetween(1, 2 ** 31),
];

/** @param {Record<string, Test>} shape */
function hasShape(shape) {
  /** @param {any} value */
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((field) => Object.hasOwn(shape, field) || Object.hasOwn(shape, `${field}?`)) &&
    Object.entries(shape).every(([field, test]) => {
      const name = field.replace("?", "");
      return Object.hasOwn(value, name) ? test(value[name]) : field.endsWith("?");
    });
}

const COMMON_FIELDS = {
  format: matching(/^feltro\/round\/v1$/),
  game: matching(/^/),
  table: number,
  round: number,
  commitment: hash,
  /** @param {any} value */
  nonces: (value) =>
    isObject(value) &&
    Object.entries(value).every(([seat, entry]) => /^[1-9][0-9]{0,5}$/.test(seat) && share(entry)),
};
const WHEEL_FIELDS = { ...COMMON_FIELDS, seed: hash, wheel: matching(/^/), drawn: listOf(1, name) };
const SHOE_FIELDS = {
  ...COMMON_FIELDS,
  format: matching(/^feltro\/round\/v2$/),
  seed: hash,
  shoe: number,
  decks: integerBetween(1, 8),
  dealt: listOf(8 * PACK, (card) => CARD_NAMES.includes(card)),
  before: matching(/^([0-9a-f]{64})?$/),
  drawn: listOf(8 * PACK, name),
};
const BEACON_FIELDS = {
  format: matching(/^feltro\/round\/v3$/),
  beacon: hasShape({
    chain: hasShape({
      name: matching(/^[a-z0-9-]{1,30}$/),
      public_key: matching(/^[0-9a-f]{192}$/),
      genesis: integerBetween(1, 2 ** 40 - 1),
      period: integerBetween(1, 3600),
      group_hash: hash,
    }),
    closed: integerBetween(0, Number.MAX_SAFE_INTEGER),
    margin: integerBetween(0, 60_000),
    number: integerBetween(1, Number.MAX_SAFE_INTEGER),
    signature: matching(/^[0-9a-f]{96}$/),
  }),
  "ending?": matching(/^[0-9a-f]{128}$/),
};
// A round that depends on a beacon. A void one says what it would have given.
const SEED_AND_BEACON_FIELDS = {
  ...BEACON_FIELDS,
  /** @param {any} value */
  "void?": (value) => typeof value === "boolean",
};
const isWheelProof = hasShape(WHEEL_FIELDS);
const isBeaconWheelProof = hasShape({ ...WHEEL_FIELDS, ...SEED_AND_BEACON_FIELDS });
const isShoeProof = hasShape(SHOE_FIELDS);
const isBeaconShoeProof = hasShape({ ...SHOE_FIELDS, ...SEED_AND_BEACON_FIELDS });
// The first format: one seed decided the order of a whole shoe.
const isOrderedShoeProof = hasShape({
  ...COMMON_FIELDS,
  seed: hash,
  shoe: number,
  decks: integerBetween(1, 8),
  start: integerBetween(0, 8 * PACK),
  drawn: listOf(8 * PACK, name),
});
const isCardOpening = hasShape({
  position: integerBetween(0, PACK - 1),
  card: name,
  salt: hash,
  /** @param {any} value */
  path: (value) => listOf(DEPTH, hash)(value) && value.length === DEPTH,
});
const PACK_FIELDS = {
  ...COMMON_FIELDS,
  root: hash,
  top: hash,
  to: listOf(PACK, integerBetween(0, 99)),
  cards: listOf(PACK, isCardOpening),
  "seed?": hash,
};
const isPackProof = hasShape(PACK_FIELDS);
const seat = integerBetween(1, 99);
const isBeaconPackProof = hasShape({
  ...PACK_FIELDS,
  ...BEACON_FIELDS,
  /** @param {any} value */
  players: (value) => listOf(PACK / 2, seat)(value) && value.length > 1,
  button: seat,
  button_commitment: hash,
  "button_seed?": hash,
});

/**
 * Every check of a round's published data, in order: {good, checks: [{code, good, details}]}.
 * @param {Published} published
 * @param {Known} known
 */
export async function verifyRound(published, known) {
  /** @type {Check[]} */
  const checks = [];
  /** @param {string} code @param {boolean | undefined} good @param {Record<string, any>} [details] */
  const record = (code, good, details = {}) => {
    checks.push({ code, good, details });
    return good !== false;
  };
  const game = isObject(published) ? published.game : undefined;
  const wheels = Object.hasOwn(known.wheels, game) ? known.wheels[game] : undefined;
  const shoe = Object.hasOwn(known.shoes, game) ? known.shoes[game] : undefined;
  const isWheel = isWheelProof(published) || isBeaconWheelProof(published);
  const isShoe = isShoeProof(published) || isBeaconShoeProof(published);
  if (wheels && isWheel) await verifyWheel(published, wheels, known, record);
  else if (shoe && isShoe) await verifyShoe(published, shoe, known, record);
  else if (shoe && isOrderedShoeProof(published)) await verifyOrderedShoe(published, shoe, record);
  else if (known.promised.includes(game) && (isPackProof(published) || isBeaconPackProof(published))) {
    await verifyPack(published, known, record);
  } else record("unreadable", false);
  if (checks[0].code !== "unreadable") await verifyEnding(published, known, record);
  return { good: checks.every(({ good }) => good !== false), checks };
}

/** @param {Published} published @param {RecordCheck} record */
async function verifyCommitment(published, record) {
  const computed = await commitment(published.seed);
  record("promise", computed === published.commitment, {
    commitment: published.commitment,
    seed: published.seed,
    made: computed,
  });
}

/**
 * The label of the key: of the seed and the shares, and of the beacon's value if the round depends on one.
 * @param {Published} published
 * @param {Known} known
 * @param {RecordCheck} record
 */
async function verifyKeyLabel({ table, round, nonces, beacon }, known, record) {
  return keyLabel(table, round, nonces, beacon && await verifyBeacon(beacon, known, record));
}

/** @param {Published} published */
const drawKind = ({ beacon, void: isVoid }) => (isVoid ? "void" : beacon ? "beacon" : "");

/**
 * @param {Published} published
 * @param {Record<string, string[]>} wheels
 * @param {Known} known
 * @param {RecordCheck} record
 */
async function verifyWheel(published, wheels, known, record) {
  await verifyCommitment(published, record);
  const keyText = await verifyKeyLabel(published, known, record);
  if (!record("wheel", Object.hasOwn(wheels, published.wheel), { wheel: published.wheel })) return;
  const wheel = wheels[published.wheel];
  const key = await drawKey(published.seed, keyText);
  const drawing = await createStream(key);
  const index = await drawing.drawBelow(wheel.length);
  const words = drawing.words;
  record("drawn", published.drawn.length === 1 && published.drawn[0] === wheel[index], {
    drawn: published.drawn,
    made: [wheel[index]],
    label: keyText,
    key: toHex(key),
    index,
    pockets: wheel.length,
    word: words.at(-1)?.word,
    thrown: words.length - 1,
    kind: drawKind(published),
  });
}

/**
 * Of a kept shoe each round draws from the cards that are left, by its own key.
 * @param {Published} published
 * @param {ShoeKind} shoe
 * @param {Known} known
 * @param {RecordCheck} record
 */
async function verifyShoe(published, shoe, known, record) {
  await verifyCommitment(published, record);
  const keyText = await verifyKeyLabel(published, known, record);
  const { dealt, before, decks, round } = published;
  const [size, start] = [PACK * decks, dealt.length];
  const end = start + published.drawn.length;
  const isKept = shoe.kept === true;
  const isFull = !start && !before && published.shoe <= round;
  const goesOn = start > 0 && before !== "" && published.shoe < round;
  const isInTurn = (isFull && (published.shoe === round || isKept)) || (goesOn && isKept);
  const split = splitShoe(dealt.map((/** @type {string} */ card) => CARD_NAMES.indexOf(card)), size);
  if (
    !record("shoe", shoe.decks.includes(decks) && end <= size && split !== null && isInTurn, {
      shoe: published.shoe,
      decks,
      start,
      end,
    }) || split === null
  ) return;
  const key = await drawKey(published.seed, keyText);
  const order = await (await createStream(key)).shuffle(split.length);
  const computed = order.slice(0, end - start).map((at) => CARD_NAMES[split[at] % PACK]);
  recordDrawn(published, shoe, computed, keyText, key, record);
}

/**
 * The places that are left in a shoe, ascending, or null if it does not hold the dealt cards. Of equal cards
 * the one of the first pack goes first.
 * @param {number[]} dealt
 * @param {number} size
 */
function splitShoe(dealt, size) {
  const taken = new Array(PACK).fill(0);
  for (const card of dealt) taken[card] += 1;
  if (taken.some((count, card) => count > 0 && card + PACK * (count - 1) >= size)) return null;
  const places = Array.from({ length: size }, (_, place) => place);
  return places.filter((place) => Math.floor(place / PACK) >= taken[place % PACK]);
}

/**
 * @param {Published} published
 * @param {ShoeKind} shoe
 * @param {string[]} computed
 * @param {string} label
 * @param {Uint8Array} key
 * @param {RecordCheck} record
 */
function recordDrawn(published, shoe, computed, label, key, record) {
  const right = published.drawn.every((/** @type {string} */ card, /** @type {number} */ at) =>
    card === computed[at] || card === ""
  );
  const turned = published.drawn.filter((/** @type {string} */ card) => card === "").length <= shoe.unturned;
  const details = { drawn: published.drawn, made: computed, label, key: toHex(key) };
  record("drawn", right && turned, { ...details, kind: drawKind(published) });
}

/** @param {Published} published @param {ShoeKind} shoe @param {RecordCheck} record */
async function verifyOrderedShoe(published, shoe, record) {
  await verifyCommitment(published, record);
  const [size, end] = [PACK * published.decks, published.start + published.drawn.length];
  const isFromThisShoe = (published.shoe < published.round && shoe.kept) ||
    (published.shoe === published.round && !published.start);
  if (
    !record("shoe", shoe.decks.includes(published.decks) && end <= size && isFromThisShoe, {
      shoe: published.shoe,
      decks: published.decks,
      start: published.start,
      end,
    })
  ) return;
  const keyText = keyLabel(published.table, published.shoe, published.nonces);
  const key = await drawKey(published.seed, keyText);
  const order = await (await createStream(key)).shuffle(size);
  const computed = order.slice(published.start, end).map((place) => CARD_NAMES[place % PACK]);
  recordDrawn(published, shoe, computed, keyText, key, record);
}
