"""The chain of events: the last event of each transaction stores its link; every other link follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from games.tables.domain.pending_changes import chain_hash
from games.tables.event_chain import ChainFollower, link_of
from tests.live_table import LiveTable, bet, players_with

Open = Callable[..., LiveTable]
Row = tuple[Any, ...]


@pytest.fixture
def journal(room: Open) -> tuple[int, list[Row]]:
    """A table, and its events: some transactions have several."""
    table = room()
    players = players_with(10_000, 2)
    table.sit(players)
    table.step()
    table.send(*((player, bet(1, {"red": 500})) for player in players))
    table.until("round-ended")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, "
            "digest, chain FROM games_event WHERE table_id = %s ORDER BY seq",
            [table.table.pk],
        )
        return table.table.pk, cursor.fetchall()


def follow(rows: list[Row]) -> list[bool]:
    follower = ChainFollower(b"")
    return [follower.follow(row) for row in rows]


def test_a_transaction_stores_one_link(journal: tuple[int, list[Row]]) -> None:
    rows = journal[1]
    placed = [row for row in rows if row[1] == "bet-placed"]
    assert [row[-1] is None for row in placed] == [True, False], "both bets came in one transaction"
    assert rows[-1][-1] is not None and all(follow(rows))


def test_the_link_of_each_event_can_be_computed(journal: tuple[int, list[Row]]) -> None:
    chain = b""
    for seq, kind, data, round_id, at, player, command, digest, _stored in journal[1]:
        chain = chain_hash(chain, at, seq, kind, data.encode(), round_id, player, command, digest)
        assert link_of(journal[0], seq) == chain


def test_a_changed_event_without_a_link_breaks_the_next_link(journal: tuple[int, list[Row]]) -> None:
    rows = journal[1]
    place = next(index for index, row in enumerate(rows) if row[-1] is None)
    changed = (*rows[place][:2], rows[place][2] + " ", *rows[place][3:])
    assert not all(follow([*rows[:place], changed, *rows[place + 1 :]]))


def test_no_transaction_goes_without_a_link(journal: tuple[int, list[Row]]) -> None:
    rows = journal[1]
    place = next(
        index for index, row in enumerate(rows) if row[-1] is not None and rows[index + 1][4] != row[4]
    )
    removed = (*rows[place][:-1], None)
    assert not all(follow([*rows[:place], removed, *rows[place + 1 :]]))
