"""What the gateway says: each notification is kept word for word and heard once.

A notification moves no money. It makes the worker ask the gateway, and the answer decides: whoever can reach the web process
credits nobody.
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
from players.wallet.cashier import withdrawals
from players.wallet.cashier.deposits import deposit_failed, deposit_paid
from players.wallet.cashier.gateway import State
from players.wallet.cashier.models import Notification, Payment
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
    payment, _ = withdrawals.lock(said.payment)
    if Notification.objects.filter(pk=said.id).exists():
        return Outcome.KNOWN
    outcome = Outcome.MISMATCH if said.cents != payment.cents else _compare(payment, said.status)
    if outcome == Outcome.CHECKING:
        # The worker asks the gateway itself, and money follows that answer alone.
        payment.look = clock.now()
        payment.save(update_fields=["look"])
        enqueue_after_commit("players.wallet.cashier.tasks.gateway_reconcile")
    if said.reference and not payment.reference:
        payment.reference = said.reference
        payment.save(update_fields=["reference"])
    return _keep(said, body, outcome)


def _keep(said: Said, body: str, outcome: str) -> str:
    Notification.objects.create(
        id=said.id, payment=said.payment, status=said.status, outcome=outcome, body=body
    )
    if outcome in (Outcome.UNKNOWN, Outcome.MISMATCH, Outcome.CONTRADICTION):
        _not_followed(said.payment, outcome, said.status, said.id)
    return outcome


def _not_followed(payment: UUID, outcome: str, status: str, notification: str = "") -> None:
    """Nothing moved; people must look."""
    log.error(
        "the gateway's word was not followed",
        outcome=outcome,
        payment=str(payment),
        notification=notification,
    )
    note(
        "payments.word-not-followed",
        about=f"payment:{payment}",
        outcome=outcome,
        notification=notification,
        said=status,
    )


def _compare(payment: Payment, status: str) -> Outcome:
    """What a notification can still change of a payment as it stands; final is final."""
    return _compare_deposit(payment, status) if payment.incoming else _compare_withdrawal(payment, status)


def _compare_deposit(payment: Payment, status: str) -> Outcome:
    ended = payment.status in (Status.PAID, Status.RETURNED)
    if status == "paid":
        # Money that comes after all is taken, or sent back.
        return Outcome.KNOWN if ended else Outcome.CHECKING
    if status == "failed":
        if payment.status in (Status.FAILED, Status.CANCELLED):
            return Outcome.KNOWN
        return Outcome.STALE if ended else Outcome.CHECKING
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


def follow(payment: Payment, state: State) -> None:
    """Settles a payment, locked, as the gateway answered: if it means the same amount in the same direction."""
    if (state.cents, state.incoming) != (payment.cents, payment.incoming):
        _not_followed(payment.pk, Outcome.MISMATCH, state.status)
    elif state.status != "pending":
        settle(payment, state.status)


def settle(payment: Payment, status: str) -> None:
    """Brings a payment, locked, to the end that the gateway answered with."""
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
