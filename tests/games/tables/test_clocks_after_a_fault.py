"""An operator outage never costs a player decision time: what the croupier does first after a fault, at
every game.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.models import Event, Table
from games.rules.engine import Wait
from games.tables.domain.commands import CommandRequest
from games.tables.domain.state import MIN_BETTING_AFTER_FAULT_MS
from games.tables.transport import protocol
from players.models import Player
from tests.games.tables.clocks import (
    DatabaseClock,
    finish_round,
    place_bet,
    send_command,
    step_until,
    sweep,
    waits_for,
)
from tests.games.tables.test_blackjack_live import EVEN_MONEY, INSURE, Hand
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000
DECISION, EXTRA = 20_000, 15_000
DECIDING = ("blackjack", "caribbean-stud", "macau-stud", "holdem")
DEFAULTS = {"folded", "checked", "hand-stood", "card-asked", "offer-declined", "sat-out"}


def deciding(room: Open, system: str, **sheet: object) -> tuple[LiveTable, list[Player]]:
    """A table of two with a decision to make."""
    setting = {"decision_seconds": DECISION // 1000, "extra_seconds": EXTRA // 1000}
    table = room(system, sheet={"resume_within": 120, **sheet}, **setting)
    players = players_with(FUNDS, 2)
    table.sit(players)
    for _ in range(20):
        table.until("bets-opened")
        for player in players:
            result = (
                send_command(table, player, {"t": "buy-in"})
                if system == "holdem"
                else place_bet(table, player)
            )
            assert result.refused is None or system == "holdem"
        step_until(table, Wait.CHOICE)
        if waits_for(table) is Wait.CHOICE and (system != "blackjack" or table.live.game.phase == "playing"):
            return table, players
        finish_round(table)
    raise AssertionError("nobody is asked for a decision")


def fault_began(table: LiveTable, seconds: float, clock: DatabaseClock | None = None) -> None:
    """The croupier notices that an operator fault disconnected players from this table for that time."""
    (since,) = Table.objects.raw(
        "SELECT id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms FROM games_table LIMIT 1"
    )
    table.transaction.fault = since.ms + (clock.ahead if clock else 0) - int(seconds * 1000)


def connection_lost(table: LiveTable, player: Player, seconds: float) -> None:
    """The player's own connection was lost so long ago."""
    (since,) = Table.objects.raw(
        "SELECT id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms FROM games_table LIMIT 1"
    )
    table.execute(
        [
            CommandRequest(
                0, protocol.ReportDisconnect(player.pk, since.ms - int(seconds * 1000)), ("house", 0)
            )
        ]
    )


def now_of(table: LiveTable) -> int:
    """When the table's last event happened."""
    at = Event.objects.filter(table=table.table).order_by("-seq").values_list("at", flat=True).first()
    assert at is not None
    return round(at.timestamp() * 1000)


def actors(table: LiveTable) -> list[int]:
    return list(table.transaction.loaded.rules.engine.to_act(table.live.game))


@pytest.mark.parametrize("system", DECIDING)
def test_CS_32_an_outage_of_a_minute_costs_nobody_a_decision(room: Open, system: str) -> None:
    """[CS-31] [CS-33] [HE-44] [HE-45] [HE-72] As the first act after a restart the decision gets its whole
    time again.
    """
    table, _ = deciding(room, system)
    deciding_seats, game = actors(table), table.live.game
    table.new_croupier()
    assert table.step(late=60_000) == ["clocks-renewed"]
    assert (actors(table), table.live.game) == (deciding_seats, game)
    has_whole_time_and_extra_time(table)
    assert set(table.step()) & DEFAULTS, "an hour that passes under our eyes is the player's own"


@pytest.mark.parametrize("system", DECIDING)
def test_CS_32_extra_time_that_runs_is_given_anew_as_extra_time(room: Open, system: str) -> None:
    """[HE-44] What was called stays called."""
    table, _ = deciding(room, system)
    assert set(table.step()) <= {"time-called", "decision-warned"}
    table.new_croupier()
    assert table.step(late=60_000) == ["clocks-renewed"]
    assert table.live.due == now_of(table) + EXTRA
    assert set(table.step()) & DEFAULTS


def test_HE_44_who_decides_after_a_called_time_has_the_whole_time(room: Open) -> None:
    table, players = deciding(room, "holdem")
    assert table.step() == ["time-called"] and table.live.called
    (seat,) = actors(table)
    caller = next(player for player in players if table.live.players[player.pk] == seat)
    assert send_command(table, caller, {"t": "call"}).refused is None
    (following,) = actors(table)
    assert following != seat and table.live.called == ()
    assert table.live.due == now_of(table) + DECISION


def has_whole_time_and_extra_time(table: LiveTable) -> None:
    """Leaves the table with the extra time running."""
    assert table.live.due == now_of(table) + DECISION
    table.new_croupier()
    assert table.live.due == now_of(table) + DECISION, "a successor reads it from the record"
    assert not set(table.step()) & DEFAULTS, "first the extra time"
    assert table.live.due is not None and table.live.due - now_of(table) == EXTRA


def held_for(table: LiveTable, clock: DatabaseClock, seconds: int) -> None:
    """The table is on hold for that time, then staff release it."""
    table.transaction.hold("a fault")
    table.new_croupier()
    clock.advance(seconds)
    table.release()


@pytest.mark.parametrize("system", DECIDING)
def test_CS_32_a_decision_gets_its_whole_time_again_after_a_hold(
    room: Open, clock: DatabaseClock, system: str
) -> None:
    """[CS-31] [CS-33] [HE-44] [HE-45] [HE-72] Nearly all of the time was gone when the table was held."""
    table, _ = deciding(room, system)
    deciding_seats, game = actors(table), table.live.game
    clock.advance(DECISION // 1000 - 1)
    held_for(table, clock, 60)
    assert (actors(table), table.live.game) == (deciding_seats, game)
    has_whole_time_and_extra_time(table)
    assert set(table.step()) & DEFAULTS


@pytest.mark.parametrize("system", DECIDING)
def test_CS_32_extra_time_is_given_anew_as_extra_time_after_a_hold(
    room: Open, clock: DatabaseClock, system: str
) -> None:
    """[HE-44] What was called stays called."""
    table, _ = deciding(room, system)
    assert set(table.step()) <= {"time-called", "decision-warned"}
    clock.advance(EXTRA // 1000 - 1)
    held_for(table, clock, 60)
    assert table.live.due == now_of(table) + EXTRA
    assert set(table.step()) & DEFAULTS


OFFERS = {"insurance": "10H AC 9D KS", "even-money": "AH AC KD KS"}
ACCEPTED = {"insurance": INSURE, "even-money": EVEN_MONEY}


@pytest.mark.parametrize("happens", ["outage", "fault", "hold"])
@pytest.mark.parametrize("offer", OFFERS)
def test_BJ_20b_an_offer_gets_its_whole_time_again(
    room: Open, monkeypatch: pytest.MonkeyPatch, clock: DatabaseClock, offer: str, happens: str
) -> None:
    """[BJ-15f] [BJ-30] After a restart, a fault in its middle and a hold, insurance and even money can still
    be taken.
    """
    setting = {"decision_seconds": DECISION // 1000, "extra_seconds": EXTRA // 1000}
    table = room("blackjack", sheet={"resume_within": 120}, **setting)
    hand = Hand(table, monkeypatch, OFFERS[offer])
    hand.until_a_choice()
    game, due = table.live.game, table.live.due
    assert game.phase == "offers" and due is not None
    clock.advance(DECISION // 1000 - 1)
    if happens == "outage":
        table.new_croupier()
        assert table.step(late=60_000) == ["clocks-renewed"]
    elif happens == "fault":
        fault_began(table, 0.2, clock)
        table.execute([])
    else:
        held_for(table, clock, 60)
    assert table.live.game == game, "nothing was declined"
    assert table.live.due == now_of(table) + DECISION
    assert table.live.due - due > DECISION - 2_000
    assert not set(table.step()) & DEFAULTS, "first the extra time"
    assert table.live.due is not None and table.live.due - now_of(table) == EXTRA
    hand.send(ACCEPTED[offer])


@pytest.mark.parametrize("system", DECIDING)
def test_CS_31_a_fault_in_the_middle_of_a_decision_gives_its_whole_time_again(
    room: Open, system: str
) -> None:
    """[HE-43] All browsers receive the new deadline."""
    table, _ = deciding(room, system)
    game = table.live.game
    fault_began(table, 0.2)
    served = table.execute([])
    assert [step.event.__struct_config__.tag for step in served.steps] == [
        "clocks-renewed"
    ] and table.live.game == game
    assert table.browsers[0].table["due"] == table.live.due == now_of(table) + DECISION
    assert "clocks-renewed" in [news["t"] for news in table.browsers[0].news]
    assert table.execute([]).steps == [], "once for each fault"


@pytest.mark.parametrize("system", DECIDING)
def test_HE_43_nothing_that_a_player_does_gives_more_time(room: Open, system: str) -> None:
    table, players = deciding(room, system)
    due = table.live.due
    for player in players:
        table.send((player, protocol.Sit(uuid4())), (player, protocol.RequestSnapshot()))
        connection_lost(table, player, 4)
        table.execute([CommandRequest(0, protocol.ReportReconnect(player.pk), ("house", 0))])
    assert table.live.due == due


@pytest.mark.parametrize(("seconds", "renewed"), [(10, False), (2, True)])
@pytest.mark.parametrize("system", ["blackjack", "holdem"])
def test_HE_73_a_connection_lost_before_the_fault_gets_no_new_time(
    room: Open, system: str, seconds: int, renewed: bool
) -> None:
    """[BJ-30] Three seconds before an operator fault are the limit."""
    table, players = deciding(room, system)
    (seat,) = actors(table)
    due = table.live.due
    connection_lost(
        table, next(player for player in players if table.live.players[player.pk] == seat), seconds
    )
    fault_began(table, 0.5)
    table.execute([])
    assert (table.live.due != due) is renewed
    if not renewed:
        table.step()
        assert set(table.step()) & DEFAULTS


@pytest.mark.parametrize("system", ["caribbean-stud", "macau-stud"])
def test_CS_35_of_two_who_decide_only_the_one_who_was_there_gets_new_time(room: Open, system: str) -> None:
    """[CS-31] [CS-32] [CS-34]"""
    table, (ana, rui) = deciding(room, system)
    lost, connected = table.live.players[ana.pk], table.live.players[rui.pk]
    due = table.live.due
    connection_lost(table, ana, 10)
    fault_began(table, 0.5)
    table.execute([])
    renewed = table.live.deadlines[connected]
    assert table.live.due == table.live.deadlines[lost] == due and renewed == now_of(table) + DECISION
    reach(table, lost)
    assert (
        table.live.game.places[lost].choice == "warned"
        and table.live.game.places[connected].choice != "warned"
    )
    assert table.live.deadlines == {lost: now_of(table) + EXTRA, connected: renewed}
    reach(table, lost)
    assert table.live.game.places[lost].choice == "folded" and actors(table) == [connected]
    assert table.live.due == renewed, "no other clock changes"
    assert send_command(table, rui, {"t": "fold"}).refused is None
    finish_round(table)
    assert table.live.deadlines == {} or not table.live.running


@pytest.mark.parametrize("system", ["caribbean-stud", "macau-stud"])
def test_CS_32_a_hold_after_a_fault_gives_every_seat_its_whole_time(
    room: Open, clock: DatabaseClock, system: str
) -> None:
    """[CS-31] The deadlines that the fault left apart are from before the hold."""
    table, (ana, _) = deciding(room, system)
    connection_lost(table, ana, 10)
    fault_began(table, 0.5, clock)
    table.execute([])
    assert len(set(table.live.deadlines.values())) == 2
    held_for(table, clock, 60)
    assert table.live.deadlines == {}
    assert table.live.due == now_of(table) + DECISION
    assert len(actors(table)) == 2, "nobody's time was up"


@pytest.mark.parametrize("system", ["blackjack", "holdem"])
def test_HE_73_a_second_report_makes_a_loss_no_younger(room: Open, system: str) -> None:
    """[BJ-29] [BJ-30] Two web processes may report the same loss, one of them late."""
    table, players = deciding(room, system)
    (seat,) = actors(table)
    player = next(player for player in players if table.live.players[player.pk] == seat)
    due = table.live.due
    connection_lost(table, player, 10)
    connection_lost(table, player, 1)
    fault_began(table, 0.5)
    table.execute([])
    assert table.live.due == due, "the connection was lost well before the fault"


@pytest.mark.parametrize("system", ["caribbean-stud", "macau-stud"])
def test_CS_35_nobody_waits_for_the_clock_of_a_player_who_is_leaving(room: Open, system: str) -> None:
    """Ana asked to leave while the cards were dealt. A fault gave Rui new time, and Ana's clock ran on; then
    Rui decides.
    """
    table = room(system, decision_seconds=DECISION // 1000, extra_seconds=EXTRA // 1000)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    for player in (ana, rui):
        assert place_bet(table, player).refused is None
    table.step()
    table.send((ana, protocol.Leave(uuid4())))
    step_until(table, Wait.CHOICE)
    fault_began(table, 0.5)
    table.execute([])
    leaving = table.live.players[ana.pk]
    assert table.live.deadlines[leaving] > now_of(table) + DECISION // 2
    assert send_command(table, rui, {"t": "fold"}).refused is None
    for _ in range(2):  # first the engine warns, then it folds
        table.execute([])
    assert table.live.game.places[leaving].choice == "folded"
    finish_round(table)
    assert ana.pk not in table.live.players


def reach(table: LiveTable, seat: int) -> None:
    """The deadline of that seat comes."""
    from msgspec import structs

    live = table.live
    moved = structs.replace(live, deadlines={**live.deadlines, seat: 1})
    table.transaction.loaded = structs.replace(table.transaction.loaded, live=moved)
    table.step()


def test_CS_33_too_long_an_outage_voids_the_round_before_a_late_decision_counts(room: Open) -> None:
    """[AR-20] [HE-72] Only the time lost decides, not the order of the messages."""
    table, (ana, _) = deciding(room, "caribbean-stud")
    number = table.round
    table._set_due(130_000)
    (result,) = table.send((ana, protocol.Play(uuid4(), number, protocol.Raw(b'{"t":"fold"}'))))
    assert result.refused is not None
    kinds = list(Event.objects.filter(table=table.table).order_by("-seq").values_list("kind", flat=True)[:3])
    assert "round-voided" in kinds and "folded" not in kinds


@pytest.mark.parametrize("system", ["american-roulette", "baccarat", "blackjack", "caribbean-stud"])
def test_AR_14a_a_fault_moves_the_close_of_bets_on_by_the_time_lost(
    room: Open, clock: DatabaseClock, system: str
) -> None:
    """[FR-R15a] [BJ-12a]"""
    table = room(system)
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    due = table.live.due
    assert due is not None
    clock.advance(10)
    fault_began(table, 4, clock)
    table.execute([])
    assert abs(table.live.due - due - 4_000) < 200
    assert table.browsers[0].table["due"] == table.live.due
    clock.advance((table.live.due - now_of(table)) / 1000 - 0.5)
    fault_began(table, 0, clock)
    table.execute([])
    assert 0 <= table.live.due - now_of(table) - MIN_BETTING_AFTER_FAULT_MS < 200, (
        "browsers need a moment to find their way back"
    )
    assert place_bet(table, players[0]).refused is None
    assert "bets-closed" in table.step()
    finish_round(table)


def test_AR_14a_an_outage_before_bets_opened_makes_them_no_longer(room: Open, clock: DatabaseClock) -> None:
    """[FR-R15a] Bets lost only what the outage lasted after they had opened."""
    table = room()
    table.sit(players_with(FUNDS, 2))
    table.until("bets-opened")
    due = table.live.due
    assert due is not None
    clock.advance(5)
    fault_began(table, 60, clock)
    table.execute([])
    assert abs(table.live.due - due - (now_of(table) - table.live.opened)) < 5


def test_AR_29_an_outage_stops_the_warned_minute(room: Open, clock: DatabaseClock) -> None:
    """[FR-R30] [BJ-36] [PB-36] [CS-42] At a table for one, no bet was possible in the last sixty seconds."""
    table = room(mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    clock.advance(182)
    assert sweep(table) == ["invited"]
    clock.advance(61)
    assert sweep(table) == ["warned"]
    clock.advance(70)
    fault_began(table, 60, clock)
    assert sweep(table) == ["clocks-renewed"]
    clock.advance(45)
    assert sweep(table) == []
    clock.advance(6)
    assert sweep(table)[-1] == "left"
