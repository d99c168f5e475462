"""`make test CHANGED=1`: which tests a changed file concerns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from tests import changed
from tests.changed import GUARDS, LAWS, READERS, select_tests

FILES = {
    "tests/players/wallet/test_ledger.py": "",
    "tests/players/wallet/cashier/test_deposits.py": "from players.wallet.cashier import deposits",
    "tests/players/wallet/cashier/conftest.py": "",
    "tests/players/portal/test_pages.py": "from tests.payers import pay",
    "tests/payers.py": "from players.wallet.ledger import post",
    "tests/games/test_rounds.py": "import games.rounds",
    "tests/rules/test_golden_rounds.py": "",
    "tests/rules/blackjack/test_splits.py": "",
    "tests/rules/roulette/test_bets.py": "",
    "tests/odds/test_odds.py": "",
    "players/wallet/cashier/views.py": 'TEMPLATE = "cashier/deposit.html"',
    "tests/casino/backoffice/test_pages.py": "",
    "tests/docs/test_links.py": "",
    "tests/test_names.py": "",
}
ALWAYS = ["tests/docs/test_links.py", "tests/test_names.py"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "concerned"),
    [
        # Its mirror, and who imports a helper that imports it.
        (
            "players/wallet/ledger.py",
            ["tests/players/portal/test_pages.py", "tests/players/wallet/test_ledger.py"],
        ),
        ("players/wallet/cashier/deposits.py", ["tests/players/wallet/cashier/test_deposits.py"]),
        ("players/wallet/database/tables.sql", ["tests/players/wallet/test_ledger.py"]),
        ("games/rounds/__init__.py", ["tests/games/test_rounds.py"]),
        # What is asked of every engine is asked of this one.
        (
            "games/rules/blackjack/hands.py",
            ["tests/rules/blackjack/test_splits.py", "tests/rules/test_golden_rounds.py"],
        ),
        ("games/odds/blackjack.py", ["tests/odds/test_odds.py"]),
        # Who shows a template names it.
        (
            "templates/cashier/deposit.html",
            ["tests/players/portal", "tests/players/wallet/cashier/test_deposits.py"],
        ),
        ("tests/payers.py", ["tests/players/portal/test_pages.py"]),
        ("tests/players/wallet/test_ledger.py", ["tests/players/wallet/test_ledger.py"]),
        ("tests/players/wallet/cashier/conftest.py", ["tests/players/wallet/cashier"]),
        ("templates/backoffice/work/queue.html", ["tests/casino/backoffice"]),
        ("templates/portal/lobby/lobby.html", ["tests/players/portal"]),
        ("tests/players/wallet/test_that_is_gone.py", []),
        ("LICENSE", []),
    ],
)  # fmt: skip
def test_a_file_concerns(root: Path, file: str, concerned: list[str]) -> None:
    assert select_tests([file], root) == sorted([*concerned, *ALWAYS])


def test_a_file_in_a_folder_that_runs_is_not_named_again(root: Path) -> None:
    found = select_tests(["tests/docs/test_links.py", "docs/glossary.md"], root)
    assert found == ["tests/docs", "tests/test_names.py"]


def test_changes_are_those_of_the_branch_its_files_and_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def write(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", name)
        git("commit", "-qm", name)

    git("init", "-q", "-b", "main")
    write("before.py")
    git("checkout", "-qb", "work")
    write("committed.py")
    git("checkout", "-q", "main")
    write("of-others.py")
    git("checkout", "-q", "work")
    (tmp_path / "before.py").write_text("edited")
    (tmp_path / "new.py").write_text("")
    monkeypatch.setattr(changed, "PROJECT", tmp_path)
    assert changed.changed_files("main") == ["before.py", "committed.py", "new.py"]


def test_a_base_that_does_not_exist_runs_nothing() -> None:
    environment = {"BASE": "no-such-branch", "PATH": "/usr/bin:/bin"}
    result = subprocess.run(
        [sys.executable, "-m", "tests.changed"],
        cwd=PROJECT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stdout) == (2, "") and "BASE names the branch" in result.stderr


def test_what_is_named_exists() -> None:
    readers = {path for paths in READERS.values() for path in paths}
    assert [path for path in (*GUARDS, *LAWS, *readers, *READERS) if not (PROJECT / path).exists()] == []
