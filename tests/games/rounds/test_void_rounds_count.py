"""A void round is in the list of a player and in no total: stay, history, statement and API agree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Stake
from games.rounds import history, review
from games.rules.engine import Wait
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.transport import protocol
from players.history.daily_totals import update_totals
from players.history.models import DailyPlay, FoldedUntil, Statement
from players.history.statements import make_statements
from players.history.totals import HistorySelection, played
from players.identity.registration import terms
from players.models import Player, PlaySession
from players.play_records import PlayTotals, play_records
from players.shared import clock
from tests.demo_house import signed_in
from tests.games.tables.clocks import step_until
from tests.games.tables.test_blackjack_live import Shoe
from tests.games.tables.test_card_games import send_command, to_end
from tests.games.tables.test_rounds import Zero
from tests.live_table import LiveTable, balance, bet, do, players_with, table_open

pytestmark = pytest.mark.usefixtures("valkey_url")
FUNDS, OUTAGE = 100_000, 61_000
Play = Callable[[Path, pytest.MonkeyPatch], tuple[LiveTable, Player]]


def opened(folder: Path, system: str, **sheet: Any) -> tuple[LiveTable, Player]:
    table = LiveTable(folder, table_open(system, sheet={"resume_within": 60, **sheet}))
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    return table, ana


def void_and_leave(table: LiveTable, ana: Player) -> None:
    assert "round-voided" in table.step(late=OUTAGE)
    table.release()
    table.send((ana, protocol.Leave(uuid4())))
    if ana.pk in table.live.players:
        table.until("left")


def an_ordinary_round_and_a_void_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[LiveTable, Player]:
    table, ana = opened(folder, "american-roulette")
    assert table.send((ana, bet(table.round, {"red": 500})))[0].refused is None
    to_end(table)
    table.until("bets-opened")
    assert table.send((ana, bet(table.round, {"red": 700})))[0].refused is None
    void_and_leave(table, ana)
    return table, ana


def only_a_void_round(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, Player]:
    table, ana = opened(folder, "baccarat")
    assert send_command(table, ana, {"t": "bet", "on": {"banco": 500}}).refused is None
    void_and_leave(table, ana)
    return table, ana


def a_stake_in_prison_given_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, Player]:
    """The stake counts in the round of the zero; the void round after it returns it and a new bet."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Zero())
    table, ana = opened(folder, "french-roulette", zero_option="en-prison")
    assert table.send((ana, bet(table.round, {"red": 500})))[0].refused is None
    table.until("round-ended")
    table.until("bets-opened")
    assert table.send((ana, bet(table.round, {"black": 300})))[0].refused is None
    void_and_leave(table, ana)
    return table, ana


def a_spent_prize(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[LiveTable, Player]:
    """A blackjack is paid early, and the hand beside it is being decided when the house fails."""
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe("AH 10H 9C KD 6S"))
    table = LiveTable(
        folder,
        table_open("blackjack", sheet={"resume_within": 60, "places_per_player": 2}, places_per_player=2),
    )
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    (answer,) = table.send((ana, do(table.round, {"t": "bet", "on": {"1": 1_000, "2": 1_000}})))
    assert answer.refused is None, answer.refused
    step_until(table, Wait.CHOICE)
    void_and_leave(table, ana)
    return table, ana


PLAYS: dict[str, Play] = {
    "an ordinary round and a void one": an_ordinary_round_and_a_void_one,
    "only a void round": only_a_void_round,
    "a stake in prison": a_stake_in_prison_given_back,
    "a prize paid early": a_spent_prize,
}


def folded(days: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some days later, with the daily totals computed."""
    real = clock.now
    monkeypatch.setattr(clock, "now", lambda: real() + timedelta(days=days))
    update_totals()


@pytest.mark.parametrize("situation", PLAYS)
@pytest.mark.parametrize("with_totals", [False, True])
def test_AR_26_a_void_round_counts_alike_in_the_stay_and_in_every_total(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, situation: str, with_totals: bool
) -> None:
    _table, ana = PLAYS[situation](tmp_path, monkeypatch)
    stay = PlaySession.objects.get(player=ana)
    assert stay.ended is not None
    expected = PlayTotals(stay.rounds, stay.staked, stay.returned)
    assert expected.net == balance(ana) - FUNDS
    assert play_records().session_totals(stay.pk) == expected
    if with_totals:
        folded(2, monkeypatch)
        assert FoldedUntil.objects.exists()
    assert played(ana, HistorySelection()) == expected
    rows = review.review(ana, review.with_first_day(HistorySelection()))
    for part in (rows.games, rows.hours, rows.stakes):
        assert sum(row.rounds for row in part) == expected.rounds
        assert sum(row.net for row in part) == expected.net
    assert Stake.objects.filter(player=ana, round__status="void").exists(), "it is in the list"


def test_AR_26_a_statement_and_the_pages_leave_void_rounds_out(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ana = an_ordinary_round_and_a_void_one(tmp_path, monkeypatch)
    terms.accept_terms(player=ana, terms=terms.publish_terms(), language="en")
    stay = PlaySession.objects.get(player=ana)
    client: Client = signed_in(ana.person.email, "en")
    page = client.get("/account/rounds/").content.decode()
    assert page.count('data-label="Round"') == 2 and "<dt>Rounds</dt><dd>1</dd>" in page
    assert "A void round is listed but not counted in any total" in page
    assert (stay.rounds, stay.staked) == (1, 500)
    other = history.other_tables_in_visit(
        PlaySession(player=ana, system=table.table.system, currency="EUR", table=0, started=stay.started)
    )
    assert (other.totals.rounds, other.totals.staked) == (1, 500)
    folded(40, monkeypatch)
    assert make_statements() >= 1
    (statement,) = Statement.objects.filter(player=ana, currency="EUR").order_by("month")[:1]
    assert [(day["rounds"], day["staked"]) for day in statement.data["days"]] == [(1, 500)]


def test_BJ_28_a_day_of_void_rounds_alone_is_no_day_of_play_for_a_sign_of_risk(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _table, ana = only_a_void_round(tmp_path, monkeypatch)
    folded(2, monkeypatch)
    assert not DailyPlay.objects.filter(player=ana).exists()
