"""A record of one evening, and temporary folders for the regulator files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from lxml import etree

from casino.archive import archive
from casino.compliance import regulator
from games.tables.transport import protocol
from players.audit import seals
from players.models import Player
from players.shared import clock
from tests.live_table import LiveTable, bet, players_with, table_open

FIRST = Path(regulator.__file__).with_name("packs") / "pt_2015" / "schemas"
SECOND = Path(__file__).with_name("second_transcription")


@pytest.fixture
def folders(tmp_path: Path, settings: Any) -> Iterator[Path]:
    settings.REGULATOR_FILES, settings.REGULATOR_OUTBOX = str(tmp_path / "files"), str(tmp_path / "outbox")
    settings.REGULATOR_VAULT, settings.REGULATOR_ENTITY, settings.REGULATOR_STOP_HOURS = "2AA", 2, 0
    settings.REGULATOR_DELIVERY = "casino.compliance.regulator.delivery.FolderDelivery"
    settings.REGULATOR_SANDBOX_KEYS = settings.REGULATOR_ANSWERS = ""
    yield tmp_path


def sealed() -> None:
    """The record is sealed up to this moment: a horizon, and the seal once nothing runs any more that ran
    then.
    """
    for _ in range(200):
        if seals.seal(margin=timedelta(seconds=-5)):
            return
        time.sleep(0.05)
    raise AssertionError("the record was not sealed")


def played(folder: Path, rounds: int = 2) -> tuple[LiveTable, list[Player]]:
    """Two players in some rounds of roulette, after which one leaves, and a third with a deposit only."""
    room, players = LiveTable(folder, table_open()), players_with(100_00, 3)
    room.sit(players[:2])
    for _ in range(rounds):
        room.until("bets-opened")
        room.send(
            (players[0], bet(room.round, {"red": 500})),
            (players[1], bet(room.round, {"straight:17": 200, "black": 300})),
        )
        room.until("round-ended")
    room.send((players[1], protocol.Leave(uuid4())))
    return room, players


def moved_to(moment: datetime, *, since: datetime | None = None) -> None:
    """Move the record, or its part since then, to the minutes before this moment, in the same order."""
    tables = {
        "wallet_transfer": ["at"], "games_stake": ["at"], "games_round": ["opened", "ended"],
        "games_event": ["at"], "players_playsession": ["started", "ended"], "audit_line": ["at"],
        "players_player": ["since"], "cashier_payment": ["made", "changed", "credited"],
        "protection_exclusion": ["starts"], "identity_signin": ["began", "ended"],
    }  # fmt: skip
    begins = since or datetime.min.replace(tzinfo=UTC)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT greatest(max(t.at), (SELECT max(at) FROM games_stake), (SELECT max(at) FROM audit_line)) "
            "FROM wallet_transfer AS t"
        )
        (last,) = cursor.fetchone()
        by = moment - timedelta(seconds=1) - last
        # As the owner of the database, whom no trigger stops.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table, columns in tables.items():
            for column in columns:
                cursor.execute(
                    f"UPDATE {table} SET {column} = {column} + %s WHERE {column} >= %s", [by, begins]
                )
        cursor.execute("SET LOCAL session_replication_role = origin")


def without_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that was moved has another chain than its events, so no journal of it can be proven."""
    monkeypatch.setattr(archive, "close_journals", lambda *_: [])


def leaves(content: bytes, name: str) -> list[dict[str, str]]:
    """The elements of that name, each with the text of its leaves; empty elements too."""
    return [
        {leaf.tag: leaf.text or "" for leaf in element if not len(leaf)}
        for element in etree.fromstring(content).iter(name)
    ]


def both_schemas_faults(family: str, content: bytes) -> list[str]:
    """The faults by each transcription of the printed schema."""
    faults: list[str] = []
    for folder in (FIRST, SECOND):
        schema = etree.XMLSchema(etree.parse(folder / f"{family.lower()}.xsd"))
        if not schema.validate(etree.fromstring(content)):
            faults += [f"{folder.name}: {fault.message}" for fault in schema.error_log]
    return faults


def lisbon(*parts: int, fold: int = 0) -> datetime:
    """What Lisbon's clocks show, as a moment: sums of local times forget which of two equal hours it was."""
    return datetime(*parts, tzinfo=clock.LISBON, fold=fold).astimezone(UTC)
