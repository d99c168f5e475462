"""The page of notifications in a house that sends none to browsers."""

from __future__ import annotations

import pytest

from players.inbox import browser_notifications
from tests.demo_house import signed_in


def test_a_house_that_sends_none_promises_none(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: "Your browser can tell you…" stood above "This house sends no notifications"."""
    monkeypatch.setattr(browser_notifications, "_registered", [])
    page = signed_in("ana@feltro.example", "en").get("/account/notifications/").content.decode()
    assert page.count("This house sends no notifications to browsers.") == 1
    assert "Your browser can tell you" not in page and "push.js" not in page
    assert "Send me news and offers" in page
