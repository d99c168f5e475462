"""A gate between processes: some wait until another one has opened it.

It is a pipe that nothing is written to. It is open when its writing end is closed, by the process that opens
it or by that process's end; a process that is restarted later finds it open.
"""

from __future__ import annotations

import os
import select
from contextlib import suppress

WAITING, OPENING = "GATE_TO_WAIT_AT", "GATE_TO_OPEN"


class Gate:
    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        self.is_held = True

    def open(self) -> None:
        """Open it, or leave that to the process that has inherited `writing`."""
        if self.is_held:
            self.is_held = False
            os.close(self.writing)

    def is_open(self) -> bool:
        return bool(select.select([self.reading], [], [], 0)[0])

    def close(self) -> None:
        self.open()
        os.close(self.reading)


def wait_at_gate() -> None:
    """Wait until the gate is open, if this process was started in front of one."""
    if descriptor := os.environ.pop(WAITING, ""):
        while os.read(int(descriptor), 1):
            continue
        os.close(int(descriptor))


def open_gate() -> None:
    """Open the gate that this process has, if any."""
    if descriptor := os.environ.pop(OPENING, ""):
        with suppress(OSError):
            os.close(int(descriptor))
