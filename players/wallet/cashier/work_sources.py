"""Withdrawals on hold and requested corrections, as work for staff."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.models import Person
from players.shared.money import format_money
from players.wallet.cashier.models import Adjustment, Payment
from players.wallet.cashier.payment_reasons import reason_text
from players.work_sources import WorkItem, WorkSource

# The operator's own targets; no regulation sets them.
WITHDRAWAL_TARGET = timedelta(hours=24)
ADJUSTMENT_TARGET = timedelta(hours=24)


def withdrawals(person: Person) -> QuerySet[Payment]:
    held = Payment.objects.filter(status=Payment.Status.HELD).exclude(decisions__person=person)
    # One that waits for its payment account needs no decision; it continues automatically.
    return held.exclude(reason="new-account").select_related("player").order_by("made", "id")


def withdrawal_item(payment: Payment) -> WorkItem:
    return WorkItem(
        key=str(payment.pk),
        title=f"{payment.player.alias} · {format_money(payment.cents, 'EUR')}",
        detail=str(reason_text(payment.held)) if payment.held else "",
        since=payment.made,
        due=payment.made + WITHDRAWAL_TARGET,
        url=reverse("admin:cashier_payment_change", args=[payment.pk]),
    )


def adjustments(person: Person) -> QuerySet[Adjustment]:
    asked = Adjustment.objects.filter(status=Adjustment.Status.ASKED).exclude(requested_by=person)
    return asked.select_related("player").order_by("requested_at", "id")


def adjustment_item(adjustment: Adjustment) -> WorkItem:
    return WorkItem(
        key=str(adjustment.pk),
        title=f"{adjustment.player.alias} · {format_money(adjustment.cents, 'EUR', signed=True)}",
        detail=f"{adjustment.ticket} · {adjustment.reason}",
        since=adjustment.requested_at,
        due=adjustment.requested_at + ADJUSTMENT_TARGET,
        url=reverse("admin:cashier_adjustment_change", args=[adjustment.pk]),
    )


SOURCES = (
    WorkSource(
        "withdrawal",
        "cashier.release_payment",
        _("Withdrawals"),
        withdrawals,
        withdrawal_item,
        "made",
        WITHDRAWAL_TARGET,
    ),
    WorkSource(
        "adjustment",
        "cashier.approve_adjustment",
        _("Corrections"),
        adjustments,
        adjustment_item,
        "requested_at",
        ADJUSTMENT_TARGET,
    ),
)
