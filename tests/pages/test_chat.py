"""The chat of a table: during play the form shows why writing is not allowed, and a refused line stays in
the field.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.tables.messages.table import messages_for
from tests.pages.screen import run

pytestmark = pytest.mark.journey

MODULES = {"chat": "table/chat.js", "texts": "table/i18n.js"}
OPENED = """
  const i18n = texts.createI18n(given, { language: "en", currency: "EUR" });
  const sentLines = [];
  window.fetch = async () => ({ ok: true, json: async () => ({ lines: [] }) });
  const talk = chat.createChat({
    i18n, url: "/chat", alias: "ana", isSeated: () => true,
    sendLine: (text) => (sentLines.push(text), sentLines.length),
    openPanel: (title, content) => {
      const box = document.createElement("dialog");
      box.append(content);
      document.body.append(box);
      box.show();
      return box;
    },
  });
  talk.open();
  const seen = () => {
    const [form, closed] = [document.querySelector(".chat-form"), document.querySelector(".chat-closed")];
    return { form: !form.hidden, closed: closed.hidden ? "" : closed.textContent,
      box: form.querySelector("input").value };
  };
  const send = (text) => {
    document.querySelector(".chat-form input").value = text;
    document.querySelector(".chat-form").requestSubmit();
  };
"""


CLOSED = {
    "en": "until this hand is over",
    "pt": "até ao fim desta jogada",
    "es": "hasta que termine esta mano",
}


@pytest.mark.parametrize("language", CLOSED)
def test_HE_11d_the_form_gives_way_to_the_reason_and_comes_back(page: Page, language: str) -> None:
    body = (
        OPENED + 'const was = seen(); talk.render("HE-11d"); const closed = seen(); talk.render(undefined); '
        "return [was, closed, seen()];"
    )
    was, closed, after = run(page, MODULES, body, messages_for(language, "holdem"))
    assert was["form"] and not was["closed"]
    assert not closed["form"] and "HE-11d" in closed["closed"] and CLOSED[language] in closed["closed"]
    assert after == was


def test_a_refused_line_returns_to_the_field(page: Page) -> None:
    sent, refused = run(
        page,
        MODULES,
        OPENED + 'send("boa noite"); const sent = seen(); talk.receiveRefusal(1); return [sent, seen()];',
        messages_for("en", "holdem"),
    )
    assert sent["box"] == "" and refused["box"] == "boa noite"
