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
    ("games/rules/blackjack/decisions.py", "may_double", "def may_double("),
    ("games/rules/blackjack/decisions.py", "rule_against_double", "def rule_against_double("),
    ("games/rules/blackjack/settlement.py", "settlement.py", "def settle"),
    ("games/tables/domain/pending_changes.py", "pending_changes.py", "postings("),
    ("games/tables/croupier/transaction.py", "TableTransaction.execute", "def execute("),
    ("games/tables/croupier/transaction.py", "_write", "def _write("),
    ("static/js/games/blackjack/side_panel.js", "side_panel.js", "[BJ-10]"),
    ("static/js/games/blackjack/choices.js", "choices.js", "bj.double.detail"),
    ("games/rules/blackjack/view.py", "options", "def options("),
    ("games/rules/blackjack/view.py", "describe", "def describe("),
    ("games/rules/blackjack/bets.py", "BJ-9", '"BJ-9"'),
    ("games/rulebook/lifecycle.py", "lifecycle.py", "STEPS"),
    ("games/rulebook/tasks.py", "bring_rules_in_force", "def bring_rules_in_force("),
    ("games/rulebook/changes.py", "activate_due", "def activate_due("),
    ("games/rulebook/table_effects.py", "table_effects.py", "def update_tables("),
    ("casino/tasks/schedule.py", "casino/tasks/schedule.py", "bring_rules_in_force"),
    ("games/tables/croupier/automatic_steps.py", "automatic_steps.py", "BetsOpened("),
]


@pytest.mark.parametrize(("file", "name", "text"), NAMED, ids=[name for _file, name, _text in NAMED])
def test_what_the_page_names_is_in_the_file(file: str, name: str, text: str) -> None:
    assert name in PAGE and file in PAGE
    assert text in (PROJECT / file).read_text("utf-8")


def test_the_readme_leads_to_the_page() -> None:
    assert "docs/contributing/finding-code.md" in README


def test_the_walk_takes_less_than_five_minutes() -> None:
    """All five answers, read in the order of the page, with every file in bold opened."""
    answers = PAGE[PAGE.index("\n## ") :]
    words = len(re.findall(r"[\w'.:/-]*\w[\w'.:/-]*", answers))
    files = len(re.findall(r"\*\*", answers)) // 2
    assert words * 60 / WORDS_PER_MINUTE + files * SECONDS_PER_FILE < SECONDS
