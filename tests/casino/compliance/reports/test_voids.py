"""The report of void rounds shows exactly what the transfers paid back."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import BuiltReport, build
from casino.compliance.reports.parameters import ReportChoice
from games.models import Event, Incident, Round
from players.shared import clock
from tests.live_table import LiveTable, do, players_with, table_open

pytestmark = pytest.mark.django_db
OUTAGE = 61_000  # ms; the sheets below allow a minute


def voids() -> BuiltReport:
    today = clock.day_of(clock.now())
    return build(REPORTS["voids"], ReportChoice(today - timedelta(days=1), today + timedelta(days=1)))


def opened(folder: Path, system: str, count: int = 1, **setting: Any) -> tuple[LiveTable, list[Any]]:
    room = LiveTable(folder, table_open(system, sheet={"resume_within": 60}, **setting))
    players = players_with(100_000, count)
    room.sit(players)
    room.until("bets-opened")
    return room, players


def send_commands(room: LiveTable, player: Any, *commands: dict[str, Any]) -> None:
    for command in commands:
        (response,) = room.send((player, do(room.round, command)))
        assert response.refused is None, response.refused


@pytest.mark.parametrize(
    ("system", "bet", "staked"),
    [
        ("american-roulette", {"red": 500}, 500),
        ("blackjack", {"1": 500}, 500),
        ("baccarat", {"punto": 500}, 500),
        ("caribbean-stud", {"ante": 500}, 500),
    ],
)
def test_a_bet_taken_back_before_the_fault_was_not_given_back_by_it(
    tmp_path: Path, system: str, bet: dict[str, int], staked: int
) -> None:
    room, (ana,) = opened(tmp_path, system)
    send_commands(room, ana, {"t": "bet", "on": bet}, {"t": "undo"}, {"t": "bet", "on": bet})
    assert "round-voided" in room.step(late=OUTAGE)
    report = voids()
    assert report.totals["refunded"] == staked and report.equal, report.checks


def test_unmatched_chips_were_returned_before_the_fault(tmp_path: Path) -> None:
    """They were bet in the round and went back, as the rest does when the round becomes void."""
    room, players = opened(tmp_path, "holdem", 2)
    ana, rui = players
    send_commands(room, ana, {"t": "buy-in"}, {"t": "top-up", "cents": 10_000})
    send_commands(room, rui, {"t": "buy-in"})
    seats = {room.live.players[player.pk]: player for player in players}
    while not Event.objects.filter(table=room.table, kind="excess-returned").exists():
        room.step()
        while actor := room.live.game.actor:
            game, place = room.live.game, room.live.game.seats[room.live.game.actor]
            if seats[actor] == ana:
                decision: dict[str, Any] = {"t": "raise", "to": place.stack + place.bet}
            else:
                decision = {"t": "call"} if place.bet < game.to_match else {"t": "check"}
            send_commands(room, seats[actor], decision)
    assert room.live.running
    assert "round-voided" in room.step(late=OUTAGE)
    with connection.cursor() as cursor:  # the record is a minute and more older than the end of the round
        cursor.execute("UPDATE games_round SET ended = ended + interval '10 minutes' WHERE status = 'void'")
    report = voids()
    assert report.totals["refunded"] == 50_000 and report.equal, report.checks


@pytest.mark.parametrize("moment", ["before it", "during it", "after it"])
def test_a_stop_interrupts_the_round_that_runs_then(tmp_path: Path, moment: str) -> None:
    room, (ana,) = opened(tmp_path, "american-roulette")
    send_commands(room, ana, {"t": "bet", "on": {"red": 500}})
    number = room.round
    room.until("round-ended")
    row = Round.objects.get(table=room.table, number=number)
    assert row.opened is not None and row.ended is not None
    at = {
        "before it": row.opened - timedelta(seconds=5),
        "during it": row.opened + (row.ended - row.opened) / 2,
        "after it": row.ended + timedelta(seconds=5),
    }[moment]
    Incident.objects.create(table=room.table, round=number, reason="system", opened=at)
    listed = [values[voids().report.position("part")] for values in voids().rows]
    assert listed == (["interrupted"] if moment == "during it" else [])
