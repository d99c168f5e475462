"""The queue for a seat, and tables with scheduled sessions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.floor import table_sessions
from games.models import Table, TableSession
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier import journal
from games.tables.domain.commands import CommandRequest
from games.tables.messages.table import messages_for
from games.tables.transport import protocol
from players.models import Player
from tests.games.tables.clocks import SWEEP, DatabaseClock
from tests.live_table import LiveTable, balance, do, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000


def code(table: LiveTable, player: Player, command: object) -> Refusal | None:
    (answer,) = table.send((player, command))
    return answer.refused.code if answer.refused else None


def full(room: Open) -> tuple[LiveTable, list[Player]]:
    table = room("holdem", seats=2)
    players = players_with(FUNDS, 5)
    table.sit(players[:2])
    return table, players


def shown(table: LiveTable) -> list[str]:
    return [entry["alias"] for entry in table.browsers[0].table.get("queue", [])]


def test_a_full_queue_says_that_it_is_full(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables.domain.seat_queue.MAX_QUEUE", 1)
    table, (_, _, eva, rui, _) = full(room)
    assert code(table, eva, protocol.JoinQueue(uuid4())) is None
    (answer,) = table.send((rui, protocol.JoinQueue(uuid4())))
    assert answer.refused is not None and answer.refused.code is Refusal.TOO_MANY
    sentence = messages_for("en", "holdem")[f"refused.too-many.{answer.refused.details['why']}"]
    assert str(sentence).format(**answer.refused.details) == "The queue is full: 1 players are waiting."


def test_the_queue_is_for_a_full_table_and_keeps_its_order(room: Open) -> None:
    table, (_, _, eva, rui, _) = full(room)
    assert code(table, eva, protocol.Sit(uuid4())) is Refusal.NO_SEAT
    assert code(table, eva, protocol.JoinQueue(uuid4())) is None
    assert code(table, rui, protocol.JoinQueue(uuid4())) is None
    assert code(table, eva, protocol.JoinQueue(uuid4())) is None, "asking twice is asking once"
    assert shown(table) == [eva.alias, rui.alias]
    assert code(table, eva, protocol.LeaveQueue(uuid4())) is None
    assert shown(table) == [rui.alias]


def test_there_is_no_queue_while_a_seat_is_free(room: Open) -> None:
    table = room("holdem", seats=3)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana])
    assert code(table, rui, protocol.JoinQueue(uuid4())) is Refusal.NOT_NOW


def test_a_vacant_seat_is_reserved_for_the_first_in_the_queue(room: Open, clock: DatabaseClock) -> None:
    table, (ana, _, eva, rui, zoe) = full(room)
    for player in (eva, rui):
        table.send((player, protocol.JoinQueue(uuid4())))
    table.send((ana, protocol.Leave(uuid4())))
    assert table.live.queue[0].until > 0 and table.live.queue[1].until == 0
    assert code(table, zoe, protocol.Sit(uuid4())) is Refusal.NO_SEAT
    assert code(table, rui, protocol.Sit(uuid4())) is Refusal.NO_SEAT
    clock.advance(31)
    table.execute([SWEEP])
    assert shown(table) == [rui.alias], "who does not come in time is struck off, and the next is called"
    assert code(table, rui, protocol.Sit(uuid4())) is None
    assert table.live.queue == () and rui.pk in table.live.players


@pytest.fixture
def session(room: Open) -> tuple[LiveTable, TableSession]:
    table = room("holdem", seats=3, regime="session", hours=1)
    Table.objects.filter(pk=table.table.pk).update(status="closed")
    return table, table_sessions.announce_session(
        table=table.table, starts=timezone.now() + timedelta(minutes=5), hours=1
    )


def test_HE_6b_players_register_beforehand_once_each_and_while_there_is_a_seat(
    session: tuple[LiveTable, TableSession],
) -> None:
    table, meeting = session
    players = players_with(FUNDS, 4)
    for player in players[:3]:
        table_sessions.register(session=meeting.pk, player=player)
    table_sessions.register(session=meeting.pk, player=players[0])
    assert meeting.registrations.count() == 3
    with pytest.raises(Refused) as refused:
        table_sessions.register(session=meeting.pk, player=players[3])
    assert refused.value.code is Refusal.NO_SEAT
    table_sessions.unregister(session=meeting.pk, player=players[1])
    table_sessions.register(session=meeting.pk, player=players[3])
    assert code(table, players[0], protocol.Sit(uuid4())) is Refusal.TABLE_CLOSED, (
        "before its hour nobody sits down"
    )


def test_HE_2s_a_session_ends_after_its_hour_when_everybody_has_had_the_hand(
    session: tuple[LiveTable, TableSession], clock: DatabaseClock
) -> None:
    table, meeting = session
    ana, rui, eva = players_with(FUNDS, 3)
    for player in (ana, rui):
        table_sessions.register(session=meeting.pk, player=player)
    TableSession.objects.filter(pk=meeting.pk).update(starts=timezone.now() - timedelta(seconds=1))
    assert table_sessions.open_due_sessions() == 1
    assert table_sessions.open_due_sessions() == 0, "called together once"
    meeting.refresh_from_db()
    ends = journal.now() + 60_000
    convene = CommandRequest(0, protocol.OpenTableSession(meeting.pk, ends, (ana.pk, rui.pk)), ("house", 0))
    table.execute([convene])
    table.execute([convene])
    assert [waiter.player for waiter in table.live.queue] == [
        ana.pk,
        rui.pk,
    ] and table.live.session_ends == ends
    for player in (ana, rui):
        assert code(table, player, protocol.Sit(uuid4())) is None
    assert code(table, eva, protocol.Sit(uuid4())) is Refusal.NOT_REGISTERED, (
        "a seat that nobody registered for stays empty"
    )
    assert code(table, eva, protocol.JoinQueue(uuid4())) is None, "until a player registers for it"
    assert code(table, eva, protocol.Sit(uuid4())) is None
    assert code(table, rui, protocol.Leave(uuid4())) is None
    assert code(table, rui, protocol.Sit(uuid4())) is Refusal.NOT_REGISTERED, (
        "also who gave a seat up registers again"
    )
    assert code(table, rui, protocol.JoinQueue(uuid4())) is code(table, rui, protocol.Sit(uuid4())) is None
    table.until("bets-opened")
    for player in (ana, rui, eva):
        table.send((player, do(table.round, {"t": "buy-in"})))
    clock.advance(61)
    hands = 0
    for _ in range(300):
        happened = table.step()
        hands += "pots-paid" in happened
        for player in (ana, rui, eva):
            if player.pk in table.live.players:
                table.send((player, do(table.round, {"t": "sit-in"})))
        if "session-closed" in happened:
            break
    assert not table.live.seats and table.live.session == 0
    assert 1 <= hands <= 3, "the hands that were needed for everybody to have had the button, and no more"
    table.table.refresh_from_db()
    meeting.refresh_from_db()
    assert (table.table.status, meeting.status) == ("closed", "closed")
    assert sum(map(balance, (ana, rui, eva))) > 3 * FUNDS - 1_000, (
        "stacks are back in the wallets, less the commission"
    )
