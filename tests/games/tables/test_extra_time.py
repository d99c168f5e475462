"""Extra time to decide: once for each decision, and after a fault of ours as it was, at every game that has
it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import Player
from tests.games.tables.clocks import DatabaseClock, send_command, step_until
from tests.games.tables.test_blackjack_live import BET, HIT, STAND, Hand, Shoe
from tests.games.tables.test_clocks_after_a_fault import (
    DECISION,
    EXTRA,
    FUNDS,
    actors,
    connection_lost,
    deciding,
    fault_began,
    held_for,
    now_of,
    reach,
)
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]
TIMES = {"decision_seconds": DECISION // 1000, "extra_seconds": EXTRA // 1000}


def lapse_into_extra_time(table: LiveTable) -> None:
    """The decision has its whole time, and then the extra time."""
    assert table.live.called == () and table.live.due == now_of(table) + DECISION
    assert table.step() == ["time-called"]
    assert table.live.due == now_of(table) + EXTRA


def test_HE_44_each_decision_of_a_hand_has_its_own_extra_time(room: Open) -> None:
    """[HE-43] Both players, before the flop and after it, take the extra time and decide in it."""
    table, players = deciding(room, "holdem")
    decided: list[int] = []
    for _ in range(4):
        step_until(table, Wait.CHOICE)
        (seat,) = actors(table)
        player = next(player for player in players if table.live.players[player.pk] == seat)
        lapse_into_extra_time(table)
        options = table.browsers[player.pk].mine["game"]["options"]
        assert send_command(table, player, {"t": "check" if options.get("check") else "call"}).refused is None
        decided.append(seat)
    assert table.live.game.turn > 0 and all(decided.count(seat) == 2 for seat in decided)


def test_BJ_15_each_decision_of_a_hand_has_its_own_extra_time(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time of a decision is a reading (A03): every card that a hand asks for begins another."""
    hand = Hand(room("blackjack", **TIMES), monkeypatch, "2H 9C 3D 8S 4H 5S KD")
    for command in (HIT, HIT, STAND):
        hand.until_a_choice()
        lapse_into_extra_time(hand.table)
        hand.send(command)


def offered(room: Open, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, list[Player]]:
    """A blackjack table of two who are both offered insurance."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe("10H 9H AC 9D 8D 9S"))
    table = room("blackjack", sheet={"resume_within": 120}, **TIMES)
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        place = str(table.live.players[player.pk])
        assert send_command(table, player, {"t": "bet", "on": {place: BET}}).refused is None
    step_until(table, Wait.CHOICE)
    assert table.live.game.phase == "offers"
    return table, players


@pytest.mark.parametrize("happens", ["fault", "hold"])
@pytest.mark.parametrize("system", ["blackjack", "caribbean-stud", "macau-stud"])
def test_CS_31_of_two_who_decide_each_keeps_the_time_in_which_a_fault_found_them(
    room: Open, monkeypatch: pytest.MonkeyPatch, clock: DatabaseClock, system: str, happens: str
) -> None:
    """[HE-44] One is in the extra time and gets the extra time anew; the other gets the whole time."""
    table, (ana, rui) = offered(room, monkeypatch) if system == "blackjack" else deciding(room, system)
    late, early = table.live.players[ana.pk], table.live.players[rui.pk]
    assert sorted(actors(table)) == sorted([late, early])
    connection_lost(table, ana, 10)
    fault_began(table, 0.5, clock)
    table.execute([])
    renewed = table.live.deadlines[early]
    reach(table, late)
    assert table.live.deadlines == {late: now_of(table) + EXTRA, early: renewed}
    table.execute([CommandRequest(0, protocol.ReportReconnect(ana.pk), ("house", 0))])
    if happens == "fault":
        fault_began(table, 0.2, clock)
        table.execute([])
    else:
        held_for(table, clock, 60)
    assert table.live.deadlines == {late: now_of(table) + EXTRA, early: now_of(table) + DECISION}
    reach(table, late)
    assert actors(table) == [early], "the extra time comes once"
    reach(table, early)
    assert actors(table) == [early], "the other has the extra time still"
    assert table.live.due == now_of(table) + EXTRA
