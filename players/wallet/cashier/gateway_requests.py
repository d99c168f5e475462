"""Requests to the gateway, repeated until they succeed, and queries about payments without a final status.

A request is stored in the transaction that made it necessary. If a worker dies before it is done, the next
run repeats it: the gateway knows each payment by its id and executes nothing twice.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.shared.person_keys import PersonKeyError
from players.shared.signed_http import UnreachableError
from players.wallet.cashier import account_owners, gateway_notifications, withdrawals
from players.wallet.cashier.deposits import deposit_failed
from players.wallet.cashier.gateway import OpenedPayment, gateway, is_payment_page
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.payout_gates import may_leave
from players.wallet.methods.descriptions import CARD
from players.wallet.methods.drivers import Order

log = structlog.get_logger(__name__)
BACKOFF = (2, 5, 15, 60, 300, 900, 3600)
# A payout that must be looked at first is tried again after this time.
LOOK_AGAIN = timedelta(seconds=2)
NOT_READ = "the rules over play have not read this far"
# A deposit that the gateway does not know after this time will never arrive.
UNKNOWN_AFTER = timedelta(minutes=30)
BATCH = 100
# Until the gateway is asked again: longer with the payment's age. A payout is there within seconds; a payer
# takes a while.
SHORTEST_OUT, SHORTEST_IN, LONGEST = timedelta(seconds=3), timedelta(seconds=30), timedelta(hours=1)
ENDED = (
    Payment.Status.PAID, Payment.Status.FAILED, Payment.Status.CANCELLED, Payment.Status.DECLINED,
    Payment.Status.RETURNED,
)  # fmt: skip


def send_request(request: GatewayRequest) -> bool:
    """Sends the request to the gateway and returns whether it succeeded."""
    payment = request.payment
    try:
        match request.kind:
            case GatewayRequest.Kind.OPEN:
                _opened(payment, gateway().deposit(payment.method, _order(payment)))
            case GatewayRequest.Kind.PAY_OUT if withdrawals.hold_for_review(payment.pk):
                pass  # the payout is ordered again when the review is over
            case GatewayRequest.Kind.PAY_OUT if not may_leave(payment):
                GatewayRequest.objects.filter(pk=request.pk).update(
                    next_try=clock.now() + LOOK_AGAIN,
                    trouble=NOT_READ,
                )
                return False
            case GatewayRequest.Kind.PAY_OUT:
                account_owners.ask_owners_of([payment.player_id])
                payee = payment.payee
                if withdrawals.withdrawal_sending(payment.pk) is not None:
                    opened = gateway().pay_out(
                        payment.pk,
                        payment.cents,
                        iban=payee.iban,
                        holder=payee.holder,
                        token=payment.token,
                    )
                    Payment.objects.filter(pk=payment.pk, reference="").update(reference=opened.reference)
            case GatewayRequest.Kind.CANCEL:
                if payment.status not in ENDED:
                    gateway().cancel(payment.pk, _reference(payment))
            case GatewayRequest.Kind.REFUND:
                if payment.status == Payment.Status.RETURNED:
                    gateway().refund(payment.pk, _reference(payment))
    except (UnreachableError, PersonKeyError) as error:
        now, wait = clock.now(), BACKOFF[min(request.tries, len(BACKOFF) - 1)]
        GatewayRequest.objects.filter(pk=request.pk).update(
            tries=request.tries + 1, next_try=now + timedelta(seconds=wait), trouble=str(error)[:200]
        )
        log.warning("gateway not reached", payment=str(payment.pk), kind=request.kind, trouble=str(error))
        return False
    GatewayRequest.objects.filter(pk=request.pk).update(done=clock.now(), trouble="")
    return True


def _order(payment: Payment) -> Order:
    return Order(
        payment=str(payment.pk),
        cents=payment.cents,
        asked=payment.made,
        expires=payment.expires or payment.made + UNKNOWN_AFTER,
        instrument=payment.instrument,
        back=f"{settings.HOUSE_URL}{reverse('payment', args=[payment.pk])}?ask=1",
        language=payment.player.person.language,
    )


def _reference(payment: Payment) -> str:
    """The gateway's reference, under which it cancels and returns; it may not have answered yet."""
    if not payment.reference:
        raise UnreachableError("the gateway has not given its reference yet")
    return payment.reference


def _opened(payment: Payment, opened: OpenedPayment) -> None:
    if opened.url and not is_payment_page(opened.url):
        raise UnreachableError("the page to pay on is on no host that the settings name")
    is_pending = Payment.objects.filter(pk=payment.pk, status=Payment.Status.ASKED).update(
        status=Payment.Status.PENDING,
        reference=opened.reference,
        url=opened.url,
        instructions=opened.instructions,
    )
    if not is_pending:  # a notification came first
        Payment.objects.filter(pk=payment.pk, reference="").update(reference=opened.reference)


def send_request_now(payment: Payment, kind: str) -> bool:
    """Sends a request now because a player is waiting. If it fails, the scheduled task repeats it."""
    request = (
        GatewayRequest.objects.select_related("payment__player__person")
        .filter(payment=payment, kind=kind, done=None)
        .first()
    )
    return request is None or send_request(request)


def send_due_requests() -> int:
    due = (
        GatewayRequest.objects.select_related("payment__player__person", "payment__account")
        .filter(done=None, next_try__lte=clock.now())
        .order_by("next_try")
    )
    if settings.PAYOUT_ROUTE != "gateway":  # the bank gets those to accounts as files
        due = due.exclude(~Q(payment__method=CARD), kind=GatewayRequest.Kind.PAY_OUT)
    return sum(send_request(request) for request in list(due[:BATCH]))


def send_what_was_read() -> None:
    """Whoever has read further calls this: what waited for it leaves now and not with the next sweep."""
    waiting = GatewayRequest.objects.filter(done=None, kind=GatewayRequest.Kind.PAY_OUT, trouble=NOT_READ)
    if waiting.update(next_try=clock.now()):
        enqueue_after_commit("players.wallet.cashier.tasks.send_gateway_requests")


def check_payment(pk: UUID) -> None:
    """Makes the worker query the gateway about a payment now."""
    Payment.objects.filter(pk=pk, next_query__isnull=False).update(next_query=clock.now())
    enqueue_after_commit("players.wallet.cashier.tasks.reconcile_gateway")


def reconcile_payments() -> int:
    """Queries the gateway about every payment without a final status. Returns how many it settled."""
    due = list(
        Payment.objects.filter(next_query__lte=clock.now())
        .order_by("next_query")
        .values_list("pk", flat=True)[:BATCH]
    )
    return sum(_reconcile_or_wait(pk) for pk in due)


def _reconcile_or_wait(pk: UUID) -> bool:
    """Without the key of its player a payment waits, and the others do not wait for it."""
    try:
        return reconcile_payment(pk)
    except PersonKeyError as error:
        log.error("payer not sealed, payment not settled", payment=str(pk), error=str(error))
        Payment.objects.filter(pk=pk).update(next_query=clock.now() + SHORTEST_IN)
        return False


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
        if payment.next_query is None:
            return False
        now = clock.now()
        if state is not None:
            gateway_notifications.follow(payment, state)
        elif has_answered and payment.incoming and now - payment.made > UNKNOWN_AFTER:
            deposit_failed(payment, "never-opened")
        if payment.status in ENDED:
            payment.next_query = None
        else:
            payment.next_query = now + _pause(payment, now)
        payment.save(update_fields=["next_query"])
        return payment.next_query is None


def _pause(payment: Payment, now: datetime) -> timedelta:
    shortest = SHORTEST_IN if payment.incoming else SHORTEST_OUT
    return min(max((now - payment.made) / 4, shortest), LONGEST)
