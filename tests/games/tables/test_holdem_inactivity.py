"""Hold'em over many rounds: who counts as inactive, how a session ends, and the effect of one missed
decision.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.engine import Wait
from players.models import Player, PlaySession
from tests.games.tables.clocks import finish_round, send_command, step_until, sweep, waits_for
from tests.live_table import LiveTable, players_with

Open = Callable[..., LiveTable]
FUNDS = 1_000_000


def opened(
    room: Open, count: int, sheet: dict[str, object] | None = None, **setting: object
) -> tuple[LiveTable, list[Player]]:
    """A table at which this many players have bought chips."""
    table = room("holdem", sheet=sheet or {}, seats=10, **setting)
    players = players_with(FUNDS, count)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send_command(table, player, {"t": "buy-in"}).refused is None
    return table, players


def at_seat(table: LiveTable, players: list[Player], seat: int) -> Player:
    return next(player for player in players if table.live.players.get(player.pk) == seat)


def decide(
    table: LiveTable, players: list[Player], silent: tuple[Player, ...] = (), action: str = "fold"
) -> None:
    """One hand: everybody decides at once, but the silent ones, whose time passes."""
    if not table.live.running:
        table.until("bets-opened")
    for _ in range(200):
        step_until(table, Wait.CHOICE)
        if waits_for(table) is Wait.OVER:
            return
        player = at_seat(table, players, table.live.game.actor)
        if player in silent:
            table.step()
            continue
        options = table.browsers[player.pk].mine["game"]["options"]
        assert send_command(table, player, {"t": "check" if options.get("check") else action}).refused is None
    raise AssertionError("the hand does not end")


def test_HE_70b_newcomers_who_wait_for_the_big_blind_are_not_inactive(room: Open) -> None:
    """[HE-71] At a table of ten nine rounds pass before the big blind comes, wherever the button was
    drawn.
    """
    table, players = opened(room, 9)
    bring_big_blind_to(table, players, seat=1)
    (late,) = players_with(FUNDS, 1)
    table.sit([late])
    assert send_command(table, late, {"t": "buy-in"}).refused is None
    seat = table.live.players[late.pk]
    assert seat == 10, "the big blind has just passed the free seat"
    for waited in range(9):
        assert not table.live.game.seats[seat].dealt and sweep(table) == [], f"after {waited} rounds"
        decide(table, [*players, late])
    assert table.live.game.seats[seat].dealt and table.live.game.players[1] == seat
    assert PlaySession.objects.get(player=late).invited is None


def bring_big_blind_to(table: LiveTable, players: list[Player], seat: int) -> None:
    """Plays hands until that seat has posted the big blind."""
    for _ in range(10):
        decide(table, players)
        if table.live.game.players[1] == seat:
            return
    raise AssertionError(f"the big blind never came to seat {seat}")


def test_HE_70b_a_decision_taken_in_time_is_a_sign_of_life(room: Open) -> None:
    """Who folds every hand in time is not inactive."""
    table, players = opened(room, 3)
    for _ in range(12):
        decide(table, players)
        assert sweep(table) == []


def test_HE_70b_blinds_that_the_table_posts_are_no_sign_of_life(room: Open) -> None:
    """[HE-71] Who lets every decision lapse is invited after more than five rounds, then warned, and then the
    session ends.
    """
    table, players = opened(room, 3)
    *present, away = players
    swept = []
    for _ in range(12):
        decide(table, players, silent=(away,), action="call")
        swept += sweep(table)
        if swept.count("left"):
            break
    assert swept == ["invited", "warned", "seat-left", "left"]
    session = PlaySession.objects.get(player=away)
    assert session.cause == "inactivity" and session.invited and session.warned
    assert all(PlaySession.objects.get(player=player).ended is None for player in present)


def test_HE_71_a_decision_cancels_the_warning_for_good(room: Open) -> None:
    table, players = opened(room, 3)
    away = players[0]
    until_swept(table, players, "warned", silent=(away,))
    for _ in range(5):
        decide(table, players)
        assert sweep(table) == []
    assert PlaySession.objects.get(player=away).ended is None


def test_HE_71_who_rests_too_long_is_invited_and_warned_before_the_end(room: Open) -> None:
    """[HE-68] No forced end without invitation and warning, and the cause that the statement names is
    true.
    """
    table, players = opened(room, 3, sheet={"rest_rounds": 3})
    resting = players[0]
    assert send_command(table, resting, {"t": "sit-out"}).refused is None
    swept: list[str] = []
    for _ in range(10):
        decide(table, players)
        swept += sweep(table)
        if "left" in swept:
            break
    assert swept == ["invited", "warned", "seat-left", "left"]
    session = PlaySession.objects.get(player=resting)
    assert session.invited and session.warned and session.cause == "inactivity"


def test_HE_71_to_ask_for_a_rest_puts_no_warning_away(room: Open) -> None:
    """A rest is neither a bet nor a decision of a hand."""
    table, players = opened(room, 3)
    away = players[0]
    until_swept(table, players, "warned", silent=(away,))
    assert send_command(table, away, {"t": "sit-out"}).refused is None
    chair = table.live.seats[table.live.players[away.pk]]
    assert chair.nudge == "warned" and chair.idle > 0
    assert table.browsers[away.pk].mine["nudge"]["step"] == "warned"


def test_HE_68_who_rests_within_the_time_of_the_sheet_is_not_inactive(room: Open) -> None:
    """[HE-70b] Rounds of a rest that the sheet grants are no rounds without a bet."""
    table, players = opened(room, 3, sheet={"rest_rounds": 9})
    resting = players[0]
    assert send_command(table, resting, {"t": "sit-out"}).refused is None
    for hand in range(8):
        decide(table, players)
        assert sweep(table) == [], f"after {hand + 1} hands"
    assert PlaySession.objects.get(player=resting).invited is None


def test_HE_68_who_comes_back_when_invited_keeps_the_seat(room: Open) -> None:
    """[HE-71]"""
    table, players = opened(room, 3, sheet={"rest_rounds": 2})
    resting = players[0]
    send_command(table, resting, {"t": "sit-out"})
    until_swept(table, players, "invited")
    assert send_command(table, resting, {"t": "sit-in"}).refused is None
    for _ in range(10):
        decide(table, players)
        assert sweep(table) == []
    assert PlaySession.objects.get(player=resting).ended is None


def test_HE_70a_the_invitation_of_a_short_stack_is_followed_by_a_warning_before_the_end(room: Open) -> None:
    """[HE-71] And a rebuy cancels both for good."""
    table, players = opened(room, 3, minimum=200, small_blind=100, buy_in=20_000, rebuys=[20_000])
    for _ in range(20):
        all_in(table, players, folds=players[2])
        if broke := [player for player in players[:2] if not stack(table, player)]:
            break
    (short,) = broke
    assert sweep(table) == ["invited"]
    decide(table, players)
    assert sweep(table) == ["warned"]
    assert send_command(table, short, {"t": "top-up", "cents": 20_000}).refused is None
    for _ in range(6):
        decide(table, players)
        assert sweep(table) == []
    assert PlaySession.objects.get(player=short).ended is None


def stack(table: LiveTable, player: Player) -> int:
    place = table.live.game.seats.get(table.live.players.get(player.pk))
    return place.stack + place.pending if place is not None else 0


def all_in(table: LiveTable, players: list[Player], folds: Player) -> None:
    """One hand in which everybody but one bets all chips."""
    if not table.live.running:
        table.until("bets-opened")
    while True:
        step_until(table, Wait.CHOICE)
        if waits_for(table) is Wait.OVER:
            return
        player = at_seat(table, players, table.live.game.actor)
        options = table.browsers[player.pk].mine["game"]["options"]
        most = (options.get("raise") or {}).get("max")
        if player == folds:
            assert (
                send_command(table, player, {"t": "check" if options.get("check") else "fold"}).refused
                is None
            )
            continue
        command = (
            {"t": "raise", "to": most} if most else {"t": "call"} if options.get("call") else {"t": "check"}
        )
        assert send_command(table, player, command).refused is None, command


def test_HE_45_one_lapsed_decision_costs_a_check_or_a_fold_and_nothing_more(room: Open) -> None:
    """[HE-73] The seat is dealt in again, in the next hand, and owes no extra blind."""
    table, players = opened(room, 3)
    away = players[0]
    decide(table, players, silent=(away,), action="call")
    seat = table.live.players[away.pk]
    assert not table.live.game.seats[seat].resting
    table.until("bets-opened")
    step_until(table, Wait.CHOICE)
    place = table.live.game.seats[seat]
    assert place.dealt and not place.entering and place.committed in (0, 100, 200)


def test_HE_68_a_house_may_publish_that_a_lapsed_decision_sits_a_player_out(room: Open) -> None:
    table, players = opened(room, 3, sheet={"rest_after_lapse": True})
    away = players[0]
    decide(table, players, silent=(away,), action="call")
    assert table.live.game.seats[table.live.players[away.pk]].resting


def until_swept(table: LiveTable, players: list[Player], kind: str, silent: tuple[Player, ...] = ()) -> None:
    """Plays hands until the sweep causes that."""
    for _ in range(12):
        decide(table, players, silent=silent, action="call")
        if kind in sweep(table):
            return
    raise AssertionError(f"nobody was {kind}")


@pytest.mark.parametrize("rests", [True, False])
def test_HE_45_time_runs_out_with_nothing_to_match_and_it_is_a_check(room: Open, rests: bool) -> None:
    table, players = opened(room, 2, sheet={"rest_after_lapse": rests})
    while table.live.game.turn == 0 or waits_for(table) is not Wait.CHOICE:
        step_until(table, Wait.CHOICE)
        player = at_seat(table, players, table.live.game.actor)
        options = table.browsers[player.pk].mine["game"]["options"]
        send_command(table, player, {"t": "check" if options.get("check") else "call"})
        step_until(table, Wait.CHOICE)
    assert table.step() == ["time-called"]
    assert table.step()[0] == "checked"
    finish_round(table)
