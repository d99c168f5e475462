"""A page that stays open says ten minutes before that the session ends, where it can be read. Tables:
test_whole_words.py.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.demo_house import signed_in
from tests.pages import screen
from tests.pages.test_back_office_axe import fetched
from tests.players.identity.sign_in.test_session_end import signed_in_ago

pytestmark = pytest.mark.journey

SIZES = pytest.mark.parametrize("width", [1280, 360])
# What is said to the person: that it is in sight, whole, and covered by nothing.
SAID = """() => {
  const node = document.querySelector("[data-session-end] p");
  if (!node.checkVisibility()) return "";
  const { x, y, width, height, right } = node.getBoundingClientRect();
  if (right > innerWidth || node.scrollWidth > node.clientWidth + 1) return "cut off";
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return node === top || node.contains(top) ? node.textContent.trim() : `covered by ${top?.outerHTML}`;
}"""


@SIZES
@pytest.mark.parametrize(
    ("email", "path", "words"),
    [
        ("ana@feltro.example", "/account/", "A hand in play will be finished."),
        ("direcao@feltro.example", "/admin/", "Save your work"),
    ],
)
def test_a_page_that_stays_open_says_so(demo: None, email: str, path: str, words: str, width: int) -> None:
    client = signed_in(email, "en")
    signed_in_ago(client, hours=11, minutes=30)
    pages = fetched(client, [path])

    def ask(chromium: Browser) -> list[str]:
        said = []
        size = ViewportSize(width=width, height=800)
        # A clock that was once replaced stays so: this context goes.
        with screen.published(pages), chromium.new_context(viewport=size) as context:
            page = context.new_page()
            page.clock.install()
            page.goto(screen.SITE + path)
            said.append(page.evaluate(SAID))
            for step in ("19:00", "01:30"):
                page.clock.fast_forward(step)
                said.append(page.evaluate(SAID))
        return said

    at_first, eleven_minutes_before, nine_and_a_half_before = screen.browser_thread().run(ask)
    assert at_first == eleven_minutes_before == ""
    assert nine_and_a_half_before.startswith("Your session ends at ") and words in nine_and_a_half_before
