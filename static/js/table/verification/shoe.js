// Verifies the rounds of a kept shoe as a chain from the full shoe, with the same result as the server's
// `verify`: the first drew from the full shoe, each later one from the cards that were left, and each names
// the digest of the round before:
//   digest = SHA-256("feltro/shoe/v2|digest before|table|round|commitment|shares|cards")

import { formatShares, sha256, toHex } from "./draw.js";
import { verifyRound } from "./proof.js";

/**
 * @typedef {import("./types.d.ts").Check} Check
 * @typedef {import("./types.d.ts").Known} Known
 * @typedef {import("./types.d.ts").Published} Published
 * @typedef {import("./types.d.ts").Verdict} Verdict
 */

const FIRST_FORMAT = "feltro/round/v1";

/**
 * The published rounds of a shoe up to one of them; null if they could not be loaded.
 * @param {string} url
 * @returns {Promise<Published[] | null>}
 */
export async function fetchShoe(url) {
  const response = await fetch(url, { headers: { accept: "application/json" } }).catch(() => null);
  return response?.ok ? response.json().catch(() => null) : null;
}

/**
 * The verdict of every round, in the order of the list, and whether they follow each other. A list of rounds
 * that have no shoe is no chain.
 * @param {Published[]} rounds
 * @param {Known} known
 */
export async function verifyRounds(rounds, known) {
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const published of rounds) verdicts.push(await verifyRound(published, known));
  const hasShoe = rounds.some((published) => published?.shoe !== undefined);
  const chain = hasShoe ? await verifySequence(rounds, verdicts) : null;
  const good = rounds.length > 0 && verdicts.every((verdict) => verdict.good) && chain?.good !== false;
  return { verdicts, chain, good };
}

/**
 * A round that took no cards is no link of the chain, as a void one; what it found is compared too.
 * @param {Published[]} rounds
 * @param {Verdict[]} verdicts
 * @returns {Promise<Check>}
 */
async function verifySequence(rounds, verdicts) {
  const isReadable = verdicts.every(({ checks }) => checks.every(({ code }) => code !== "unreadable"));
  if (!isReadable || !rounds.every(({ shoe }) => shoe !== undefined) || !haveOneFormat(rounds)) {
    const numbers = rounds.map((published) => published?.round);
    return { code: "follows", good: false, details: { rounds: numbers } };
  }
  const links = rounds.map((published, at) => ({ published, cards: cardsOf(verdicts[at]) }))
    .sort((one, other) => one.published.round - other.published.round);
  const isOrdered = rounds[0].format === FIRST_FORMAT;
  const broken = isOrdered ? firstOutOfOrder(links) : await firstBroken(links);
  const details = {
    rounds: links.map(({ published }) => published.round),
    ends: links.map(({ published }) =>
      (isOrdered ? published.start : published.dealt.length) + published.drawn.length
    ),
  };
  return { code: "follows", good: !broken, details: broken ? { ...details, broken } : details };
}

/**
 * A change of the generator begins a new shoe. A round in which nobody bet needed no beacon's value.
 * @param {Published[]} rounds
 */
function haveOneFormat(rounds) {
  /** @param {Published[]} list */
  const formats = (list) => new Set(list.map(({ format }) => format));
  return formats(rounds).size === 1 ||
    (!formats(rounds).has(FIRST_FORMAT) && formats(rounds.filter(({ drawn }) => drawn.length)).size <= 1);
}

/**
 * The cards that the seed of a round gives; undefined where the shoe of its proof is not possible.
 * @param {Verdict} verdict
 * @returns {string[] | undefined}
 */
const cardsOf = ({ checks }) => checks.find(({ code }) => code === "drawn")?.details.made;

/** @param {Published} one @param {Published} other */
const isSameShoe = (one, other) =>
  one.game === other.game && one.table === other.table && one.shoe === other.shoe &&
  one.decks === other.decks;

/**
 * The first round that does not follow; 0 if all do.
 * @param {{ published: Published, cards?: string[] }[]} links in the order of their rounds
 */
async function firstBroken(links) {
  const first = links[0].published;
  /** @type {string[]} */
  let dealt = [];
  let [digest, last] = ["", 0];
  for (const { published, cards } of links) {
    const follows = cards && isSameShoe(first, published) && published.round > last &&
      published.before === digest && published.dealt.join() === dealt.join();
    if (!follows) return published.round;
    last = published.round;
    if (!cards.length || published.void) continue;
    const { table, round, commitment, nonces } = published;
    const facts = [digest, table, round, commitment, formatShares(nonces), cards.join(",")];
    digest = toHex(await sha256(`feltro/shoe/v2|${facts.join("|")}`));
    dealt = [...dealt, ...cards];
  }
  return 0;
}

/**
 * The same in the first format, where one seed decided the order of the whole shoe: each round starts where
 * the one before it ended, and the first at the first card.
 * @param {{ published: Published }[]} links in the order of their rounds
 */
function firstOutOfOrder(links) {
  const first = links[0].published;
  let [number, end] = [first.shoe, 0];
  for (const { published } of links) {
    const follows = isSameShoe(first, published) && published.seed === first.seed &&
      formatShares(published.nonces) === formatShares(first.nonces) &&
      published.round === number && published.start === end;
    if (!follows) return published.round;
    number += 1;
    end = published.start + published.drawn.length;
  }
  return 0;
}
