"""What waits for whom: the queues of the house as figures, each shown to whoever may work it off, each leading to its list.

What a person proposed, asked for or has decided already waits for somebody else, and is not counted for that person.
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
from games.rulebook.lifecycle import person_may
from games.rulebook.models import RuleChange
from players.identity.models import Identity
from players.inbox.models import Complaint
from players.models import Person
from players.wallet.cashier.models import Adjustment, Payment

Waiting = tuple[str, "str | Promise", str, str, Callable[[Person], QuerySet[Any]]]
# The right that shows it, its title, its list and the filter of the list, and what is counted for a person.
QUEUES: tuple[Waiting, ...] = (
    ("games.change_incident", _("Incidents open"), "games_incident", "",
     lambda person: Incident.objects.filter(closed=None).exclude(proposer=person)),
    ("games.change_table", _("Changes of tables waiting"), "floor_tablechange", "state__exact=proposed",
     lambda person: TableChange.objects.filter(state=TableChange.State.PROPOSED).exclude(author=person)),
    ("rulebook.endorse_rulechange", _("Rule changes to endorse"), "rulebook_rulechange", "state__exact=submitted",
     lambda person: RuleChange.objects.filter(state=RuleChange.State.SUBMITTED).exclude(author=person)),
    ("rulebook.authorise_rulechange", _("Rule changes to authorise"), "rulebook_rulechange", "state__exact=endorsed",
     lambda person: RuleChange.objects.filter(state=RuleChange.State.ENDORSED).exclude(author=person)),
    ("rulebook.add_rulechange", _("Rule changes to finish or schedule"), "rulebook_rulechange", "",
     lambda person: RuleChange.objects.filter(Q(state__in=("draft", "returned"), author=person) | Q(state="authorised"))),
    ("cashier.release_payment", _("Withdrawals to look at"), "cashier_payment", "status__exact=held",
     lambda person: Payment.objects.filter(status=Payment.Status.HELD).exclude(decisions__person=person)),
    ("cashier.approve_adjustment", _("Corrections to approve"), "cashier_adjustment", "status__exact=asked",
     lambda person: Adjustment.objects.filter(status=Adjustment.Status.ASKED).exclude(asked_by=person)),
    ("identity.change_identity", _("Documents to look at"), "identity_identity", "state__exact=queued",
     lambda person: Identity.objects.filter(state="queued")),
    ("inbox.change_complaint", _("Complaints to answer"), "inbox_complaint", "state__exact=open",
     lambda person: Complaint.objects.filter(state=Complaint.State.OPEN)),
)  # fmt: skip


def waiting(request: HttpRequest) -> list[dict[str, Any]]:
    """One count for each queue that this person works off."""
    person = request.user
    assert isinstance(person, Person)
    return [
        {
            "title": title,
            "value": queue(person).count(),
            "link": f"{reverse(f'admin:{name}_changelist')}{'?' if asked else ''}{asked}",
        }
        for right, title, name, asked, queue in QUEUES
        if _may(person, right)
    ]


def _may(person: Person, right: str) -> bool:
    """Rules are signed by a role and by nothing else, whatever rights somebody has besides."""
    app, _dot, code = right.partition(".")
    return person_may(person, code) if app == "rulebook" else person.has_perm(right)
