"""Plants one fault at a time in a copy of the checkout and runs the tests that must notice it."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from casino.services.folder import PROJECT, Folder
from casino.services.postgres import DATABASE
from casino.services.server_lease import leased_servers
from tests import prepared_database
from tests.proofs.planted.catalogue import Fault
from tests.running import house_environment

MOST_SECONDS = 300  # for the tests of one fault
PYTEST = ["-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".house", ".*_cache", ".hypothesis")
FAILED = re.compile(r"^FAILED (\S+)", re.MULTILINE)
TESTS_FAILED = 1  # the exit code of pytest when tests ran and some failed


@dataclass(frozen=True)
class Outcome:
    """What became of one fault.

    It counts as caught only if a test ran and failed; an error in a fixture proves nothing.
    """

    fault: Fault
    caught: bool
    reason: str
    seconds: float


class Copy:
    """A copy of the checkout with one fault at a time and its own database and message servers.

    Tests begin with a copy of a migrated database, unless the fault is in a migration.
    """

    # Python compares a source with its compiled copy by size and by the second of its last change: each write
    # gets a second of its own.
    seconds = itertools.count(int(time.time()))

    def __init__(self, folder: Path, runner: Runner) -> None:
        self.root, self.runner = folder / "checkout", runner
        shutil.copytree(PROJECT, self.root, ignore=LEFT_OUT, symlinks=True)
        self.environment = {
            name: value
            for name, value in house_environment(folder).items()
            if name not in ("HOUSE_DIR", "ODDS_EVERY")  # the tests have a folder and a schedule of their own
        }

    @contextmanager
    def servers(self) -> Iterator[Copy]:
        """Keeps the servers running from one fault to the next, with a migrated database to copy."""
        folder = self.root.parent / "servers"
        with leased_servers(Folder(folder), ["postgres", "valkey"]):
            self.environment |= prepared_database.migrate(Folder(folder), self.root)
            yield self

    def write(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        moment = next(self.seconds)
        os.utime(path, (moment, moment))

    @contextmanager
    def planted(self, fault: Fault) -> Iterator[None]:
        path = self.root / fault.file
        original, changed = path.read_text("utf-8"), fault.planted_text(self.root)
        self.write(path, changed)
        try:
            yield
        finally:
            self.write(path, original)

    def try_fault(self, fault: Fault) -> Outcome:
        started = time.monotonic()
        with self.planted(fault):
            migrated = not {"migrations", "database"} & set(Path(fault.file).parts)
            code, output = self.run(fault.tests, MOST_SECONDS, migrated=migrated)
        seconds = time.monotonic() - started
        failed = FAILED.search(output)
        if code == TESTS_FAILED and failed:
            return Outcome(fault, True, failed.group(1), seconds)
        reasons = {0: "the tests passed", None: f"no result after {MOST_SECONDS} s", 5: "no test ran"}
        return Outcome(
            fault, False, reasons.get(code, f"pytest ended with {code}: {output[-1500:]}"), seconds
        )

    def run(
        self, tests: Sequence[str], most_seconds: float | None = None, *, migrated: bool = True
    ) -> tuple[int | None, str]:
        """The exit code of pytest and what it printed; no code if it took too long."""
        environment = self.environment | (
            {"TEST_DATABASE_TEMPLATE": DATABASE} if migrated and "DATABASE_URL" in self.environment else {}
        )
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            process = subprocess.Popen(
                [sys.executable, *PYTEST, *tests],
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
            self.runner.register(process)
            try:
                code: int | None = process.wait(most_seconds)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                self.runner.end(process)
            output.seek(0)
            return code, output.read()


class Runner:
    """Run faults in one or several copies in parallel; it can be stopped at any time."""

    def __init__(self, jobs: int) -> None:
        self.jobs, self.stopped = jobs, False
        self.lock, self.processes = threading.Lock(), set[subprocess.Popen[bytes]]()

    def register(self, process: subprocess.Popen[bytes]) -> None:
        with self.lock:
            self.processes.add(process)
        if self.stopped:
            process.terminate()

    def end(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        with self.lock:
            self.processes.discard(process)

    def stop(self) -> None:
        self.stopped = True
        with self.lock:
            for process in self.processes:
                process.terminate()

    def clean_run(self, faults: Sequence[Fault]) -> str:
        """Runs all named tests without any fault; what failed, or nothing.

        Tests that fail anyway prove nothing.
        """
        tests = sorted({test for fault in faults for test in fault.tests})
        whole = {test for test in tests if "::" not in test}
        tests = [test for test in tests if test in whole or test.partition("::")[0] not in whole]
        with (
            tempfile.TemporaryDirectory(prefix="feltro-planted-") as folder,
            Copy(_open(folder), self).servers() as copy,
        ):
            code, output = copy.run(tests)
        return "" if code == 0 else output[-4000:] or f"pytest ended with {code}"

    def outcomes(self, faults: Sequence[Fault]) -> Iterator[Outcome]:
        """Each fault's outcome as soon as it is known."""
        with (
            tempfile.TemporaryDirectory(prefix="feltro-planted-") as folder,
            ExitStack() as servers,
            ThreadPoolExecutor(self.jobs) as pool,
        ):
            copies: SimpleQueue[Copy] = SimpleQueue()
            for number in range(self.jobs):
                copies.put(servers.enter_context(Copy(_open(folder) / str(number), self).servers()))

            def try_next(fault: Fault) -> Outcome | None:
                if self.stopped:
                    return None
                copy = copies.get()
                try:
                    return copy.try_fault(fault)
                finally:
                    copies.put(copy)

            try:
                for outcome in pool.map(try_next, faults):
                    if outcome is not None and not self.stopped:
                        yield outcome
            finally:
                self.stop()


def _open(folder: str) -> Path:
    """A test database that drops the rights of root reads files of the copy."""
    path = Path(folder)
    path.chmod(0o711)
    return path
