// What can be typed at every table: taking and leaving a seat, going on, checking the draw, and the questions
// about time and money.

/**
 * @typedef {import("../game.d.ts").TypedTable} TypedTable
 * @typedef {import("../game.d.ts").View} View
 * @typedef {import("../i18n.js").I18n} I18n
 */

const TIMED_PHASES = ["betting", "choosing"];

/**
 * @param {{
 *   i18n: I18n, clock: import("../clock.js").ServerClock, maySit: boolean, sit: () => void,
 *   leave: () => void, stay: () => void, verify: () => void,
 * }} options
 */
export function tableCommands({ i18n, clock, maySit, sit, leave, stay, verify }) {
  const { t, money } = i18n;

  /**
   * @param {string} name
   * @param {string} label
   * @param {boolean} isOffered
   * @param {string} code why it cannot be pressed
   * @param {() => void} press
   */
  const command = (name, label, isOffered, code, press) => ({
    name,
    label,
    isOffered,
    refusal: { code, rule: "", with: {} },
    run() {
      press();
      return { text: `${label}.` };
    },
  });

  /** @param {View} view */
  function timeText({ table, phrase }) {
    const isTimed = table.due !== undefined && TIMED_PHASES.includes(table.phase ?? "");
    const seconds = isTimed
      ? t("command.time", { seconds: Math.ceil(clock.until(table.due ?? 0) / 1000) })
      : "";
    const text = (phrase ?? [t(`phase.${table.phase ?? "preparing"}`)]).filter(Boolean).join(" · ");
    return [seconds, `${text}.`].filter(Boolean).join(" ");
  }

  /**
   * What the game offers, and what every table does.
   * @param {View} view
   * @param {TypedTable} game
   * @returns {TypedTable}
   */
  return (view, { commands, questions }) => {
    const { mine, purse, link } = view;
    const isPlaying = mine?.seat !== undefined && !mine.ended;
    const isInvited = Boolean(mine?.nudge && !mine.nudge.stayed);
    const isLeaving = Boolean(mine?.leaving);
    return {
      commands: [
        ...commands,
        command("sit", t("menu.sit"), maySit && !isPlaying && link === "open", "not-now", sit),
        command(
          "leave",
          t("menu.leave"),
          isPlaying && !isLeaving,
          isLeaving ? "not-now" : "not-seated",
          leave,
        ),
        command("stay", t("nudge.stay"), isPlaying && isInvited, "not-now", stay),
        command("verify", t("verify.title"), true, "not-now", verify),
      ],
      questions: {
        ...questions,
        time: () => timeText(view),
        balance: () => `${t("bar.balance")}: ${purse ? money(purse.cents) : "–"}.`,
      },
    };
  };
}
