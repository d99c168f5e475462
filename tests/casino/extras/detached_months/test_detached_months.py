"""Old months leave the database for the archive and come back. Every check holds with them and without."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.archive import archive
from casino.compliance.reports import daily_totals as report_totals
from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.exports import facts
from casino.compliance.reports.parameters import ReportChoice
from casino.compliance.rtp_monitoring import daily_returns
from casino.compliance.rtp_monitoring.ledger_comparison import comparison
from casino.extras.detached_months.detaching import (
    NotDetachable,
    attach_last,
    detach_oldest,
    oldest_part,
)
from casino.record_checks.record_roots import make_roots
from casino.record_checks.root_check import check_roots
from games.draw.seal_key import SealKey
from games.floor.jackpots import list_pots
from games.models import Event, Round, Stake, Table
from games.rounds.proof.journal_check import check_journal
from games.rounds.proof.stored_proof import stored_proof
from games.rounds.proof.sums_check import check_sums
from players.audit import seals
from players.audit.models import DetachedPart, Line
from players.audit.online_record import online_since
from players.audit.verification import SEALS_LATE, check_seals, store_seal_check
from players.history import daily_totals as history_totals
from players.identity.registration import terms
from players.models import Person
from players.shared import clock
from players.shared.file_store import FolderStore
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account, DetachedSum, Transfer
from tests.live_table import seal_key, signer

pytestmark = pytest.mark.django_db
LISBON = ZoneInfo("Europe/Lisbon")
PLAYED_UNTIL = datetime(2025, 2, 20, 12, tzinfo=LISBON)
CUT = datetime(2025, 1, 1, tzinfo=LISBON)  # where the first month of the house ends
LATER = datetime(2027, 1, 15, 12, tzinfo=LISBON)
MONTHS = ("2024-11", "2024-12")
SPLIT = """
ALTER TABLE {0} DETACH PARTITION {0}_first;
ALTER TABLE {0} ATTACH PARTITION {0}_first FOR VALUES FROM (MINVALUE) TO ('{1}');
"""


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SealKey:
    return SealKey(seal_key(tmp_path_factory.mktemp("key")))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> FolderStore:
    return FolderStore(str(tmp_path_factory.mktemp("archives")))


def split_first_part() -> None:
    """As in a house that was set up in December: what happened later lies in parts of its own."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in ("games_event", "wallet_transfer"):
            # The end that the first part got, also when a new month has begun since.
            cursor.execute(
                r"SELECT substring(pg_get_expr(relpartbound, oid) FROM $$TO \('(.*)'\)$$)::timestamptz"
                " FROM pg_class WHERE oid = %s::regclass",
                [f"{table}_first"],
            )
            (end,) = cursor.fetchone()
            cursor.execute(f"CREATE TEMP TABLE moved AS SELECT * FROM {table} WHERE at >= %s", [CUT])
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(f"DELETE FROM {table} WHERE at >= %s", [CUT])
            cursor.execute(SPLIT.format(table, CUT.isoformat()))
            cursor.execute(
                "SELECT record_add_partition(%s::regclass, %s, %s)",
                [table, f"{table}_2025", f"FOR VALUES FROM ('{CUT.isoformat()}') TO ('{end.isoformat()}')"],
            )
            cursor.execute(f"INSERT INTO {table} SELECT * FROM moved")
            cursor.execute("SET LOCAL session_replication_role = origin")
            cursor.execute("DROP TABLE moved")


@pytest.fixture(scope="module", autouse=True)
def past(
    key: SealKey,
    store: FolderStore,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: Any,
) -> Iterator[None]:
    """Play of three months, sealed by the day, archived as it is two years later."""
    from django.conf import settings

    before = settings.SEAL_KEY_FILE
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path_factory.mktemp("past")))
    with django_db_blocker.unblock(), transaction.atomic():
        with clock.at(PLAYED_UNTIL):
            call_command(
                "simulate_house",
                rounds=90,
                players=12,
                days=90,
                seed=3,
                jobs=1,
                every_kind=True,
                stdout=StringIO(),
                stderr=StringIO(),
            )
        split_first_part()
        day = datetime(2024, 11, 20, tzinfo=LISBON)
        while day < PLAYED_UNTIL + timedelta(days=2):
            seals._seal_until(day)
            day += timedelta(days=1)
        make_roots()
        with clock.at(LATER):
            history_totals.update_totals()
            report_totals.fold()
            daily_returns.fold()
        with connection.cursor() as cursor:  # no other transaction has written
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield
        transaction.set_rollback(True)
    settings.SEAL_KEY_FILE = before


@pytest.fixture
def later() -> Iterator[None]:
    with clock.at(LATER):
        yield


@pytest.fixture(scope="module")
def archived(past: None, store: FolderStore, key: SealKey, django_db_blocker: Any) -> None:
    """Everything that a part needs to leave, once: what a test does to it is rolled back."""
    with django_db_blocker.unblock(), clock.at(LATER):
        for month in MONTHS:
            day = datetime.fromisoformat(f"{month}-01").date()
            archive.archive_month(day, store, key)
            assert archive.close_journals(day, key) == []
        assert [fault for fault in store_seal_check(complete=True) if fault.code != SEALS_LATE] == []


@pytest.fixture
def ready(archived: None, later: None) -> None:
    """Two years later, and two months may leave."""


def journals(key: SealKey) -> list[str]:
    """What a complete proof finds, and that it looked at rounds."""
    reports = [check_journal(table, key) for table in Table.objects.order_by("pk")]
    assert sum(report.rounds for report in reports) > 20
    return [difference for report in reports for difference in report.differences]


def faults(key: SealKey) -> Iterator[str]:
    """Every complete check of the record."""
    yield from check_sums(complete=True)
    yield from (fault.description for fault in check_seals() if fault.code != SEALS_LATE)
    yield from (sentence for _code, sentence in check_roots())
    yield from (f"pot of {pot.table}" for pot in list_pots() if not pot.is_balanced)
    yield from (f"returns of {line.system}" for line in comparison() if line.difference)
    yield from journals(key)


def rows_before(model: Any) -> int:
    return int(model.objects.filter(at__lt=CUT).count())


def by_replication(sql: str) -> None:
    """As somebody whom no trigger stops."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql)
        assert cursor.rowcount
        cursor.execute("SET LOCAL session_replication_role = origin")


def test_months_leave_and_come_back_and_every_check_holds(
    ready: None, store: FolderStore, key: SealKey
) -> None:
    events, transfers, balances = rows_before(Event), rows_before(Transfer), pots()
    assert events > 100 and transfers > 100
    detached = detach_oldest(store)
    assert (rows_before(Event), rows_before(Transfer)) == (0, 0)
    assert (detached.events, detached.transfers) == (events, transfers) and online_since() == CUT
    assert list(faults(key)) == [] and pots() == balances
    assert not any(archive.faults_of(store, month, manifest) for month, manifest in archive.manifests(store))
    assert attach_last(store).name == "first" and online_since() is None
    assert (rows_before(Event), rows_before(Transfer)) == (events, transfers)
    assert list(faults(key)) == [] and pots() == balances
    assert not DetachedSum.objects.exists() and not DetachedPart.objects.exists()
    lines = Line.objects.filter(kind__startswith="record.months-").order_by("pk")
    assert [line.kind for line in lines] == ["record.months-detached", "record.months-attached"]
    assert oldest_part().name == "first"


def pots() -> list[Any]:
    return [(pot.table.pk, pot.meter, sorted(pot.parts, key=str)) for pot in list_pots()]


def test_play_goes_on_and_the_laws_hold_without_the_old_months(ready: None, store: FolderStore) -> None:
    detach_oldest(store)
    account = Account.objects.filter(kind="wallet", currency="EUR", balance__gt=500).first()
    assert account is not None
    bank = ledger.open_ledger_account(kind="bank", currency="EUR", table=Table.objects.all()[0].pk)
    move = Move(uuid4(), "adjustment", account.pk, bank, "EUR", 300)
    assert ledger.post([move]) == 1 and ledger.post([move]) == 0
    for sql in (
        "UPDATE wallet_transfer SET cents = cents + 1",
        "DELETE FROM games_event",
        "DELETE FROM wallet_transfer_2025",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)


@pytest.mark.parametrize("sql", [
    "UPDATE wallet_account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM wallet_account)",
    "UPDATE wallet_detachedsum SET paid = paid + 1 WHERE kind = 'deposit'",
    "UPDATE wallet_transfer SET cents = cents + 1 WHERE kind = 'stake' AND at > '2025-01-10'",
    "UPDATE games_event SET data = data || ' ' WHERE seq = (SELECT max(seq) FROM games_event)",
    "UPDATE audit_seal SET transfers = transfers + 1 WHERE number = 3",
    "DELETE FROM games_event WHERE seq = (SELECT min(seq) FROM games_event)",
])  # fmt: skip
def test_the_checks_still_find_what_was_changed(
    ready: None, store: FolderStore, key: SealKey, sql: str
) -> None:
    detach_oldest(store)
    by_replication(sql)
    assert next(faults(key), None) is not None


# --- what must be there first


def refusal(store: FolderStore) -> str:
    before = rows_before(Event), rows_before(Transfer)
    with pytest.raises(NotDetachable) as refused, transaction.atomic():
        detach_oldest(store)
    assert (rows_before(Event), rows_before(Transfer)) == before and online_since() is None
    return str(refused.value)


def test_twenty_four_months_stay(ready: None, store: FolderStore) -> None:
    with clock.at(datetime(2026, 12, 31, 23, 59, tzinfo=LISBON)):
        assert "24 months" in refusal(store)
    with clock.at(datetime(2027, 1, 1, tzinfo=LISBON)):
        assert detach_oldest(store).until == CUT


def test_only_the_owner_of_the_tables_detaches(ready: None, store: FolderStore) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL ROLE house_croupier")
        assert "owner" in refusal(store)
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def forget_checks() -> None:
    by_replication("DELETE FROM audit_sealcheck")


def forget_books() -> None:
    by_replication("DELETE FROM wallet_bookscheck")


def forget_proofs() -> None:
    by_replication("DELETE FROM games_provenstate WHERE at < '2025-01-01'")


def forget_totals() -> None:
    by_replication("UPDATE reports_upto SET day = '2024-12-31'")


@pytest.mark.parametrize(("forget", "words"), [
    (forget_checks, "check of the seals"),
    (forget_books, "check of the books"),
    (forget_proofs, "is not proven"),
    (forget_totals, "Daily totals"),
])  # fmt: skip
def test_what_later_checks_need_comes_first(
    ready: None, store: FolderStore, forget: Callable[[], None], words: str
) -> None:
    forget()
    assert words in refusal(store)


def test_a_month_leaves_only_with_its_archive(
    later: None, ready: None, store: FolderStore, tmp_path: Path
) -> None:
    assert "2024-11 is not archived" in refusal(FolderStore(str(tmp_path)))
    by_replication("UPDATE wallet_transfer SET cents = cents + 1 WHERE at < '2024-12-05' AND kind = 'stake'")
    assert "differs from the archive" in refusal(store)


def test_only_the_archive_with_which_it_left_comes_back(
    ready: None, store: FolderStore, key: SealKey
) -> None:
    detach_oldest(store)
    manifest = Path(store.path("2024-12/manifest.json"))
    before = manifest.read_text()
    try:
        other = json.loads(before) | {"key": "11" * 32}
        manifest.write_text(json.dumps(other | {"signature": key.sign(archive.canonical(other)).hex()}))
        with pytest.raises(NotDetachable, match="not the archive with which"), transaction.atomic():
            attach_last(store)
        manifest.unlink()
        with pytest.raises(NotDetachable, match="not among the archives"), transaction.atomic():
            attach_last(store)
    finally:
        manifest.write_text(before)
    assert online_since() == CUT and attach_last(store).name == "first"
    with pytest.raises(NotDetachable, match="No months"):
        attach_last(store)


def test_the_only_copy_of_a_month_is_not_written_again(ready: None, store: FolderStore, key: SealKey) -> None:
    detach_oldest(store)
    before = Path(store.path("2024-12/games_event.gz")).read_bytes()
    with pytest.raises(archive.MonthDetached):
        archive.archive_month(date(2024, 12, 1), store, key)
    with pytest.raises(CommandError, match="archive alone"):
        call_command("archive", month="2024-12", folder=Path(store.path("")), stdout=StringIO())
    assert Path(store.path("2024-12/games_event.gz")).read_bytes() == before
    assert attach_last(store).name == "first"


def test_the_commands_say_what_they_did(ready: None, store: FolderStore, key: SealKey, settings: Any) -> None:
    output = StringIO()
    where = {"folder": Path(store.path("")), "stdout": output, "stderr": StringIO()}
    call_command("archive", detach=True, **where)
    assert "2025-01-01" in output.getvalue() and "archive alone" in output.getvalue()
    call_command("archive", check=True, **where)
    assert "2 months, 0 faults" in output.getvalue()
    call_command("archive", restore=True, month="2024-12", **where)
    with pytest.raises(CommandError, match="archive alone"):
        call_command("regulator_files", since="2024-12-05", until="2024-12-05")
    call_command("archive", attach=True, **where)
    assert "back in the database" in output.getvalue()
    with pytest.raises(CommandError, match="No months"):
        call_command("archive", attach=True, **where)
    with pytest.raises(CommandError, match="no --month"):
        call_command("archive", detach=True, month="2024-12", **where)


# --- what people see meanwhile


@pytest.fixture
def seat(ready: None, store: FolderStore) -> Stake:
    """A result of a round whose events left."""
    stakes = Stake.objects.filter(at__lt=CUT - timedelta(days=2), round__table__currency="EUR")
    stake = stakes.filter(round__status=Round.Status.ENDED).select_related("player", "round__table").first()
    assert stake is not None
    detach_oldest(store)
    return stake


def client_of(person: Person) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client


def test_a_player_reads_what_is_in_the_archive(seat: Stake) -> None:
    terms.accept_terms(player=seat.player, terms=terms.publish_terms(), language="en")
    client = client_of(seat.player.person)
    page = client.get(reverse("round", args=[seat.round_id]))
    assert page.status_code == 200 and b"The events of this round are in our archive" in page.content
    assert reverse("replay", args=[seat.round_id]).encode() not in page.content
    replay = client.get(reverse("replay", args=[seat.round_id]))
    assert replay.status_code == 410 and b"in our archive" in replay.content
    check = Client(headers={"accept-language": "en"}).get(reverse("verify-round", args=[seat.round_id]))
    assert check.status_code == 200 and b"in our archive" in check.content
    assert stored_proof(seat.round) is None
    movements = client.get(reverse("movements") + "?since=2024-11-01&until=2024-12-31&currency=EUR")
    assert b"Movements before 1 January 2025 are in our archive" in movements.content
    recent = client.get(reverse("movements") + "?since=2025-01-01&currency=EUR")
    assert recent.status_code == 200 and b"in our archive" not in recent.content


def test_staff_read_what_is_in_the_archive(seat: Stake, settings: Any) -> None:
    settings.HOUSE_DEMO = True  # without a second factor
    client = client_of(signer("management"))
    page = client.get(reverse("admin:games_round_change", args=[seat.round_id]) + "?replay=1")
    assert page.status_code == 200 and b"are only in the archive" in page.content
    assert b"Difference" not in page.content


def test_a_report_keeps_its_figures_and_says_what_it_is_not_compared_with(
    ready: None, store: FolderStore
) -> None:
    choice = ReportChoice(date(2024, 11, 20), date(2025, 2, 10))
    before = [build(report, choice) for report in REPORTS.values() if not report.as_of_now]
    detach_oldest(store)
    for built in before:
        now, code = build(built.report, choice), built.report.code
        assert now.digest == built.digest and now.equal, code
        compared = [check for check in built.report.checks if not check.from_transfers]
        assert len(now.checks) == len(compared), code
        has_note = any(label == _("Only in the archive") for label, _value in facts(now))
        assert has_note == (compared != list(built.report.checks)), code
    recent = ReportChoice(date(2025, 1, 2), date(2025, 2, 10))
    for report in REPORTS.values():
        if not report.as_of_now:
            assert len(build(report, recent).checks) == len(report.checks)
