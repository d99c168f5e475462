"""Each deadline of a live table at its exact instant: nothing happens one millisecond earlier, and the
step follows at the instant.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from games.models import ChatMute
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier.chat import TableChat
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import Player
from tests.games.tables.clocks import BETS, SWEEP, StoppedClock, place_bet, send_command, waits_for
from tests.live_table import LiveTable, players_with, signer

Open = Callable[..., LiveTable]
FUNDS = 100_000
BANKED = sorted(BETS)
CARDS = ("blackjack", "caribbean-stud", "macau-stud", "holdem")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, db: None) -> StoppedClock:
    return StoppedClock(monkeypatch)


def step(table: LiveTable, *requests: CommandRequest) -> list[str]:
    return [applied.event.__struct_config__.tag for applied in table.execute(list(requests)).steps]


def due(table: LiveTable) -> int:
    assert table.live.due is not None
    return int(table.live.due)


def steps_at(table: LiveTable, clock: StoppedClock, deadline: int, *requests: CommandRequest) -> list[str]:
    """What happens at the deadline; nothing may happen a millisecond earlier."""
    clock.at = deadline - 1
    assert step(table, *requests) == [], "too early"
    clock.at = deadline
    return step(table, *requests)


def seated(room: Open, system: str, count: int = 2, **more: Any) -> tuple[LiveTable, list[Player]]:
    table = room(system, **more)
    players = players_with(FUNDS, count)
    table.sit(players)
    return table, players


def take_next_step(table: LiveTable, clock: StoppedClock) -> None:
    clock.at = due(table)
    assert step(table), "a step that is due is taken"


def bets_open(table: LiveTable, clock: StoppedClock) -> int:
    """The moment at which bets opened."""
    while not table.live.running:
        take_next_step(table, clock)
    return clock.at


def deciding(room: Open, clock: StoppedClock, system: str) -> tuple[LiveTable, list[Player]]:
    """A table during a decision."""
    table, players = seated(room, system, decision_seconds=20, extra_seconds=10)
    bets_open(table, clock)
    for player in players:
        result = (
            send_command(table, player, {"t": "buy-in"}) if system == "holdem" else place_bet(table, player)
        )
        assert result.refused is None, result.refused
    while waits_for(table) is not Wait.CHOICE:
        if not table.live.running:  # a natural of the bank ended the round before anybody decided
            bets_open(table, clock)
            for player in players:
                place_bet(table, player)
        take_next_step(table, clock)
    return table, players


@pytest.mark.parametrize("system", BANKED)
def test_AR_14a_bets_close_at_the_end_of_their_time(room: Open, clock: StoppedClock, system: str) -> None:
    """[AR-14a] [FR-R15a] [BJ-12a] [PB-27a] [CS-14a]"""
    table, (ana, rui) = seated(room, system, betting_seconds=20)
    opened = bets_open(table, clock)
    deadline = opened + 20_000
    assert due(table) == deadline
    clock.at = deadline - 1
    assert place_bet(table, ana).refused is None, "the last millisecond"
    assert waits_for(table) is Wait.BETS
    clock.at = deadline
    assert step(table) and waits_for(table) is not Wait.BETS
    refused = place_bet(table, rui).refused
    assert refused is not None and refused.code in (Refusal.BETS_CLOSED, Refusal.NOT_NOW), refused


@pytest.mark.parametrize("system", CARDS)
def test_HE_43_HE_44_a_decision_has_its_time_and_then_the_extra_time(
    room: Open, clock: StoppedClock, system: str
) -> None:
    """[CS-21] [CS-31] [HE-43] [HE-44] (A03)"""
    table, _ = deciding(room, clock, system)
    began = clock.at
    assert steps_at(table, clock, began + 20_000), "the warning"
    assert waits_for(table) is Wait.CHOICE
    assert steps_at(table, clock, began + 30_000), "the default"


@pytest.mark.parametrize("system", BANKED)
def test_the_next_round_opens_when_the_rest_is_over(room: Open, clock: StoppedClock, system: str) -> None:
    table, _ = seated(room, system, rest_seconds=9)
    bets_open(table, clock)
    while table.live.running:
        take_next_step(table, clock)
    assert "bets-opened" in steps_at(table, clock, clock.at + 9_000)


@pytest.mark.parametrize(("late", "voided"), [(60_000, False), (60_001, True)])
def test_AR_20_a_round_resumes_within_the_time_of_the_sheet_and_not_a_millisecond_later(
    room: Open, clock: StoppedClock, late: int, voided: bool
) -> None:
    """[AR-20] [AR-21] [FR-R21]"""
    table, (ana, _) = seated(room, "american-roulette", sheet={"resume_within": 60})
    bets_open(table, clock)
    assert place_bet(table, ana).refused is None
    clock.at = due(table) + late
    assert ("round-voided" in step(table)) is voided


def test_a_seat_is_kept_for_the_first_in_the_queue_for_thirty_seconds(
    room: Open, clock: StoppedClock
) -> None:
    table, (ana, _) = seated(room, "holdem", seats=2)
    eva, rui = players_with(FUNDS, 2)
    for player in (eva, rui):
        table.send((player, protocol.JoinQueue(uuid4())))
    table.send((ana, protocol.Leave(uuid4())))
    kept = clock.at + 30_000
    assert table.live.queue[0].until == kept
    clock.at = kept - 1
    table.execute([SWEEP])
    assert [waiter.player for waiter in table.live.queue] == [eva.pk, rui.pk]
    clock.at = kept
    table.execute([SWEEP])
    assert [waiter.player for waiter in table.live.queue] == [rui.pk]


def test_AR_28a_AR_29_inactivity_at_a_table_of_one(room: Open, clock: StoppedClock) -> None:
    """Invited after more than the time of the sheet, warned after its minute, ended a minute after the
    warning. [AR-28a] [AR-29]
    """
    table, _ = seated(room, "american-roulette", count=1, mode="individual")
    bets_open(table, clock)
    terms = table.transaction.loaded.rules.sheet.inactivity
    (chair,) = table.live.seats.values()
    invited = chair.last_bet + (terms.invited_after_seconds + 1) * 1000
    assert steps_at(table, clock, invited, SWEEP) == ["invited"]
    assert steps_at(table, clock, invited + 60_000, SWEEP) == ["warned"]
    assert "left" in steps_at(table, clock, invited + 120_000, SWEEP)


def test_HE_2s_a_session_that_nobody_plays_in_ends_at_its_hour(room: Open, clock: StoppedClock) -> None:
    table = room("holdem", regime="session", hours=1)
    ends = clock.at + 60_000
    table.execute([CommandRequest(0, protocol.OpenTableSession(1, ends, ()), ("house", 0))])
    assert table.live.session_ends == ends
    assert "session-closed" in steps_at(table, clock, ends)


def test_HE_6b_a_registered_player_has_five_minutes_to_come(room: Open, clock: StoppedClock) -> None:
    """[HE-2m] No more seats are kept than there are, and none after the session has ended."""
    table = room("holdem", seats=2, regime="session", hours=1)
    players = [player.pk for player in players_with(FUNDS, 3)]
    opened, ends = clock.at, clock.at + 310_000
    table.execute([CommandRequest(0, protocol.OpenTableSession(1, ends, tuple(players)), ("house", 0))])
    assert [(kept.player, kept.until) for kept in table.live.queue] == [
        *((player, opened + 300_000) for player in players[:2]),
        (players[2], 0),
    ]
    clock.at = opened + 299_999
    table.execute([SWEEP])
    assert len(table.live.queue) == 3
    (late,) = players_with(FUNDS, 1)
    table.send((late, protocol.JoinQueue(uuid4())))
    clock.at = opened + 300_000
    table.execute([SWEEP])
    assert [kept.player for kept in table.live.queue] == [players[2], late.pk]
    assert "session-closed" in steps_at(table, clock, ends)
    assert table.live.queue == (), "the register ends with its session"


@pytest.mark.parametrize(
    ("until", "muted"), [(timedelta(milliseconds=-1), False), (timedelta(minutes=1), True)]
)
def test_a_muted_player_can_write_after_the_stated_time(room: Open, until: timedelta, muted: bool) -> None:
    """The database's own clock decides, which no test can stop: a minute on one side, a millisecond on the
    other.
    """
    table, (ana, _) = seated(room, "blackjack", sheet={"chat": True})
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    ChatMute.objects.create(player=ana, until=now + until, reason="calma", by=signer("support"))
    message = protocol.Chat(uuid4(), "boa noite")
    expected = pytest.raises(Refused) if muted else contextlib.nullcontext()
    with expected:
        assert TableChat().post(table.transaction.refresh(), message, ana.pk)
