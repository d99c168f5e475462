"""What a newcomer sees after `make run`: a lobby with results, and marked house players."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.page_steps import page_of
from tests.running import RunningHouse

pytestmark = [pytest.mark.journey, pytest.mark.long]
# On two idle cores it takes about twenty seconds. Machines that run other tests are slower.
READY_SECONDS = 90


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    started = time.monotonic()
    with RunningHouse.opened(tmp_path_factory.mktemp("lively"), DEMO="lively") as running:
        print(f"lively house ready after {time.monotonic() - started:.1f} s")
        assert time.monotonic() - started < READY_SECONDS
        running.wait_for_past()
        yield running


def test_the_lobby_is_alive_and_house_players_are_marked(chromium: Browser, lively: RunningHouse) -> None:
    page = page_of(chromium, lively)
    page.goto("/lobby/")
    tiles = page.locator(".tile")
    expect(tiles.first).to_be_visible()
    without_results = page.locator(".tile:has(.results .none)")
    assert without_results.count() <= 2, without_results.all_inner_texts()
    marked = page.locator('.tile[data-currency="DEMO"] [data-live=house]')
    for tile in marked.all():
        expect(tile).to_have_text(re.compile(r"^3 jogadores da casa$"))
    assert marked.count() == 7
    assert page.locator('.tile[data-currency="EUR"] [data-live=house]:not(:empty)').count() == 0
    page.get_by_role("link", name="Lousã", exact=True).click()
    expect(page.locator("#table")).to_contain_text("jogadores da casa: 3")
    assert page.faults == []
