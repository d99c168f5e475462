"""Runs tests in a copy of the tree in which one line is changed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

from casino.services.postgres import DATABASE
from games.rulebook.trace import ROOT
from tests.proofs.planted.runner import LEFT_OUT, Copy, Runner

SECONDS = 300  # the timeout of one run of tests
PACKAGES = ("casino", "games", "manage", "players", "tests")  # imported anew from the copy
# Libraries that the tests import and that need no Django settings.
LIBRARIES = (
    "_pytest.assertion", "_pytest.python", "celery", "channels", "cryptography",
    "django.contrib.admin.options", "django.db.models", "django.test", "hypothesis", "msgspec", "numpy",
    "psycopg", "pytest_asyncio", "pytest_django.plugin", "redis", "structlog", "yaml",
)  # fmt: skip


class RunResult(NamedTuple):
    code: int | None  # of pytest; None after the timeout
    failed: tuple[str, ...]  # tests that failed, and files that could not be imported
    output: str

    @property
    def passed(self) -> bool:
        return self.code in (0, pytest.ExitCode.NO_TESTS_COLLECTED)


class FailureList:
    """A pytest plugin that notes what failed."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


class MutantCopy:
    """A copy of the tree in which one file at a time is changed.

    A test that fails without any change proves nothing: it is named once and left out afterwards.
    """

    def __init__(self, root: Path, environment: Mapping[str, str]) -> None:
        self.root, self.environment = root, dict(environment)
        self.broken: list[str] = []
        self.ending: dict[tuple[str, ...], bool] = {}
        self.sound: set[str] = set()

    def notices(self, file: str, text: str, tests: Sequence[str]) -> str:
        """The test that fails with this text in the file and passes without it; an empty string if none."""
        while True:
            with self.changed(file, text):
                result = self.run(tests)
            if result.passed:
                return ""
            if result.failed:
                if self.is_sound(result.failed[0]):
                    return result.failed[0]
            else:
                return self.name_of_failure(result, tuple(tests))

    def name_of_failure(self, result: RunResult, tests: tuple[str, ...]) -> str:
        """What went wrong where no test failed, if all is well without the change: a timeout, or an error
        while pytest starts.
        """
        if tests not in self.ending:
            self.ending[tests] = self.run(tests).passed
        if self.ending[tests]:
            return "a timeout" if result.code is None else "an error at the start"
        print(f"do not end without any change: {' '.join(tests)}: {result.output[-500:]}", flush=True)
        return ""

    @contextmanager
    def changed(self, file: str, text: str) -> Iterator[None]:
        path = self.root / file
        before = path.read_text("utf-8")
        path.write_text(text, "utf-8")
        try:
            yield
        finally:
            path.write_text(before, "utf-8")

    def is_sound(self, test: str) -> bool:
        """Whether the test passes without a change; tried twice, for end-to-end tests on a busy machine."""
        if test in self.sound:
            return True
        options = [] if "::" in test else ["--collect-only"]  # a file that cannot be imported
        if any(self.run([*options, test]).passed for _ in range(2)):
            self.sound.add(test)
            return True
        self.broken.append(test)
        print(f"fails without any change: {test}", flush=True)
        return False

    def run(self, tests: Sequence[str]) -> RunResult:
        left_out = [option for test in self.broken for option in ("--deselect", test)]
        return forked(self.root, [*left_out, *tests], self.environment)


def copied(folder: Path) -> Path:
    shutil.copytree(ROOT, folder / "tree", ignore=LEFT_OUT, symlinks=True)
    return folder / "tree"


@contextmanager
def copy_with_servers() -> Iterator[MutantCopy]:
    """A copy of the tree with a database and a Valkey of its own, which every run of tests uses."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
        folder = Path(temporary)
        folder.chmod(0o711)  # a database that drops the rights of root enters it
        with Copy(folder, Runner(1)).servers() as copy:
            yield MutantCopy(copy.root, copy.environment | {"TEST_DATABASE_TEMPLATE": DATABASE})


def passes(root: Path, tests: Sequence[str], *, must: bool = False) -> bool:
    """Whether all these tests pass there. A timeout is a failure."""
    result = forked(root, tests, os.environ)
    if must and result.code:
        raise RuntimeError(f"these tests fail without any change: {result.output[-3000:]}")
    return result.code == 0  # a mutant that cannot be imported is a pytest error


def forked(root: Path, arguments: Sequence[str], environment: Mapping[str, str]) -> RunResult:
    """Runs pytest in a forked child, because importing the libraries takes most of the time of a short
    run.
    """
    preload()
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as failures:
        child = os.fork()
        if not child:
            run_child(root, arguments, environment, output.fileno(), failures.fileno())
        code = wait_for(child)
        output.seek(0)
        failures.seek(0)
        failed = json.loads(failures.read() or b"[]")
        return RunResult(code, tuple(failed), output.read().decode(errors="replace"))


@cache
def preload() -> None:
    for library in LIBRARIES:
        import_module(library)


def run_child(
    root: Path, arguments: Sequence[str], environment: Mapping[str, str], output: int, failures: int
) -> NoReturn:
    code = 3
    try:
        os.setsid()
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(root)
        variables = dict(environment)
        os.environ.clear()
        os.environ.update(variables)
        for name in [name for name in sys.modules if name.partition(".")[0] in PACKAGES]:
            del sys.modules[name]
        sys.path.insert(0, str(root))
        sys.dont_write_bytecode = True
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
        places = [f"--rootdir={root}", "-c", str(root / "pyproject.toml")]
        noted = FailureList()
        code = int(pytest.main([*options, *places, *arguments], plugins=[noted]))
        os.write(failures, json.dumps(noted.failed).encode())
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def wait_for(child: int) -> int | None:
    """The exit code of the child; None if it was killed after the timeout, with its own children."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None
