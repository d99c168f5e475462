"""Bets of several tables in one transaction: each is decided as if its table were alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from psycopg import errors

from games.models import Event, Table
from games.rules.shared.refusals import Refusal
from games.tables.croupier import common_transaction, common_turn, journal
from games.tables.croupier.common_transaction import TableBets, commit_together
from games.tables.croupier.transaction import TableTransaction
from games.tables.croupier.worker import TableWorker
from games.tables.domain import commands
from games.tables.domain.commands import CommandRequest
from games.tables.domain.pending_changes import PendingChanges
from games.tables.event_chain import ChainFollower
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import QueuedMessage
from players.models import Player
from tests.live_table import (
    LiveTable,
    account,
    balance,
    bet,
    limit_stakes,
    players_with,
)

Open = Callable[..., LiveTable]


def betting(room: Open, *players: Player, system: str = "american-roulette", **setting: Any) -> LiveTable:
    """A table at which these players may bet now."""
    table = room(system, **{"betting_seconds": 120, **setting})
    table.sit(players)
    table.until("bets-opened")
    return table


def bets(table: LiveTable, *commands: tuple[Player, protocol.Play]) -> TableBets:
    return TableBets(
        table.transaction, [CommandRequest(player.pk, command, ("test", 1)) for player, command in commands]
    )


def turn(table: LiveTable, *messages: tuple[Player, protocol.Play], step: bool = False) -> TableWorker:
    """A worker of that table with these commands in its queue."""
    worker = TableWorker(table.table.pk, table.transaction.key, lambda out: None)
    worker.transaction = table.transaction
    worker.step_due = step
    worker.queue.extend(
        ("test", QueuedMessage(player.pk, player.pk, table.table.pk, msgspec.json.encode(command)))
        for player, command in messages
    )
    return worker


def answers(published: list[tuple[str, bytes]]) -> dict[int, list[dict[str, Any]]]:
    """The replies by player."""
    replies: dict[int, list[dict[str, Any]]] = {}
    for channel, message in published:
        if channel == envelope.web_channel("test"):
            for socket, frame in envelope.decode_replies(message):
                replies.setdefault(socket, []).append(msgspec.json.decode(frame))
    return replies


def is_chain_whole(table: int) -> bool:
    follower = ChainFollower(b"")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq, kind, data, round_id, (extract(epoch FROM at) * 1000)::bigint, player, command, "
            "digest, chain FROM games_event WHERE table_id = %s ORDER BY seq",
            [table],
        )
        rows = cursor.fetchall()
    return all(follower.follow(row) for row in rows) and rows[-1][-1] is not None


def kinds(table: LiveTable) -> list[str]:
    return list(Event.objects.filter(table=table.table).order_by("seq").values_list("kind", flat=True))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many tables each written set of events names."""
    sets: list[int] = []
    real = journal.append
    monkeypatch.setattr(journal, "append", lambda changed: (sets.append(len(changed)), real(changed))[1])
    yield sets


def test_bets_of_three_tables_are_one_transaction(room: Open, written: list[int]) -> None:
    players = players_with(10_000, 3)
    systems = ("american-roulette", "french-roulette", "baccarat")
    tables = [betting(room, player, system=system) for player, system in zip(players, systems, strict=True)]
    places = ({"red": 100}, {"black": 200}, {"tie": 300})
    written.clear()
    results = commit_together(
        [
            bets(table, (player, bet(table.round, on)))
            for table, player, on in zip(tables, players, places, strict=True)
        ]
    )
    assert written == [3]
    assert [results[table.table.pk].results[0].refused for table in tables] == [None] * 3
    assert [balance(player) for player in players] == [9_900, 9_800, 9_700]
    assert [account(table.table, "stakes") for table in tables] == [100, 200, 300]
    for table, player, place in zip(tables, players, places, strict=True):
        assert kinds(table)[-1] == "bet-placed"
        row = Table.objects.get(pk=table.table.pk)
        assert table.live.seq == row.version == results[table.table.pk].results[0].version
        wallet = next(iter(results[table.table.pk].balances))
        assert wallet == player.pk
        # The next transaction of the table goes on from there.
        (next_request,) = bets(table, (player, bet(table.round, place))).requests
        assert table.transaction.execute([next_request]).results[0].refused is None
    assert all(is_chain_whole(table.table.pk) for table in tables)


def test_the_queries_of_a_shared_transaction_do_not_grow_with_its_tables(room: Open) -> None:
    players = players_with(10_000, 6)
    tables = [betting(room, player) for player in players]

    def queries(count: int) -> int:
        waiting = [
            bets(table, (player, bet(table.round, {"red": 100})))
            for table, player in zip(tables[:count], players[:count], strict=True)
        ]
        with CaptureQueriesContext(connection) as context:
            assert len(commit_together(waiting)) == count
        return len(context)

    assert queries(2) == queries(6)


def test_a_player_of_two_tables_does_not_stake_the_same_money_twice(room: Open, written: list[int]) -> None:
    """[AR-3a] Nor use a limit twice: the second table has a transaction of its own."""
    ana, rui = players_with(1_000, 2)
    first, second, third = (betting(room, player) for player in (ana, ana, rui))
    published: list[tuple[str, bytes]] = []
    written.clear()
    common_turn.work(
        [
            turn(first, (ana, bet(first.round, {"red": 800}))),
            turn(second, (ana, bet(second.round, {"red": 800}))),
            turn(third, (rui, bet(third.round, {"red": 800}))),
        ],
        published.extend,
    )
    assert written == [2]
    assert balance(ana) == 200 and balance(rui) == 200
    assert [account(table.table, "stakes") for table in (first, second, third)] == [800, 0, 800]
    assert kinds(second)[-1] != "bet-placed"


def test_a_limit_counts_at_two_tables_of_one_turn(room: Open) -> None:
    (ana,) = players_with(10_000, 1)
    limit_stakes([ana], 1_000)
    tables = [betting(room, ana) for _ in range(2)]
    common_turn.work(
        [turn(table, (ana, bet(table.round, {"red": 800}))) for table in tables], lambda out: None
    )
    assert balance(ana) == 9_200


def test_a_refused_bet_leaves_the_other_tables_alone(room: Open, written: list[int]) -> None:
    ana, rui = players_with(1_000, 2)
    first, second = betting(room, ana), betting(room, rui)
    before = second.live.seq
    written.clear()
    results = commit_together(
        [
            bets(first, (ana, bet(first.round, {"red": 500}))),
            bets(second, (rui, bet(second.round, {"red": 2_000}))),
        ]
    )
    assert written == [1]
    refused = results[second.table.pk].results[0].refused
    assert refused is not None and refused.code is Refusal.NOT_ENOUGH
    assert second.live.seq == before == Table.objects.get(pk=second.table.pk).version
    assert (balance(ana), balance(rui)) == (500, 1_000)


@pytest.mark.parametrize("reason", ["due", "held", "draining", "old", "fault", "unknown"])
def test_a_table_with_more_to_do_is_left_out_and_unchanged(
    room: Open, reason: str, written: list[int]
) -> None:
    ana, rui = players_with(1_000, 2)
    first, other = betting(room, ana), betting(room, rui)
    waiting = bets(other, (rui, bet(other.round, {"red": 100})))
    if reason == "due":
        other._set_due(0)
    elif reason in ("held", "draining"):
        Table.objects.filter(pk=other.table.pk).update(status=reason)
    elif reason == "old":  # another croupier has played here
        TableTransaction(other.table.pk, other.transaction.key).execute(
            [CommandRequest(rui.pk, bet(other.round, {"black": 100}), ("test", 1))]
        )
    elif reason == "fault":
        other.transaction.note_fault(journal.now())
        assert not common_transaction.may_share(other.transaction, waiting.requests)
        return
    else:
        new = TableTransaction(other.table.pk, other.transaction.key)
        assert not common_transaction.may_share(new, waiting.requests)
        return
    row = Table.objects.values("version", "chain", "status").get(pk=other.table.pk)
    loaded, events = other.transaction.loaded, kinds(other)
    written.clear()
    assert commit_together([bets(first, (ana, bet(first.round, {"red": 100}))), waiting]).keys() == {
        first.table.pk
    }
    assert written == [1]
    assert Table.objects.values("version", "chain", "status").get(pk=other.table.pk) == row
    assert other.transaction.loaded is loaded and kinds(other) == events


@pytest.mark.parametrize("reason", ["step", "return"])
def test_a_command_with_which_more_happens_is_left_out(
    room: Open, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next step of the table is due at once, or a player whose connection was lost is back."""
    ana, rui = players_with(10_000, 2)
    first, other = betting(room, ana), betting(room, rui)
    if reason == "step":
        monkeypatch.setattr(other.transaction, "due", lambda changes: changes.at)
    else:
        lost = protocol.ReportDisconnect(rui.pk, 1)
        other.execute([CommandRequest(0, lost, ("house", 0))])
        assert kinds(other)[-1] == "connection-lost"
    waiting = bets(other, (rui, bet(other.round, {"red": 100})))
    before = other.live.seq
    results = commit_together([bets(first, (ana, bet(first.round, {"red": 100}))), waiting])
    assert results.keys() == {first.table.pk} and other.live.seq == before
    monkeypatch.undo()
    assert other.transaction.execute(waiting.requests).results[0].refused is None
    assert kinds(other)[before:] == ["connection-back"] * (reason == "return") + ["bet-placed"]


def test_an_id_that_another_table_has_used_costs_the_others_nothing(room: Open) -> None:
    """The transaction falls apart, and each table decides alone."""
    ana, rui = players_with(10_000, 2)
    old, first, second = betting(room, ana), betting(room, ana), betting(room, rui)
    used = uuid4()
    assert old.send((ana, bet(old.round, {"red": 100}, used)))[0].refused is None
    published: list[tuple[str, bytes]] = []
    alone = [
        turn(first, (ana, bet(first.round, {"red": 100}, used))),
        turn(second, (rui, bet(second.round, {"red": 100}))),
    ]
    for worker in alone:
        worker.publish = published.extend
    common_turn.work(alone, published.extend)
    replies = answers(published)
    assert [reply["code"] for reply in replies[ana.pk]] == ["id-reused"]
    assert [reply["t"] for reply in replies[rui.pk]] == ["ok"]
    assert (balance(ana), balance(rui)) == (9_900, 9_900)


def test_a_repeated_command_gets_its_first_answer(room: Open) -> None:
    ana, rui = players_with(10_000, 2)
    first, second = betting(room, ana), betting(room, rui)
    same = bet(first.round, {"red": 100})
    waiting = [bets(first, (ana, same), (ana, same)), bets(second, (rui, bet(second.round, {"red": 100})))]
    results = commit_together(waiting)
    second_results = commit_together(
        [bets(first, (ana, same)), bets(second, (rui, bet(second.round, {"odd": 100})))]
    )
    versions = {
        result.version for outcome in (results, second_results) for result in outcome[first.table.pk].results
    }
    assert len(versions) == 1 and balance(ana) == 9_900


def test_an_error_at_one_table_holds_that_table_alone(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, rui = players_with(10_000, 2)
    first, second = betting(room, ana), betting(room, rui)

    real = commands.decide

    def broken(changes: PendingChanges, *rest: Any) -> Any:
        if changes.live.table == second.table.pk:
            raise RuntimeError("planted")
        return real(changes, *rest)

    monkeypatch.setattr(commands, "decide", broken)
    published: list[tuple[str, bytes]] = []
    workers = [
        turn(first, (ana, bet(first.round, {"red": 100}))),
        turn(second, (rui, bet(second.round, {"red": 100}))),
    ]
    for worker in workers:
        worker.publish = published.extend
    common_turn.work(workers, published.extend)
    statuses = dict(Table.objects.values_list("pk", "status"))
    assert (statuses[first.table.pk], statuses[second.table.pk]) == ("open", "held")
    replies = answers(published)
    assert replies[ana.pk][0]["t"] == "ok" and replies[rui.pk][0]["code"] == "on-hold"
    assert (balance(ana), balance(rui)) == (9_900, 10_000)


def test_a_lost_database_is_noted_at_each_table_once(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, rui = players_with(10_000, 2)
    first, second = betting(room, ana), betting(room, rui)

    def away(*_: Any, **__: Any) -> Any:
        error = OperationalError("away")
        error.__cause__ = errors.AdminShutdown()
        raise error

    failures: list[int] = []
    workers = [
        turn(first, (ana, bet(first.round, {"red": 100}))),
        turn(second, (rui, bet(second.round, {"red": 100}))),
    ]
    for worker in workers:
        worker.database_failed = lambda: failures.append(1)
    monkeypatch.setattr(journal, "lock_rows", away)
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's own transaction
    published: list[tuple[str, bytes]] = []
    common_turn.work(workers, published.extend)
    assert published == [], "nobody learns that a bet was taken"
    assert len(failures) == 2
    assert all(worker.transaction.fault is not None and worker.due is not None for worker in workers)
    assert (balance(ana), balance(rui)) == (10_000, 10_000)


def test_replies_and_balances_of_all_tables_travel_together(room: Open) -> None:
    ana, rui = players_with(10_000, 2)
    first, second = betting(room, ana), betting(room, rui)
    published: list[tuple[str, bytes]] = []
    common_turn.work(
        [
            turn(first, (ana, bet(first.round, {"red": 100}))),
            turn(second, (rui, bet(second.round, {"red": 300}))),
        ],
        published.extend,
    )
    channels = [channel for channel, _ in published]
    assert sorted(channels) == sorted(
        {
            envelope.table_channel(first.table.pk),
            envelope.table_channel(second.table.pk),
            envelope.web_channel("test"),
            envelope.BALANCES,
        }
    )
    (balances,) = (message for channel, message in published if channel == envelope.BALANCES)
    balances_sent = {
        player: msgspec.json.decode(frame)["cents"]
        for player, frame in envelope.decode_player_frames(balances).items()
    }
    assert balances_sent == {ana.pk: 9_900, rui.pk: 9_700}
