"""A player's rounds, one page at a time: from page to page each round comes once, newest first."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.models import Round, Stake, Table
from games.rounds.lists import rounds_list
from players.history.daily_totals import update_totals
from players.history.totals import HistorySelection
from players.models import Player
from players.shared import clock
from tests.live_table import players_with, table_open

pytestmark = pytest.mark.django_db
FIGURES = {"staked": 500, "lost": 500, "back": 0, "prize": 0, "held": 0, "commission": 0}
# The hours before noon today at which rounds ended: several at one moment, and several days.
ENDED = {
    "one a day": (0, 24, 48, 72),
    "all at one moment": (24, 24, 24, 24, 24),
    "some at one moment": (1, 24, 24, 25, 25, 25, 48),
    "many on a day, few before": (24, 25, 26, 27, 48, 72),
}


def played(player: Player, table: Table, hours: tuple[int, ...], noon: datetime) -> list[int]:
    """Rounds of that table that ended so long before noon; the newest first."""
    made = []
    for number, hour in enumerate(hours, 1):
        at = noon - timedelta(hours=hour)
        row = Round.objects.create(
            table=table, number=number, status="ended", commitment="c" * 64, sealed=b"", ended=at
        )
        stake = Stake.objects.create(round=row, player=player, session=1, seat=1, at=at, **FIGURES)
        made.append((at, stake.pk))
    return [pk for _at, pk in sorted(made, reverse=True)]


@pytest.mark.parametrize("folded", [False, True], ids=["read live", "with daily totals"])
@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("hours", ENDED.values(), ids=list(ENDED))
def test_AR_24_from_page_to_page_each_round_comes_once(
    hours: tuple[int, ...], limit: int, folded: bool
) -> None:
    (ana,), table = players_with(0, 1), table_open()
    noon = clock.midnight(clock.day_of(clock.now())) + timedelta(days=1, hours=12)
    with clock.at(noon + timedelta(hours=1)):
        expected = played(ana, table, hours, noon)
        if folded:
            update_totals()
        listed: list[int] = []
        place = None
        while page := rounds_list(ana, HistorySelection(), place, limit=limit):
            listed += [stake.pk for stake in page]
            place = page[-1].at, page[-1].pk
            assert len(listed) <= len(expected)
    assert listed == expected
