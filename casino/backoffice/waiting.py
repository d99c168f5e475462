"""What waits for whom: the queues of the house as figures, each shown to whoever may work it off, each leading to its list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.floor.models import TableChange
from games.models import Incident
from games.rulebook.models import RuleChange
from players.identity.models import Identity
from players.inbox.models import Complaint
from players.wallet.cashier.models import Adjustment, Payment

Waiting = tuple[str, "str | Promise", str, str, Callable[[], QuerySet[Any]]]
# The right that shows it, its title, its list and the filter of the list, and what is counted.
QUEUES: tuple[Waiting, ...] = (
    ("games.change_incident", _("Incidents open"), "games_incident", "", lambda: Incident.objects.filter(closed=None)),
    ("games.change_table", _("Changes of tables waiting"), "floor_tablechange", "state__exact=proposed",
     lambda: TableChange.objects.filter(state=TableChange.State.PROPOSED)),
    ("rulebook.endorse_rulechange", _("Rule changes to endorse"), "rulebook_rulechange", "state__exact=submitted",
     lambda: RuleChange.objects.filter(state=RuleChange.State.SUBMITTED)),
    ("rulebook.authorise_rulechange", _("Rule changes to authorise"), "rulebook_rulechange", "state__exact=endorsed",
     lambda: RuleChange.objects.filter(state=RuleChange.State.ENDORSED)),
    ("rulebook.add_rulechange", _("Rule changes open"), "rulebook_rulechange", "",
     lambda: RuleChange.objects.filter(state__in=("draft", "returned", "submitted", "endorsed", "authorised", "scheduled"))),
    ("cashier.release_payment", _("Withdrawals to look at"), "cashier_payment", "status__exact=held",
     lambda: Payment.objects.filter(status=Payment.Status.HELD)),
    ("cashier.approve_adjustment", _("Corrections to approve"), "cashier_adjustment", "status__exact=asked",
     lambda: Adjustment.objects.filter(status=Adjustment.Status.ASKED)),
    ("identity.change_identity", _("Documents to look at"), "identity_identity", "state__exact=queued",
     lambda: Identity.objects.filter(state="queued")),
    ("inbox.change_complaint", _("Complaints to answer"), "inbox_complaint", "state__exact=open",
     lambda: Complaint.objects.filter(state=Complaint.State.OPEN)),
)  # fmt: skip


def waiting(request: HttpRequest) -> list[dict[str, Any]]:
    """One count for each queue that this person works off."""
    return [
        {"title": title, "value": look().count(), "link": f"{reverse(f'admin:{name}_changelist')}{'?' if asked else ''}{asked}"}
        for right, title, name, asked, look in QUEUES
        if request.user.has_perm(right)
    ]
