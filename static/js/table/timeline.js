// Where the round stands, in the words of the regulation: «façam as vossas apostas» with the time that is left, «jogo feito,
// nada mais», the result, the payment. As text, always; as sound and voice, when wanted.  [AR-14a] [AR-14b] [FR-R15a] [FR-R15b]

import { el, mark, svg, write } from "../dom.js";

const ROUND = 2 * Math.PI * 20;
const SOON = 5000;

export function timeline({ speaker, clock, individual }) {
  const { t } = speaker;
  const arc = svg("circle", {
    class: "ring-left",
    cx: 24,
    cy: 24,
    r: 20,
    "stroke-dasharray": ROUND,
    transform: "rotate(-90 24 24)",
  });
  const seconds = svg("text", {
    class: "ring-seconds",
    x: 24,
    y: 24,
    "text-anchor": "middle",
    "dominant-baseline": "central",
  });
  const ring = svg(
    "svg",
    { class: "ring", viewBox: "0 0 48 48", role: "timer", "aria-label": t("time.left") },
    svg("circle", { class: "ring-ground", cx: 24, cy: 24, r: 20 }),
    arc,
    seconds,
  );
  const phrase = el("p", { class: "phrase" });
  const detail = el("p", { class: "phrase-detail" });
  const root = el("div", { class: "timeline" }, ring, el("div", { class: "phrases" }, phrase, detail));
  let span = 0; // how long the window was when it was first seen
  let windowOf = null;

  function said({ table, step, mine, said: own }) {
    if (own) return own; // a game may say more exactly where it stands
    if (step !== "live") return [t(`phase.${step}`), ""];
    if (table.phase === "betting" && individual) {
      return [t("phase.betting"), mine?.seat === undefined ? "" : t("phase.individual")];
    }
    return [t(`phase.${table.phase ?? "preparing"}`), ""];
  }

  return {
    root,
    render(seen) {
      const { table } = seen;
      const [text, more] = said(seen);
      write(phrase, text);
      const round = table.round ? t("round.number", { round: table.round }) : "";
      write(detail, [more, round, seen.players ?? ""].filter(Boolean).join(" · "));
      mark(root, "data-phase", seen.step === "live" || seen.step === "dealing" ? table.phase : seen.step);
      const timed = (table.phase === "betting" || table.phase === "choosing") && table.due !== undefined;
      const resting = seen.step === "live" &&
        (table.phase === "resting" || table.phase === "void" || table.phase === "preparing") &&
        table.due !== undefined;
      mark(ring, "data-shown", timed || resting);
      if (!timed && !resting) return;
      const left = clock.until(table.due);
      if (windowOf !== table.due) {
        windowOf = table.due;
        span = Math.max(left, timed && table.opened !== undefined ? table.due - table.opened : 0, 1);
      }
      mark(arc, "stroke-dashoffset", (ROUND * (1 - left / span)).toFixed(1));
      write(seconds, Math.ceil(left / 1000));
      mark(ring, "data-soon", timed && left < SOON);
    },
  };
}
