"""Deposits: asked within limits, paid at the gateway, credited once, whatever is said twice, late or in another order."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from players.audit import note
from players.inbox import tell
from players.models import Player
from players.protection.deposit_limits import may_deposit
from players.shared import clock
from players.wallet.cashier.models import Errand, Payment
from players.wallet.cashier.posting import Kind, post, purse_lock
from players.wallet.ledger import IdReused

Status = Payment.Status
# A deposit of which nothing is final yet; it counts towards every limit as if it had come.
OPEN = (Status.ASKED, Status.PENDING)


@transaction.atomic
def deposit_ask(player: Player, id: UUID, cents: int, request: Any = None) -> Payment:
    """The wish to deposit, decided with the wallet locked. A refused one is kept as well; the same id is the same wish."""
    purse_lock(player.pk)
    if (known := Payment.objects.filter(pk=id).first()) is not None:
        if (known.player_id, known.direction, known.cents) != (player.pk, Payment.Direction.DEPOSIT, cents):
            raise IdReused(id)
        return known
    now = clock.now()
    reason = _refusal(player, cents)
    payment = Payment.objects.create(
        id=id,
        player=player,
        direction=Payment.Direction.DEPOSIT,
        cents=cents,
        status=Status.REFUSED if reason else Status.ASKED,
        reason=reason,
        made=now,
        changed=now,
        look=None if reason else now + timedelta(seconds=60),
    )
    if not reason:
        Errand.objects.create(payment=payment, kind=Errand.Kind.OPEN)
    note(
        "deposits.refused" if reason else "deposits.asked",
        player=player,
        request=request,
        about=f"payment:{id}",
        cents=cents,
        reason=reason,
    )
    return payment


def _refusal(player: Player, cents: int) -> str:
    if not settings.GATEWAY_URL:
        return "no-gateway"
    if cents < settings.DEPOSIT_MINIMUM:
        return "below-minimum"
    if cents > settings.DEPOSIT_MAXIMUM:
        return "above-maximum"
    answer = may_deposit(player.pk, cents)
    return f"limit-{answer.limit}" if answer.refused == "limit" else answer.refused


def deposit_paid(payment: Payment) -> bool:
    """The money has come: into the wallet, or back where it came from if it may not be taken any more. Inside a transaction.

    The payment is locked. Whether anything changed.
    """
    if payment.status in (Status.PAID, Status.RETURNED, Status.REFUSED):
        return False
    now = clock.now()
    purse = purse_lock(payment.player_id)
    answer = may_deposit(payment.player_id, payment.cents, but=payment.pk, asking=False)
    payment.changed, payment.look = now, None
    if answer:
        payment.status, payment.reason, payment.credited = Status.PAID, "", now
        payment.before, payment.after = purse.cents, purse.cents + payment.cents
        payment.save(update_fields=["status", "reason", "changed", "look", "credited", "before", "after"])
        post(Kind.DEPOSIT, payment.pk)
        note(
            "deposits.paid",
            player=payment.player_id,
            about=f"payment:{payment.pk}",
            cents=payment.cents,
            before=payment.before,
        )
        tell(payment.player, "deposit-paid", cents=payment.cents, balance=payment.after)
        return True
    payment.status, payment.reason = (
        Status.RETURNED,
        f"limit-{answer.limit}" if answer.refused == "limit" else answer.refused,
    )
    payment.save(update_fields=["status", "reason", "changed", "look"])
    Errand.objects.get_or_create(payment=payment, kind=Errand.Kind.REFUND)
    note(
        "deposits.returned",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        cents=payment.cents,
        reason=payment.reason,
    )
    tell(payment.player, "deposit-returned", cents=payment.cents, reason=payment.reason)
    return True


def deposit_failed(payment: Payment, reason: str = "") -> bool:
    """The gateway says that nothing will come. If it comes after all, `deposit_paid` takes it."""
    if payment.status not in OPEN:
        return False
    payment.status = Status.CANCELLED if payment.reason == "cancelling" else Status.FAILED
    payment.reason, payment.changed, payment.look = reason, clock.now(), None
    payment.save(update_fields=["status", "reason", "changed", "look"])
    note(
        "deposits.failed",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        cents=payment.cents,
        reason=reason,
    )
    return True


@transaction.atomic
def deposit_cancel(player: Player, id: UUID, request: Any = None) -> bool:
    """The player will not pay after all. The gateway is told, and its answer decides: the person may have paid meanwhile."""
    payment = (
        Payment.objects.select_for_update()
        .filter(pk=id, player=player, direction=Payment.Direction.DEPOSIT, status__in=OPEN)
        .first()
    )
    if payment is None:
        return False
    payment.reason, payment.changed = "cancelling", clock.now()
    payment.look = payment.changed
    payment.save(update_fields=["reason", "changed", "look"])
    Errand.objects.get_or_create(payment=payment, kind=Errand.Kind.CANCEL)
    note("deposits.cancel-asked", player=player, request=request, about=f"payment:{id}")
    return True
