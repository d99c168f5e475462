"""Modules imported for a recording: their tables say which rows were asked for.

A row of a table runs once, when its module is imported; what counts is whether somebody looks it up
afterwards. So the recorder imports the product through a hook that turns each literal table of a module into
a `Table`, a dict that reports its reads.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from games.rulebook.reach import assigned_names, rows_of, table_of
from games.rulebook.trace import ROOT
from tests.proofs.reach.marks import leave, note
from tests.proofs.reach.places import PACKAGES, Mark

MAKER = "__table_of_a_recording__"


class Table(dict[Any, Any]):
    """A dict that notes which of its rows are read, and which members of an enum it is asked for."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._marks: dict[Any, Mark] = {}

    @classmethod
    def of(cls, file: str, name: str, rows: Sequence[tuple[int, dict[Any, Any]]]) -> Table:
        """A module's table, each row with the line where it stands."""
        table = cls()
        for line, row in rows:
            for key, value in row.items():
                table[key] = value
                table._marks[key] = Mark("row", file, f"{name}:{line}")
        return table

    def _note(self, key: Any) -> None:
        if key in self._marks:
            leave(self._marks[key])
        note_member(key)

    def __getitem__(self, key: Any) -> Any:
        self._note(key)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._note(key)
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return super().__contains__(key)

    def __iter__(self) -> Iterator[Any]:
        for key in super().__iter__():
            self._note(key)
            yield key

    def keys(self) -> Any:
        self._note_all()
        return super().keys()

    def values(self) -> Any:
        self._note_all()
        return super().values()

    def items(self) -> Any:
        self._note_all()
        return super().items()

    def _note_all(self) -> None:
        for key in super().keys():  # noqa: SIM118
            self._note(key)

    def __reduce__(self) -> Any:
        return dict, (dict(super().items()),)


def note_member(key: object) -> None:
    if isinstance(key, Enum):
        note("key", "", f"{type(key).__name__}.{key.name}")


class _Rewriter(ast.NodeTransformer):
    """Tables that a module binds to a name and that cite rules, and no others."""

    def __init__(self, file: str, wanted: set[str]) -> None:
        self.file, self.wanted = file, wanted

    def visit_Module(self, module: ast.Module) -> ast.Module:
        for statement in module.body:
            table, names = table_of(statement), assigned_names(statement)
            if table is not None and names and names[0] in self.wanted:
                statement.value = self._made(table, names[0])
        return ast.fix_missing_locations(module)

    def _made(self, table: ast.Dict, name: str) -> ast.expr:
        rows: list[ast.expr] = []
        for (cited, _), key, value in zip(rows_of(table), table.keys, table.values, strict=True):
            row = ast.copy_location(ast.Dict([key], [value]), value)
            rows.append(ast.copy_location(ast.Tuple([ast.Constant(cited.lineno), row], ast.Load()), value))
        arguments: list[ast.expr] = [ast.Constant(self.file), ast.Constant(name), ast.Tuple(rows, ast.Load())]
        return ast.copy_location(ast.Call(ast.Name(MAKER, ast.Load()), arguments, []), table)


class _Loader(importlib.machinery.SourceFileLoader):
    wanted: dict[str, set[str]]  # by file: the tables whose rows cite rules

    def get_code(self, fullname: str) -> CodeType:
        """From the source, past the cache of compiled files, which belongs to runs without a recording."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:
        file = Path(path).relative_to(ROOT).as_posix()
        tree = _Rewriter(file, self.wanted.get(file, set())).visit(ast.parse(data, path))
        return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[MAKER] = Table.of
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if name.partition(".")[0] not in PACKAGES or ".migrations" in name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return spec
        if Path(spec.loader.path).relative_to(ROOT).as_posix() in _Loader.wanted:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def install(marks: set[Mark]) -> None:
    _Loader.wanted = {}
    for mark in marks:
        if mark.kind == "row":
            _Loader.wanted.setdefault(mark.file, set()).add(mark.name.rpartition(":")[0])
    sys.meta_path.insert(0, _Finder())
