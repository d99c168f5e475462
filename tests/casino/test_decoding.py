"""Every message type is prepared before threads use it: msgspec 0.22 lets another thread see a half-built
type.

Red before: a croupier died with SIGSEGV as it started, and so did 3 of 3 runs of RACE without `prepare`.
"""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from casino.services.folder import PROJECT
from tests.sources import nodes, text, tree

PACKAGES = ("casino", "games", "players")
# Programs of one thread read these.
ONE_THREAD = (
    "management/", "games/vectors/", "games/rulebook/trace.py", "games/rulebook/reach.py",
    "casino/operation/first_house.py",
)  # fmt: skip
READERS = {"decode", "convert"}
PLAIN = {*dir(builtins), "msgspec"}
RACE = """
import sys, threading
from typing import Optional
import msgspec
from players.shared.decoding import prepare

sys.setswitchinterval(1e-6)
for number in range(150):
    kind = int
    for depth in range(12):
        fields = [(f"field{place}", Optional[kind] if place == 0 else int, 0) for place in range(30)]
        kind = msgspec.defstruct(f"Kind{number}x{depth}", fields)
    prepare(kind)
    start = threading.Barrier(4)

    def read():
        start.wait()
        msgspec.json.decode(b'{"field29":1,"field5":1}', type=kind)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("alive")
"""


# Of these words one is in every module that prepares or reads a type.
CANDIDATE = re.compile(r"\b(?:prepare|Decoder|decode|convert)\(")


def modules() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((PROJECT / package).rglob("*.py")):
            if CANDIDATE.search(text(path)):
                yield path.relative_to(PROJECT).as_posix(), path


def calls(inside: Iterable[ast.AST]) -> Iterator[tuple[str, ast.Call]]:
    for node in inside:
        if isinstance(node, ast.Call):
            yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


def names(expression: ast.AST) -> set[str]:
    """The types that an expression names; a variable or parameter stands for types prepared elsewhere."""
    ids = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    return {name for name in ids - PLAIN if name[0].isupper()}


def prepared(module: ast.Module) -> set[str]:
    """The types that a module prepares while it is imported."""
    return {
        name
        for statement in module.body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
        for called, call in calls(ast.walk(statement))
        if called in ("prepare", "Decoder")
        for argument in call.args
        for name in names(argument)
    }


def types_read(path: Path) -> Iterator[tuple[int, ast.expr]]:
    for called, call in calls(nodes(path)):
        if called not in READERS:
            continue
        given = [keyword.value for keyword in call.keywords if keyword.arg == "type"]
        if called == "convert" and len(call.args) > 1:
            given.append(call.args[1])
        yield from ((call.lineno, kind) for kind in given)


def is_of_an_engine(kind: ast.expr) -> bool:
    return isinstance(kind, ast.Attribute) and kind.attr.endswith("_type")


def test_every_type_that_threads_read_is_prepared_while_its_module_is_imported() -> None:
    paths = dict(modules())
    ready = set().union(*(prepared(tree(path)) for path in paths.values()))
    open_types = []
    for name, path in paths.items():
        if any(part in name for part in ONE_THREAD):
            continue
        open_types += [
            (name, line, ast.unparse(kind))
            for line, kind in types_read(path)
            if not is_of_an_engine(kind) and names(kind) - ready
        ]
    assert open_types == []
    assert len(paths) > 40 and len(ready) > 20


def test_a_prepared_type_is_read_by_many_threads_at_once() -> None:
    result = subprocess.run(
        [sys.executable, "-c", RACE], cwd=Path(PROJECT), capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout.strip()) == (0, "alive"), result.stderr[-2000:]
