"""What is left to a worker by name is there under that name, and arrives once what it is about stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from players.shared import background

HOUSE = Path(background.__file__).parents[2]
NAMED = re.compile(r"""\benqueue_after_commit\(\s*"([\w.]+)\"""")


def test_every_task_that_is_named_is_one() -> None:
    sources = [path for folder in ("casino", "games", "players") for path in (HOUSE / folder).rglob("*.py")]
    named = {name for path in sources for name in NAMED.findall(path.read_text("utf-8"))}
    current_app.loader.import_default_modules()
    assert len(named) >= 4 and sorted(named - set(current_app.tasks)) == []


@pytest.mark.django_db
def test_it_is_sent_after_the_commit_and_never_without_one(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(background.current_app, "send_task", lambda task, told: sent.append((task, told)))
    with django_capture_on_commit_callbacks(execute=True):
        background.enqueue_after_commit("players.inbox.tasks.message_mail", 7)
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            background.enqueue_after_commit("players.inbox.tasks.message_mail", 8)
            raise ZeroDivisionError
        assert sent == []
    assert sent == [("players.inbox.tasks.message_mail", (7,))]
