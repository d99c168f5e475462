"""What the chaos proof makes of the answers that players heard: a check that nothing can fail would prove nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.proofs.chaos_check import Found, check, different


def found(tmp_path: Path, journal: str, *recorded: str) -> Found:
    path = tmp_path / "journal"
    path.write_text(journal)

    def query(sql: str, values: list[Any]) -> list[Any]:
        if sql.startswith("SELECT command"):
            return [(id, 1_000) for id in recorded]
        return [(0,)] if sql.startswith("SELECT sum") else []

    return check([path], {7: "blackjack"}, query)


def test_what_was_accepted_and_then_refused_is_a_contradiction(tmp_path: Path) -> None:
    assert found(tmp_path, "S a 1 {}\nA a\nR a not-now\n", "a").wrong == [
        "accepted and then refused as not-now: a"
    ]
    assert not found(tmp_path, "S a 1 {}\nA a\nA a\n", "a").wrong


def test_what_was_refused_may_be_taken_by_a_croupier_that_takes_over(tmp_path: Path) -> None:
    """However late the refusal was heard: that says nothing of the order in which the copies were decided."""
    seen = found(tmp_path, "S a 1 {}\nR a not-enough\n", "a")
    assert seen.clean() and seen.taken_later == ["a"] and seen.stands == {"a"}


def test_what_was_accepted_and_stands_nowhere_is_lost(tmp_path: Path) -> None:
    assert found(tmp_path, "S a 1 {}\nR a not-enough\nA a\n").lost == ["a"]


def test_what_stands_is_accepted_when_it_is_asked_once_more() -> None:
    assert different({"a": "ok", "b": "stale"}) == ["refused as stale although it stands on the record: b"]
