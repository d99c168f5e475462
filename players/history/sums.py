"""Sums over any choice of a player's days: folded days as they stand, the days since then from the record itself."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet, Sum
from msgspec import Struct

from players import clock
from players.history.folding import folded_upto
from players.history.models import Moved, Played
from players.models import Player, PlaySession
from players.wallet.models import Currency


class Choice(Struct, frozen=True):
    """Which part of a history: days of Lisbon (both included), money or credits, a game, a table."""

    currency: str = "EUR"
    since: date | None = None
    until: date | None = None
    system: str = ""
    table: int = 0

    @property
    def begins(self) -> datetime | None:
        return clock.midnight(self.since) if self.since else None

    @property
    def ends(self) -> datetime | None:
        return clock.midnight(date.fromordinal(self.until.toordinal() + 1)) if self.until else None


class Sums(Struct, frozen=True):
    rounds: int = 0
    staked: int = 0
    returned: int = 0

    @property
    def net(self) -> int:
        return self.returned - self.staked


class Flow(Struct, frozen=True):
    """One road of a wallet: how often, what it brought and what it took."""

    road: str
    play: bool
    moves: int
    came: int
    went: int


LIVE_PLAYED = """
SELECT count(*), coalesce(sum(s.staked), 0)::bigint, coalesce(sum(s.back + s.prize - s.commission), 0)::bigint
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id JOIN games_table AS t ON t.id = r.table_id
WHERE s.player_id = %(player)s AND s.at >= %(since)s AND s.at < %(until)s AND t.currency = %(currency)s
AND (%(system)s = '' OR t.system = %(system)s) AND (%(table)s = 0 OR t.id = %(table)s)
"""
LIVE_MOVED = """
SELECT road, round IS NOT NULL, count(*), sum(came)::bigint, sum(went)::bigint FROM (
    SELECT road, round, cents AS came, 0 AS went FROM wallet_transfer WHERE target_id = %(account)s AND at >= %(since)s AND at < %(until)s
    UNION ALL
    SELECT road, round, 0, cents FROM wallet_transfer WHERE source_id = %(account)s AND at >= %(since)s AND at < %(until)s
) AS side GROUP BY 1, 2
"""


def played_days(player: Player, choice: Choice) -> QuerySet[Played]:
    days = Played.objects.filter(player=player, currency=choice.currency)
    if choice.since:
        days = days.filter(day__gte=choice.since)
    if choice.until:
        days = days.filter(day__lte=choice.until)
    if choice.system:
        days = days.filter(system=choice.system)
    return days.filter(table=choice.table) if choice.table else days


def live_bounds(choice: Choice) -> dict[str, Any] | None:
    """The part of a choice that is not folded yet; nothing where all of it is."""
    upto = folded_upto()
    begins = clock.midnight(upto) if upto else None
    since = max((moment for moment in (begins, choice.begins) if moment), default=None)
    if since and choice.ends and choice.ends <= since:
        return None
    return {"since": since or "-infinity", "until": choice.ends or "infinity"}


def played(player: Player, choice: Choice) -> Sums:
    """Gains and losses over any choice of rounds.  [AR-25] [FR-R26]"""
    upto = folded_upto()
    days = played_days(player, choice).filter(day__lt=upto) if upto else Played.objects.none()
    kept = days.aggregate(rounds=Sum("rounds"), staked=Sum("staked"), returned=Sum("returned"))
    live = (0, 0, 0)
    if bounds := live_bounds(choice):
        with connection.cursor() as cursor:
            asked = {
                "player": player.pk,
                "currency": choice.currency,
                "system": choice.system,
                "table": choice.table,
            }
            cursor.execute(LIVE_PLAYED, {**bounds, **asked})
            live = cursor.fetchone()
    return Sums(
        (kept["rounds"] or 0) + live[0], (kept["staked"] or 0) + live[1], (kept["returned"] or 0) + live[2]
    )


def played_for(player: Player) -> str:
    """The currency of the record that a player means who names none: credits for who has never played for money."""
    stays = set(
        PlaySession.objects.filter(player=player).order_by().values_list("currency", flat=True).distinct()
    )
    return Currency.DEMO if stays == {Currency.DEMO} else Currency.EUR


def flows(account: int, choice: Choice) -> list[Flow]:
    """What each road moved through a wallet in a choice of days."""
    upto = folded_upto()
    days = Moved.objects.filter(account=account, day__lt=upto) if upto else Moved.objects.none()
    if choice.since:
        days = days.filter(day__gte=choice.since)
    if choice.until:
        days = days.filter(day__lte=choice.until)
    rows = list(days.values_list("road", "play").annotate(Sum("moves"), Sum("came"), Sum("went")))
    if bounds := live_bounds(choice):
        with connection.cursor() as cursor:
            cursor.execute(LIVE_MOVED, {**bounds, "account": account})
            rows += cursor.fetchall()
    return merged(rows)


def merged(rows: Iterable[tuple[Any, ...]]) -> list[Flow]:
    found: dict[tuple[str, bool], list[int]] = {}
    for road, play, *figures in rows:
        so_far = found.setdefault((road, play), [0, 0, 0])
        for index, figure in enumerate(figures):
            so_far[index] += int(figure)
    flows = [Flow(road, play, *figures) for (road, play), figures in found.items()]
    return sorted(flows, key=lambda flow: (flow.play, -flow.came, flow.road))


def net_deposits(account: int) -> int:
    """Deposits less withdrawals over the whole life of the account; it may be below zero."""
    return sum(flow.came - flow.went for flow in flows(account, Choice()) if not flow.play)


STAY = """
SELECT count(*), coalesce(sum(staked), 0)::bigint, coalesce(sum(back + prize - commission), 0)::bigint FROM games_stake WHERE session = %s
"""


def stay(session: int) -> Sums:
    """The settled rounds of one stay."""
    with connection.cursor() as cursor:
        cursor.execute(STAY, [session])
        return Sums(*cursor.fetchone())
