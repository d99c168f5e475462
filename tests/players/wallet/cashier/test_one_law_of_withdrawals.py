"""The pages and the database state one law of withdrawals (`players/wallet/cashier/database/payments.sql`).

The database is the law. `withdrawals.py` asks the same questions beforehand, so that a refusal is a sentence,
and more: what a payment is held for rests on settings of the house. Generated cases keep the two together.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import NamedTuple
from uuid import UUID, uuid4

import pytest
from django.db import ProgrammingError, connection, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from players.identity.models import PaymentAccount
from players.models import Person
from players.shared import clock
from players.shared.bound_queries import call
from players.wallet.cashier import withdrawals
from players.wallet.cashier.models import Payment, WithdrawalDecision
from tests.live_table import players_with
from tests.sandbox_cashier import known

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]

Status = Payment.Status
WITHDRAWAL = (
    Status.REFUSED, Status.HELD, Status.RELEASED, Status.CANCELLED, Status.DECLINED, Status.SENT, Status.PAID,
    Status.FAILED,
)  # fmt: skip
REVIEW, TWO = 50_000, 500_000  # the ceilings that the house comes with
AMOUNTS = (1_000, REVIEW, TWO)


class Case(NamedTuple):
    cents: int
    releases: int  # by different people
    is_refused: bool
    account: str  # "same", "resting" or "replaced" since the withdrawal was asked for
    was_paid_before: bool
    owner: str  # what the bank answered whose account it is


CASES = st.builds(
    Case,
    st.sampled_from(AMOUNTS),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from(("same", "resting", "replaced")),
    st.booleans(),
    st.sampled_from(("", "match", "close-match", "no-match", "unavailable")),
)


def staff() -> Person:
    return Person.objects.create_user(f"{uuid4().hex[:12]}@staff.example", "x", is_staff=True)


def payment_of(case: Case) -> Payment:
    player = known(players_with(5_000_000, 1)[0])
    if case.was_paid_before:
        earlier = withdrawals.request_withdrawal(player, uuid4(), 1_000)
        Payment.objects.filter(pk=earlier.pk).update(status=Status.PAID)
    payment = withdrawals.request_withdrawal(player, uuid4(), case.cents)
    decided = [WithdrawalDecision.Verb.RELEASE] * case.releases
    decided += [WithdrawalDecision.Verb.REFUSE] * case.is_refused
    for verb in decided:
        WithdrawalDecision.objects.create(payment=payment, person=staff(), verb=verb, reason="looked at")
    present = PaymentAccount.objects.filter(player=player, until=None)
    if case.account == "resting":
        present.update(usable=clock.now() + timedelta(days=3))
    elif case.account != "same":
        present.update(until=clock.now())
        PaymentAccount.objects.create(player=player, iban="PT50003500010000000000000", holder="Ana Martins")
    answered = payment.made if case.owner else None
    PaymentAccount.objects.filter(player=player, until=None).update(owner=case.owner, owner_answered=answered)
    return Payment.objects.select_related("player").get(pk=payment.pk)


def is_owner_known(case: Case) -> bool:
    """The bank confirms the owner, or a person has released the withdrawal although it does not."""
    return case.owner == "match" or case.owner in ("close-match", "unavailable") and case.releases > 0


def law(function: str, *values: object) -> bool:
    (answer,) = call(f"SELECT {function}({', '.join(['%s'] * len(values))})", list(values))
    return bool(answer)


def may_be_sent(payment: Payment) -> bool:
    """As the worker asks, with nothing left behind."""
    with transaction.atomic():
        answer = withdrawals._may_be_sent(payment)
        transaction.set_rollback(True)
    return answer


def worker_may_take(payment: UUID, before: Status, after: Status) -> bool:
    with transaction.atomic():
        Payment.objects.filter(pk=payment).update(status=before)
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL ROLE house_worker")
                cursor.execute("UPDATE cashier_payment SET status = %s WHERE id = %s", [after, payment])
            return True
        except ProgrammingError as error:
            assert "may not take this step" in str(error)
            return False
        finally:
            transaction.set_rollback(True)


few = hypothesis_settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@few
@given(case=CASES)
def test_what_the_worker_sends_the_law_lets_go(case: Case) -> None:
    with transaction.atomic():
        payment = payment_of(case)
        Payment.objects.filter(pk=payment.pk).update(status=Status.RELEASED)
        sends, allows = may_be_sent(payment), law("cashier_may_be_sent", payment.pk)
        enough = case.releases >= withdrawals.people_needed(payment) and not case.is_refused
        is_reviewed = enough or case.cents < REVIEW
        assert allows == (case.account == "same" and is_owner_known(case) and is_reviewed)
        held_for = withdrawals.hold_reason(payment.player, payment.cents, payment.made, but=payment.pk)
        is_held = held_for and not enough
        assert sends == (allows and not is_held), "the law, and the settings of the house"
        transaction.set_rollback(True)


@few
@given(case=CASES)
def test_as_many_people_release_as_the_law_asks_for(case: Case) -> None:
    with transaction.atomic():
        payment = payment_of(case)
        enough = case.releases >= withdrawals.people_needed(payment)
        assert law("cashier_is_declined", payment.pk) == case.is_refused
        assert law("cashier_is_released", payment.pk) == (enough and not case.is_refused)
        transaction.set_rollback(True)


@few
@given(case=CASES)
def test_the_worker_takes_the_steps_of_the_module_and_no_other(case: Case) -> None:
    with transaction.atomic():
        payment = payment_of(case)
        steps = {
            *product(withdrawals.CANCELLABLE, [Status.CANCELLED]),
            (Status.HELD, Status.RELEASED),
            (Status.RELEASED, Status.HELD),
            (Status.SENT, Status.PAID),
            (Status.SENT, Status.FAILED),
        }
        if case.is_refused:
            steps.add((Status.HELD, Status.DECLINED))
        if law("cashier_may_be_sent", payment.pk):
            steps.add((Status.RELEASED, Status.SENT))
        taken = {
            (before, after)
            for before, after in product(WITHDRAWAL, WITHDRAWAL)
            if before != after and worker_may_take(payment.pk, before, after)
        }
        assert taken == steps
        transaction.set_rollback(True)
