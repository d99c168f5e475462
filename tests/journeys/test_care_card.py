"""A message about play at an open table: seconds after the last event, between rounds, answered by keyboard,
and the table goes on.
"""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.page_steps import audited, fits, page_of, send, sign_in
from tests.journeys.table_steps import sit_down
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
SEATED = "() => document.querySelector('#table[data-seated][data-step=live]')"
WITHIN = 15.0  # seconds from the event, or the next gap between rounds
ROUND = 60_000  # ms in which a gap surely comes


@pytest.mark.parametrize(
    ("size", "who"), [((1280, 800), "ana"), ((360, 740), "bruno")], ids=["wide", "phone"]
)
def test_it_reaches_the_table_and_is_answered(
    chromium: Browser, house: RunningHouse, size: tuple[int, int], who: str
) -> None:
    """Three increases of a limit in thirty days meet the rule «raised»."""
    page = page_of(chromium, house, size=size)
    sign_in(page, who)
    page.goto("/lobby/?game=french-roulette&money=EUR&mode=multiple")
    page.locator('a[href^="/table/"]').first.click()
    sit_down(page)
    page.wait_for_function(SEATED)
    account = page.context.new_page()
    for euros in (50, 60, 70, 80):
        account.goto("/account/limits/")
        account.locator("input[name=stake-week]").fill(str(euros))
        send(account, account.locator("form.limits .button"), f"mesa-{who}-2015")
    raised = time.monotonic()
    account.close()
    dialog = page.locator("dialog[data-name=care]")
    expect(dialog).to_be_visible(timeout=ROUND)
    waited = time.monotonic() - raised
    phase = page.locator("#table").get_attribute("data-phase")
    assert waited < WITHIN or phase != "betting", f"{waited:.1f} s"
    expect(dialog).to_contain_text("limites")
    expect(dialog).to_contain_text("3")
    fits(page)
    audited(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    page.wait_for_timeout(800)  # what comes sooner was meant for the table
    with page.expect_response(lambda answer: "care-message/card" in answer.url) as response:
        dialog.locator("button").first.click()
    assert response.value.status == 200 and response.value.request.post_data_json["answer"] == "read"
    expect(dialog).to_have_count(0)
    page.wait_for_timeout(4000)  # the house has looked again meanwhile
    expect(dialog).to_have_count(0)
    assert page.locator("#table[data-seated]").count() == 1, "the seat is kept"
    page.context.close()
