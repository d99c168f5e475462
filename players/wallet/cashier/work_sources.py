"""Withdrawals on hold, as work for staff."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.models import Person
from players.shared.money import format_money
from players.wallet.cashier.models import Payment
from players.wallet.cashier.payment_reasons import reason_text
from players.work_sources import WorkItem, WorkSource

WITHDRAWAL_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it


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
        due=payment.promised or payment.made + WITHDRAWAL_TARGET,
        url=reverse("admin:cashier_payment_change", args=[payment.pk]),
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
)
