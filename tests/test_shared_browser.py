"""The page tests of a process come last and share a browser, which is closed before anything else runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import plugin
from tests.plugin import SharedBrowser


class FakeBrowser:
    def __init__(self) -> None:
        self.is_open = True

    def is_connected(self) -> bool:
        return self.is_open


@contextmanager
def fake() -> Iterator[FakeBrowser]:
    browser = FakeBrowser()
    yield browser
    browser.is_open = False


def test_it_is_opened_once_and_anew_after_it_was_closed() -> None:
    shared = SharedBrowser()
    first = shared.opened(fake)
    assert shared.opened(fake) is first
    shared.close()
    assert not first.is_open
    shared.close()
    assert shared.opened(fake) is not first


def test_a_browser_that_crashed_is_replaced() -> None:
    shared = SharedBrowser()
    first = shared.opened(fake)
    first.is_open = False
    assert shared.opened(fake).is_open


def item(name: str, *fixtures: str, page: bool = False) -> Any:
    marks = {"page"} if page else set()
    return SimpleNamespace(
        path=Path(name), fixturenames=fixtures, stash={}, config=None,
        get_closest_marker=lambda mark: mark if mark in marks else None,
    )  # fmt: skip


def test_page_files_come_last_and_the_browser_is_closed_before_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plugin, "leave_out_journeys", lambda config, items: None)
    shared, house = SharedBrowser(), SimpleNamespace(close=lambda: None)
    config: Any = SimpleNamespace(stash={plugin.SHARED_BROWSER: shared, plugin.SHARED_HOUSE: house})
    felt, words = item("felt.py", "page", "chromium", page=True), item("felt.py", page=True)
    commits, rolls_back, pure = item("commits.py", "django_db_setup"), item("rolls.py", "db"), item("pure.py")
    items = [felt, words, commits, rolls_back, pure]
    plugin.pytest_collection_modifyitems(config, items)
    assert items == [pure, rolls_back, commits, felt, words]
    opened = shared.opened(fake)
    for one, stays in ((felt, True), (words, True), (pure, False)):
        one.config = config
        plugin.pytest_runtest_setup(one)
        assert opened.is_open is stays
