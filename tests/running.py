"""A complete running installation, for end-to-end tests. It starts with the command of `make run`."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import redis

from casino.services.folder import PROJECT, Folder
from casino.services.postgres import tie_to_parent
from casino.services.valkey import ADMIN, valkey_url

# Opening takes about ten seconds; a machine that is busy with other tests needs longer.
OPENING_TIMEOUT = 330.0
# These processes run as children of a preforking parent (casino.services.prefork).
PREFORKED = ("web", "croupier")
# The test process's own servers and keys are not passed to the installation.
REMOVED_VARIABLES = (
    "CACHE_URL", "CELERY_BROKER_URL", "COMMAND_KEY", "DATABASE_POOL", "DATABASE_URL",
    "DJANGO_SETTINGS_MODULE", "HOUSE_TEST", "REDIS_URL", "SEAL_KEY_FILE", "SECRET_KEY", "TEST_SERVERS",
)  # fmt: skip


@dataclass
class RunningHouse:
    folder: Path
    process: subprocess.Popen[bytes]
    log: Path
    url: str = ""
    state: dict[str, Any] = field(default_factory=dict)

    @classmethod
    @contextlib.contextmanager
    def opened(cls, place: Path, **variables: str) -> Iterator[RunningHouse]:
        # Not below `place`, which only its owner may enter: PostgreSQL, started as root, drops privileges.
        folder = Path(tempfile.mkdtemp(prefix="feltro-house-"))
        folder.chmod(0o711)
        log = place / "house.log"
        house = cls(folder, start(folder, log, PORT="0", **variables), log)
        try:
            house.wait_until_open()
            yield house
        finally:
            house.close()
            shutil.rmtree(folder, ignore_errors=True)

    def wait_until_open(self) -> None:
        record = self.folder / "locks" / "house.json"
        end = time.monotonic() + OPENING_TIMEOUT
        while not record.exists():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"The house did not open:\n{self.read_log()[-4000:]}")
            time.sleep(0.1)
        self.reload()

    def reload(self) -> None:
        """Read the process ids again: a restarted process has a new one."""
        self.state = json.loads((self.folder / "locks" / "house.json").read_text())
        self.url = self.state["url"]

    def process_id(self, name: str) -> int:
        """The current process id of web, croupier, worker, beat, postgres or valkey.

        Raises ValueError while a preforked process restarts.
        """
        self.reload()
        if name in PREFORKED:
            try:
                [child] = psutil.Process(self.state["children"][name]).children()
            except psutil.NoSuchProcess as error:
                raise ProcessLookupError(str(error)) from error
            return int(child.pid)
        if name in self.state["children"]:
            return int(self.state["children"][name])
        return int(json.loads((self.folder / "locks" / f"{name}.json").read_text())["server"])

    def environment(self) -> dict[str, str]:
        """The environment for a management command that uses this installation."""
        return house_environment(self.folder)

    def ready(self) -> dict[str, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.state["port"], timeout=10)
        try:
            connection.request("GET", "/readyz")
            return dict(json.loads(connection.getresponse().read()))
        finally:
            connection.close()

    def wait_for_past(self) -> None:
        """Until the simulated past of a lively demonstration is written."""
        end = time.monotonic() + OPENING_TIMEOUT
        while not self.ready()["past"]["ok"]:
            assert time.monotonic() < end, self.read_log()[-4000:]
            time.sleep(0.3)

    def run_command(self, *words: str) -> str:
        """What a management command of this installation prints. It must succeed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=PROJECT,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    def refused_by_valkey(self) -> list[str]:
        """The requests that Valkey refused for lack of a permission since it started."""
        with redis.Redis.from_url(valkey_url(Folder(self.folder), ADMIN), decode_responses=True) as admin:
            return [f"{entry['username']}: {entry['reason']} {entry['object']}" for entry in admin.acl_log()]

    def read_log(self) -> str:
        return self.log.read_text(errors="replace")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(15)


def everything_below(folder: Path) -> list[psutil.Process]:
    """The processes of the installation in this folder, by their command lines."""
    processes = []
    for process in psutil.process_iter():
        try:
            words, home = " ".join(process.cmdline()), process.environ().get("HOUSE_DIR")
        except (psutil.AccessDenied, psutil.NoSuchProcess):
            continue
        if process.pid != os.getpid() and (str(folder) in words or home == str(folder)):
            processes.append(process)
    return processes


def is_alive(process: psutil.Process) -> bool:
    """Whether the process runs. A zombie has ended, even if its parent never collects it."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def house_environment(folder: Path, variables: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a terminal in which only these variables are set."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in REMOVED_VARIABLES and not name.startswith("PYTEST")
    }
    # The calculation of the published house edges takes minutes: it does not run during tests.
    fixed = {"HOUSE_DIR": str(folder), "PYTHONUNBUFFERED": "1", "ODDS_EVERY": "86400"}
    return kept | fixed | dict(variables or {})


class CommandEnd(NamedTuple):
    """How a management command ended."""

    code: int
    stdout: str
    stderr: str
    left: list[str]  # the names in the folder of the installation


# Loading the program takes most of the time of a short command.
IN_TURN = """
import contextlib, io, json, os, sys
import manage
ends = []
for words in json.load(sys.stdin):
    os.environ.pop("HOUSE_PURE", None)
    sys.argv = ["manage.py", *words]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        try:
            code = manage.main()
        except SystemExit as ended:
            code = ended.code or 0
    folder = os.environ["HOUSE_DIR"]
    left = os.listdir(folder) if os.path.isdir(folder) else []
    ends.append((code, out.getvalue(), err.getvalue(), left))
print(json.dumps(ends))
"""


def run_in_turn(folder: Path, *commands: Sequence[str | Path]) -> list[CommandEnd]:
    """Management commands, one after the other in one new process, as a terminal would run them."""
    done = subprocess.run(
        [sys.executable, "-c", IN_TURN],
        cwd=PROJECT, env=house_environment(folder), check=False, capture_output=True, text=True,
        input=json.dumps([[str(word) for word in words] for words in commands]),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [CommandEnd(*end) for end in json.loads(done.stdout.splitlines()[-1])]


def start(folder: Path, log: Path, **variables: str) -> subprocess.Popen[bytes]:
    with log.open("ab") as file:
        return subprocess.Popen(
            tie_to_parent([sys.executable, "-m", "casino.services"], signal_number=signal.SIGTERM),
            cwd=PROJECT,
            env=house_environment(folder, variables),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
