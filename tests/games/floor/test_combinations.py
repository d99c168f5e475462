"""Where a stake lies when a table is stopped, against how staff release it: what both people were told
happens, and a second signature or a second release changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from games.floor import incidents
from games.models import Incident, Round
from games.rules.engine import Wait
from games.tables.croupier.command_execution import CommandRequest
from games.tables.transport import protocol
from players.models import Person
from players.shared import clock as shared_clock
from tests.combinations import broken, pairs
from tests.games.tables.clocks import DatabaseClock, waits_for
from tests.games.tables.situations import RESUME, Scene
from tests.live_table import LiveTable, balance, do, table_open

# What lies there from a round before, and prizes paid early, have tests of their own.
STOPPED = [
    "a roulette bet", "baccarat, all chances", "a split hand", "an insured hand", "a surrendered hand",
    "a second bet", "a jackpot bet", "a raise", "an all-in",
]  # fmt: skip


class Stop:
    """A stopped table, its incident, and the two people who release it."""

    def __init__(self, scene: Scene, one: Person, two: Person) -> None:
        self.scene, self.one, self.two = scene, one, two
        self.facts = scene.facts()
        self.waited = waits_for(scene.table)
        scene.table.execute([CommandRequest(0, protocol.HoldTable("a fault"), ("house", 0))])
        self.incident = Incident.objects.get(table=scene.table.table, closed=None)

    @property
    def round(self) -> Round:
        return Round.objects.get(table=self.scene.table.table, number=self.scene.table.live.round)

    def sign(self) -> str:
        incidents.propose_incident(incident=self.incident.pk, person=self.one, reason="looked at the log")
        return incidents.confirm_incident(incident=self.incident.pk, person=self.two).proposal

    def release(self) -> list[str]:
        """The kinds of what the release causes."""
        released = self.scene.table.execute([CommandRequest(0, protocol.Release(), ("house", 0))])
        return [step.event.__struct_config__.tag for step in released.steps]

    def wealth(self) -> dict[str, int]:
        accounts = self.scene.accounts()
        return {
            player.alias: accounts.get(("wallet", player.pk), 0) + accounts.get(("stack", player.pk), 0)
            for player in self.scene.players
        }


def goes_on(stop: Stop) -> None:
    """In time: nothing has moved, and the round goes on where it stood."""
    assert stop.sign() == "resume"
    stop.release()
    stop.scene.table.execute([])
    now = stop.scene.facts()
    kept = {name: (now[name], stop.facts[name]) for name in ("money", "limits", "round")}
    if stop.waited is not Wait.HOUSE:  # the house itself goes on at once
        assert not [*broken(kept)]
    assert stop.round.status != "void"


def ends_as_told(stop: Stop) -> None:
    """Too late: what both were told of each player is what each gets, and the round is void."""
    told = {refund.alias: refund.cents for refund in incidents.refunds(stop.round)}
    before = stop.wealth()
    with shared_clock.at(stop.incident.opened + timedelta(seconds=RESUME + 1)):
        assert incidents.void_after(stop.incident) is not None
        assert stop.sign() == "void"
    stop.scene.clock.advance(RESUME + 1)
    assert "round-voided" in stop.release()
    got = {alias: cents - before[alias] for alias, cents in stop.wealth().items() if cents != before[alias]}
    assert got == told and stop.round.status == "void"


def is_released_twice(stop: Stop) -> None:
    stop.sign()
    for person in (stop.one, stop.two):
        with pytest.raises(incidents.AlreadyClosed):
            incidents.confirm_incident(incident=stop.incident.pk, person=person)
    stop.release()
    version = stop.scene.table.live.seq
    stop.release()
    assert stop.scene.table.live.seq == version


def is_asked_meanwhile(stop: Stop) -> None:
    """A stopped table takes nothing; what it had accepted is answered as before."""
    player, command = stop.scene.last
    facts, then = stop.scene.facts(), balance(player)
    (again,) = stop.scene.table.send(stop.scene.last)
    assert again.refused is None
    (new,) = stop.scene.table.send((player, do(command.round, {"t": "bet", "on": {"red": 100}})))
    assert new.refused is not None and balance(player) == then
    assert stop.scene.facts() == facts


OCCURRENCES: dict[str, Callable[[Stop], None]] = {
    "released in time": goes_on,
    "released too late": ends_as_told,
    "released twice": is_released_twice,
    "asked meanwhile": is_asked_meanwhile,
}
ONE_OF_A_KIND = {"released twice", "asked meanwhile"}  # these do not depend on the game
CHOSEN = ("a roulette bet", "an insured hand", "an all-in")


@pytest.mark.parametrize(
    ("situation", "occurrence"),
    pairs(
        STOPPED,
        OCCURRENCES,
        {
            (situation, occurrence): "it does not depend on the game"
            for situation in STOPPED
            for occurrence in ONE_OF_A_KIND
            if situation not in CHOSEN
        },
    ),
)
def test_a_stop_and_what_happens_meanwhile(
    hire_manager: Callable[[str], Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    situation: str,
    occurrence: str,
) -> None:
    monkeypatch.setattr(incidents, "send_to_tables", lambda tables, command: None)

    def room(system: str, **setting: object) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    scene = Scene(situation, room, monkeypatch, DatabaseClock(monkeypatch))
    OCCURRENCES[occurrence](Stop(scene, hire_manager("mesas"), hire_manager("sala")))
