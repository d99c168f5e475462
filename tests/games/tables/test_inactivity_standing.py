"""Inactivity counts only the time in which the player could bet or decide: what the house takes of it, for
whatever cause, it gives back to the millisecond, at every game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.draw import generator
from games.draw.entropy import GeneratorFailed
from games.models import Table
from games.rules.engine import Wait
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import Player, PlaySession
from tests.games.tables.clocks import (
    BETS,
    SWEEP,
    StoppedClock,
    place_bet,
    send_command,
    waits_for,
)
from tests.live_table import LiveTable, players_with
from tests.table_beacon import SHEET, TableBeacon

Open = Callable[..., LiveTable]
FUNDS = 1_000_000
INVITED_AFTER = 181_000
STEPS = ("invited", "warned", "left")
LONG = 600_000
AT_LEAST_WAITED = {"draw": {**SHEET["draw"], "wait_seconds": 600}, "resume_within": 900}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, db: None) -> StoppedClock:
    return StoppedClock(monkeypatch)


class TableOfOne:
    """A table of one whose player's time is measured by what the browser shows."""

    def __init__(self, table: LiveTable, player: Player, clock: StoppedClock) -> None:
        self.table, self.player, self.clock = table, player, clock
        self.counted = 0  # milliseconds in which the page let the player bet or decide

    def pass_time(self, milliseconds: int) -> None:
        if self.table.browsers[0].table.get("phase") in ("betting", "choosing"):
            self.counted += milliseconds
        self.clock.at += milliseconds

    def sweep(self) -> list[str]:
        """What inactivity causes now."""
        steps = self.table.execute([SWEEP]).steps
        return [kind for kind in (step.event.__struct_config__.tag for step in steps) if kind in STEPS]

    def pass_without_bets(self, milliseconds: int) -> None:
        """Time passes in which no bet is possible, and the house looks in every twelve seconds."""
        before = self.counted
        for _ in range(milliseconds // 12_000):
            self.pass_time(12_000)
            assert self.sweep() == []
        assert self.counted == before, "no bet was possible"

    def play_on(self) -> None:
        """Until bets are open again: every step at its time."""
        for _ in range(40):
            if waits_for(self.table) is Wait.BETS:
                return
            assert self.table.live.due is not None
            self.pass_time(max(0, self.table.live.due - self.clock.at))
            self.table.execute([])
        raise AssertionError("bets never open")

    def bet(self) -> None:
        assert place_bet(self.table, self.player).refused is None
        self.counted = 0

    def assert_ends_to_the_millisecond(self) -> None:
        """Invited, warned and ended after the time that the player could use, and not a millisecond
        earlier.
        """
        self.pass_time(INVITED_AFTER - self.counted - 1)
        assert self.sweep() == [], "too early"
        self.pass_time(1)
        assert self.sweep() == ["invited"]
        for step in ("warned", "left"):
            self.pass_time(59_999)
            assert self.sweep() == [], "too early"
            self.pass_time(1)
            assert self.sweep() == [step]


def opened(room: Open, clock: StoppedClock, system: str, **sheet: Any) -> TableOfOne:
    table = room(system, sheet=sheet, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    one = TableOfOne(table, ana, clock)
    one.play_on()
    return one


def hold(one: TableOfOne, seconds_held: int) -> None:
    one.table.execute([CommandRequest(0, protocol.HoldTable("check"), ("house", 0))])
    one.table.new_croupier()
    one.pass_without_bets(seconds_held)
    one.table.release()
    one.play_on()


@pytest.mark.parametrize("system", BETS)
def test_AR_29_a_hold_by_staff_counts_for_nobody(room: Open, clock: StoppedClock, system: str) -> None:
    """[AR-28a] [FR-R29a] [FR-R30] [BJ-35a] [BJ-36] [PB-35a] [PB-36] [CS-41a] [CS-42] Also twice, and after a
    restart.
    """
    one = opened(room, clock, system, resume_within=3_600)
    one.pass_time(100_000)
    for _ in range(2):
        hold(one, LONG)
        one.pass_time(20_000)
    assert one.counted == 140_000
    one.assert_ends_to_the_millisecond()
    assert PlaySession.objects.get(player=one.player).cause == "inactivity"


@pytest.mark.parametrize("system", BETS)
def test_AR_29_a_hold_between_rounds_counts_for_nobody(room: Open, clock: StoppedClock, system: str) -> None:
    """[AR-28a] From the last round's end to the next bets."""
    one = opened(room, clock, system)
    one.bet()
    one.pass_time(50_000)
    assert send_command(one.table, one.player, {"t": "launch"}).refused is None
    while one.table.live.running:
        assert one.table.live.due is not None
        one.pass_time(max(0, one.table.live.due - clock.at))
        one.table.execute([])
    hold(one, LONG)
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("system", BETS)
def test_AR_29_an_outage_of_the_croupier_counts_for_nobody(
    room: Open, clock: StoppedClock, system: str
) -> None:
    """[AR-28a] What the player did in the middle of it is no sign of the future."""
    one = opened(room, clock, system, resume_within=3_600)
    one.pass_time(100_000)
    clock.at += LONG
    one.table.new_croupier()
    one.table.transaction.note_fault(clock.at - LONG)
    assert one.sweep() == []
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("system", BETS)
def test_AR_29_a_bet_after_the_outage_began_is_the_last_sign(
    room: Open, clock: StoppedClock, system: str
) -> None:
    """[AR-28a] Another croupier had taken it: no time before it is given back."""
    one = opened(room, clock, system, resume_within=3_600)
    clock.at += 40_000
    one.bet()
    clock.at += 60_000
    one.table.transaction.note_fault(clock.at - 100_000)
    assert one.sweep() == []
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("system", BETS)
def test_AR_29_an_outage_while_no_bet_is_possible_counts_once(
    room: Open, clock: StoppedClock, system: str
) -> None:
    """[AR-28a] The time stands still anyway: the repair of the outage gives none of it back twice."""
    values = TableBeacon()
    one = opened(room, clock, system, **AT_LEAST_WAITED)
    one.bet()
    one.pass_time(30_000)
    assert send_command(one.table, one.player, {"t": "launch"}).refused is None
    one.pass_without_bets(300_000)
    one.table.transaction.note_fault(clock.at - 200_000)
    kinds = [step.event.__struct_config__.tag for step in one.table.execute([SWEEP]).steps]
    assert kinds == ["clocks-renewed"]
    values.publish_for(one.table)
    one.play_on()
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("system", BETS)
def test_AR_28a_bets_that_do_not_open_without_a_beacon(room: Open, clock: StoppedClock, system: str) -> None:
    """[AR-29] [FR-R29a] [FR-R30] [BJ-35a] [BJ-36] [PB-35a] [PB-36] [CS-41a] [CS-42]"""
    values = TableBeacon()
    table = room(system, sheet=AT_LEAST_WAITED, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    values.forget()
    table.sit([ana])
    one = TableOfOne(table, ana, clock)
    one.pass_without_bets(LONG)
    assert one.table.browsers[0].table["beacon_missed"] is True
    values.publish(values.chain.first_from(clock.at) + 3_600)
    one.play_on()
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("system", BETS)
def test_AR_29_a_beacon_that_is_missed_between_rounds(room: Open, clock: StoppedClock, system: str) -> None:
    """[AR-28a] The time before the round and the time after it count together."""
    values = TableBeacon()
    one = opened(room, clock, system, **AT_LEAST_WAITED)
    one.bet()
    one.pass_time(60_000)
    assert send_command(one.table, one.player, {"t": "launch"}).refused is None
    values.publish_for(one.table)
    while one.table.live.running:
        assert one.table.live.due is not None
        one.pass_time(max(0, one.table.live.due - clock.at))
        one.table.execute([])
    values.forget()
    one.pass_without_bets(LONG)
    values.publish(values.chain.first_from(clock.at) + 3_600)
    one.play_on()
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("comes", [True, False])
@pytest.mark.parametrize("system", BETS)
def test_AR_28a_a_launched_round_that_waits_for_its_value(
    room: Open, clock: StoppedClock, system: str, comes: bool
) -> None:
    """[AR-29] [FR-R29a] [FR-R30] [BJ-35a] [BJ-36] [PB-35a] [PB-36] [CS-41a] [CS-42] Whether the value comes
    late or never.
    """
    values = TableBeacon()
    one = opened(room, clock, system, **AT_LEAST_WAITED)
    one.bet()
    one.pass_time(30_000)
    assert send_command(one.table, one.player, {"t": "launch"}).refused is None
    one.pass_without_bets(588_000)
    if comes:
        values.publish_for(one.table)
    one.play_on()
    one.assert_ends_to_the_millisecond()
    assert PlaySession.objects.get(player=one.player).cause == "inactivity"


@pytest.mark.parametrize("system", BETS)
def test_AR_28a_a_preparation_that_is_slow(room: Open, clock: StoppedClock, system: str) -> None:
    """[AR-29] [FR-R29a] [BJ-35a] [PB-35a] [CS-41a] The croupier opens bets late, without anybody's fault
    being noted.
    """
    table = room(system, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    one = TableOfOne(table, ana, clock)
    one.pass_time(LONG)
    assert one.sweep() == []
    one.play_on()
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("system", BETS)
def test_AR_28a_a_generator_that_fails_holds_the_table(
    room: Open, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """[AR-29] [FR-R29a] [BJ-35a] [PB-35a] [CS-41a]"""

    def fail() -> bytes:
        raise GeneratorFailed("no entropy")

    table = room(system, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    with monkeypatch.context() as patch:
        patch.setattr(generator, "new_seed", fail)
        table.sit([ana])
    assert table.live.held
    one = TableOfOne(table, ana, clock)
    one.pass_without_bets(LONG)
    table.release()
    one.play_on()
    one.assert_ends_to_the_millisecond()


@pytest.mark.parametrize("system", BETS)
def test_AR_28a_maintenance_that_closes_the_table_after_the_round(
    room: Open, clock: StoppedClock, system: str
) -> None:
    """[AR-29] While the last round takes bets its time counts; the house ends the stay, not inactivity."""
    one = opened(room, clock, system)
    one.bet()
    one.pass_time(60_000)  # insurance and a decision that lapse stay below three minutes with it
    Table.objects.filter(pk=one.table.table.pk).update(status=Table.Status.DRAINING)
    one.table.execute([SWEEP])
    assert send_command(one.table, one.player, {"t": "launch"}).refused is None
    for _ in range(40):
        if not one.table.live.seats:
            break
        assert one.table.live.due is not None
        one.pass_time(max(0, one.table.live.due - clock.at) + 100)
        assert one.sweep() in ([], ["left"])
    session = PlaySession.objects.get(player=one.player)
    assert (session.cause, session.invited, session.warned) == ("house", None, None)


@pytest.mark.parametrize("system", BETS)
def test_AR_29_the_card_says_that_the_time_stands_still(room: Open, clock: StoppedClock, system: str) -> None:
    """[FR-R30] [BJ-36] [PB-36] [CS-42] On an open page, with the time that is left."""
    one = opened(room, clock, system, resume_within=3_600)
    one.pass_time(INVITED_AFTER)
    assert one.sweep() == ["invited"]
    one.pass_time(60_000)
    assert one.sweep() == ["warned"]
    ends = clock.at + 60_000
    assert one.table.browsers[one.player.pk].mine["nudge"]["ends"] == ends
    one.pass_time(20_000)
    one.table.execute([CommandRequest(0, protocol.HoldTable("check"), ("house", 0))])
    nudge = one.table.browsers[one.player.pk].mine["nudge"]
    assert nudge["left"] == 40_000 and "ends" not in nudge
    one.pass_without_bets(LONG)
    one.table.release()
    one.play_on()
    nudge = one.table.browsers[one.player.pk].mine["nudge"]
    assert nudge["ends"] == clock.at + 40_000 and "left" not in nudge
    one.pass_time(39_999)
    assert one.sweep() == []
    one.pass_time(1)
    assert one.sweep() == ["left"]
