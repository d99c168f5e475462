"""What a message of a webhook is about, and where it stands, in words."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from casino.backoffice.outgoing import MAX_TRIES
from casino.extras.webhooks.delivery import TEST
from casino.extras.webhooks.models import WebhookMessage
from players.wallet.cashier.models import Payment

EVENTS = {
    "round-ended": lazy("round ended"),
    "payment": lazy("payment changed"),
    "exclusion": lazy("exclusion started"),
    "alert": lazy("alert raised"),
    TEST: lazy("test"),
}
ALERTS = {
    "table-held": lazy("table on hold"),
    "check-failed": lazy("self-check fails"),
    "task-failed": lazy("task fails"),
}
STATES: dict[str, tuple[Any, Q]] = {
    "sent": (pgettext_lazy("a message", "sent"), Q(sent__isnull=False)),
    "waiting": (lazy("waiting"), Q(sent=None, tries=0)),
    "failing": (
        pgettext_lazy("a message", "failed, is tried again"),
        Q(sent=None, tries__range=(1, MAX_TRIES - 1)),
    ),
    "given-up": (pgettext_lazy("a message", "given up"), Q(sent=None, tries__gte=MAX_TRIES)),
}


def state_of(message: WebhookMessage) -> str:
    """Its code in `STATES`."""
    if message.sent is not None:
        return "sent"
    if message.is_given_up:
        return "given-up"
    return "failing" if message.tries else "waiting"


def about(message: WebhookMessage) -> str:
    """What a message is about, in words; the key stands in its content."""
    match message.event:
        case "payment":
            payment, _space, status = message.key.partition(" ")
            labels = dict(Payment.Status.choices)
            return f"{payment[:8]} · {labels.get(status, status)}" if status else payment[:8]
        case "round-ended":
            return _("round %(number)s") % {"number": message.key}
        case "exclusion":
            return _("exclusion %(number)s") % {"number": message.key}
        case "alert":
            name, _space, key = message.key.partition(" ")
            return " · ".join([str(ALERTS.get(name, name)), *key.split()[:1]])
        case _test:
            return "–"
