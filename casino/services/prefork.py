"""Preload a program and fork copies of it: `python -m casino.services.prefork MODULE,... -m uvicorn ...` (or
a script). With `--once` before the modules it runs here, without a copy.

Loading Django takes seconds, too long for players at a table after a crash. This process loads the modules,
never serves, and forks the copy that does. After a crash the next copy works within milliseconds, and shares
the loaded memory. Modules are loaded while the house is prepared, and the program begins after it
(`gate.py`).
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import runpy
import signal
import sys
import time
from types import FrameType
from uuid import uuid4

from casino.services.child_process import STABLE_AFTER_SECONDS
from casino.services.gate import wait_at_gate
from casino.services.parent_death import PR_SET_PDEATHSIG
from casino.services.server_keeper import exit_description

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def main(words: list[str]) -> int:
    if words[0] == "--once":
        load(words[1].split(","))
        wait_at_gate()
        begin(words[1].split(","))
        run(words[2:])
        return 0
    load(words[0].split(","))
    wait_at_gate()
    begin(words[0].split(","))
    return run_copies(words[1:])


def run_copies(program: list[str]) -> int:
    # All copies share this name, so that a new one takes over its predecessor's lease in Valkey at once.
    os.environ["SUCCESSION"] = uuid4().hex[:12]
    while True:
        started = time.monotonic()
        code = run_copy(program)
        # A crash soon after the start is left to the supervisor, which waits longer each time and gives up in
        # the end.
        if code == 0 or time.monotonic() - started < STABLE_AFTER_SECONDS:
            return exit_like(code)
        print(f"ended unexpectedly ({exit_description(code)}): the next copy takes over", flush=True)


def load(modules: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    importlib.import_module("django").setup()
    for module in modules:
        importlib.import_module(module)
    # The garbage collector would write into every page that the copies share.
    gc.collect()
    gc.freeze()


def begin(modules: list[str]) -> None:
    """What a module reads of the prepared house, such as its static files: it was loaded before."""
    for module in modules:
        if (read := getattr(sys.modules[module], "begin", None)) is not None:
            read()


def run_copy(program: list[str]) -> int:
    """Fork a copy and wait for it. Returns its exit code, or the negative number of its signal."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    if (copy := os.fork()) == 0:
        work(program)

    def forward(number: int, _: FrameType | None) -> None:
        os.kill(copy, number)

    for number in STOP_SIGNALS:
        signal.signal(number, forward)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    return 0 if code == -signal.SIGTERM else code


def exit_like(code: int) -> int:
    """End as the copy ended: with its exit code or by the same signal."""
    if code < 0:
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


def work(program: list[str]) -> None:
    """Runs the program; ends with it, or with the process that forked it."""
    forker = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    if os.getppid() != forker:
        sys.exit("The parent process has ended.")
    run(program)
    sys.exit(0)


def run(program: list[str]) -> None:
    if program[0] == "-m":
        sys.argv = program[1:]
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = program
        runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
