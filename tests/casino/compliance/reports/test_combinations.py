"""How money was staked, against how the round ended: every report of it agrees with the ledger, live and
folded, and the house won what the players lost.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.parameters import ReportChoice
from games.models import Round
from players.shared import clock
from tests.combinations import broken, pairs
from tests.games.tables.clocks import DatabaseClock, finish_round
from tests.games.tables.situations import FUNDS, RESUME, SITUATIONS, Scene
from tests.live_table import LiveTable, table_open

pytestmark = pytest.mark.django_db
OF_MONEY = ("gross", "tax", "stakes", "jackpots", "voids")
CHOSEN = [name for name in SITUATIONS if name not in ("a bet at an individual table", "a stack")]


def ends(scene: Scene) -> None:
    finish_round(scene.table)


def ends_early(scene: Scene) -> None:
    assert "round-voided" in scene.table.step(late=1000 * RESUME + 1000)


def ends_after_one_that_ended_early(scene: Scene) -> None:
    """A void round beside one that counts: the sums are those of the other."""
    ends_early(scene)
    scene.table.release()
    scene.table.until("bets-opened")
    for say in scene.situation.bets:
        scene.say(*say)
    finish_round(scene.table)


OCCURRENCES: dict[str, Callable[[Scene], None]] = {
    "it ends": ends,
    "it ends early": ends_early,
    "it ends after one that ended early": ends_after_one_that_ended_early,
}
TWICE = {"a roulette bet", "baccarat, all chances", "a prize paid early"}


@pytest.mark.parametrize(
    ("situation", "occurrence"),
    pairs(
        CHOSEN,
        OCCURRENCES,
        {
            (name, "it ends after one that ended early"): "one of each kind of sum is enough"
            for name in CHOSEN
            if name not in TWICE
        },
    ),
)
def test_the_reports_of_a_round_and_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, situation: str, occurrence: str
) -> None:
    def room(system: str, **setting: object) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    scene = Scene(situation, room, monkeypatch, DatabaseClock(monkeypatch))
    OCCURRENCES[occurrence](scene)
    today = clock.day_of(clock.now())
    choice = ReportChoice(today - timedelta(days=1), today + timedelta(days=1))
    built = {code: build(REPORTS[code], choice) for code in OF_MONEY if code in REPORTS}
    assert len(built) == len(OF_MONEY)
    for code, report in built.items():
        assert report.equal, (code, report.checks)
    rounds = Round.objects.filter(table=scene.table.table)
    gross, stakes = built["gross"].totals, built["stakes"].totals
    # What players hold now, with what is carried to the next round.
    scene.staked = False
    owned = sum(
        cents for (kind, player), cents in scene.accounts().items() if player and kind in ("wallet", "stack")
    )
    parts = gross["staked"] - gross["returned"] + gross["commission"] + gross["entry"]
    invariants: dict[str, tuple[object, object]] = {
        "the house won what the players lost": (gross["gross"], FUNDS * len(scene.players) - owned),
        "the tax base is the revenue": (built["tax"].totals["base"], gross["gross"]),
        "rounds": (gross["rounds"], rounds.filter(status="ended").count()),
        "the stakes are those of the revenue": (stakes["staked"], gross["staked"]),
        "void rounds": (len(built["voids"].rows), rounds.filter(status="void").count()),
    }
    if not scene.engine.between_players and not scene.situation.before:
        invariants["revenue is the sum of its parts"] = (parts, gross["gross"])
    assert not [*broken(invariants)]
