"""The refusals of a live table, by rule: the command passes the croupier, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.bets import MAX_UNDO
from players.wallet.models import Transfer
from tests.games.tables.test_card_games import FIRST_AND_MORE
from tests.live_table import LiveTable, balance, do, players_with

Open = Callable[..., LiveTable]
FUNDS = 5_000_000
ALONE = {"mode": "individual", "seats": 1}
LAUNCH = {"t": "launch"}


def bet(**on: int) -> dict[str, Any]:
    return {
        "t": "bet",
        "on": {place.replace("_", ":", 1).replace("_", "-"): cents for place, cents in on.items()},
    }


def on(place: str, cents: int) -> dict[str, Any]:
    return {"t": "bet", "on": {place: cents}}


def call(name: str, chip: int, number: str | None = None) -> dict[str, Any]:
    return {"t": "call", "name": name, "chip": chip, **({"number": number} if number is not None else {})}


# The game, its setting, what is laid before, what is asked, the refusal and its rule.
WHILE_BETS_ARE_OPEN: list[tuple[str, dict[str, Any], list[dict[str, Any]], dict[str, Any], str, str]] = [
    ("american-roulette", {}, [], LAUNCH, "not-offered", "AR-14a"),
    ("american-roulette", ALONE, [], LAUNCH, "nothing-bet", "AR-15"),
    ("american-roulette", {}, [], on("split:1-5", 100), "no-such-bet", "AR-9"),
    ("american-roulette", {}, [], on("straight:7", 49), "below-minimum", "AR-10"),
    ("american-roulette", {}, [], on("straight:7", 1600), "above-maximum", "AR-11a-i"),
    ("american-roulette", {}, [on("straight:7", 1500)], on("straight:7", 50), "above-maximum", "AR-11a-i"),
    ("american-roulette", {}, [], on("red", 27_050), "above-maximum", "AR-11b"),
    ("american-roulette", {"cap": 1000}, [on("red", 600)], on("black", 600), "above-cap", "AR-12b"),
    ("french-roulette", {}, [], LAUNCH, "not-offered", "FR-R15a"),
    ("french-roulette", ALONE, [], LAUNCH, "nothing-bet", "FR-R16"),
    ("french-roulette", {}, [], on("split:1-5", 100), "no-such-bet", "FR-10"),
    ("french-roulette", {}, [], on("straight:7", 49), "below-minimum", "FR-R11"),
    ("french-roulette", {}, [], on("straight:7", 1600), "above-maximum", "FR-R12a-i"),
    ("french-roulette", {}, [], on("red", 27_050), "above-maximum", "FR-R12b"),
    ("french-roulette", {"cap": 1000}, [on("red", 600)], on("black", 600), "above-cap", "FR-R13b"),
    ("french-roulette", {}, [], call("finals", 50, "00"), "no-such-bet", "FR-8"),
    ("blackjack", {}, [], LAUNCH, "not-offered", "BJ-12a"),
    ("blackjack", {}, [], on("1", 400), "below-minimum", "BJ-9"),
    ("blackjack", {}, [], on("1", 20_500), "above-maximum", "BJ-9"),
    ("blackjack", {}, [], on("2", 500), "not-offered", "BJ-7"),
    ("blackjack", ALONE, [], LAUNCH, "nothing-bet", "BJ-13"),
    (
        "blackjack",
        {"sheet": {"places_per_player": 2}, "places_per_player": 2, "places": 3, "seats": 3},
        [],
        on("7", 500),
        "no-such-bet",
        "BJ-4a",
    ),
    ("baccarat", {}, [], LAUNCH, "not-offered", "PB-27a"),
    ("baccarat", ALONE, [], LAUNCH, "nothing-bet", "PB-28"),
    ("baccarat", {}, [], on("panda", 100), "no-such-bet", "PB-9a"),
    ("baccarat", {"pairs": False}, [], on("punto-pair", 100), "not-offered", "PB-10"),
    ("baccarat", {}, [], on("punto", 99), "below-minimum", "PB-14"),
    ("baccarat", {}, [], on("punto", 7_100), "above-maximum", "PB-15a"),
    ("baccarat", {}, [], on("tie", 1_600), "above-maximum", "PB-15b"),
    ("baccarat", {}, [], on("banco-pair", 900), "above-maximum", "PB-15c"),
    ("baccarat", {}, [on("punto", 1_000)], on("banco", 1_000), "both-sides", "PB-13"),
    ("caribbean-stud", {}, [], LAUNCH, "not-offered", "CS-14a"),
    ("caribbean-stud", ALONE, [], LAUNCH, "nothing-bet", "CS-15"),
    ("caribbean-stud", {}, [], bet(ante=99), "below-minimum", "CS-16"),
    ("caribbean-stud", {}, [], bet(ante=2_600), "above-maximum", "CS-16"),
    ("caribbean-stud", {}, [], bet(bet=200), "not-now", "CS-23"),
    ("caribbean-stud", {}, [], on("jackpot", 100), "no-such-bet", "CS-6a"),
    ("macau-stud", {}, [], LAUNCH, "not-offered", "CS-14a"),
    ("macau-stud", ALONE, [], LAUNCH, "nothing-bet", "CS-15"),
    ("macau-stud", {}, [], bet(ante=99), "below-minimum", "CS-16"),
    ("macau-stud", {}, [], bet(ante=2_600), "above-maximum", "CS-16"),
    ("macau-stud", {}, [], bet(bet=200), "not-now", "MS-6.6"),
    ("macau-stud", {}, [], bet(jackpot=100), "nothing-bet", "MS-10.1"),
    ("macau-stud", {}, [], bet(ante=100, jackpot=50), "below-minimum", "MS-10.1"),
    ("macau-stud", {}, [bet(ante=100, jackpot=100)], bet(jackpot=100), "above-maximum", "MS-10.1"),
    ("macau-stud", {}, [], on("other", 100), "no-such-bet", "MS-6.1"),
]


def case_id(case: tuple[Any, ...]) -> str:
    return f"{case[0]}-{case[4]}-{case[5]}"


@pytest.mark.parametrize("case", WHILE_BETS_ARE_OPEN, ids=case_id)
def test_a_bet_that_breaks_a_rule_is_refused_by_it_and_changes_nothing(
    room: Open, case: tuple[Any, ...]
) -> None:
    system, setting, before, forbidden, code, rule = case
    table = room(system, **setting)
    (player,) = players_with(FUNDS, 1)
    table.sit([player])
    table.until("bets-opened")
    for command in before:
        (result,) = table.send((player, do(table.round, command)))
        assert result.refused is None, result.refused
    was = (balance(player), table.live.seq, Transfer.objects.count())
    (result,) = table.send((player, do(table.round, forbidden)))
    assert result.refused is not None
    assert (str(result.refused.code), result.refused.rule) == (code, rule)
    assert (balance(player), table.live.seq, Transfer.objects.count()) == was


CLOSED = [
    ("american-roulette", on("red", 100), "AR-14b"),
    ("french-roulette", on("red", 100), "FR-R15b"),
    ("blackjack", on("1", 500), "BJ-12b"),
    ("baccarat", on("punto", 100), "PB-27b"),
    ("caribbean-stud", bet(ante=100), "CS-14b"),
    ("macau-stud", bet(ante=100), "CS-14b"),
]


@pytest.mark.parametrize(("system", "late_bet", "rule"), CLOSED, ids=[case[0] for case in CLOSED])
def test_a_bet_after_the_close_is_refused(
    room: Open, system: str, late_bet: dict[str, Any], rule: str
) -> None:
    table = room(system)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    (result,) = table.send((ana, do(table.round, late_bet)))
    assert result.refused is None, result.refused
    table.until("bets-closed")
    (result,) = table.send((rui, do(table.round, late_bet)))
    assert result.refused is not None
    assert (str(result.refused.code), result.refused.rule) == ("bets-closed", rule)


@pytest.mark.parametrize(
    ("place", "rule", "most"),
    [
        ("punto", "PB-43a", 100),
        ("tie", "PB-43b", 10),
        ("punto-pair", "PB-43c", 8),
        ("banco-pair", "PB-43c", 8),
    ],
)
def test_PB_41_at_a_table_of_macau_all_players_share_the_maximum_of_prizes(
    room: Open, place: str, rule: str, most: int
) -> None:
    """In hundredths of the maximum of prizes.  [PB-43a] [PB-43b] [PB-43c]"""
    cap = 200_000
    table = room("baccarat", variant="macau", minimum=1_000, prize_cap=cap)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    room_left = cap * most // 100
    assert table.browsers[0].table["game"]["room"][place] == room_left
    (result,) = table.send((ana, do(table.round, on(place, room_left - 1_000))))
    assert result.refused is None, result.refused
    assert table.browsers[0].table["game"]["room"][place] == 1_000
    (result,) = table.send((rui, do(table.round, on(place, 1_100))))
    assert result.refused is not None
    assert (str(result.refused.code), result.refused.rule) == ("above-table-cap", rule)
    (result,) = table.send((rui, do(table.round, on(place, 1_000))))
    assert result.refused is None, "exactly what is left is taken"


def test_PB_43c_where_the_sheet_says_so_both_pairs_share_eight_hundredths(room: Open) -> None:
    """What one player bets on a pair is missing for the other player on the other pair (A41)."""
    cap = 200_000
    table = room("baccarat", sheet={"pair_cap": "together"}, variant="macau", minimum=1_000, prize_cap=cap)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    both = cap * 8 // 100
    (result,) = table.send((ana, do(table.round, on("punto-pair", both - 1_000))))
    assert result.refused is None, result.refused
    shown = table.browsers[0].table["game"]["room"]
    assert (shown["punto-pair"], shown["banco-pair"]) == (1_000, 1_000)
    (result,) = table.send((rui, do(table.round, on("banco-pair", 1_100))))
    assert result.refused is not None
    assert (str(result.refused.code), result.refused.rule) == ("above-table-cap", "PB-43c")
    (result,) = table.send((rui, do(table.round, on("banco-pair", 1_000))))
    assert result.refused is None, "exactly what is left is taken"


def test_PB_42_the_two_sides_count_by_their_difference_and_one_is_not_taken_from_under_the_other(
    room: Open,
) -> None:
    """[PB-42] [PB-43a]"""
    cap = 100_000
    table = room("baccarat", variant="macau", minimum=1_000, prize_cap=cap)
    ana, rui = players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    for player, command in ((ana, on("punto", 60_000)), (rui, on("banco", 150_000))):
        (result,) = table.send((player, do(table.round, command)))
        assert result.refused is None, result.refused
    (result,) = table.send((ana, do(table.round, {"t": "clear"})))
    assert result.refused is not None
    assert (str(result.refused.code), result.refused.rule) == ("covers-others", "PB-43a")


@pytest.mark.parametrize("system", FIRST_AND_MORE)
def test_AR_3d_what_cannot_be_taken_back_one_by_one_any_more_is_not_offered(room: Open, system: str) -> None:
    """Single bets are kept as far back as fifty. Everything can still be taken back at once."""
    table = room(system)
    (ana,) = players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")

    def ask(command: dict[str, Any]) -> Any:
        (result,) = table.send((ana, do(table.round, command)))
        return result.refused

    def offered(name: str) -> bool:
        return bool(table.browsers[ana.pk].mine["game"]["options"].get(name))

    first, more = FIRST_AND_MORE[system]
    for on in (first, *[more] * (MAX_UNDO + 1)):
        assert ask({"t": "bet", "on": on}) is None
    for _ in range(MAX_UNDO):
        assert offered("undo") and ask({"t": "undo"}) is None
    assert not offered("undo")
    assert str(ask({"t": "undo"}).code) == "nothing-to-undo"
    assert offered("clear") and ask({"t": "clear"}) is None
    assert balance(ana) == FUNDS and not offered("clear")
