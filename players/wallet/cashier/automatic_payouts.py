"""Automatic payouts: the balances of indefinitely self-excluded players and of closed accounts."""

from __future__ import annotations

from uuid import uuid4

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from players.audit import note
from players.identity.verification.account_status import close_player
from players.models import Player, PlaySession
from players.protection.models import Exclusion
from players.shared import clock
from players.wallet.cashier.models import Payment, WithdrawalDecision
from players.wallet.cashier.posting import lock_accounts
from players.wallet.cashier.withdrawals import (
    ENDS_BY_ITSELF,
    continue_waiting_withdrawal,
    destination,
    request_withdrawal,
)

log = structlog.get_logger(__name__)
BATCH = 100


def make_payouts() -> int:
    """Pays out balances once the player's last round is settled.

    An indefinite exclusion then closes the account.
    """
    done = 0
    now = clock.now()
    excluded = Exclusion.objects.filter(
        source=Exclusion.Source.OWN, ends=None, starts__lte=now, paid_out=None
    )
    for pk, player in list(excluded.order_by("pk").values_list("pk", "player_id")[:BATCH]):
        done += _close_exclusion(pk, player)
    closed = Player.objects.filter(
        status=Player.Status.CLOSED,
        accounts__kind="wallet",
        accounts__currency="EUR",
        accounts__balance__gt=0,
    )
    for player in list(closed.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        done += _pay_out_closed_account(player)
    return done


def continue_waiting_withdrawals() -> int:
    """Continues withdrawals for which what they wait for has ended."""
    is_released = Exists(WithdrawalDecision.objects.filter(payment=OuterRef("pk"), verb="release"))
    waiting = (
        Payment.objects.filter(Q(reason__in=ENDS_BY_ITSELF) | is_released, status=Payment.Status.HELD)
        .order_by("made")
        .values_list("pk", flat=True)
    )
    return sum(continue_waiting_withdrawal(pk) for pk in list(waiting[:BATCH]))


@transaction.atomic
def _close_exclusion(pk: int, player: int) -> bool:
    accounts = lock_accounts(player)
    exclusion = Exclusion.objects.select_for_update(of=("self",)).select_related("player").get(pk=pk)
    if exclusion.paid_out is not None or exclusion.ends is not None or _playing(player):
        return False
    if accounts.cents and not _pay(exclusion.player, accounts.cents, Payment.Cause.EXCLUSION):
        return False
    Exclusion.objects.filter(pk=pk).update(paid_out=clock.now())
    note("exclusions.paid-out", player=exclusion.player, about=f"exclusion:{pk}", cents=accounts.cents)
    close_player(exclusion.player, "exclusion")
    return True


@transaction.atomic
def _pay_out_closed_account(player: int) -> bool:
    accounts = lock_accounts(player)
    return bool(
        accounts.cents
        and not _playing(player)
        and _pay(Player.objects.get(pk=player), accounts.cents, Payment.Cause.CLOSED)
    )


def _pay(player: Player, cents: int, cause: str) -> bool:
    """Withdraws the whole balance.

    If that is impossible or the last automatic withdrawal failed, staff see the balance in a list.
    """
    last = (
        Payment.objects.filter(player=player, direction=Payment.Direction.WITHDRAWAL)
        .order_by("-made")
        .first()
    )
    if destination(player.pk) is None or (
        last is not None
        and last.status in (Payment.Status.FAILED, Payment.Status.CANCELLED, Payment.Status.DECLINED)
        and last.cause != Payment.Cause.PLAYER
    ):
        return False
    return request_withdrawal(player, uuid4(), cents, cause=cause).status != Payment.Status.REFUSED


def _playing(player: int) -> bool:
    return PlaySession.objects.filter(player=player, ended=None).exclude(currency="DEMO").exists()
