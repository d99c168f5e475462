"""Rules for the source of the product: how objects are deserialised, SQL is built, money is written and
messages are sent.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import nodes, text, tree
from tests.sql_statements import Source, all_sinks, statements

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
    "casino/archive/archive.py": {"oldest"},
    "casino/compliance/reading.py": {
        "STATEMENT_TIMEOUT",
        "ROLE",
        "', '.join(map(quote, columns))",
        "quote(table)",
    },
    "casino/compliance/monitoring/record.py": {"' UNION ALL '.join(wanted)", "sql", "place"},
    "casino/compliance/regulator/facts/__init__.py": {"sql", "BATCH"},
    # Made of `question_data` alone; what a person typed is a parameter.
    "casino/compliance/duties/questions.py": {"sql", "MAX_ROWS + 1"},
    "casino/compliance/reports/building.py": {"report.sql", "MAX_ROWS + 1"},
    "casino/compliance/reports/daily_totals.py": {"kind", "columns", "QUERIES[kind]"},
    "casino/compliance/reports/drilldown.py": {"scope", "moves", "only_jackpot"},
    "casino/record_checks/record_roots.py": {"table", "row_digests", "moment"},
    "casino/record_checks/root_check.py": {"recount"},
    "casino/extras/warehouse/day_export.py": {"query", "BATCH_ROWS"},
    "casino/management/commands/simulate_house.py": {"', '.join(WRITTEN)"},
    "games/rounds/proof/sums_check.py": {"sql"},
    "players/audit/seals.py": {"table", "row"},
    "players/audit/verification.py": {"query", "table"},
    "players/history/daily_totals.py": {"table"},
    "players/history/movements.py": {"came", "went", "order"},
    "players/wallet/bank/chargebacks.py": {"function"},
    "players/wallet/cashier/posting.py": {"function"},
}
# Where rows of the ledger are written, and nowhere else.
LEDGER = {
    "players/wallet/ledger.py",
    "casino/demo/simulated_past/people.py",  # opens wallets without money
    "casino/demo/simulated_past/play_writer.py",
}
MONEY_ROWS = {"Transfer", "Account"}
WRITES = {
    "create", "acreate", "bulk_create", "update", "aupdate", "bulk_update", "delete", "adelete", "save",
    "get_or_create", "update_or_create",
}  # fmt: skip
SEALS = {"seal", "seal_for_all", "seal_batch", "_internal_batch"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call, with the last part of the name of what is called."""
    for node in nodes(path):
        if isinstance(node, ast.Call):
            target = node.func
            yield (target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")), node


def offences(rule: Callable[[Path], Iterator[str]]) -> list[str]:
    """Where a rule is broken, in the whole product."""
    return [f"{name(path)}: {offence}" for path in PRODUCT for offence in rule(path)]


def code_from_bytes(path: Path) -> Iterator[str]:
    for node in nodes(path):
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


@cache
def source(path: Path) -> Source:
    return Source.read(tree(path))


def takes_statements(path: Path, sinks: Iterable[str]) -> bool:
    """Whether any of these is called there at all. Most of the product calls none, and need not be read."""
    return any(f"{sink}(" in text(path) for sink in sinks)


@cache
def product_sinks() -> dict[str, tuple[int, str]]:
    sinks: dict[str, tuple[int, str]] = all_sinks([])
    while True:
        reached = all_sinks(source(path) for path in PRODUCT if takes_statements(path, sinks))
        if reached.keys() == sinks.keys():
            return sinks
        sinks = reached


def statements_from_text(path: Path) -> Iterator[str]:
    allowed = SQL_PARTS.get(name(path), set())
    if not takes_statements(path, product_sinks()):
        return
    for node, statement in statements(source(path), product_sinks() | all_sinks([source(path)])):
        if parts := source(path).parts(statement) - allowed:
            yield f"line {node.lineno}: {parts}"


def money_beside_the_ledger(path: Path) -> Iterator[str]:
    if name(path) in LEDGER:
        return
    content = text(path)
    words = (
        "INSERT INTO wallet_transfer",
        "INSERT INTO wallet_account",
        "COPY wallet_transfer",
        "UPDATE wallet_account",
        "UPDATE wallet_transfer",
        "DELETE FROM wallet_",
    )
    yield from (word for word in words if word in content)
    if not any(word in content for word in (*MONEY_ROWS, "balance")):
        return
    for called_name, node in calls(path):
        if called_name in MONEY_ROWS:
            yield f"line {node.lineno} makes a row of the ledger"
        elif called_name in WRITES and isinstance(node.func, ast.Attribute):
            rows = {part.id for part in ast.walk(node.func.value) if isinstance(part, ast.Name)}
            # A list of new rows is found where each is made.
            if rows & MONEY_ROWS:
                yield f"line {node.lineno} writes to the ledger"
    for node in nodes(path):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            for target in targets:
                if isinstance(target, ast.Attribute) and target.attr == "balance":
                    yield f"line {node.lineno} sets a balance"


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
        (statements_from_text, "sql = f'SELECT {name}'\ncursor.execute(sql)"),
        (statements_from_text, "def read(name):\n    sql = 'SELECT ' + name\n    cursor.execute(sql)"),
        (statements_from_text, "sql = 'SELECT 1'\nsql += name\ncursor.execute(sql)"),
        (statements_from_text, "sql: str = 'SELECT %s' % name\ncursor.execute(sql.encode())"),
        (statements_from_text, "cursor.execute(one if plain else f'SELECT {name}')"),
        (statements_from_text, "cursor.execute(' '.join(words))"),
        (statements_from_text, "if (sql := f'SELECT {name}'):\n    cursor.execute(sql)"),
        (statements_from_text, "def text(name):\n    return f'SELECT {name}'\ncursor.execute(text(1))"),
        (statements_from_text, "def run(sql):\n    cursor.execute(sql)\nrun(f'SELECT {name}')"),
        (statements_from_text, "def run(*, sql):\n    cursor.execute(sql)\nrun(sql='SELECT ' + name)"),
        (
            statements_from_text,
            "def run(sql):\n    go(sql)\ndef go(sql):\n    cursor.execute(sql)\nrun(f'SELECT {name}')",
        ),
        (statements_from_text, "bound_queries.call(f'SELECT {name}', [])"),
        (statements_from_text, "cursor.copy(f'COPY {name} TO STDOUT')"),
        (statements_from_text, "cursor.stream(f'SELECT {name}')"),
        (statements_from_text, "Round.objects.raw(f'SELECT {name}')"),
        (money_beside_the_ledger, "Transfer.objects.create(cents=1)"),
        (money_beside_the_ledger, "Transfer(cents=1).save()"),
        (money_beside_the_ledger, "row = models.Transfer(cents=1)"),
        (money_beside_the_ledger, "Transfer.objects.filter(pk=1).delete()"),
        (money_beside_the_ledger, "Account.objects.update(balance=1)"),
        (money_beside_the_ledger, "Account.objects.filter(pk=1).update(balance=F('balance') + 1)"),
        (money_beside_the_ledger, "Account.objects.bulk_update(rows, ['balance'])"),
        (money_beside_the_ledger, "account.balance += 100\naccount.save()"),
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


def test_a_statement_of_constants_passes(tmp_path: Path) -> None:
    """Else the rule would be switched off by exceptions."""
    planted = tmp_path / "planted.py"
    planted.write_text(
        "SQL = 'SELECT 1'\n"
        "def run(sql, values):\n    cursor.execute(sql, values)\n"
        "def read(kind):\n    sql = QUERIES[kind]\n    cursor.execute(sql)\n"
        "run(SQL, [name])\ncursor.execute('SELECT %s', [f'{name}'])\nrows = query.copy()\n"
        "cursor.copy(sql.SQL('COPY {} TO STDOUT').format(sql.Identifier(name)))\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{__name__}.name", lambda _: "planted.py")
        assert list(statements_from_text(planted)) == []


def test_the_list_of_parts_names_nothing_that_is_gone() -> None:
    assert [path for path in SQL_PARTS if not (ROOT / path).exists()] == []
