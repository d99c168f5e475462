"""What a start-up waits for, and what an earlier run that was killed has left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from casino.services import supervisor
from casino.services.child_process import ChildProcess
from casino.services.errors import BAD_SETTING, BROKEN, StartupError
from casino.services.folder import PROJECT, Folder
from casino.services.supervisor import Supervisor


@pytest.fixture
def starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Supervisor:
    monkeypatch.setattr(supervisor, "PATIENCE_SECONDS", 0.4)
    monkeypatch.setattr(supervisor, "LOOK_SECONDS", 0.02)
    house = Supervisor(Folder(tmp_path), "127.0.0.1", 0)
    house.folder.make()
    monkeypatch.setattr(house, "run_once", lambda: time.sleep(0.02))
    return house


def test_a_slow_start_that_progresses_is_waited_for(starting: Supervisor) -> None:
    """It ended after 300 seconds, however far it was."""
    started = time.monotonic()
    starting.wait_until(lambda: time.monotonic() - started > 1.2, count().__next__, lambda: "it gave up")


def test_a_start_without_progress_ends_with_a_sentence(starting: Supervisor) -> None:
    with pytest.raises(StartupError, match="it gave up") as stopped:
        starting.wait_until(lambda: False, lambda: "as before", lambda: "it gave up")
    assert stopped.value.code == BROKEN


COMPUTES = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"
SLEEPS = "import time; time.sleep(600)"


@pytest.mark.parametrize(("script", "computes"), [(COMPUTES, True), (SLEEPS, False)])
def test_a_process_progresses_while_it_or_its_children_compute(script: str, *, computes: bool) -> None:
    child = ChildProcess("prepare", [sys.executable, "-c", script], {}, once=True)
    child.start()
    end = time.monotonic() + 30
    seen: list[int] = []
    try:
        # Python itself takes some to start; then the figure grows, or stands still.
        while len(seen) < 3 or seen[-1] == 0 or (seen[-1] > seen[-2]) is not computes:
            assert time.monotonic() < end
            time.sleep(0.5)
            seen.append(child.processor_ticks())
    finally:
        child.kill()
        child.forget_pipe()


def test_the_command_ends_with_its_code_and_make_prints_it() -> None:
    """docs/operating/monitoring.md: make itself ends with 2."""
    environment = os.environ | {"PORT": "eight thousand"}
    command = [sys.executable, "-m", "casino.services"]
    direct = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, check=False)
    assert direct.returncode == BAD_SETTING
    # Without looking whether the environment is complete.
    make = ["make", "--old-file=.venv/house.installed", "run"]
    made = subprocess.run(make, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert made.returncode == 2
    assert f"Error {BAD_SETTING}" in made.stderr


def test_the_address_of_a_killed_house_is_forgotten(starting: Supervisor) -> None:
    """It named processes that are gone until the next house was open."""
    known = starting.folder.locks / "house.json"
    known.write_text('{"url": "http://127.0.0.1:8000", "pid": 1}')
    with starting.exclusive_lock():
        assert not known.exists()
