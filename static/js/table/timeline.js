// The phase of the round in the words of the regulation, with the time left where there is a deadline: always
// as text, as sound and voice where wanted.  [AR-14a] [AR-14b] [FR-R15a] [FR-R15b]

import { el, mark, svg, write } from "../dom.js";

const CIRCUMFERENCE = 2 * Math.PI * 20;
const WARNING_TIME = 5000;

export function timeline({ i18n, clock, isIndividual }) {
  const { t } = i18n;
  const arc = svg("circle", {
    class: "ring-left",
    cx: 24,
    cy: 24,
    r: 20,
    "stroke-dasharray": CIRCUMFERENCE,
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
  let duration = 0; // ms from the first sight of the current deadline
  let currentDeadline = null;

  function phraseText({ table, step, mine, phrase: fromGame }) {
    if (fromGame) return fromGame; // a game may describe its phase more exactly
    if (step !== "live") return [t(`phase.${step}`), ""];
    if (table.phase === "betting" && isIndividual) {
      return [t("phase.betting"), mine?.seat === undefined ? "" : t("phase.individual")];
    }
    return [t(`phase.${table.phase ?? "preparing"}`), ""];
  }

  return {
    root,
    render(view) {
      const { table } = view;
      const [text, detailText] = phraseText(view);
      write(phrase, text);
      const round = table.round ? t("round.number", { round: table.round }) : "";
      write(detail, [detailText, round, view.players ?? ""].filter(Boolean).join(" · "));
      mark(root, "data-phase", view.step === "live" || view.step === "dealing" ? table.phase : view.step);
      const isTimed = (table.phase === "betting" || table.phase === "choosing") && table.due !== undefined;
      const isResting = view.step === "live" &&
        (table.phase === "resting" || table.phase === "void" || table.phase === "preparing") &&
        table.due !== undefined;
      mark(ring, "data-shown", isTimed || isResting);
      if (!isTimed && !isResting) return;
      const timeLeft = clock.until(table.due);
      if (currentDeadline !== table.due) {
        currentDeadline = table.due;
        duration = Math.max(
          timeLeft,
          isTimed && table.opened !== undefined ? table.due - table.opened : 0,
          1,
        );
      }
      mark(arc, "stroke-dashoffset", (CIRCUMFERENCE * (1 - timeLeft / duration)).toFixed(1));
      write(seconds, Math.ceil(timeLeft / 1000));
      mark(ring, "data-soon", isTimed && timeLeft < WARNING_TIME);
    },
  };
}
