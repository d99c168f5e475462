"""Where a stake lies when a table is stopped, against how staff release it: what both people were told
happens, and a second signature or a second release changes nothing.

A table's status against its hours and its suspension; when a stop was proposed against when it was confirmed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from games.floor import incidents
from games.floor.hours import apply_hours
from games.floor.models import TableHours, TableSuspension
from games.floor.open_costs import open_costs
from games.floor.suspensions import release_table, suspend_table
from games.floor.table_sessions import announce_session, register, seat_states
from games.models import Event, Incident, Registration, Round, Table, TableSession
from games.rules.engine import Wait
from games.rules.shared.refusals import Refused
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import Person, Player
from players.protection.exclusions import begin_pause
from players.shared import clock as shared_clock
from tests.combinations import broken, pairs
from tests.games.tables.clocks import DatabaseClock, waits_for
from tests.games.tables.situations import RESUME, Scene
from tests.live_table import LiveTable, balance, do, players_with, table_open

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


ALWAYS: list[list[list[int]]] = [[[0, 24 * 60]]] * 7
NEVER: list[list[list[int]]] = [[]] * 7
HOURS = {"no hours": None, "within its hours": ALWAYS, "after its hours": NEVER}
STATUSES = ["open", "draining", "closed", "held"]


@pytest.mark.parametrize(
    ("status", "hours"),
    pairs(STATUSES, HOURS, {("open", name): "a suspended table is never open" for name in HOURS}),
)
def test_a_suspension_is_lifted_whatever_the_table_became_meanwhile(
    hire_manager: Callable[[str], Person], status: str, hours: str
) -> None:
    """It opens within its hours; on hold it stays on hold, until two people release it."""
    table, person, week = table_open(), hire_manager("mesas"), HOURS[hours]
    suspend_table(table=table.pk, person=person, reason="a chip is missing")
    Table.objects.filter(pk=table.pk).update(status=status)
    if week is not None:  # the hours ended, or began, during the suspension
        TableHours.objects.create(table=table, week=week, closed_by_hours=False)
    release_table(table=table.pk, person=person, reason="found")
    opens = week is not NEVER and status != "held"
    table.refresh_from_db()
    assert table.status == ("open" if opens else status)
    assert not TableSuspension.objects.filter(table=table, ended=None).exists()


@pytest.mark.parametrize(
    ("status", "hours"),
    pairs(STATUSES, [name for name in HOURS if HOURS[name] is not None]),
)
def test_hours_begin_and_end_whatever_the_status(db: None, status: str, hours: str) -> None:
    """They open what they closed, also where its last round still runs, and end only what is open."""
    table, week = table_open(), HOURS[hours]
    assert week is not None
    Table.objects.filter(pk=table.pk).update(status=status, seated=1)
    TableHours.objects.create(table=table, week=week, closed_by_hours=week is ALWAYS)
    apply_hours()
    table.refresh_from_db()
    expected = {
        ("draining", "within its hours"): "open",
        ("closed", "within its hours"): "open",
        ("open", "after its hours"): "draining",
    }
    assert table.status == expected.get((status, hours), status)


@pytest.mark.parametrize(
    ("proposed", "confirmed", "outcome"), [(0, 0, "resume"), (0, 1, "void"), (1, 1, "void")]
)
def test_what_is_recorded_of_a_stop_is_what_happens_at_its_confirmation(
    hire_manager: Callable[[str], Person],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    proposed: int,
    confirmed: int,
    outcome: str,
) -> None:
    monkeypatch.setattr(incidents, "send_to_tables", lambda tables, command: None)

    def room(system: str, **setting: object) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    scene = Scene("a roulette bet", room, monkeypatch, DatabaseClock(monkeypatch))
    stop = Stop(scene, hire_manager("mesas"), hire_manager("sala"))
    times = [stop.incident.opened + timedelta(seconds=late * (RESUME + 1)) for late in (proposed, confirmed)]
    with shared_clock.at(times[0]):
        incidents.propose_incident(incident=stop.incident.pk, person=stop.one, reason="looked at the log")
    with shared_clock.at(times[1]):
        incidents.confirm_incident(incident=stop.incident.pk, person=stop.two)
    stop.incident.refresh_from_db()
    assert stop.incident.proposal == outcome


@pytest.mark.parametrize("number", [0, 1], ids=["the same round", "an earlier round"])
def test_every_incident_of_a_table_keeps_it_on_hold(
    hire_manager: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(incidents, "send_to_tables", lambda tables, command: None)
    table, one, two = table_open(), hire_manager("mesas"), hire_manager("sala")
    Table.objects.filter(pk=table.pk).update(status="held")
    opened = [
        Incident.objects.create(table=table, reason="system", round=number_of, opened=shared_clock.now())
        for number_of in (1, 1 - number)
    ]
    for incident, status in zip(opened, ("held", "open"), strict=True):
        incidents.propose_incident(incident=incident.pk, person=one, reason="looked at the log")
        incidents.confirm_incident(incident=incident.pk, person=two)
        table.refresh_from_db()
        assert table.status == status


def test_a_bet_that_was_taken_back_costs_nothing(db: None, tmp_path: Path) -> None:
    table = LiveTable(tmp_path, table_open())
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    table.until("bets-opened")

    def cost() -> int:
        return open_costs({table.table.pk: 500}).get(table.table.pk, 0)

    for said in ({"t": "bet", "on": {"red": 500}}, {"t": "bet", "on": {"straight:17": 500}}):
        (placed,) = table.send((ana, do(table.round, said)))
        assert placed.refused is None
    both = cost()
    (taken,) = table.send((ana, do(table.round, {"t": "undo"})))
    assert taken.refused is None and cost() < both


def session_of(table: Table, player: Player, *, ago: timedelta) -> TableSession:
    """A session that began some time ago, with the player registered."""
    begin = shared_clock.now() - ago
    session = announce_session(table=table, starts=begin + timedelta(days=2), hours=2)
    TableSession.objects.filter(pk=session.pk).update(starts=begin, status="open")
    session.refresh_from_db()
    Registration.objects.create(session=session, player=player)
    return session


def test_HE_6b_a_seat_of_an_earlier_session_says_nothing_about_this_one(db: None, tmp_path: Path) -> None:
    table = LiveTable(tmp_path, table_open("holdem"))
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    assert Event.objects.filter(table=table.table, kind="sat", player=ana.pk).exists()
    session = session_of(table.table, ana, ago=timedelta(hours=1))
    assert seat_states(ana, [session]) == {session.pk: "seated"}
    TableSession.objects.filter(pk=session.pk).update(starts=shared_clock.now() + timedelta(seconds=1))
    session.refresh_from_db()
    assert seat_states(ana, [session]) == {}


def test_HE_6b_who_registered_and_then_paused_is_not_told_the_seat_is_kept(db: None) -> None:
    table = table_open("holdem")
    (ana,) = players_with(100_000, 1)
    session = announce_session(table=table, starts=shared_clock.now() + timedelta(hours=1), hours=2)
    register(session=session.pk, player=ana)
    assert register(session=session.pk, player=ana) == Registration.objects.get()
    begin_pause(ana, 1)
    with pytest.raises(Refused):
        register(session=session.pk, player=ana)
