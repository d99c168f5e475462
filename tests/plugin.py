"""What must be known before Django's settings are read: a test house of its own, with its own servers in a folder of its own.

Each process of pytest has its folder and its servers, so that two of them share neither a table nor a message. The servers start
with the first test that asks for one; the pure tests need none. DATABASE_URL and REDIS_URL name other servers, as everywhere.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from casino.services.folder import Folder
from casino.services.postgres import ADMIN, database_url
from casino.services.server_lease import servers_to_run
from casino.services.valkey import addresses
from tests import browser

FOLDER = pytest.StashKey[Path]()
WANTED = pytest.StashKey[list[str]]()
LEFT_OUT = pytest.StashKey[int]()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    path = Path(tempfile.mkdtemp(prefix="feltro-test-"))
    # A server that has put root's rights down passes through here.
    path.chmod(0o711)
    folder = Folder(path)
    # A worker of xdist is told what its controller told itself, and still has servers of its own.
    names = os.environ["TEST_SERVERS"].split() if "TEST_SERVERS" in os.environ else servers_to_run(os.environ)
    early_config.stash[FOLDER], early_config.stash[WANTED], early_config.stash[LEFT_OUT] = path, names, 0
    folder.make()
    told = {
        "HOUSE_DIR": str(path),
        "HOUSE_TEST": "1",
        "TEST_SERVERS": " ".join(names),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "COMMAND_KEY": secrets.token_hex(32),
        "SEAL_KEY_FILE": str(folder.seal_key()),
        "FILE_KEYS_FILE": str(folder.file_keys()),
    }
    if "postgres" in names:
        # The administrator: tests create databases and play the attacker who owns one. Who asks what a process may do signs in as it.
        told["DATABASE_URL"] = database_url(folder, ADMIN)
    if "valkey" in names:
        # A test may be web, croupier and attacker at once. A test of one process signs in as that one.
        told |= addresses(folder, "admin")
    os.environ.update(told)
    # A process that is started for a test reads its settings for itself, not for the house that a developer may have open.
    for name in ("HOUSE_DEMO", "HOUSE_PURE", "DEBUG", "DATABASE_POOL"):
        os.environ.pop(name, None)
    yield


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


# --- which process runs what


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files go to the processes whole: first what drives a house or needs no database, then what rolls back, then what commits."""
    turns: dict[Path, set[Turn]] = {}
    for item in items:
        turns.setdefault(item.path, set()).add(turn(item))
    if mixed := [str(path) for path, kinds in turns.items() if {Turn.COMMITS, Turn.ROLLS_BACK} <= kinds]:
        raise pytest.UsageError(
            f"a test that leaves rows behind stands in a file of its own kind, not in {', '.join(mixed)}"
        )
    kinds = {path: min(found) for path, found in turns.items()}
    places: dict[Path, float] = {}
    for kind in Turn:
        alike = [path for path in kinds if kinds[path] == kind]
        places |= {path: number / len(alike) for number, path in enumerate(alike)}
    # What drives a house waits most of its time and what is pure computes: mixed evenly, the one runs while the other waits.
    items.sort(key=lambda item: (STAGES[kinds[item.path]], places[item.path]))
    leave_out_journeys(config, items)


class Turn(IntEnum):
    HOUSE = 0
    ROLLS_BACK = 1
    COMMITS = 2
    PURE = 3


STAGES = {Turn.HOUSE: 0, Turn.PURE: 0, Turn.ROLLS_BACK: 1, Turn.COMMITS: 2}


def turn(item: pytest.Item) -> Turn:
    fixtures = getattr(item, "fixturenames", [])
    if item.get_closest_marker("journey") or item.get_closest_marker("house") or "house" in fixtures:
        return Turn.HOUSE
    marker = item.get_closest_marker("django_db")
    if "transactional_db" in fixtures or (marker and marker.kwargs.get("transaction")):
        return Turn.COMMITS
    if marker or "db" in fixtures:
        return Turn.ROLLS_BACK
    return Turn.COMMITS if "django_db_setup" in fixtures else Turn.PURE


# --- journeys: with a browser, or counted


def leave_out_journeys(config: pytest.Config, items: list[pytest.Item]) -> None:
    if browser.found() is not None:
        return
    journeys = [item for item in items if item.get_closest_marker("journey")]
    items[:] = [item for item in items if item not in journeys]
    config.hook.pytest_deselected(items=journeys)
    config.stash[LEFT_OUT] = len(journeys)


def pytest_sessionfinish(session: pytest.Session) -> None:
    left_out = session.config.stash[LEFT_OUT]
    workeroutput = getattr(session.config, "workeroutput", None)
    if workeroutput is not None:
        workeroutput["journeys_left_out"] = left_out
    elif left_out and not browser.unwanted() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker collects everything: what one of them left out, they all did."""
    left_out = getattr(node, "workeroutput", {}).get("journeys_left_out", 0)
    node.config.stash[LEFT_OUT] = max(node.config.stash[LEFT_OUT], left_out)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash[LEFT_OUT]
    if not left_out:
        return
    if browser.unwanted():
        terminalreporter.write_line(f"{left_out} journeys were left out, as BROWSER=none asks.", yellow=True)
    else:
        terminalreporter.write_line(f"{left_out} journeys did not run: {browser.WHY}", red=True, bold=True)
