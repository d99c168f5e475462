"""Shared by tests of deadlines and inactivity: the moved clock of the database, the sweep, a bet in every
game.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.engine import Wait
from games.tables.croupier import journal
from games.tables.domain.commands import CommandRequest, CommandResult
from games.tables.transport import protocol
from players.models import Player
from tests.live_table import LiveTable, do

SWEEP = CommandRequest(0, protocol.CheckInactivity(), ("house", 0))
BETS: dict[str, Any] = {
    "american-roulette": {"red": 100},
    "french-roulette": {"red": 100},
    "blackjack": {"{seat}": 1_000},
    "baccarat": {"banco": 500},
    "caribbean-stud": {"ante": 500},
    "macau-stud": {"ante": 500},
}


class DatabaseClock:
    """The database's time at the tables, moved on by the test alone: a slow machine brings no step of a table
    too early, and misses no deadline. Each reading is a millisecond later than the one before.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, self.start, real = 0, 0, journal.now

        def read() -> int:
            self.start = self.start or real()
            self.ahead += 1
            return self.start + self.ahead

        monkeypatch.setattr(journal, "now", read)

    def advance(self, seconds: float) -> None:
        self.ahead += int(seconds * 1000)


class StoppedClock:
    """The database's time, which stands still until the test moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = journal.now()
        monkeypatch.setattr(journal, "now", lambda: self.at)


def send_command(table: LiveTable, player: Player, command: dict[str, Any]) -> CommandResult:
    (result,) = table.send((player, do(table.round, command)))
    return result


def place_bet(table: LiveTable, player: Player) -> CommandResult:
    """The player's usual bet at a table of a banked game."""
    seat = str(table.live.players[player.pk])
    on = {place.format(seat=seat): cents for place, cents in BETS[table.table.system].items()}
    return send_command(table, player, {"t": "bet", "on": on})


def sweep(table: LiveTable) -> list[str]:
    """The kinds of what one sweep of the house causes; that the next round may be due at the same moment is
    left out.
    """
    kinds = [step.event.__struct_config__.tag for step in table.execute([SWEEP]).steps]
    return [kind for kind in kinds if kind != "bets-opened"]


def waits_for(table: LiveTable) -> Wait:
    if not table.live.running:
        return Wait.OVER
    rules = table.transaction.loaded.rules
    assert rules is not None
    wait: Wait = rules.engine.waiting_for(table.live.game)
    return wait


def step_until(table: LiveTable, wait: Wait) -> list[str]:
    """Runs the table's steps until the round waits for that, or is over."""
    happened: list[str] = []
    for _ in range(200):
        if waits_for(table) in (wait, Wait.OVER):
            return happened
        happened += table.step()
    raise AssertionError(f"the round never waits for {wait}: {happened[-10:]}")


def finish_round(table: LiveTable) -> list[str]:
    """Runs the table's steps until the round is over; everybody's time passes."""
    return step_until(table, Wait.OVER)
