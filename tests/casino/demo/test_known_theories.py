"""The stored returns of the demonstration's bets are those that the odds compute."""

from __future__ import annotations

import pytest

from casino.compliance.rtp_monitoring import theory
from casino.compliance.rtp_monitoring.models import Theory
from casino.demo.known_theories import read_known, store_known
from games.models import RuleSheet, Table
from tests.known_theories import compute_known


def test_every_stored_theory_is_what_the_odds_compute() -> None:
    is_current = read_known() == compute_known()
    assert is_current, (
        "casino/demo/known_theories.json is stale. Run `python -m tests.known_theories` and read the "
        "difference: each changed figure is a changed return of a bet."
    )


@pytest.mark.django_db
def test_a_table_of_the_demonstration_finds_its_theory(demo: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> str:
        raise AssertionError("it was computed again")

    monkeypatch.setattr(theory, "compute_theories", refuse)
    store_known()
    store_known()  # what is there stays
    count = 0
    sheets = {sheet.system: sheet for sheet in RuleSheet.objects.all()}
    for table in Table.objects.filter(currency="EUR").select_related("setting"):
        if table.setting is not None and not theory.is_between_players(table.system):
            count += bool(theory.bet_theories(table.system, sheets[table.system], table.setting))
    assert count > 5
    assert Theory.objects.count() == len(read_known())
