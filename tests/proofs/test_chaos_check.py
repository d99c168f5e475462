"""The check of the chaos proof detects contradictory replies and lost commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.proofs.chaos_check import Report, check, contradicting_replies


def check_journal(tmp_path: Path, journal: str, *recorded: str) -> Report:
    path = tmp_path / "journal"
    path.write_text(journal)

    def query(sql: str, values: list[Any]) -> list[Any]:
        if sql.startswith("SELECT command"):
            return [(command_id, 1_000) for command_id in recorded]
        return [(0,)] if sql.startswith("SELECT sum") else []

    return check([path], {7: "blackjack"}, query)


def test_a_command_accepted_and_then_refused_is_a_contradiction(tmp_path: Path) -> None:
    assert check_journal(tmp_path, "S a 1 {}\nA a\nR a not-now\n", "a").wrong == [
        "accepted and then refused as not-now: a"
    ]
    assert not check_journal(tmp_path, "S a 1 {}\nA a\nA a\n", "a").wrong


def test_a_refused_command_may_be_accepted_by_the_next_croupier(tmp_path: Path) -> None:
    """The refusal may arrive late: replies do not have the order of the decisions."""
    seen = check_journal(tmp_path, "S a 1 {}\nR a not-enough\n", "a")
    assert seen.clean() and seen.taken_later == ["a"] and seen.recorded_ids == {"a"}


def test_an_accepted_command_that_is_not_recorded_is_lost(tmp_path: Path) -> None:
    assert check_journal(tmp_path, "S a 1 {}\nR a not-enough\nA a\n").lost == ["a"]


def test_a_recorded_command_is_accepted_when_it_is_retried() -> None:
    assert contradicting_replies({"a": "ok", "b": "stale"}) == [
        "refused as stale although it stands on the record: b"
    ]
