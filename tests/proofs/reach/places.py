"""What has to run before a citing line counts as reached.

Citations are on code of many kinds, and "executed" has another meaning for each:

- a statement of a function: that line ran; a docstring or signature: the function was entered; a `case`: its
  body ran;
- a function that is called only to make a module's values, at import or on first use: such a value was read
  (which part of it was read is not seen);
- a row of a module's table: that key was looked up, or the row was handed out by an iteration;
- a field of a record: the field was read; a class: an instance was made, matched or used;
- a constant or an enum member: a line that names it ran, or a table was read with the member;
- a template: its nodes were rendered; a script: the block ran in a browser.

Every such fact is a `Mark`. The recorder notes which marks running tests leave; this module knows which marks
a line needs.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from games.rulebook.reach import (
    FUNCTIONS,
    Citation,
    assigned_names,
    citing_lines,
    row_of,
    rows_of,
    statement_of,
    table_of,
)
from games.rulebook.trace import ROOT

PACKAGES = ("games", "players", "casino")


class Mark(NamedTuple):
    """One fact about running code: its kind, its file, and a line or name."""

    kind: str  # line, row, field, key, node or script
    file: str
    name: str


class Module:
    """One Python file of the product, parsed."""

    def __init__(self, root: Path, file: str) -> None:
        self.file = file
        self.source = (root / file).read_text("utf-8")
        self.tree = ast.parse(self.source)
        self.lines = self.source.splitlines()
        self.name = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    @cached_property
    def code_lines(self) -> frozenset[int]:
        """The lines that Python can report as executed."""
        lines: set[int] = set()
        waiting = [compile(self.source, self.file, "exec")]
        while waiting:
            code = waiting.pop()
            lines |= {line for _, _, line in code.co_lines() if line}
            waiting += [constant for constant in code.co_consts if hasattr(constant, "co_lines")]
        return frozenset(lines)

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """Local name: the module it comes from, and its name there; an empty name is the module itself."""
        names: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    names[alias.asname or alias.name] = (node.module, alias.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    names[alias.asname or alias.name] = (alias.name, "")
        return names

    @cached_property
    def uses(self) -> list[tuple[str, str, str, ast.expr, tuple[ast.AST, ...]]]:
        """Every name that is read: its module and name, its attribute, the node and its parents."""
        uses = []
        for node, parents in _walk(self.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                parent = parents[-1]
                attribute = parent.attr if isinstance(parent, ast.Attribute) and parent.value is node else ""
                module, name = self.imports.get(node.id, (self.name, node.id))
                if f"{module}.{name}" in MODULES and attribute:  # `from package import module`
                    outer = parents[-2]
                    attribute_read = (
                        outer.attr if isinstance(outer, ast.Attribute) and outer.value is parent else ""
                    )
                    uses.append((f"{module}.{name}", attribute, attribute_read, node, parents))
                else:
                    uses.append((module, name, attribute, node, parents))
        return uses

    def filled_by(self, function: str) -> set[str]:
        """The module's own lists and tables to which a function assigns items."""
        names = {name for statement in self.tree.body for name in assigned_names(statement)}
        return {
            node.value.id
            for outer in self.tree.body
            if isinstance(outer, FUNCTIONS) and outer.name == function
            for node in ast.walk(outer)
            if isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id in names
        }


MODULES: dict[str, Module] = {}


def _walk(node: ast.AST, parents: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    for child in ast.iter_child_nodes(node):
        yield child, (*parents, node)
        yield from _walk(child, (*parents, node))


class Places:
    """The marks that make each citing line of the product count as reached."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        files = [
            path.relative_to(root).as_posix()
            for package in PACKAGES
            for path in sorted((root / package).rglob("*.py"))
        ]
        for file in files:
            if "/migrations/" not in file:
                module = Module(root, file)
                MODULES[module.name] = module
        self.by_file = {module.file: module for module in MODULES.values()}
        self.uses: dict[tuple[str, str], list[tuple[Module, str, ast.expr, tuple[ast.AST, ...]]]] = (
            defaultdict(list)
        )
        self.attributes: dict[str, set[Mark]] = defaultdict(set)
        for module in MODULES.values():
            for source, name, attribute, node, parents in module.uses:
                self.uses[source, name].append((module, attribute, node, parents))
            for node, parents in _walk(module.tree):
                if isinstance(node, ast.Attribute) and any(
                    isinstance(parent, FUNCTIONS) for parent in parents
                ):
                    self.attributes[node.attr].add(Mark("line", module.file, str(node.lineno)))
        self.classes = {
            node.name: (module, node)
            for module in MODULES.values()
            for node in module.tree.body
            if isinstance(node, ast.ClassDef)
        }
        self._busy: set[tuple[str, str, str]] = set()

    def all(self) -> dict[Citation, frozenset[Mark]]:
        return {cited: frozenset(self.marks(cited)) for cited in citing_lines(self.root)}

    def marks(self, cited: Citation) -> set[Mark]:
        suffix = Path(cited.file).suffix
        if suffix == ".html":
            return self._of_template(cited)
        if suffix == ".js":
            return {Mark("script", cited.file, str(cited.line))}
        if suffix != ".py":
            return set()
        module = self.by_file[cited.file]
        return self._of_python(module, cited.line)

    # --- Python

    def _of_python(self, module: Module, line: int) -> set[Mark]:
        path, statement = statement_of(module.tree, line)
        function = next((node for node in reversed(path) if isinstance(node, FUNCTIONS)), None)
        if function is not None:
            outermost = path[0].name if isinstance(path[0], FUNCTIONS) else ""
            values = self._made_values(module, outermost, frozenset()) or set()
            readers = set().union(*(self._of_name(owner, name) for owner, name in values))
            return self._of_function_line(module, function, statement, line) | readers
        owner = next((node for node in reversed(path) if isinstance(node, ast.ClassDef)), None)
        if owner is not None:
            return self._of_class_line(module, owner, statement)
        if statement is None:
            return self._of_module(module)
        return self._of_module_line(module, statement, line)

    def _of_module(self, module: Module) -> set[Mark]:
        """Any of its functions runs; of a module without functions, any of its values is read."""
        if marks := _lines(module.file, _function_lines(module.tree.body)):
            return marks
        names = [name for statement in module.tree.body for name in assigned_names(statement)]
        return set().union(*(self._of_name(module, name) for name in names))

    def _of_function_line(
        self,
        module: Module,
        function: ast.FunctionDef | ast.AsyncFunctionDef,
        statement: ast.stmt | None,
        line: int,
    ) -> set[Mark]:
        if statement is None:
            return _lines(module.file, _body_lines(function))
        if isinstance(statement, ast.Match):
            for case in statement.cases:
                if case.pattern.lineno <= line < case.body[0].lineno:
                    return _lines(module.file, range(case.body[0].lineno, (case.body[0].end_lineno or 0) + 1))
        if line in module.code_lines and statement.lineno <= line:
            return _lines(module.file, [line])
        last = (
            statement.body[0].lineno - 1
            if hasattr(statement, "body")
            else statement.end_lineno or statement.lineno
        )
        return _lines(module.file, range(statement.lineno, max(last, statement.lineno) + 1))

    def _made_values(
        self, module: Module, function: str, callers: frozenset[str]
    ) -> set[tuple[Module, str]] | None:
        """The module values that a function is called to make; None if it is called for anything else."""
        filled = {(module, name) for name in module.filled_by(function)}
        values = set(filled)
        for user, _, node, parents in self.uses[module.name, function]:
            call, around = parents[-1], parents[-2]
            if not (isinstance(call, ast.Call) and call.func is node):
                return None  # passed on as a value
            outer = next((parent for parent in parents if isinstance(parent, (*FUNCTIONS, ast.Lambda))), None)
            if outer is None:
                names = assigned_names(parents[1])
                if not names and not (filled and around is parents[1]):
                    return None
                values |= {(user, name) for name in names}
            elif filled and isinstance(around, ast.Expr):
                continue  # called for what it fills alone
            elif isinstance(outer, ast.Lambda) or outer not in user.tree.body:
                return None
            elif outer.name not in callers | {function}:
                above = self._made_values(user, outer.name, callers | {function})
                if above is None:
                    return None
                values |= above
        return values

    def _of_class_line(self, module: Module, owner: ast.ClassDef, statement: ast.stmt | None) -> set[Mark]:
        if statement is None:
            return self._of_class(module, owner)
        name = _assigned(statement)
        if not name:
            return self._of_class(module, owner)
        bases = {ast.unparse(base).split(".")[-1] for base in owner.bases}
        if any("Enum" in base for base in bases):
            return self._of_member(module, owner.name, name)
        if self._is_record(owner):
            return {Mark("field", module.file, f"{owner.name}.{name}")}
        return self._of_name(module, owner.name, name) or self.attributes[name]

    def _is_record(self, owner: ast.ClassDef) -> bool:
        for base in owner.bases:
            name = ast.unparse(base).split(".")[-1]
            if name == "Struct" or (
                name in self.classes and name != owner.name and self._is_record(self.classes[name][1])
            ):
                return True
        return False

    def _of_class(self, module: Module, owner: ast.ClassDef) -> set[Mark]:
        """The class is instantiated or matched, or one of its methods or fields is used."""
        marks = _lines(module.file, _function_lines(owner.body))
        marks |= {
            Mark("field", module.file, f"{owner.name}.{name}") for name in map(_assigned, owner.body) if name
        }
        for user, _, node, parents in self.uses[module.name, owner.name]:
            parent = parents[-1]
            if isinstance(parent, ast.MatchClass) and parent.cls is node:
                marks |= _case_body(user.file, parents)
            elif (
                isinstance(parent, ast.Compare | ast.Call)
                and isinstance(parents[-2], ast.If)
                and parents[-2].test is parent
            ):
                # `if type(command) is Hit:` or `if isinstance(command, Hit):`
                marks |= _lines(user.file, [parents[-2].body[0].lineno])
            elif isinstance(parent, ast.Call) and parent.func is node and _in_function(parents):
                marks |= _lines(user.file, [node.lineno, parent.lineno])
            elif isinstance(parent, ast.Attribute) and _in_function(parents):
                marks |= _lines(user.file, [node.lineno])
        return marks

    def _of_member(self, module: Module, owner: str, name: str) -> set[Mark]:
        return {Mark("key", "", f"{owner}.{name}")} | self._of_name(module, owner, name)

    def _of_module_line(self, module: Module, statement: ast.stmt, line: int) -> set[Mark]:
        value = getattr(statement, "value", None)
        names = assigned_names(statement)
        table = table_of(statement)
        if table is not None and names:
            row = row_of(statement, line)
            return self._of_rows(module, names[0], [row] if row else rows_of(table))
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in self.classes:
            owner_module, owner = self.classes[value.func.id]
            for keyword in value.keywords:
                if (
                    keyword.arg
                    and keyword.value.lineno <= line <= (keyword.value.end_lineno or 0)
                    and self._is_record(owner)
                ):
                    return {Mark("field", owner_module.file, f"{owner.name}.{keyword.arg}")}
        marks: set[Mark] = set()
        for name in names:
            marks |= self._of_name(module, name) or self.attributes[name]
        return marks

    def _of_rows(self, module: Module, name: str, rows: list[tuple[ast.expr, ast.expr]]) -> set[Mark]:
        """These rows are read, in the table itself or in another table that includes it."""
        marks = {Mark("row", module.file, f"{name}:{key.lineno}") for key, _ in rows}
        for user, _, node, parents in self.uses[module.name, name]:
            statement = parents[1] if len(parents) > 1 else None
            if (
                statement is not None
                and table_of(statement) is not None
                and isinstance(parents[-1], ast.Dict)
            ):
                row = row_of(statement, node.lineno) or (node, node)
                for target in assigned_names(statement):
                    marks |= self._of_rows(user, target, [row])
        return marks | {
            Mark("key", "", ast.unparse(key)) for key, _ in rows if isinstance(key, ast.Attribute)
        }

    def _of_name(self, module: Module, name: str, attribute: str = "") -> set[Mark]:
        """The lines of functions that read a name, or read a value computed from it at import."""
        key = (module.name, name, attribute)
        if key in self._busy:
            return set()
        self._busy.add(key)
        marks: set[Mark] = set()
        for user, attribute_read, node, parents in self.uses[module.name, name]:
            if (attribute and attribute_read != attribute) or _is_filled(node, parents):
                continue
            if any(
                isinstance(parent, ast.match_case) and _within(node, parent.pattern) for parent in parents
            ):
                marks |= _case_body(user.file, parents)
            elif _in_function(parents):
                marks |= _lines(user.file, [node.lineno])
            else:
                marks |= self._of_python(user, node.lineno)
        self._busy.discard(key)
        return marks

    # --- templates

    def _of_template(self, cited: Citation) -> set[Mark]:
        text = (self.root / cited.file).read_text("utf-8").splitlines()
        first_block = next((number for number, row in enumerate(text, 1) if "{% block" in row), len(text) + 1)
        extends = any("{% extends" in row for row in text[:first_block])
        if extends and cited.line < first_block:  # only the blocks of such a template are rendered
            return {Mark("node", cited.file, str(number)) for number in range(1, len(text) + 1)}
        return {Mark("node", cited.file, str(number)) for number in range(cited.line, cited.line + 4)}


def _lines(file: str, numbers: Iterable[int]) -> set[Mark]:
    return {Mark("line", file, str(number)) for number in numbers}


def _in_function(parents: tuple[ast.AST, ...]) -> bool:
    return any(isinstance(parent, (*FUNCTIONS, ast.Lambda)) for parent in parents)


def _is_filled(node: ast.AST, parents: tuple[ast.AST, ...]) -> bool:
    """Whether this is a write, `TABLE[key] = value`."""
    parent = parents[-1]
    return isinstance(parent, ast.Subscript) and parent.value is node and isinstance(parent.ctx, ast.Store)


def _within(node: ast.AST, outer: ast.AST) -> bool:
    return any(inner is node for inner in ast.walk(outer))


def _case_body(file: str, parents: tuple[ast.AST, ...]) -> set[Mark]:
    case = next(parent for parent in reversed(parents) if isinstance(parent, ast.match_case))
    return _lines(file, range(case.body[0].lineno, (case.body[0].end_lineno or 0) + 1))


def _body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[int]:
    body = (
        function.body[1:]
        if ast.get_docstring(function) is not None and len(function.body) > 1
        else function.body
    )
    return [line for node in body for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)]


def _function_lines(body: Iterable[ast.AST]) -> list[int]:
    return [
        line
        for outer in body
        for node in ast.walk(outer)
        if isinstance(node, FUNCTIONS)
        for line in _body_lines(node)
    ]


def _assigned(statement: ast.stmt) -> str:
    return next(iter(assigned_names(statement)), "")
