"""The reality check at a table: it opens at the player's own interval and closes only with an answer."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys.page_steps import audited, fits, page_of, send, sign_in
from tests.journeys.table_steps import sit_down
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
EVERY = 10  # minutes
SEATED = "() => document.querySelector('#table[data-seated][data-step=live]')"
HELD = "() => document.querySelector('dialog[data-name=reality]').contains(document.activeElement)"


def shown(page: Page, minutes: int) -> Locator:
    """The clock of this machine runs ahead; everything else goes its way."""
    page.clock.set_system_time(datetime.now().astimezone() + timedelta(minutes=minutes, seconds=30))
    dialog = page.locator("dialog[data-name=reality]")
    expect(dialog).to_be_visible()
    page.wait_for_timeout(800)  # what comes sooner was meant for the table
    return dialog


@pytest.mark.parametrize(
    ("size", "locale"), [((1280, 800), "pt-PT"), ((360, 740), "en-GB")], ids=["pt wide", "en phone"]
)
def test_it_is_answered_by_keyboard_and_the_table_continues(
    chromium: Browser, house: RunningHouse, size: tuple[int, int], locale: str
) -> None:
    page = page_of(chromium, house, size=size, locale=locale)
    sign_in(page, "ana")
    page.goto("/account/limits/")
    page.locator("form[action*=reality-check] select").select_option(str(EVERY))
    send(page, page.locator("form[action*=reality-check] button"), "mesa-ana-2015")
    page.clock.install()
    page.goto("/lobby/?game=french-roulette&money=EUR&mode=multiple")
    page.locator('a[href^="/table/"]').first.click()
    sit_down(page)
    page.wait_for_function(SEATED)
    page.locator(".bar-more > button").focus()

    dialog = shown(page, EVERY)
    fits(page)
    audited(page)
    assert page.evaluate(HELD)
    for _ in range(2):  # a browser lets the second one through where only the first was refused
        page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    with page.expect_response(lambda answer: "reality-check/seen" in answer.url) as response:
        page.keyboard.press("Enter")
    assert response.value.status == 200 and response.value.request.post_data_json["answer"] == "continue"
    expect(dialog).to_have_count(0)
    expect(page.locator(".bar-more > button")).to_be_focused()
    page.wait_for_timeout(1000)
    expect(dialog).to_have_count(0)  # once answered, not before the interval is over again

    dialog = shown(page, 2 * EVERY)
    with page.expect_response(lambda answer: "reality-check/seen" in answer.url) as response:
        dialog.locator("button").last.click()
    assert response.value.status == 200 and response.value.request.post_data_json["answer"] == "end"
    expect(page.locator("dialog[open] .tally")).to_be_visible()  # the statement of the session
    page.context.close()
