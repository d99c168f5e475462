// What a typed line does: it runs the one command that it names, answers a question, or says what is
// possible.

import { matchPhrase, meaningfulWords, phrasesOf, wordsOf } from "./words.js";

/**
 * @typedef {import("../game.d.ts").TypedAnswer} TypedAnswer
 * @typedef {import("../game.d.ts").TypedCommand} TypedCommand
 * @typedef {import("../game.d.ts").TypedTable} TypedTable
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("../messages.d.ts").Refusal} Refusal
 */

/** The questions of all tables in the order of their keys: 1 for the first. */
export const QUESTIONS = ["cards", "pot", "time", "balance", "bets", "limits", "last"];

/** @param {I18n["t"]} t @param {TypedCommand} command */
const exampleOf = (t, { name, example }) => [phrasesOf(t, name)[0], example].filter(Boolean).join(" ");

/** @param {I18n} i18n @param {TypedTable} table */
function possibleText({ t, joinList }, { commands }) {
  const offered = commands.filter(({ isOffered }) => isOffered).map((command) => exampleOf(t, command));
  return t("command.possible", { list: joinList([...offered, phrasesOf(t, "help")[0]], "disjunction") });
}

/** @param {I18n} i18n @param {TypedTable} table */
export function helpText(i18n, table) {
  const { t } = i18n;
  const offeredQuestions = QUESTIONS.filter((name) => name in table.questions);
  const list = offeredQuestions.map((name) =>
    t("command.key", { key: QUESTIONS.indexOf(name) + 1, word: phrasesOf(t, name)[0] })
  );
  return `${possibleText(i18n, table)} ${t("command.questions", { list: i18n.joinList(list) })}`;
}

/**
 * `decision` is the decision that was offered when the typing of the line began.
 * @param {{
 *   i18n: I18n, table: TypedTable, decision?: string | null, showRefusal: (refusal: Refusal) => void,
 * }} options
 * @param {string} line
 * @returns {TypedAnswer}
 */
export function interpret({ i18n, table, decision, showRefusal }, line) {
  const { t } = i18n;
  const { commands, questions } = table;
  const names = [...commands.map(({ name }) => name), ...Object.keys(questions), "help"];
  const { names: matches, rest } = matchPhrase(t, names, wordsOf(line));
  const text = line.trim();
  if (!matches.length) return { text: `${t("command.unknown", { text })} ${possibleText(i18n, table)}` };
  const details = meaningfulWords(t, rest);
  const question = matches.find((name) => name in questions);
  if (question) return { text: questions[question](details) };
  if (matches.includes("help")) return { text: helpText(i18n, table) };

  const candidates = commands.filter(({ name }) => matches.includes(name));
  const offered = candidates.filter(({ isOffered }) => isOffered);
  if (offered.length > 1) {
    return {
      text: t("command.several", {
        text,
        list: i18n.joinList(offered.map(({ label }) => label), "disjunction"),
      }),
    };
  }
  const command = offered[0] ?? candidates[0];
  if (details.length && !command.takes) return { text: t("command.extra", { text: details.join(" ") }) };
  if (command.decision && decision && command.decision !== decision) return { text: t("command.changed") };
  if (!command.isOffered && command.refusal) {
    showRefusal(command.refusal);
    return { text: possibleText(i18n, table) };
  }
  return command.run(details);
}
