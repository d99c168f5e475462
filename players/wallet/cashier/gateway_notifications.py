"""Notifications of the gateway: each is stored as it was decrypted and processed once.

A notification moves no money. It makes the worker query the gateway, and the response decides. So an attacker
who reaches the web process cannot credit an account.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

import msgspec
import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from msgspec import Struct

from players.audit import note
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.decoding import UNREADABLE
from players.shared.signed_notifications import UnreadableNotification
from players.wallet.cashier.deposits import deposit_failed, deposit_paid
from players.wallet.cashier.gateway import PaymentState
from players.wallet.cashier.models import Notification, Payment
from players.wallet.cashier.withdrawals import withdrawal_failed, withdrawal_paid
from players.wallet.methods import wire
from players.wallet.methods.drivers import is_phone

log = structlog.get_logger(__name__)
Status = Payment.Status
Outcome = Notification.Outcome


class Received(Struct, frozen=True):
    """The gateway's number of a notification, and what it led to."""

    number: str
    outcome: str


_decoder = msgspec.json.Decoder(wire.Notification)


def notification_key() -> bytes:
    """What the gateway encrypts notifications with: a key that it gave, or one that both sides derive."""
    key: bytes = settings.GATEWAY_NOTIFICATION_KEY
    return key or wire.notification_key(settings.GATEWAY_KEY)


def decrypt_notification(body: bytes, headers: Mapping[str, str]) -> bytes | None:
    """The content of a notification, or None if it is not the gateway's."""
    return wire.open_notification(notification_key(), body, headers) if settings.GATEWAY_KEY else None


def receive_notification(body: bytes) -> Received:
    """Processes a decrypted notification. A repeated one changes nothing."""
    try:
        data, text = _decoder.decode(body), body.decode()
        payment = UUID(data.merchant.merchant_transaction_id)
        status, cents = data.status, data.amount.cents
    except (*UNREADABLE, ValueError) as error:
        raise UnreadableNotification(str(error)) from error
    if data.amount.currency != wire.CURRENCY:
        cents = 0  # compared with the payment's, it differs
    try:
        with transaction.atomic():
            return Received(data.notification_id, _receive(data, payment, status, cents, text))
    except IntegrityError:
        if Notification.objects.filter(pk=data.notification_id).exists():
            return Received(data.notification_id, Outcome.KNOWN)
        raise


def _receive(data: wire.Notification, payment_id: UUID, status: str, cents: int, body: str) -> str:
    if not Payment.objects.filter(pk=payment_id).exclude(status=Status.REFUSED).exists():
        if Notification.objects.filter(pk=data.notification_id).exists():
            return Outcome.KNOWN
        return _store(data, payment_id, status, body, Outcome.UNKNOWN)
    # No account: it moves no money, and all payments of the house would wait for each other.
    payment = Payment.objects.select_for_update().get(pk=payment_id)
    if Notification.objects.filter(pk=data.notification_id).exists():
        return Outcome.KNOWN
    outcome = _outcome(payment, data.payment_type, status, cents)
    if outcome == Outcome.CHECKING:
        # The worker queries the gateway; only its response moves money.
        payment.next_query = clock.now()
        payment.save(update_fields=["next_query"])
        enqueue_after_commit("players.wallet.cashier.tasks.reconcile_gateway")
    if data.transaction_id and not payment.reference:
        payment.reference = data.transaction_id
        payment.save(update_fields=["reference"])
    return _store(data, payment_id, status, body, outcome)


def _outcome(payment: Payment, kind: str, status: str, cents: int) -> Outcome:
    if cents != payment.cents:
        return Outcome.MISMATCH
    if kind in (wire.CHARGEBACK, wire.REVERSAL):
        # The money of a credited deposit is gone again at the gateway. People decide what follows.
        return Outcome.CHARGEBACK if payment.incoming else Outcome.CONTRADICTION
    return _compare(payment, status)


def _store(data: wire.Notification, payment: UUID, status: str, body: str, outcome: str) -> str:
    Notification.objects.create(
        id=data.notification_id, payment=payment, status=status, outcome=outcome, body=body
    )
    if outcome in (Outcome.UNKNOWN, Outcome.MISMATCH, Outcome.CONTRADICTION, Outcome.CHARGEBACK):
        _report_unapplied(payment, outcome, status, data.notification_id)
    return outcome


def _report_unapplied(payment: UUID, outcome: str, status: str, notification: str = "") -> None:
    """Reports a notification that was not applied; staff must look at it."""
    log.error(
        "gateway notification not applied",
        outcome=outcome,
        payment=str(payment),
        notification=notification,
    )
    note(
        "payments.word-not-followed",
        about=f"payment:{payment}",
        outcome=outcome,
        notification=notification,
        reported=status,
    )


def _compare(payment: Payment, status: str) -> Outcome:
    """What a notification can still change of the payment. Final statuses stay."""
    return _compare_deposit(payment, status) if payment.incoming else _compare_withdrawal(payment, status)


def _compare_deposit(payment: Payment, status: str) -> Outcome:
    is_final = payment.status in (Status.PAID, Status.RETURNED)
    if status == "paid":
        # A late payment is credited or returned.
        return Outcome.KNOWN if is_final else Outcome.CHECKING
    if status == "failed":
        if payment.status in (Status.FAILED, Status.CANCELLED):
            return Outcome.KNOWN
        return Outcome.STALE if is_final else Outcome.CHECKING
    # The answer to our own request opens it: with that comes what the payer needs.
    return Outcome.KNOWN if payment.status in (Status.ASKED, Status.PENDING) else Outcome.STALE


def _compare_withdrawal(payment: Payment, status: str) -> Outcome:
    final = {Status.PAID: "paid", Status.FAILED: "failed"}.get(Status(payment.status))
    if status == "pending":
        return Outcome.STALE if final else Outcome.KNOWN
    if final is not None:
        return Outcome.KNOWN if final == status else Outcome.CONTRADICTION
    return Outcome.CHECKING if payment.status == Status.SENT else Outcome.CONTRADICTION


def follow(payment: Payment, state: PaymentState) -> None:
    """Settles a locked payment by the gateway's response, if amount and direction agree."""
    if (state.cents, state.incoming) != (payment.cents, payment.incoming):
        _report_unapplied(payment.pk, Outcome.MISMATCH, state.status)
    elif state.status != "pending":
        _note_payer(payment, state)
        settle(payment, state.status, state.reason)


def _note_payer(payment: Payment, state: PaymentState) -> None:
    """Keeps the gateway's reference, and with what and by whom it was paid: money goes back there."""
    payment.reference = payment.reference or state.reference
    if not payment.incoming:  # where a withdrawal goes is not the gateway's to say
        payment.save(update_fields=["reference"])
        return
    # A phone stays as the player typed it. Anything else is the gateway's to name: money goes back there, and
    # a web process that was taken over could have written another account.
    asked = payment.instrument if is_phone(payment.instrument) else ""
    payment.instrument = state.instrument or asked
    payment.token, payment.payer = state.token, state.payer
    payment.save(update_fields=["reference", "instrument", "token", "payer"])


def settle(payment: Payment, status: str, reason: str = "") -> None:
    """Gives a locked payment the final status that the gateway reported."""
    match payment.incoming, status:
        case True, "paid":
            deposit_paid(payment)
        case True, _:
            deposit_failed(payment, reason or "failed-at-gateway")
        case False, "paid":
            if payment.status == Status.SENT:
                withdrawal_paid(payment)
        case False, _:
            if payment.status == Status.SENT:
                withdrawal_failed(payment)
