"""What the table refuses before the database would: funds, limits and exclusions, to the cent and within
one batch.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.rules.shared.refusals import Refusal
from games.tables.domain.commands import CommandResult
from games.tables.domain.views import seat_view, table_view
from games.tables.transport import protocol
from players.models import Player
from players.protection.eligibility import eligibility_of
from players.protection.exclusions import begin_pause
from players.protection.limits import limit_statuses, set_limits
from tests.live_table import LiveTable, account, balance, bet, do, players_with

Open = Callable[..., LiveTable]


def test_AR_3a_FR_3a_a_wallet_that_lacks_one_cent_pays_nothing_and_is_told_so(room: Open) -> None:
    table = room()
    (ana,) = players_with(999, 1)
    table.sit([ana])
    table.until("bets-opened")
    (result,) = table.send((ana, bet(1, {"red": 1_000})))
    assert result.refused is not None
    assert (result.refused.code, result.refused.details) == (
        Refusal.NOT_ENOUGH,
        {"balance": 999, "missing": 1},
    )
    assert balance(ana) == 999


def codes(*results: CommandResult) -> list[Refusal | None]:
    return [result.refused.code if result.refused else None for result in results]


@pytest.mark.parametrize(("cents", "refusal"), [(1_000, None), (1_050, Refusal.NOT_ENOUGH)])
def test_a_wallet_pays_what_it_holds_and_not_a_chip_more(
    room: Open, cents: int, refusal: Refusal | None
) -> None:
    table = room()
    (ana,) = players_with(1_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert codes(*table.send((ana, bet(1, {"red": cents})))) == [refusal]
    assert balance(ana) == (1_000 if refusal else 0)


def test_bets_that_arrive_together_share_one_limit(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    set_limits(ana, {("stake", "day"): 700})
    table.sit([ana])
    table.until("bets-opened")
    assert codes(*table.send((ana, bet(1, {"red": 500})), (ana, bet(1, {"odd": 500})))) == [
        None,
        Refusal.LIMIT,
    ]
    assert account(table.table, "stakes") == 500


BUY_IN = 20_000  # of `tests.live_table`'s hold'em table


def seated_for_holdem(room: Open, limit: int, **sheet: object) -> tuple[LiveTable, Player]:
    """A hold'em table that takes buy-ins, and a player at it with a stake limit for the day."""
    table = room("holdem", sheet=sheet)
    (ana,) = players_with(100_000, 1)
    set_limits(ana, {("stake", "day"): limit})
    table.sit([ana])
    table.until("bets-opened")
    return table, ana


TAKEN = {"commission": "buy-in", "rate": 1_000}
CHIPS = BUY_IN - BUY_IN // 10  # what a commission of ten per cent leaves


@pytest.mark.parametrize(
    ("limit", "commission", "refusal"),
    [
        (BUY_IN, {}, None),
        (BUY_IN - 1, {}, Refusal.LIMIT),
        (CHIPS, TAKEN, None),
        (CHIPS - 1, TAKEN, Refusal.LIMIT),
    ],
)
def test_a_buy_in_above_the_stake_limit_is_refused(
    room: Open,
    commission: dict[str, object],
    limit: int,
    refusal: Refusal | None,
) -> None:
    """Chips count when they are bought: the stack is played without another question. Commission is no bet
    (A77).
    """
    table, ana = seated_for_holdem(room, limit, **commission)
    assert codes(*table.send((ana, do(table.round, {"t": "buy-in"})))) == [refusal]
    assert balance(ana) == (100_000 if refusal else 80_000)


@pytest.mark.parametrize("together", [True, False])
def test_only_chips_use_the_stake_limit_when_bought_and_ever_after(room: Open, together: bool) -> None:
    """The table and the database say the same of a commission: it uses nothing of the limit (A77)."""
    table, ana = seated_for_holdem(room, 2 * CHIPS, **TAKEN)
    first, second = (
        (ana, do(table.round, {"t": "buy-in"})),
        (ana, do(table.round, {"t": "top-up", "cents": BUY_IN})),
    )
    third = (ana, do(table.round, {"t": "top-up", "cents": BUY_IN}))
    results = (
        table.send(first, second, third)
        if together
        else [*table.send(first), *table.send(second), *table.send(third)]
    )
    assert codes(*results) == [None, None, Refusal.LIMIT]
    assert results[2].refused is not None and results[2].refused.details["left"] == 0
    assert eligibility_of([ana.pk], "EUR")[ana.pk].stake_left == 0
    statuses = limit_statuses(ana)
    assert next(s.remaining for s in statuses if (s.kind, s.period) == ("stake", "day")) == 0


@pytest.mark.parametrize("together", [True, False])
def test_chips_already_bought_leave_less_of_the_limit_for_a_rebuy(room: Open, together: bool) -> None:
    table, ana = seated_for_holdem(room, BUY_IN + 9_999)
    commands = [
        (ana, do(table.round, {"t": "buy-in"})),
        (ana, do(table.round, {"t": "top-up", "cents": 10_000})),
    ]
    results = table.send(*commands) if together else [*table.send(commands[0]), *table.send(commands[1])]
    assert codes(*results) == [None, Refusal.LIMIT]
    assert results[1].refused is not None and results[1].refused.details["left"] == 9_999
    assert balance(ana) == 80_000


def test_nobody_sits_down_during_a_pause(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    begin_pause(ana, 1)
    assert codes(*table.send((ana, protocol.Sit(uuid4())))) == [Refusal.EXCLUDED]
    assert not table.live.seats


@pytest.mark.parametrize("sheet", [{}, {"rest_rounds": 0}])
@pytest.mark.parametrize(("lowered_to", "dealt"), [(BUY_IN, True), (BUY_IN - 1, False)])
def test_chips_within_the_stake_limit_are_played_and_above_it_are_not(
    room: Open, sheet: dict[str, object], lowered_to: int, dealt: bool
) -> None:
    """The stack counts once: a limit of exactly the stack lets the player be dealt in, a cent less does
    not.
    """
    table = room("holdem", sheet=sheet)
    players = players_with(100_000, 3)
    table.sit(players)
    table.until("bets-opened")
    table.send(*((player, do(table.round, {"t": "buy-in"})) for player in players))
    set_limits(players[0], {("stake", "day"): lowered_to})
    happened = table.until("blind-posted")
    seat = table.live.players[players[0].pk]
    assert ("sat-out" in happened) is not dealt
    assert table.live.game.seats[seat].resting is not dealt
    place = table.transaction.refresh()
    assert seat_view(place.live, seat)["game"].get("rest_reason") == (None if dealt else "limit")
    other = seat_view(place.live, place.live.players[players[1].pk])
    assert "rest_reason" not in str(other) and "rest_reason" not in str(table_view(place.live))
    table.until("cards-dealt")
    assert (seat in table.live.game.players) is dealt
    table.until("round-ended")
    table.until("cards-dealt")
    if not dealt:  # the rest lasts, and so does its reason  [HE-66]
        assert table.browsers[players[0].pk].mine["game"]["rest_reason"] == "limit"


def test_HE_66_each_player_reads_why_the_house_makes_the_seat_rest(room: Open) -> None:
    """Red before: nobody read that their time to decide was over."""
    table = room("holdem", sheet={"rest_after_lapse": True})
    limited, *_ = players = players_with(100_000, 4)
    table.sit(players)
    table.until("bets-opened")
    table.send(*((player, do(table.round, {"t": "buy-in"})) for player in players))
    set_limits(limited, {("stake", "day"): BUY_IN - 1})
    table.until("cards-dealt")
    table.until("round-ended")
    reasons = {player: table.browsers[player.pk].mine["game"].get("rest_reason") for player in players}
    assert reasons.pop(limited) == "limit"
    assert set(reasons.values()) == {"lapse", None}, "all but the one who had nothing to decide"


def test_a_paused_player_is_dealt_nothing(room: Open) -> None:
    table = room("holdem")
    players = players_with(100_000, 3)
    table.sit(players)
    table.until("bets-opened")
    table.send(*((player, do(table.round, {"t": "buy-in"})) for player in players))
    begin_pause(players[0], 1)
    assert "sat-out" in table.until("blind-posted")
    place = table.transaction.refresh()
    seat = place.live.players[players[0].pk]
    assert seat_view(place.live, seat)["game"]["rest_reason"] == "paused"
