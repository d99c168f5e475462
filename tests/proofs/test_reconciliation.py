"""The proof of the three-way match in small. `python -m tests.proofs.reconciliation` is the whole one."""

from __future__ import annotations

import pytest

from tests.proofs import reconciliation
from tests.proofs.planted_settlements import KINDS


@pytest.mark.parametrize("seed", ["one", "two"])
def test_every_planted_fault_is_found_and_nothing_else(seed: str) -> None:
    result = reconciliation.measure(lines=900, faults=36, seed=seed)
    assert result.is_complete, "\n".join(result.report_lines())
    assert set(result.found) == set(KINDS)


def test_books_without_faults_are_level() -> None:
    result = reconciliation.measure(lines=900, faults=0, seed="level")
    assert not result.missed
    assert not result.false


def test_a_match_that_says_nothing_fails_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.wallet.bank.matching.match", lambda *lists: [])
    result = reconciliation.measure(lines=300, faults=12, seed="silent")
    assert len(result.missed) == 12
    assert not result.is_complete
