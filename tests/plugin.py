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
from pathlib import Path
from typing import Any

import pytest

from casino.embedded.borrow import missing
from casino.embedded.folder import Folder
from casino.embedded.postgres import Postgres
from casino.embedded.valkey import Valkey
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
    names = os.environ["TEST_SERVERS"].split() if "TEST_SERVERS" in os.environ else missing(os.environ)
    early_config.stash[FOLDER], early_config.stash[WANTED], early_config.stash[LEFT_OUT] = path, names, 0
    folder.make()
    told = {
        "HOUSE_DIR": str(path),
        "HOUSE_TEST": "1",
        "TEST_SERVERS": " ".join(names),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "COMMAND_KEY": secrets.token_hex(32),
        "SEAL_KEY_FILE": str(folder.seal_key()),
    }
    if "postgres" in names:
        told["DATABASE_URL"] = Postgres(folder).url()
    if "valkey" in names:
        told["REDIS_URL"] = Valkey(folder).url()
    os.environ.update(told)
    # A process that is started for a test reads its settings for itself, not for the house that a developer may have open.
    for name in ("HOUSE_DEMO", "HOUSE_PURE", "DEBUG", "DATABASE_ROLE", "DATABASE_POOL"):
        os.environ.pop(name, None)
    yield


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


# --- which process runs what


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    # Before the others: xdist writes the groups into the tests' names, pytest-django puts those that commit after those that roll back.
    for item in items:
        item.add_marker(pytest.mark.xdist_group(group(item)))
    yield
    # The longest chain begins first.
    items.sort(key=lambda item: group(item) != HOUSE)
    leave_out_journeys(config, items)


HOUSE = "house"


def group(item: pytest.Item) -> str:
    """A file keeps to one process, which seeds its house once; what leaves rows behind comes after all that wants to find none."""
    if item.get_closest_marker("journey") or item.get_closest_marker("house") or HOUSE in fixtures(item):
        # There is one house to drive, and it takes seconds to open.
        return HOUSE
    return f"{item.path} commits" if commits(item) else str(item.path)


def fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


def commits(item: pytest.Item) -> bool:
    if marker := item.get_closest_marker("django_db"):
        return bool(marker.kwargs.get("transaction"))
    asked = fixtures(item)
    return "transactional_db" in asked or ("django_db_setup" in asked and "db" not in asked)


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
