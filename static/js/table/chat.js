// What people at the table write to each other, where the rule sheet allows it: a panel, and a mark on the menu while something is unread.
// While cards are in play that one may not write about, the form gives way to the reason.  [HE-11d] [MS-12.2]

import { el, write } from "../dom.js";

const MOST = 100; // lines kept on the page

export function chat({ speaker, url, say, panel, alias, seated }) {
  const { t } = speaker;
  const list = el("ol", { class: "chat-lines", "aria-live": "polite", "aria-label": t("chat.title") });
  const box = el("input", {
    type: "text",
    maxlength: 200,
    autocomplete: "off",
    "aria-label": t("chat.write"),
    placeholder: t("chat.write"),
  });
  const form = el(
    "form",
    { class: "chat-form", submit: send },
    box,
    el("button", { type: "submit", class: "act" }, t("chat.send")),
  );
  const told = el("p", { class: "soft" });
  const closed = el("p", { class: "chat-closed", role: "status", hidden: true });
  let quiet = ""; // the rule that closes the chat to this seat now
  let sent = null; // the line on its way: what is refused comes back to be sent later
  const known = new Set();
  let loaded = false;
  let unread = 0;
  let shown = null;

  function send(event) {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return;
    sent = { id: say(text), text };
    box.value = "";
    box.focus();
  }

  function show() {
    write(closed, quiet ? t("chat.closed", { rule: quiet }) : "");
    closed.hidden = !quiet;
    form.hidden = Boolean(quiet) || !seated();
  }

  function add(line) {
    if (known.has(line.n)) return;
    known.add(line.n);
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
          new Date(line.at).toLocaleTimeString(speaker.language, {
            hour: "2-digit",
            minute: "2-digit",
            timeZone: "Europe/Lisbon",
          }),
        ),
      ),
    );
    while (list.children.length > MOST) list.firstChild.remove();
    list.scrollTop = list.scrollHeight;
  }

  async function load() {
    loaded = true;
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(answer.statusText);
      for (const line of (await answer.json()).lines) add(line);
      write(told, list.children.length ? "" : t("chat.empty"));
    } catch {
      loaded = false;
      write(told, t("chat.lost"));
    }
  }

  return {
    get unread() {
      return unread;
    },
    /** `rule` closes the chat to this seat; nothing opens it again. */
    render(rule = "") {
      if (rule === quiet) return;
      quiet = rule;
      show();
    },
    refused(id) {
      if (sent?.id === id && !box.value) box.value = sent.text;
    },
    hear(line) {
      if (!loaded && !shown) {
        unread += 1;
        return;
      }
      add(line);
      write(told, "");
      if (!shown?.open) unread += 1;
    },
    open() {
      unread = 0;
      show();
      shown = panel(
        t("chat.title"),
        el("div", { class: "chat" }, el("p", { class: "soft" }, t("chat.kept")), list, told, closed, form),
        { name: "chat" },
      );
      if (!loaded) load();
      if (!form.hidden) box.focus();
    },
  };
}
