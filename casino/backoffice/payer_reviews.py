"""Deposits that came from another person's account, as work for officers.

The money goes back by itself. An officer looks at who paid for whom, and the first note closes the item.
"""

from __future__ import annotations

from django.db.models import CharField, Exists, OuterRef, QuerySet
from django.db.models.functions import Cast
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.backoffice.models import WorkNote
from players.models import Person
from players.shared.money import format_money
from players.wallet.cashier.models import Payment
from players.work_sources import WorkItem, WorkSource

OTHER_PAYER = "other-payer"


def unreviewed_payments(person: Person) -> QuerySet[Payment]:
    reviewed = WorkNote.objects.filter(source=OTHER_PAYER, key=Cast(OuterRef("pk"), CharField()))
    returned = Payment.objects.filter(~Exists(reviewed), reason=OTHER_PAYER)
    return returned.select_related("player").order_by("changed", "pk")


def payment_item(payment: Payment) -> WorkItem:
    return WorkItem(
        key=str(payment.pk),
        title=f"{payment.player.alias} · {format_money(payment.cents, 'EUR')}",
        detail=payment.payer,
        since=payment.changed,
        due=None,
        url=reverse("admin:cashier_payment_change", args=[payment.pk]),
    )


SOURCES = (
    WorkSource(
        OTHER_PAYER,
        "cashier.review_payer",
        _("Deposits from accounts of other people"),
        unreviewed_payments,
        payment_item,
        "changed",
        closing_note="deposits.payer-reviewed",
    ),
)
