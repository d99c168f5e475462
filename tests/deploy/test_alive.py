"""`deploy/run alive`: whether the loops of a process go round, as containers ask."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import DatabaseError

from casino import celery
from casino.services.folder import PROJECT
from casino.tasks import queues
from casino.tasks.beat import SharedScheduler
from games.beacons import __main__ as beacons
from games.beacons.follower import Follower
from games.tables.croupier.process import Croupier

# The loops of each process without a port, as its container asks for them.
LOOPS = {"croupier": ["housekeeping"], "worker": [*queues.QUEUES], "beat": ["beat"], "beacon": ["beacon"]}


def ask(folder: Path, *loops: str, within: int = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(PROJECT / "deploy" / "run"), "alive", str(within), *loops],
        env={"PATH": os.environ["PATH"], "ALIVE_DIR": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALIVE_DIR", str(tmp_path))
    return tmp_path


def test_a_loop_that_stands_still_or_never_began_is_named(tmp_path: Path) -> None:
    assert ask(tmp_path, "beat").stderr == "alive: beat did not go round\n"
    (tmp_path / "celery").touch()
    (tmp_path / "slow").touch()
    assert ask(tmp_path, "celery", "slow").returncode == 0
    os.utime(tmp_path / "slow", (time.time() - 100, time.time() - 100))
    hung = ask(tmp_path, "celery", "slow")
    assert (hung.returncode, hung.stderr) == (1, "alive: slow did not go round\n")
    assert ask(tmp_path).returncode != 0


def test_the_croupier_shows_its_loop_also_without_database_and_valkey(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A croupier that waits for its servers is alive; it is ready when it has written to both."""
    croupier = Croupier.__new__(Croupier)
    croupier.stopping, croupier.wake_housekeeper, croupier.lists = threading.Event(), threading.Event(), []

    def away(_: float) -> None:
        croupier.stopping.set()
        raise DatabaseError

    monkeypatch.setattr(croupier, "_do_housekeeping", away)
    croupier._run_housekeeping()
    assert ask(folder, *LOOPS["croupier"]).returncode == 0
    assert ask(folder, "lists").returncode == 1
    monkeypatch.setattr("games.tables.croupier.attendance.record", lambda lists: None)
    croupier.lists_until, croupier.faults = 0.0, 0
    croupier._attend([], time.monotonic())
    assert ask(folder, "lists").returncode == 0


def test_the_worker_shows_the_loop_of_each_queue(folder: Path) -> None:
    timer = SimpleNamespace(call_repeatedly=lambda seconds, function, words: function(*words))
    for queue in queues.QUEUES:
        names = SimpleNamespace(queues=SimpleNamespace(consume_from={queue: None}))
        celery.show_loop_alive(sender=SimpleNamespace(timer=timer, app=SimpleNamespace(amqp=names)))
    assert ask(folder, *LOOPS["worker"]).returncode == 0


def test_beat_shows_its_loop_also_without_a_database(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scheduler = SharedScheduler.__new__(SharedScheduler)

    def away() -> float:
        raise DatabaseError

    monkeypatch.setattr(scheduler, "_send_due", away)
    assert scheduler.tick() > 0
    assert ask(folder, *LOOPS["beat"]).returncode == 0


def test_the_beacon_shows_its_loop_whether_it_follows_one_or_waits(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = Follower.__new__(Follower)
    follower.stopping, follower.database = threading.Event(), None
    follower.chain, follower.relays = SimpleNamespace(name="test", hash=""), []  # type: ignore[assignment]
    monkeypatch.setattr(follower, "step", follower.stopping.set)
    follower.run()
    assert ask(folder, *LOOPS["beacon"]).returncode == 0
    (folder / "beacon").unlink()
    beacons.wait_alive(follower.stopping)
    assert ask(folder, *LOOPS["beacon"]).returncode == 0


def test_outside_a_container_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALIVE_DIR", raising=False)
    monkeypatch.chdir(tmp_path)
    stopped = threading.Event()
    stopped.set()
    beacons.wait_alive(stopped)
    assert list(tmp_path.iterdir()) == []
