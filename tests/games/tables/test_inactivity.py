"""Invitation, warning, end: the times of rules 28 and 29, decided by the croupier under the row lock,
cancelled by any bet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from games.floor import tasks
from games.models import Event
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import PlaySession
from tests.games.tables.clocks import BETS, SWEEP, DatabaseClock, finish_round, place_bet
from tests.live_table import LiveTable, balance, bet, do, players_with

Open = Callable[..., LiveTable]


def swept(table: LiveTable) -> list[str]:
    return [step.event.__struct_config__.tag for step in table.execute([SWEEP]).steps]


def test_AR_28a_at_a_table_of_one_after_more_than_three_minutes(room: Open, clock: DatabaseClock) -> None:
    """[FR-R29a]"""
    table = room(mode="individual")
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    clock.advance(179.5)
    assert swept(table) == []
    clock.advance(2)
    assert swept(table) == ["invited"]
    assert swept(table) == [], "once is enough: the sweep may run twice, or late"
    session = PlaySession.objects.get(player=ana)
    assert session.invited is not None and session.warned is None and session.ended is None


def test_AR_29_then_the_warning_and_after_its_minute_the_end(room: Open, clock: DatabaseClock) -> None:
    """[FR-R30]"""
    table = room(mode="individual")
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    clock.advance(182)
    assert swept(table) == ["invited"]
    assert table.browsers[ana.pk].mine["nudge"]["step"] == "invited"
    clock.advance(61)
    assert swept(table) == ["warned"]
    assert table.browsers[ana.pk].mine["nudge"]["step"] == "warned"
    clock.advance(58)
    assert swept(table) == []
    clock.advance(3)
    assert swept(table) == ["bet-taken", "left"], "the bet never launched goes back first"
    session = PlaySession.objects.get(player=ana)
    assert session.cause == "inactivity" and session.warned is not None and balance(ana) == 10_000


def test_AR_29_a_bet_cancels_the_warning(room: Open, clock: DatabaseClock) -> None:
    """[FR-R30]"""
    table = room(mode="individual")
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    clock.advance(182)
    swept(table)
    clock.advance(61)
    assert swept(table) == ["warned"]
    clock.advance(59.5)
    assert table.send((ana, bet(1, {"red": 500})))[0].refused is None
    clock.advance(10)
    assert swept(table) == [] and "nudge" not in table.browsers[ana.pk].mine
    table.send((ana, do(1, {"t": "launch"})))
    assert PlaySession.objects.get(player=ana).ended is None


def test_to_continue_puts_the_card_away_but_only_a_bet_keeps_the_session(
    room: Open, clock: DatabaseClock
) -> None:
    table = room(mode="individual")
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    clock.advance(182)
    swept(table)
    assert table.send((ana, protocol.Stay(uuid4())))[0].refused is None
    assert table.browsers[ana.pk].mine["nudge"]["stayed"] is True
    clock.advance(61)
    assert swept(table) == ["warned"]


def test_AR_28b_at_a_table_for_many_after_more_than_five_rounds(room: Open) -> None:
    """[FR-R29b]"""
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    for number in range(1, 7):
        table.until("bets-opened")
        table.send((rui, bet(number, {"red": 100})))
        table.until("round-ended")
        assert swept(table) == (["invited"] if number == 6 else []), f"after round {number}"
    assert PlaySession.objects.get(player=ana).invited is not None
    assert PlaySession.objects.get(player=rui).invited is None


def test_AR_29_at_a_table_for_many_the_warning_holds_for_the_next_round(room: Open) -> None:
    """[FR-R30]"""
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    for _ in range(6):
        table.until("round-ended")
    assert swept(table) == ["invited", "invited"]
    table.until("round-ended")
    assert swept(table) == ["warned", "warned"]
    table.until("bets-opened")
    assert swept(table) == [], "the next round is not over"
    assert table.send((rui, bet(table.round, {"red": 100})))[0].refused is None
    table.until("round-ended")
    assert swept(table) == ["left"]
    assert (
        PlaySession.objects.get(player=ana).cause == "inactivity"
        and PlaySession.objects.get(player=rui).ended is None
    )


def test_the_sweep_visits_only_tables_with_players_who_may_be_due(room: Open, clock: DatabaseClock) -> None:
    individual, many = room(mode="individual"), room()
    ana, rui = players_with(10_000, 2)
    individual.sit([ana])
    many.sit([rui])
    individual.table.refresh_from_db()
    assert individual.table.inactivity_due is None, "no bets are open yet"
    for table in (individual, many):
        table.until("bets-opened")
        table.table.refresh_from_db()
    assert many.table.inactivity_due is None and individual.table.inactivity_due is not None
    opened = Event.objects.get(table=individual.table, kind="bets-opened").at
    assert (individual.table.inactivity_due - opened).total_seconds() == pytest.approx(181, abs=0.002)


@pytest.mark.parametrize("system", BETS)
def test_AR_29_the_task_of_the_house_ends_the_session_of_who_does_not_bet(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """[AR-28b] [FR-R29b] [FR-R30] [BJ-35b] [BJ-36] [PB-35b] [PB-36] [CS-41b] [CS-42] The task asks the tables
    where it is time, and no other.
    """
    table, quiet = room(system), room(system)
    ana, rui, eva = players_with(100_000, 3)
    table.sit([ana, rui])
    quiet.sit([eva])

    def deliver(tables: list[int], command: Any) -> None:
        assert quiet.table.pk not in tables
        if table.table.pk in tables:
            steps = table.execute([CommandRequest(0, command, ("house", 0))]).steps
            happened.extend(step.event.__struct_config__.tag for step in steps)

    happened: list[str] = []
    monkeypatch.setattr(tasks, "send_to_tables", deliver)
    came_after: list[tuple[int, str]] = []
    for number in range(1, 9):
        table.until("bets-opened")
        assert place_bet(table, rui).refused is None
        finish_round(table)
        happened.clear()
        tasks.sweep_inactivity()
        came_after += [(number, kind) for kind in happened if kind in ("invited", "warned", "left")]
    assert came_after == [(6, "invited"), (7, "warned"), (8, "left")]
    session = PlaySession.objects.get(player=ana)
    assert session.cause == "inactivity" and session.warned is not None
    assert PlaySession.objects.get(player=rui).ended is None
