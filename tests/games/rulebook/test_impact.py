"""What a change would do, before anybody signs: counted once for its exact content, from exact odds and from rounds that were played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from msgspec import structs

from games.catalogue.odds_query import query_odds
from games.catalogue.round_sums import RoundSums
from games.models import Round, Table
from games.rounds import replay
from games.rulebook import impact
from games.rulebook.models import Impact, KeptEdges, RuleChange
from games.rulebook.selectors import sheet_of
from games.rules.baccarat.hands import score
from tests.games.rulebook.people import Desk, desk, draft, in_force
from tests.games.tables.test_card_games import FUNDS, STAKES, say, to_end
from tests.room import Room, bet, players_with, table_open

BANKED = ["american-roulette", "french-roulette", *sorted(set(STAKES) - {"holdem"})]


@pytest.fixture
def people(db: None) -> Desk:
    return desk()


def played(tmp_path: Path, system: str, rounds: int = 1, stakes: Any = None, **setting: Any) -> Table:
    """A table at which two people have bet in so many rounds."""
    table = Room(tmp_path, table_open(system, **setting))
    people = players_with(FUNDS, 2)
    table.sit(people)
    for _ in range(rounds):
        table.until("bets-opened")
        for seat, person in enumerate(people, 1):
            if system in STAKES:
                say(table, person, stakes(seat) if stakes else STAKES[system](seat))
            else:
                table.say((person, bet(table.round, stakes or {"straight:17": 500, "red": 1000})))
        to_end(table)
    return table.table


def counted(change: RuleChange) -> impact.Figures:
    asked_for = impact.impact_ask(change)
    impact.count(asked_for)
    asked_for.refresh_from_db()
    figures = impact.read(asked_for)
    assert figures is not None
    return figures


@pytest.mark.parametrize("system", BANKED)
def test_the_same_rules_pay_the_same_to_the_cent(db: None, tmp_path: Path, system: str) -> None:
    table = played(tmp_path, system)
    sheet = in_force(system)
    found = impact.replayed(system, sheet.digest, sheet_of(sheet))
    ended = Round.objects.filter(table=table, status="ended", staked__gt=0)
    assert found.found == ended.count() > 0
    assert found.before == found.after and found.differing == 0
    assert found.compared == found.found and found.apart == {}
    assert found.before.kept + found.before.held == sum(round.staked - round.returned for round in ended)


@pytest.mark.parametrize("system", ["baccarat", "blackjack"])
def test_a_shoe_that_is_still_dealt_from_hides_no_card_that_came_out(
    db: None, tmp_path: Path, system: str
) -> None:
    played(tmp_path, system, 3, **({"shoe": "kept"} if system == "baccarat" else {"shoe": "cut", "cut": 40}))
    sheet = in_force(system)
    assert not Round.objects.filter(status="ended", staked__gt=0).exclude(seed="").exists()
    found = impact.replayed(system, sheet.digest, sheet_of(sheet))
    assert found.compared == found.found == 3 and found.before == found.after and found.before != RoundSums()


def test_PB_26_another_commission_changes_the_figures_by_exactly_the_commission(
    people: Desk, tmp_path: Path
) -> None:
    """The edge of every bet before and after, and what the rounds that were played would have paid.  [PB-26a] [PB-26b]"""
    in_force("baccarat")
    played(
        tmp_path, "baccarat", 4, lambda seat: {"t": "bet", "on": {"banco": 500}}, shoe="fresh", commission="a"
    )
    figures = counted(draft(people, commissions=("b",)))
    (case,) = figures.cases
    before, after = ({edge.bet: edge.share for edge in edges} for edges in (case.before, case.after or ()))
    exact = {
        way: {worth.bet: str(worth.edge) for worth, _ in query_odds("baccarat", [f"commission={way}"]).worths}
        for way in "ab"
    }
    assert (
        (before, after) == (exact["a"], exact["b"])
        and before["banco"] != after["banco"]
        and before["punto"] == after["punto"]
    )
    assert figures.rounds.compared == 4
    assert figures.rounds.before.paid == figures.rounds.after.paid, (
        "a prize is the same, only what is deducted of it is not"
    )
    ended = list(Round.objects.filter(status="ended", staked__gt=0).select_related("table"))
    states = [replay.final_state(round) for round in ended]
    scores = [
        (score(state.punto), score(state.banco))
        for state in states
        if score(state.banco) > score(state.punto)
    ]
    assert figures.rounds.before.commission == len(scores) * 2 * 25
    assert figures.rounds.after.commission == sum(2 * 250 for _punto, banco in scores if banco in (5, 6))
    difference = figures.rounds.after.kept - figures.rounds.before.kept
    assert difference == figures.rounds.after.commission - figures.rounds.before.commission


def test_AR_18_half_a_stake_at_zero_is_half_a_stake_in_the_figures(people: Desk, tmp_path: Path) -> None:
    """Under the other treatment of zero the same number gives back half of what lay on red."""
    table = played(tmp_path, "french-roulette", 6, {"red": 1_000})
    figures = counted(draft(people, "french-roulette", zero_option="lose-all"))
    zeros = Round.objects.filter(table=table, status="ended", staked__gt=0, outcome__startswith="0").count()
    rounds = figures.rounds
    assert rounds.compared == 6 and rounds.differing == zeros
    assert rounds.after.kept - rounds.before.kept == zeros * 2 * 500
    red = [
        next(edge.share for edge in edges if edge.bet == "red")
        for edges in (figures.cases[0].before, figures.cases[0].after or ())
    ]
    assert red == ["1/74", "1/37"]


def test_what_people_could_not_have_done_is_counted_apart_with_the_reason(
    people: Desk, tmp_path: Path
) -> None:
    table = played(tmp_path, "american-roulette", 1, {"straight:17": 1_000})
    change = draft(
        people,
        "american-roulette",
        max_times=structs.replace(sheet_of(in_force("american-roulette")).max_times, straight=10),
    )
    assert impact.replayed(
        "american-roulette", in_force("american-roulette").digest, impact.changes.rules_of(change)
    ).apart == {"bets": 1}
    assert Round.objects.filter(table=table, staked__gt=0).count() == 1
    other = played(tmp_path, "blackjack", 1)
    change = draft(
        people, "blackjack", decks=(4,) if impact.setting_of("blackjack", other.setting).decks != 4 else (6,)
    )  # type: ignore[arg-type]
    found = impact.replayed("blackjack", in_force("blackjack").digest, impact.changes.rules_of(change))
    assert found.compared == 0 and set(found.apart) <= {"cards", "table"}


def test_the_same_content_is_counted_once_and_another_setting_is_another_impact(people: Desk) -> None:
    table = table_open("baccarat")
    change = draft(people)
    figures = counted(change)
    kept = KeptEdges.objects.count()
    assert counted(change) == figures and Impact.objects.count() == 1 and KeptEdges.objects.count() == kept
    from tests.room import SETTINGS, setting_change

    setting_change(table, **{**SETTINGS["baccarat"], "minimum": 200})
    assert impact.impact_of(change) is None
    assert [line.after for line in counted(change).liabilities] != [
        line.after for line in figures.liabilities
    ]
    assert Impact.objects.count() == 2 and KeptEdges.objects.count() == kept, (
        "the edges are the same, and were not counted again"
    )


def test_counting_that_is_stopped_says_nothing_and_is_begun_anew_when_asked(
    people: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_open("baccarat")
    change = draft(people)
    first = impact.impact_ask(change)
    edges_keep = impact.edges_keep

    def stops(*told: Any) -> Any:
        assert impact.impact_stop(change)
        return edges_keep(*told)

    monkeypatch.setattr(impact, "edges_keep", stops)
    impact.count(first)
    first.refresh_from_db()
    assert first.state == "stopped" and impact.read(first) is None
    monkeypatch.setattr(impact, "edges_keep", edges_keep)
    assert counted(change).cases


def test_what_was_counted_stays_as_it_was_counted(people: Desk) -> None:
    table_open("baccarat")
    counted(draft(people))
    for act in (
        lambda: Impact.objects.update(data="{}"),
        lambda: Impact.objects.all().delete(),
        lambda: KeptEdges.objects.update(data="[]"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_a_draft_against_the_regulation_and_one_that_changes_nothing_are_not_counted(people: Desk) -> None:
    table_open("baccarat")
    change = draft(people, max_times=structs.replace(sheet_of(in_force("baccarat")).max_times, tie=16))
    assert not impact.countable(change) and impact.asked_for_all() == 0
    impact.changes.draft_save(
        change=change.pk, person=people.author, sheet=sheet_of(in_force("baccarat")), title="uma", reason=""
    )
    change.refresh_from_db()
    assert not impact.countable(change)


def test_HE_17_of_hold_em_the_commission_is_taken_anew_from_the_same_pots(
    people: Desk, tmp_path: Path
) -> None:
    """[HE-17a] [HE-18]"""
    from tests.games.tables.test_holdem_record import played as hand
    from tests.games.tables.test_holdem_record import seated

    in_force("holdem")
    table = Room(tmp_path, table_open("holdem"))
    hand(table, seated(table))
    sheet = in_force("holdem")
    base = sheet_of(sheet)
    same = impact.replayed("holdem", sheet.digest, base)
    assert same.found == same.compared > 0 and same.before == same.after
    other = impact.replayed("holdem", sheet.digest, structs.replace(base, rate=base.rate // 2))
    assert (
        other.before == same.before
        and other.after.paid + other.after.kept == same.before.paid + same.before.kept
    )
    assert RoundSums() != other.before
