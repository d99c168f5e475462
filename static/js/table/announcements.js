// The changes of a table that are announced in every game: phases, the end of the table, the connection.

/** @typedef {Pick<import("./game.d.ts").View, "table" | "link">} TableAndLink */

/**
 * @param {(code: string) => string} t
 * @param {TableAndLink} before
 * @param {TableAndLink} after
 */
export function phaseAnnouncements(t, before, after) {
  /** @type {import("./game.d.ts").Announcement[]} */
  const announcements = [];
  const { phase = "", round, closing } = after.table;
  if (phase !== (before.table.phase ?? "") || round !== before.table.round) {
    if (phase === "betting") announcements.push({ text: t("phase.betting"), sound: "open" });
    if (phase === "closed" && before.table.phase === "betting") {
      announcements.push({ text: t("phase.closed"), sound: "closed" });
    }
    if (["void", "held", "shut"].includes(phase)) announcements.push({ text: t(`${phase}.said`) });
  }
  if (after.table.reports_stopped && !before.table.reports_stopped) {
    announcements.push({ text: t("no-reports.stopped") });
  }
  if (closing && !before.table.closing) announcements.push({ text: t("closing.said") });
  if (after.link !== before.link) announcements.push({ text: t(`link.said.${after.link}`) });
  return announcements;
}
