// What the table has to tell besides the round: a refused bet with its reason and rule, a lost connection and what the rule says
// of it, a table that is held or closed.  [AR-22] [AR-23] [FR-R23] [FR-R24]

import { el, mark, write } from "../dom.js";

const READ = 7000;

export function notices({ speaker, urls, again }) {
  const { t, money } = speaker;
  const why = el("span", { class: "tell-text" });
  const rule = el("a", { class: "rule-id", target: "_blank", rel: "noopener" });
  const refusal = el(
    "div",
    { class: "tell refusal", role: "alert" },
    why,
    rule,
    el("button", { type: "button", class: "act close", "aria-label": t("close"), click: () => hide() }, "×"),
  );
  const banner = el("div", { class: "tell banner", role: "status" });
  let timer;

  const hide = () => mark(refusal, "data-shown", null);

  function textOf({ table, link, bye, mine, waiting }) {
    const laid = mine?.game?.total ?? 0;
    const back = mine?.game?.result?.back ?? laid; // what is held for the next round does not come back
    if (bye && link === "over") return t(`bye.${bye}`);
    if (link === "lost") {
      const parts = [t("lost.line")];
      if (laid) parts.push(t("lost.stake", { stake: money(laid) }));
      if (waiting) parts.push(t("lost.sending", { stake: money(waiting) }));
      return [...parts, t("lost.again")].join(" ");
    }
    if (table.phase === "held") {
      const over = mine?.game?.result; // the round has ended: what it held has been paid or given back
      const stake = over
        ? (table.game?.cause && back ? t("void.back", { stake: money(back) }) : "")
        : laid
        ? t("held.stake", { stake: money(laid) })
        : "";
      return [t("held.said"), stake].join(" ");
    }
    if (table.phase === "shut") return t("shut.said");
    if (table.phase === "void") {
      return [
        t("void.said"),
        t(`void.cause.${table.game?.cause ?? "system"}`),
        back ? t("void.back", { stake: money(back) }) : "",
      ].join(" ");
    }
    if (table.closing) return t("closing.said");
    if (mine?.leaving) return t("leaving.said");
    return "";
  }

  return {
    nodes: [banner, refusal],
    /** A wish was refused: the reason in words, the rule beside it. */
    refused(answer) {
      write(why, speaker.refusal(answer));
      write(rule, answer.rule ? t("rule.named", { rule: answer.rule }) : "");
      const page = urls.other_rules?.[answer.rule?.split("-")[0]] ?? urls.rules;
      mark(rule, "href", answer.rule && page ? `${page}#${answer.rule}` : null);
      rule.hidden = !answer.rule;
      mark(refusal, "data-shown", true);
      clearTimeout(timer);
      timer = setTimeout(hide, READ);
    },
    render(seen) {
      const text = textOf(seen);
      if (banner.dataset.text !== text) {
        banner.dataset.text = text;
        banner.replaceChildren(
          el("span", { class: "tell-text" }, text),
          ...(seen.link === "over" && again
            ? [el("button", { type: "button", class: "act main", click: again }, t("bye.again"))]
            : []),
        );
      }
      mark(banner, "data-shown", text !== "");
      mark(banner, "data-kind", seen.link === "lost" || seen.link === "over" ? "lost" : seen.table.phase);
    },
  };
}
