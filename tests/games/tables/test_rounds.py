"""A round at a live table, from taking a seat to the settled stakes: the record, the ledger and what each
person sees.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.draw import generator
from games.models import Event, Round, Stake, Table
from games.rules.roulette.layout import WHEELS
from games.rules.shared.refusals import Refusal
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.croupier.transaction import TableTransaction
from games.tables.croupier.worker import reply_frame
from games.tables.transport import protocol
from players.models import Player, PlaySession
from players.wallet import ledger
from tests.live_table import LiveTable, account, balance, bet, do, players_with, sheet_in_force

Open = Callable[..., LiveTable]


def test_AR_3d_a_round_runs_from_bets_to_payment_and_leaves_no_stake_on_the_table(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    assert table.step() == ["bets-opened"]
    results = table.send((ana, bet(1, {"red": 500, "straight:17": 100})), (rui, bet(1, {"black": 500})))
    assert [result.refused for result in results] == [None, None]
    assert (balance(ana), balance(rui), account(table.table, "stakes")) == (9_400, 9_500, 1_100)

    assert table.step() == ["bets-closed"]
    happened = table.step()
    assert happened[:3] == ["number-drawn", "stakes-collected", "prizes-paid"] or happened[:2] == [
        "number-drawn",
        "stakes-collected",
    ]
    assert happened[-2:] == ["round-ended", "round-prepared"]
    assert account(table.table, "stakes") == 0
    assert ledger.total()["EUR"] == 0

    closed = Round.objects.get(table=table.table, number=1)
    stakes = {stake.player_id: stake for stake in Stake.objects.filter(round=closed)}
    for player, staked in ((ana, 600), (rui, 500)):
        stake = stakes[player.pk]
        assert stake.staked == staked == stake.lost + stake.back
        assert balance(player) == 10_000 - staked + stake.back + stake.prize
    assert closed.status == "ended" and closed.staked == 1_100 and closed.outcome


def test_AR_5_all_players_of_a_wheel_meet_the_same_number(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    table.step()
    table.send((ana, bet(1, {"odd": 100})), (rui, bet(1, {"odd": 300})))
    table.until("round-ended")
    stakes = Stake.objects.filter(round__table=table.table).order_by("staked")
    assert [stake.prize // 100 for stake in stakes] in ([1, 3], [0, 0])


def test_AR_14b_a_bet_after_the_close_is_refused_and_changes_nothing(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.step()
    before = Event.objects.filter(table=table.table).count()
    (result,) = table.send((ana, bet(1, {"red": 500})))
    assert result.refused is not None and (result.refused.code, result.refused.rule) == (
        Refusal.BETS_CLOSED,
        "AR-14b",
    )
    assert balance(ana) == 10_000 and Event.objects.filter(table=table.table).count() == before


def test_a_bet_meant_for_another_round_is_never_applied_to_this_one(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.until("round-ended")
    table.step()
    (result,) = table.send((ana, bet(1, {"red": 500})))
    assert result.refused is not None and result.refused.code is Refusal.STALE
    assert balance(ana) == 10_000


def test_a_repeated_id_has_one_effect_and_always_the_same_reply(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    command = bet(1, {"red": 500})
    first, second = table.send((ana, command), (ana, command))
    assert first.version == second.version > 0 and balance(ana) == 9_500
    table.until("round-ended")
    table.new_croupier()
    (later,) = table.send((ana, command))
    assert later.refused is None and later.version == first.version
    (other,) = table.send((ana, bet(1, {"black": 500}, command.id)))
    assert other.refused is not None and other.refused.code is Refusal.ID_REUSED


def test_ids_are_scoped_to_their_player(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    table.step()
    command_id = uuid4()
    results = table.send((ana, bet(1, {"red": 500}, command_id)), (rui, bet(1, {"black": 500}, command_id)))
    assert [result.refused for result in results] == [None, None]
    assert (balance(ana), balance(rui)) == (9_500, 9_500)


def test_what_cannot_be_paid_is_refused_and_the_next_bet_that_can_is_not(room: Open) -> None:
    table = room(minimum=1000, step=100)
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    results = table.send(
        (ana, bet(1, {"red": 8_000})), (ana, bet(1, {"black": 8_000})), (ana, bet(1, {"black": 2_000}))
    )
    assert [result.refused.code if result.refused else None for result in results] == [
        None,
        Refusal.NOT_ENOUGH,
        None,
    ]
    assert balance(ana) == 0


def test_undo_before_the_close_gives_the_stake_back(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})), (ana, bet(1, {"black": 300})), (ana, do(1, {"t": "undo"})))
    assert balance(ana) == 9_500 and account(table.table, "stakes") == 500
    table.step()
    (result,) = table.send((ana, do(1, {"t": "undo"})))
    assert result.refused is not None and result.refused.code is Refusal.BETS_CLOSED


def test_AR_15_at_a_table_of_one_the_player_launches_the_ball(room: Open) -> None:
    table = room(mode="individual")
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    assert table.live.due is None, "no timer hurries a player who is alone"
    (result,) = table.send((ana, do(1, {"t": "launch"})))
    assert result.refused is not None and result.refused.code is Refusal.NOTHING_BET
    table.send((ana, bet(1, {"red": 500})), (ana, do(1, {"t": "launch"})))
    assert "number-drawn" in table.step()
    assert account(table.table, "stakes") == 0


def test_AR_4_at_a_table_of_one_there_is_one_seat(room: Open) -> None:
    table = room(mode="individual")
    ana, rui = players_with(10_000, 2)
    table.sit([ana])
    (result,) = table.send((rui, protocol.Sit(uuid4())))
    assert result.refused is not None and result.refused.code is Refusal.NO_SEAT


def test_AR_27_leaving_ends_the_stay_and_a_bet_never_launched_goes_back(room: Open) -> None:
    table = room(mode="individual")
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    (result,) = table.send((ana, protocol.Leave(uuid4())))
    assert result.refused is None and balance(ana) == 10_000
    session = PlaySession.objects.get(player=ana)
    assert (session.cause, session.staked, session.returned) == ("player", 0, 0) and session.ended is not None


def test_AR_26_who_leaves_with_a_stake_in_play_is_paid_and_then_gets_the_statement(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    table.step()
    table.send((ana, bet(1, {"red": 500, "black": 500})))
    table.send((ana, protocol.Leave(uuid4())))
    assert PlaySession.objects.get(player=ana).ended is None
    (result,) = table.send((ana, bet(1, {"odd": 500})))
    assert result.refused is not None, "who has asked to leave bets no more"
    assert "left" in table.until("round-ended")
    session = PlaySession.objects.get(player=ana)
    assert session.ended is not None and session.staked == 1_000 and session.returned == balance(ana) - 9_000


def test_the_draw_is_bound_by_the_promise_and_the_shares_of_the_browsers(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    promise = table.live.next_commitment
    table.send(
        (ana, protocol.DrawShare(1, "0a" * 16)),
        (rui, protocol.DrawShare(1, "0b" * 16)),
        (rui, protocol.DrawShare(1, "0c" * 16)),
    )
    table.step()
    table.send((rui, protocol.DrawShare(1, "0d" * 16)))
    table.until("round-ended")
    played = Round.objects.get(table=table.table, number=1)
    assert played.commitment == promise == generator.promise(bytes.fromhex(played.seed))
    key = generator.key(bytes.fromhex(played.seed), table.table.pk, 1, {1: "0a" * 16, 2: "0b" * 16})
    wheel = WHEELS["37"]
    assert played.outcome == wheel[generator.Draw(key).below(37)]


def test_every_window_of_a_player_learns_which_share_counts(room: Open) -> None:
    """The first window that gives a share gives it for the player; the others check the draw by that one, and
    accuse nobody.
    """
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana])
    results = table.send(
        (ana, protocol.DrawShare(1, "0a" * 16)),
        (ana, protocol.DrawShare(1, "0b" * 16)),
        (rui, protocol.DrawShare(1, "0c" * 16)),
    )
    frames = [json.loads(reply_frame(result) or b"null") for result in results]
    assert frames[0] == frames[1] == {"t": "share", "round": 1, "nonce": "0a" * 16}
    assert frames[2]["nonce"] == "", "none is accepted without a seat"
    table.until("bets-opened")
    assert table.live.nonces == {1: "0a" * 16}
    (late,) = table.send((ana, protocol.DrawShare(1, "0d" * 16)))
    assert late.share == "", "no share counts any more"


@pytest.mark.parametrize("second", [True, False])
def test_a_share_outlives_the_croupier_that_answered_it(room: Open, second: bool) -> None:
    """Another croupier opens the bets, and perhaps another window gives a share first: the one that was
    answered counts.
    """
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.send((ana, protocol.DrawShare(1, "0a" * 16)))
    table.new_croupier()
    if second:
        (result,) = table.send((ana, protocol.DrawShare(1, "0b" * 16)))
        assert result.share == "0a" * 16
    table.until("bets-opened")
    assert table.live.nonces == {1: "0a" * 16}


def test_a_share_that_was_not_committed_was_not_answered(room: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    with monkeypatch.context() as broken:
        broken.setattr(TableTransaction, "_write", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            table.send((ana, protocol.DrawShare(1, "0a" * 16)))
    (result,) = table.send((ana, protocol.DrawShare(1, "0b" * 16)))
    assert result.share == "0b" * 16


def test_a_share_is_the_players_and_not_the_seats(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana])
    table.send((ana, protocol.DrawShare(1, "0a" * 16)), (ana, protocol.Leave(uuid4())))
    table.sit([rui])
    assert table.live.players == {rui.pk: 1}
    table.send((rui, protocol.DrawShare(table.live.next_round, "0b" * 16)))
    table.until("bets-opened")
    assert table.live.nonces == {1: "0b" * 16}


def test_an_empty_table_sleeps_and_wakes_at_once(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, protocol.Leave(uuid4())))
    assert table.live.due is None or table.live.running
    while table.live.due is not None:
        table.step()
    table.table.refresh_from_db()
    assert table.table.due is None and table.table.seated == 0
    promise = table.live.next_commitment
    table.sit([ana])
    assert table.live.due is not None and (not promise or table.live.next_commitment == promise)
    assert table.until("bets-opened")


def with_a_stake_in_prison(
    room: Open, monkeypatch: pytest.MonkeyPatch, **sheet: object
) -> tuple[LiveTable, Player]:
    """French roulette after a round in which zero fell on a bet on red; zero falls in every round."""
    table = room("french-roulette", sheet={"zero_option": "en-prison", **sheet})
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Zero())
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    table.until("round-ended")
    return table, ana


def test_FR_R20c_stakes_in_prison_leave_the_finished_round_and_meet_the_next(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ana = with_a_stake_in_prison(room, monkeypatch)
    assert (account(table.table, "stakes"), account(table.table, "held")) == (0, 500)
    table.send((ana, protocol.Leave(uuid4())))
    assert PlaySession.objects.get(player=ana).ended is None, "the stay lasts as long as a stake of it"
    assert table.until("bets-opened")
    assert "left" in table.until("round-ended")
    assert account(table.table, "held") == 0 and balance(ana) == 9_500
    assert PlaySession.objects.get(player=ana).staked == 500


def test_FR_R20c_at_a_second_zero_a_stake_stays_in_prison_where_the_sheet_says_so(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It meets the number after that one: here its own, and then it comes back without a prize."""
    table, ana = with_a_stake_in_prison(room, monkeypatch, second_zero="stays")
    for _ in range(2):
        table.until("bets-opened")
        assert "held-kept" in table.until("round-ended")
        assert (account(table.table, "held"), balance(ana)) == (500, 9_500)
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: One())
    table.until("bets-opened")
    assert "held-returned" in table.until("round-ended")
    assert (account(table.table, "held"), balance(ana)) == (0, 10_000)


def test_FR_3b_a_stake_in_prison_does_not_count_for_the_maximum_of_a_new_bet(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[FR-R20c] Neither for that of the chance nor for that of the player (A64)."""
    table = room("french-roulette", sheet={"zero_option": "en-prison"}, cap=27_000)
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Zero())
    table.step()
    assert table.send((ana, bet(1, {"red": 27_000})))[0].refused is None
    table.until("round-ended")
    table.until("bets-opened")
    assert account(table.table, "held") == 27_000
    assert table.send((ana, bet(2, {"red": 27_000})))[0].refused is None
    (result,) = table.send((ana, bet(2, {"red": 50})))
    assert result.refused is not None and result.refused.rule == "FR-R12b"


def test_FR_R20c_a_table_that_closes_plays_the_stakes_in_prison_first(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ana = with_a_stake_in_prison(room, monkeypatch)
    Table.objects.filter(pk=table.table.pk).update(status="draining")
    assert table.until("bets-opened")
    assert "left" in table.until("round-ended")
    assert account(table.table, "held") == 0 and balance(ana) == 9_500


@pytest.mark.parametrize("new_croupier", [False, True])
def test_FR_R20c_a_table_whose_setting_is_not_allowed_any_more_plays_the_stakes_in_prison_first(
    room: Open, monkeypatch: pytest.MonkeyPatch, new_croupier: bool
) -> None:
    """The last round is played under the sheet and setting of the round before: they are those that the stake
    was bet under.
    """
    sheet = {"zero_option": "en-prison", "double_bets": False}
    table = room("french-roulette", sheet=sheet, step=25)
    ana, rui = players_with(10_000, 2)
    table.sit([ana, rui])
    monkeypatch.setattr(AutomaticSteps, "_chance", lambda self, live: Zero())
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    table.until("round-ended")
    sheet_in_force("french-roulette", zero_option="la-partage")
    if new_croupier:
        table.new_croupier()
    assert table.until("bets-opened")
    assert list(table.live.players) == [ana.pk], "no other player stays"
    (result,) = table.send((ana, bet(2, {"red": 500})))
    assert result.refused is not None, "nothing more is bet"
    assert "left" in table.until("round-ended")
    assert account(table.table, "held") == 0 and balance(ana) == 9_500
    first, last = Round.objects.filter(table=table.table, number__lte=2).order_by("number")
    assert (last.sheet_id, last.setting_id) == (first.sheet_id, first.setting_id)
    (result,) = table.send((rui, protocol.Sit(uuid4())))
    assert result.refused is not None and result.refused.code is Refusal.TABLE_CLOSED
    assert table.live.due is None, "and then it rests"


def test_FR_R22_the_stay_counts_a_stake_in_prison_that_a_void_round_gives_back(
    room: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes back whole (A65)."""
    table, ana = with_a_stake_in_prison(room, monkeypatch, resume_within=60)
    table.until("bets-opened")
    assert "round-voided" in table.step(late=61_000)
    table.release()
    table.send((ana, protocol.Leave(uuid4())))
    stay = PlaySession.objects.get(player=ana)
    assert (balance(ana), stay.staked, stay.returned) == (10_000, 500, 500)


class Zero:
    """A draw that gives the first pocket: the zero."""

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> tuple[int, ...]:
        return tuple(range(n))


class One(Zero):
    """A draw that gives the second pocket: a red number."""

    def below(self, n: int) -> int:
        return 1


def test_the_queries_of_a_settlement_do_not_depend_on_the_number_of_bets(room: Open) -> None:
    counts = []
    for many in (2, 40):
        table = room(seats=100)
        players = players_with(10_000, many)
        table.sit(players)
        table.step()
        table.send(*((player, bet(1, {"red": 100, "straight:5": 50})) for player in players))
        table.step()
        table._set_due(0)
        with CaptureQueriesContext(connection) as queries:
            table.transaction.execute([])
        counts.append(len(queries))
    assert counts[0] == counts[1]
