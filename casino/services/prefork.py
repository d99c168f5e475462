"""Load a program once and let copies of it work: `python -m casino.services.prefork MODULE,... -m uvicorn ...` (or a script).

Loading Django takes seconds, which nobody at a table should wait when a process has fallen. This one loads, never serves, and
forks the copy that does: the next copy is at work a few milliseconds after the last has fallen, and shares its memory.
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

from casino.services.child_process import RAN_WELL
from casino.services.parent_death import PR_SET_PDEATHSIG
from casino.services.server_keeper import how_it_ended

ASKED = (signal.SIGTERM, signal.SIGINT)


def main(modules: list[str], program: list[str]) -> int:
    load(modules)
    # Whoever comes after is known by the same name, and so takes up what its predecessor held in Valkey without waiting.
    os.environ["SUCCESSION"] = uuid4().hex[:12]
    while True:
        started = time.monotonic()
        code = fallen(program)
        # One that falls soon after its start is a matter for the supervisor, which waits ever longer and gives up at last.
        if code == 0 or time.monotonic() - started < RAN_WELL:
            return the_same(code)
        print(f"ended unexpectedly ({how_it_ended(code)}): the next one takes over", flush=True)


def load(modules: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    importlib.import_module("django").setup()
    for module in modules:
        importlib.import_module(module)
    # The garbage collector would write into every page that the copies share.
    gc.collect()
    gc.freeze()


def fallen(program: list[str]) -> int:
    """How the copy that is forked here ended: its exit code, or the signal that ended it, negative."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ASKED)
    if (copy := os.fork()) == 0:
        work(program)

    def pass_on(number: int, _: FrameType | None) -> None:
        os.kill(copy, number)

    for number in ASKED:
        signal.signal(number, pass_on)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKED)
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    return 0 if code == -signal.SIGTERM else code


def the_same(code: int) -> int:
    """End as the copy ended, by the same signal if it was one."""
    if code < 0:
        if -code not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code


def work(program: list[str]) -> None:
    """Ends with its program, or with the process that forked it."""
    forker = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    for number in ASKED:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ASKED)
    if os.getppid() != forker:
        sys.exit("whoever started this has ended")
    if program[0] == "-m":
        sys.argv = program[1:]
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = program
        runpy.run_path(program[0], run_name="__main__")
    sys.exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1].split(","), sys.argv[2:]))
