"""Ends a worker whose supervisor has died, even if one of its pool processes never ends.

On SIGTERM Celery waits for its pool without a limit, and a pool process that writes a result which nobody
reads any more waits as well. A living supervisor kills both after a while, and so does systemd; a dead one
cannot.
"""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time
from typing import Any

from casino.services.parent_death import PR_SET_PDEATHSIG

SUPERVISOR = os.getppid()
PATIENCE = 10.0  # seconds for a task that is running; every task may run twice without harm
INTERVAL = 0.5


def end_with_worker(**_: Any) -> None:
    """A pool process dies with its worker."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def watch_shutdown(**_: Any) -> None:
    threading.Thread(target=end_without_supervisor, name="worker-end", daemon=True).start()


def end_without_supervisor() -> None:
    """Wait until the supervisor is gone, then end after `PATIENCE`, whatever the main thread is doing."""
    while os.getppid() == SUPERVISOR:
        time.sleep(INTERVAL)
    time.sleep(PATIENCE)
    os._exit(1)
