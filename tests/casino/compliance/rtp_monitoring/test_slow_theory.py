"""The theory of a game takes longer than the database lets a worker pause within a transaction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casino.compliance.rtp_monitoring import daily_returns, theory
from casino.compliance.rtp_monitoring.models import Day, ReturnsFoldedUntil
from casino.compliance.rtp_monitoring.tasks import check_returns
from players.shared import clock
from tests.casino.compliance.rtp_monitoring.test_daily_returns import played, tomorrow
from tests.slow_processor import compute, slow_processor


@pytest.mark.django_db
def test_no_transaction_is_open_while_theory_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path, "caribbean-stud", rounds=1)
    moments = theory.TheoryOfHands.main_bet_moments

    def slow(hands: Any, cents: int) -> Any:
        compute(0.3)
        return moments(hands, cents)

    monkeypatch.setattr(theory.TheoryOfHands, "main_bet_moments", slow)
    with clock.at(tomorrow()), slow_processor(100):
        check_returns.apply(throw=True)
    assert Day.objects.filter(system="caribbean-stud").exists()
    assert ReturnsFoldedUntil.objects.get().day == clock.day_of(tomorrow())
    with clock.at(tomorrow()):
        assert daily_returns.fold() == 0
