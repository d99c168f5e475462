"""A receipt carries the proof that its stake stands in the public log, once a witness has seen it there."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from msgspec import structs

from casino.public_log import proofs, sequencer
from casino.public_log.models import Head
from casino.services.folder import PROJECT
from games.models import Event, Round
from games.rounds.receipts import receipts, views
from games.tables.transport.protocol import RequestReceipt
from players.models import Player
from players.shared import person_keys
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import LiveTable, players_with
from tests.table_room import room as room
from tests.verify.log_vectors import Witness

sys.path.append(str(PROJECT / "verify"))

from feltro_verify import log as outsider
from feltro_verify.signatures import check_receipt

pytestmark = pytest.mark.django_db
Open = Callable[..., LiveTable]


@pytest.fixture
def key(settings: Any, tmp_path: Path) -> outsider.Key:
    (tmp_path / "key").write_text(secrets.token_hex(32))
    settings.PUBLIC_LOG_KEY_FILE = str(tmp_path / "key")
    settings.PUBLIC_LOG_DIR = str(tmp_path / "log")
    settings.PUBLIC_LOG_WITNESSES = ""
    own = sequencer.log_key()
    assert own is not None
    return outsider.read_key(str(own.public))


@pytest.fixture
def staked(key: outsider.Key, room: Open, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, Player, int]:
    """A table with a stake, whose croupier answers pages. The log begins before it."""
    table = room("caribbean-stud")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    answer = send_command(table, ana, STAKES["caribbean-stud"](1))
    receipts.publish_key(table.transaction.key)
    follow(Event.objects.earliest("at").at - timedelta(seconds=1))

    def query(number: int, request: RequestReceipt) -> dict[str, Any]:
        return receipts.build_receipt(number, request.event, request.player, table.transaction.key)

    monkeypatch.setattr(views, "query_croupier", query)
    return table, ana, answer.version


def follow(until: datetime) -> None:
    with mock.patch.object(sequencer, "settled_until", return_value=until):
        sequencer.run()


def end(table: LiveTable) -> None:
    """The round ends, and the log has it."""
    to_end(table)
    follow(Event.objects.latest("at").at + timedelta(seconds=1))


def receipt_of(client: Client, player: Player, table: LiveTable, event: int) -> dict[str, Any]:
    client.force_login(player.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    answer = client.get(f"/account/receipts/{table.table.pk}/{event}/")
    assert answer.status_code == 200
    receipt: dict[str, Any] = json.loads(answer.content)
    return receipt


def test_a_receipt_says_that_its_proof_is_to_come_and_then_has_it(
    staked: tuple[LiveTable, Player, int], key: outsider.Key, client: Client
) -> None:
    table, ana, event = staked
    early = receipt_of(client, ana, table, event)
    assert early["log"] == {"status": "awaited"} and receipts.is_genuine(early)
    end(table)
    receipt = receipt_of(client, ana, table, event)
    assert receipt["log"]["status"] == "included" and receipts.is_genuine(receipt)
    assert len(receipt["log"]["proof"]) < 2_048
    house = [str(one) for one in receipts.receipt_keys()]
    checks = [check_receipt(receipt, house), *outsider.check_receipt_in_log(receipt, [key], [])]
    assert [(check.code, check.good) for check in checks] == [
        ("receipt", True), ("stake", True), ("logged", True), ("included", True), ("witnessed", None),
    ]  # fmt: skip
    page = client.get(f"/account/rounds/{Round.objects.get(number=1).pk}/").content.decode()
    assert "each receipt carries the proof" in page or "cada recibo" in page


def test_a_proof_from_a_billion_entries_with_two_witnesses_has_less_than_two_kilobytes(
    key: outsider.Key,
) -> None:
    own = sequencer.log_key()
    assert own is not None
    note = own.signed(2**30, bytes(32))
    note += "".join(Witness(name).line(note) for name in ("witness.example/w1", "university.example/w2"))
    tree = mock.Mock(inclusion_proof=lambda _index: [bytes(32)] * 30)
    text = proofs.proof_text(tree, 2**30 - 1, bytes(32), note)
    assert 1_800 < len(text.encode()) <= 2_048
    assert len(outsider.read_proof(text.encode()).hashes) == 30


def test_what_the_owner_changed_afterwards_does_not_agree_with_the_log(
    staked: tuple[LiveTable, Player, int], key: outsider.Key, client: Client
) -> None:
    table, ana, event = staked
    end(table)
    forged = Event.objects.get(table=table.table, seq=event)
    logged = proofs.find("event", f"{table.table.pk}:{event}", forged.round.ended)
    assert logged is not None
    changed = structs.replace(logged.entry, content=logged.entry.content.replace("500", "900"))
    with mock.patch.object(proofs, "entry_of", return_value=changed):
        receipt = receipt_of(client, ana, table, event)
    found = {check.code: check.good for check in outsider.check_receipt_in_log(receipt, [key], [])}
    assert found["included"] is False and found["logged"] is True


def test_a_receipt_goes_out_without_what_cannot_be_read(
    staked: tuple[LiveTable, Player, int], client: Client, settings: Any
) -> None:
    table, ana, event = staked
    end(table)
    for fault in (
        mock.patch.object(person_keys, "deriver", side_effect=person_keys.KeyLost("gone")),
        mock.patch.object(person_keys, "deriver", side_effect=person_keys.KeyDestroyed("erased")),
        mock.patch.object(sequencer.Files, "provable", side_effect=OSError("the store is down")),
    ):
        settings.PUBLIC_LOG_KEY_FILE = ""  # as in the process of pages
        with fault:
            receipt = receipt_of(client, ana, table, event)
        assert receipt["log"] == {"status": "unknown"} and receipts.is_genuine(receipt)


def test_without_a_log_receipts_and_pages_say_nothing_of_it(
    room: Open, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert proofs.part_of_receipt(1, 1, None) == {}
    assert b"public-log" not in client.get("/verify/receipt/").content


def test_a_stake_from_before_the_log_is_told_so(
    staked: tuple[LiveTable, Player, int], client: Client
) -> None:
    table, ana, event = staked
    to_end(table)
    Head.objects.update(until=Round.objects.get(number=1).ended + timedelta(seconds=1))
    assert receipt_of(client, ana, table, event)["log"] == {"status": "before"}


@pytest.mark.parametrize("address", ["/fairness/", "/verify/", "/verify/receipt/"])
def test_pages_of_checks_carry_what_a_browser_needs_to_watch_the_log(
    address: str, staked: tuple[LiveTable, Player, int], client: Client
) -> None:
    page = client.get(address).content.decode()
    assert 'id="public-log-facts"' in page and "data-public-log" in page and "js/portal/public_log" in page
