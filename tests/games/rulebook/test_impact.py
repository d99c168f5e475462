"""The impact of a change: computed once for its content, from exact odds and finished rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from msgspec import structs

from games.catalogue.odds_query import query_odds
from games.catalogue.round_sums import RoundSums
from games.models import Round, Table
from games.rounds.replay import replay
from games.rulebook import impact
from games.rulebook.models import Impact, KeptEdges, RuleChange
from games.rules.baccarat.hands import score
from games.tables.sheet_selectors import sheet_of
from tests.games.rulebook.people import Signers, create_draft, create_signers, ensure_in_force
from tests.games.tables.test_card_games import FUNDS, STAKES, send_command, to_end
from tests.live_table import LiveTable, bet, players_with, table_open

BANKED = ["american-roulette", "french-roulette", *sorted(set(STAKES) - {"holdem"})]


@pytest.fixture
def people(db: None) -> Signers:
    return create_signers()


def play_rounds(tmp_path: Path, system: str, rounds: int = 1, stakes: Any = None, **setting: Any) -> Table:
    """Plays rounds with two players at a new table."""
    table = LiveTable(tmp_path, table_open(system, **setting))
    people = players_with(FUNDS, 2)
    table.sit(people)
    for _ in range(rounds):
        table.until("bets-opened")
        for seat, person in enumerate(people, 1):
            if system in STAKES:
                send_command(table, person, stakes(seat) if stakes else STAKES[system](seat))
            else:
                table.send((person, bet(table.round, stakes or {"straight:17": 500, "red": 1000})))
        to_end(table)
    return table.table


def compute_figures(change: RuleChange) -> impact.Figures:
    row = impact.request_impact(change)
    impact.compute(row)
    row.refresh_from_db()
    figures = impact.read_figures(row)
    assert figures is not None
    return figures


@pytest.mark.parametrize("system", BANKED)
def test_the_same_rules_pay_the_same_to_the_cent(db: None, tmp_path: Path, system: str) -> None:
    table = play_rounds(tmp_path, system)
    sheet = ensure_in_force(system)
    replayed = impact.replay_rounds(system, sheet.digest, sheet_of(sheet))
    ended = Round.objects.filter(table=table, status="ended", staked__gt=0)
    assert replayed.rounds == ended.count() > 0
    assert replayed.before == replayed.after and replayed.differing == 0
    assert replayed.compared == replayed.rounds and replayed.skipped == {}
    assert replayed.before.kept + replayed.before.held == sum(row.staked - row.returned for row in ended)


@pytest.mark.parametrize("system", ["baccarat", "blackjack"])
def test_rounds_of_a_kept_shoe_are_compared(db: None, tmp_path: Path, system: str) -> None:
    play_rounds(
        tmp_path, system, 3, **({"shoe": "kept"} if system == "baccarat" else {"shoe": "cut", "cut": 40})
    )
    sheet = ensure_in_force(system)
    assert not Round.objects.filter(status="ended", seed="").exists()
    replayed = impact.replay_rounds(system, sheet.digest, sheet_of(sheet))
    assert replayed.compared == replayed.rounds == 3
    assert replayed.before == replayed.after != RoundSums()


def test_PB_26_another_commission_changes_the_figures_by_the_commission_only(
    people: Signers, tmp_path: Path
) -> None:
    """Checks the edges before and after, and the replayed rounds.  [PB-26a] [PB-26b]"""
    ensure_in_force("baccarat")
    play_rounds(
        tmp_path, "baccarat", 4, lambda seat: {"t": "bet", "on": {"banco": 500}}, shoe="fresh", commission="a"
    )
    figures = compute_figures(create_draft(people, commissions=("b",)))
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
        "the prizes are the same, only the deduction differs"
    )
    ended = list(Round.objects.filter(status="ended", staked__gt=0).select_related("table"))
    states = [replay.final_state(row) for row in ended]
    scores = [
        (score(state.punto), score(state.banco))
        for state in states
        if score(state.banco) > score(state.punto)
    ]
    assert figures.rounds.before.commission == len(scores) * 2 * 25
    assert figures.rounds.after.commission == sum(2 * 250 for _punto, banco in scores if banco in (5, 6))
    difference = figures.rounds.after.kept - figures.rounds.before.kept
    assert difference == figures.rounds.after.commission - figures.rounds.before.commission


def test_AR_18_half_a_stake_at_zero_appears_in_the_figures(people: Signers, tmp_path: Path) -> None:
    """Under the present treatment of zero, that number returns half of the stake on red."""
    table = play_rounds(tmp_path, "french-roulette", 6, {"red": 1_000})
    figures = compute_figures(create_draft(people, "french-roulette", zero_option="lose-all"))
    zeros = Round.objects.filter(table=table, status="ended", staked__gt=0, outcome__startswith="0").count()
    rounds = figures.rounds
    assert rounds.compared == 6 and rounds.differing == zeros
    assert rounds.after.kept - rounds.before.kept == zeros * 2 * 500
    red = [
        next(edge.share for edge in edges if edge.bet == "red")
        for edges in (figures.cases[0].before, figures.cases[0].after or ())
    ]
    assert red == ["1/74", "1/37"]


def test_rounds_with_impossible_bets_are_skipped_with_the_reason(people: Signers, tmp_path: Path) -> None:
    table = play_rounds(tmp_path, "american-roulette", 1, {"straight:17": 1_000})
    change = create_draft(
        people,
        "american-roulette",
        max_times=structs.replace(sheet_of(ensure_in_force("american-roulette")).max_times, straight=10),
    )
    assert impact.replay_rounds(
        "american-roulette", ensure_in_force("american-roulette").digest, impact.changes.rules_of(change)
    ).skipped == {"bets": 1}
    assert Round.objects.filter(table=table, staked__gt=0).count() == 1
    other = play_rounds(tmp_path, "blackjack", 1)
    change = create_draft(
        people, "blackjack", decks=(4,) if impact.setting_of("blackjack", other.setting).decks != 4 else (6,)
    )
    replayed = impact.replay_rounds(
        "blackjack", ensure_in_force("blackjack").digest, impact.changes.rules_of(change)
    )
    assert replayed.compared == 0 and set(replayed.skipped) <= {"cards", "table"}


def test_each_content_and_setting_is_computed_once(people: Signers) -> None:
    table = table_open("baccarat")
    change = create_draft(people)
    figures = compute_figures(change)
    kept = KeptEdges.objects.count()
    assert (
        compute_figures(change) == figures
        and Impact.objects.count() == 1
        and KeptEdges.objects.count() == kept
    )
    from tests.live_table import SETTINGS, setting_change

    setting_change(table, **{**SETTINGS["baccarat"], "minimum": 200})
    assert impact.impact_of(change) is None
    assert [line.after for line in compute_figures(change).liabilities] != [
        line.after for line in figures.liabilities
    ]
    assert Impact.objects.count() == 2 and KeptEdges.objects.count() == kept, (
        "the same edges are not computed twice"
    )


def test_a_stopped_computation_has_no_figures_and_can_be_requested_again(
    people: Signers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_open("baccarat")
    change = create_draft(people)
    first = impact.request_impact(change)
    get_edges = impact.get_edges

    def stop_and_get(*arguments: Any) -> Any:
        assert impact.stop_impact(change)
        return get_edges(*arguments)

    monkeypatch.setattr(impact, "get_edges", stop_and_get)
    impact.compute(first)
    first.refresh_from_db()
    assert first.state == "stopped" and impact.read_figures(first) is None
    monkeypatch.setattr(impact, "get_edges", get_edges)
    assert compute_figures(change).cases


def test_computed_figures_are_immutable(people: Signers) -> None:
    table_open("baccarat")
    compute_figures(create_draft(people))
    for write in (
        lambda: Impact.objects.update(data="{}"),
        lambda: Impact.objects.all().delete(),
        lambda: KeptEdges.objects.update(data="[]"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            write()


def test_an_unlawful_or_unchanged_draft_is_not_computed(people: Signers) -> None:
    table_open("baccarat")
    change = create_draft(
        people, max_times=structs.replace(sheet_of(ensure_in_force("baccarat")).max_times, tie=16)
    )
    assert not impact.is_computable(change) and impact.request_all() == 0
    impact.changes.save_draft(
        change=change.pk,
        person=people.author,
        sheet=sheet_of(ensure_in_force("baccarat")),
        title="uma",
        reason="",
    )
    change.refresh_from_db()
    assert not impact.is_computable(change)


def test_HE_17_the_commission_of_hold_em_is_recomputed_from_the_same_pots(
    people: Signers, tmp_path: Path
) -> None:
    """[HE-17a] [HE-18]"""
    from tests.games.tables.test_holdem_record import played as play_hand
    from tests.games.tables.test_holdem_record import seated

    ensure_in_force("holdem")
    table = LiveTable(tmp_path, table_open("holdem"))
    play_hand(table, seated(table))
    sheet = ensure_in_force("holdem")
    base = sheet_of(sheet)
    same = impact.replay_rounds("holdem", sheet.digest, base)
    assert same.rounds == same.compared > 0 and same.before == same.after
    other = impact.replay_rounds("holdem", sheet.digest, structs.replace(base, rate=base.rate // 2))
    assert (
        other.before == same.before
        and other.after.paid + other.after.kept == same.before.paid + same.before.kept
    )
    assert RoundSums() != other.before
