"""Cases of harm are noticed while somebody plays them through the cashier and at a table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.db import connection

from players.shared import clock
from players.wallet.cashier.sandbox.server import SandboxServer
from tests.proofs.care.__main__ import LEAST_PLAYED
from tests.proofs.care.cases import Case, cases
from tests.proofs.care.moved_clock import MovedClock
from tests.proofs.care.played import Played

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
    assert noticed.is_in_time, str(noticed)
    assert noticed.missing == set(), str(noticed)


@pytest.mark.django_db
def test_every_clock_of_a_statement_is_the_one_that_was_moved() -> None:
    moment = clock.midnight(date(2026, 3, 2))
    moved = MovedClock(moment)
    moved.move_to(moment - timedelta(days=1))
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE dated (at timestamptz DEFAULT statement_timestamp())")
        cursor.execute("INSERT INTO dated DEFAULT VALUES")
        cursor.execute("DO $$ BEGIN INSERT INTO dated VALUES (clock_timestamp()), (now()); END $$")
        cursor.execute("SELECT clock_timestamp(), transaction_timestamp(), min(at), max(at) FROM dated")
        said = cursor.fetchone()
    assert all(moment < at < moment + timedelta(milliseconds=1) for at in (*said, moved.now())), said


@pytest.mark.django_db
def test_a_function_that_has_told_the_time_before_tells_the_one_that_was_moved() -> None:
    """What a test did before in this connection decided whether the next one signed anybody in."""
    moment = clock.midnight(date(2026, 3, 2))
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION pg_temp.is_past(at timestamptz) RETURNS boolean LANGUAGE plpgsql AS "
            "$$ BEGIN RETURN at < clock_timestamp(); END $$"
        )
        cursor.execute("SELECT pg_temp.is_past(%s)", [moment + timedelta(days=1)])
        assert cursor.fetchone() == (True,)
        MovedClock(moment)
        cursor.execute("SELECT pg_temp.is_past(%s)", [moment + timedelta(days=1)])
        assert cursor.fetchone() == (False,)


def test_at_least_forty_cases_are_played_and_every_rule_has_one() -> None:
    known = cases()
    played = [case for case in known if not case.folded]
    assert len(played) >= LEAST_PLAYED and {case.rule for case in played} == {case.rule for case in known}
    assert 8 <= sum(case.quick for case in played) <= 10
