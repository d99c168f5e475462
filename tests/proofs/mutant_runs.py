"""Runs tests in a copy of the tree in which one line is changed."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

from games.rulebook.trace import ROOT

SECONDS = 300  # the timeout of one mutant's tests
COPIED = (
    "casino",
    "deploy",
    "games",
    "players",
    "templates",
    "static",
    "tests",
    "manage.py",
    "pyproject.toml",
)
# Libraries that the tests import and that need no Django settings.
LIBRARIES = (
    "_pytest.assertion", "_pytest.python", "celery", "channels", "cryptography",
    "django.contrib.admin.options", "django.db.models", "django.test", "hypothesis", "msgspec", "numpy",
    "psycopg", "pytest_asyncio", "pytest_django.plugin", "redis", "structlog", "yaml",
)  # fmt: skip
# Tests that need no browser and no running installation. A file of vectors has the tests that read it.


def copied(folder: Path) -> Path:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def passes(root: Path, tests: Sequence[str], *, must: bool = False) -> bool:
    """Whether all these tests pass there. A timeout is a failure."""
    code, output = forked(root, tests)
    if must and code:
        raise RuntimeError(f"these tests fail without any change: {output[-3000:]}")
    return code == 0  # a mutant that cannot be imported is a pytest error


def forked(root: Path, tests: Sequence[str]) -> tuple[int | None, str]:
    """The exit code of pytest, None after a timeout, and its output.

    Pytest runs in a forked child, because importing the libraries takes most of the time of a short run.
    """
    preload()
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if not child:
            run_child(root, tests, output.fileno())
        code = wait_for(child)
        output.seek(0)
        return code, output.read().decode(errors="replace")


@cache
def preload() -> None:
    for library in LIBRARIES:
        import_module(library)


def run_child(root: Path, tests: Sequence[str], output: int) -> NoReturn:
    code = 3
    try:
        os.setsid()
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.chdir(root)
        for name in [name for name in sys.modules if name.partition(".")[0] in (*COPIED, "manage")]:
            del sys.modules[name]
        sys.path.insert(0, str(root))
        sys.dont_write_bytecode = True
        options = [
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "--no-header",
            f"--rootdir={root}",
            "-c",
            str(root / "pyproject.toml"),
        ]
        code = int(pytest.main([*options, *tests]))
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
