"""The terminal of `make run`: a bar below everything that is said, and none where nobody looks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from casino.services.child_process import ChildProcess
from casino.services.console import Console
from casino.services.folder import Folder

DRAWS = r"""
import sys, time
from players.shared.progress import progress
with progress("Simulated past", "rounds", 3000, is_terminal=True) as shown:
    for _ in range(4):
        shown.advance(300)
        time.sleep(0.25)
print("3,000 rounds", file=sys.stderr)
"""


def test_the_bar_stays_below_what_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(Folder(tmp_path))
    console.coloured = True
    console.draw_bar("[##..] 50 %")
    console.say("web", "ready")
    console.draw_bar("")
    console.say("web", "later")
    output = capsys.readouterr().out
    assert output.startswith("\r\x1b[K[##..] 50 %\r\x1b[K")
    assert "ready\n[##..] 50 %\r\x1b[K" in output
    assert output.endswith("later\n")


def test_a_file_gets_no_bar(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    console = Console(Folder(tmp_path))
    assert not console.coloured
    console.draw_bar("[##..] 50 %")
    console.say("web", "ready")
    assert capsys.readouterr().out == "web      | ready\n"


def test_of_a_bar_that_is_redrawn_the_last_state_is_kept_and_lines_are_whole() -> None:
    child = ChildProcess("past", [sys.executable, "-c", DRAWS], {}, ends=True)
    child.start()
    bars, lines = set(), []
    while (read := child.read()) is not None:
        lines += [line for line in read if line]
        bars.add(child.unfinished_line())
    child.kill()
    assert lines == ["3,000 rounds"]
    assert any(bar.startswith("Simulated past [") and "of 3,000 rounds" in bar for bar in bars)
    assert all("\r" not in bar for bar in bars)
