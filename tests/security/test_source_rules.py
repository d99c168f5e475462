"""Rules that the source of the product keeps: how objects are read back, SQL is built, money is written and messages are sent."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = sorted(
    path for package in ("casino", "games", "players") for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts
)
# Modules that build objects, or run code, from bytes.
UNSAFE = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "jsonpickle"}
# Names that a statement may contain beside its parameters. Each is a constant of the code, or quoted by the driver.
SQL_PARTS = {
    "casino/compliance/files/archive.py": {"each"},
    "casino/compliance/reading.py": {"LONGEST", "ROLE", "', '.join(map(quote, columns))", "quote(table)"},
    "casino/compliance/reports/building.py": {"report.sql", "MOST + 1"},
    "casino/compliance/reports/folding.py": {"kind", "columns", "ASKED[kind]"},
    "casino/compliance/watch/roots.py": {"each"},
    "casino/management/commands/simulate_house.py": {"', '.join(WRITTEN)"},
    "games/tables/proving.py": {"sql"},
    "players/audit/checking.py": {"each", "table"},
    "players/history/folding.py": {"table"},
    "players/history/movements.py": {"came", "went", "order"},
    "players/wallet/cashier/purse.py": {"function"},
}
# Where rows of the ledger are written, and nowhere else.
LEDGER = {"players/wallet/ledger.py", "casino/management/simulated/pen.py"}
SEALS = {"seal", "seal_message"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), str(path))


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call, with the last part of the name of what is called."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            target = node.func
            yield (target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")), node


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_nothing_is_read_back_in_a_way_that_runs_code(path: Path) -> None:
    imported = {
        module.partition(".")[0]
        for node in ast.walk(tree(path))
        for module in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", None) or ""])
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert not imported & UNSAFE
    for called, node in calls(path):
        plain = isinstance(node.func, ast.Name)
        assert not (plain and called in ("eval", "exec")), f"line {node.lineno}"
        assert not any(word.arg == "shell" for word in node.keywords), f"line {node.lineno}"


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_statements_take_their_values_as_parameters(path: Path) -> None:
    for called, node in calls(path):
        if called not in ("execute", "executemany", "raw", "RawSQL") or not node.args:
            continue
        statement = node.args[0]
        if isinstance(statement, ast.BinOp):
            sides = {ast.unparse(side) for side in (statement.left, statement.right) if not isinstance(side, ast.Constant)}
            assert isinstance(statement.op, ast.Add) and sides <= SQL_PARTS.get(name(path), set()), f"line {node.lineno}: {sides}"
        if isinstance(statement, ast.Call) and getattr(statement.func, "attr", "") == "format":
            # The driver's own composition quotes every part.
            assert ast.unparse(statement.func).startswith("sql.SQL("), f"line {node.lineno}"
        if isinstance(statement, ast.JoinedStr):
            parts = {ast.unparse(part.value) for part in statement.values if isinstance(part, ast.FormattedValue)}
            assert parts <= SQL_PARTS.get(name(path), set()), f"line {node.lineno}: {parts}"


def test_the_list_of_parts_names_nothing_that_is_gone() -> None:
    assert [path for path in SQL_PARTS if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_money_is_written_by_the_ledger_alone(path: Path) -> None:
    text = path.read_text()
    if name(path) not in LEDGER:
        for words in ("INSERT INTO wallet_transfer", "COPY wallet_transfer", "UPDATE wallet_account", "UPDATE wallet_transfer"):
            assert words not in text, words
    for called, node in calls(path):
        if called in ("create", "bulk_create", "update", "delete", "get_or_create", "update_or_create"):
            assert not ast.unparse(node.func).startswith("Transfer.objects"), f"line {node.lineno}"


@pytest.mark.parametrize("path", PRODUCT, ids=name)
def test_every_message_that_leaves_a_process_is_sealed(path: Path) -> None:
    for called, node in calls(path):
        if called not in ("publish", "rpush", "lpush") or len(node.args) < 2:
            continue
        sealed = any(
            isinstance(part, ast.Call) and getattr(part.func, "attr", getattr(part.func, "id", "")) in SEALS
            for argument in node.args[1:]
            for part in ast.walk(argument)
        )
        assert sealed or ast.unparse(node.args[1]) == "pack", f"line {node.lineno}: {ast.unparse(node)}"
