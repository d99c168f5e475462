"""A browser that lacks what a table needs is told so and cannot play.  [903-B 6.3.5.6]"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser

from games.models import Table
from tests.pages import screen

pytestmark = pytest.mark.journey
# What is taken from the browser before the page runs.
TAKEN = {
    "socket": "delete window.WebSocket;",
    "modules": "delete HTMLScriptElement.prototype.noModule;",
    "storage": """Object.defineProperty(window, "sessionStorage", {
        get() { throw new DOMException("denied", "SecurityError"); } });""",
    "dialogs": "delete HTMLDialogElement.prototype.showModal;",
    "random": "delete Crypto.prototype.getRandomValues;",
    "formats": "delete Intl.ListFormat;",
}
# Whether anything of a table was built or asked for a connection.
COUNTED = """
window.connections = 0;
if (window.WebSocket) {
  const Real = window.WebSocket;
  window.WebSocket = class { static OPEN = 1; readyState = 0;
    constructor() { window.connections += 1; } addEventListener() {} send() {} close() {} };
}
"""
SEEN = """() => {
  const note = document.getElementById("terminal-note");
  const said = [...note.querySelectorAll("[data-need]:not([hidden])")].map((line) => line.dataset.need);
  const isReady = document.getElementById("table").hasAttribute("data-ready");
  return { isShown: note.checkVisibility(), said, isReady,
    connections: window.connections, isRoomShown: document.querySelector(".room").checkVisibility(),
    text: note.textContent };
}"""


def table_page(language: str = "en") -> tuple[str, bytes]:
    table = Table.objects.filter(status="open").order_by("pk").first()
    assert table is not None
    path = f"/table/{table.pk}/"
    return path, Client(headers={"accept-language": language}).get(path).content


def opened(script: str, language: str = "en") -> dict[str, Any]:
    """The table in a browser of its own: what was taken from it never comes back."""
    path, html = table_page(language)

    def look(browser: Browser) -> dict[str, Any]:
        context = browser.new_context()
        try:
            page = context.new_page()
            page.add_init_script(script + COUNTED)
            page.goto(f"{screen.SITE}{path}")
            page.wait_for_function(
                "document.querySelector('#table[data-ready], [data-lacks] #terminal-note:not([hidden])')"
            )
            seen: dict[str, Any] = page.evaluate(SEEN)
            return seen
        finally:
            context.close()

    with screen.published({path: html}):
        return screen.browser_thread().run(look)


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize("need", TAKEN)
def test_a_browser_without_what_a_table_needs_is_told_and_does_not_play(need: str) -> None:
    seen = opened(TAKEN[need])
    assert seen["isShown"] and seen["said"] == [need]
    assert not seen["isReady"] and seen["connections"] == 0 and not seen["isRoomShown"]


@pytest.mark.usefixtures("demo")
def test_a_whole_browser_sees_no_note_and_connects() -> None:
    seen = opened("")
    assert not seen["isShown"] and seen["said"] == []
    assert seen["isReady"] and seen["connections"] == 1
    assert seen["isRoomShown"]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("pt-pt", "Não pode jogar neste navegador"),
        ("en", "You cannot play in this browser"),
        ("es", "No puede jugar en este navegador"),
    ],
)
def test_the_note_is_in_the_language_of_the_page(language: str, title: str) -> None:
    seen = opened(TAKEN["socket"] + TAKEN["formats"], language)
    assert title in seen["text"] and seen["said"] == ["socket", "formats"]
