"""What the pages read of wallets: their balances and movements."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet, Sum

from players.models import Player
from players.wallet.models import Account, Transfer


def wallets_of(player: Player) -> QuerySet[Account]:
    """Money first, demonstration credits after it."""
    return Account.objects.filter(player=player, kind=Account.Kind.WALLET).order_by("-currency")


def wallet_of(player: Player, currency: str) -> Account | None:
    return Account.objects.filter(player=player, kind=Account.Kind.WALLET, currency=currency).first()


def movements_of(account: Account) -> QuerySet[Transfer]:
    """What came into a wallet and what left it, newest first."""
    return Transfer.objects.filter(Q(source=account) | Q(target=account)).order_by("-at", "-id")


def balance_at(account: Account, moment: datetime, *, inclusive: bool) -> int:
    """A wallet's balance after a moment; `inclusive` takes back what moved at the moment itself, too."""
    later = {"at__gte": moment} if inclusive else {"at__gt": moment}
    paid = Transfer.objects.filter(source=account, **later).aggregate(cents=Sum("cents"))["cents"] or 0
    received = Transfer.objects.filter(target=account, **later).aggregate(cents=Sum("cents"))["cents"] or 0
    return account.balance + paid - received
