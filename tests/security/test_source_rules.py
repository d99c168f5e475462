"""Rules for the source of the product: how objects are deserialised, SQL is built, money is written and
messages are sent.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = sorted(
    path
    for package in ("casino", "games", "players")
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
)
# Modules that build objects, or run code, from bytes.
UNSAFE = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "jsonpickle"}
# Names that a statement may contain beside its parameters. Each is a constant of the code, or quoted by the
# driver.
SQL_PARTS = {
    "casino/compliance/regulator/archive.py": {"oldest"},
    "casino/compliance/reading.py": {
        "STATEMENT_TIMEOUT",
        "ROLE",
        "', '.join(map(quote, columns))",
        "quote(table)",
    },
    "casino/compliance/reports/building.py": {"report.sql", "MAX_ROWS + 1"},
    "casino/compliance/reports/daily_totals.py": {"kind", "columns", "QUERIES[kind]"},
    "casino/compliance/self_checks/root_check.py": {"recount"},
    "casino/compliance/warehouse/day_export.py": {"query", "BATCH_ROWS"},
    "casino/management/commands/simulate_house.py": {"', '.join(WRITTEN)"},
    "games/rounds/journal_check.py": {"sql"},
    "players/audit/verification.py": {"query", "table"},
    "players/history/daily_totals.py": {"table"},
    "players/history/movements.py": {"came", "went", "order"},
    "players/wallet/cashier/posting.py": {"function"},
}
# Where rows of the ledger are written, and nowhere else.
LEDGER = {"players/wallet/ledger.py", "casino/demo/simulated_past/play_writer.py"}
SEALS = {"seal", "seal_for_all", "seal_batch", "_internal_batch"}


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


def offences(rule: Callable[[Path], Iterator[str]]) -> list[str]:
    """Where a rule is broken, in the whole product."""
    return [f"{name(path)}: {offence}" for path in PRODUCT for offence in rule(path)]


def code_from_bytes(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = (
                [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            )
            yield from (module for module in modules if module.partition(".")[0] in UNSAFE)
    for called, node in calls(path):
        if isinstance(node.func, ast.Name) and called in ("eval", "exec"):
            yield f"line {node.lineno} calls {called}"
        if any(word.arg == "shell" for word in node.keywords):
            yield f"line {node.lineno} asks for a shell"


def statements_from_text(path: Path) -> Iterator[str]:
    allowed = SQL_PARTS.get(name(path), set())
    for called, node in calls(path):
        if called not in ("execute", "executemany", "raw", "RawSQL") or not node.args:
            continue
        statement, parts = node.args[0], set[str]()
        if isinstance(statement, ast.BinOp):
            parts = {
                ast.unparse(side)
                for side in (statement.left, statement.right)
                if not isinstance(side, ast.Constant)
            }
        elif isinstance(statement, ast.JoinedStr):
            parts = {
                ast.unparse(part.value) for part in statement.values if isinstance(part, ast.FormattedValue)
            }
        elif isinstance(statement, ast.Call) and getattr(statement.func, "attr", "") == "format":
            # The driver's own composition quotes every part.
            parts = set() if ast.unparse(statement.func).startswith("sql.SQL(") else {ast.unparse(statement)}
        if parts - allowed:
            yield f"line {node.lineno}: {parts - allowed}"


def money_beside_the_ledger(path: Path) -> Iterator[str]:
    text = path.read_text()
    if name(path) not in LEDGER:
        words = (
            "INSERT INTO wallet_transfer",
            "COPY wallet_transfer",
            "UPDATE wallet_account",
            "UPDATE wallet_transfer",
        )
        yield from (word for word in words if word in text)
    for called, node in calls(path):
        writes = called in ("create", "bulk_create", "update", "delete", "get_or_create", "update_or_create")
        if writes and ast.unparse(node.func).startswith("Transfer.objects"):
            yield f"line {node.lineno}"


def messages_unsealed(path: Path) -> Iterator[str]:
    for called, node in calls(path):
        if called not in ("publish", "rpush", "lpush") or len(node.args) < 2:
            continue
        parts = [
            part for argument in node.args[1:] for part in ast.walk(argument) if isinstance(part, ast.Call)
        ]
        sealed = any(getattr(part.func, "attr", getattr(part.func, "id", "")) in SEALS for part in parts)
        if not sealed and ast.unparse(node.args[1]) != "batch":
            yield f"line {node.lineno}: {ast.unparse(node)}"


RULES = [code_from_bytes, statements_from_text, money_beside_the_ledger, messages_unsealed]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_product_keeps_the_rule(rule: Callable[[Path], Iterator[str]]) -> None:
    assert offences(rule) == []


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (code_from_bytes, "import pickle"),
        (code_from_bytes, "from marshal import loads"),
        (code_from_bytes, "eval(text)"),
        (code_from_bytes, "run('ls', shell=True)"),
        (statements_from_text, "cursor.execute(f'SELECT {name}')"),
        (statements_from_text, "cursor.execute('SELECT ' + name)"),
        (statements_from_text, "cursor.execute('SELECT {}'.format(name))"),
        (money_beside_the_ledger, "Transfer.objects.create(cents=1)"),
        (money_beside_the_ledger, "cursor.execute('UPDATE wallet_account SET balance = 1')"),
        (messages_unsealed, "valkey.publish('people', frame)"),
    ],
)
def test_the_rule_finds_what_it_looks_for(
    tmp_path: Path, rule: Callable[[Path], Iterator[str]], source: str
) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{__name__}.name", lambda _: "planted.py")
        assert list(rule(planted))


def test_the_list_of_parts_names_nothing_that_is_gone() -> None:
    assert [path for path in SQL_PARTS if not (ROOT / path).exists()] == []
