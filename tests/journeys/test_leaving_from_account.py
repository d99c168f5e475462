"""A session is ended on the overview of the account: the croupier leaves, and the table's page sees it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.page_steps import audited, fits, page_of, sign_in
from tests.journeys.table_steps import sit_down
from tests.journeys.test_targets import LEAST, SMALL
from tests.running import RunningHouse

pytestmark = pytest.mark.journey
SEATED = "() => document.querySelector('#table[data-seated][data-step=live]')"
NOT_SEATED = "() => document.querySelector('#table:not([data-seated])')"


@pytest.mark.parametrize(
    ("size", "who"), [((1280, 800), "ana"), ((360, 740), "bruno")], ids=["wide", "phone"]
)
def test_a_press_on_the_overview_ends_it_at_the_table(
    chromium: Browser, house: RunningHouse, size: tuple[int, int], who: str
) -> None:
    page = page_of(chromium, house, size=size)
    sign_in(page, who)
    page.goto("/lobby/?game=american-roulette&money=EUR&mode=multiple")
    page.locator('a[href^="/table/"]').first.click()
    sit_down(page)
    page.wait_for_function(SEATED)
    account = page.context.new_page()
    account.goto("/account/")
    # Other journeys in this house may have left the person at other tables.
    table = page.url.rpartition("/table/")[2].partition("/")[0]
    form = account.locator(f'form[action="/table/{table}/leave/"]')
    expect(form).to_have_count(1)
    fits(account)
    audited(account)
    if size[0] == 360:
        assert account.evaluate(SMALL, [LEAST, "main"]) == [], "each way is large enough for a finger"
    form.locator("button").click()
    expect(account.locator("main")).to_be_visible()
    expect(account.get_by_text("terminou. Resultado:")).to_be_visible()
    expect(form).to_have_count(0)
    page.wait_for_function(NOT_SEATED)
    page.context.close()
