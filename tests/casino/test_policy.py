"""The content security policy, applied by a real browser to every page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import ConsoleMessage, Page, sync_playwright

from tests import browser
from tests.running import RunningHouse

STAFF = ("direcao@feltro.example", "mesa-direcao-2015")


@pytest.fixture
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.find(), args=list(browser.FLAGS))
        yield chromium.new_page()
        chromium.close()


@pytest.fixture
def refused(page: Page) -> list[str]:
    """What the browser refused while the test visited pages."""
    refusals: list[str] = []

    def note_refusal(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            refusals.append(f"{page.url}: {message.text[:160]}")

    page.on("console", note_refusal)
    return refusals


@pytest.mark.journey
def test_no_page_of_the_portal_violates_the_policy(
    house: RunningHouse, page: Page, refused: list[str]
) -> None:
    page.goto(house.url)
    paths = sorted(
        {path for link in page.locator("a[href^='/']").all() if (path := link.get_attribute("href"))}
    )
    assert paths
    for path in paths:
        page.goto(house.url + path)
    assert refused == []


@pytest.mark.long
@pytest.mark.journey
def test_the_back_office_gets_what_its_theme_needs_and_nothing_more(
    house: RunningHouse, page: Page, refused: list[str]
) -> None:
    page.goto(f"{house.url}/admin/")
    page.fill("input[name=login]", STAFF[0])
    page.fill("input[name=password]", STAFF[1])
    page.press("input[name=password]", "Enter")
    page.wait_for_url(f"{house.url}/admin/")
    paths = sorted(
        {
            path
            for link in page.locator("a[href^='/admin/']").all()
            if (path := link.get_attribute("href")) and "logout" not in path
        }
    )
    assert len(paths) > 5
    for path in paths:
        page.goto(house.url + path)
        page.wait_for_load_state("networkidle")
    assert refused == []
    policy = page.goto(f"{house.url}/admin/").header_value("content-security-policy")
    scripts = next(part for part in (policy or "").split(";") if part.strip().startswith("script-src"))
    assert "unsafe-inline" not in scripts
