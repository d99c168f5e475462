// A player's own notes about the others: a colour and a few words, which nobody else sees. They are read when
// somebody new sits at the table.

import { el, write } from "../../dom.js";

const COLOURS = ["", "red", "yellow", "green", "blue"];
const LENGTH = 300;

/** @typedef {{ colour: string, text: string }} Note */

/**
 * @param {{
 *   facts: import("../../table/game.d.ts").GameContext["facts"], i18n: import("../../table/i18n.js").I18n,
 *   openPanel: import("../../table/panels.js").OpenPanel, requestDraw: () => void,
 * }} options
 */
export function opponentNotes({ facts, i18n, openPanel, requestDraw }) {
  const { t } = i18n;
  const url = facts.me && facts.urls.notes;
  /** @type {Map<string, Note>} */
  const notes = new Map();
  /** @type {Set<string>} */
  const met = new Set(); // those about whom the notes were asked

  async function load() {
    const response = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!response?.ok) return;
    const { notes: written } = await response.json();
    for (const [alias, note] of Object.entries(written)) notes.set(alias, note);
    requestDraw();
  }

  /** @param {string} alias @param {Note} note @returns {Promise<string>} why the note was refused */
  async function save(alias, note) {
    const body = new URLSearchParams({ alias, ...note });
    const headers = { Accept: "application/json", "X-CSRFToken": facts.me.csrf };
    const response = await fetch(url, { method: "POST", headers, body }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (!response?.ok) return answer?.error ?? t("he.notes.lost");
    if (note.colour || note.text) notes.set(alias, answer.note);
    else notes.delete(alias);
    requestDraw();
    return "";
  }

  /** @param {string} alias */
  function open(alias) {
    const { colour, text } = notes.get(alias) ?? { colour: "", text: "" };
    const words = el("textarea", { rows: 4, maxlength: LENGTH, id: "he-note-words" }, text);
    const choices = COLOURS.map((name) =>
      el("input", { type: "radio", name: "colour", value: name, checked: name === colour })
    );
    const fault = el("p", { class: "he-note-fault", role: "alert" });
    const form = el(
      "form",
      { class: "he-note-form", submit: send },
      el("p", { class: "soft" }, t("he.notes.private")),
      el("label", { for: words.id }, t("he.notes.words")),
      words,
      el(
        "fieldset",
        { class: "he-note-colours" },
        el("legend", {}, t("he.notes.colour")),
        ...choices.map((choice) =>
          el(
            "label",
            { "data-note": choice.value || "none" },
            choice,
            t(`he.notes.colour.${choice.value || "none"}`),
          )
        ),
      ),
      fault,
      el("button", { type: "submit", class: "act main" }, t("he.notes.save")),
    );

    /** What was typed stays in the form until it is stored. @param {SubmitEvent} event */
    async function send(event) {
      event.preventDefault();
      const chosen = choices.find((choice) => choice.checked)?.value ?? "";
      const why = await save(alias, { colour: chosen, text: words.value.trim() });
      if (why) write(fault, why);
      else panel.close();
    }

    const panel = openPanel(t("he.notes.about", { alias }), form, { name: "note" });
    words.focus();
  }

  return {
    isOffered: Boolean(url),
    me: facts.me?.alias,
    open,
    /** @param {string} alias */
    of: (alias) => notes.get(alias),
    /** Reads the notes about those who were not here before. @param {string[]} aliases */
    meet(aliases) {
      if (!url) return;
      const isNew = aliases.some((alias) => !met.has(alias));
      for (const alias of aliases) met.add(alias);
      if (isNew) load();
    },
  };
}
