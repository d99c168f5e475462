from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.pages import screen


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with screen.blank(chromium) as opened:
        yield opened
