"""The work queues on the dashboard: for each, how many items wait for a person, and a link to the list.

Items that the person proposed or has already decided wait for somebody else and do not count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.floor.models import TableChange
from games.models import Incident
from games.rulebook.lifecycle import has_role_permission
from games.rulebook.models import RuleChange
from players.identity.models import Identity
from players.inbox.models import Complaint
from players.models import Person
from players.wallet.cashier.models import Adjustment, Payment

Queue = tuple[str, "str | Promise", str, str, Callable[[Person], QuerySet[Any]]]
# Permission, title, list, filter of the list, and the items that wait for a person.
QUEUES: tuple[Queue, ...] = (
    (
        "games.change_incident",
        _("Incidents open"),
        "games_incident",
        "",
        lambda person: Incident.objects.filter(closed=None).exclude(proposer=person),
    ),
    (
        "games.change_table",
        _("Changes of tables waiting"),
        "floor_tablechange",
        "state__exact=proposed",
        lambda person: TableChange.objects.filter(state=TableChange.State.PROPOSED).exclude(author=person),
    ),
    (
        "rulebook.endorse_rulechange",
        _("Rule changes to endorse"),
        "rulebook_rulechange",
        "state__exact=submitted",
        lambda person: RuleChange.objects.filter(state=RuleChange.State.SUBMITTED).exclude(author=person),
    ),
    (
        "rulebook.authorise_rulechange",
        _("Rule changes to authorise"),
        "rulebook_rulechange",
        "state__exact=endorsed",
        lambda person: RuleChange.objects.filter(state=RuleChange.State.ENDORSED).exclude(author=person),
    ),
    (
        "rulebook.add_rulechange",
        _("Rule changes to finish or schedule"),
        "rulebook_rulechange",
        "",
        lambda person: RuleChange.objects.filter(
            Q(state__in=("draft", "returned"), author=person) | Q(state="authorised")
        ),
    ),
    (
        "cashier.release_payment",
        _("Withdrawals to look at"),
        "cashier_payment",
        "status__exact=held",
        lambda person: Payment.objects.filter(status=Payment.Status.HELD).exclude(decisions__person=person),
    ),
    (
        "cashier.approve_adjustment",
        _("Corrections to approve"),
        "cashier_adjustment",
        "status__exact=asked",
        lambda person: Adjustment.objects.filter(status=Adjustment.Status.ASKED).exclude(requested_by=person),
    ),
    (
        "identity.change_identity",
        _("Documents to look at"),
        "identity_identity",
        "state__exact=queued",
        lambda person: Identity.objects.filter(state="queued"),
    ),
    (
        "inbox.change_complaint",
        _("Complaints to answer"),
        "inbox_complaint",
        "state__exact=open",
        lambda person: Complaint.objects.filter(state=Complaint.State.OPEN),
    ),
)


def waiting_counts(request: HttpRequest) -> list[dict[str, Any]]:
    """The number of waiting items in each queue that the person works on."""
    person = request.user
    assert isinstance(person, Person)
    return [
        {
            "title": title,
            "value": queue(person).count(),
            "link": f"{reverse(f'admin:{name}_changelist')}{'?' if query else ''}{query}",
        }
        for permission, title, name, query, queue in QUEUES
        if _has_permission(person, permission)
    ]


def _has_permission(person: Person, permission: str) -> bool:
    """Permissions of the rulebook count only if they come from a role."""
    app, _dot, code = permission.partition(".")
    return has_role_permission(person, code) if app == "rulebook" else person.has_perm(permission)
