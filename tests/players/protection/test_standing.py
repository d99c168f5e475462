"""The one question that every bet asks: may this player bet now, and how much more."""

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
from players.protection.eligibility import Eligibility, eligibility_of
from players.protection.models import Exclusion, Limit, Pause, Staked
from players.shared import clock
from tests.room import Room, balance, bet, do, players_with

pytestmark = pytest.mark.django_db
Opened = Callable[..., Room]


def now() -> datetime:
    return clock.now()


def limit(
    player: Player, kind: str, period: str, value: int | None, starts: datetime | None = None, **more: object
) -> Limit:
    moment = starts or now() - timedelta(minutes=5)
    return Limit.objects.create(
        player=player, kind=kind, period=period, value=value, asked=moment, starts=moment, **more
    )


def of(player: Player, currency: str = "EUR") -> Eligibility:
    return eligibility_of([player.pk], currency)[player.pk]


def test_somebody_without_limits_may_stake_what_he_has() -> None:
    (ana,) = players_with(0, 1)
    assert of(ana) == Eligibility("", None, "")


def test_the_lowest_of_day_week_and_month_wins() -> None:
    (ana,) = players_with(0, 1)
    limit(ana, "stake", "month", 9_000)
    limit(ana, "stake", "day", 5_000)
    assert of(ana) == Eligibility("", 5_000, "day")
    Staked.objects.create(player=ana, currency="EUR", day=clock.first_day(now(), "month"), cents=6_000)
    if clock.day_of(now()).day > 1:
        assert of(ana) == Eligibility("", 3_000, "month")


def test_what_lies_on_the_table_counts_an_undone_bet_does_not_and_a_settled_one_goes_on_counting(
    room: Opened,
) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "stake", "day", 2_000)
    here = room()
    here.sit([ana])
    here.until("bets-opened")
    here.say((ana, bet(here.round, {"red": 700})), (ana, bet(here.round, {"black": 300})))
    assert of(ana).stake_left == 1_000
    here.say((ana, protocol.Do(uuid4(), here.round, msgspec.Raw(b'{"t":"undo"}'))))
    assert of(ana).stake_left == 1_300
    here.until("round-ended")
    assert of(ana).stake_left == 1_300, "settled: it stands in the day's sum now"
    assert Staked.objects.get(player=ana).cents == 700
    here.say((ana, protocol.Leave(uuid4())))
    assert of(ana).stake_left == 1_300


def offered(here: Room, player: Player) -> dict[str, Any]:
    """What this player may decide now, at a table that has gone on as far as it goes by itself."""
    engine: Any = here.desk.place.rules.engine  # type: ignore[union-attr]
    while here.live.running and engine.waiting_for(here.live.game) is not Wait.CHOICE:
        here.ring()
    return dict(engine.options(here.live.game, here.live.players[player.pk])) if here.live.running else {}


def test_what_comes_back_with_a_result_was_staked_all_the_same(room: Opened) -> None:
    """At blackjack one hand may be over while another is played: a stake that comes back within the round is no room for more.  [BJ-15e]"""
    (ana,) = players_with(100_000, 1)
    here = room("blackjack", places_per_player=2, sheet={"places_per_player": 2})
    here.sit([ana])
    limit(ana, "stake", "day", 90_000)
    while True:
        here.until("bets-opened")
        before = of(ana).stake_left or 0
        here.say((ana, bet(here.round, {"1": 1_000, "2": 500})))
        here.say((ana, do(here.round, {"t": "undo"})))
        assert of(ana).stake_left == before, "a bet that was taken back leaves its room"
        here.say((ana, bet(here.round, {"1": 1_000, "2": 500})))
        asked = offered(here, ana)
        if "surrender" in asked.get("choices", ()):
            break
        while here.live.running:
            here.ring()
    left, wallet = of(ana).stake_left, balance(ana)
    assert left is not None and left <= before - 1_500
    (answer,) = here.say((ana, do(here.round, {"t": "surrender", "turn": asked["turn"]})))
    assert answer.refused is None and here.live.running and balance(ana) > wallet, (
        "half of it is back, and the round goes on"
    )
    assert of(ana).stake_left == left
    while here.live.running:
        here.ring()
    assert (
        before - (of(ana).stake_left or 0)
        == Stake.objects.get(round__table=here.table, round__number=here.round).staked
    )


def test_chips_that_were_bought_count_until_they_are_cashed(room: Opened) -> None:
    """A stack is played without being asked about again, so that chips bought twice would pass a limit."""
    ana, rui = players_with(100_000, 2)
    limit(ana, "stake", "day", 30_000)
    here = room("holdem")
    here.sit([ana, rui])
    here.until("bets-opened")
    for player in (ana, rui):
        here.say((player, do(here.round, {"t": "buy-in"})))
    assert of(ana).stake_left == 10_000
    here.say((ana, protocol.Leave(uuid4())))
    while ana.pk in here.live.players:
        here.ring()
    staked = Staked.objects.filter(player=ana).values_list("cents", flat=True).first() or 0
    assert of(ana).stake_left == 30_000 - staked and balance(ana) >= 100_000 - staked


def test_two_tables_at_once_are_one_player(room: Opened) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "stake", "week", 2_000)
    tables = [room(), room()]
    for here in tables:
        here.sit([ana])
        here.until("bets-opened")
        here.say((ana, bet(here.round, {"red": 400})))
    assert of(ana) == Eligibility("", 1_200, "week")


def test_a_void_round_takes_nothing_from_a_limit(room: Opened) -> None:
    (ana,) = players_with(10_000, 1)
    limit(ana, "stake", "day", 2_000)
    here = room()
    here.sit([ana])
    here.until("bets-opened")
    here.say((ana, bet(here.round, {"red": 700})))
    assert of(ana).stake_left == 1_300
    here.ring(late=3_600_000)
    assert of(ana).stake_left == 2_000 and not Staked.objects.filter(player=ana).exists()


def test_credits_know_no_limit_but_exclusions_and_pauses_hold_there_too(room: Opened) -> None:
    ana, rui, eva = players_with(10_000, 3, "DEMO")
    limit(ana, "stake", "day", 0)
    Exclusion.objects.create(player=rui, starts=now(), ends=None)
    Pause.objects.create(player=eva, starts=now(), ends=now() + timedelta(days=2))
    told = eligibility_of([ana.pk, rui.pk, eva.pk], "DEMO")
    assert [told[player.pk].barred for player in (ana, rui, eva)] == ["", "excluded", "paused"]
    assert told[ana.pk].stake_left is None and of(ana).stake_left == 0


@pytest.mark.parametrize(
    ("status", "euros", "credits"), [("suspended",) * 3, ("closed",) * 3, ("pending", "unverified", "")]
)
def test_the_state_of_the_account_bars(status: str, euros: str, credits: str) -> None:
    (ana,) = players_with(0, 1)
    Player.objects.filter(pk=ana.pk).update(status=status)
    assert (of(ana).barred, of(ana, "DEMO").barred) == (euros, credits)


def test_a_raised_limit_counts_a_day_later_and_a_cancelled_one_never() -> None:
    (ana,) = players_with(0, 1)
    limit(ana, "stake", "day", 1_000)
    limit(ana, "stake", "day", 5_000, starts=now() + timedelta(hours=24))
    limit(ana, "stake", "day", 9_000, starts=now() + timedelta(hours=30), cancelled=now())
    assert of(ana).stake_left == 1_000
    with clock.at(now() + timedelta(hours=24, seconds=1)):
        assert of(ana).stake_left == 5_000
    with clock.at(now() + timedelta(hours=40)):
        assert of(ana).stake_left == 5_000


def test_a_pause_and_an_exclusion_end_by_the_hour() -> None:
    ana, rui = players_with(0, 2)
    Pause.objects.create(player=ana, starts=now(), ends=clock.later_by_days(now(), 1) + timedelta(seconds=1))
    ends = clock.later_by_months(now(), 3) + timedelta(seconds=1)
    Exclusion.objects.create(player=rui, starts=now(), ends=ends, asked_until=ends)
    assert (of(ana).barred, of(rui).barred) == ("paused", "excluded")
    with clock.at(now() + timedelta(hours=26)):
        assert (of(ana).barred, of(rui).barred) == ("", "excluded")
    with clock.at(ends):
        assert of(rui).barred == ""


def test_time_at_two_tables_at_once_is_counted_once() -> None:
    (ana,) = players_with(0, 1)
    noon = clock.start_of(now(), "day") + timedelta(hours=12)
    limit(ana, "time", "day", 60, starts=noon - timedelta(days=1))
    for table, begun, ended in ((1, 0, 30), (2, 10, 40), (3, 45, None)):
        PlaySession.objects.create(
            player=ana, table=table, table_name="x", system="american-roulette", currency="EUR",
            started=noon + timedelta(minutes=begun), ended=None if ended is None else noon + timedelta(minutes=ended),
        )  # fmt: skip
    with clock.at(noon + timedelta(minutes=64)):
        assert of(ana).barred == ""
    with clock.at(noon + timedelta(minutes=65)):
        assert of(ana).barred == "session-time" and of(ana, "DEMO").barred == ""


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25", "2028-02-29", "2026-12-31"])
def test_a_day_of_limits_is_lisbons_day_whatever_the_clocks_do(day: str) -> None:
    """The shortest day of the year, the longest, the leap day and the last one: what counts ends at midnight and not an hour beside it."""
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
            assert of(ana).stake_left == left, moment


def test_weeks_begin_on_monday_and_months_on_the_first() -> None:
    (ana,) = players_with(0, 1)
    monday = clock.midnight(datetime.fromisoformat("2026-11-30").date())
    limit(ana, "stake", "week", 1_000, starts=monday - timedelta(days=40))
    limit(ana, "stake", "month", 1_500, starts=monday - timedelta(days=40))
    for day, cents in (("2026-11-29", 100), ("2026-11-30", 200), ("2026-12-01", 300)):
        Staked.objects.create(player=ana, currency="EUR", day=day, cents=cents)
    for hour, left in ((-1, 900), (1, 800), (25, 500), (7 * 24 + 1, 1_000)):
        with clock.at(monday + timedelta(hours=hour)):
            assert of(ana).stake_left == left, hour
    with clock.at(monday + timedelta(days=1, hours=1)):
        limit(ana, "stake", "month", 600, starts=clock.now())
        assert of(ana) == Eligibility("", 300, "month"), "on the first of December one December day counts"


def test_a_hundred_players_are_one_question() -> None:
    people = players_with(0, 100)
    for player in people[::2]:
        limit(player, "stake", "day", 1_000)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        told = eligibility_of([player.pk for player in people], "EUR")
    assert len(asked) == 1 and len(told) == 100
