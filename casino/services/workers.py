"""Run one worker for each queue of tasks: `python -m casino.services.workers [QUEUE...]`.

The workers begin and end together. Each executes its tasks in processes of its own, so that a time limit ends
one that hangs, and a task of one queue never waits for one of the other.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

from casino.services.postgres import tie_to_parent
from casino.services.processes import WORKER
from casino.tasks.queues import QUEUES

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Workers:
    def __init__(self, queues: list[str]) -> None:
        self.stopping = False
        self.processes = [self._start(queue) for queue in queues]

    def _start(self, queue: str) -> subprocess.Popen[bytes]:
        program = [
            sys.executable,
            *WORKER,
            "--queues",
            queue,
            "--hostname",
            f"{queue}@{socket.gethostname()}",
        ]
        return subprocess.Popen(tie_to_parent(program, signal_number=signal.SIGTERM))

    def stop(self) -> None:
        """Every worker finishes the tasks that it has begun."""
        self.stopping = True
        for process in self.processes:
            process.terminate()

    def run(self) -> int:
        for number in STOP_SIGNALS:
            signal.signal(number, lambda *_: self.stop())
        os.wait()
        code = 0 if self.stopping else 1  # a worker that exits without being told to has failed
        self.stop()
        for process in self.processes:
            process.wait()
        return code


if __name__ == "__main__":
    sys.exit(Workers(sys.argv[1:] or list(QUEUES)).run())
