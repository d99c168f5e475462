"""A bet above the player's own limit changes nothing; that it was refused is noted once, after the turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction

from casino.compliance.monitoring import following
from casino.compliance.monitoring.models import Alert
from games.models import Event
from games.tables.croupier.turn import Inbox
from games.tables.croupier.worker import TableWorker
from games.tables.domain.commands import CommandRequest
from players.audit.models import Line
from players.models import Player
from players.protection.limits import set_limits
from players.protection.limits_reached import LimitReached, limits_reached, note_bet_over_limit
from players.shared import clock
from players.wallet.models import Transfer
from tests.live_table import LimitsNotedLater, LiveTable, balance, bet, players_with

pytestmark = pytest.mark.django_db
Open = Callable[..., LiveTable]
LINES = ("limits.stake-reached", "limits.loss-reached")


def at_a_table(room: Open, kind: str, late: LimitsNotedLater) -> tuple[TableWorker, LiveTable, Player]:
    """A worker of a croupier, and somebody who may lose or stake €5.00 a day, €6.00 a week."""
    table = room("american-roulette", betting_seconds=300)
    (ana,) = players_with(10_000, 1)
    set_limits(ana, {(kind, "day"): 500, (kind, "week"): 600})
    table.sit([ana])
    table.until("bets-opened")
    worker = TableWorker(table.table.pk, table.transaction.key, lambda messages: None)
    worker.transaction, worker.reached_limits = table.transaction, late
    return worker, table, ana


def bets(worker: TableWorker, player: Player, cents: int) -> None:
    """As a turn does after the commit of its transaction."""
    request = CommandRequest(player.pk, bet(1, {"red": cents}), ("test", 1))
    worker._note_results(Inbox(), worker.transaction.execute([request]).results)


@pytest.mark.parametrize("kind", ["stake", "loss"])
def test_a_refused_bet_is_noted_once_and_changes_nothing_else(room: Open, kind: str) -> None:
    late = LimitsNotedLater()
    worker, table, ana = at_a_table(room, kind, late)
    bets(worker, ana, 500)
    assert late.write_all() == 0 and limits_reached(ana, clock.day_of(clock.now())) == [], (
        "it is used, not passed"
    )
    before = (balance(ana), Transfer.objects.count(), Event.objects.count(), Line.objects.count())
    for _ in range(20):
        bets(worker, ana, 50)
    assert (balance(ana), Transfer.objects.count(), Event.objects.count(), Line.objects.count()) == before
    assert late.write_all() == 1, "the same refusal is looked up once a minute"
    late.renew()
    bets(worker, ana, 50)
    assert late.write_all() == 1
    line = Line.objects.get(kind__in=LINES)
    assert (line.kind, line.player, line.details) == (f"limits.{kind}-reached", ana, {"period": "day"})
    today = clock.day_of(clock.now())
    assert limits_reached(ana, today) == [LimitReached(today, kind, "day")]
    assert before[:3] == (balance(ana), Transfer.objects.count(), Event.objects.count())


def test_each_limit_and_each_period_is_noted_anew(room: Open) -> None:
    _, _, ana = at_a_table(room, "loss", LimitsNotedLater())
    now = clock.now()
    tomorrow, in_a_week = now + timedelta(days=1), now + timedelta(days=7)
    is_other_week = clock.first_day(tomorrow, "week") != clock.first_day(now, "week")
    for moment, limit, is_new in (
        (now, "loss-day", True), (now, "loss-day", False), (now, "loss-week", True),
        (now, "loss-week", False), (now, "day", False), (tomorrow, "loss-day", True),
        (tomorrow, "loss-week", is_other_week), (in_a_week, "loss-week", True),
    ):  # fmt: skip
        with clock.at(moment):
            assert note_bet_over_limit(ana.pk, limit) is is_new, (moment, limit)
    set_limits(ana, {("loss", "day"): 400})
    assert note_bet_over_limit(ana.pk, "loss-day"), "another limit"


def test_the_croupier_notes_it_with_its_own_rights(room: Open) -> None:
    _, _, ana = at_a_table(room, "loss", LimitsNotedLater())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_croupier")
        assert note_bet_over_limit(ana.pk, "loss-day") and not note_bet_over_limit(ana.pk, "loss-day")


def test_rules_see_it_and_the_player_who_runs_into_limits_again_and_again_is_noticed(room: Open) -> None:
    _, _, ana = at_a_table(room, "loss", LimitsNotedLater())
    now = clock.now()
    for days in range(4):
        kind = LINES[days % 2]
        Line.objects.create(
            kind=kind, player=ana, at=now - timedelta(days=9 - 2 * days), details={"period": "day"}
        )
    with clock.at(now):
        following.follow(until=now)
    assert Alert.objects.filter(player=ana, version__name="stopped").count() == 1
