"""What the gateway must be told, told until it has heard; and what it keeps to itself, asked for until it answers.

An errand is written in the transaction that made it necessary. Whoever dies between two steps leaves it there, and the next
run does it again: the gateway knows each payment by its id and does nothing twice.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.signed_http import UnreachableError
from players.wallet.cashier import gateway_notifications, withdrawals
from players.wallet.cashier.deposits import deposit_failed
from players.wallet.cashier.gateway import gateway
from players.wallet.cashier.models import Errand, Payment

log = structlog.get_logger(__name__)
BACKOFF = (5, 15, 60, 300, 900, 3600)
# A deposit that the gateway has never heard of so long after it was asked will never come.
NEVER_HEARD = timedelta(minutes=30)
BATCH = 100
ENDED = (Payment.Status.PAID, Payment.Status.FAILED, Payment.Status.CANCELLED, Payment.Status.RETURNED)


def errand_run(errand: Errand) -> bool:
    """Tells the gateway; whether it heard."""
    payment = errand.payment
    try:
        match errand.kind:
            case Errand.Kind.OPEN:
                back = f"{settings.HOUSE_URL}{reverse('payment', args=[payment.pk])}?look=1"
                opened = gateway().deposit(
                    payment.pk, payment.cents, back=back, language=payment.player.person.language
                )
                _opened(payment, opened.reference, opened.url)
            case Errand.Kind.PAY_OUT:
                if withdrawals.withdrawal_sending(payment.pk) is not None:
                    opened = gateway().pay_out(
                        payment.pk, payment.cents, iban=payment.iban, holder=payment.holder
                    )
                    Payment.objects.filter(pk=payment.pk, reference="").update(reference=opened.reference)
            case Errand.Kind.CANCEL:
                gateway().cancel(payment.pk)
            case Errand.Kind.REFUND:
                gateway().refund(payment.pk)
    except UnreachableError as error:
        now, wait = clock.now(), BACKOFF[min(errand.tries, len(BACKOFF) - 1)]
        Errand.objects.filter(pk=errand.pk).update(
            tries=errand.tries + 1, next_try=now + timedelta(seconds=wait), trouble=str(error)[:200]
        )
        log.warning("gateway not reached", payment=str(payment.pk), errand=errand.kind, trouble=str(error))
        return False
    Errand.objects.filter(pk=errand.pk).update(done=clock.now(), trouble="")
    return True


def _opened(payment: Payment, reference: str, url: str) -> None:
    Payment.objects.filter(pk=payment.pk).update(reference=reference, url=url)
    Payment.objects.filter(pk=payment.pk, status=Payment.Status.ASKED).update(status=Payment.Status.PENDING)


def errand_of(payment: Payment, kind: str) -> bool:
    """Runs one errand of a payment now, for somebody who waits; if it does not succeed, it is run again by the hour."""
    errand = (
        Errand.objects.select_related("payment__player__person")
        .filter(payment=payment, kind=kind, done=None)
        .first()
    )
    return errand is None or errand_run(errand)


def errands_run() -> int:
    due = (
        Errand.objects.select_related("payment__player__person")
        .filter(done=None, next_try__lte=clock.now())
        .order_by("next_try")
    )
    return sum(errand_run(errand) for errand in list(due[:BATCH]))


def payment_check(pk: UUID) -> None:
    """Has the worker ask the gateway about a payment now."""
    Payment.objects.filter(pk=pk, look__isnull=False).update(look=clock.now())
    enqueue_after_commit("players.wallet.cashier.tasks.gateway_reconcile")


def payments_reconcile() -> int:
    """Asks the gateway about everything of which it has not said how it ended; how many it settled."""
    due = list(
        Payment.objects.filter(look__lte=clock.now()).order_by("look").values_list("pk", flat=True)[:BATCH]
    )
    return sum(payment_look(pk) for pk in due)


def payment_look(pk: UUID) -> bool:
    """Asks the gateway how one payment stands; whether that settled it."""
    answered = True
    try:
        state = gateway().state(pk)
    except UnreachableError as error:
        log.warning("gateway not asked", payment=str(pk), trouble=str(error))
        answered, state = False, None
    with transaction.atomic():
        payment, _ = withdrawals.lock(pk)
        if payment.look is None:
            return False
        now = clock.now()
        if state is not None:
            gateway_notifications.follow(payment, state)
        elif answered and payment.incoming and now - payment.made > NEVER_HEARD:
            deposit_failed(payment, "never-opened")
        if payment.status in ENDED:
            payment.look = None
        else:
            age = (now - payment.made).total_seconds()
            payment.look = now + timedelta(seconds=min(max(age / 4, 30), 3600))
        payment.save(update_fields=["look"])
        return payment.look is None
