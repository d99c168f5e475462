"""Notifications of the gateway: each is stored as received and processed once.

A notification moves no money. It makes the worker query the gateway, and the response decides. So an attacker
who reaches the web process cannot credit an account.
"""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec
import structlog
from django.db import IntegrityError, transaction
from msgspec import Meta, Struct

from players.audit import note
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.decoding import UNREADABLE
from players.shared.signed_notifications import UnreadableNotification
from players.wallet.cashier import withdrawals
from players.wallet.cashier.deposits import deposit_failed, deposit_paid
from players.wallet.cashier.gateway import PaymentState
from players.wallet.cashier.models import Notification, Payment
from players.wallet.cashier.withdrawals import withdrawal_failed, withdrawal_paid

log = structlog.get_logger(__name__)
Status = Payment.Status
Outcome = Notification.Outcome


class NotificationData(Struct, frozen=True):
    """The body of a notification."""

    id: Annotated[str, Meta(pattern=r"^[\w.:-]{1,60}$")]
    payment: UUID
    status: Literal["pending", "paid", "failed"]
    cents: int
    reference: Annotated[str, Meta(pattern=r"^[\w.:-]{0,60}$")] = ""


_decoder = msgspec.json.Decoder(NotificationData)


def receive_notification(body: bytes) -> str:
    """Processes an authenticated notification and returns its outcome.

    A repeated notification changes nothing.
    """
    try:
        data, text = _decoder.decode(body), body.decode()
    except UNREADABLE as error:
        raise UnreadableNotification(str(error)) from error
    try:
        with transaction.atomic():
            return _receive(data, text)
    except IntegrityError:
        if Notification.objects.filter(pk=data.id).exists():
            return Outcome.KNOWN
        raise


def _receive(data: NotificationData, body: str) -> str:
    if not Payment.objects.filter(pk=data.payment).exclude(status=Status.REFUSED).exists():
        if Notification.objects.filter(pk=data.id).exists():
            return Outcome.KNOWN
        return _store(data, body, Outcome.UNKNOWN)
    payment, _ = withdrawals.lock(data.payment)
    if Notification.objects.filter(pk=data.id).exists():
        return Outcome.KNOWN
    outcome = Outcome.MISMATCH if data.cents != payment.cents else _compare(payment, data.status)
    if outcome == Outcome.CHECKING:
        # The worker queries the gateway; only its response moves money.
        payment.next_query = clock.now()
        payment.save(update_fields=["next_query"])
        enqueue_after_commit("players.wallet.cashier.tasks.reconcile_gateway")
    if data.reference and not payment.reference:
        payment.reference = data.reference
        payment.save(update_fields=["reference"])
    return _store(data, body, outcome)


def _store(data: NotificationData, body: str, outcome: str) -> str:
    Notification.objects.create(
        id=data.id, payment=data.payment, status=data.status, outcome=outcome, body=body
    )
    if outcome in (Outcome.UNKNOWN, Outcome.MISMATCH, Outcome.CONTRADICTION):
        _report_unapplied(data.payment, outcome, data.status, data.id)
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
    if payment.status != Status.ASKED:
        return Outcome.KNOWN if payment.status == Status.PENDING else Outcome.STALE
    payment.status, payment.changed = Status.PENDING, clock.now()
    payment.save(update_fields=["status", "changed"])
    return Outcome.APPLIED


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
        settle(payment, state.status)


def settle(payment: Payment, status: str) -> None:
    """Gives a locked payment the final status that the gateway reported."""
    match payment.incoming, status:
        case True, "paid":
            deposit_paid(payment)
        case True, _:
            deposit_failed(payment, "failed-at-gateway")
        case False, "paid":
            if payment.status == Status.SENT:
                withdrawal_paid(payment)
        case False, _:
            if payment.status == Status.SENT:
                withdrawal_failed(payment)
