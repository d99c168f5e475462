"""Background tasks: each name exists, and a task is sent after the commit only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.db import transaction

from players.shared import background

PROJECT = Path(background.__file__).parents[2]
TASK_NAME = re.compile(r"""\benqueue_after_commit\(\s*"([\w.]+)\"""")


def test_every_task_name_exists() -> None:
    sources = [path for folder in ("casino", "games", "players") for path in (PROJECT / folder).rglob("*.py")]
    names = {name for path in sources for name in TASK_NAME.findall(path.read_text("utf-8"))}
    current_app.loader.import_default_modules()
    assert len(names) >= 4 and sorted(names - set(current_app.tasks)) == []


@pytest.mark.django_db
def test_a_task_is_sent_after_the_commit_and_not_after_a_rollback(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[str, tuple[int, ...]]] = []
    monkeypatch.setattr(background.current_app, "send_task", lambda task, args: sent.append((task, args)))
    with django_capture_on_commit_callbacks(execute=True):
        background.enqueue_after_commit("players.inbox.tasks.deliver_message", 7)
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            background.enqueue_after_commit("players.inbox.tasks.deliver_message", 8)
            raise ZeroDivisionError
        assert sent == []
    assert sent == [("players.inbox.tasks.deliver_message", (7,))]
