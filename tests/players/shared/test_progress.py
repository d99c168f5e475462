"""Long commands show where they are, and end cleanly when they are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from io import StringIO

import pytest

from players.shared import progress as module
from players.shared.progress import INTERRUPTED, progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_elsewhere_than_on_a_terminal_a_short_command_is_silent() -> None:
    log = StringIO()
    with progress("Proof", "tables", 2, resume="", stream=log) as shown:
        shown.advance()
        shown.advance()
    assert log.getvalue() == ""


def test_elsewhere_than_on_a_terminal_there_is_one_line_per_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    log, now = StringIO(), [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    with progress("Proof", "tables", 2_000, resume="", stream=log) as shown:
        for _ in range(121):
            now[0] += 1
            shown.advance(10)
    assert log.getvalue().splitlines() == [
        "Proof: 600 of 2,000 tables, 30 %, 60 s",
        "Proof: 1,200 of 2,000 tables, 60 %, 120 s",
    ]


def test_a_terminal_shows_a_bar_and_is_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REDRAW_SECONDS", 0)
    terminal = Terminal()
    with progress("Backup", "files", 4, resume="", stream=terminal) as shown:
        shown.advance()
        shown.begin("encrypting")
    drawn = terminal.getvalue().split("\r\x1b[K")
    assert drawn[2].startswith("Backup [######..................] 1 of 4 files, 25 %")
    assert drawn[3].startswith("Backup [######..................] encrypting, 1 of 4 files")
    assert drawn[-1] == ""


def test_an_interruption_says_where_it_stood_and_how_to_go_on() -> None:
    log = StringIO()
    with (
        pytest.raises(SystemExit) as ended,
        progress("Proof", "tables", 9, resume="Run it again.", stream=log) as shown,
    ):
        shown.advance(3)
        raise KeyboardInterrupt
    assert ended.value.code == INTERRUPTED
    assert log.getvalue() == "Proof was interrupted: 3 of 9 tables, 33 %, 0 s. Run it again.\n"


def test_sigterm_interrupts_too_and_the_handler_before_returns() -> None:
    before, log = signal.getsignal(signal.SIGTERM), StringIO()
    with pytest.raises(SystemExit), progress("Proof", resume="Run it again.", stream=log):
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(20)
    assert "Run it again." in log.getvalue()
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_ticking_progress_reports_while_the_block_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REDRAW_SECONDS", 0.01)
    terminal = Terminal()
    with progress("Backup", resume="", ticking=True, stream=terminal) as shown:
        shown.begin("copying")
        end = time.monotonic() + 20
        while terminal.getvalue().count("copying") < 3:
            assert time.monotonic() < end
            time.sleep(0.01)


def test_a_closed_stream_does_not_end_the_work() -> None:
    terminal = Terminal()
    with progress("Proof", "tables", 1, resume="", stream=terminal) as shown:
        terminal.close = lambda: None
        StringIO.close(terminal)
        shown.next_report = 0
        shown.advance()
    assert shown.done == 1


def test_ctrl_c_ends_a_process_with_its_own_exit_code() -> None:
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell may have it ignored
        "from players.shared.progress import progress\n"
        "with progress('Archive', 'files', 5, resume='Run it again.') as shown:\n"
        "    shown.advance(2)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == INTERRUPTED
    assert ended.stderr == "Archive was interrupted: 2 of 5 files, 40 %, 0 s. Run it again.\n"
