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

from casino.compliance.reading import reading
from casino.compliance.regulator import overdue, production
from casino.compliance.regulator.delivery import FolderDelivery
from casino.compliance.regulator.facts import Facts
from casino.compliance.regulator.facts.spans import hours_of, whole_day
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs import mapping_in_force, pack_in_force
from casino.compliance.regulator.packs.document import cents, euros
from casino.compliance.regulator.packs.pt_2015.mapping import device_code
from players.audit import note
from players.audit.models import Line
from players.identity.models import Identity, SignIn
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.casino.compliance.regulator.conftest import (
    both_schemas_faults,
    leaves,
    lisbon,
    moved_to,
    played,
    sealed,
)
from tests.live_table import LiveTable, bet, players_with, signer, table_open
from tests.sandbox_cashier import identified
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


def told(family: str, name: str, hour: str = "20", day: date = DAY) -> list[dict[str, str]]:
    """The elements of that name in a file, each with its leaves."""
    return leaves(path(family, hour, day).read_bytes(), name)


def amount(family: str, name: str, leaf: str) -> int:
    return sum(cents(values[leaf]) for values in told(family, name) if values[leaf])


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
        assert both_schemas_faults(file_row.family, data) == []
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
        for place, chips in json.loads(data)["on"].items():
            staked += chips
            won = {
                "red": number in red,
                "black": number not in red and number > 0,
                "straight:17": number == 17,
            }[place]
            prizes += chips * (35 if place == "straight:17" else 1) if won else 0
            back += chips if won else 0
    assert amount("AJOG", "fortazar", "a_valor") == staked
    assert amount("AJOG", "fortazar", "g_ganho") == prizes + back
    assert amount("TRAN", "conta", "saldo_mov") == 300_00
    (kind_of_game,) = told("RESF", "tipo_jogo")
    (sums,) = told("RESF", "liq_int")
    assert kind_of_game["descricao"] == "Jogos de Fortuna e Azar"
    assert (cents(sums["total_apostas"]), cents(sums["total_ganhos"])) == (staked, prizes + back)
    assert (sums["total_reembolsos"], sums["total_comissoes"]) == ("0.00", "0.00")


def test_each_operation_begins_with_what_the_one_before_it_left(evening: list[Player]) -> None:
    make_hour()
    deposits = {values["codjogador"]: values for values in told("TRAN", "conta")}
    for player in leaves_of_players():
        code, operations = player
        balance = cents(deposits[code]["saldo_fim"])
        for values in operations:
            prefix = "a_" if values["a_valor"] else "g_"
            assert cents(values[f"{prefix}saldo_ini"]) == balance
            balance = cents(values[f"{prefix}saldo_fim"])
        (account,) = [
            row for row in told("AJOG", "conta_jog") if row["codigo"] == deposits[code]["cod_conta"]
        ]
        assert cents(account["saldo_fim"]) == balance, "the account ends as its last operation left it"


def leaves_of_players() -> list[tuple[str, list[dict[str, str]]]]:
    data = path("AJOG").read_bytes()
    return [
        (values["codjogador"], [bet for bet in leaves(data, "fortazar") if of_player(bet, values)])
        for values in leaves(data, "jogador")
    ]


def of_player(bet: dict[str, str], player: dict[str, str]) -> bool:
    return bet["cod_fichajog"].endswith(f"-{player['codjogador']}")


def test_every_bet_is_told_of_with_its_end(evening: list[Player]) -> None:
    """A round that pays nothing closes with a gain of nothing, so that its result is known."""
    make_hour()
    bets = told("AJOG", "fortazar")
    closed = {bet["cod_fichajog"] for bet in bets if bet["g_ganho"]}
    assert closed == {bet["cod_fichajog"] for bet in bets if bet["a_valor"]} and len(closed) == 4
    for row in bets:
        assert row["descr_ap"].startswith("Roleta americana: ") and row["ro_result_nr"]
        assert row["timestp_ini"] < row["timestp"] and row["ap_cruz"] == "N"
        assert row["ro_result_cor"] in (("",) if row["ro_result_nr"] in ("0", "00") else ("V", "P"))


def test_a_player_who_staked_nothing_in_a_round_has_no_result_in_it(evening: list[Player]) -> None:
    """A jackpot bet of a void round that comes back in the next one is no gain of that one. (A49)"""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_stake SET staked = 0 WHERE player_id = %s", [evening[0].pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    with reading() as cursor:
        told = {played.account.player: played for played in Facts(cursor, hours_of(DAY)[20]).play()}
    nets = {player: [one.net for one in played.operations] for player, played in told.items()}
    assert set(nets[evening[0].pk]) == {None} and set(nets[evening[1].pk]) != {None}


def test_a_sign_in_tells_its_address_and_its_device(folders: Path) -> None:
    """[903-B Anexo 1, V.3 and V.4]"""
    _room, players = played(folders, 1)
    begins = clock.now() - timedelta(minutes=5)
    visit = SignIn.objects.create(
        person=players[0].person, began=begins, ended=clock.now(), address="192.0.2.10",
        device="Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 Safari/604.1",
        cause="signed-out",
    )  # fmt: skip
    SignIn.objects.create(person=players[1].person, began=begins, address="192.0.2.11", device="curl/8")
    moved_to(EVENING)
    sealed()
    make_hour()
    logs = {(row["id_sessao"], row["tipo_log"]): row["dispositivo"] for row in told("SESS", "jogador")}
    assert logs[str(visit.pk), "LOGIN"] == logs[str(visit.pk), "LOGOUT"] == "B"
    assert len(logs) == 3 and "" in logs.values(), "what a device is stays unknown if it does not say it"
    own = [bet for bet in told("AJOG", "fortazar") if of_player(bet, {"codjogador": str(players[0].pk)})]
    assert {(bet["id_sessao"], bet["ip_jogador"], bet["ip_regiao"]) for bet in own} == {
        (str(visit.pk), "192.0.2.10", "")
    }


@pytest.mark.parametrize(
    ("browser", "code"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36", "C"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", "C"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36", "C"),
        ("Mozilla/5.0 (X11; FreeBSD amd64; rv:140.0) Gecko/20100101 Firefox/140.0", "C"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537", "B"),
        ("Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "B"),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "B"),
        ("Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Lumia) Chrome/52.0 Mobile Safari/537.36", "B"),
        ("Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 Version/8.0 TV Safari/537.36", "T"),
        ("Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/120.0 Safari/537.36", "T"),
        ("Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) AppleWebKit/537.36 Chrome/141.0 Safari/537.36", "T"),
        ("Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 Chrome/120.0 Safari/537.36", "T"),
        ("curl/8.9", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_code_of_a_device_is_of_its_class(browser: str, code: str) -> None:
    """Computer, browser of a mobile device, television. Red before: most televisions were mobile devices.
    [903-B Anexo 1, V.3]
    """
    assert device_code(pack_in_force(), browser) == code


def test_the_register_tells_the_type_of_the_last_payment(folders: Path) -> None:
    """[903-B Anexo 1, V.2]"""
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
    (entry,) = [row for row in told("JGDR", "jogador") if row["codjogador"] == str(players[0].pk)]
    assert entry["tip_pag"] == "MBWAY", "the last one"
    assert entry["alias_jog"] == players[0].alias and entry["logon"] == players[0].person.email
    assert entry["timestp_reg"].startswith("2026030220") and entry["telefone"] == ""


def test_the_register_tells_the_telephone_that_a_player_entered(folders: Path) -> None:
    """[903-B Anexo 1, V.2]"""
    _room, players = played(folders)
    identified(players[0])
    note("identity.changed", player=players[0])
    moved_to(EVENING)
    sealed()
    make_hour()
    (entry,) = [row for row in told("JGDR", "jogador") if row["codjogador"] == str(players[0].pk)]
    assert entry["telefone"] == "+351912345678"
    assert "912345678" not in str(Identity.objects.filter(player=players[0]).values()), "sealed in the record"


def test_the_day_on_which_the_clocks_go_back_is_whole_and_each_hour_says_its_offset(folders: Path) -> None:
    played(folders, 1)
    moved_to(lisbon(2025, 10, 26, 1, 30, fold=1))
    sealed()
    make(date(2025, 10, 26))
    assert {file("TRAN", "01B", date(2025, 10, 26)).rows, file("TRAN", "01", date(2025, 10, 26)).rows} == {
        3,
        0,
    }
    first = told("TRAN", "conta", "01B", date(2025, 10, 26))[0]
    assert first["timestp_op"].startswith("2025102601") and first["timestp_op"].endswith(" +00:00")
    assert RegulatorFile.objects.filter(family="AJOG", state="delivered").count() == 25
    names = {file("TRAN", hour, date(2025, 10, 26)).name for hour in ("01", "01B")}
    assert names == {"TRAN_2025102601_2AA", "TRAN_2025102601B_2AA"}


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
    named = {row["codjogador"] for name in ("AJOG", "SESS") for row in told(name, "jogador")}
    named |= {row["codjogador"] for row in told("TRAN", "conta")}
    assert named == {str(player.pk) for player in players[1:]}
    assert file("RESF").state == "delivered"
    (sums,) = told("RESF", "liq_int")
    assert sums["total_apostas"] == "5.00", "of the one who is no test account"
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
    receipt = delivery.deliver("one.xml", b"first")
    assert delivery.deliver("one.xml", b"first") == receipt, "the same file again is received once"
    with pytest.raises(OSError, match="a different file named"):
        delivery.deliver("one.xml", b"second")
    assert (tmp_path / "one.xml").read_bytes() == b"first"


# --- what is wrong is found


@pytest.mark.parametrize(("family", "was", "planted"), [
    ("TRAN", "<saldo_mov>100.00</saldo_mov>", ""),
    ("TRAN", "<codjogador>", "<codjogador/><codjogador>"),
    ("AJOG", "<ap_cruz>N</ap_cruz>", "<ap_cruz>N</ap_cruz><hole_cards>AE</hole_cards>"),
    ("AJOG", "</apostas>", "<bjack/></apostas>"),
    ("SESS", "registos_log", "registos_conta"),
    ("RESF", "<total_apostas>20.00", "<total_apostas>20,00"),
    ("RESF", "<cod_entexpl>2", "<cod_entexpl>200"),
])  # fmt: skip
def test_a_file_that_breaks_its_schema_fails(
    evening: list[Player], family: str, was: str, planted: str
) -> None:
    make() if family == "RESF" else make_hour()
    where = path(family)
    assert both_schemas_faults(family, where.read_bytes()) == []
    text = where.read_text()
    assert was in text
    data = text.replace(was, planted).encode()
    faults = mapping_in_force().faults(pack_in_force().family(family), data)
    assert faults != [] and both_schemas_faults(family, data) != []


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
    ("TRAN", "<saldo_mov>100.00</saldo_mov><saldo_fim>100.00",
     "<saldo_mov>100.01</saldo_mov><saldo_fim>100.01", "in the ledger"),
    ("TRAN", "<saldo_fim>100.00", "<saldo_fim>100.01", "do not make"),
    ("TRAN", "<cod_optct>CREDITO", "<cod_optct>CREDIT", "neither"),
    ("TRAN", "<saldo_fim>100.00", "<saldo_fim>100,00", "no amount"),
    ("AJOG", "<a_valor>5.00", "<a_valor>5.01", "do not make"),
    ("AJOG", "<a_valor>5.00</a_valor><a_saldo_fim>95.00", "<a_valor>5.01</a_valor><a_saldo_fim>94.99",
     "in the ledger"),
    ("AJOG", "<saldo_ini>0.00</saldo_ini>", "<saldo_ini>0.01</saldo_ini>", "do not make"),
    ("AJOG", "<a_comissao/>", "<a_comissao>0.01</a_comissao>", "do not make"),
    ("SESS", "</registos_log>", "<jogador/></registos_log>", "records"),
    ("RESF", "<total_ganhos>", "<total_ganhos>9", "files of its day"),
    ("RESF", "<descricao>Jogos", "<descricao>Jogo", "no kind of game"),
])  # fmt: skip
def test_a_planted_difference_is_red(
    evening: list[Player], family: str, was: str, planted: str, named: str
) -> None:
    run_again = make if family == "RESF" else make_hour
    run_again()
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
    damaged = replanted("TRAN", "</ficheiro>", "</ficheiro>")
    make_hour()
    damaged.refresh_from_db()
    assert damaged.state == "failed" and "ledger" in damaged.error


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
    assert [file_row.name for file_row in new] == ["TRAN_2026030220_2AArp", "RESF_20260302_2AArp"]
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
    again = production.reprocess(file=file("TRAN"), person=officer, reason="once more")[0]
    assert (again.sequence, again.name) == (2, "TRAN_2026030220_2AA_2rp"), "the name still ends in rp"
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
    with clock.at(lisbon(2026, 3, 2, 21, 5)):  # before the deadline
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
