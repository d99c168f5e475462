"""Monthly statements: balances, transfers and play of each wallet, by month, Lisbon time."""

from __future__ import annotations

import hashlib
import json
from datetime import date, timedelta

from django.db.models import F, QuerySet, Sum

from players.history.daily_totals import totals_until, update_totals
from players.history.models import DailyMovement, DailyPlay, Statement
from players.history.totals import merged
from players.models import Player
from players.shared import clock
from players.wallet.models import Account

BATCH = 500


def make_statements() -> int:
    """Makes the statements of all past months, for every wallet with transfers or a balance in the month.

    Returns how many were made.
    """
    update_totals()
    until = totals_until()
    oldest = DailyMovement.objects.order_by("day").values_list("day", flat=True).first()
    if until is None or oldest is None:
        return 0
    month, made = oldest.replace(day=1), 0
    last = Statement.objects.order_by("-month").values_list("month", flat=True).first()
    # The last month is checked again, because the task may have been interrupted in it.
    month = max(month, last) if last else month
    while clock.months_after(month, 1) <= until:
        made += _month(month)
        month = clock.months_after(month, 1)
    return made


def _month(month: date) -> int:
    made = 0
    stated = Statement.objects.filter(month=month).values("player", "currency")
    # Not the balance of today: a wallet that was emptied since has a statement of the month, too.
    wallets = Account.objects.filter(kind=Account.Kind.WALLET, moves__gt=0).order_by("pk")
    done = {(row["player"], row["currency"]) for row in stated}
    todo = [wallet for wallet in wallets.iterator(BATCH) if (wallet.player_id, wallet.currency) not in done]
    for start in range(0, len(todo), BATCH):
        made += len(
            Statement.objects.bulk_create(
                _statements_for(todo[start : start + BATCH], month), ignore_conflicts=True
            )
        )
    return made


def _statements_for(wallets: list[Account], month: date) -> list[Statement]:
    """Uses three queries for any number of wallets."""
    ends = clock.months_after(month, 1)
    ids = [wallet.pk for wallet in wallets]
    before = (
        DailyMovement.objects.filter(account__in=ids, day__lt=month)
        .values_list("account")
        .annotate(Sum("came"), Sum("went"))
    )
    opening = {account: came - went for account, came, went in before}
    flows: dict[int, list[tuple[object, ...]]] = {}
    within = DailyMovement.objects.filter(account__in=ids, day__gte=month, day__lt=ends)
    for account, *flow in within.values_list("account", "kind", "play").annotate(
        Sum("moves"), Sum("came"), Sum("went")
    ):
        flows.setdefault(account, []).append(tuple(flow))
    days: dict[tuple[int, str], list[dict[str, object]]] = {}
    played = DailyPlay.objects.filter(
        player__in=[wallet.player_id for wallet in wallets], day__gte=month, day__lt=ends
    )
    grouped = played.values("player", "currency", "day", "system").annotate(
        Sum("rounds"), Sum("staked"), Sum("returned")
    )
    for row in grouped.order_by("day", "system"):
        entry = {
            "day": row["day"].isoformat(),
            "system": row["system"],
            "rounds": row["rounds__sum"],
            "staked": row["staked__sum"],
            "returned": row["returned__sum"],
        }
        days.setdefault((row["player"], row["currency"]), []).append(entry)
    made = []
    for wallet in wallets:
        assert wallet.player_id is not None
        moved = merged(flows.get(wallet.pk, []))
        opened = opening.get(wallet.pk, 0)
        if not moved and not opened:
            continue
        data = {
            "opening": opened,
            "flows": [
                {"kind": f.kind, "play": f.play, "moves": f.moves, "came": f.came, "went": f.went}
                for f in moved
            ],
            "closing": opened + sum(flow.came - flow.went for flow in moved),
            "days": days.get((wallet.player_id, wallet.currency), []),
        }
        digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
        made.append(
            Statement(
                player_id=wallet.player_id, currency=wallet.currency, month=month, data=data, digest=digest
            )
        )
    return made


def statements_of(player: Player) -> QuerySet[Statement]:
    """The player's statements, newest first, with their balances and without their days."""
    statements = Statement.objects.filter(player=player).annotate(
        opening=F("data__opening"), closing=F("data__closing")
    )
    return statements.defer("data").order_by("-month", "-currency")


def month_ends(month: date) -> date:
    """The last day of a month."""
    return clock.months_after(month, 1) - timedelta(days=1)
