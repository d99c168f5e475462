"""A closed table tells its spectators so, and again when it reopens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.floor import tasks
from games.models import Table
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from tests.live_table import LiveTable, players_with

pytestmark = pytest.mark.django_db
Open = Callable[..., LiveTable]
SYSTEMS = ["american-roulette", "holdem"]


def status(table: LiveTable, status: str) -> None:
    Table.objects.filter(pk=table.table.pk).update(status=status)


def nudged(table: LiveTable) -> str:
    table.execute([CommandRequest(0, protocol.CheckInactivity(), ("house", 0))])
    return str(table.browsers[0].table["phase"])


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("closed", ["draining", "closed"])
def test_an_empty_table_that_is_closed_says_so_until_it_opens(room: Open, system: str, closed: str) -> None:
    table = room(system)
    assert nudged(table) == "asleep"
    status(table, closed)
    assert nudged(table) == "shut"
    seq = table.live.seq
    assert nudged(table) == "shut" and table.live.seq == seq, "said once"
    table.new_croupier()
    assert table.live.shut, "another croupier reads it from the journal"
    status(table, "open")
    table.execute([CommandRequest(0, protocol.CheckInactivity(), ("house", 0))])
    assert not table.live.shut


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_table_where_people_play_closes_when_they_have_gone(room: Open, system: str) -> None:
    table = room(system)
    (player,) = players_with(100_000, 1)
    table.sit([player])
    table.until("bets-opened")
    status(table, "closed")
    assert nudged(table) != "shut"
    for _ in range(12):
        if not table.live.seats:
            break
        table.step()
    assert not table.live.seats
    assert nudged(table) == "shut"


@pytest.mark.parametrize("system", SYSTEMS)
def test_players_are_notified_when_a_table_closes_or_stays_open_after_all(room: Open, system: str) -> None:
    table = room(system)
    table.sit(players_with(100_000, 2))
    table.until("bets-opened")
    status(table, "draining")
    nudged(table)
    assert table.browsers[0].table["closing"] is True
    seq = table.live.seq
    nudged(table)
    assert table.live.seq == seq, "said once"
    table.new_croupier()
    assert table.live.closing, "another croupier reads it from the journal"
    status(table, "open")
    nudged(table)
    assert "closing" not in table.browsers[0].table and table.live.seats


def test_the_sweep_sends_missed_notices(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table, sent = room("american-roulette"), []
    monkeypatch.setattr(tasks, "send_to_tables", lambda tables, command: sent.append(tables))

    def swept() -> bool:
        tasks.announce_table_openings()
        tables: list[Any] = sent.pop()
        return table.table.pk in tables

    assert not swept()
    status(table, "closed")
    assert swept()
    nudged(table)
    assert not swept()
    status(table, "open")
    assert swept()
    table.execute([CommandRequest(0, protocol.CheckInactivity(), ("house", 0))])
    assert not swept()
