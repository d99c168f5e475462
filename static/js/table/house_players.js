// Programs of the house that play at demonstration tables. They are marked at every seat.

/**
 * @typedef {import("./game.d.ts").View} View
 * @typedef {import("./i18n.js").I18n} I18n
 */

/**
 * @param {{ table: { partners?: number[] } }} view
 * @param {number | string} seat
 */
export const isPartner = (view, seat) => Boolean(view.table.partners?.includes(Number(seat)));

/**
 * How many people are at a table, and how many programs.
 * @param {{ seated?: number, partners?: number[] }} table
 * @param {I18n["t"]} t
 */
export function playersText(table, t) {
  if (table.seated === undefined) return "";
  const count = table.partners?.length ?? 0;
  const people = t("seated", { count: table.seated - count });
  return count ? `${people} · ${t("house.players", { count })}` : people;
}
