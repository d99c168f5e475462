"""Requests to the gateway, repeated until they succeed, and queries about payments without a final status.

An errand is a request to the gateway, stored in the transaction that made it necessary. If a worker dies
before it is done, the next run repeats it: the gateway knows each payment by its id and executes nothing
twice.
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
from players.wallet.cashier.gateway import gateway, is_payment_page
from players.wallet.cashier.models import Errand, Payment

log = structlog.get_logger(__name__)
BACKOFF = (5, 15, 60, 300, 900, 3600)
# A deposit that the gateway does not know after this time will never arrive.
UNKNOWN_AFTER = timedelta(minutes=30)
BATCH = 100
ENDED = (
    Payment.Status.PAID, Payment.Status.FAILED, Payment.Status.CANCELLED, Payment.Status.DECLINED,
    Payment.Status.RETURNED,
)  # fmt: skip


def run_errand(errand: Errand) -> bool:
    """Sends the request to the gateway and returns whether it succeeded."""
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
                if payment.status == Payment.Status.RETURNED:
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
    if url and not is_payment_page(url):
        raise UnreachableError("the page to pay on is on no host that the settings name")
    is_pending = Payment.objects.filter(pk=payment.pk, status=Payment.Status.ASKED).update(
        status=Payment.Status.PENDING, reference=reference, url=url
    )
    if not is_pending:  # a notification came first
        Payment.objects.filter(pk=payment.pk, reference="").update(reference=reference)


def run_errand_now(payment: Payment, kind: str) -> bool:
    """Runs an errand now because a player is waiting. If it fails, the scheduled task repeats it."""
    errand = (
        Errand.objects.select_related("payment__player__person")
        .filter(payment=payment, kind=kind, done=None)
        .first()
    )
    return errand is None or run_errand(errand)


def run_errands() -> int:
    due = (
        Errand.objects.select_related("payment__player__person")
        .filter(done=None, next_try__lte=clock.now())
        .order_by("next_try")
    )
    return sum(run_errand(errand) for errand in list(due[:BATCH]))


def check_payment(pk: UUID) -> None:
    """Makes the worker query the gateway about a payment now."""
    Payment.objects.filter(pk=pk, look__isnull=False).update(look=clock.now())
    enqueue_after_commit("players.wallet.cashier.tasks.reconcile_gateway")


def reconcile_payments() -> int:
    """Queries the gateway about every payment without a final status. Returns how many it settled."""
    due = list(
        Payment.objects.filter(look__lte=clock.now()).order_by("look").values_list("pk", flat=True)[:BATCH]
    )
    return sum(reconcile_payment(pk) for pk in due)


def reconcile_payment(pk: UUID) -> bool:
    """Queries the gateway about one payment. Returns whether that settled it."""
    has_answered = True
    try:
        state = gateway().state(pk)
    except UnreachableError as error:
        log.warning("gateway query failed", payment=str(pk), trouble=str(error))
        has_answered, state = False, None
    with transaction.atomic():
        payment, _ = withdrawals.lock(pk)
        if payment.look is None:
            return False
        now = clock.now()
        if state is not None:
            gateway_notifications.follow(payment, state)
        elif has_answered and payment.incoming and now - payment.made > UNKNOWN_AFTER:
            deposit_failed(payment, "never-opened")
        if payment.status in ENDED:
            payment.look = None
        else:
            age = (now - payment.made).total_seconds()
            payment.look = now + timedelta(seconds=min(max(age / 4, 30), 3600))
        payment.save(update_fields=["look"])
        return payment.look is None
