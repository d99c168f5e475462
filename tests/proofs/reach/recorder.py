"""A pytest plugin (`-p tests.proofs.reach.recorder`): which citing lines each test reaches inside the live
system.

The live system is entered by the croupier's own code, by a page's request, by a socket or by a worker's task
(`ENTRIES`). Inside it the lines that matter are traced; outside nothing is, so that a unit test of an engine
leaves no mark.
"""

from __future__ import annotations

import functools
import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from uuid import uuid4

import pytest

from games.rulebook.trace import ROOT
from tests.proofs.reach import browser_marks, tables
from tests.proofs.reach.marks import FOLDER, LEFT, LIVE, Where, leave, live
from tests.proofs.reach.places import Mark, Places

ENTRIES = (
    ("games.tables.croupier.transaction", "TableTransaction", ("execute", "hold", "refresh")),
    ("games.tables.croupier.broadcast", "TableBroadcast", ("start", "add", "frames", "snapshot")),
    ("games.tables.croupier.worker", "TableWorker", ("work",)),
    ("games.tables.croupier.chat", "TableChat", ("post",)),
    ("games.tables.web.consumer", "TableConsumer", ("run",)),
    ("games.tables.web.hub", "Hub", ("_report_disconnect",)),
    ("django.core.handlers.base", "BaseHandler", ("get_response", "get_response_async")),
    ("celery.app.task", "Task", ("__call__",)),
)

SYSTEMS: dict[int, str] = {}  # the game of each table that a test has seen
PASSED: set[str] = set()
FAILED: set[str] = set()


# --- lines


class Tracer:
    """Lines that matter, as they are executed by this thread."""

    def __init__(self, wanted: dict[str, frozenset[int]]) -> None:
        self.wanted = wanted
        self.codes: dict[
            int, tuple[CodeType, dict[int, Mark]]
        ] = {}  # by identity: to hash a code object costs more than to run it

    def __call__(self, frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        entry = self.codes.get(id(code))
        if entry is None:
            entry = self.codes[id(code)] = (code, self._marks(code))
        return self._line if entry[1] else None

    def _marks(self, code: CodeType) -> dict[int, Mark]:
        file = code.co_filename.removeprefix(f"{ROOT}/")
        lines = self.wanted.get(file)
        if not lines or code.co_name == "<module>":
            return {}
        return {line: Mark("line", file, str(line)) for _, _, line in code.co_lines() if line in lines}

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            mark = self.codes[id(frame.f_code)][1].get(frame.f_lineno)
            if mark is not None:
                leave(mark)
        return self._line


# --- fields of records


class Field:
    """A record's field that notes when it is read."""

    def __init__(self, field: Any, mark: Mark) -> None:
        self.field, self.mark = field, mark

    def __get__(self, record: Any, owner: Any = None) -> Any:
        if record is None:
            return self.field
        leave(self.mark)
        value = self.field.__get__(record, owner)
        tables.note_member(value)
        return value


def watch_fields(marks: set[Mark]) -> None:
    for mark in marks:
        module = import_module(mark.file.removesuffix(".py").replace("/", "."))
        owner, _, name = mark.name.partition(".")
        record = getattr(module, owner)
        field = vars(record).get(name)
        if inspect.ismemberdescriptor(field):
            setattr(record, name, Field(field, mark))


# --- templates


def watch_templates(files: set[str]) -> None:
    from django.template.base import Node, TextNode

    for kind in (Node, TextNode):
        kind.render_annotated = _noting(kind.render_annotated, files)


def _noting(render: Callable[..., Any], files: set[str]) -> Callable[..., Any]:
    @functools.wraps(render)
    def render_annotated(node: Any, context: Any) -> Any:
        if LIVE.get() is not None and getattr(node, "token", None) is not None:
            file = str(getattr(node.origin, "name", "")).removeprefix(f"{ROOT}/")
            if file in files:
                leave(Mark("node", file, str(node.token.lineno)))
        return render(node, context)

    return render_annotated


# --- entries


def watch_entries(tracer: Tracer) -> None:
    from django.db.models.signals import post_init, post_save

    from games.models import Table

    for signal in (post_init, post_save):
        signal.connect(_remember_system, sender=Table, weak=False)
    for module, name, methods in ENTRIES:
        owner = getattr(import_module(module), name)
        for method in methods:
            setattr(owner, method, _entered(getattr(owner, method), tracer))


def _remember_system(instance: Any, **_: Any) -> None:
    if instance.pk is not None and "system" not in instance.get_deferred_fields():
        SYSTEMS[instance.pk] = instance.system


def _game(owner: Any) -> str:
    table = getattr(owner, "table", None)
    return SYSTEMS.get(table, "") if isinstance(table, int) else ""


def _entered(function: Callable[..., Any], tracer: Tracer) -> Callable[..., Any]:
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def entered_async(self: Any, *given: Any, **named: Any) -> Any:
            before = sys.gettrace()
            with live(_game(self)):
                sys.settrace(tracer)
                try:
                    return await function(self, *given, **named)
                finally:
                    sys.settrace(before)

        return entered_async

    @functools.wraps(function)
    def entered(self: Any, *given: Any, **named: Any) -> Any:
        before = sys.gettrace()
        with live(_game(self)):
            sys.settrace(tracer)
            try:
                return function(self, *given, **named)
            finally:
                sys.settrace(before)

    return entered


# --- pytest

MARKS = {mark for marks in Places().all().values() for mark in marks}
tables.install(MARKS)


def pytest_sessionstart() -> None:
    from django.apps import apps

    assert apps.ready
    lines: dict[str, set[int]] = {}
    for mark in MARKS:
        if mark.kind == "line":
            lines.setdefault(mark.file, set()).add(int(mark.name))
    watch_entries(Tracer({file: frozenset(numbers) for file, numbers in lines.items()}))
    watch_fields({mark for mark in MARKS if mark.kind == "field"})
    watch_templates({mark.file for mark in MARKS if mark.kind == "node"})
    browser_marks.watch({mark for mark in MARKS if mark.kind == "script"})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    forget_caches()
    Where.test = item.nodeid.partition("[")[0]
    try:
        return (yield)
    finally:
        Where.test = ""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    try:
        return (yield)
    finally:
        browser_marks.collect()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
    """What is made once for many tests is none of the test that happens to be the first."""
    test = Where.test
    if fixturedef.scope != "function":
        Where.test = ""
    try:
        return (yield)
    finally:
        Where.test = test


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    test = report.nodeid.partition("[")[0]
    if report.failed:
        FAILED.add(test)
    elif report.when == "call" and report.passed:
        PASSED.add(test)


def pytest_sessionfinish() -> None:
    folder = os.environ.get(FOLDER)
    if folder:
        passed = sorted(PASSED - FAILED)
        left = {test: sorted([*mark, game] for mark, game in LEFT[test]) for test in passed if test in LEFT}
        Path(folder, f"{uuid4().hex}.json").write_text(
            json.dumps({"passed": passed, "failed": sorted(FAILED), "left": left})
        )


def forget_caches() -> None:
    """What a rule has worked out for an earlier test would not be worked out, and so not be seen, in this
    one.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("games.rules."):
            for value in list(vars(module).values()):
                if getattr(value, "__module__", None) == name and hasattr(value, "cache_clear"):
                    value.cache_clear()
