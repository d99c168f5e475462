"""The delay before the supervisor restarts a crashed process."""

from __future__ import annotations

import os
import sys

import pytest

from casino.services import child_process
from casino.services.child_process import STABLE_AFTER_SECONDS, ChildProcess, kill_all


def test_repeated_crashes_increase_the_delay() -> None:
    child, now = ChildProcess("web", [], {}), 1_000.0
    for wait in (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0):
        child.started_at = now
        now += STABLE_AFTER_SECONDS - 1
        child.note_crash(now)
        assert child.due - now == pytest.approx(wait)
        now = child.due


def test_a_stable_run_resets_the_delay() -> None:
    child = ChildProcess("web", [], {})
    for _ in range(6):
        child.note_crash(child.started_at + 1)
    child.note_crash(child.started_at + STABLE_AFTER_SECONDS + 0.01)
    assert (child.crashes, child.due - child.crashed_at) == (1, pytest.approx(0.1))


def test_a_killed_process_that_takes_long_to_end_keeps_no_other_alive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine the first had not ended after two seconds, and the others were never killed."""
    monkeypatch.setattr(child_process, "KILL_TIMEOUT", 0.5)
    sleeping = [sys.executable, "-c", "import time; time.sleep(600)"]
    children = [ChildProcess(name, sleeping, dict(os.environ)) for name in ("web", "croupier")]
    for child in children:
        child.start()
    first, second = children
    monkeypatch.setattr(first, "exit_code", lambda: None)
    assert kill_all(children) == [second]
    monkeypatch.undo()
    assert [child.process.wait(5) for child in children if child.process] == [-9, -9]


def test_the_last_words_of_a_process_are_read_although_it_ends_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Red before: what came after a look into an empty pipe, before its end was noticed, was lost."""
    says = "import time; time.sleep(0.5); print('The disk is full.', end='')"
    child = ChildProcess("web", [sys.executable, "-c", says], {})
    child.start()
    assert child.process is not None
    monkeypatch.setattr(child, "exit_code", child.process.wait)
    lines: list[str] = []
    while (read := child.read()) is not None:
        lines += read
    assert [*lines, child.last_output()] == ["The disk is full."]
