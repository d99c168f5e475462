"""Which text of the product reaches the database as a statement, and what that text is put together from.

A statement may be put together in the call, in a variable before it, in a function that returns it, or by the
caller of a function that hands it on. Each of these is followed; a value from elsewhere, such as an entry of
a table of constants, is not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

# Calls that take the text of a statement, and which of their arguments it is.
SINKS = {"execute": 0, "executemany": 0, "raw": 0, "RawSQL": 0, "stream": 0, "copy": 0, "RunSQL": 0}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Source:
    """One module: its calls, its functions by name, and what each name stands for in each function."""

    tree: ast.Module
    calls: list[ast.Call] = field(default_factory=list)
    functions: dict[str, list[Function]] = field(default_factory=dict)
    around: dict[ast.AST, tuple[Function, ...]] = field(default_factory=dict)  # of calls and names
    values: dict[tuple[Function | None, str], list[ast.expr]] = field(default_factory=dict)

    @classmethod
    def read(cls, tree: ast.Module) -> Source:
        source = cls(tree)
        source._visit(tree, ())
        return source

    def _visit(self, node: ast.AST, around: tuple[Function, ...]) -> None:
        if isinstance(node, ast.Call):
            self.calls.append(node)
        if isinstance(node, ast.Call | ast.Name):
            self.around[node] = around
        for name, value in _assigned(node):
            self.values.setdefault((around[-1] if around else None, name), []).append(value)
        if isinstance(node, Function):
            self.functions.setdefault(node.name, []).append(node)
            around = (*around, node)
        for child in ast.iter_child_nodes(node):
            self._visit(child, around)

    def assigned(self, name: ast.Name) -> list[ast.expr]:
        """What the name stands for here, in the innermost function that gives it a value or in the module."""
        for function in reversed(self.around.get(name, ())):
            if values := self.values.get((function, name.id)):
                return values
            if name.id in parameters(function):
                return []
        return self.values.get((None, name.id), [])

    def parts(self, text: ast.expr, seen: frozenset[str] = frozenset()) -> set[str]:
        """What is put together to this text, beside constants of the code."""
        match text:
            case ast.JoinedStr():
                pieces = [part.value for part in text.values if isinstance(part, ast.FormattedValue)]
                return self._pieces(pieces, seen)
            case ast.BinOp():
                return self._pieces([text.left, text.right], seen)
            case ast.IfExp():
                return self.parts(text.body, seen) | self.parts(text.orelse, seen)
            case ast.BoolOp():
                return {part for value in text.values for part in self.parts(value, seen)}
            case ast.Call():
                return self._parts_of_call(text, seen)
            case ast.Name() if text.id not in seen and not text.id.isupper():
                return {part for value in self.assigned(text) for part in self.parts(value, seen | {text.id})}
        return set()

    def _pieces(self, pieces: Iterable[ast.expr], seen: frozenset[str]) -> set[str]:
        """Of a text that is put together from these."""
        composed = (ast.JoinedStr, ast.BinOp)
        return {
            part
            for piece in pieces
            if not is_constant(piece)
            for part in (self.parts(piece, seen) if isinstance(piece, composed) else {ast.unparse(piece)})
        }

    def _parts_of_call(self, text: ast.Call, seen: frozenset[str]) -> set[str]:
        target = text.func
        if isinstance(target, ast.Attribute) and target.attr == "encode":
            return self.parts(target.value, seen)
        if isinstance(target, ast.Attribute) and target.attr in ("format", "join"):
            # The driver's own composition quotes every part.
            if ast.unparse(target).startswith("sql.SQL("):
                return set()
            pieces = [*text.args, *(word.value for word in text.keywords)]
            return self._pieces(pieces, seen) | self.parts(target.value, seen)
        name = called(text)
        if name in seen:
            return set()
        returned = [
            node.value
            for function in self.functions.get(name, [])
            for node in ast.walk(function)
            if isinstance(node, ast.Return) and node.value is not None
        ]
        return {part for value in returned for part in self.parts(value, seen | {name})}


def is_constant(value: ast.expr) -> bool:
    """Whether it is written in the code: a literal, a constant of a module, or an entry of one."""
    match value:
        case ast.Constant():
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.Subscript(value=table):
            return is_constant(table)
    return False


def called(node: ast.Call) -> str:
    """The last part of the name of what is called."""
    target = node.func
    return target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")


def parameters(function: Function) -> list[str]:
    """Those that a caller gives."""
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return [*(name for name in names if name not in ("self", "cls")), *_keyword_only(function)]


def _keyword_only(function: Function) -> list[str]:
    return [argument.arg for argument in function.args.kwonlyargs]


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that get a value here."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            yield name, value
        case ast.AugAssign(target=ast.Name(id=name), value=value):
            yield name, ast.BinOp(ast.Constant(""), ast.Add(), value)


def statements(source: Source, sinks: dict[str, tuple[int, str]]) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Each call that takes a statement, with the statement."""
    for node in source.calls:
        name = called(node)
        if name in sinks:
            position, keyword = sinks[name]
            given = [word.value for word in node.keywords if keyword and word.arg == keyword]
            if len(node.args) > position:
                given.append(node.args[position])
            yield from ((node, statement) for statement in given)


def all_sinks(sources: Iterable[Source]) -> dict[str, tuple[int, str]]:
    """The calls of libraries that take a statement, and every function that hands its own argument on."""
    modules = list(sources)
    sinks = {name: (position, "") for name, position in SINKS.items()}
    while True:
        before = len(sinks)
        for source in modules:
            for node, statement in statements(source, sinks):
                for function in source.around[node]:
                    given = parameters(function)
                    name = _handed_on(statement)
                    if name in given and function.name not in sinks:
                        sinks[function.name] = (given.index(name), name)
        if len(sinks) == before:
            return sinks


def _handed_on(statement: ast.expr) -> str:
    if isinstance(statement, ast.Call) and isinstance(statement.func, ast.Attribute):
        statement = statement.func.value  # sql.encode()
    return statement.id if isinstance(statement, ast.Name) else ""
