"""Monitored returns equal the ledger, by game, with jackpots, insurance, stakes in prison and void rounds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest

from casino.compliance.rtp_monitoring import charts, daily_returns
from casino.compliance.rtp_monitoring.ledger_comparison import comparison
from casino.compliance.rtp_monitoring.models import Day
from games.models import Stake
from games.odds.blackjack import insurance_edge
from games.odds.stud import HANDS, MADE
from games.rules.shared.jackpot import PAYING
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.transport import protocol
from players.models import Player
from players.shared import clock
from tests.casino.compliance.rtp_monitoring.test_daily_returns import tomorrow
from tests.demo_house import signed_in
from tests.games.tables.test_card_games import FUNDS, send_command, to_end
from tests.games.tables.test_jackpot import ANTE, BET, SHARE, Rigged, played
from tests.games.tables.test_rounds import Zero
from tests.live_table import JACKPOT, LiveTable, bet, players_with, table_open
from tests.rules.blackjack.play import Shoe
from tests.rules.stud.play import DOES_NOT, PAIR, ROYAL

pytestmark = pytest.mark.django_db
FLUSH = "KH JH 9H 5H 2H"


@pytest.fixture
def rigged(monkeypatch: pytest.MonkeyPatch) -> Rigged:
    return Rigged(monkeypatch)


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of a first bet take half a minute to count; other tests do."""
    monkeypatch.setattr("games.odds.blackjack_spread.moments", lambda sheet, decks: (0.995, 1.3))


def folded() -> dict[str, Day]:
    with clock.at(tomorrow()):
        assert daily_returns.fold() >= 1
    return {day.bet: day for day in Day.objects.all()}


def agrees(system: str) -> None:
    """The operator's result by return control equals the transfers of the game."""
    with clock.at(tomorrow()):
        line = next(line for line in comparison() if line.system == system)
    assert line.difference == 0
    rows = Stake.objects.filter(round__table__system=system, player__testing=False)
    assert line.ledger == sum(row.lost + row.commission - row.prize for row in rows)


def stud_round(table: LiveTable, players: Sequence[Player], *, jackpot: bool = True) -> None:
    table.until("bets-opened")
    on = {"ante": ANTE, **({"jackpot": BET} if jackpot else {})}
    for player in players:
        assert send_command(table, player, {"t": "bet", "on": on}).refused is None


def test_a_jackpot_bet_is_no_part_of_what_the_ante_brings_back(tmp_path: Path, rigged: Rigged) -> None:
    table, players = LiveTable(tmp_path, table_open("macau-stud")), players_with(FUNDS, 2)
    table.sit(players)
    for hands in ({1: PAIR, 2: "JD 10D 7H 6C 5C"}, {1: FLUSH, 2: "KC 10D 7S 6C 5C"}):
        rigged.deal(hands, DOES_NOT)
        stud_round(table, players)
        played(table, *players)
    days = folded()
    # The bank never played: each ante came back with as much again, whatever the jackpot bets did.
    assert (days[""].staked, days[""].returned) == (4 * ANTE, 4 * 2 * ANTE)
    assert (days["jackpot"].staked, days["jackpot"].returned) == (4 * BET, JACKPOT["fixed"]["flush"])
    agrees("macau-stud")
    assert {"game:macau-stud", "bet:macau-stud:jackpot"} <= set(charts.all_charts())


def test_a_jackpot_bet_is_expected_to_bring_what_the_pot_of_its_round_promises(
    tmp_path: Path, rigged: Rigged
) -> None:
    table, (ana,) = LiveTable(tmp_path, table_open("macau-stud")), players_with(FUNDS, 1)
    table.sit([ana])
    rigged.deal({1: PAIR}, DOES_NOT)
    stud_round(table, [ana])
    played(table, ana)
    pot = JACKPOT["minimum"] + SHARE
    fixed = JACKPOT["fixed"]
    prizes = [
        max(pot, fixed["royal_flush"]),
        max(-(-pot // 10), fixed["straight_flush"]),
        *list(fixed.values())[2:],
    ]
    mean = sum(MADE[kind] * prize for kind, prize in zip(PAYING, prizes, strict=True)) / HANDS
    assert folded()["jackpot"].expected == pytest.approx(mean)


def test_a_carried_jackpot_bet_counts_in_the_round_that_plays_it(tmp_path: Path, rigged: Rigged) -> None:
    table, players = LiveTable(tmp_path, table_open("macau-stud", dealing="shuffler")), players_with(FUNDS, 2)
    table.sit(players)
    rigged.deal({})
    rigged.pack = type(
        "Broken", (), {"shuffled": staticmethod(lambda n: (0,) * n), "below": staticmethod(lambda n: 0)}
    )()
    stud_round(table, players)
    played(table)
    rigged.deal({1: ROYAL}, DOES_NOT)
    stud_round(table, players[:1], jackpot=False)  # the other one lays no ante, and has the carried bet back
    played(table, players[0])
    days = folded()
    assert (days[""].rounds, days[""].staked, days[""].returned) == (1, ANTE, 2 * ANTE)
    assert (days["jackpot"].staked, days["jackpot"].returned) == (BET, JACKPOT["minimum"] + SHARE)
    agrees("macau-stud")


@pytest.mark.usefixtures("moments")
@pytest.mark.parametrize("bank, back", [("KS", 3), ("6S", 0)])
def test_insurance_is_a_bet_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bank: str, back: int
) -> None:
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Shoe(f"10C AD 9C {bank} 10H 10S"))
    table, (ana,) = LiveTable(tmp_path, table_open("blackjack", mode="individual")), players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert send_command(table, ana, {"t": "bet", "on": {"1": 1_000}}).refused is None
    assert send_command(table, ana, {"t": "launch"}).refused is None
    while send_command(table, ana, {"t": "insure", "place": "1", "cents": 500}).refused is not None:
        table.step()
    to_end(table)
    days = folded()
    assert (days["insurance"].staked, days["insurance"].returned) == (500, back * 500)
    assert days["insurance"].expected == pytest.approx(
        500 * float(1 - insurance_edge(table.live.game.setting.decks))
    )
    assert days[""].staked == 1_000
    agrees("blackjack")


@pytest.mark.parametrize(
    "system, on", [("french-roulette", {"red": 500}), ("american-roulette", {"red": 500, "straight:0": 100})]
)
def test_stakes_in_prison_and_void_rounds_are_no_losses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, on: dict[str, int]
) -> None:
    zero = {"french-roulette": "en-prison", "american-roulette": "lose-all"}[system]
    sheet = {"resume_within": 60, "zero_option": zero}
    table, players = LiveTable(tmp_path, table_open(system, sheet=sheet)), players_with(FUNDS, 2)
    table.sit(players)
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Zero())
    table.until("bets-opened")
    for player in players:
        table.send((player, bet(table.round, on)))
    table.until("round-ended")  # the zero: what lies on red is in prison
    table.until("bets-opened")
    table.send((players[0], bet(table.round, on)))
    table.step(late=61_000)  # the house was away too long: the round is void
    table.release()
    table.until("bets-opened")
    table.send((players[1], protocol.Leave(uuid4())))
    table.until("round-ended")
    folded()
    agrees(system)


def test_what_a_test_account_played_is_in_neither_sum(tmp_path: Path, rigged: Rigged) -> None:
    table, players = LiveTable(tmp_path, table_open("macau-stud")), players_with(FUNDS, 2)
    table.sit(players)
    rigged.deal({1: PAIR, 2: FLUSH}, DOES_NOT)
    stud_round(table, players)
    played(table, *players)
    Player.objects.filter(pk=players[1].pk).update(testing=True)
    days = folded()
    assert (days["jackpot"].staked, days["jackpot"].returned) == (BET, 0)
    agrees("macau-stud")


def test_the_page_shows_both_sums_of_each_game(demo: None, tmp_path: Path, rigged: Rigged) -> None:
    test_a_jackpot_bet_is_no_part_of_what_the_ante_brings_back(tmp_path, rigged)
    page = signed_in("conformidade@feltro.example").get("/admin/compliance/returns/").content.decode()
    assert "data-ledger" in page and "data-differs" not in page


def test_a_game_that_return_control_has_not_seen_differs_by_its_whole_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison looked at the games with monitored days alone, so a missed game was in order."""
    (ana,) = players_with(100_00, 1)
    for system in ("american-roulette", "french-roulette"):
        table = LiveTable(tmp_path, table_open(system))
        table.sit([ana])
        table.until("bets-opened")
        table.send((ana, bet(table.round, {"straight:17": 500, "straight:18": 500})))
        table.until("round-ended")
    folded()
    with clock.at(tomorrow()):
        whole = {line.system: line for line in comparison()}
        assert whole["french-roulette"].ledger and {line.difference for line in whole.values()} == {0}
        Day.objects.filter(system="french-roulette").delete()
        missed = {line.system: line.difference for line in comparison()}
    assert missed == {"american-roulette": 0, "french-roulette": -whole["french-roulette"].ledger}
