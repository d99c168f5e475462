// The table as text and form fields: every chance with its limits, the player's stake and a field to bet. It
// contains nothing that the drawing does not show.  [AR-9] [AR-10] [FR-10] [FR-R11]

import { betForm, undoButtons } from "../../table/betting/bet_fields.js";
import { sheetTable } from "../../table/sheet.js";
import { el, write } from "../../dom.js";

/**
 * @typedef {import("../../table/betting/bet_editor.js").BetEditor} BetEditor
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Stakes} Stakes
 * @typedef {import("./types.d.ts").Layout} Layout
 */

const COLUMNS = ["place", "numbers", "stake", "bet"];

/** @param {{ layout: Layout, i18n: I18n, editor: BetEditor }} options */
export function textView({ layout, i18n, editor }) {
  const { t, money } = i18n;
  const kinds = [...new Set(layout.list.map((place) => place.kind))];
  const kindSelect = el(
    "select",
    { id: "chance-kind", change: () => showKind(kindSelect.value) },
    ...kinds.map((kind) => el("option", { value: kind }, t(`kind.${kind}`))),
  );
  const limits = el("p", { class: "soft", id: "chance-limits" });
  const body = el("tbody", {});
  const stakeCells = new Map();
  const status = el("p", { class: "chance-state", "aria-live": "polite" });
  /** @type {Stakes} */
  let stakes = {};

  /** @param {{ id: string, numbers: string[] }} options */
  function createRow({ id, numbers }) {
    const name = i18n.placeName(id);
    const stake = el("td", { class: "figure" }, money(stakes[id] ?? 0));
    stakeCells.set(id, stake);
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", { class: "soft" }, numbers.join(" ")),
      stake,
      el("td", {}, betForm({ i18n, editor, place: id, label: t("chances.amount", { place: name }) })),
    );
  }

  /** @param {string} kind */
  function showKind(kind) {
    const { min, max, prize } = layout.kinds[kind];
    const [won, staked] = prize;
    write(limits, t("chances.limits", { minimum: money(min), maximum: money(max), won, staked }));
    stakeCells.clear();
    body.replaceChildren(...layout.list.filter((place) => place.kind === kind).map(createRow));
  }

  const root = el(
    "div",
    { class: "chances" },
    el("p", {}, t("chances.intro")),
    status,
    el("div", { class: "field" }, el("label", { for: "chance-kind" }, t("chances.kind")), kindSelect),
    limits,
    sheetTable(COLUMNS.map((name) => ({ text: t(`chances.column.${name}`) })), body),
    undoButtons({ i18n, editor }),
  );
  showKind(kinds[0]);

  return {
    root,
    /** @param {Stakes} bets @param {string} statusText */
    render(bets, statusText) {
      stakes = bets;
      for (const [id, cell] of stakeCells) write(cell, money(bets[id] ?? 0));
      write(status, statusText);
    },
  };
}
