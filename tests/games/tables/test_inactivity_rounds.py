"""Inactivity over many rounds, at every game: a bet cancels an invitation for good, and what the house
stopped counts against nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.models import Table
from games.rules.engine import Wait
from games.tables.transport import protocol
from players.models import PlaySession
from tests.games.tables.clocks import (
    BETS,
    DatabaseClock,
    finish_round,
    place_bet,
    send_command,
    step_until,
    sweep,
    waits_for,
)
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000
INVITED_AFTER = 6  # idle rounds: more than five


def idle_rounds(table: LiveTable, count: int) -> None:
    for _ in range(count):
        table.until("bets-opened")
        finish_round(table)


def invited(table: LiveTable) -> None:
    idle_rounds(table, INVITED_AFTER)
    assert "invited" in sweep(table)


def table_hold(table: LiveTable) -> None:
    table.transaction.hold("a fault")
    table.new_croupier()


@pytest.mark.parametrize("system", BETS)
def test_AR_28b_a_bet_cancels_the_invitation_for_good(room: Open, system: str) -> None:
    """[AR-29] [FR-R29b] [FR-R30] [BJ-35b] [BJ-36] [PB-35b] [PB-36] [CS-41b] [CS-42]"""
    table = room(system)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    invited(table)
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    assert sweep(table) == [], "while the bet lies there is no new invitation"
    finish_round(table)
    assert sweep(table) == [], "the bet counts for its round"
    for _ in range(5):
        idle_rounds(table, 1)
        assert sweep(table) == [], "five idle rounds are not more than five"
    idle_rounds(table, 1)
    assert sweep(table) == ["invited"], "the count began anew with the bet"


@pytest.mark.parametrize("system", BETS)
def test_AR_29_a_bet_cancels_the_warning_for_good(room: Open, system: str) -> None:
    """[FR-R30] [BJ-36] [PB-36] [CS-42]"""
    table = room(system)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    invited(table)
    idle_rounds(table, 1)
    assert sweep(table) == ["warned"]
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    finish_round(table)
    idle_rounds(table, 5)
    assert sweep(table) == []
    assert PlaySession.objects.get(player=ana).ended is None


def test_AR_29_the_round_in_which_the_warning_comes_is_not_the_next_round(room: Open) -> None:
    """[FR-R30] Sweeps come while rounds run, too."""
    table = room()
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    invited(table)
    idle_rounds(table, 1)
    table.until("bets-opened")
    assert sweep(table) == ["warned"]
    (chair,) = table.live.seats.values()
    table.send((ana, protocol.Stay(uuid4())))
    assert not table.live.seats[1].stayed, "a warning is not put away"
    finish_round(table)
    assert sweep(table) == [] and chair.nudge == "warned"
    idle_rounds(table, 1)
    assert sweep(table) == ["left"]


@pytest.mark.parametrize("system", ["american-roulette", "baccarat"])
def test_AR_28b_a_round_that_began_before_the_player_came_does_not_count(room: Open, system: str) -> None:
    """[FR-R29b] [PB-35b] Who sits down after the close of bets could not bet in that round."""
    table = room(system)
    ana, rui = players_with(FUNDS, 2)
    table.sit([rui])
    table.until("bets-opened")
    assert place_bet(table, rui).refused is None
    table.sit([ana])
    finish_round(table)
    for _ in range(INVITED_AFTER - 1):
        table.until("bets-opened")
        assert place_bet(table, rui).refused is None
        finish_round(table)
    assert sweep(table) == [], "five whole rounds without a bet are not more than five"
    idle_rounds(table, 1)
    assert sweep(table) == ["invited"]


@pytest.mark.parametrize("system", BETS)
def test_AR_28a_at_a_table_of_one_a_bet_cancels_the_invitation_for_good(
    room: Open, clock: DatabaseClock, system: str
) -> None:
    """[AR-29] [FR-R29a] [FR-R30] [BJ-35a] [BJ-36] [PB-35a] [PB-36] [CS-41a] [CS-42]"""
    table = room(system, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    clock.advance(182)
    assert sweep(table) == ["invited"]
    assert place_bet(table, ana).refused is None
    assert sweep(table) == []
    clock.advance(61)
    assert sweep(table) == [], "no warning follows an invitation that was cancelled"
    assert send_command(table, ana, {"t": "launch"}).refused is None
    finish_round(table)
    table.until("bets-opened")
    clock.advance(110)
    assert sweep(table) == [], "three minutes since the last bet or decision are not over"
    clock.advance(75)
    assert sweep(table) == ["invited"]


@pytest.mark.parametrize("step", ["invited", "warned"])
@pytest.mark.parametrize("taken_back", ["undo", "clear"])
@pytest.mark.parametrize("system", BETS)
def test_AR_29_a_bet_that_is_taken_back_puts_no_warning_away(
    room: Open, clock: DatabaseClock, system: str, taken_back: str, step: str
) -> None:
    """[AR-28a] [FR-R30] [BJ-36] [PB-36] [CS-42] It was placed before the invitation."""
    table = room(system, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    clock.advance(182)
    assert sweep(table) == ["invited"]
    if step == "warned":
        clock.advance(61)
        assert sweep(table) == ["warned"]
    assert send_command(table, ana, {"t": taken_back}).refused is None
    assert table.browsers[ana.pk].mine["nudge"]["step"] == step
    clock.advance(62)
    assert sweep(table)[-1] == {"invited": "warned", "warned": "left"}[step]


@pytest.mark.parametrize("system", ["blackjack", "caribbean-stud", "macau-stud"])
def test_AR_28a_at_a_table_of_one_a_decision_is_a_sign_of_life(
    room: Open, clock: DatabaseClock, system: str
) -> None:
    """[BJ-35a] [CS-41a] Three minutes run from the last thing that the player did, a decision included."""
    table = room(system, mode="individual", decision_seconds=60)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    for _ in range(20):
        table.until("bets-opened")
        assert place_bet(table, ana).refused is None
        assert send_command(table, ana, {"t": "launch"}).refused is None
        step_until(table, Wait.CHOICE)
        if waits_for(table) is Wait.CHOICE and (system != "blackjack" or table.live.game.phase == "playing"):
            break
        finish_round(table)
    clock.advance(170)
    options = table.browsers[ana.pk].mine["game"]["options"]
    # A hand of 11 or less may only draw.
    choice = "stand" if "stand" in options.get("choices", ()) else "hit"
    decision = {"t": choice, "turn": options.get("turn")} if system == "blackjack" else {"t": "fold"}
    assert send_command(table, ana, decision).refused is None
    finish_round(table)
    clock.advance(100)
    assert sweep(table) == []


@pytest.mark.parametrize("system", BETS)
def test_AR_21_a_void_round_counts_against_nobody(room: Open, system: str) -> None:
    """[AR-28b] [FR-R29b] [BJ-35b] [PB-35b] [CS-41b] The house stopped the round, so it is no round without a
    bet.
    """
    table = room(system, sheet={"resume_within": 60})
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    for _ in range(5):
        table.until("bets-opened")
        assert place_bet(table, rui).refused is None
        finish_round(table)
    table.until("bets-opened")
    assert place_bet(table, rui).refused is None
    assert "round-voided" in table.step(late=70_000)
    table.release()
    assert sweep(table) == [], "five rounds without a bet, and one that was void"
    idle_rounds(table, 1)
    assert sweep(table) == ["invited"]
    assert PlaySession.objects.get(player=ana).invited and not PlaySession.objects.get(player=rui).invited


def test_AR_29_a_void_round_is_not_the_round_that_the_warned_player_has(room: Open) -> None:
    table = room(sheet={"resume_within": 60})
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    for _ in range(INVITED_AFTER):
        table.until("bets-opened")
        place_bet(table, rui)
        finish_round(table)
    assert sweep(table) == ["invited"]
    table.until("bets-opened")
    place_bet(table, rui)
    finish_round(table)
    assert sweep(table) == ["warned"]
    table.until("bets-opened")
    place_bet(table, rui)
    assert "round-voided" in table.step(late=70_000)
    table.release()
    assert sweep(table) == []
    idle_rounds(table, 1)
    assert sweep(table) == ["left"]


@pytest.mark.parametrize("system", BETS)
def test_AR_29_a_hold_stops_the_warned_minute(room: Open, clock: DatabaseClock, system: str) -> None:
    """[FR-R30] [BJ-36] [PB-36] [CS-42]"""
    table = room(system, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    clock.advance(182)
    assert sweep(table) == ["invited"]
    clock.advance(61)
    assert sweep(table) == ["warned"]
    ends = table.browsers[ana.pk].mine["nudge"]["ends"]
    clock.advance(20)
    table_hold(table)
    clock.advance(90)
    table.release()
    assert sweep(table) == [], "the minute does not count while no bet is possible"
    table.send((ana, protocol.RequestSnapshot()))
    assert 89_000 < table.live.seats[1].nudged + 60_000 - ends < 92_000
    row = Table.objects.get(pk=table.table.pk)
    assert (
        row.inactivity_due is not None and abs(row.inactivity_due.timestamp() * 1000 - ends - 90_000) < 2_000
    ), "the sweep is moved on as well"
    clock.advance(38)
    assert sweep(table) == []
    clock.advance(4)
    assert sweep(table)[-1] == "left"


def test_AR_28a_a_hold_stops_the_three_minutes(room: Open, clock: DatabaseClock) -> None:
    """[FR-R29a] [BJ-35a] [PB-35a] [CS-41a]"""
    table = room(mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    clock.advance(100)
    table_hold(table)
    clock.advance(300)
    table.release()
    assert sweep(table) == []
    clock.advance(78)
    assert sweep(table) == []
    clock.advance(5)
    assert sweep(table) == ["invited"]


def test_a_hold_stops_the_time_for_which_a_seat_is_kept(room: Open, clock: DatabaseClock) -> None:
    """[HE-6b] A seat that was offered cannot be taken while the table is on hold."""
    table = room(mode="individual")
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana])
    assert table.send((rui, protocol.JoinQueue(uuid4())))[0].refused is None
    table.send((ana, protocol.Leave(uuid4())))
    (waiter,) = table.live.queue
    assert waiter.until
    table_hold(table)
    clock.advance(600)
    table.release()
    (kept,) = table.live.queue
    assert 599_000 < kept.until - waiter.until < 602_000
    table.sit([rui])
