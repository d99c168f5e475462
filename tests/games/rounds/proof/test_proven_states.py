"""A proof continues after the last one, and accepts only states that a proof has sealed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from games.models import Event, ProvenState, Table
from games.rounds.proof import journal_check
from games.rounds.proof.journal_check import JournalReport, check_journal
from games.rounds.proof.proven_states import save_proven_state
from tests.games.rounds.proof.test_journal_check import played
from tests.live_table import LiveTable, seal_key

Open = Callable[..., LiveTable]
CHANGED_RESULT = """
UPDATE games_stake SET prize = prize + 1
WHERE round_id = (SELECT id FROM games_round WHERE table_id = %s AND number = %s)
"""


def prove(table: LiveTable, **options: Any) -> JournalReport:
    """Checks the table and stores the state that was reached, as the command does."""
    report = check_journal(Table.objects.get(pk=table.table.pk), table.transaction.key, **options)
    if report.reached is not None:
        save_proven_state(report.reached, report.reached_at, table.transaction.key)
    return report


def execute_as_owner(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for name in ("games_event", "games_stake", "games_provenstate"):
            cursor.execute(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        cursor.execute(sql, values)
        assert cursor.rowcount > 0
        for name in ("games_event", "games_stake", "games_provenstate"):
            cursor.execute(f"ALTER TABLE {name} ENABLE TRIGGER USER")


@pytest.mark.parametrize(
    "system,setting",
    [
        ("french-roulette", {"sheet": {"zero_option": "en-prison"}}),
        ("blackjack", {"shoe": "cut", "cut": 60}),
        ("baccarat", {"shoe": "kept"}),
        ("holdem", {}),
        ("macau-stud", {}),
    ],
)
def test_a_proof_may_stop_after_any_transaction(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str, setting: dict[str, Any]
) -> None:
    """The sealed state carries all that the rest of the journal needs, in the middle of a round too."""
    table = room(system, **setting)
    played(table, system, 2)
    row, key = Table.objects.get(pk=table.table.pk), table.transaction.key
    every_event = journal_check.EVENTS
    stops = Event.objects.filter(table=row, chain__isnull=False).order_by("seq")
    proved = 0
    for seq, chain in stops.values_list("seq", "chain"):
        row.version, row.chain = seq, chain  # as the table was then; not saved
        monkeypatch.setattr(
            journal_check, "EVENTS", every_event.replace("ORDER BY", f"AND seq <= {seq} ORDER BY")
        )
        report = check_journal(row, key, resume=True)
        assert report.differences == [] and report.events == seq - proved, "only new events were read"
        assert report.reached is not None
        save_proven_state(report.reached, report.reached_at, key)
        proved = seq
    report = check_journal(row, key, resume=True)
    assert (report.rounds, report.rounds_before, report.events) == (0, 2, 0)


def test_a_proof_compares_only_what_is_new(room: Open) -> None:
    table = room()
    played(table, "american-roulette", 1)
    assert prove(table, resume=True).rounds == 1
    execute_as_owner(CHANGED_RESULT, table.table.pk, 1)
    played(table, "american-roulette", 1)
    report = prove(table, resume=True)
    assert (report.rounds_before, report.rounds, report.differences) == (1, 1, [])
    assert prove(table).differences != [], "from the start, the old round is compared too"


def test_a_difference_is_reported_until_it_is_repaired(room: Open) -> None:
    table = room()
    played(table, "american-roulette", 1)
    execute_as_owner(CHANGED_RESULT, table.table.pk, 1)
    assert prove(table, resume=True).differences == prove(table, resume=True).differences != []
    assert not ProvenState.objects.exists()


def test_a_difference_before_since_leaves_the_proof_incomplete(room: Open) -> None:
    """The nightly proof continues from there; a proof without `since` reports the difference again."""
    table = room()
    played(table, "american-roulette", 1)
    execute_as_owner(CHANGED_RESULT, table.table.pk, 1)
    later = Event.objects.filter(table=table.table).latest("seq").at + timedelta(milliseconds=1)
    assert prove(table, since=later, resume=True).differences == []
    assert [state.complete for state in ProvenState.objects.all()] == [False]
    assert prove(table, since=later + timedelta(days=1), resume=True).events == 0
    assert prove(table, resume=True).differences != []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games_provenstate SET sealed = sealed || '\\x00'",
        "UPDATE games_provenstate SET seq = seq - 1",
        "UPDATE games_provenstate SET at = at - interval '1 day'",
        "UPDATE games_provenstate SET complete = true",
        "UPDATE games_provenstate SET sealed = (SELECT snapshot FROM games_table LIMIT 1)",
    ],
)
def test_a_state_that_no_proof_has_sealed_is_a_difference(room: Open, change: str) -> None:
    table = room()
    played(table, "american-roulette", 1)
    later = Event.objects.filter(table=table.table).latest("seq").at + timedelta(milliseconds=1)
    execute_as_owner(CHANGED_RESULT, table.table.pk, 1)
    assert prove(table, since=later, resume=True).differences == []
    execute_as_owner(change)
    report = prove(table, since=later + timedelta(days=1), resume=True)
    assert ["was not sealed by a proof" in difference for difference in report.differences] == [True]
    assert report.events > 0, "it starts with the first event instead"


def test_a_journal_replaced_before_the_state_is_a_difference(room: Open) -> None:
    table = room()
    played(table, "american-roulette", 1)
    prove(table, resume=True)
    execute_as_owner(
        "UPDATE games_event SET chain = sha256(chain) WHERE table_id = %s AND seq = "
        "(SELECT max(seq) FROM games_provenstate)",
        table.table.pk,
    )
    assert "is not the one that was proved" in prove(table, resume=True).differences[0]


def test_proven_states_are_append_only_and_written_by_the_croupier_alone(room: Open) -> None:
    table = room()
    played(table, "american-roulette", 1)
    prove(table, resume=True)
    with connection.cursor() as cursor:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            cursor.execute("DELETE FROM games_provenstate")
        cursor.execute(
            "SELECT role, has_table_privilege(role, 'games_provenstate', 'INSERT') "
            "FROM unnest(ARRAY['house_web', 'house_worker', 'house_croupier']) AS role"
        )
        assert cursor.fetchall() == [("house_web", False), ("house_worker", False), ("house_croupier", True)]


def test_the_command_counts_the_rounds_of_earlier_proofs(room: Open, tmp_path: Path, settings: Any) -> None:
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    table = room()
    played(table, "american-roulette", 2)
    for options, compared_before in (({}, ""), ({}, "2 of these rounds"), ({"from_start": True}, "")):
        out, err = StringIO(), StringIO()
        call_command("prove", table=[table.table.pk], jobs=1, stdout=out, stderr=err, **options)
        assert out.getvalue() == "2 rounds, 0 differences\n"
        assert err.getvalue().startswith(compared_before) and bool(err.getvalue()) == bool(compared_before)
