from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.pages import screen
from tests.plugin import SHARED_BROWSER, SharedBrowser


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    for item in items:
        if folder in item.path.parents:
            item.add_marker(pytest.mark.page)


@pytest.fixture(scope="session")
def shared_browser(pytestconfig: pytest.Config) -> Iterator[SharedBrowser]:
    shared = pytestconfig.stash[SHARED_BROWSER]
    yield shared
    shared.close()


@pytest.fixture(scope="module")
def chromium(shared_browser: SharedBrowser) -> Browser:
    browser: Browser = shared_browser.opened(screen.chromium)
    return browser


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with screen.blank(chromium) as opened:
        yield opened
