// «Verificar»: the draw of the last round, computed again here from what was published, and compared with what this browser saw
// before the bets: the promise of the house and its own share.

import { line, lines, summary, written } from "./checks.js";
import { el } from "../../dom.js";
import { shares } from "./draw.js";
import { check } from "./proof.js";

const KEPT = 40;

/** What this browser saw and gave before the bets of each round: kept for as long as the tab lives. */
export function witness(table) {
  const key = `feltro.seen.${table}`;
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  };
  let seen = read();
  function keep() {
    seen = Object.fromEntries(Object.entries(seen).sort(([a], [b]) => b - a).slice(0, KEPT));
    try {
      sessionStorage.setItem(key, JSON.stringify(seen));
    } catch { /* the comparison is then left out */ }
  }
  return {
    /** The promise, the first time it is seen; one that changes afterwards is a breach that the comparison will show. */
    promised(round, commitment) {
      if (!commitment || seen[round]?.commitment) return;
      seen[round] = { ...seen[round], commitment };
      keep();
    },
    /** The share for a round: made once; where the house has told which one counts, that one is given again. */
    share(round) {
      if (!seen[round]?.nonce) {
        const nonce = Array.from(
          crypto.getRandomValues(new Uint8Array(16)),
          (byte) => byte.toString(16).padStart(2, "0"),
        ).join("");
        seen[round] = { ...seen[round], nonce };
        keep();
      }
      return seen[round].counted ?? seen[round].nonce;
    },
    /** The house has told which share counts for this player: the first that any of their windows gave. */
    counted(round, nonce) {
      if (!nonce || !seen[round]?.nonce || seen[round].counted) return;
      seen[round] = { ...seen[round], counted: nonce };
      keep();
    },
    /** The seat from which the round is played. */
    seated(round, seat) {
      if (!seen[round]?.nonce || seen[round].seat !== undefined) return;
      seen[round] = { ...seen[round], seat };
      keep();
    },
    of: (round) => seen[round] ?? {},
  };
}

/**
 * Whether the published share of the own seat is the one that was given: true, false, "other" where another window gave it, or
 * undefined where there is nothing to compare. What the house said to count must be what it published.
 */
export function shareAgrees({ nonce, counted, seat }, nonces) {
  const published = nonces[seat];
  if (nonce === undefined || published === undefined) return undefined;
  if (published === nonce) return true;
  return counted !== undefined && published !== counted ? false : "other";
}

/** The panel: each check with its figures, and whether it agrees. `told` is what the table published of the round. */
export function verified({ speaker, told, known, saw, page, later = "verify.later" }) {
  const { t } = speaker;
  const root = el("div", { class: "stacked draw-check" }, el("p", {}, t("verify.intro")));
  const steps = el("ol", { class: "draw-steps" });

  async function run() {
    const { commitment, nonces = {} } = told;
    const kept = !saw.commitment || saw.commitment === commitment;
    const seen = el("code", {}, saw.commitment ?? commitment);
    steps.append(
      saw.commitment ? line("verify.seen", kept, t, [seen]) : line("verify.seen.not", undefined, t, [seen]),
    );
    const given = Object.keys(nonces).length > 0;
    const mine = shareAgrees(saw, nonces);
    if (mine === "other") {
      steps.append(
        line("verify.share.other", undefined, t, [el("code", {}, `${saw.seat}:${nonces[saw.seat]}`)]),
      );
    } else if (mine !== undefined) {
      steps.append(
        line("verify.share", mine, t, [el("code", {}, `${saw.seat}:${saw.counted ?? saw.nonce}`)]),
      );
    }
    steps.append(
      line(
        given ? "verify.shares" : "verify.shares.none",
        undefined,
        t,
        given ? [el("code", {}, shares(nonces))] : [],
      ),
    );
    const verdict = await check(told, known);
    steps.append(...lines(verdict, t));
    root.append(summary({ ...verdict, good: verdict.good && kept && mine !== false }, t));
    root.append(
      el(
        "details",
        { class: "draw-data" },
        el("summary", {}, t("verify.data")),
        el("pre", { tabindex: "0" }, written(told)),
        page && el("a", { href: page, target: "_blank", rel: "noopener" }, t("verify.page")),
      ),
    );
  }
  root.append(steps);
  if (!told) root.append(el("p", { class: "soft" }, t(later)));
  else if (!globalThis.crypto?.subtle) root.append(el("p", {}, t("verify.insecure")));
  else run().catch(() => root.append(el("p", {}, t("verify.failed"))));
  return root;
}
