"""The regulator files: made from a sealed record, valid, reconciled with the ledger, and reprocessed."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction
from lxml import etree

from casino.compliance.regulator import overdue, production
from casino.compliance.regulator.delivery import FolderDelivery
from casino.compliance.regulator.document import cents, euros, records_of, schema_faults, schema_of, totals_of
from casino.compliance.regulator.due_files import hours_of, whole_day
from casino.compliance.regulator.models import Family, RegulatorFile
from players.audit import note
from players.audit.models import Line
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, sealed
from tests.live_table import LiveTable, bet, players_with, signer, table_open
from tests.stored_files import regulator_path

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
EVENING = lisbon(2026, 3, 2, 21)


def make(day: date = DAY, days: int = 1) -> None:
    """Whole days, with their summaries."""
    production.make_files(
        seconds=300, since=clock.midnight(day), until=clock.midnight(day + timedelta(days=days))
    )


def make_hour() -> None:
    """The four files of the hour in which there was play."""
    production.make_files(seconds=300, since=EVENING - timedelta(hours=1), until=EVENING)


def file(family: str, hour: str = "20", day: date = DAY) -> RegulatorFile:
    return RegulatorFile.objects.filter(
        family=family, day=day, hour="" if family in ("RESF", "EXCL") else hour
    ).latest("sequence")


def path(family: str, hour: str = "20", day: date = DAY) -> Path:
    return regulator_path(file(family, hour, day))


@pytest.fixture
def evening(folders: Path) -> list[Player]:
    _room, players = played(folders)
    moved_to(EVENING)
    sealed()
    return players


def test_every_file_of_a_day_is_made_validated_reconciled_and_delivered(
    evening: list[Player], folders: Path
) -> None:
    make()
    assert Counter(RegulatorFile.objects.values_list("family", "state")) == {
        **{(family, "delivered"): 24 for family in ("JGDR", "SESS", "AJOG", "TRAN")},
        **{(family, "delivered"): 1 for family in ("RESF", "EXCL")},
    }
    for file_row in RegulatorFile.objects.all():
        data = regulator_path(file_row).read_bytes()
        assert hashlib.sha256(data).hexdigest() == file_row.digest and len(data) == file_row.size
        assert (folders / "outbox" / f"{file_row.name}.xml").read_bytes() == data
        assert file_row.made <= file_row.validated <= file_row.reconciled <= file_row.delivered
    assert not list(folders.rglob("*.new")), "no half file is left anywhere"


def test_totals_equal_the_ledger_and_a_recount_of_the_events(evening: list[Player]) -> None:
    """Independent of the files' queries: bets come from the events, prizes follow from the drawn number."""
    make()
    events = connection.cursor()
    events.execute(
        "SELECT r.outcome, e.data FROM games_event AS e JOIN games_round AS r ON r.id = e.round_id "
        "WHERE e.kind = 'bet-placed'"
    )
    import json

    red = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
    staked = prizes = back = 0
    for outcome, data in events.fetchall():
        number = int(outcome)
        for place, amount in json.loads(data)["on"].items():
            staked += amount
            won = {
                "red": number in red,
                "black": number not in red and number > 0,
                "straight:17": number == 17,
            }[place]
            prizes += amount * (35 if place == "straight:17" else 1) if won else 0
            back += amount if won else 0
    totals = totals_of(path("AJOG").read_bytes())
    assert totals["movement.stake"] == (4, -staked) and totals["staked.american-roulette"] == (4, staked)
    assert totals.get("movement.prize", (0, 0))[1] == totals["prize.american-roulette"][1] == prizes
    assert totals.get("movement.stake-back", (0, 0))[1] == back
    assert totals["lost.american-roulette"][1] == staked - back
    assert totals_of(path("TRAN").read_bytes())["movement.deposit"] == (3, 300_00)
    assert totals_of(path("RESF").read_bytes())["movements"][1] == 300_00 - staked + back + prizes
    assert totals_of(path("RESF").read_bytes())["result"][1] == staked - back - prizes


def test_each_movement_begins_with_what_the_one_before_it_left(evening: list[Player]) -> None:
    make_hour()
    both = [
        facts
        for family in ("TRAN", "AJOG")
        for name, facts in records_of(path(family).read_bytes())
        if name == "movement"
    ]
    for player in evening:
        own = sorted(
            (facts for facts in both if facts["player"] == str(player.pk)),
            key=lambda facts: int(facts["place"]),
        )
        assert own[0]["road"] == "deposit" and own[0]["before"] == "0.00"
        for before, after in zip(own, own[1:], strict=False):
            assert before["after"] == after["before"]
        assert all(
            cents(facts["before"]) + cents(facts["movement"]) == cents(facts["after"]) for facts in own
        )


def test_a_payment_tells_its_method_instrument_and_reference(folders: Path) -> None:
    """The files told payments apart by direction alone.  [903-B 5.4.1.5]"""
    _room, players = played(folders)
    for method, instrument, ago in (("card", "···· 4321", 2), ("mb-way", "351#912345678", 1)):
        at = clock.now() - timedelta(seconds=ago)
        Payment.objects.create(
            id=uuid4(), player=players[0], direction="deposit", cents=4_321, status="paid", method=method,
            instrument=instrument, reference=f"SBX-{method}", made=at, changed=at, credited=at,
        )  # fmt: skip
    note("account.limits-set", player=players[0])
    moved_to(EVENING)
    sealed()
    make_hour()
    asked = [facts for name, facts in records_of(path("TRAN").read_bytes()) if name == "asked"]
    assert [(facts["payment"], facts["instrument"], facts["reference"]) for facts in asked] == [
        ("CARTAO", "···· 4321", "SBX-card"), ("MBWAY", "351#912345678", "SBX-mb-way"),
    ]  # fmt: skip
    assert schema_faults(path("TRAN").read_bytes(), "TRAN") == []
    register = {
        facts["id"]: facts for name, facts in records_of(path("JGDR").read_bytes()) if name == "player"
    }
    assert register[str(players[0].pk)]["payment"] == "MBWAY", "the last one"


def test_the_day_on_which_the_clocks_go_back_is_whole_and_each_hour_says_its_offset(folders: Path) -> None:
    played(folders, 1)
    moved_to(lisbon(2025, 10, 26, 1, 30, fold=1))
    sealed()
    make(date(2025, 10, 26))
    assert {file("TRAN", "01B", date(2025, 10, 26)).rows, file("TRAN", "01", date(2025, 10, 26)).rows} == {
        3,
        0,
    }
    first = next(facts for _name, facts in records_of(path("TRAN", "01B", date(2025, 10, 26)).read_bytes()))
    assert first["at"].startswith("2025-10-26T01:") and first["at"].endswith("+00:00")
    assert RegulatorFile.objects.filter(family="AJOG", state="delivered").count() == 25
    header = etree.parse(path("TRAN", "01", date(2025, 10, 26))).getroot()[0]
    assert (header.get("from"), header.get("to")) == (
        "2025-10-26T01:00:00.000+01:00",
        "2025-10-26T01:00:00.000+00:00",
    )


def test_the_day_on_which_the_clocks_go_forward_is_whole(folders: Path) -> None:
    day = date(2025, 3, 30)
    played(folders, 1)
    moved_to(hours_of(day)[2].until)
    sealed()
    make(day)
    assert RegulatorFile.objects.filter(family="AJOG", state="delivered").count() == 23
    assert file("RESF", day=day).state == "delivered"


def test_test_accounts_and_demonstration_credits_are_in_no_file(folders: Path) -> None:
    room, players = played(folders, 1)
    demo = LiveTable(folders, table_open(currency="DEMO"))
    others = players_with(100_00, 1, "DEMO")
    demo.sit(others)
    demo.until("bets-opened")
    demo.send((others[0], bet(demo.round, {"red": 500})))
    demo.until("round-ended")
    Player.objects.filter(pk=players[0].pk).update(testing=True)
    moved_to(EVENING)
    sealed()
    make()
    named = {
        facts["player"]
        for family in ("AJOG", "TRAN", "SESS")
        for _name, facts in records_of(path(family).read_bytes())
        if "player" in facts
    }
    assert named == {str(player.pk) for player in players[1:]}
    assert file("RESF").state == "delivered", "with what the test account did told apart, the books are level"
    totals = [(name, facts) for name, facts in records_of(path("RESF").read_bytes())]
    assert {facts["kind"] for name, facts in totals if name == "accounts"} >= {"wallet", "test-wallet"}
    assert {facts["test"] for name, facts in totals if name == "game"} == {"true", "false"}
    assert room.table.currency == "EUR"


def test_nothing_is_made_of_an_hour_that_is_not_sealed(folders: Path) -> None:
    played(folders, 1)
    moved_to(EVENING)
    make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"due"}
    assert not (folders / "files").exists()


def test_nothing_is_made_of_an_hour_that_is_sealed_in_part(folders: Path) -> None:
    played(folders, 1)
    moved_to(EVENING)
    sealed()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE audit_seal SET until = %s", [EVENING - timedelta(minutes=30)])
        cursor.execute("SET LOCAL session_replication_role = origin")
    make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"due"}


def test_another_file_under_a_delivered_name_is_refused(tmp_path: Path, settings: Any) -> None:
    settings.REGULATOR_OUTBOX = str(tmp_path)
    delivery = FolderDelivery()
    receipt = delivery.deliver("one", b"first")
    assert delivery.deliver("one", b"first") == receipt, "the same file again is received once"
    with pytest.raises(OSError, match="a different file named"):
        delivery.deliver("one", b"second")
    assert (tmp_path / "one.xml").read_bytes() == b"first"


# --- what is wrong is found


@pytest.mark.parametrize("family", Family.values)
def test_the_schema_is_the_houses_own_and_says_so(family: str) -> None:
    text = schema_of(family).read_text()
    assert "not official" in text and etree.XMLSchema(etree.parse(schema_of(family))) is not None


@pytest.mark.parametrize(("family", "was", "planted"), [
    ("TRAN", 'movement="100.00"', 'movement="100,00"'),
    ("TRAN", 'road="deposit"', ""),
    ("AJOG", 'status="ended"', 'status="ended" hole-cards="As"'),
    ("AJOG", "</records>", "<round/></records>"),
    ("SESS", 'family="SESS"', 'family="TRAN"'),
    ("RESF", 'version="1.0"', 'version="2.0"'),
])  # fmt: skip
def test_a_file_that_breaks_its_schema_fails(
    evening: list[Player], family: str, was: str, planted: str
) -> None:
    make() if family == "RESF" else make_hour()
    where = path(family)
    assert schema_faults(where.read_bytes(), family) == []
    text = where.read_text()
    assert was in text
    where.write_text(text.replace(was, planted, 1))
    assert schema_faults(where.read_bytes(), family) != []


def replanted(family: str, was: str, planted: str) -> RegulatorFile:
    """The file as it would be had it been made so: on the disk, and in its row."""
    damaged = file(family)
    text = regulator_path(damaged).read_text()
    assert was in text
    data = text.replace(was, planted, 1).encode()
    regulator_path(damaged).write_bytes(data)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE regulator_regulatorfile SET digest = %s, state = 'validated' WHERE id = %s",
            [hashlib.sha256(data).hexdigest(), damaged.pk],
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    return damaged


@pytest.mark.parametrize(("family", "was", "planted", "named"), [
    ("TRAN", 'movement="100.00" after="100.00"', 'movement="100.01" after="100.01"', "wallet"),
    ("TRAN", 'movement="100.00" after="100.00"', 'movement="100.00" after="100.01"', "do not make"),
    ("TRAN", 'road="deposit"', 'road="stake"', "does not belong here"),
    ("TRAN", 'place="1"', 'place="9"', "gap in the numbers"),
    ("AJOG", 'staked="5.00"', 'staked="5.01"', "staked"),
    ("AJOG", 'of="movement.stake"', 'of="movement.prize-back"', "total"),
    ("SESS", "<session ", "<absence ", "sessions"),
    ("RESF", 'lost="', 'lost="9', "files of its hours"),
    ("RESF", 'kind="bank" count="1" before="0.00"', 'kind="bank" count="1" before="0.01"', "do not make"),
    ("RESF", 'came="300.00"', 'came="300.01"', "by kinds of transfer"),
])  # fmt: skip
def test_a_planted_difference_is_red(
    evening: list[Player], family: str, was: str, planted: str, named: str
) -> None:
    run_again = make if family == "RESF" else make_hour
    run_again()
    if family == "SESS":  # a stay that is not told of: the element is called otherwise, and closed so
        text = path(family).read_text()
        was, planted = text[text.index("<session ") : text.index("</session>") + len("</session>")], ""
    damaged = replanted(family, was, planted)
    run_again()
    damaged.refresh_from_db()
    assert damaged.state == "failed" and named in damaged.error, damaged.error


def test_a_transfer_that_the_files_do_not_tell_of_is_red(evening: list[Player]) -> None:
    """The owner of the database writes into an hour that was already reported."""
    make_hour()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, at) "
            "SELECT gen_random_uuid(), kind, source_id, target_id, currency, 1, at FROM wallet_transfer "
            "WHERE kind = 'deposit' LIMIT 1"
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    damaged = replanted("TRAN", "</file>", "</file>")
    make_hour()
    damaged.refresh_from_db()
    assert damaged.state == "failed" and "ledger" in damaged.error


def test_a_summary_that_does_not_begin_as_the_day_before_ended_is_red(evening: list[Player]) -> None:
    make(days=2)
    second = file("RESF", day=DAY + timedelta(days=1))
    assert second.state == "delivered"
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE wallet_transfer SET cents = cents + 1 WHERE kind = 'deposit'")
        cursor.execute(
            "UPDATE wallet_account SET balance = balance + 1 WHERE kind = 'wallet' AND currency = 'EUR'"
        )
        cursor.execute("UPDATE wallet_account SET balance = balance - 3 WHERE kind = 'cash'")
        cursor.execute("SET LOCAL session_replication_role = origin")
    production.reprocess(file=second, person=signer("compliance officer"), reason="the ledger was touched")
    make(days=2)
    second = file("RESF", day=DAY + timedelta(days=1))
    assert second.sequence == 1 and second.state == "failed" and "as the day before ended" in second.error


def test_a_file_that_was_changed_on_the_disk_does_not_leave(evening: list[Player], settings: Any) -> None:
    settings.REGULATOR_DELIVERY = ""
    make_hour()
    made = file("TRAN")
    assert made.state == "reconciled"
    regulator_path(made).write_text(regulator_path(made).read_text().replace("100.00", "900.00"))
    settings.REGULATOR_DELIVERY = "casino.compliance.regulator.delivery.FolderDelivery"
    make_hour()
    made.refresh_from_db()
    assert made.state == "failed" and "not the one that was produced" in made.error


# --- made again, late, refused


def test_a_reprocessed_file_gets_a_summary_and_the_first_files_stay(evening: list[Player]) -> None:
    make()
    before = {family: (path(family), path(family).read_bytes()) for family in ("TRAN", "RESF")}
    officer = signer("compliance officer")
    new = production.reprocess(file=file("TRAN"), person=officer, reason="asked by the regulator")
    assert [file_row.name for file_row in new] == ["FLTR_2026030220_TRAN_rp1", "FLTR_20260302_RESF_rp1"]
    make()
    for file_row in RegulatorFile.objects.filter(sequence=1):
        assert (
            file_row.state == "delivered"
            and file_row.reason == "asked by the regulator"
            and file_row.requested_by == officer
        )
    for family, (where, data) in before.items():
        assert where.read_bytes() == data and path(family) != where, (
            "the earlier one is kept beside the new one"
        )
    assert Line.objects.filter(kind="regulator-files.asked-again", person=officer).count() == 1
    assert production.reprocess(file=file("TRAN"), person=officer, reason="once more")[0].sequence == 2
    assert production.reprocess(file=file("TRAN"), person=officer, reason="and again") == [], (
        "what is due already is not asked for twice"
    )


def test_a_summary_waits_for_every_file_of_its_day(evening: list[Player]) -> None:
    make()
    production.reprocess(file=file("AJOG"), person=signer("compliance officer"), reason="a doubt")
    RegulatorFile.objects.filter(family="AJOG", sequence=1).update(next_try=clock.now() + timedelta(hours=1))
    make()
    assert file("AJOG").state == "due" and file("RESF").state == "due"


@pytest.mark.parametrize("sql", [
    "UPDATE regulator_regulatorfile SET digest = repeat('0', 64) WHERE digest <> ''",
    "UPDATE regulator_regulatorfile SET state = 'due' WHERE state = 'delivered'",
    "UPDATE regulator_regulatorfile SET name = name || 'x'",
    "DELETE FROM regulator_regulatorfile",
    "INSERT INTO regulator_regulatorfile (family, day, hour, since, until, sequence, name, state, "
    "deadline, totals, digest, receipt, error, tries, reason) "
    "SELECT family, day, hour, since, until, 7, 'x', 'due', deadline, '{}', '', '', '', 0, '' "
    "FROM regulator_regulatorfile LIMIT 1",
])  # fmt: skip
def test_what_was_made_never_changes_and_goes_forward_only(evening: list[Player], sql: str) -> None:
    make_hour()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_a_file_that_has_not_left_by_its_deadline_is_late_and_stays_marked(
    folders: Path, settings: Any
) -> None:
    settings.REGULATOR_DELIVERY = "tests.casino.compliance.regulator.test_production.Broken"
    played(folders, 1)
    moved_to(EVENING)
    sealed()
    make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"reconciled"}
    assert not RegulatorFile.objects.filter(late=None).exists() and "the line is dead" in file("TRAN").error
    assert overdue.standing().late == 4 and not overdue.standing().good
    settings.REGULATOR_DELIVERY = "casino.compliance.regulator.delivery.FolderDelivery"
    with connection.cursor() as cursor:
        cursor.execute("UPDATE regulator_regulatorfile SET next_try = now()")
    make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"delivered"}
    assert not RegulatorFile.objects.filter(late=None).exists(), "that they were late stays on the record"
    assert overdue.standing().good


class Broken:
    def deliver(self, name: str, data: bytes) -> str:
        raise OSError("the line is dead")


def test_where_nothing_is_delivered_a_reconciled_file_is_done(evening: list[Player], settings: Any) -> None:
    settings.REGULATOR_DELIVERY = ""
    make_hour()
    assert set(RegulatorFile.objects.values_list("state", flat=True)) == {"reconciled"}
    assert not RegulatorFile.objects.exclude(late=None).exists() and overdue.standing().oldest is None


def test_a_full_disk_is_retried(evening: list[Player], settings: Any, folders: Path) -> None:
    (folders / "blocked").write_text("")
    settings.REGULATOR_FILES = str(folders / "blocked")
    make_hour()
    made = file("TRAN")
    assert made.state == "due" and made.tries == 1 and made.error and made.next_try > clock.now()
    settings.REGULATOR_FILES = str(folders / "files")
    RegulatorFile.objects.update(next_try=clock.now())
    make_hour()
    assert file("TRAN").state == "delivered" and file("TRAN").error == ""


def test_a_day_is_expected_once_and_from_the_first_look_on(folders: Path) -> None:
    noon = lisbon(2026, 3, 2, 12, 30)
    assert production.expect(until=noon) == 12 * 4
    assert production.expect(until=noon) == 0
    assert production.expect(until=noon + timedelta(days=3)) == (24 - 12) * 4 + 2 + 2 * 98 + 12 * 4
    assert RegulatorFile.objects.filter(since__lt=whole_day(DAY).since).count() == 0


@pytest.mark.parametrize("amount", [0, 1, 99, 100, 123456789, -1, -100, -123456])
def test_sums_are_written_and_read_without_a_loss(amount: int) -> None:
    assert cents(euros(amount)) == amount
