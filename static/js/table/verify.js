// «Verificar»: the draw of the last round, computed again here from what was published, and compared with what this browser saw
// before the bets: the promise of the house and its own share.

import { el } from "./dom.js";
import { recompute } from "./draw.js";

const KEPT = 40;

/** What this browser saw and gave before the bets of each round: kept for as long as the tab lives. */
export function witness(table) {
  const key = `feltro.seen.${table}`;
  const read = () => { try { return JSON.parse(sessionStorage.getItem(key)) ?? {}; } catch { return {}; } };
  let seen = read();
  function keep() {
    seen = Object.fromEntries(Object.entries(seen).sort(([a], [b]) => b - a).slice(0, KEPT));
    try { sessionStorage.setItem(key, JSON.stringify(seen)); } catch { /* the comparison is then left out */ }
  }
  return {
    /** The promise, the first time it is seen; one that changes afterwards is a breach that the comparison will show. */
    promised(round, commitment) {
      if (!commitment || seen[round]?.commitment) return;
      seen[round] = { ...seen[round], commitment };
      keep();
    },
    /** This browser's share for a round: made once, and given again if asked again. */
    share(round) {
      if (!seen[round]?.nonce) {
        const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
        seen[round] = { ...seen[round], nonce };
        keep();
      }
      return seen[round].nonce;
    },
    of: (round) => seen[round] ?? {},
  };
}

/** The panel: each step with its figures, and whether it agrees. */
export function verified({ speaker, facts, wheel, seat, saw }) {
  const { t } = speaker;
  const root = el("div", { class: "stacked draw-check" }, el("p", {}, t("verify.intro")));
  const steps = el("ol", { class: "draw-steps" });
  const step = (code, agrees, ...figures) => steps.append(el("li", { "data-agrees": agrees === undefined ? null : String(agrees) },
    el("span", {}, t(`verify.${code}`)), " ", agrees !== undefined && el("strong", { class: "verdict" }, t(agrees ? "verify.yes" : "verify.no")),
    ...figures.map((figure) => el("code", {}, figure))));

  async function run() {
    const { table, round, seed, commitment, nonces = {}, outcome: drawn } = facts;
    const pockets = wheel.length;
    const made = await recompute({ table, round, seed, nonces, pockets });
    const number = wheel[made.index];
    const kept = !saw.commitment || saw.commitment === commitment;
    if (saw.commitment) step("promise", kept, saw.commitment);
    else step("promise.unseen", undefined, commitment);
    step("opened", made.commitment === commitment, seed, made.commitment);
    const given = Object.keys(nonces).length;
    const mine = seat !== undefined && saw.nonce ? nonces[seat] === saw.nonce : undefined;
    step(given ? (mine === true ? "shares.mine" : "shares") : "shares.none", mine === true ? true : undefined, made.label);
    step("key", undefined, made.key);
    const last = made.words.at(-1).word;
    step("words", undefined, t("verify.word", { word: last, pockets, index: made.index, thrown: made.words.length - 1 }));
    step("number", number === drawn, t("verify.pocket", { number, position: made.index + 1 }));
    root.append(el("p", { class: "verdict-all" }, t(kept && made.commitment === commitment && number === drawn ? "verify.good" : "verify.bad")));
  }
  root.append(steps);
  if (!facts?.seed) root.append(el("p", { class: "soft" }, t("verify.later")));
  else if (!globalThis.crypto?.subtle) root.append(el("p", {}, t("verify.insecure")));
  else run().catch(() => root.append(el("p", {}, t("verify.failed"))));
  return root;
}
