"""Many tables come to a croupier at once: they are read together, and tables where somebody waits come first.

Red before: each table had a transaction of its own, with nine questions, and a bet waited behind all tables
that had come before it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from psycopg import errors

from games.draw.seal_key import SealKey
from games.models import SHARDS, Event, SessionLease, Table
from games.rules.engine import Wait
from games.tables.croupier import common_turn, journal
from games.tables.croupier.process import Croupier
from games.tables.croupier.takeover import take_over
from games.tables.croupier.transaction import TableTransaction
from games.tables.croupier.work_queue import TURNS_OF_ALL, WorkQueue
from games.tables.croupier.worker import TableWorker
from games.tables.transport import envelope, protocol
from games.tables.transport.envelope import QueuedMessage
from players.models import Player
from tests.games.tables.clocks import send_command, step_until
from tests.live_table import LiveTable, bet, players_with, seal_key
from tests.processes import connected
from tests.sessions import sign_in

Open = Callable[..., LiveTable]
AWAY_MS = 4_000  # for so long nobody served the tables


def betting(room: Open, *players: Player, system: str = "american-roulette", **setting: Any) -> LiveTable:
    """A table where bets are open and one lies."""
    table = room(system, **{"betting_seconds": 120, **setting})
    table.sit(players)
    table.until("bets-opened")
    return table


def come_new(tables: list[LiveTable]) -> list[TableTransaction]:
    """The same tables at a croupier that has never seen them."""
    since = journal.now() - AWAY_MS
    new = [TableTransaction(table.table.pk, table.transaction.key) for table in tables]
    for one in new:
        one.note_fault(since)
    return new


def workers_of(
    tables: list[LiveTable], published: list[tuple[str, bytes]] | None = None
) -> list[TableWorker]:
    """Workers of a croupier to which these tables come, before their first turn."""
    workers = []
    for new in come_new(tables):
        out = [] if published is None else published
        worker = TableWorker(new.table, new.key, out.extend)
        worker.transaction, worker.step_due = new, True
        workers.append(worker)
    return workers


def ask(
    worker: TableWorker, player: Player, command: protocol.BrowserMessage, proof: bytes | None = None
) -> None:
    message = QueuedMessage(player.pk, player.pk, worker.table, msgspec.json.encode(command), proof=proof)
    worker.queue.append(("test", message))


def kinds(table: LiveTable) -> list[str]:
    return list(Event.objects.filter(table=table.table).order_by("seq").values_list("kind", flat=True))


def replies(published: list[tuple[str, bytes]]) -> dict[int, dict[str, Any]]:
    return {
        socket: msgspec.json.decode(frame)
        for channel, message in published
        if channel == envelope.web_channel("test")
        for socket, frame in envelope.decode_replies(message)
    }


def test_tables_that_come_together_ask_no_more_than_two_of_them(room: Open) -> None:
    tables = [betting(room, player) for player in players_with(10_000, 6)]
    for table in tables:
        table.send((Player.objects.get(pk=next(iter(table.live.players))), bet(table.round, {"red": 500})))

    def questions(count: int) -> int:
        new = come_new(tables[:count])
        with CaptureQueriesContext(connection) as queries:
            assert len(take_over(new)) == count
        return len(queries)

    assert questions(2) == questions(6) <= 14


@pytest.mark.parametrize("system", ["american-roulette", "blackjack", "baccarat", "holdem", "macau-stud"])
def test_a_table_is_read_together_with_others_as_it_is_alone(room: Open, system: str) -> None:
    """[AR-20] And its players get the same time back."""
    players = players_with(200_000, 4)
    seats = 2 if system == "holdem" else 1
    first, other = (betting(room, *players[n * 2 : n * 2 + seats], system=system) for n in range(2))
    if system == "holdem":  # cards that nobody else may see
        for table, pair in ((first, players[:2]), (other, players[2:])):
            for player in pair:
                send_command(table, player, {"t": "buy-in"})
            step_until(table, Wait.CHOICE)
    alone, together = come_new([first])[0], come_new([first, other])
    before = {table.table.pk: len(kinds(table)) for table in (first, other)}
    results = take_over(together)
    assert set(results) == {first.table.pk, other.table.pk}
    for table in (first, other):
        assert kinds(table)[before[table.table.pk] :] == ["clocks-renewed"]
    row = Table.objects.get(pk=first.table.pk)
    loaded = results[first.table.pk].loaded
    assert loaded.live.seq == row.version and together[0].fault is None
    assert alone.refresh() == together[0].refresh() == loaded
    assert row.due is not None and loaded.live.due == round(row.due.timestamp() * 1000)


@pytest.mark.parametrize("reason", ["due", "held", "draining", "void", "reports"])
def test_a_table_with_more_to_do_is_only_read(room: Open, reason: str) -> None:
    ana, rui = players_with(10_000, 2)
    first, other = betting(room, ana), betting(room, rui)
    if reason == "due":  # the wheel should have stopped
        other.step()
        other._set_due(0)
    elif reason in ("held", "draining"):
        Table.objects.filter(pk=other.table.pk).update(status=reason)
    elif reason == "void":
        other.send((rui, bet(other.round, {"red": 100})))
        other._set_due(3_600_000)
    elif reason == "reports":
        until = datetime.now(UTC) - timedelta(seconds=1)
        SessionLease.objects.update_or_create(pk=1, defaults={"until": until, "cause": "overdue"})
    new, before = come_new([first, other]), kinds(other)
    results = take_over(new)
    assert other.table.pk not in results and kinds(other) == before
    assert new[1].loaded is not None and new[1].fault is not None, "its own transaction goes on from here"
    with CaptureQueriesContext(connection) as queries:
        new[1].execute([])
    assert not any(query["sql"].startswith("SELECT id, snapshot") for query in queries), "it is in memory"
    assert new[1].fault is None or reason == "held"


def test_bets_that_wait_at_tables_that_come_are_decided_in_the_same_turn(room: Open) -> None:
    """[AR-20] The time is given back first. Who only watches gets a snapshot in it too."""
    players = players_with(10_000, 3)
    tables = [betting(room, player) for player in players]
    published: list[tuple[str, bytes]] = []
    workers = workers_of(tables, published)
    for worker, table, player in zip(workers[:2], tables, players, strict=False):
        ask(worker, player, bet(table.round, {"red": 100}))
    ask(workers[2], players[2], protocol.RequestSnapshot(), proof=sign_in(players[2].person))
    with CaptureQueriesContext(connection) as queries:
        common_turn.work(workers, published.extend)
    for table in tables[:2]:
        assert kinds(table)[-2:] == ["clocks-renewed", "bet-placed"]
    answered = replies(published)
    assert [answered[player.pk]["t"] for player in players] == ["ok", "ok", "snapshot"]
    assert answered[players[2].pk]["mine"]["seat"] == 1
    assert not any(worker.step_due or worker.queue for worker in workers)
    assert len(queries) <= 30, "and not thirty for each"


def test_snapshots_of_many_tables_ask_no_more_than_those_of_two(room: Open) -> None:
    """Every page asks for one when its table comes to another croupier."""
    players = players_with(10_000, 5)
    tables = [betting(room, player) for player in players]
    proofs = [sign_in(player.person) for player in players]
    workers = workers_of(tables)
    common_turn.work(workers, lambda out: None)

    def questions(count: int) -> int:
        published: list[tuple[str, bytes]] = []
        for worker, player, proof in zip(workers[:count], players, proofs, strict=False):
            ask(worker, player, protocol.RequestSnapshot(), proof=proof)
        with CaptureQueriesContext(connection) as queries:
            common_turn.work(workers[:count], published.extend)
        answered = replies(published)
        assert [answered[player.pk]["purse"]["cents"] for player in players[:count]] == [10_000] * count
        return len(queries)

    assert questions(2) == questions(5)


def test_an_error_at_one_table_parts_the_others_and_holds_it_alone(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, rui = players_with(10_000, 2)
    first, broken = betting(room, ana), betting(room, rui)
    real = journal._fold

    def planted(live: Any, *rest: Any) -> Any:
        if live.table == broken.table.pk:
            raise RuntimeError("planted")
        return real(live, *rest)

    monkeypatch.setattr(journal, "_fold", planted)
    workers = workers_of([first, broken])
    common_turn.work(workers, lambda out: None)
    assert kinds(first)[-1] == "clocks-renewed" and kinds(broken)[-1] == "bets-opened"


def test_a_database_that_goes_away_is_noted_at_each_table(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [betting(room, player) for player in players_with(10_000, 2)]

    def away(*_: Any, **__: Any) -> Any:
        error = OperationalError("away")
        error.__cause__ = errors.AdminShutdown()
        raise error

    failures: list[int] = []
    workers = workers_of(tables)
    for worker in workers:
        worker.database_failed = lambda: failures.append(1)
    monkeypatch.setattr(journal, "lock_rows", away)
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's own transaction
    common_turn.work(workers, lambda out: None)
    assert len(failures) == 2 and all(worker.due is not None for worker in workers)
    assert all(
        worker.transaction.fault is not None and worker.transaction.loaded is None for worker in workers
    )


# Who comes first.


def workers_at(numbers: range, folder: Path) -> list[TableWorker]:
    key = SealKey(seal_key(folder))
    return [TableWorker(number, key, lambda out: None) for number in numbers]


def test_a_table_where_somebody_waits_stands_before_all_that_were_taken_over(tmp_path: Path) -> None:
    queue, workers = WorkQueue(), workers_at(range(1, 201), tmp_path)
    for worker in workers:
        queue.put(worker, behind=True)
    queue.take()
    queue.hasten(workers[-1])
    assert queue.take() == [workers[-1]]
    assert len(queue) == len(workers) - common_turn.MAX_TABLES - 1
    queue.hasten(workers[-1])  # it is in work, and is not taken twice
    assert workers[-1] not in queue.take()


def test_tables_that_were_taken_over_are_served_however_many_bet(tmp_path: Path) -> None:
    queue, workers = WorkQueue(), workers_at(range(1, 4), tmp_path)
    queue.put(workers[0], behind=True)
    for _ in range(100):
        queue.put(workers[1])
        queue.put(workers[2])
    turns = [queue.take() for _ in range(TURNS_OF_ALL)]
    assert sum(workers[0] in turn for turn in turns) == 1


def test_a_step_that_is_due_has_a_turn_of_its_own(room: Open, tmp_path: Path) -> None:
    tables = [betting(room, player) for player in players_with(10_000, 3)]
    queue, workers = WorkQueue(), workers_of(tables)
    for worker in workers:
        worker.transaction.fault, worker.transaction.loaded = None, tables[0].transaction.loaded
    workers[0].step_due = workers[2].step_due = False
    for worker in workers:
        queue.put(worker)
    assert [queue.take() for _ in workers] == [[worker] for worker in workers]


@pytest.fixture
def croupier(valkey_url: str, settings: Any, tmp_path: Path) -> Croupier:
    settings.REDIS_URL, settings.SEAL_KEY_FILE = valkey_url, seal_key(tmp_path)
    return Croupier()


def test_a_bet_that_arrives_after_the_lists_overtakes_the_tables(room: Open, croupier: Croupier) -> None:
    players = players_with(10_000, 3)
    tables = [betting(room, player) for player in players]
    web, croupier.keyring = connected("web", "croupier")
    croupier._attend(list(range(SHARDS)), 0.0)
    late = tables[-1]
    command = msgspec.json.encode(bet(late.round, {"red": 100}))
    message = QueuedMessage(1, players[-1].pk, late.table.pk, command, proof=sign_in(players[-1].person))
    croupier._take(envelope.seal_batch(web, envelope.MessageBatch(web.id, [message])))
    assert [worker.table for worker in croupier.work_queue.take()] == [late.table.pk]
    assert {worker.table for worker in croupier.work_queue.take()} == {
        table.table.pk for table in tables[:-1]
    }


def test_a_bet_overtakes_those_who_only_look(room: Open, croupier: Croupier) -> None:
    """After a fault every client asks for a snapshot: a bet waited behind two thousand of them."""
    players = players_with(10_000, 3)
    tables = [betting(room, player) for player in players]
    web, croupier.keyring = connected("web", "croupier")
    proofs = [sign_in(player.person) for player in players]
    look = msgspec.json.encode(protocol.RequestSnapshot())
    messages = [
        QueuedMessage(1, player.pk, table.table.pk, look, proof=proof)
        for player, table, proof in zip(players, tables, proofs, strict=True)
    ]
    late = tables[-1]
    command = msgspec.json.encode(bet(late.round, {"red": 100}))
    messages.append(QueuedMessage(1, players[-1].pk, late.table.pk, command, proof=proofs[-1]))
    croupier._take(envelope.seal_batch(web, envelope.MessageBatch(web.id, messages)))
    (first,) = croupier.work_queue.take()
    assert first.table == late.table.pk and len(first.queue) == 2
    first.work()
    watched = croupier.work_queue.take()
    assert {worker.table for worker in watched} == {table.table.pk for table in tables[:-1]}
    first.queue.append((web.id, messages[0]))
    croupier._end_turn(first)
    assert first.is_only_watched and croupier.work_queue.take() == [first]
