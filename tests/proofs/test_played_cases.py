"""Cases of harm are noticed while somebody plays them through the cashier and at a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from players.wallet.cashier.sandbox.server import SandboxServer
from tests.proofs.care.__main__ import LEAST_PLAYED
from tests.proofs.care.cases import Case, cases
from tests.proofs.care.played import Played

SOON = 10  # seconds from the event to the alert
PLAYED = [
    pytest.param(case, id=case.name, marks=[] if case.quick else [pytest.mark.long])
    for case in cases()
    if not case.folded
]


@pytest.mark.django_db
@pytest.mark.usefixtures("valkey_url")
@pytest.mark.parametrize("case", PLAYED)
def test_a_case_that_is_played_is_noticed_by_its_rule_in_time(
    case: Case,
    sandbox: SandboxServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    noticed = Played(case, sandbox, tmp_path, monkeypatch).play()
    record_property("noticed", str(noticed))
    assert noticed.is_in_time and noticed.seconds <= SOON, str(noticed)
    assert noticed.missing == set(), str(noticed)


def test_at_least_forty_cases_are_played_and_every_rule_has_one() -> None:
    known = cases()
    played = [case for case in known if not case.folded]
    assert len(played) >= LEAST_PLAYED and {case.rule for case in played} == {case.rule for case in known}
    assert 8 <= sum(case.quick for case in played) <= 10
