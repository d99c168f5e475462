"""The reports to the regulator are interrupted while people play: at every game the round is played to its
end, no bets follow, and the time comes back.  [903-B 2.3.3]
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from games.models import SessionLease
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal
from games.tables.transport import protocol
from players.models import PlaySession
from players.wallet import ledger
from tests.games.tables.clocks import (
    BETS,
    SWEEP,
    StoppedClock,
    finish_round,
    place_bet,
    send_command,
    step_until,
    waits_for,
)
from tests.live_table import LiveTable, balance, players_with

Open = Callable[..., LiveTable]
FUNDS = 1_000_000


def stop(cause: str = "capture") -> None:
    until = datetime.now(UTC) - timedelta(seconds=1)
    SessionLease.objects.update_or_create(pk=1, defaults={"until": until, "cause": cause})


def resume() -> None:
    SessionLease.objects.update(until=datetime.now(UTC) + timedelta(hours=1))


@pytest.mark.parametrize("system", BETS)
@pytest.mark.parametrize("mode", ["individual", "multiple"])
def test_the_round_is_played_to_its_end_and_no_bets_follow(room: Open, system: str, mode: str) -> None:
    table = room(system, mode=mode)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    before = balance(ana)
    stop()
    result = place_bet(table, ana)
    assert result.refused is not None and result.refused.code is Refusal.REPORTS_STOPPED
    assert result.refused.details == {"why": "capture"} and balance(ana) == before
    assert table.browsers[ana.pk].table["reports_stopped"] == "capture"
    if mode == "individual":
        assert send_command(table, ana, {"t": "launch"}).refused is None
    happened = finish_round(table)
    assert "round-voided" not in happened and not table.live.void, "the round counts"
    assert [table.step() for _ in range(3)] == [[], [], []], "and no further one begins"
    assert table.browsers[0].table["phase"] == "preparing" and ana.pk in table.live.players
    assert "due" not in table.browsers[0].table
    table.new_croupier()
    assert table.live.reports_stopped == "capture", "whoever deals"
    resume()
    assert "bets-opened" in table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    assert "reports_stopped" not in table.browsers[0].table
    assert ledger.total()["EUR"] == 0


@pytest.mark.parametrize("system", ["blackjack", "caribbean-stud", "macau-stud"])
def test_decisions_of_the_round_are_still_taken_with_their_stakes(room: Open, system: str) -> None:
    table = room(system)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    for _ in range(20):
        table.until("bets-opened")
        assert place_bet(table, ana).refused is None
        step_until(table, Wait.CHOICE)
        options = (table.browsers[ana.pk].mine or {}).get("game", {}).get("options", {})
        if waits_for(table) is Wait.CHOICE and (
            system != "blackjack" or "double" in options.get("choices", ())
        ):
            break
        finish_round(table)
    before = balance(ana)
    stop("safe")
    if system == "blackjack":
        decision = {"t": "double", "turn": options["turn"]}
    else:
        decision = {"t": "call"} if system == "macau-stud" else {"t": "play"}
    result = send_command(table, ana, decision)
    assert result.refused is None or result.refused.code is not Refusal.REPORTS_STOPPED, result.refused
    if result.refused is None:
        assert balance(ana) < before
    finish_round(table)
    assert table.step() == []


def test_hold_em_deals_no_further_hand(room: Open) -> None:
    table = room("holdem", seats=3)
    players = players_with(FUNDS, 3)
    table.sit(players)
    table.until("bets-opened")
    for player in players[:2]:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    step_until(table, Wait.CHOICE)
    assert waits_for(table) is Wait.CHOICE
    stop()
    result = send_command(table, players[2], {"t": "buy-in"})
    assert result.refused is not None and result.refused.code is Refusal.REPORTS_STOPPED
    actor = next(p for p in players if table.live.players[p.pk] == table.live.game.actor)
    assert send_command(table, actor, {"t": "call"}).refused is None, "the hand is played"
    happened = finish_round(table)
    assert "round-voided" not in happened
    assert [table.step() for _ in range(3)] == [[], [], []]
    (left,) = table.send((players[0], protocol.Leave(uuid4())))
    assert left.refused is None and players[0].pk not in table.live.players, (
        "who leaves takes the stack along"
    )
    resume()
    table.until("bets-opened")


def test_hold_em_before_the_deal_ends_the_round_without_a_hand(room: Open) -> None:
    table = room("holdem", seats=2)
    players = players_with(FUNDS, 2)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    assert waits_for(table) is Wait.BETS
    stop()
    happened = table.step()
    assert "round-ended" in happened and not {"blinds-posted", "hole-dealt"} & set(happened)
    assert [table.step() for _ in range(2)] == [[], []]


def test_demonstration_tables_play_on(room: Open) -> None:
    table = room(currency="DEMO")
    (ana,) = players_with(FUNDS, 1, "DEMO")
    table.sit([ana])
    stop()
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    assert "reports_stopped" not in table.browsers[0].table


@pytest.mark.parametrize("cause", SessionLease.Cause.values)
@pytest.mark.parametrize("system", BETS)
def test_AR_29_the_time_without_bets_counts_for_nobody(
    room: Open, monkeypatch: pytest.MonkeyPatch, system: str, cause: str
) -> None:
    """[AR-28a] [FR-R29a] [BJ-35a] [PB-35a] [CS-41a] To the millisecond, also at a page that stays open."""
    clock = StoppedClock(monkeypatch)
    table = room(system, mode="individual")
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    clock.at += 100_000
    stop(cause)
    for _ in range(100):
        kinds = [step.event.__struct_config__.tag for step in table.execute([SWEEP]).steps]
        assert set(kinds) <= {"reports-stopped"}
        clock.at += 5_000
    resume()
    table.execute([SWEEP])
    clock.at += 80_999
    assert not table.execute([SWEEP]).steps
    clock.at += 1
    assert [step.event.__struct_config__.tag for step in table.execute([SWEEP]).steps] == ["invited"]
    assert PlaySession.objects.get(player=ana).ended is None
