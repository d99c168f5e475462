"""A command that a task started ends with the process of the task."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from casino.services.folder import PROJECT

# Like a process of a worker's pool: it computes impacts in a process of its own.
TASK = """
import django, sys, time
from pathlib import Path
from unittest import mock
django.setup()
from django.conf import settings
from games.rulebook import impact, tasks
settings.BASE_DIR = Path(sys.argv[1])
with mock.patch.object(impact, "request_all", return_value=True):
    tasks.compute_impacts()
print(tasks._processes[0].pid, flush=True)
time.sleep(60)
"""


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_what_computes_impacts_ends_with_the_worker_that_started_it(tmp_path: Path) -> None:
    """Red before: Ctrl-C in the first minutes of a house could leave it behind."""
    (tmp_path / "manage.py").write_text("import time; time.sleep(300)")  # the command itself wants a database
    (tmp_path / "casino").symlink_to(PROJECT / "casino")
    environment = os.environ | {
        "HOUSE_PURE": "1", "SECRET_KEY": "unused", "DJANGO_SETTINGS_MODULE": "casino.settings",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", TASK, str(tmp_path)], cwd=PROJECT, env=environment, stdout=subprocess.PIPE
    ) as task:
        assert task.stdout is not None
        pid = int(task.stdout.readline())
        assert is_alive(pid)
        task.kill()
    deadline = time.monotonic() + 120  # it only has the processor that nobody else wants
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    ended = not is_alive(pid)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    assert ended
