"""What the gateway says: each notification is kept word for word, heard once, and changes only what it can still change."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec
import structlog
from django.db import IntegrityError, transaction
from msgspec import Meta, Struct

from players import clock
from players.audit import note
from players.wallet.cashier import withdrawals
from players.wallet.cashier.deposits import deposit_failed, deposit_paid
from players.wallet.cashier.models import Notification, Payment
from players.wallet.cashier.purse import Purse
from players.wallet.cashier.withdrawals import withdrawal_failed, withdrawal_paid

log = structlog.get_logger(__name__)
Status = Payment.Status
Outcome = Notification.Outcome


class Said(Struct, frozen=True):
    """One notification of the gateway."""

    id: Annotated[str, Meta(pattern=r"^[\w.:-]{1,60}$")]
    payment: UUID
    status: Literal["pending", "paid", "failed"]
    cents: int
    reference: Annotated[str, Meta(pattern=r"^[\w.:-]{0,60}$")] = ""


_read = msgspec.json.Decoder(Said)


class Unreadable(Exception):
    pass


def notification_hear(body: bytes) -> str:
    """Takes one genuine notification; what became of it. Said again it is known, and changes nothing."""
    try:
        said = _read.decode(body)
    except msgspec.DecodeError as error:
        raise Unreadable(str(error)) from error
    try:
        with transaction.atomic():
            return _hear(said, body.decode())
    except IntegrityError:
        if Notification.objects.filter(pk=said.id).exists():
            return Outcome.KNOWN
        raise


def _hear(said: Said, body: str) -> str:
    if not Payment.objects.filter(pk=said.payment).exclude(status=Status.REFUSED).exists():
        if Notification.objects.filter(pk=said.id).exists():
            return Outcome.KNOWN
        return _keep(said, body, Outcome.UNKNOWN)
    payment, purse = withdrawals.lock(said.payment)
    if Notification.objects.filter(pk=said.id).exists():
        return Outcome.KNOWN
    outcome = Outcome.MISMATCH if said.cents != payment.cents else settle(payment, purse, said.status, said.reference)
    return _keep(said, body, outcome)


def _keep(said: Said, body: str, outcome: str) -> str:
    Notification.objects.create(id=said.id, payment=said.payment, status=said.status, outcome=outcome, body=body)
    if outcome in (Outcome.UNKNOWN, Outcome.MISMATCH, Outcome.CONTRADICTION):
        # Nothing moved; people must look.
        log.error("the gateway's word was not followed", outcome=outcome, payment=str(said.payment), notification=said.id)
        note("payments.word-not-followed", about=f"payment:{said.payment}", outcome=outcome, notification=said.id, said=said.status)
    return outcome


def settle(payment: Payment, purse: Purse, status: str, reference: str = "") -> str:
    """Brings a payment, locked, to where the gateway says that it is. Final is final; what comes later in order came too late."""
    if reference and not payment.reference:
        payment.reference = reference
        payment.save(update_fields=["reference"])
    return _deposit(payment, status) if payment.incoming else _withdrawal(payment, purse, status)


def _deposit(payment: Payment, status: str) -> str:
    match status:
        case "pending":
            if payment.status != Status.ASKED:
                return Outcome.KNOWN if payment.status == Status.PENDING else Outcome.STALE
            payment.status, payment.changed = Status.PENDING, clock.now()
            payment.save(update_fields=["status", "changed"])
            return Outcome.APPLIED
        case "paid":
            return Outcome.APPLIED if deposit_paid(payment) else Outcome.KNOWN
        case "failed":
            if deposit_failed(payment, "failed-at-gateway"):
                return Outcome.APPLIED
            return Outcome.KNOWN if payment.status in (Status.FAILED, Status.CANCELLED) else Outcome.STALE
    return Outcome.STALE


def _withdrawal(payment: Payment, purse: Purse, status: str) -> str:
    final = {Status.PAID: "paid", Status.FAILED: "failed"}.get(Status(payment.status))
    if status == "pending":
        return Outcome.STALE if final else Outcome.KNOWN
    if final is not None:
        return Outcome.KNOWN if final == status else Outcome.CONTRADICTION
    if payment.status != Status.SENT:
        return Outcome.CONTRADICTION
    if status == "paid":
        withdrawal_paid(payment, purse)
    else:
        withdrawal_failed(payment, purse)
    return Outcome.APPLIED
