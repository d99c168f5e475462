"""How the croupier detects that its tables were not served, or that the web process of a connected player
ended.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import redis
from django.db import DataError, InternalError, OperationalError
from psycopg import errors

from games.draw.seal_key import SealKey
from games.models import SHARDS, Attendance, Event
from games.rules.engine import Wait
from games.tables.croupier import audience, process, worker
from games.tables.croupier.leases import ListLeases
from games.tables.croupier.process import Croupier
from games.tables.croupier.worker import TableWorker
from games.tables.domain.commands import CommandRequest
from games.tables.transport import envelope, protocol, registry
from games.tables.transport.envelope import QueuedMessage
from games.tables.transport.keyring import Keyring
from games.tables.web import hub
from games.tables.web.hub import Hub
from players.shared.database_time import now_ms
from tests.games.tables.clocks import send_command, step_until
from tests.live_table import LiveTable, players_with, seal_key

Open = Callable[..., LiveTable]
EVERY_LIST = list(range(SHARDS))
UNENDING = math.inf  # leases that do not end, however long the test takes


@pytest.fixture
def croupier(valkey_url: str, settings: Any, tmp_path: Any) -> Croupier:
    """A croupier whose threads do not run: the test takes each turn."""
    settings.REDIS_URL = valkey_url
    settings.SEAL_KEY_FILE = seal_key(tmp_path)
    return Croupier()


def deciding(room: Open) -> LiveTable:
    table = room("holdem", decision_seconds=20, extra_seconds=15)
    players = players_with(100_000, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        send_command(table, player, {"t": "buy-in"})
    step_until(table, Wait.CHOICE)
    return table


def turns(croupier: Croupier) -> None:
    """Every table that was woken has its turn."""
    while croupier.work_queue:
        for woken in croupier.work_queue.take():
            croupier._check_before(woken)
            woken.work()
            woken.busy = False


def kinds(table: LiveTable) -> list[str]:
    return list(Event.objects.filter(table=table.table).order_by("seq").values_list("kind", flat=True))


def test_HE_45_a_croupier_that_takes_lists_over_renews_clocks_before_anything_else(
    room: Open, croupier: Croupier
) -> None:
    """[CS-32] And it measures the outage from when the tables were last served."""
    table = deciding(room)
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    assert kinds(table)[-1] == "clocks-renewed" and croupier.lists == EVERY_LIST
    served = Attendance.objects.get(shard=table.table.shard).at
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    assert kinds(table).count("clocks-renewed") == 1, "lists that it has are no news"
    assert Attendance.objects.get(shard=table.table.shard).at > served
    Attendance.objects.update(at="2026-01-02T03:04:05Z")
    another = Croupier()
    another._attend(EVERY_LIST, UNENDING)
    assert another.workers[table.table.pk].transaction.fault == 1767323045000


def test_HE_45_no_decision_runs_out_while_no_command_can_reach_the_croupier(
    room: Open, croupier: Croupier
) -> None:
    table = deciding(room)
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    before = kinds(table)
    croupier.lists = []  # Valkey is away
    table._set_due(0)
    croupier._call_table(table.table.pk, step=True)
    turns(croupier)
    assert kinds(table) == before
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    assert kinds(table) == [*before, "clocks-renewed"]


def test_HE_45_a_web_process_that_is_gone_is_noticed_before_a_decision_runs_out(
    room: Open, croupier: Croupier, valkey_url: str
) -> None:
    """A process that asks for the house itself comes and goes and is none."""
    table = deciding(room)
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    with redis.Redis.from_url(valkey_url) as client:
        listener = client.pubsub()
        listener.subscribe(envelope.web_channel("one"), envelope.web_channel("house:asks"))
        assert listener.get_message(timeout=5) and listener.get_message(timeout=5)
        croupier._check_webs()
        listener.unsubscribe(envelope.web_channel("house:asks"))
        wait_for(lambda: len(croupier.valkey.pubsub_channels()) == 1)
        before = kinds(table)
        croupier._check_webs()
        turns(croupier)
        assert kinds(table) == before
        listener.close()
        wait_for(lambda: not croupier.valkey.pubsub_channels())
    table._set_due(0)
    croupier._call_table(table.table.pk, step=True)
    turns(croupier)
    assert kinds(table) == [*before, "clocks-renewed"]


def test_a_failure_of_the_database_is_a_fault_at_every_table(room: Open, croupier: Croupier) -> None:
    table = deciding(room)
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    croupier._database_failed()
    assert croupier.lists == [] and croupier.workers[table.table.pk].transaction.fault is not None


@pytest.mark.parametrize(
    ("error", "failed"),
    [(OperationalError("server closed the connection"), True), (DataError("out of range"), False)],
)
def test_HE_43_a_question_that_the_database_refuses_renews_no_clock(
    room: Open, croupier: Croupier, monkeypatch: pytest.MonkeyPatch, error: Exception, failed: bool
) -> None:
    table = deciding(room)
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    table_worker = croupier.workers[table.table.pk]

    def recall(waiting: object, holders: object) -> None:
        raise error

    monkeypatch.setattr(table_worker, "_answer_queries", recall)
    monkeypatch.setattr(worker.connection, "close", lambda: None)
    table_worker.work()
    assert (table_worker.transaction.fault is not None, croupier.lists == []) == (failed, failed)


def test_HE_45_a_croupier_that_was_paused_gives_the_time_back(room: Open, croupier: Croupier) -> None:
    """Its leases ended meanwhile, and nobody took them. Red while only lists of others counted as new."""
    table = deciding(room)
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    before = kinds(table)
    croupier.lists_until = 0.0  # its process stood still until now
    Attendance.objects.update(at="2026-01-02T03:04:05Z")
    table._set_due(0)
    croupier._call_table(table.table.pk, step=True)
    turns(croupier)
    assert kinds(table) == before, "the decision does not run out"
    croupier._attend(EVERY_LIST, UNENDING)
    assert croupier.workers[table.table.pk].transaction.fault == 1767323045000


@pytest.mark.parametrize(
    "ended",
    [errors.IdleInTransactionSessionTimeout, errors.TransactionTimeout],
    ids=lambda kind: kind.__name__,
)
def test_a_croupier_that_stood_still_in_a_transaction_holds_no_table(
    room: Open, croupier: Croupier, monkeypatch: pytest.MonkeyPatch, ended: type[Exception]
) -> None:
    """The database ended its session meanwhile. Red before: that counted as a fault of the game."""
    table = deciding(room)
    croupier._attend(EVERY_LIST, UNENDING)
    turns(croupier)
    table_worker = croupier.workers[table.table.pk]

    def stand_still(requests: object) -> None:
        raise InternalError("terminating connection") from ended("terminating connection")

    monkeypatch.setattr(table_worker.transaction, "execute", stand_still)
    monkeypatch.setattr(worker.connection, "close", lambda: None)
    table_worker.step_due = True
    table_worker.work()
    assert "held" not in kinds(table) and table_worker.transaction.fault is not None
    assert croupier.lists == [] and table_worker.due is not None


@pytest.mark.django_db
def test_a_croupier_takes_no_commands_from_lists_that_others_may_have(croupier: Croupier) -> None:
    """Red before: while it waited for the database, it took what the next croupier should get."""
    croupier.lists, croupier.lists_until = EVERY_LIST, 0.0
    croupier.stopping.set()  # so that it does not wait
    croupier.valkey.rpush(envelope.shard_list(3), b"command")
    croupier._listen()
    assert croupier.valkey.llen(envelope.shard_list(3)) == 1
    croupier.lists_until = UNENDING
    while croupier.valkey.llen(envelope.shard_list(3)):
        croupier._listen()


@pytest.mark.django_db
def test_a_croupier_without_the_database_gives_its_lists_up_at_once(
    croupier: Croupier, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.register(croupier.keyring)
    croupier._do_housekeeping(0.0)
    assert croupier.lists == EVERY_LIST
    other = ListLeases(croupier.valkey, "other")
    assert other.renew() == []

    def away(keyring: Keyring) -> None:
        raise OperationalError("the server does not answer")

    monkeypatch.setattr(registry, "renew", away)
    monkeypatch.setattr(process.connection, "close", lambda: None)
    croupier._do_housekeeping(0.0)
    assert croupier.lists == [] and other.renew() == EVERY_LIST


@pytest.mark.django_db
def test_a_croupier_keeps_its_players_through_an_outage_and_forgets_them_in_time(
    croupier: Croupier, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(audience, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    registry.register(croupier.keyring)
    croupier.audience = audience.Audience()
    croupier.audience.note(5, "one")
    clock[0] += 2 * audience.HOLD_SECONDS  # it stood still, or its database was away
    croupier._do_housekeeping(clock[0])
    assert croupier.audience.holders(5) == ["one"]
    for _ in range(12):
        clock[0] += 4
        croupier._do_housekeeping(clock[0])
    assert croupier.audience.holders(5) == []


def test_HE_73_a_web_process_tells_the_table_whose_connection_is_lost(
    valkey_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = valkey_url
    monkeypatch.setattr(hub, "LOST_AFTER", 0.01)
    since = now_ms()

    async def reports() -> list[Any]:
        web = Hub()
        croupier = Keyring("croupier")
        web.keyring.learn([croupier.own])
        croupier.learn([web.keyring.own])
        await web._report_disconnect(5, 11, since)
        web.people[6] = {type("Open", (), {"table": 11})()}  # another socket of this player is open
        await web._report_disconnect(6, 11, since)
        packs = await web.valkey.lrange(envelope.command_list(11), 0, -1)
        await web.valkey.aclose()
        opened = [envelope.open_batch(croupier.open(envelope.COMMANDS, batch)) for batch in packs]
        assert all(batch.sender == envelope.internal_sender(web.keyring.id) for batch in opened)
        return [protocol.decode_internal(batch.messages[0].body) for batch in opened]

    assert asyncio.run(reports()) == [protocol.ReportDisconnect(5, since)]


def test_no_browser_can_say_that_a_connection_was_lost() -> None:
    for message in ({"t": "gone", "player": 1, "since": 1}, {"t": "seen", "player": 1}):
        with pytest.raises(msgspec.ValidationError):
            protocol.decode_message(json.dumps(message).encode())


def test_HE_73_who_looks_again_is_back_on_record(room: Open, tmp_path: Any) -> None:
    table = deciding(room)
    player = next(iter(table.live.players))
    table.execute([CommandRequest(0, protocol.ReportDisconnect(player, 1_000), ("house", 0))])
    assert kinds(table)[-1] == "connection-lost"
    other = TableWorker(table.table.pk, SealKey(seal_key(tmp_path)), lambda out: None)
    other.queue.append(("web", QueuedMessage(1, player, table.table.pk, b'{"t":"look"}')))
    other.work()
    other.work()
    assert kinds(table)[-1] == "connection-back"


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
