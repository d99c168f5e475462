// A round checked again from what was published of it: the same checks, under the same codes, as the house's own `verify`.
// `known` comes with the page: the wheels in their order and what shoes there are. Nothing else is asked of the house.

import { chance, commitment, fromHex, hashOf, keyOf, label, macUnder, shares, toHex } from "./draw.js";

const PACK = 52;
const LEAVES = 64;
const DEPTH = 6;
const BOARDS = [0, 3, 4, 5];
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
export const NAMES = RANKS.flatMap((rank) => ["S", "H", "C", "D"].map((suit) => rank + suit));

// The shapes of published data: a test for each field; a name that ends in "?" may be missing.
const whole = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;
const string = (pattern) => (value) => typeof value === "string" && pattern.test(value);
const list = (most, each) => (value) => Array.isArray(value) && value.length <= most && value.every(each);
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const [hash, share, name, number] = [
  string(/^[0-9a-f]{64}$/),
  string(/^[0-9a-f]{32}$/),
  string(/^[^]{0,3}$/u),
  whole(1, 2 ** 31),
];

function shaped(shape) {
  return (value) =>
    object(value) &&
    Object.keys(value).every((field) => field in shape || `${field}?` in shape) &&
    Object.entries(shape).every(([field, fits]) =>
      (field.endsWith("?") && !(field.slice(0, -1) in value)) ||
      (field.replace("?", "") in value && fits(value[field.replace("?", "")]))
    );
}

const PUBLISHED = {
  format: string(/^feltro\/round\/v1$/),
  game: string(/^/),
  table: number,
  round: number,
  commitment: hash,
  nonces: (value) =>
    object(value) &&
    Object.entries(value).every(([seat, given]) => /^[1-9][0-9]{0,5}$/.test(seat) && share(given)),
};
const OF_WHEEL = shaped({ ...PUBLISHED, seed: hash, wheel: string(/^/), drawn: list(1, name) });
const OF_SHOE = shaped({
  ...PUBLISHED,
  seed: hash,
  shoe: number,
  decks: whole(1, 8),
  start: whole(0, 8 * PACK),
  drawn: list(8 * PACK, name),
});
const CARD = shaped({
  position: whole(0, PACK - 1),
  card: name,
  salt: hash,
  path: (value) => list(DEPTH, hash)(value) && value.length === DEPTH,
});
const OF_PACK = shaped({
  ...PUBLISHED,
  root: hash,
  top: hash,
  to: list(PACK, whole(0, 99)),
  cards: list(PACK, CARD),
  "seed?": hash,
});

/** Every check of a round's published data, in order: {good, checks: [{code, good, said}]}. */
export async function check(told, known) {
  const checks = [];
  const saw = (code, good, said = {}) => {
    checks.push({ code, good, said });
    return good;
  };
  const game = object(told) ? told.game : undefined;
  const wheels = Object.hasOwn(known.wheels, game) ? known.wheels[game] : undefined;
  const shoe = Object.hasOwn(known.shoes, game) ? known.shoes[game] : undefined;
  if (wheels && OF_WHEEL(told)) await ofWheel(told, wheels, saw);
  else if (shoe && OF_SHOE(told)) await ofShoe(told, shoe, saw);
  else if (known.promised.includes(game) && OF_PACK(told)) await ofPack(told, saw);
  else saw("unreadable", false);
  return { good: checks.every((each) => each.good), checks };
}

async function promise(told, saw) {
  const made = await commitment(told.seed);
  saw("promise", made === told.commitment, { commitment: told.commitment, seed: told.seed, made });
}

async function ofWheel(told, wheels, saw) {
  await promise(told, saw);
  if (!saw("wheel", Object.hasOwn(wheels, told.wheel), { wheel: told.wheel })) return;
  const wheel = wheels[told.wheel];
  const said = label(told.table, told.round, told.nonces);
  const key = await keyOf(told.seed, said);
  const drawing = await chance(key);
  const index = await drawing.below(wheel.length);
  const words = drawing.looked;
  saw("drawn", told.drawn.length === 1 && told.drawn[0] === wheel[index], {
    drawn: told.drawn,
    made: [wheel[index]],
    label: said,
    key: toHex(key),
    index,
    pockets: wheel.length,
    word: words.at(-1).word,
    thrown: words.length - 1,
  });
}

async function ofShoe(told, shoe, saw) {
  await promise(told, saw);
  const [size, end] = [PACK * told.decks, told.start + told.drawn.length];
  const since = (told.shoe < told.round && shoe.kept) || (told.shoe === told.round && !told.start);
  if (
    !saw("shoe", shoe.decks.includes(told.decks) && end <= size && since, {
      shoe: told.shoe,
      decks: told.decks,
      start: told.start,
      end,
    })
  ) return;
  const said = label(told.table, told.shoe, told.nonces);
  const key = await keyOf(told.seed, said);
  const order = await (await chance(key)).shuffled(size);
  const made = order.slice(told.start, end).map((place) => NAMES[place % PACK]);
  const right = told.drawn.every((card, at) => card === made[at] || card === "");
  const turned = told.drawn.filter((card) => card === "").length <= shoe.unturned;
  saw("drawn", right && turned, { drawn: told.drawn, made, label: said, key: toHex(key) });
}

async function ofPack(told, saw) {
  const { table, round, nonces, top, to } = told;
  const made = toHex(
    await hashOf(`feltro/root/v1|${table}|${round}|${told.commitment}|${shares(nonces)}|`, fromHex(top)),
  );
  saw("root", made === told.root, { root: told.root, made });
  const places = told.cards.map((each) => each.position);
  const names = told.cards.map((each) => each.card);
  saw("order", dealtRight(to, new Set(places)), { to });
  saw("pack", new Set(names).size === names.length && new Set(places).size === places.length, {
    cards: names,
  });
  for (const each of told.cards) {
    saw("opening", await openedRight(each, table, round, top), {
      position: each.position,
      card: each.card,
      to: to[each.position] ?? 0,
    });
  }
  if (!told.seed) return;
  const whole = await treeOf(told);
  await promise(told, saw);
  saw("tree", whole.top === top, { top, made: whole.top, cards: whole.cards });
}

/** One card to each player, one more in the same order, then the table; all those of the table are open. */
function dealtRight(to, opened) {
  const own = to.filter((seat) => seat !== 0);
  const common = to.length - own.length;
  if (to.slice(0, own.length).includes(0) || !BOARDS.includes(common)) return false;
  if ([...opened].some((place) => place >= to.length)) return false;
  for (let place = own.length; place < to.length; place += 1) if (!opened.has(place)) return false;
  const firsts = [...new Set(own)];
  const seconds = own.slice(firsts.length);
  const expected = firsts.filter((seat) => seconds.includes(seat));
  return own.slice(0, firsts.length).every((seat, at) => seat === firsts[at]) &&
    seconds.length === expected.length && seconds.every((seat, at) => seat === expected[at]);
}

const leaf = (table, round, position, card, salt) =>
  hashOf(`feltro/card/v1|${table}|${round}|${position}|${card}|`, salt);
const node = (left, right) => hashOf("feltro/node/v1|", left, right);

async function openedRight({ position, card, salt, path }, table, round, top) {
  if (!NAMES.includes(card)) return false;
  let here = await leaf(table, round, position, card, fromHex(salt));
  for (const [depth, hex] of path.entries()) {
    const beside = fromHex(hex);
    here = (position >> depth) & 1 ? await node(beside, here) : await node(here, beside);
  }
  return toHex(here) === top;
}

/** The whole pack, for whoever has the seed. */
async function treeOf({ seed, table, round, nonces }) {
  const order = await (await chance(await keyOf(seed, label(table, round, nonces)))).shuffled(PACK);
  const salting = await macUnder(
    await (await macUnder(fromHex(seed)))(`feltro/salts/v1|${table}|${round}|${shares(nonces)}`),
  );
  const none = await hashOf("feltro/none/v1");
  const places = Array.from({ length: LEAVES }, (_, place) => place);
  let row = await Promise.all(
    places.map(async (
      place,
    ) => (place < PACK
      ? leaf(table, round, place, NAMES[order[place]], await salting(String(place)))
      : none)
    ),
  );
  while (row.length > 1) {
    row = await Promise.all(row.flatMap((left, at) => (at % 2 ? [] : [node(left, row[at + 1])])));
  }
  return { top: toHex(row[0]), cards: order.map((card) => NAMES[card]) };
}
