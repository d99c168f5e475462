"""The replay of a finished round in a browser: keys, buttons and time lead through it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.demo_house import signed_in
from tests.games.rounds.replay.test_player_replay import (
    Open,
    facts_of,
    leave,
    played,
)
from tests.games.rounds.test_history import stake_of
from tests.live_table import LiveTable
from tests.pages import screen
from tests.pages.screen import SITE

pytestmark = pytest.mark.usefixtures("valkey_url")


SYSTEMS = ("american-roulette", "blackjack", "baccarat", "caribbean-stud", "holdem")


def replay_page(table: LiveTable, system: str, croupier: Callable[[LiveTable], None]) -> str:
    croupier(table)
    ana, _bruno = played(table, system)
    leave(ana)
    address = f"/account/rounds/{stake_of(table, ana).round_id}/replay/"
    return signed_in(ana.person.email, "en").get(address).content.decode()


def open_replay(page: Page) -> None:
    """The page as the server wrote it, with the real scripts and styles."""
    page.emulate_media(reduced_motion="reduce")
    page.set_default_timeout(120_000)
    page.goto(f"{SITE}/replay")
    page.wait_for_selector("#table[data-ready]")


def test_keys_and_buttons_step_through_the_round(room: Open, croupier: Callable[[LiveTable], None]) -> None:
    pages = {system: replay_page(room(system), system, croupier) for system in SYSTEMS}

    def step(chromium: Browser) -> None:
        for system, content in pages.items():
            with screen.served(chromium, {"/replay": content.encode()}) as page:
                open_replay(page)
                step_through(page, [step["text"] for step in facts_of(content)["steps"]], system)

    screen.browser_thread().run(step)


def step_through(page: Page, texts: list[str], system: str) -> None:
    caption = page.locator("[data-part=caption]")
    seen = []
    for _ in texts:
        seen.append(caption.inner_text())
        page.keyboard.press("ArrowRight")
    assert seen == texts, system
    page.keyboard.press("Home")
    assert caption.inner_text() == texts[0], system
    page.locator("[data-step-number]").nth(2).click()
    assert caption.inner_text() == texts[2], system
    page.locator("[data-part=last]").click()
    assert page.locator("[aria-current=step]").inner_text() == texts[-1], system
    page.locator("[data-part=speed]").select_option("4")
    page.locator("[data-part=play]").click()  # from the end it begins again, and runs to the end
    page.wait_for_function(
        "(count) => document.querySelector('[data-part=scrubber]').value === String(count - 1)"
        " && document.querySelector('[data-part=play]').getAttribute('aria-pressed') === 'false'",
        arg=len(texts),
    )
