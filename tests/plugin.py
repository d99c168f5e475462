"""Pytest plugin: set the environment before Django reads its settings, and order the tests.

Each pytest process has its own folder and servers, so that two processes share neither a table nor a message.
The servers start with the first test that needs one. DATABASE_URL and REDIS_URL select other servers.
"""

from __future__ import annotations

import gc
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from casino.services.folder import Folder
from casino.services.postgres import ADMIN, database_url
from casino.services.server_lease import servers_to_run
from casino.services.valkey import addresses
from tests import browser

TESTS = Path(__file__).resolve().parent
FOLDER = pytest.StashKey[Path]()
WANTED = pytest.StashKey[list[str]]()
MIGRATED = pytest.StashKey[bool]()  # whether the embedded server came with a migrated database
LEFT_OUT = pytest.StashKey[int]()
SHARED_HOUSE = pytest.StashKey[ExitStack]()  # the running installation, if a test has opened it
SHARED_BROWSER = pytest.StashKey["SharedBrowser"]()
PAGE_FILES = pytest.StashKey[set[Path]]()  # with tests that use it
AT_END = ExitStack()  # what this process closes after its last test
STAGE = pytest.StashKey[int]()  # of an item
HOUSE_IMPORT = re.compile(r"^from tests\.running import .*\bRunningHouse\b", re.MULTILINE)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    path = Path(tempfile.mkdtemp(prefix="feltro-test-"))
    # A server that dropped root's privileges must be able to enter the folder.
    path.chmod(0o711)
    folder = Folder(path)
    # A worker of xdist inherits the controller's environment but runs its own servers.
    early_config.stash[SHARED_HOUSE] = ExitStack()
    early_config.stash[SHARED_BROWSER] = SharedBrowser()
    names = os.environ["TEST_SERVERS"].split() if "TEST_SERVERS" in os.environ else servers_to_run(os.environ)
    early_config.stash[FOLDER], early_config.stash[WANTED], early_config.stash[LEFT_OUT] = path, names, 0
    folder.make()
    environment = {
        "HOUSE_DIR": str(path),
        "HOUSE_TEST": "1",
        "TEST_SERVERS": " ".join(names),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "COMMAND_KEY": secrets.token_hex(32),
        "SEAL_KEY_FILE": str(folder.seal_key()),
        "FILE_KEYS_FILE": str(folder.file_keys()),
        "PERSON_KEYS_FILE": str(folder.person_keys()),
    }
    if "postgres" in names:
        # The administrator: tests create databases and act as an attacker who owns one. A test of the
        # permissions of one process signs in as that process.
        environment["DATABASE_URL"] = database_url(folder, ADMIN)
    if "valkey" in names:
        environment |= addresses(folder, "admin")
    os.environ.update(environment)
    # A process that a test starts must not read the settings of a developer's own installation.
    for name in ("HOUSE_DEMO", "HOUSE_PURE", "DEBUG", "DATABASE_POOL"):
        os.environ.pop(name, None)
    yield


def pytest_unconfigure(config: pytest.Config) -> None:
    AT_END.close()
    shutil.rmtree(config.stash[FOLDER], ignore_errors=True)
    if not hasattr(config, "workeroutput"):
        report_left_out(config)


# --- memory


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays until the end: the search for garbage leaves it out, now and later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


# --- what a refusal of the database means


DENIED = """A process writes only what `database/tables.sql` of the table's package grants to its role.
"permission denied": no GRANT names the column. A page saves only the columns that it means (update_fields).
Any other sentence: no law of the trigger `allowed_to_write` covers this step by this person.
docs/reference/database-rights.md says how to read and write both."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if report.failed and call.excinfo is not None and is_denied(call.excinfo.value):
        report.sections.append(("rights in the database", DENIED))
    return report


def is_denied(error: BaseException | None) -> bool:
    """Whether the database refused it for want of a right."""
    return error is not None and (
        getattr(error, "sqlstate", None) == "42501" or is_denied(error.__cause__ or error.__context__)
    )


# --- optional apps


def extra_of_tests(path: Path) -> str:
    """The optional app whose tests are here: `games.extras.phh` of `tests/games/extras/phh`, or nothing."""
    parts = path.parts
    if "extras" not in parts[:-1]:
        return ""
    at = len(parts) - 1 - parts[::-1].index("extras")
    return ".".join(parts[at - 1 : at + 2])


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """With HOUSE_EXTRAS the suite is that of the core and of the extras that it names."""
    app = extra_of_tests(collection_path.relative_to(TESTS)) if collection_path.is_relative_to(TESTS) else ""
    return True if app and collection_path.is_dir() and app not in settings.EXTRAS else None


def leave_out_whole(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of what is recorded of the house with all extras."""
    if not os.environ.get("HOUSE_EXTRAS"):
        return
    whole = [item for item in items if item.get_closest_marker("whole")]
    items[:] = [item for item in items if item not in whole]
    if whole:
        config.hook.pytest_deselected(items=whole)


# --- the order of the test files


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order whole files: end-to-end and pure tests, then tests that roll back, that commit, and of pages."""
    leave_out_whole(config, items)
    page_files = {item.path for item in items if uses_shared_browser(item)}
    config.stash[PAGE_FILES] = page_files
    kinds_by_file: dict[Path, set[ItemKind]] = {}
    for item in items:
        kind = ItemKind.PAGE if item.path in page_files and not uses_house(item) else item_kind(item)
        kinds_by_file.setdefault(item.path, set()).add(kind)
    if hidden := {str(item.path) for item in items if uses_house(item) and not needs_house(item.path)}:
        raise pytest.UsageError(
            "tests of the running house must import its type, by which their files are known: "
            + ", ".join(sorted(hidden))
        )
    both = {ItemKind.COMMITS, ItemKind.ROLLS_BACK}
    if mixed := [str(path) for path, kinds in kinds_by_file.items() if both <= kinds]:
        raise pytest.UsageError(
            f"tests that commit rows must not share a file with tests that roll back: {', '.join(mixed)}"
        )
    file_kinds = {path: min(kinds) for path, kinds in kinds_by_file.items()}
    positions: dict[Path, float] = {}
    for kind in ItemKind:
        paths = [path for path in file_kinds if file_kinds[path] == kind]
        positions |= {path: number / len(paths) for number, path in enumerate(paths)}
    # End-to-end tests mostly wait and pure tests compute: mixed evenly, one runs while the other waits.
    for item in items:
        item.stash[STAGE] = STAGES[file_kinds[item.path]]
    items.sort(key=lambda item: (item.stash[STAGE], positions[item.path]))
    leave_out_journeys(config, items)


class ItemKind(IntEnum):
    HOUSE = 0
    ROLLS_BACK = 1
    COMMITS = 2
    PAGE = 3
    PURE = 4


STAGES = {
    ItemKind.HOUSE: 0, ItemKind.PURE: 0, ItemKind.ROLLS_BACK: 1, ItemKind.COMMITS: 2, ItemKind.PAGE: 3,
}  # fmt: skip


def item_kind(item: pytest.Item) -> ItemKind:
    fixtures = getattr(item, "fixturenames", [])
    if item.get_closest_marker("journey") or item.get_closest_marker("house") or uses_house(item):
        return ItemKind.HOUSE
    marker = item.get_closest_marker("django_db")
    if "transactional_db" in fixtures or (marker and marker.kwargs.get("transaction")):
        return ItemKind.COMMITS
    if marker or "db" in fixtures or "seeded" in fixtures:  # `seeded` rolls back what its file did
        return ItemKind.ROLLS_BACK
    return ItemKind.COMMITS if "django_db_setup" in fixtures else ItemKind.PURE


def uses_house(item: pytest.Item) -> bool:
    return "house" in getattr(item, "fixturenames", [])


def uses_shared_browser(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("page")) and "chromium" in getattr(item, "fixturenames", [])


@cache
def needs_house(path: Path) -> bool:
    """Read from its text: the process that hands out the files imports none of them."""
    return HOUSE_IMPORT.search(path.read_text("utf-8")) is not None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Of three processes, one is for the tests of the running house."""
    if config.getoption("dist") != "loadfile" or (config.getoption("numprocesses") or 0) < 3:
        return None
    from tests.house_worker import HouseWorkerScheduling

    return HouseWorkerScheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """End the running installation after the last test that may need it: its idle processes take a quarter of
    a core."""
    if item.stash[STAGE] > STAGES[ItemKind.HOUSE]:
        item.config.stash[SHARED_HOUSE].close()
    if item.path not in item.config.stash[PAGE_FILES]:
        item.config.stash[SHARED_BROWSER].close()


class SharedBrowser:
    """One browser for the page tests, which follow one another: opening one takes longer than most tests."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Any = None

    def opened(self, open_browser: Callable[[], AbstractContextManager[Any]]) -> Any:
        if self._browser is not None and not self._browser.is_connected():  # it crashed
            self.close()
        if self._browser is None:
            self._browser = self._stack.enter_context(open_browser())
        return self._browser

    def close(self) -> None:
        """Before others run: its driver's loop allows neither a database nor another loop."""
        self._browser = None
        self._stack.close()


# --- journeys: run with a browser; without one, only counted


def leave_out_journeys(config: pytest.Config, items: list[pytest.Item]) -> None:
    if browser.find() is not None:
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
    elif left_out and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        # A selection of journeys only leaves nothing to run; that is no fault of the selection.
        wanted = browser.is_disabled()
        session.exitstatus = pytest.ExitCode.OK if wanted else pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker collects all tests, so all of them leave out the same number."""
    left_out = getattr(node, "workeroutput", {}).get("journeys_left_out", 0)
    node.config.stash[LEFT_OUT] = max(node.config.stash[LEFT_OUT], left_out)


def report_left_out(config: pytest.Config) -> None:
    """The last lines of the run, below its result: they say why it is red."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not (left_out := config.stash[LEFT_OUT]) or reporter is None:
        return
    if browser.is_disabled():
        reporter.write_line(f"{left_out} journeys were left out, as BROWSER=none asks.", yellow=True)
    else:
        reporter.write_line(f"{left_out} journeys did not run: {browser.missing()}", red=True, bold=True)
