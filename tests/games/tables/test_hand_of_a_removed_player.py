"""Who is removed during a hand keeps the sheet's times and every decision that stakes nothing more (A84); who
asked for the absence after the hand plays it as usual (A85). Then the stay ends.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.rounds.play_records import GameRecords
from games.rules.engine import Wait
from games.rules.shared.refusals import Refusal
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.domain.commands import CommandRequest
from games.tables.domain.state import Live
from games.tables.transport import protocol
from players.identity.verification import account_status
from players.models import Player, PlaySession
from players.protection import exclusions
from players.protection.models import AbsenceAfterHand, Exclusion, Limit, Pause
from players.shared import clock as time
from tests.games.tables.clocks import BETS, SWEEP, finish_round, place_bet, step_until, waits_for
from tests.games.tables.clocks import send_command as send
from tests.games.tables.test_blackjack_live import Shoe
from tests.live_table import LiveTable, balance, players_with

Open = Callable[..., LiveTable]
FUNDS = 100_000
STUDS = ("caribbean-stud", "macau-stud")


def _list_nationally(player: Player) -> None:
    Exclusion.objects.create(
        player=player, source=Exclusion.Source.NATIONAL, reference="N-1", starts=time.now()
    )


def _use_up_the_time(player: Player) -> None:
    before = time.now() - timedelta(minutes=5)
    Limit.objects.create(
        player=player, kind="time", period="day", value=0, requested_at=before, starts=before
    )


# What removes a player, the cause with which the house ends the stay, and the reason that a refusal names.
REMOVALS: dict[str, tuple[Callable[[Player], Any], str, str]] = {
    "own pause": (lambda player: exclusions.begin_pause(player, 1), "excluded", "paused"),
    "own exclusion": (lambda player: exclusions.begin_exclusion(player, 3), "excluded", "excluded"),
    "without end": (lambda player: exclusions.begin_exclusion(player, None), "excluded", "excluded"),
    "national list": (_list_nationally, "excluded", "excluded"),
    "time limit": (_use_up_the_time, "time", "session-time"),
    "suspension": (lambda player: account_status.suspend_player(player, "a test"), "house", "suspended"),
    "closure": (lambda player: account_status.close_player(player, "a test"), "house", "closed"),
    "identity in doubt": (account_status.unverify_player, "house", "unverified"),
}
every_removal = pytest.mark.parametrize("removal", REMOVALS)


def end_stay(table: LiveTable, player: Player, cause: str = "excluded") -> list[str]:
    """The message of the house to the table, and the kinds of what it causes."""
    result = table.execute([CommandRequest(0, protocol.EndStay(player.pk, cause), ("house", 0))])
    assert result.results[0].refused is None
    return [step.event.__struct_config__.tag for step in result.steps]


def remove(table: LiveTable, player: Player, removal: str) -> list[str]:
    act, cause, _ = REMOVALS[removal]
    act(player)
    return end_stay(table, player, cause)


def stay(player: Player) -> PlaySession:
    return PlaySession.objects.get(player=player)


def mine(table: LiveTable, player: Player) -> dict[str, Any]:
    view = table.browsers[player.pk].mine
    assert view is not None
    return view


def refused_for(result: Any, removal: str) -> None:
    """The stake is refused with the reason and its rule, and nothing has changed."""
    refused, why = result.refused, REMOVALS[removal][2]
    assert refused is not None and refused.code is Refusal.EXCLUDED
    assert refused.details == {"why": why, "in_hand": True} and refused.rule.startswith("903-B 5.")


def open_stud(room: Open, system: str, count: int = 1) -> tuple[LiveTable, list[Player]]:
    table, players = room(system), players_with(FUNDS, count)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert place_bet(table, player).refused is None
    step_until(table, Wait.CHOICE)
    return table, players


def deal_blackjack(room: Open, monkeypatch: pytest.MonkeyPatch, shoe: str) -> tuple[LiveTable, Player]:
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda house, live: Shoe(shoe))
    table, (ana,) = room("blackjack"), players_with(FUNDS, 1)
    table.sit([ana])
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    step_until(table, Wait.CHOICE)
    return table, ana


def open_holdem(room: Open, count: int = 3) -> tuple[LiveTable, dict[int, Player]]:
    """A hand at its first decision, with the players by seat."""
    table, players = room("holdem"), players_with(FUNDS, count)
    table.sit(players)
    table.until("bets-opened")
    for player in players:
        assert send(table, player, {"t": "buy-in"}).refused is None
    step_until(table, Wait.CHOICE)
    return table, {table.live.players[player.pk]: player for player in players}


def decide(table: LiveTable, by_seat: dict[int, Player], kind: str) -> Any:
    game = table.live.game
    command = {"t": kind, "turn": game.turn, "facing": game.to_match}
    return send(table, by_seat[game.actor], command)


# --- The studs


@every_removal
@pytest.mark.parametrize("system", STUDS)
def test_CS_21_a_removed_stud_player_keeps_the_time_and_may_fold(
    room: Open, system: str, removal: str
) -> None:
    table, (ana,) = open_stud(room, system)
    due = table.live.due
    assert remove(table, ana, removal) == ["leave-asked"], "nothing is decided for the player"
    assert table.live.due == due and waits_for(table) is Wait.CHOICE
    assert "continue" not in mine(table, ana)["game"]["options"], "nothing is offered that would be refused"
    before = balance(ana)
    refused_for(send(table, ana, {"t": "continue", "bet": 1_000}), removal)
    assert balance(ana) == before and table.live.due == due
    assert send(table, ana, {"t": "fold"}).refused is None
    assert stay(ana).ended is None
    finish_round(table)
    assert stay(ana).cause == REMOVALS[removal][1] and stay(ana).staked == 500


@every_removal
@pytest.mark.parametrize("system", STUDS)
def test_CS_31_CS_32_after_the_time_comes_the_warning_and_after_the_extra_time_the_fold(
    room: Open, system: str, removal: str
) -> None:
    table, (ana,) = open_stud(room, system)
    remove(table, ana, removal)
    assert table.step() == ["decision-warned"]
    assert mine(table, ana)["game"]["options"]["warned"] is True
    assert table.step()[0] == "folded"
    finish_round(table)
    assert stay(ana).cause == REMOVALS[removal][1]


def test_CS_35_another_player_decides_as_usual_beside_a_removed_one(room: Open) -> None:
    table, (ana, rui) = open_stud(room, "caribbean-stud", 2)
    remove(table, ana, "own pause")
    assert send(table, rui, {"t": "continue", "bet": 1_000}).refused is None
    assert waits_for(table) is Wait.CHOICE, "the removed player is waited for"
    assert table.step() == ["decision-warned"] and table.step()[0] == "folded"
    finish_round(table)
    assert stay(ana).ended is not None and stay(rui).ended is None


# --- Blackjack


@every_removal
def test_BJ_15_a_removed_blackjack_player_draws_and_stands_and_does_not_double(
    room: Open, monkeypatch: pytest.MonkeyPatch, removal: str
) -> None:
    table, ana = deal_blackjack(room, monkeypatch, "6C 5H 4D 10S 3C 9H 9C")  # 6 + 4 against a 5
    due, turn = table.live.due, table.live.game.turn
    assert remove(table, ana, removal) == ["leave-asked"]
    assert table.live.due == due
    assert set(mine(table, ana)["game"]["options"]["choices"]) == {"hit", "surrender"}
    refused_for(send(table, ana, {"t": "double", "turn": turn, "cents": 1_000}), removal)
    assert send(table, ana, {"t": "hit", "turn": turn}).refused is None
    step_until(table, Wait.CHOICE)
    assert waits_for(table) is Wait.CHOICE, "13 is the player's own decision"
    assert send(table, ana, {"t": "stand", "turn": table.live.game.turn}).refused is None
    finish_round(table)
    assert stay(ana).cause == REMOVALS[removal][1] and stay(ana).staked == 1_000


@every_removal
def test_BJ_15_a_removed_player_splits_no_pair_and_surrenders(
    room: Open, monkeypatch: pytest.MonkeyPatch, removal: str
) -> None:
    table, ana = deal_blackjack(room, monkeypatch, "8C 9H 8D 10S 3C 9H 9C")
    remove(table, ana, removal)
    turn = table.live.game.turn
    refused_for(send(table, ana, {"t": "split", "turn": turn, "cents": 1_000}), removal)
    assert send(table, ana, {"t": "surrender", "turn": turn}).refused is None
    finish_round(table)
    assert stay(ana).returned == 500, "half of the stake came back [BJ-15e]"


@every_removal
def test_BJ_15f_a_removed_player_takes_no_insurance_and_declines_it(
    room: Open, monkeypatch: pytest.MonkeyPatch, removal: str
) -> None:
    table, ana = deal_blackjack(room, monkeypatch, "8C AH 9D 10S 3C 9H 9C")
    remove(table, ana, removal)
    assert mine(table, ana)["game"]["options"]["offers"] == {"1": {"decline": {}}}
    refused_for(send(table, ana, {"t": "insure", "place": "1", "cents": 500}), removal)
    assert send(table, ana, {"t": "decline", "place": "1"}).refused is None
    finish_round(table)
    assert stay(ana).ended is not None and stay(ana).staked == 1_000


def test_BJ_20b_a_removed_player_with_blackjack_may_take_even_money(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ana = deal_blackjack(room, monkeypatch, "KC AH AD 10S 3C 9H 9C")
    remove(table, ana, "own exclusion")
    assert send(table, ana, {"t": "even-money", "place": "1"}).refused is None
    finish_round(table)
    assert balance(ana) == FUNDS + 1_000


def test_A03_after_the_times_a_removed_player_has_the_default(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ana = deal_blackjack(room, monkeypatch, "6C 5H 4D 10S 3C 9H 9C")
    remove(table, ana, "suspension")
    assert table.step() == ["time-called"], "first the extra time [BJ-24a]"
    assert table.step()[0] == "card-asked"


# --- Hold'em


@every_removal
def test_HE_43_a_removed_player_is_not_folded_out_of_turn(room: Open, removal: str) -> None:
    table, by_seat = open_holdem(room)
    actor = table.live.game.actor
    seat = next(seat for seat in by_seat if seat != actor)
    due = table.live.due
    assert remove(table, by_seat[seat], removal) == ["leave-asked"]
    assert not table.live.game.seats[seat].folded and (table.live.due, table.live.game.actor) == (due, actor)
    assert stay(by_seat[seat]).ended is None


@every_removal
def test_HE_34_a_removed_player_in_turn_may_fold_and_not_call_or_raise(room: Open, removal: str) -> None:
    table, by_seat = open_holdem(room)
    player = by_seat[table.live.game.actor]
    due = table.live.due
    remove(table, player, removal)
    assert table.live.due == due and waits_for(table) is Wait.CHOICE
    assert mine(table, player)["game"]["options"] == {"fold": True, "check": False}
    refused_for(decide(table, by_seat, "call"), removal)
    game = table.live.game
    raised = {"t": "raise", "to": 600, "turn": game.turn, "facing": game.to_match}
    refused_for(send(table, player, raised), removal)
    top_up = send(table, player, {"t": "top-up", "cents": 10_000})
    assert top_up.refused is not None and top_up.refused.code is Refusal.EXCLUDED
    assert decide(table, by_seat, "fold").refused is None
    finish_round(table)
    assert stay(player).cause == REMOVALS[removal][1]
    assert balance(player) > FUNDS - 20_000, "the stack went back"


def test_HE_34b_a_removed_player_may_check_to_the_showdown_and_win(room: Open) -> None:
    table, by_seat = open_holdem(room, 2)
    assert decide(table, by_seat, "call").refused is None  # the small blind; the big blind may check
    big = by_seat[table.live.game.actor]
    remove(table, big, "own pause")
    for _ in range(8):
        step_until(table, Wait.CHOICE)
        if waits_for(table) is Wait.OVER:
            break
        assert decide(table, by_seat, "check").refused is None
    finish_round(table)
    assert stay(big).ended is not None
    result = PlaySession.objects.get(player=big)
    assert result.rounds == 1 and balance(big) >= FUNDS - 200, "the blind was lost at most"


def test_HE_45_after_the_times_a_removed_player_checks_or_folds(room: Open) -> None:
    table, by_seat = open_holdem(room)
    player = by_seat[table.live.game.actor]
    remove(table, player, "identity in doubt")
    assert table.step() == ["time-called"]
    assert table.step()[0] == "folded"


def test_HE_10_a_removed_player_may_still_leave_by_own_decision(room: Open) -> None:
    """Giving up stakes nothing. The stay ends with the cause of the removal."""
    table, by_seat = open_holdem(room)
    player = by_seat[table.live.game.actor]
    remove(table, player, "own pause")
    (result,) = table.send((player, protocol.Leave(uuid4())))
    assert result.refused is None
    finish_round(table)
    assert stay(player).cause == "excluded"


def test_HE_71_inactivity_folds_nobody_out_of_turn(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is removed for inactivity during a hand plays it as usual: nothing bars a stake."""
    table, by_seat = open_holdem(room)
    inactive = table.live.game.actor
    player = by_seat[inactive]
    with monkeypatch.context() as patch:
        patch.setattr(
            Live,
            "inactivity_step",
            lambda live, seat, at: "inactivity" if seat == inactive else None,
        )
        table.execute([SWEEP])
    assert not table.live.game.seats[inactive].folded and mine(table, player)["removed"] == "inactivity"
    assert decide(table, by_seat, "call").refused is None
    finish_round(table)
    assert stay(player).cause == "inactivity"


# --- Games without decisions, and bets before the close


@every_removal
@pytest.mark.parametrize("system", BETS)
def test_903_B_5_3_a_bet_stands_or_is_taken_back_and_no_other_is_taken(
    room: Open, system: str, removal: str
) -> None:
    table, (ana, rui) = room(system), players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    assert remove(table, ana, removal) == ["leave-asked"]
    before = balance(ana)
    refused = place_bet(table, ana).refused
    assert refused is not None and refused.code is Refusal.EXCLUDED
    assert refused.details == {"why": REMOVALS[removal][2]} and balance(ana) == before
    finish_round(table)
    assert stay(ana).cause == REMOVALS[removal][1] and stay(ana).staked > 0
    assert stay(rui).ended is None


@pytest.mark.parametrize("system", BETS)
def test_a_removed_player_may_take_the_bets_back_and_is_let_go_at_once(room: Open, system: str) -> None:
    table, (ana, rui) = room(system), players_with(FUNDS, 2)
    table.sit([ana, rui])
    table.until("bets-opened")
    assert place_bet(table, ana).refused is None
    remove(table, ana, "own pause")
    assert send(table, ana, {"t": "clear"}).refused is None
    assert stay(ana).ended is not None and stay(ana).staked == 0 and balance(ana) == FUNDS


# --- After this hand


@pytest.mark.parametrize("kind,length", [("pause", 7), ("exclusion", 6), ("exclusion", None)])
def test_after_the_hand_it_is_played_as_usual_and_then_the_absence_begins(
    room: Open, monkeypatch: pytest.MonkeyPatch, kind: str, length: int | None
) -> None:
    table, ana = deal_blackjack(room, monkeypatch, "6C 5H 4D 10S 3C 9H 9C")
    assert [place for place, _number in GameRecords().rounds_in_play(ana.pk)] == [table.table.pk]
    assert exclusions.request_after_hand(ana, kind, length) is True
    assert exclusions.begin_requested_absences() == 0, "the hand is not over"
    assert not Pause.objects.exists() and not Exclusion.objects.exists()
    turn = table.live.game.turn
    # Before the table has heard of it, and after a restart of the croupier: the record alone decides.
    table.new_croupier()
    assert end_stay(table, ana) == ["leave-asked"]
    assert mine(table, ana)["removed"] == "after-hand"
    assert send(table, ana, {"t": "double", "turn": turn, "cents": 1_000}).refused is None
    finish_round(table)
    assert stay(ana).cause == "excluded" and stay(ana).staked == 2_000
    assert (
        exclusions.begin_requested_absences()
        == 1
        == (Pause if kind == "pause" else Exclusion).objects.count()
    )
    absence: Any = Pause.objects.first() or Exclusion.objects.first()
    assert absence.starts >= stay(ana).ended, "no stake was taken while it was in force [903-B 5.3.2]"
    assert exclusions.begin_requested_absences() == 0


@pytest.mark.parametrize("system", STUDS)
def test_after_the_hand_the_second_bet_of_a_stud_is_taken(room: Open, system: str) -> None:
    table, (ana,) = open_stud(room, system)
    assert exclusions.request_after_hand(ana, "pause", 1)
    # The message to the table is on its way: the record decides already.
    assert send(table, ana, {"t": "continue", "bet": 1_000}).refused is None
    end_stay(table, ana)
    finish_round(table)
    assert stay(ana).ended is not None


def test_after_the_hand_a_holdem_player_calls(room: Open) -> None:
    table, by_seat = open_holdem(room)
    player = by_seat[table.live.game.actor]
    assert exclusions.request_after_hand(player, "pause", 1)
    end_stay(table, player)
    assert decide(table, by_seat, "call").refused is None
    finish_round(table)
    assert stay(player).ended is not None and exclusions.begin_requested_absences() == 1


def test_until_then_nothing_new_is_begun(room: Open) -> None:
    """Not in the next betting period, at no other table, and no deposit."""
    table, (ana,) = open_stud(room, "caribbean-stud")
    exclusions.request_after_hand(ana, "pause", 1)
    other = room("american-roulette")
    (result,) = other.send((ana, protocol.Sit(uuid4())))
    assert result.refused is not None and result.refused.details == {"why": "absence-asked"}
    assert exclusions.is_kept_from_play(ana)
    finish_round(table)  # the message to the table was lost
    table.until("bets-opened")
    refused = place_bet(table, ana).refused
    assert refused is not None and refused.code is Refusal.EXCLUDED
    end_stay(table, ana)
    assert stay(ana).ended is not None and exclusions.begin_requested_absences() == 1


def test_a_stricter_bar_during_the_hand_ends_the_exception(room: Open) -> None:
    table, (ana,) = open_stud(room, "caribbean-stud")
    exclusions.request_after_hand(ana, "pause", 1)
    end_stay(table, ana)
    assert "continue" in mine(table, ana)["game"]["options"]
    remove(table, ana, "suspension")
    assert "continue" not in mine(table, ana)["game"]["options"]
    refused_for(send(table, ana, {"t": "continue", "bet": 1_000}), "suspension")


def test_now_after_all_begins_at_once(room: Open) -> None:
    table, (ana,) = open_stud(room, "caribbean-stud")
    exclusions.request_after_hand(ana, "pause", 1)
    end_stay(table, ana)
    remove(table, ana, "own pause")
    refused_for(send(table, ana, {"t": "continue", "bet": 1_000}), "own pause")
    assert not AbsenceAfterHand.objects.filter(begun=None).exists()


def test_without_a_seat_it_begins_at_once(room: Open) -> None:
    (ana,) = players_with(FUNDS, 1)
    assert exclusions.request_after_hand(ana, "pause", 1) is False
    assert Pause.objects.filter(player=ana).exists() and not AbsenceAfterHand.objects.exists()


def test_only_a_longer_request_replaces_one_that_waits(room: Open) -> None:
    table, (ana,) = open_stud(room, "caribbean-stud")
    for days in (7, 1, 14):
        exclusions.request_after_hand(ana, "pause", days)
    assert AbsenceAfterHand.objects.get(player=ana).length == 14
