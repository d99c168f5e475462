"""The session review: its figures equal the record, and include only the player's own rounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Stake
from games.rounds.review import review, with_first_day
from players.history.totals import HistorySelection
from players.identity.registration import terms
from players.models import Player
from players.shared import clock
from tests.demo_house import signed_in
from tests.games.rounds.test_history import BETS, FUNDS
from tests.games.tables.test_card_games import send_command, to_end
from tests.live_table import LiveTable, players_with, table_open

pytestmark = pytest.mark.usefixtures("valkey_url")
Open = Callable[..., LiveTable]


@pytest.fixture
def room(tmp_path: Path, db: None) -> Open:
    def opened(system: str, **setting: Any) -> LiveTable:
        return LiveTable(tmp_path, table_open(system, **setting))

    return opened


def played(table: LiveTable, system: str, rounds: int) -> list[Player]:
    players = players_with(FUNDS, 2)
    table.sit(players)
    for number in range(rounds):
        table.until("bets-opened")
        for player in players:
            seat = table.live.players[player.pk]
            if system != "holdem":
                assert send_command(table, player, BETS[system](seat)).refused is None
            elif not number:
                assert send_command(table, player, {"t": "buy-in"}).refused is None
        to_end(table)
    return players


def test_AR_25_the_review_adds_up_to_the_record(room: Open) -> None:
    ana, bruno = played(room("american-roulette"), "american-roulette", 3)
    stakes = list(Stake.objects.filter(player=ana))
    session_review = review(ana, with_first_day(HistorySelection()))
    assert [row.label for row in session_review.games] == ["Roleta americana"]
    for rows in (session_review.games, session_review.hours, session_review.stakes):
        assert sum(row.rounds for row in rows) == len(stakes) == 3
        assert sum(row.staked for row in rows) == sum(stake.staked for stake in stakes)
        assert sum(row.net for row in rows) == sum(stake.net for stake in stakes)
    # 6.00 euros were staked in each round: above 5, up to 25.
    assert len(session_review.stakes) == 1 and "25" in session_review.stakes[0].label
    assert session_review.hands is None
    hours = {stake.at.astimezone(clock.LISBON).hour for stake in stakes}
    assert {int(row.label[:2]) for row in session_review.hours} == hours
    assert review(bruno, HistorySelection(since=clock.day_of(clock.now()), currency="DEMO")).games == []


def test_HE_66_the_hands_of_hold_em_are_won_shown_or_folded(room: Open) -> None:
    ana, bruno = played(room("holdem"), "holdem", 3)
    both = [review(player, with_first_day(HistorySelection())).hands for player in (ana, bruno)]
    assert all(hands is not None for hands in both)
    hands = [one for one in both if one]
    assert sum(one.played for one in hands) == Stake.objects.filter(player__in=(ana, bruno)).count()
    # Two players whose time runs out: one folds each hand, the other wins it unseen.
    for figures, reviewed in zip(
        hands, [review(player, with_first_day(HistorySelection())) for player in (ana, bruno)], strict=True
    ):
        assert sum(row.rounds for row in reviewed.positions) == figures.played, "each hand has a position"
        assert sum(row.net for row in reviewed.positions) == sum(row.net for row in reviewed.games)
    assert sum(one.won for one in hands) == sum(one.folded for one in hands) > 0
    assert sum(one.shown for one in hands) == 0


def test_the_page_takes_three_queries_for_any_number_of_rounds(room: Open) -> None:
    table = room("american-roulette")
    ana, _bruno = played(table, "american-roulette", 2)
    terms.accept_terms(player=ana, terms=terms.publish_terms(), language="en")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        review(ana, HistorySelection(since=clock.day_of(clock.now()), until=clock.day_of(clock.now())))
    assert len([query for query in queries if "games_stake" in query["sql"]]) == 3
    page = signed_in(ana.person.email, "en").get("/account/review/").content.decode()
    assert re.search(r"American roulette</th>", page) and "By hour of the day" in page
    other = signed_in(ana.person.email, "en").get("/account/review/?currency=DEMO").content.decode()
    assert "You have not played since" in other
