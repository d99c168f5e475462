"""Fixtures shared by the journeys through pages. Journeys at tables open browsers of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.pages import screen

# A machine that carries a house, a browser and other tests answers late; whoever waits for what a page says
# gives it that time.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened
