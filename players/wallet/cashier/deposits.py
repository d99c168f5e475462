"""Deposits: requested within the limits, paid at the gateway, credited once however often it reports them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from players.audit import note
from players.identity.models import Identity
from players.inbox import send_message
from players.models import Player
from players.protection.deposit_limits import DepositEligibility, may_deposit
from players.shared import clock
from players.wallet.account_owner import OwnerMatch, compare_names
from players.wallet.cashier.funds_protection import has_confirmed_protection
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.posting import Kind, lock_accounts, post
from players.wallet.cashier.selectors import repeated_payment
from players.wallet.methods.descriptions import BY_CODE, FIRST_CHOICE, bounds, offered_methods
from players.wallet.methods.drivers import is_phone

Status = Payment.Status
# Deposits without a final result. They count towards every limit as if credited.
OPEN = (Status.ASKED, Status.PENDING)


@transaction.atomic
def request_deposit(
    player: Player,
    payment_id: UUID,
    cents: int,
    request: Any = None,
    *,
    method: str = FIRST_CHOICE,
    instrument: str = "",
) -> Payment:
    """Requests a deposit, with the wallet locked. From now on it counts towards the limits, until it ends.

    Refused requests are stored too; a repeated id returns the stored payment.
    """
    lock_accounts(player.pk)
    if payment := repeated_payment(payment_id, player, Payment.Direction.DEPOSIT, cents):
        return payment
    now = clock.now()
    reason = _refusal(player, cents, method, instrument)
    open_for = BY_CODE[method].open_for if method in BY_CODE else None
    payment = Payment.objects.create(
        id=payment_id,
        player=player,
        direction=Payment.Direction.DEPOSIT,
        cents=cents,
        method=method,
        instrument=instrument,
        expires=None if reason or open_for is None else now + open_for,
        status=Status.REFUSED if reason else Status.ASKED,
        reason=reason,
        made=now,
        changed=now,
        next_query=None if reason else now + timedelta(seconds=60),
    )
    if not reason:
        GatewayRequest.objects.create(payment=payment, kind=GatewayRequest.Kind.OPEN)
    note(
        "deposits.refused" if reason else "deposits.asked",
        player=player,
        request=request,
        about=f"payment:{payment_id}",
        **paid_with(payment),
        cents=cents,
        reason=reason,
    )
    return payment


def _refusal(player: Player, cents: int, method: str, instrument: str) -> str:
    if not settings.GATEWAY_URL:
        return "no-gateway"
    if method not in [offered.code for offered in offered_methods()]:
        return "no-method"
    if BY_CODE[method].needs_phone and not is_phone(instrument):
        return "no-such-phone"
    refusal = amount_refusal(cents, method) or _reason(may_deposit(player.pk, cents))
    return refusal or ("" if has_confirmed_protection(player.pk) else "protection-unread")


def amount_refusal(cents: int, method: str = FIRST_CHOICE) -> str:
    """Why no deposit of this amount is taken by this method, from anybody."""
    if cents < settings.DEPOSIT_MINIMUM:
        return "below-minimum"
    if cents > settings.DEPOSIT_MAXIMUM:
        return "above-maximum"
    low, high = bounds(BY_CODE.get(method))
    return "" if low <= cents <= high else "out-of-method"


def _reason(eligibility: DepositEligibility) -> str:
    return f"limit-{eligibility.limit}" if eligibility.refusal == "limit" else eligibility.refusal


def deposit_paid(payment: Payment) -> bool:
    """Credits a paid deposit, or returns it if the player may no longer deposit.

    Returns whether anything changed.

    The caller holds a transaction and has locked the payment.
    """
    if payment.status in (Status.PAID, Status.RETURNED, Status.REFUSED):
        return False
    now = clock.now()
    accounts = lock_accounts(payment.player_id)
    eligibility = may_deposit(
        payment.player_id, payment.cents, excluded_payment=payment.pk, require_limits_answer=False
    )
    reason = _reason(eligibility) or _payer_refusal(payment)
    payment.changed, payment.next_query = now, None
    if not reason:
        payment.status, payment.reason, payment.credited = Status.PAID, "", now
        payment.before, payment.after = accounts.cents, accounts.cents + payment.cents
        payment.save(
            update_fields=["status", "reason", "changed", "next_query", "credited", "before", "after"]
        )
        post(Kind.DEPOSIT, payment.pk)
        note(
            "deposits.paid",
            player=payment.player_id,
            about=f"payment:{payment.pk}",
            **paid_with(payment),
            cents=payment.cents,
            before=payment.before,
        )
        send_message(payment.player, "deposit-paid", cents=payment.cents, balance=payment.after)
        return True
    payment.status, payment.reason = Status.RETURNED, reason
    payment.save(update_fields=["status", "reason", "changed", "next_query"])
    GatewayRequest.objects.get_or_create(payment=payment, kind=GatewayRequest.Kind.REFUND)
    note(
        "deposits.returned",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        **paid_with(payment),
        cents=payment.cents,
        reason=payment.reason,
    )
    send_message(payment.player, "deposit-returned", cents=payment.cents, reason=payment.reason)
    return True


def paid_with(payment: Payment) -> dict[str, Any]:
    """For the log: the method, the end of the phone's, card's or account's number, and the provider's
    reference. The whole number stays in the payment.  [903-B 5.4.1.5]
    """
    return {
        "method": payment.method,
        "instrument": (payment.instrument or payment.payee.iban)[-4:],
        "reference": payment.reference,
    }


def _payer_refusal(payment: Payment) -> str:
    """Why money goes back to who paid it: another person did, or nobody knows who. A payer who is not named
    cannot be compared; a house whose providers name payers asks for it.  [903-B 5.2.2.2] [903-B 5.4.1.3]
    """
    if not payment.payer.strip():
        return "no-payer" if settings.PAYER_REQUIRED else ""
    identity = Identity.objects.filter(player=payment.player_id).first()
    name = identity.name if identity is not None else ""
    return "other-payer" if compare_names(payment.payer, name) == OwnerMatch.NONE else ""


def deposit_failed(payment: Payment, reason: str = "") -> bool:
    """Records that the gateway reported a failure. If the money arrives later, `deposit_paid` handles it."""
    if payment.status not in OPEN:
        return False
    payment.status = Status.CANCELLED if payment.reason == "cancelling" else Status.FAILED
    payment.reason, payment.changed, payment.next_query = reason, clock.now(), None
    payment.save(update_fields=["status", "reason", "changed", "next_query"])
    note(
        "deposits.failed",
        player=payment.player_id,
        about=f"payment:{payment.pk}",
        **paid_with(payment),
        cents=payment.cents,
        reason=reason,
    )
    return True


@transaction.atomic
def cancel_deposit(player: Player, payment_id: UUID, request: Any = None) -> bool:
    """Requests the cancellation of a deposit.

    The gateway's answer decides, because the player may have paid meanwhile.
    """
    payment = (
        Payment.objects.select_for_update()
        .filter(pk=payment_id, player=player, direction=Payment.Direction.DEPOSIT, status__in=OPEN)
        .first()
    )
    if payment is None:
        return False
    payment.reason, payment.changed = "cancelling", clock.now()
    payment.next_query = payment.changed
    payment.save(update_fields=["reason", "changed", "next_query"])
    GatewayRequest.objects.get_or_create(payment=payment, kind=GatewayRequest.Kind.CANCEL)
    note(
        "deposits.cancel-asked",
        player=player,
        request=request,
        about=f"payment:{payment_id}",
        **paid_with(payment),
        cents=payment.cents,
    )
    return True
