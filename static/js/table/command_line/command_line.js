// The command line at the foot of the table: one field that does what the table's buttons do. Its answers are
// written below the field and read out by the table's live region.

import { el, isTyping, write } from "../../dom.js";
import { shortcuts } from "../shortcuts.js";
import { helpText, interpret, QUESTIONS } from "./interpret.js";
import { matchPhrase, wordsOf } from "./words.js";

/**
 * @typedef {import("../game.d.ts").TypedAnswer} TypedAnswer
 * @typedef {import("../game.d.ts").TypedTable} TypedTable
 * @typedef {import("../i18n.js").I18n} I18n
 */

const REMEMBERED = 30; // lines

/**
 * @param {{
 *   i18n: I18n, typed: () => TypedTable, say: (text: string) => void,
 *   showRefusal: (refusal: import("../messages.d.ts").Refusal) => void, requestDraw: () => void,
 * }} options
 */
export function createCommandLine({ i18n, typed, say, showRefusal, requestDraw }) {
  const { t } = i18n;
  const field = el("input", {
    type: "text",
    id: "command-field",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "send",
    maxlength: 80,
    "aria-describedby": "command-keys",
    placeholder: t("command.placeholder"),
    input: () => startDecision(),
    keydown: (event) => handleFieldKey(event),
  });
  const answerLine = el("p", { class: "command-answer", "aria-hidden": "true" });
  const root = el(
    "form",
    { class: "command-line", hidden: true, autocomplete: "off", submit: (event) => submit(event) },
    el("label", { for: "command-field" }, t("command.label")),
    field,
    el("button", { class: "act main" }, t("command.send")),
    el("button", { type: "button", class: "act close", "aria-label": t("close"), click: () => close() }, "×"),
    answerLine,
    el("p", { class: "hidden-text", id: "command-keys" }, t("command.keys")),
  );
  /** @type {string[]} */
  const lines = [];
  let recalled = 0; // the line that the arrow keys brought back; the number of lines when none is
  /** @type {string | null | undefined} */
  let decision; // the decision that was offered when the line was begun; undefined while nothing is typed
  /** @type {(() => TypedAnswer) | null} */
  let confirm = null;
  /** @type {Element | null} */
  let focusBefore = null;

  function startDecision() {
    if (!field.value) decision = undefined;
    else decision ??= typed().commands.find((command) => command.decision)?.decision ?? null;
  }

  /** @param {string} text */
  function answer(text) {
    write(answerLine, text);
    if (text) say(text);
    requestDraw();
  }

  /** The answer of the player to what is to be confirmed; null for any other line. @param {string} line */
  function answerConfirmation(line) {
    const { names: [name] } = matchPhrase(t, ["yes", "no"], wordsOf(line));
    const place = confirm;
    confirm = null;
    if (!place || !name) return null;
    return name === "yes" ? place() : { text: t("command.dropped") };
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const line = field.value;
    field.value = "";
    if (line.trim()) {
      lines.push(line);
      if (lines.length > REMEMBERED) lines.shift();
    }
    recalled = lines.length;
    const result = answerConfirmation(line) ?? run(line);
    decision = undefined;
    confirm = result.confirm ?? null;
    answer(result.text);
  }

  /** @param {string} line @returns {TypedAnswer} */
  function run(line) {
    const table = typed();
    if (!line.trim()) return { text: helpText(i18n, table) };
    return interpret({ i18n, table, decision, showRefusal }, line);
  }

  /** @param {KeyboardEvent} event */
  function handleFieldKey(event) {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      recalled = Math.min(lines.length, Math.max(0, recalled + (event.key === "ArrowUp" ? -1 : 1)));
      field.value = lines[recalled] ?? "";
      decision = undefined;
      startDecision();
    } else if (!field.value && answerKey(event)) event.preventDefault();
  }

  /**
   * The digits ask the questions of the table.
   * @param {KeyboardEvent} event
   */
  function answerKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[0-9]$/.test(event.key)) return false;
    const table = typed();
    const question = table.questions[QUESTIONS[Number(event.key) - 1]];
    if (event.key !== "0" && !question) return false;
    answer(question ? question([]) : helpText(i18n, table));
    return true;
  }

  function open() {
    if (root.hidden) focusBefore = document.activeElement;
    root.hidden = false;
    field.focus();
  }

  function close() {
    field.blur(); // a hidden field keeps the focus until the next frame, and with it the next key
    root.hidden = true;
    field.value = "";
    confirm = null;
    decision = undefined;
    write(answerLine, "");
    if (focusBefore instanceof HTMLElement && focusBefore.isConnected) focusBefore.focus();
  }

  return {
    root,
    open,
    get isOpen() {
      return !root.hidden;
    },
    /**
     * The keys of the page outside fields: the slash opens the line, the digits ask.
     * @param {KeyboardEvent} event
     */
    handleKey(event) {
      if (
        !shortcuts.isOn || event.repeat || isTyping(event.target) || document.querySelector("dialog[open]")
      ) return;
      if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        open();
      } else if (answerKey(event)) event.preventDefault();
    },
  };
}
