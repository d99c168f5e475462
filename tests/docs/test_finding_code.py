"""docs/contributing/finding-code.md names files and functions that exist, and reading it takes less than
five minutes.
"""

from __future__ import annotations

import re

import pytest

from casino.services.folder import PROJECT

PAGE = (PROJECT / "docs/contributing/finding-code.md").read_text("utf-8")
README = (PROJECT / "README.md").read_text("utf-8")
WORDS_PER_MINUTE = 250
SECONDS_PER_FILE = 10  # to open a file and to see the lines that answer
SECONDS = 300
# What the page says of a file, and the text that is found there.
NAMED = [
    ("games/rules/blackjack/decisions.py", "rule_against_double", "def rule_against_double("),
    ("games/rules/blackjack/decisions.py", "decide", "def decide("),
    ("games/rules/blackjack/decisions.py", "may_double", "def may_double("),
    ("games/rules/blackjack/settlement.py", "postings", "def postings("),
    ("games/tables/croupier/transaction.py", "TableTransaction.execute", "def execute("),
    ("games/tables/croupier/transaction.py", "_write", "def _write("),
    ("players/wallet/ledger.py", "write", "def write("),
    ("games/floor/changes.py", "propose_change", "def propose_change("),
    ("games/tables/croupier/automatic_steps.py", "BetsOpened", "BetsOpened("),
    ("games/rules/blackjack/bets.py", "BJ-9", '"BJ-9"'),
    ("games/rules/shared/sessions.py", "may_invite", "def may_invite("),
    ("games/rules/shared/sessions.py", "may_end", "def may_end("),
    ("games/rules/shared/sessions.py", "CAUSES", "CAUSES:"),
    ("games/tables/domain/commands.py", "check_inactivity", "def check_inactivity("),
    ("games/floor/tasks.py", "sweep_inactivity", "def sweep_inactivity("),
    ("players/wallet/cashier/database/tables.sql", "not requested_by_id", "not requested_by_id"),
    ("casino/database/allowed_to_write.sql", "allowed_to_write", "CREATE FUNCTION allowed_to_write("),
    ("games/rulebook/database/rule_changes.sql", "rule_three_people", "CREATE FUNCTION rule_three_people("),
    ("docs/contributing/adding-a-game.md", "games/catalogue", "`games/catalogue`, a package"),
    ("games/rules/engine.py", "contract", "class Engine(Protocol["),
    ("tests/games/toy/rules.py", "engine", "Engine["),
]
ANSWERS = PAGE.split("\n## ")[1:]
OPENED = re.compile(r"\*\*`([^`]+)`\*\*")


@pytest.mark.parametrize(("file", "name", "text"), NAMED, ids=[name for _file, name, _text in NAMED])
def test_what_the_page_names_is_in_the_file(file: str, name: str, text: str) -> None:
    assert name in PAGE and file in PAGE
    assert text in (PROJECT / file).read_text("utf-8")


def test_the_readme_leads_to_the_page() -> None:
    assert "docs/contributing/finding-code.md" in README


def test_every_question_is_answered_in_three_files() -> None:
    opened = [OPENED.findall(answer) for answer in ANSWERS]
    assert len(opened) == 6
    assert {len(files) for files in opened} <= {1, 2, 3}
    assert {file for files in opened for file in files} == {file for file, _name, _text in NAMED}


def test_the_walk_takes_less_than_five_minutes() -> None:
    """All answers, read in the order of the page, with every file in bold opened."""
    words = len(re.findall(r"[\w'.:/-]*\w[\w'.:/-]*", " ".join(ANSWERS)))
    files = len(OPENED.findall(PAGE))
    assert words * 60 / WORDS_PER_MINUTE + files * SECONDS_PER_FILE < SECONDS
