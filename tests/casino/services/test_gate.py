"""The gate: who waits goes on when it is opened, or when the one who would open it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from casino.services.folder import PROJECT
from casino.services.gate import OPENING, WAITING, Gate

WAITS = """
from casino.services.gate import wait_at_gate
print("here", flush=True)
wait_at_gate()
print("through")
"""
OPENS = "from casino.services.gate import open_gate; open_gate(); input()"
ENDS = "import os; os._exit(1)"


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.close()


def started(script: str, variables: dict[str, str], *passed: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=PROJECT,
        env=os.environ | variables,
        pass_fds=passed,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def waiting_at(gate: Gate) -> subprocess.Popen[str]:
    return started(WAITS, {WAITING: str(gate.reading)}, gate.reading)


def test_all_who_wait_go_on_when_it_opens_and_so_does_who_comes_later(gate: Gate) -> None:
    waiting = [waiting_at(gate), waiting_at(gate)]
    for process in waiting:
        assert process.stdout is not None and process.stdout.readline() == "here\n"
    assert not gate.is_open() and [process.poll() for process in waiting] == [None, None]
    gate.open()
    assert gate.is_open()
    for process in [*waiting, waiting_at(gate)]:
        output, _ = process.communicate(timeout=60)
        assert output.endswith("through\n") and process.returncode == 0


@pytest.mark.parametrize("script", [OPENS, ENDS])
def test_another_process_opens_it_by_its_word_or_by_its_end(gate: Gate, script: str) -> None:
    other = started(script, {OPENING: str(gate.writing)}, gate.writing)
    gate.open()  # its own hold; the other one has one too until it opens the gate
    end = time.monotonic() + 60
    while not gate.is_open():
        assert time.monotonic() < end
        time.sleep(0.02)
    assert other.communicate("\n", timeout=60) == ("", None)


def test_a_process_without_a_gate_does_not_wait() -> None:
    output, _ = started(WAITS, {}).communicate(timeout=60)
    assert output == "here\nthrough\n"
