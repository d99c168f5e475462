"""Payouts that leave as files for the bank (pain.001), and the bank's answers (pain.002).

`PAYOUT_ROUTE` says how payouts leave: by the gateway, as batches, or as instant orders, one file each.
Either way the worker sends only what the record allows (`withdrawal_sending`), and money leaves the ledger
when the bank says paid.
"""

from __future__ import annotations

from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction

from players.shared import clock
from players.shared.person_keys import PersonKeyError
from players.shared.personal_columns import fetch_keys
from players.wallet.bank.business_days import next_business_day
from players.wallet.bank.models import PayoutBatch, PayoutOrder
from players.wallet.bank.pain import PAID, REJECTED, Answer, Debtor, OrderAnswer, Payout, write_payouts
from players.wallet.bank.refusals import Refusal, RefusedFile
from players.wallet.cashier import account_owners, withdrawals
from players.wallet.cashier.models import GatewayRequest, Payment
from players.wallet.cashier.payout_gates import may_leave
from players.wallet.methods.descriptions import CARD

log = structlog.get_logger(__name__)
BATCH, INSTANT = "batch", "instant"
MOST_PAYOUTS = 500


def write_due_batches() -> list[PayoutBatch]:
    """Puts the payouts that are due into files: one batch for all, or an instant order each."""
    if settings.PAYOUT_ROUTE not in (BATCH, INSTANT):
        return []
    due = GatewayRequest.objects.filter(kind=GatewayRequest.Kind.PAY_OUT, done=None).order_by("next_try")
    due = due.exclude(payment__method=CARD)  # back to a card money goes by the gateway alone
    waiting = [request.payment for request in due.select_related("payment__account")[:MOST_PAYOUTS]]
    fetch_keys(payment.account for payment in waiting)
    leaving = [payment for payment in waiting if may_leave(payment) and _is_payee_known(payment)]
    account_owners.ask_owners_of({payment.player_id for payment in leaving})
    payments = [payment.pk for payment in leaving]
    if settings.PAYOUT_ROUTE == INSTANT:
        batches = [_write([payment], instant=True) for payment in payments]
    else:
        batches = [_write(payments, instant=False)] if payments else []
    return [batch for batch in batches if batch is not None]


def _is_payee_known(payment: Payment) -> bool:
    """One account whose key cannot be read keeps no other payout back."""
    try:
        return bool(payment.payee.iban)
    except PersonKeyError as error:
        log.error("payee not read", payment=str(payment.pk), error=str(error))
        return False


@transaction.atomic
def _write(payments: list[UUID], *, instant: bool) -> PayoutBatch | None:
    """Writes a file of those that may be sent. They count as sent from here on, and none is in two files."""
    sent = [payment for pk in payments if (payment := withdrawals.withdrawal_sending(pk)) is not None]
    GatewayRequest.objects.filter(payment__in=payments, kind=GatewayRequest.Kind.PAY_OUT).update(
        done=clock.now()
    )
    ordered = set(PayoutOrder.objects.filter(payment__in=sent).values_list("payment", flat=True))
    new = [payment for payment in sent if payment.pk not in ordered]
    if not new:
        return None
    # The answer of the bank settles them; the gateway does not know them.
    Payment.objects.filter(pk__in=[payment.pk for payment in new]).update(next_query=None)
    now = clock.now()
    number = f"P{now:%Y%m%d%H%M%S}{new[0].pk.hex[:12]}"
    content = write_payouts(
        number,
        [Payout(payment.pk.hex, payment.cents, *payment.payee) for payment in new],
        Debtor(settings.PAYOUT_ACCOUNT, settings.PAYOUT_NAME),
        moment=now,
        day=clock.day_of(now) if instant else next_business_day(clock.day_of(now)),
        instant=instant,
    )
    batch = PayoutBatch.objects.create(
        number=number,
        cents=sum(payment.cents for payment in new),
        payments=len(new),
        content=content.decode(),
        instant=instant,
    )
    PayoutOrder.objects.bulk_create([PayoutOrder(batch=batch, payment=payment) for payment in new])
    return batch


def apply_answer(answer: Answer) -> None:
    """What the bank says about a batch or about each of its payouts. An answer twice changes nothing."""
    batch = PayoutBatch.objects.filter(number=answer.batch).first()
    if batch is None:
        raise RefusedFile(Refusal.UNKNOWN_PAYOUT, answer.batch)
    orders = {order.payment_id.hex: order for order in batch.orders.select_for_update()}
    answers = answer.orders or tuple(OrderAnswer(key, answer.state, answer.reason) for key in orders)
    for one in answers:
        if one.reference not in orders:
            raise RefusedFile(Refusal.UNKNOWN_PAYOUT, one.reference)
    for one in answers:
        _apply(orders[one.reference], one)


def _apply(order: PayoutOrder, answer: OrderAnswer) -> None:
    """A payout that was paid or rejected stays so, whatever the bank says later."""
    if order.answer in (PayoutOrder.Answer.PAID, PayoutOrder.Answer.REJECTED):
        return
    order.answer = _answer_of(answer.state)
    order.answer_reason, order.answered = answer.reason, clock.now()
    order.save(update_fields=["answer", "answer_reason", "answered"])
    payment, _accounts = withdrawals.lock(order.payment_id)
    if payment.status != Payment.Status.SENT:
        return
    if order.answer == PayoutOrder.Answer.PAID:
        withdrawals.withdrawal_paid(payment)
    elif order.answer == PayoutOrder.Answer.REJECTED:
        withdrawals.withdrawal_failed(payment)


def _answer_of(state: str) -> PayoutOrder.Answer:
    if state in PAID:
        return PayoutOrder.Answer.PAID
    return PayoutOrder.Answer.REJECTED if state in REJECTED else PayoutOrder.Answer.ACCEPTED
