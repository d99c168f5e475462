"""The record's chain: what is sealed, when it may be, and that nothing done to the record afterwards goes unseen.

Whoever attacks here is the owner of the database, with its triggers switched off: the rights alone are tested with the laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import IntegrityError, ProgrammingError, connection, transaction

from players.audit import note
from players.audit.models import Line, Seal
from players.audit.seals import seal, witness_store
from players.audit.verification import check_seals
from players.models import Player
from players.wallet import ledger
from tests.at_once import at_once
from tests.room import players_with

NOTHING = timedelta(0)


@pytest.fixture(scope="module")
def lasting(django_db_setup: None, django_db_blocker: Any) -> Iterator[Player]:
    """Three sealed minutes, each with its lines and transfers. The record cannot be emptied, so what is written stays."""
    with django_db_blocker.unblock():
        (player,) = players_with(1_000, 1)
        while not seal(margin=NOTHING):
            pass
        for minute in range(3):
            moved(player)
            for act in range(3):
                note("tests.something-done", player=player, about=f"minute:{minute}", act=act)
            seal(margin=NOTHING)
        seal(margin=NOTHING)
        yield player


@pytest.fixture
def record(lasting: Player, valkey_url: str, django_db_blocker: Any) -> Iterator[Player]:
    with django_db_blocker.unblock():
        yield lasting


def moved(player: Player, cents: int = 5) -> None:
    wallet, cash = (
        ledger.account_open(kind="wallet", currency="EUR", player=player.pk),
        ledger.account_open(kind="cash", currency="EUR"),
    )
    ledger.post([ledger.Move(uuid4(), "deposit", cash, wallet, "EUR", cents)])


def done(sql: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@contextmanager
def as_owner() -> Iterator[None]:
    """With every trigger off, and nothing of it kept."""
    with transaction.atomic():
        done("SET LOCAL session_replication_role = replica")
        yield
        transaction.set_rollback(True)


def codes() -> set[str]:
    return {fault.code for fault in check_seals()}


def sealed_lines() -> list[int]:
    last = Seal.objects.order_by("-number").first()
    assert last is not None
    return list(
        Line.objects.filter(at__lt=last.until, kind="tests.something-done")
        .order_by("id")
        .values_list("id", flat=True)
    )


def test_an_untouched_record_shows_no_fault(record: Player) -> None:
    assert check_seals() == []
    assert sum(Seal.objects.values_list("lines", flat=True)) >= 9 and len(sealed_lines()) >= 9
    assert sum(Seal.objects.values_list("transfers", flat=True)) >= 4


TAMPERED: dict[str, tuple[Callable[[], None], str]] = {
    "a line's words are edited": (
        lambda: done("UPDATE audit_line SET said = '{\"act\": 9}' WHERE id = %s", sealed_lines()[4]),
        "lines-changed",
    ),
    "a line is given to somebody else": (
        lambda: done("UPDATE audit_line SET player_id = 0 WHERE id = %s", sealed_lines()[4]),
        "lines-changed",
    ),
    "a line is taken away": (
        lambda: done("DELETE FROM audit_line WHERE id = %s", sealed_lines()[4]),
        "lines-count",
    ),
    "a line is put in": (
        lambda: done(
            "INSERT INTO audit_line (at, kind, about, said, device) "
            "SELECT at, 'tests.invented', '', '{}', '' FROM audit_line WHERE id = %s",
            sealed_lines()[4],
        ),
        "lines-count",
    ),
    "two lines change places": (
        lambda: done(
            "UPDATE audit_line AS a SET about = b.about, said = b.said FROM audit_line AS b "
            "WHERE a.id IN (%s, %s) AND b.id IN (%s, %s) AND a.id <> b.id",
            *sealed_lines()[3:5],
            *sealed_lines()[3:5],
        ),
        "lines-changed",
    ),
    "a line is moved to another minute": (
        lambda: done(
            "UPDATE audit_line SET at = (SELECT at FROM audit_line WHERE id = %s) WHERE id = %s",
            sealed_lines()[8],
            sealed_lines()[0],
        ),
        "lines-count",
    ),
    "a movement's amount is edited": (
        lambda: done("UPDATE wallet_transfer SET cents = cents + 1"),
        "transfers-changed",
    ),
    "a movement is taken away": (
        lambda: done(
            "DELETE FROM wallet_transfer WHERE id = (SELECT id FROM wallet_transfer ORDER BY at DESC LIMIT 1)"
        ),
        "transfers-count",
    ),
    "a seal is made again over edited rows, and its chain with it": (lambda: resealed(), "seal-changed"),
    "a seal in the middle is cut out": (
        lambda: done("DELETE FROM audit_seal WHERE number = 2"),
        "seal-missing",
    ),
    "the chain loses its head": (lambda: done("DELETE FROM audit_seal WHERE number = 1"), "seal-missing"),
    "a line is written ahead of its time": (
        lambda: done(
            "INSERT INTO audit_line (at, kind, about, said, device) VALUES (now() + '1 day', 'tests.later', '', '{}', '')"
        ),
        "lines-ahead",
    ),
}


def resealed() -> None:
    """Somebody who knows how seals are made edits a row and mends that seal alone."""
    from players.audit.seals import chain_hash, digests

    first = Seal.objects.filter(lines__gt=0, transfers__gt=0, number__gt=1).earliest("number")
    done("UPDATE audit_line SET device = 'another' WHERE at >= %s AND at < %s", first.since, first.until)
    done("UPDATE wallet_transfer SET cents = cents + 1 WHERE at >= %s AND at < %s", first.since, first.until)
    for kind in ("lines", "transfers"):
        with connection.cursor() as cursor:
            cursor.execute(digests(kind), {"since": first.since, "until": first.until})
            setattr(first, f"{kind}_digest", cursor.fetchone()[1])
    first.chain = chain_hash(Seal.objects.get(number=first.number - 1).chain, first)
    first.save()


@pytest.mark.parametrize("how", TAMPERED)
def test_whatever_is_done_to_a_sealed_record_is_found(record: Player, how: str) -> None:
    tamper, code = TAMPERED[how]
    with as_owner():
        tamper()
        assert code in codes()
    assert check_seals() == [], "what was undone leaves nothing behind"


def test_a_cut_end_of_the_chain_is_known_to_a_witness_elsewhere(record: Player) -> None:
    witness_store()
    with as_owner():
        done("DELETE FROM audit_seal WHERE number = (SELECT max(number) FROM audit_seal)")
        assert "chain-cut" in codes()
        done("DELETE FROM audit_seal")
        assert "chain-cut" in codes()


def test_a_chain_made_anew_from_its_beginning_is_not_the_one_that_was_witnessed(record: Player) -> None:
    from players.audit.seals import chain_hash

    witness_store()
    with as_owner():
        done("UPDATE audit_line SET device = 'another' WHERE id = %s", sealed_lines()[4])
        before = ""
        for each in Seal.objects.order_by("number"):
            each.lines_digest = "0" * 64
            each.chain = before = chain_hash(before, each)
            each.save()
        assert "chain-replaced" in codes()


def test_movements_cut_off_before_they_were_sealed_are_missed_by_the_balances(record: Player) -> None:
    moved(record, 7)
    with as_owner():
        done("DELETE FROM wallet_transfer WHERE cents = 7")
        assert codes() == {"books"}


def test_sealing_that_has_stopped_is_told(record: Player) -> None:
    assert {fault.code for fault in check_seals(late=NOTHING)} == {"seals-late"}


def test_the_command_says_what_is_wrong_and_ends_badly(record: Player, capsys: Any) -> None:
    call_command("check_seals")
    assert "no fault" in capsys.readouterr().out
    with as_owner():
        done("DELETE FROM audit_line WHERE id = %s", sealed_lines()[4])
        with pytest.raises(CommandError, match="lines-count"):
            call_command("check_seals")


def test_what_commits_late_is_waited_for_and_sealed_in_its_own_minute(record: Player) -> None:
    """A transaction that began before the horizon and ends after it: the seal waits for it, and then holds it."""
    began, may_end = Event(), Event()

    def slowly() -> None:
        with transaction.atomic():
            note("tests.slowly-done", player=record)
            began.set()
            may_end.wait(20)
        connection.close()

    slow = Thread(target=slowly)
    slow.start()
    assert began.wait(20)
    before = Seal.objects.count()
    seal(
        margin=NOTHING
    )  # whatever waited is sealed; the new horizon lies behind the beginning of the slow one
    for _ in range(3):
        seal(margin=NOTHING)
    held = Seal.objects.count()
    assert held <= before + 1, "no seal while something older still runs"
    may_end.set()
    slow.join()
    assert seal(margin=NOTHING) == 1
    last = Seal.objects.order_by("-number").first()
    line = Line.objects.get(kind="tests.slowly-done")
    assert last is not None and last.since is not None and last.since <= line.at < last.until
    assert check_seals() == []


def test_two_sealers_at_once_make_one_chain(record: Player) -> None:
    at_once(*[lambda: seal(margin=NOTHING)] * 4)
    numbers = list(Seal.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1)) and check_seals() == []


@pytest.mark.parametrize("table", ["audit_line", "audit_seal"])
def test_lines_and_seals_are_append_only_even_for_their_owner(record: Player, table: str) -> None:
    for sql in (
        f"UPDATE {table} SET lines = 1" if table == "audit_seal" else f"UPDATE {table} SET kind = 'x.y'",
        f"DELETE FROM {table}",
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            done(sql)
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            done("SET LOCAL ROLE house_app")
            done(sql)


def test_the_house_seals_under_its_own_role(record: Player) -> None:
    """The application role sees what runs, writes the seal, and needs no other right."""
    done("SET ROLE house_app")
    try:
        note("tests.something-done", player=record)
        seal(margin=NOTHING)
        assert seal(margin=NOTHING) == 1 and check_seals() == []
    finally:
        done("RESET ROLE")
    assert cache.get("audit.head")[0] == Seal.objects.count()
