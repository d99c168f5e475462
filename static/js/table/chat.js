// The chat of a table, where the rule sheet allows it. While the player holds cards that may not be
// discussed, the form is replaced by the reason.  [HE-11d] [MS-12.2]

import { el, write } from "../dom.js";

const MAX_LINES = 100; // lines kept on the page

/**
 * @typedef {{ n: number, alias: string, text: string, at: number }} ChatLine
 *
 * @param {{
 *   i18n: import("./i18n.js").I18n,
 *   url: string,
 *   sendLine: (text: string) => string,
 *   openPanel: import("./panels.js").OpenPanel,
 *   alias: string,
 *   isSeated: () => boolean,
 * }} options
 */
export function createChat({ i18n, url, sendLine, openPanel, alias, isSeated }) {
  const { t } = i18n;
  const list = el("ol", { class: "chat-lines", "aria-live": "polite", "aria-label": t("chat.title") });
  const input = el("input", {
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    "aria-label": t("chat.write"),
    placeholder: t("chat.write"),
  });
  const form = el(
    "form",
    { class: "chat-form", submit: send },
    input,
    el("button", { type: "submit", class: "act" }, t("chat.send")),
  );
  const status = el("p", { class: "soft" });
  const closedNotice = el("p", { class: "chat-closed", role: "status", hidden: true });
  let closingRule = ""; // the rule that closes the chat to this seat now
  /** @type {{ id: string, text: string } | null} */
  let lastSent = null; // the last line sent; if it is refused, it is put back into the field
  const knownLines = new Set();
  let isLoaded = false;
  /** @type {HTMLDialogElement | null} */
  let dialog = null;

  /** @param {SubmitEvent} event */
  function send(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    lastSent = { id: sendLine(text), text };
    input.value = "";
    input.focus();
  }

  function updateForm() {
    write(closedNotice, closingRule ? t("chat.closed", { rule: closingRule }) : "");
    closedNotice.hidden = !closingRule;
    form.hidden = Boolean(closingRule) || !isSeated();
  }

  /** @param {ChatLine} line */
  function addLine(line) {
    if (knownLines.has(line.n)) return;
    knownLines.add(line.n);
    list.append(
      el(
        "li",
        { "data-own": line.alias === alias },
        el("b", {}, line.alias),
        " ",
        el("span", {}, line.text),
        " ",
        el(
          "time",
          { class: "soft" },
          new Date(line.at).toLocaleTimeString(i18n.language, {
            hour: "2-digit",
            minute: "2-digit",
            timeZone: "Europe/Lisbon",
          }),
        ),
      ),
    );
    while (list.children.length > MAX_LINES) list.firstChild?.remove();
    list.scrollTop = list.scrollHeight;
  }

  async function loadLines() {
    isLoaded = true;
    try {
      const response = await fetch(url, { headers: { Accept: "application/json" } });
      if (!response.ok) throw new Error(response.statusText);
      for (const line of (await response.json()).lines) addLine(line);
      write(status, list.children.length ? "" : t("chat.empty"));
    } catch {
      isLoaded = false;
      write(status, t("chat.lost"));
    }
  }

  return {
    /** `rule` closes the chat to this seat; an empty rule opens it again. */
    render(rule = "") {
      if (rule === closingRule) return;
      closingRule = rule;
      updateForm();
    },
    /** @param {string | null} id */
    receiveRefusal(id) {
      if (lastSent?.id === id && !input.value) input.value = lastSent.text;
    },
    /** @param {ChatLine} line */
    receive(line) {
      if (!isLoaded && !dialog) return; // opening the chat loads every line
      addLine(line);
      write(status, "");
    },
    open() {
      updateForm();
      dialog = openPanel(
        t("chat.title"),
        el(
          "div",
          { class: "chat" },
          el("p", { class: "soft" }, t("chat.kept")),
          list,
          status,
          closedNotice,
          form,
        ),
        { name: "chat" },
      );
      if (!isLoaded) loadLines();
      if (!form.hidden) input.focus();
    },
  };
}
