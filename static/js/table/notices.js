// Notices besides the round: a refused bet with its reason and rule, a lost connection with its consequences,
// a table that is on hold or closed.  [AR-22] [AR-23] [FR-R23] [FR-R24]

import { el, mark, write } from "../dom.js";

/**
 * @typedef {import("./game.d.ts").View} View
 * @typedef {import("./i18n.js").I18n} I18n
 * @typedef {import("./messages.d.ts").Refusal} Refusal
 */

const REFUSAL_DURATION = 7000;

/**
 * Where a rule is published: with the rules of its game, or with the protection of players.
 * @param {Record<string, any>} urls @param {string} rule
 */
function ruleAddress(urls, rule) {
  if (rule.startsWith("903-B")) return urls.responsible && `${urls.responsible}#removed`;
  const page = urls.other_rules?.[rule.split("-")[0]] ?? urls.rules;
  return page ? `${page}#${rule}` : null;
}

/**
 * @param {{
 *   i18n: I18n,
 *   urls: Record<string, any>,
 *   clock: import("./clock.js").ServerClock,
 *   sessionEnd?: { said_from: number, time: string } | null,
 *   reload: () => void,
 * }} options
 */
export function notices({ i18n, urls, clock, sessionEnd, reload }) {
  const { t, money } = i18n;
  const reason = el("span", { class: "tell-text" });
  const ruleLink = el("a", { class: "rule-id", target: "_blank", rel: "noopener" });
  const refusal = el(
    "div",
    { class: "tell refusal", role: "alert" },
    reason,
    ruleLink,
    el(
      "button",
      { type: "button", class: "act close", "aria-label": t("close"), click: () => hideRefusal() },
      "×",
    ),
  );
  const banner = el("div", { class: "tell banner", role: "status" });
  /** @type {number | undefined} */
  let timer;

  const hideRefusal = () => mark(refusal, "data-shown", null);

  /**
   * @param {{ table: any, link: string, bye: string | null, mine: any, pendingTotal: number }} options
   */
  function bannerText({ table, link, bye, mine, pendingTotal }) {
    const staked = mine?.game?.total ?? 0;
    const returned = mine?.game?.result?.back ?? staked; // a stake held for the next round is not returned
    if (bye && link === "over") {
      return [t(`bye.${bye}`), bye === "signed-out" && staked ? t("bye.hand") : ""].join(" ");
    }
    if (link === "lost") {
      const parts = [t("lost.line")];
      if (staked) parts.push(t("lost.stake", { stake: money(staked) }));
      if (pendingTotal) parts.push(t("lost.sending", { stake: money(pendingTotal) }));
      return [...parts, t("lost.again")].join(" ");
    }
    if (table.phase === "held") {
      const result = mine?.game?.result; // the round has ended: its stakes have been paid or returned
      const stake = result
        ? (table.game?.cause && returned ? t("void.back", { stake: money(returned) }) : "")
        : staked
        ? t("held.stake", { stake: money(staked) })
        : "";
      return [t("held.said"), stake].join(" ");
    }
    if (table.reports_stopped) return t("no-reports.stopped");
    if (table.phase === "shut") return t("shut.said");
    if (table.phase === "void") {
      return [
        t("void.said"),
        t(`void.cause.${table.game?.cause ?? "system"}`),
        returned ? t("void.back", { stake: money(returned) }) : "",
        table.beacon?.missed?.length ? t("void.missed", { result: table.beacon.missed.join(" ") }) : "",
      ].join(" ");
    }
    if (table.closing) return t("closing.said");
    if (sessionEnd && clock.now() >= sessionEnd.said_from) {
      return t("session.ends", { time: sessionEnd.time });
    }
    if (mine?.removed) return t(`removed.${mine.removed}`);
    if (mine?.leaving) return t("leaving.said");
    return "";
  }

  return {
    nodes: [banner, refusal],
    /**
     * Shows why a request was refused, with a link to the rule.
     * @param {Refusal} answer
     */
    showRefusal(answer) {
      write(reason, i18n.refusalText(answer));
      write(ruleLink, answer.rule ? t("rule.named", { rule: answer.rule }) : "");
      mark(ruleLink, "href", answer.rule ? ruleAddress(urls, answer.rule) : null);
      ruleLink.hidden = !answer.rule;
      mark(refusal, "data-shown", true);
      clearTimeout(timer);
      timer = setTimeout(hideRefusal, REFUSAL_DURATION);
    },
    /** @param {View} view */
    render(view) {
      const text = bannerText(view);
      if (banner.dataset.text !== text) {
        banner.dataset.text = text;
        banner.replaceChildren(
          el("span", { class: "tell-text" }, text),
          ...(view.link === "over" && reload
            ? [el("button", { type: "button", class: "act main", click: reload }, t("bye.again"))]
            : []),
        );
      }
      mark(banner, "data-shown", text !== "");
      mark(banner, "data-last", Boolean(text && view.mine?.removed)); // the last round of who is removed
      const kind = view.link === "lost" || view.link === "over" ? view.link : view.table.phase;
      mark(banner, "data-kind", kind);
      mark(banner, "data-over", kind === "void" || kind === "held" ? "foot" : null); // nobody can bet until then
    },
  };
}
