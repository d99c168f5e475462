"""The clock of a withdrawal: at which step it is, since when, and until when the player was promised its end.

The database writes the steps (`database/payout_steps.sql`). This file says what each step promises and what
players read of it. A review has one text and one promise, whatever caused it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from players.shared import clock
from players.shared.published import Published
from players.wallet.cashier.models import Payment, PayoutStep
from players.wallet.methods.descriptions import method_name

Code, Status = PayoutStep.Code, Payment.Status
DAYS = 30  # of the published times


class Step(Struct, frozen=True):
    """What players read of a step, and how long it may take; None for an end."""

    title: str | Promise
    text: str | Promise
    promise: Callable[[], timedelta] | None = None


def _after_release() -> timedelta:
    return timedelta(minutes=settings.PAYOUT_STEP_MINUTES)


STEPS: dict[str, Step] = {
    Code.ACCOUNT: Step(
        _("Waiting for your new account"),
        _("Your payment account is new. Its owner can object until then. You do not need to do anything."),
        lambda: timedelta(hours=settings.PAYMENT_ACCOUNT_WAIT_HOURS),
    ),
    Code.REVIEW: Step(
        _("Under review"),
        _("We review some withdrawals before we pay them. If we need anything from you, we write to you."),
        lambda: timedelta(hours=settings.PAYOUT_REVIEW_HOURS),
    ),
    Code.QUEUE: Step(
        _("Released for payment"),
        _("We are about to send the money. You do not need to do anything."),
        _after_release,
    ),
    Code.BANK: Step(
        _("Sent"),
        _("The payment service has the order. It can no longer be cancelled."),
        _after_release,
    ),
    Code.PAID: Step(_("Paid"), _("The money has reached your account.")),
    Code.BACK: Step(_("Back in your balance"), _("Nothing was sent. The money is in your balance again.")),
}
# What a withdrawal passes that nothing keeps.
USUAL_WAY = (Code.QUEUE, Code.BANK, Code.PAID)


def step_code(status: str, reason: str) -> str:
    """The step of a withdrawal in this status; the database has the same in `cashier_payout_step`."""
    match status:
        case Status.HELD:
            return Code.ACCOUNT if reason == "new-account" else Code.REVIEW
        case Status.RELEASED:
            return Code.QUEUE
        case Status.SENT:
            return Code.BANK
        case Status.PAID:
            return Code.PAID
    return Code.BACK


def promised_end(status: str, reason: str, now: datetime) -> datetime | None:
    """Until when the player is promised the end of the step that begins now."""
    promise = STEPS[step_code(status, reason)].promise
    return now + promise() if promise else None


class ClockRow(Struct, frozen=True):
    """One step on the player's page; without `at` it is still to come."""

    code: str
    title: str | Promise
    text: str | Promise = ""
    at: datetime | None = None
    promised: datetime | None = None
    is_current: bool = False
    is_late: bool = False


def payout_clock(payment: Payment) -> list[ClockRow]:
    """The steps that a withdrawal has passed, the one at which it is, and those still to come."""
    passed = list(payment.steps.order_by("at", "id"))
    if not passed:
        return []
    last, now = passed[-1], clock.now()
    rows = [
        ClockRow(
            code=step.code,
            title=STEPS[step.code].title,
            text=STEPS[step.code].text if step is last else "",
            at=step.at,
            promised=step.promised if step is last else None,
            is_current=step is last,
            is_late=step is last and step.promised is not None and step.promised < now,
        )
        for step in passed
    ]
    if last.code in (Code.PAID, Code.BACK):
        return rows
    to_come = USUAL_WAY[USUAL_WAY.index(last.code) + 1 :] if last.code in USUAL_WAY else USUAL_WAY
    return [*rows, *(ClockRow(code=code, title=STEPS[code].title) for code in to_come)]


class PayoutTimes(Struct, frozen=True):
    """How long the withdrawals by a method took that were paid within the last days, from the request on."""

    method: str
    count: int
    median: timedelta
    p95: timedelta

    @property
    def name(self) -> str:
        return method_name(self.method)


TIMES = """
SELECT y.method, count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY credited - made),
       percentile_cont(0.95) WITHIN GROUP (ORDER BY credited - made)
FROM cashier_payment AS y JOIN players_player AS p ON p.id = y.player_id AND NOT p.testing
WHERE y.status = 'paid' AND y.direction = 'withdrawal' AND y.credited > %s AND y.credited <= %s
GROUP BY y.method ORDER BY count(*) DESC, y.method
"""


def payout_times(now: datetime) -> list[PayoutTimes]:
    """Of the withdrawals of people; a method by which nothing was paid is left out."""
    with connection.cursor() as cursor:
        cursor.execute(TIMES, [now - timedelta(days=DAYS), now])
        return [PayoutTimes(code, *rest) for code, *rest in cursor]


published_times = Published(payout_times)
