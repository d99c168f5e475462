"""Queries for players' wallets, their balances and their movements."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from players.models import Player
from players.wallet.models import Account, Transfer


def wallets_of(player: Player) -> QuerySet[Account]:
    """The player's wallets: money first, then demonstration credits."""
    return Account.objects.filter(player=player, kind=Account.Kind.WALLET).order_by("-currency")


def wallet_of(player: Player, currency: str) -> Account | None:
    return Account.objects.filter(player=player, kind=Account.Kind.WALLET, currency=currency).first()


def chips_of(player: Player) -> dict[str, int]:
    """What the player's stacks at tables hold, by currency."""
    stacks = Account.objects.filter(player=player, kind=Account.Kind.STACK, balance__gt=0)
    return dict(stacks.order_by().values_list("currency").annotate(cents=Sum("balance")))


def movements_of(account: Account) -> QuerySet[Transfer]:
    """The transfers into and out of a wallet, newest first."""
    return Transfer.objects.filter(Q(source=account) | Q(target=account)).order_by("-at", "-id")


def balance_at(account: Account, moment: datetime, *, inclusive: bool) -> int:
    """The balance of a wallet at a moment. `inclusive` also reverts the transfers made at that moment."""
    later = {"at__gte": moment} if inclusive else {"at__gt": moment}
    paid = Transfer.objects.filter(source=account, **later).aggregate(cents=Sum("cents"))["cents"] or 0
    received = Transfer.objects.filter(target=account, **later).aggregate(cents=Sum("cents"))["cents"] or 0
    return account.balance + paid - received
