"""Eligibility: whether a player may bet now, and how much more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Stake
from games.rules.engine import Wait
from games.tables.transport import protocol
from players.models import Player, PlaySession
from players.protection.eligibility import Eligibility, StakesAtTable, eligibility_of
from players.protection.models import Exclusion, Limit, Pause, Staked
from players.shared import clock
from tests.live_table import LiveTable, balance, bet, do, players_with

pytestmark = pytest.mark.django_db
RoomFactory = Callable[..., LiveTable]


def now() -> datetime:
    return clock.now()


def limit(
    player: Player, kind: str, period: str, value: int | None, starts: datetime | None = None, **more: object
) -> Limit:
    moment = starts or now() - timedelta(minutes=5)
    return Limit.objects.create(
        player=player, kind=kind, period=period, value=value, requested_at=moment, starts=moment, **more
    )


def eligibility(player: Player, currency: str = "EUR") -> Eligibility:
    return eligibility_of([player.pk], currency)[player.pk]


def test_a_player_without_limits_may_stake_the_whole_balance() -> None:
    (ana,) = players_with(0, 1)
    assert eligibility(ana) == Eligibility("", None, "")


def test_the_lowest_of_day_week_and_month_wins() -> None:
    (ana,) = players_with(0, 1)
    limit(ana, "stake", "month", 9_000)
    limit(ana, "stake", "day", 5_000)
    assert eligibility(ana) == Eligibility("", 5_000, "day")
    Staked.objects.create(player=ana, currency="EUR", day=clock.first_day(now(), "month"), cents=6_000)
    if clock.day_of(now()).day > 1:
        assert eligibility(ana) == Eligibility("", 3_000, "month")


def test_open_and_settled_stakes_count_and_an_undone_bet_does_not(
    open_room: RoomFactory,
) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "stake", "day", 2_000)
    room = open_room()
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 700})), (ana, bet(room.round, {"black": 300})))
    assert eligibility(ana).stake_left == 1_000
    room.send((ana, protocol.Play(uuid4(), room.round, msgspec.Raw(b'{"t":"undo"}'))))
    assert eligibility(ana).stake_left == 1_300
    room.until("round-ended")
    assert eligibility(ana).stake_left == 1_300, "a settled stake counts in the sum of the day"
    assert Staked.objects.get(player=ana).cents == 700
    room.send((ana, protocol.Leave(uuid4())))
    assert eligibility(ana).stake_left == 1_300


def offered_options(room: LiveTable, player: Player) -> dict[str, Any]:
    """The player's choices, after every automatic step of the table."""
    engine: Any = room.transaction.loaded.rules.engine
    while room.live.running and engine.waiting_for(room.live.game) is not Wait.CHOICE:
        room.step()
    return dict(engine.options(room.live.game, room.live.players[player.pk])) if room.live.running else {}


def test_a_stake_that_is_returned_within_the_round_still_counts(open_room: RoomFactory) -> None:
    """At blackjack one hand may end before another: a stake returned within the round is not available
    again.  [BJ-15e]
    """
    (ana,) = players_with(100_000, 1)
    room = open_room("blackjack", places_per_player=2, sheet={"places_per_player": 2})
    room.sit([ana])
    limit(ana, "stake", "day", 90_000)
    while True:
        room.until("bets-opened")
        before = eligibility(ana).stake_left or 0
        room.send((ana, bet(room.round, {"1": 1_000, "2": 500})))
        room.send((ana, do(room.round, {"t": "undo"})))
        assert eligibility(ana).stake_left == before, "an undone bet does not count"
        room.send((ana, bet(room.round, {"1": 1_000, "2": 500})))
        options = offered_options(room, ana)
        if "surrender" in options.get("choices", ()):
            break
        while room.live.running:
            room.step()
    left, wallet = eligibility(ana).stake_left, balance(ana)
    assert left is not None and left <= before - 1_500
    (reply,) = room.send((ana, do(room.round, {"t": "surrender", "turn": options["turn"]})))
    assert reply.refused is None and room.live.running and balance(ana) > wallet, (
        "half of the stake is returned and the round continues"
    )
    assert eligibility(ana).stake_left == left
    while room.live.running:
        room.step()
    assert (
        before - (eligibility(ana).stake_left or 0)
        == Stake.objects.get(round__table=room.table, round__number=room.round).staked
    )


def test_bought_chips_count_until_they_are_cashed(open_room: RoomFactory) -> None:
    """A bet from a stack is not checked again, so buying chips twice could otherwise exceed a limit."""
    ana, rui = players_with(100_000, 2)
    limit(ana, "stake", "day", 30_000)
    room = open_room("holdem")
    room.sit([ana, rui])
    room.until("bets-opened")
    for player in (ana, rui):
        room.send((player, do(room.round, {"t": "buy-in"})))
    assert eligibility(ana).stake_left == 10_000
    room.send((ana, protocol.Leave(uuid4())))
    while ana.pk in room.live.players:
        room.step()
    staked = Staked.objects.filter(player=ana).values_list("cents", flat=True).first() or 0
    assert eligibility(ana).stake_left == 30_000 - staked and balance(ana) >= 100_000 - staked


def test_stakes_at_two_tables_count_together(open_room: RoomFactory) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "stake", "week", 2_000)
    tables = [open_room(), open_room()]
    for room in tables:
        room.sit([ana])
        room.until("bets-opened")
        room.send((ana, bet(room.round, {"red": 400})))
    assert eligibility(ana) == Eligibility("", 1_200, "week")


def test_a_loss_limit_counts_open_stakes_as_lost_and_what_comes_back_as_won(
    open_room: RoomFactory,
) -> None:
    """Red before: nobody could limit losses."""
    (ana,) = players_with(10_000, 1)
    limit(ana, "loss", "week", 2_000)
    room = open_room()
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 700})), (ana, bet(room.round, {"black": 700})))
    assert eligibility(ana) == Eligibility("", 600, "loss-week")
    room.until("round-ended")
    stake = Stake.objects.get(player=ana)
    lost = stake.staked - stake.returned
    assert Staked.objects.get(player=ana).lost == lost < 1_400, "one of both colours wins, or none at zero"
    assert eligibility(ana).stake_left == 2_000 - lost
    Staked.objects.filter(player=ana).update(lost=-500)
    assert eligibility(ana).stake_left == 2_500, "what was won may be lost again"


def test_the_lowest_of_stakes_and_losses_counts(open_room: RoomFactory) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "loss", "day", 2_000)
    limit(ana, "stake", "day", 3_000)
    Staked.objects.create(player=ana, currency="EUR", day=clock.day_of(now()), cents=2_500, lost=100)
    assert eligibility(ana) == Eligibility("", 500, "day")
    Staked.objects.filter(player=ana).update(lost=1_800)
    assert eligibility(ana) == Eligibility("", 200, "loss-day")


def test_a_void_round_loses_nothing(open_room: RoomFactory) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "loss", "day", 2_000)
    room = open_room()
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 700})))
    room.step(late=3_600_000)
    assert eligibility(ana).stake_left == 2_000 and not Staked.objects.filter(player=ana).exists()


def test_bought_chips_count_as_lost_until_they_are_cashed(open_room: RoomFactory) -> None:
    ana, rui = players_with(100_000, 2)
    limit(ana, "loss", "day", 30_000)
    room = open_room("holdem")
    room.sit([ana, rui])
    room.until("bets-opened")
    for player in (ana, rui):
        room.send((player, do(room.round, {"t": "buy-in"})))
    assert eligibility(ana).stake_left == 10_000
    room.send((ana, protocol.Leave(uuid4())))
    while ana.pk in room.live.players:
        room.step()
    assert eligibility(ana).stake_left == 30_000 - (100_000 - balance(ana))


def test_a_void_round_does_not_count(open_room: RoomFactory) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "stake", "day", 2_000)
    room = open_room()
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 700})))
    assert eligibility(ana).stake_left == 1_300
    room.step(late=3_600_000)
    assert eligibility(ana).stake_left == 2_000 and not Staked.objects.filter(player=ana).exists()


def test_demo_credits_have_no_limits_but_exclusions_and_pauses_apply(open_room: RoomFactory) -> None:
    ana, rui, eva = players_with(10_000, 3, "DEMO")
    limit(ana, "stake", "day", 0)
    Exclusion.objects.create(player=rui, starts=now(), ends=None)
    Pause.objects.create(player=eva, starts=now(), ends=now() + timedelta(days=2))
    eligibilities = eligibility_of([ana.pk, rui.pk, eva.pk], "DEMO")
    assert [eligibilities[player.pk].barred for player in (ana, rui, eva)] == ["", "excluded", "paused"]
    assert eligibilities[ana.pk].stake_left is None and eligibility(ana).stake_left == 0


@pytest.mark.parametrize(
    ("status", "barred_euros", "barred_credits"),
    [("suspended",) * 3, ("closed",) * 3, ("pending", "unverified", "")],
)
def test_the_status_of_the_account_bars(status: str, barred_euros: str, barred_credits: str) -> None:
    (ana,) = players_with(0, 1)
    Player.objects.filter(pk=ana.pk).update(status=status)
    assert (eligibility(ana).barred, eligibility(ana, "DEMO").barred) == (barred_euros, barred_credits)


def test_a_higher_limit_applies_a_day_later_and_a_cancelled_one_never() -> None:
    (ana,) = players_with(0, 1)
    limit(ana, "stake", "day", 1_000)
    limit(ana, "stake", "day", 5_000, starts=now() + timedelta(hours=24))
    limit(ana, "stake", "day", 9_000, starts=now() + timedelta(hours=30), cancelled=now())
    assert eligibility(ana).stake_left == 1_000
    with clock.at(now() + timedelta(hours=24, seconds=1)):
        assert eligibility(ana).stake_left == 5_000
    with clock.at(now() + timedelta(hours=40)):
        assert eligibility(ana).stake_left == 5_000


def test_a_pause_and_an_exclusion_end_at_their_hour() -> None:
    ana, rui = players_with(0, 2)
    Pause.objects.create(player=ana, starts=now(), ends=clock.later_by_days(now(), 1) + timedelta(seconds=1))
    ends = clock.later_by_months(now(), 3) + timedelta(seconds=1)
    Exclusion.objects.create(player=rui, starts=now(), ends=ends, requested_until=ends)
    assert (eligibility(ana).barred, eligibility(rui).barred) == ("paused", "excluded")
    with clock.at(now() + timedelta(hours=26)):
        assert (eligibility(ana).barred, eligibility(rui).barred) == ("", "excluded")
    with clock.at(ends):
        assert eligibility(rui).barred == ""


def test_time_at_two_tables_at_once_is_counted_once() -> None:
    (ana,) = players_with(0, 1)
    noon = clock.start_of(now(), "day") + timedelta(hours=12)
    limit(ana, "time", "day", 60, starts=noon - timedelta(days=1))
    for table, begun, ended in ((1, 0, 30), (2, 10, 40), (3, 45, None)):
        PlaySession.objects.create(
            player=ana, table=table, table_name="x", system="american-roulette", currency="EUR",
            started=noon + timedelta(minutes=begun),
            ended=None if ended is None else noon + timedelta(minutes=ended),
        )  # fmt: skip
    with clock.at(noon + timedelta(minutes=64)):
        assert eligibility(ana).barred == ""
    with clock.at(noon + timedelta(minutes=65)):
        assert eligibility(ana).barred == "session-time" and eligibility(ana, "DEMO").barred == ""


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25", "2028-02-29", "2026-12-31"])
def test_a_day_of_limits_is_a_day_in_lisbon(day: str) -> None:
    """The days on which the clocks change, the leap day and the last day of the year all end at midnight."""
    (ana,) = players_with(0, 1)
    first = clock.midnight(datetime.fromisoformat(day).date())
    limit(ana, "stake", "day", 1_000, starts=first - timedelta(days=40))
    Staked.objects.create(player=ana, currency="EUR", day=day, cents=400)
    for moment, left in (
        (first - timedelta(seconds=1), 1_000),
        (first, 600),
        (clock.end_of(first, "day") - timedelta(seconds=1), 600),
        (clock.end_of(first, "day"), 1_000),
    ):
        with clock.at(moment):
            assert eligibility(ana).stake_left == left, moment


def test_weeks_begin_on_monday_and_months_on_the_first() -> None:
    (ana,) = players_with(0, 1)
    monday = clock.midnight(datetime.fromisoformat("2026-11-30").date())
    limit(ana, "stake", "week", 1_000, starts=monday - timedelta(days=40))
    limit(ana, "stake", "month", 1_500, starts=monday - timedelta(days=40))
    for day, cents in (("2026-11-29", 100), ("2026-11-30", 200), ("2026-12-01", 300)):
        Staked.objects.create(player=ana, currency="EUR", day=day, cents=cents)
    for hour, left in ((-1, 900), (1, 800), (25, 500), (7 * 24 + 1, 1_000)):
        with clock.at(monday + timedelta(hours=hour)):
            assert eligibility(ana).stake_left == left, hour
    with clock.at(monday + timedelta(days=1, hours=1)):
        limit(ana, "stake", "month", 600, starts=clock.now())
        assert eligibility(ana) == Eligibility("", 300, "month"), "on 1 December only December counts"


def test_a_hundred_players_need_one_query() -> None:
    players = players_with(0, 100)
    for player in players[::2]:
        limit(player, "stake", "day", 1_000)
    with CaptureQueriesContext(connection) as queries:
        eligibilities = eligibility_of([player.pk for player in players], "EUR")
    assert len(queries) == 1 and len(eligibilities) == 100


PAST = """
INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, round, at)
SELECT gen_random_uuid(), what, CASE what WHEN 'stake' THEN wallet.id ELSE cash.id END,
       CASE what WHEN 'stake' THEN cash.id ELSE wallet.id END, 'EUR', 1, 1000000 + number,
       now() - number * interval '1 hour'
FROM generate_series(1, 2000) AS number, unnest(ARRAY['stake', 'prize']) AS what,
     wallet_account AS cash, wallet_account AS wallet
WHERE cash.kind = 'cash' AND cash.currency = 'EUR'
  AND wallet.kind = 'wallet' AND wallet.currency = 'EUR' AND wallet.player_id = ANY(%(players)s)
"""


def transfers_read() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables"
            " WHERE relid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'wallet_transfer'::regclass)"
        )
        return int(cursor.fetchone()[0])


def test_a_bet_reads_the_players_own_stakes_only(open_room: RoomFactory) -> None:
    """Nothing is added up for a player without limits, and for one with limits nothing of the others."""
    ana, without, *others = players_with(100_000, 12)
    limit(ana, "stake", "day", 90_000)
    with connection.cursor() as cursor:  # so much past that a round seems to have few transfers
        cursor.execute(PAST, {"players": [player.pk for player in (ana, without, *others)]})
        cursor.execute("ANALYZE wallet_transfer")
    room = open_room(seats=12)
    room.sit([ana, without, *others])
    room.until("bets-opened")
    for _ in range(10):
        room.send(*((player, bet(room.round, {"red": 100})) for player in (without, *others)))
    room.send((ana, bet(room.round, {"red": 100})))
    before = transfers_read()
    assert eligibility(ana).stake_left == 89_900
    of_one = transfers_read() - before
    assert 1 <= of_one <= 3, "the deposit, the bet and nothing else"
    assert eligibility(without).stake_left is None
    assert transfers_read() - before == of_one


def test_what_a_table_knows_of_its_own_round_is_not_read(open_room: RoomFactory) -> None:
    """So a bet reads no more with each bet of the round. What lies at other tables is added up."""
    (ana,) = players_with(100_000, 1)
    limit(ana, "stake", "day", 90_000)
    first, second = open_room(), open_room()
    for room, cents in ((first, 100), (second, 300)):
        room.sit([ana])
        room.until("bets-opened")
        for _ in range(5):
            room.send((ana, bet(room.round, {"red": cents})))

    def left_at(room: LiveTable, cents: int) -> int | None:
        known = {ana.pk: StakesAtTable(room.table.pk, cents)}
        return eligibility_of([ana.pk], "EUR", (), known)[ana.pk].stake_left

    assert eligibility(ana).stake_left == 90_000 - 500 - 1_500
    assert left_at(first, 500) == left_at(second, 1_500) == 88_000
    assert left_at(first, 700) == 90_000 - 700 - 1_500

    second.until("round-ended")
    before = transfers_read()
    assert left_at(first, 500) == 88_000, "the day has them now"
    assert transfers_read() == before


def test_a_limit_holds_after_another_croupier_has_taken_the_table_over(open_room: RoomFactory) -> None:
    (ana,) = players_with(100_000, 1)
    limit(ana, "stake", "day", 1_000)
    room = open_room()
    room.sit([ana])
    room.until("bets-opened")
    room.send((ana, bet(room.round, {"red": 400, "black": 200})))
    room.send((ana, do(room.round, {"t": "undo"})))
    room.send((ana, bet(room.round, {"red": 700})))
    room.new_croupier()
    (refused,) = room.send((ana, bet(room.round, {"red": 400})))
    assert refused.refused is not None and refused.refused.details["left"] == 300
    assert room.send((ana, bet(room.round, {"red": 300})))[0].refused is None
