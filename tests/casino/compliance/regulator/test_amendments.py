"""What happens after an hour was told is told in its own hour, and the hour that was told stays as it is."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from casino.compliance.regulator import production
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs.document import cents
from players.shared import clock
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account
from tests.casino.compliance.regulator.conftest import leaves, lisbon, moved_to, played, sealed
from tests.live_table import LiveTable, bet, players_with, signer, table_open
from tests.stored_files import regulator_path

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
EVENING = lisbon(2026, 3, 2, 21)
OUTAGE = 61_000


def make() -> None:
    midnight = clock.midnight(DAY)
    production.make_files(seconds=300, since=midnight, until=clock.midnight(DAY + timedelta(days=1)))
    undelivered = RegulatorFile.objects.exclude(state="delivered")
    assert [f"{file.name}: {file.error}" for file in undelivered] == []


def content(family: str, hour: str = "", sequence: int = 0) -> bytes:
    return regulator_path(RegulatorFile.objects.get(family=family, hour=hour, sequence=sequence)).read_bytes()


def without_number(data: bytes) -> bytes:
    head, _, rest = data.partition(b"<id_ficheiro>")
    return head + rest.partition(b"</id_ficheiro>")[2]


def test_a_round_that_is_void_in_the_next_hour_is_refunded_there(folders: Path) -> None:
    """[903-B Anexo 1, V.1 and V.4]"""
    room = LiveTable(folders, table_open(sheet={"resume_within": 60}))
    (ana,) = players_with(100_00, 1)
    room.sit([ana])
    room.until("bets-opened")
    assert room.send((ana, bet(room.round, {"red": 700})))[0].refused is None
    moved_to(EVENING)
    after = clock.now()
    assert "round-voided" in room.step(late=OUTAGE)
    moved_to(EVENING + timedelta(minutes=5), since=after)
    sealed()
    make()
    (staked,) = leaves(content("AJOG", "20"), "fortazar")
    assert (staked["a_valor"], staked["r_valor"], staked["timestp_fim"]) == ("7.00", "", "")
    (refunded,) = leaves(content("AJOG", "21"), "fortazar")
    assert (refunded["a_valor"], refunded["r_valor"], refunded["g_ganho"]) == ("", "7.00", "")
    assert refunded["timestp_fim"] and refunded["cod_ficha"] == staked["cod_ficha"]
    (sums,) = leaves(content("RESF"), "liq_int")
    assert (sums["total_apostas"], sums["total_reembolsos"], sums["total_ganhos"]) == ("7.00", "7.00", "0.00")
    told = RegulatorFile.objects.get(family="AJOG", hour="20")
    production.reprocess(file=told, person=signer("compliance officer"), reason="asked by the regulator")
    make()
    assert without_number(content("AJOG", "20", 1)) == without_number(content("AJOG", "20")), (
        "the hour knew nothing of it"
    )
    assert without_number(content("RESF", "", 1)) == without_number(content("RESF"))


def test_a_correction_is_told_in_its_hour_and_moves_no_sum_of_play(folders: Path) -> None:
    """[903-B Anexo 1, V.5]"""
    _room, players = played(folders, 1)
    moved_to(EVENING)
    after = clock.now()
    wallet = Account.objects.get(kind="wallet", currency="EUR", player=players[0])
    adjustment = ledger.open_ledger_account(kind="adjustment", currency="EUR")
    ledger.post([Move(uuid4(), "adjustment", adjustment, wallet.pk, "EUR", 150)])
    moved_to(EVENING + timedelta(hours=1), since=after)
    sealed()
    make()
    (entry,) = leaves(content("TRAN", "21"), "conta")
    assert (entry["cod_optct"], entry["saldo_mov"]) == ("CREDITO", "1.50")
    (account,) = [
        row for row in leaves(content("AJOG", "20"), "conta_jog") if row["codigo"] == entry["cod_conta"]
    ]
    assert account["saldo_fim"] == entry["saldo_ini"], "it begins with what the hour before has told"
    (sums,) = leaves(content("RESF"), "liq_int")
    assert cents(sums["total_apostas"]) == 10_00 and leaves(content("AJOG", "21"), "jogador") == []
