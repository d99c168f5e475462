// The verification panel: the draw of the last round is recomputed from the published data and compared with
// what this browser recorded before the bets: the operator's commitment and the browser's own share.

import {
  checkLine,
  checkLines,
  drawnAgain,
  publishedText,
  roundLines,
  verdictSummary,
  wholeVerdict,
} from "./checks.js";
import { compact, el } from "../../dom.js";
import { fetchShoe, verifyRounds } from "./shoe.js";
import { formatShares } from "./draw.js";
import { verifyRound } from "./proof.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("./types.d.ts").DrawFacts} DrawFacts
 * @typedef {import("./types.d.ts").Known} Known
 * @typedef {import("./types.d.ts").Published} Published
 * @typedef {import("./types.d.ts").Shares} Shares
 * @typedef {import("./types.d.ts").Witnessed} Witnessed
 */

/**
 * Whether the published share of the player's seat is the one that was sent: true, false, "other" if another
 * window sent it, or undefined if there is nothing to compare. The share that the server named must be the
 * one that is published.
 * @param {{ nonce?: string, counted?: string, seat?: number }} options
 * @param {Shares} nonces
 */
export function compareShare({ nonce, counted, seat }, nonces) {
  const published = nonces[seat ?? 0];
  if (nonce === undefined || published === undefined) return undefined;
  if (published === nonce) return true;
  return counted !== undefined && published !== counted ? false : "other";
}

/**
 * Whether the promises are those that this browser saw before the bets: of the seed, and of the lot for the
 * button if the draw depends on one.
 * @param {Witnessed} witnessed
 * @param {Published} published
 */
export function arePromisesKept({ commitment, button }, published) {
  const lot = published.button_commitment;
  return (!commitment || commitment === published.commitment) && (!button || !lot || button === lot);
}

/**
 * Whether the published value has the number that this browser was told when bets closed: true, false, "late"
 * if it was told only after the value was due by its own clock, or undefined if there is nothing to compare.
 * @param {Witnessed} witnessed
 * @param {Published} published
 */
export function compareNumber({ number, late = 0 }, { beacon }) {
  if (number === undefined || !beacon) return undefined;
  if (number !== beacon.number) return false;
  return late > 0 ? "late" : true;
}

/**
 * What decides a result at this table, and the value that the current or the last round waits for or used.
 * @param {DrawFacts} draw
 * @param {I18n["t"]} t
 */
function drawFacts({ beacon, terms }, t) {
  if (terms.beacon === "none") return el("p", { class: "soft" }, t("draw.without"));
  const facts = { name: terms.beacon, margin: terms.margin_ms, seconds: terms.wait_seconds };
  return el(
    "div",
    { class: "stacked soft" },
    el("p", {}, t(terms.beacon === "sandbox" ? "draw.sandbox" : "draw.beacon", facts)),
    el("p", {}, t("draw.rule", facts)),
    beacon?.number && el("p", {}, t("draw.number", beacon)),
    beacon?.value && el("p", {}, t("draw.value"), " ", el("code", {}, beacon.value)),
    beacon?.seed && el("p", {}, t("draw.void"), " ", el("code", {}, beacon.seed)),
  );
}

/**
 * The check of a kept shoe from its first round to this one, once it is asked for: the earlier rounds are
 * loaded, and compared with what this browser saw of them. The round itself is the one that the table sent.
 * @param {{
 *   t: I18n["t"], published: Published, known: Known, witness: (round: number) => Witnessed, url: string,
 * }} options
 */
function shoeCheck({ t, published, known, witness, url }) {
  const result = el("div", { class: "stacked", "aria-live": "polite" });
  const button = el("button", { type: "button", class: "button", click: showShoe }, t("verify.shoe"));

  async function showShoe() {
    button.disabled = true;
    const loaded = await fetchShoe(url);
    button.disabled = false;
    if (!loaded) return void result.replaceChildren(t("verify.shoe.failed"));
    const rounds = [...loaded.filter(({ round }) => round !== published.round), published];
    const shoe = await verifyRounds(rounds, known);
    const seen = rounds.filter(({ round }) => witness(round).commitment);
    const isKept = seen.every((proof) => arePromisesKept(witness(proof.round), proof));
    const good = shoe.good && isKept;
    const seenLine = checkLine("verify.seen.shoe", isKept, t, [
      el("code", {}, seen.map(({ round }) => round).join(", ")),
    ]);
    result.replaceChildren(...compact([
      verdictSummary({ ...wholeVerdict(shoe), good }, t),
      el(
        "details",
        { class: "draw-data", open: !good },
        el("summary", {}, t("verify.how")),
        el("ol", { class: "draw-steps" }, seen.length > 0 && seenLine, roundLines(rounds, shoe, t)),
      ),
    ]));
  }
  return el("div", { class: "stacked" }, button, result);
}

/**
 * The panel: each check with its figures and result. `published` is what the table published about the round,
 * and `witness` tells what this browser saw of any round.
 * @param {{
 *   i18n: I18n, published: Published, known: Known, witness: (round: number) => Witnessed, page: string,
 *   draw: DrawFacts,
 * }} options
 */
export function verificationPanel(
  { i18n, published, known, witness, page, draw },
) {
  const { t } = i18n;
  const witnessed = witness(published?.round);
  const facts = drawFacts(draw, t);
  const root = el("div", { class: "stacked draw-check" });
  const steps = el("ol", { class: "draw-steps" });

  async function showChecks() {
    const { commitment, nonces = {} } = published;
    const isKept = arePromisesKept(witnessed, published);
    const seen = el("code", {}, witnessed.commitment ?? commitment);
    steps.append(
      witnessed.commitment
        ? checkLine("verify.seen", isKept, t, [seen])
        : checkLine("verify.seen.not", undefined, t, [seen]),
    );
    const numberResult = compareNumber(witnessed, published);
    if (numberResult !== undefined) {
      const isLate = numberResult === "late";
      steps.append(
        checkLine(isLate ? "verify.number.late" : "verify.number", isLate ? undefined : numberResult, t, [
          el("code", {}, String(witnessed.number)),
        ]),
      );
    }
    const hasShares = Object.keys(nonces).length > 0;
    const shareResult = compareShare(witnessed, nonces);
    if (shareResult === "other") {
      steps.append(
        checkLine("verify.share.other", undefined, t, [
          el("code", {}, `${witnessed.seat}:${nonces[witnessed.seat ?? 0]}`),
        ]),
      );
    } else if (shareResult !== undefined) {
      steps.append(
        checkLine("verify.share", shareResult, t, [
          el("code", {}, `${witnessed.seat}:${witnessed.counted ?? witnessed.nonce}`),
        ]),
      );
    }
    steps.append(
      checkLine(
        hasShares ? "verify.shares" : "verify.shares.none",
        undefined,
        t,
        hasShares ? [el("code", {}, formatShares(nonces))] : [],
      ),
    );
    const verdict = await verifyRound(published, known);
    steps.append(...checkLines(verdict, t));
    const good = verdict.good && isKept && shareResult !== false && numberResult !== false;
    // The verdict first; how it was reached is folded away unless something disagrees.
    root.append(
      verdictSummary({ ...verdict, good }, t),
      drawnAgain(verdict, t) ?? "",
      el(
        "details",
        { class: "draw-data", open: !good },
        el("summary", {}, t("verify.how")),
        facts,
        el("p", {}, t("verify.intro")),
        steps,
      ),
      el(
        "details",
        { class: "draw-data" },
        el("summary", {}, t("verify.data")),
        el("pre", { tabindex: "0" }, publishedText(published)),
        page && el("a", { href: page, target: "_blank", rel: "noopener" }, t("verify.page")),
      ),
    );
    const { table, round, shoe = round } = published;
    if (page && shoe !== round) {
      root.append(shoeCheck({ t, published, known, witness, url: `${page}shoe/${table}/${round}/` }));
    }
  }
  if (!published) root.append(facts, el("p", { class: "soft" }, t("verify.later")));
  else if (!globalThis.crypto?.subtle) root.append(facts, el("p", {}, t("verify.insecure")));
  else showChecks().catch(() => root.append(facts, el("p", {}, t("verify.failed"))));
  return root;
}
