"""Seats of a table that runs by sessions: who registered, when, what becomes of the seat that is kept, and
what the page of sessions says of it at every moment.  [HE-6b]
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone, translation

from games.floor import table_sessions
from games.lobby.sessions import refusal_message
from games.models import Registration, Table, TableSession
from games.rules.shared.refusals import Refusal, Refused
from games.tables import signals
from games.tables.domain.commands import CommandRequest
from games.tables.messages.table import messages_for
from games.tables.transport import protocol
from players.identity.registration.terms import publish_terms
from players.models import Person, Player
from players.signals import disconnect_requested
from tests.games.tables.clocks import SWEEP, StoppedClock
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000
KEPT = "A seat is kept for you"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, db: None) -> StoppedClock:
    return StoppedClock(monkeypatch)


class RunningSession:
    """A session of two seats, with the page of sessions of each player."""

    def __init__(self, room: Open, clock: StoppedClock, registered: int) -> None:
        self.room = room("holdem", seats=2, regime="session", hours=1)
        self.clock = clock
        publish_terms()  # which these players accept
        self.players = players_with(FUNDS, 4)
        Table.objects.filter(pk=self.room.table.pk).update(status="closed")
        starts = timezone.now() + timedelta(minutes=5)
        self.session = table_sessions.announce_session(table=self.room.table, starts=starts, hours=1)
        for player in self.players[:registered]:
            table_sessions.register(session=self.session.pk, player=player)

    def begin(self, players: list[Player] | None = None) -> None:
        starts = timezone.now() - timedelta(seconds=5)
        TableSession.objects.filter(pk=self.session.pk).update(starts=starts, status="open")
        Table.objects.filter(pk=self.room.table.pk).update(status="open")
        registered = players or [row.player for row in self.session.registrations.order_by("at")]
        ends = self.clock.at + 3_600_000
        command = protocol.OpenTableSession(self.session.pk, ends, tuple(p.pk for p in registered))
        self.room.execute([CommandRequest(0, command, ("house", 0))])

    def answer(self, player: Player, command: object) -> Refused | None:
        (result,) = self.room.send((player, command))
        return result.refused

    def sit(self, player: Player) -> Refused | None:
        return self.answer(player, protocol.Sit(uuid4()))

    def pass_time(self, milliseconds: int) -> None:
        self.clock.at += milliseconds
        self.room.execute([SWEEP])

    def page(self, player: Player) -> str:
        client = Client(headers={"accept-language": "en"})
        client.force_login(Person.objects.get(pk=player.person_id), backend=BACKEND)
        answer = client.get("/lobby/sessions/")
        assert answer.status_code == 200, (answer.status_code, answer.headers, answer.content[:2000])
        page = answer.content.decode()
        return page[page.index('<ul class="rows">') :] if '<ul class="rows">' in page else ""

    def is_kept(self, player: Player) -> bool:
        """What the table's open page and the page of sessions say, which must be the same."""
        at_table = any(
            entry["alias"] == player.alias and entry.get("until", 0) > 0
            for entry in self.room.browsers[0].table.get("queue", [])
        )
        assert (KEPT in self.page(player)) == at_table
        return at_table


def registered_before(session: RunningSession) -> Player:
    session.begin()
    return session.players[0]


def registered_while_running(session: RunningSession) -> Player:
    session.begin()
    player = session.players[3]
    assert session.answer(player, protocol.JoinQueue(uuid4())) is None
    return player


def registered_at_a_full_table(session: RunningSession) -> Player:
    """First in the queue of a full table, from which somebody leaves."""
    session.begin()
    first, second, _, player = session.players
    for other in (first, second):
        if session.sit(other) is not None:
            assert session.answer(other, protocol.JoinQueue(uuid4())) is None
            assert session.sit(other) is None
    assert session.answer(player, protocol.JoinQueue(uuid4())) is None
    assert not session.is_kept(player) and "You are in the queue" in session.page(player)
    refused = session.sit(player)
    assert refused is not None and refused.code is Refusal.NO_SEAT
    assert session.answer(first, protocol.Leave(uuid4())) is None
    return player


WAYS = {
    "before": (registered_before, 2, 300_000),
    "running": (registered_while_running, 1, 30_000),
    "queue": (registered_at_a_full_table, 0, 30_000),
}


@pytest.fixture(params=WAYS)
def kept(
    request: pytest.FixtureRequest, room: Open, clock: StoppedClock
) -> tuple[RunningSession, Player, int]:
    """A session, and a player for whom it keeps a seat, for so many milliseconds."""
    way, registered, lasts = WAYS[request.param]
    session = RunningSession(room, clock, registered)
    player = way(session)
    assert session.is_kept(player)
    return session, player, lasts


def test_a_seat_that_is_kept_can_be_taken_in_its_last_millisecond(
    kept: tuple[RunningSession, Player, int],
) -> None:
    session, player, lasts = kept
    session.pass_time(lasts - 1)
    assert session.is_kept(player)
    assert session.sit(player) is None
    assert not session.is_kept(player) and "You have a seat" in session.page(player)


def test_a_seat_that_is_kept_ends_with_its_time(kept: tuple[RunningSession, Player, int]) -> None:
    """And whoever lost it registers again, as the page and the refusal advise."""
    session, player, lasts = kept
    session.pass_time(lasts)
    assert not session.is_kept(player)
    page = session.page(player)
    assert "Register for a seat at the table" in page
    refused = session.sit(player)
    assert refused is not None and (refused.code, refused.rule) == (Refusal.NOT_REGISTERED, "HE-6b")
    sentence = str(messages_for("en", "holdem")[f"refused.{refused.code}"])
    offered = str(messages_for("en", "holdem")["he.register"])
    assert offered in sentence, "the button that the table's page shows while a seat is free"
    assert session.answer(player, protocol.JoinQueue(uuid4())) is None
    assert session.is_kept(player) and session.sit(player) is None


def test_a_seat_that_somebody_else_took_is_kept_no_longer(kept: tuple[RunningSession, Player, int]) -> None:
    session, player, lasts = kept
    other = session.players[2]
    session.pass_time(lasts)
    assert session.answer(other, protocol.JoinQueue(uuid4())) is None
    assert session.sit(other) is None
    assert not session.is_kept(player) and not session.is_kept(other)


def test_a_seat_that_was_given_up_is_kept_no_longer(kept: tuple[RunningSession, Player, int]) -> None:
    session, player, _ = kept
    assert session.answer(player, protocol.LeaveQueue(uuid4())) is None
    assert not session.is_kept(player) and "Register for a seat at the table" in session.page(player)


def test_a_seat_is_kept_no_longer_than_its_session(kept: tuple[RunningSession, Player, int]) -> None:
    session, player, _ = kept
    session.clock.at = session.room.live.session_ends
    for _ in range(10):
        if not session.room.live.session:
            break
        session.room.step()
    assert not session.room.live.session and not session.is_kept(player)
    refused = session.sit(player)
    assert refused is not None and refused.code is Refusal.TABLE_CLOSED


def test_no_seat_is_kept_for_a_removed_player(
    kept: tuple[RunningSession, Player, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place goes to the next at once."""
    session, player, _ = kept
    sent: list[object] = []

    def deliver(tables: list[int], command: object) -> None:
        assert session.room.table.pk in tables, "the table of the queue is told"
        sent.append(command)

    monkeypatch.setattr(signals, "send_to_tables", deliver)
    monkeypatch.setattr(signals, "close_sockets", lambda *args, **kwargs: None)
    Player.objects.filter(pk=player.pk).update(status="suspended")
    disconnect_requested.send(sender=None, why="suspended", player=player.pk, leave="house")
    (command,) = sent
    session.room.execute([CommandRequest(0, command, ("house", 0))])  # type: ignore[arg-type]
    assert not session.is_kept(player)
    assert all(queued.player != player.pk for queued in session.room.live.queue)
    other = session.players[2]
    assert session.answer(other, protocol.JoinQueue(uuid4())) is None and session.sit(other) is None


def test_a_removed_player_registers_nowhere(room: Open, clock: StoppedClock) -> None:
    """Neither at the table nor, if registered before, when the session begins."""
    session = RunningSession(room, clock, registered=2)
    removed, other, _, late = session.players
    Player.objects.filter(pk__in=(removed.pk, late.pk)).update(status="suspended")
    session.begin()
    assert not session.is_kept(removed) and session.is_kept(other)
    refused = session.answer(late, protocol.JoinQueue(uuid4()))
    assert refused is not None and refused.code is Refusal.EXCLUDED
    assert not session.is_kept(late)


def test_the_list_registers_for_sessions_to_come_only(room: Open, clock: StoppedClock) -> None:
    """A session that runs gives its seats at the table, and the list says so."""
    session = RunningSession(room, clock, registered=1)
    session.begin()
    late = session.players[3]
    with pytest.raises(Refused) as refused:
        table_sessions.register(session=session.session.pk, player=late)
    assert (refused.value.code, refused.value.rule) == (Refusal.NOT_NOW, "HE-6b")
    with translation.override("en"):
        sentence = refusal_message(refused.value)
    assert sentence.startswith("The session has begun. Register for a seat at the table")
    assert Registration.objects.count() == 1
    page = session.page(late)
    assert "Register for a seat at the table" in page and "Go to the table" in page and KEPT not in page


def test_more_players_registered_than_there_are_seats_now(room: Open, clock: StoppedClock) -> None:
    """The table was made smaller meanwhile: who has no seat is the first in the queue."""
    session = RunningSession(room, clock, registered=2)
    session.begin(session.players[:3])
    first, second, third, _ = session.players
    assert session.is_kept(first) and session.is_kept(second) and not session.is_kept(third)
    session.pass_time(300_000)
    assert session.is_kept(third) and session.sit(third) is None


@pytest.mark.parametrize("command", [protocol.Sit, protocol.JoinQueue])
def test_before_and_after_a_session_nobody_takes_or_keeps_a_seat(
    room: Open, clock: StoppedClock, command: type[protocol.Sit]
) -> None:
    """Also where the table's row is open: its session alone gives seats."""
    session = RunningSession(room, clock, registered=0)
    Table.objects.filter(pk=session.room.table.pk).update(status="open")
    refused = session.answer(session.players[0], command(uuid4()))
    assert refused is not None and (refused.code, refused.rule) == (Refusal.TABLE_CLOSED, "HE-6b")
    key = f"refused.{refused.code}.{refused.details['why']}"
    assert "list of tables" in str(messages_for("en", "holdem")[key])
    assert not session.room.live.queue and not session.room.live.seats


def test_a_hold_keeps_the_seat_longer(room: Open, clock: StoppedClock) -> None:
    session = RunningSession(room, clock, registered=1)
    session.begin()
    ana = session.players[0]
    session.pass_time(200_000)
    session.room.execute([CommandRequest(0, protocol.HoldTable("check"), ("house", 0))])
    session.pass_time(400_000)
    assert session.is_kept(ana)
    session.room.release()
    session.pass_time(99_999)
    assert session.is_kept(ana) and session.sit(ana) is None
