"""The total of each day: made once its midnight is settled, published once, its tree deleted weeks later.

The tree is computed outside of any transaction, because the record does not settle while one is open. A
process that is killed leaves nothing; the next one begins again with another secret. Two at once make one
total: the second finds the row.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import date, datetime, timedelta

import structlog
from django.db import transaction

from casino.compliance.monitoring.record import settled_until
from casino.players_funds.balances import Balances, balances_at
from casino.players_funds.models import DayTotal, DayTree, LeafTile, PlaceTile
from casino.players_funds.tree import SUM_BYTES, TILE, Leaves, Node, Tree, root_of, spread
from casino.public_log import proofs, sequencer
from players.shared import clock, sealing
from players.wallet.models import Currency

log = structlog.get_logger(__name__)
# Money. Demonstration credits are owed to nobody.
CURRENCIES = [currency.value for currency in Currency if currency is not Currency.DEMO]
PURPOSE, SECRET_BYTES = "salts of players' money", 32
TREES_KEPT = timedelta(days=35)
# After an outage; what is older is never published.
MADE_UP_FOR = timedelta(days=7)
# Two transfers that began around midnight may have been committed in the other order, so that somebody had
# less than nothing at that moment. Then the moment is a later one.
SECONDS_TRIED = 60
ROWS_AT_ONCE = 100


def publish_due() -> int:
    """Publishes every day that is over and settled; how many."""
    settled = settled_until()
    if settled is None:
        return 0
    today, published = clock.day_of(settled), 0
    for currency in CURRENCIES:
        for day in due_days(currency, today):
            published += publish_day(day, currency, settled)
    delete_old_trees(today)
    find_log_entries()
    return published


def due_days(currency: str, today: date) -> list[date]:
    """From the day after the last one; a house that begins publishes yesterday first."""
    yesterday = today - timedelta(days=1)
    totals = DayTotal.objects.filter(currency=currency).order_by("-day")
    last = totals.values_list("day", flat=True).first()
    first = yesterday if last is None else max(last + timedelta(days=1), today - MADE_UP_FOR)
    return [first + timedelta(days=more) for more in range((today - first).days)]


def publish_day(day: date, currency: str, settled: datetime) -> bool:
    balances = balances_after_midnight(day, currency, settled)
    if balances is None:
        return False
    tree = Tree(day.isoformat(), currency, secrets.token_bytes(SECRET_BYTES))
    leaves = spread(balances.players, balances.cents, tree.secret)
    tops = list(tree.tile_roots(leaves))
    root = root_of(tops)
    with transaction.atomic():
        total, is_new = DayTotal.objects.get_or_create(
            day=day,
            currency=currency,
            defaults={
                "instant": balances.instant,
                "leaves": leaves.count,
                "cents": root.cents,
                "jackpots": balances.jackpots,
                "root": root.digest.hex(),
            },
        )
        if is_new:
            _store(total, tree, leaves, tops)
    log.info("players' money", day=tree.day, currency=currency, cents=root.cents, is_new=is_new)
    return is_new


def balances_after_midnight(day: date, currency: str, settled: datetime) -> Balances | None:
    """At midnight, or at the first second after it at which nobody has less than nothing. None while that is
    not settled.
    """
    midnight = clock.midnight(day + timedelta(days=1))
    for seconds in range(SECONDS_TRIED):
        instant = midnight + timedelta(seconds=seconds)
        if settled < instant:
            return None
        balances = balances_at(instant, currency)
        if not balances.is_below_zero:
            return balances
    raise BalanceBelowZero(f"{currency} on {day}")


class BalanceBelowZero(Exception):
    """Somebody has less than nothing, and that is no coincidence of a moment."""


def _store(total: DayTotal, tree: Tree, leaves: Leaves, tops: list[Node]) -> None:
    sealed = sealing.seal(PURPOSE, tree.secret.hex())
    packed = b"".join(node.cents.to_bytes(SUM_BYTES) + node.digest for node in tops)
    DayTree.objects.bulk_create([DayTree(total=total, secret=sealed, tops=packed)])
    LeafTile.objects.bulk_create(_leaf_tiles(total, leaves), batch_size=ROWS_AT_ONCE)
    PlaceTile.objects.bulk_create(_place_tiles(total, leaves), batch_size=ROWS_AT_ONCE)


def _leaf_tiles(total: DayTotal, leaves: Leaves) -> Iterator[LeafTile]:
    for number, begin in enumerate(range(0, leaves.count, TILE)):
        here = slice(begin, begin + TILE)
        content = leaves.players[here].astype("<i8").tobytes() + leaves.cents[here].astype("<i8").tobytes()
        yield LeafTile(tree_id=total.pk, number=number, content=content)


def _place_tiles(total: DayTotal, leaves: Leaves) -> Iterator[PlaceTile]:
    players, places = leaves.places_by_player()
    for begin in range(0, leaves.count, TILE):
        some = players[begin : begin + TILE]
        content = some.astype("<i8").tobytes() + places[begin : begin + TILE].astype("<u4").tobytes()
        yield PlaceTile(tree_id=total.pk, first=int(some[0]), last=int(some[-1]), content=content)


def delete_old_trees(today: date) -> None:
    """The root stays; the amounts and what hides them are gone, so that nobody can try out an old balance."""
    old = list(DayTree.objects.filter(total__day__lt=today - TREES_KEPT).values_list("pk", flat=True))
    if old:
        with transaction.atomic():
            LeafTile.objects.filter(tree__in=old).delete()
            PlaceTile.objects.filter(tree__in=old).delete()
            DayTree.objects.filter(pk__in=old).delete()


def find_log_entries() -> None:
    """Where totals stand in the public log, as soon as it has them."""
    key = sequencer.log_key()
    if key is None:
        return
    for total in DayTotal.objects.filter(entry=None, made__gt=clock.now() - MADE_UP_FOR):
        logged = proofs.find("funds", total.name, total.made, key)
        if logged is not None:
            DayTotal.objects.filter(pk=total.pk, entry=None).update(entry=logged.index)
