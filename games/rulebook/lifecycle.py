"""The life cycle of a rule change as a table of states, verbs and next states.

Migration 0002 holds the same table.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rulebook.models import RuleChange
from players.models import Person
from players.record_names import moment_name
from players.shared.staff_reasons import too_short_message

_ENDS = {"withdraw": "withdrawn", "expire": "expired"}
STEPS: Mapping[str, Mapping[str, str]] = {
    "draft": {"submit": "submitted", **_ENDS},
    "returned": {"submit": "submitted", **_ENDS},
    "submitted": {"endorse": "endorsed", "return": "returned", **_ENDS},
    "endorsed": {"authorise": "authorised", "refuse": "refused", "return": "returned", **_ENDS},
    "authorised": {"schedule": "scheduled", **_ENDS},
    "scheduled": {"activate": "in-force", "schedule": "scheduled", "withdraw": "withdrawn"},
    "in-force": {"supersede": "superseded"},
    "superseded": {},
    "refused": {},
    "withdrawn": {},
    "expired": {},
}
AUTOMATIC = ("expire", "activate", "supersede")  # steps of scheduled tasks, without a person
EDITABLE = ("draft", "returned")
WITH_REASON = ("return", "refuse", "withdraw")
EXPIRES_AFTER = 90  # days without a step
AUTHOR, APPROVER, REGULATOR = "add_rulechange", "endorse_rulechange", "authorise_rulechange"
VERBS: Mapping[str, Promise] = {
    "begin": _("Draft started"),
    "submit": _("Submitted"),
    "endorse": _("Endorsed"),
    "return": _("Returned to its author"),
    "authorise": _("Authorised by the regulator"),
    "refuse": _("Refused by the regulator"),
    "schedule": _("Scheduled"),
    "withdraw": pgettext_lazy("a rule change", "Withdrawn"),
    "expire": _("Expired"),
    "activate": _("In force"),
    "supersede": _("Superseded"),
}


class StepRefusal(StrEnum):
    """The reasons for refusing a step, in order of precedence."""

    NOT_NOW = "not-now"
    NOT_YOURS = "not-yours"
    OWN = "own"
    NO_ROLE = "no-role"
    OTHER_CONTENT = "other-content"
    BASE_MOVED = "base-moved"
    BREACHES = "breaches"
    NOTHING_CHANGES = "nothing-changes"
    NO_REASON = "no-reason"
    NO_PROOF = "no-proof"
    DATED_BEFORE = "dated-before"
    TOO_SOON = "too-soon"
    PAST = "past"
    NO_IMPACT = "no-impact"
    OPEN_ALREADY = "open-already"
    BAD_FILE = "bad-file"


MESSAGES: Mapping[StepRefusal, str | Promise] = {
    StepRefusal.NOT_NOW: _("This request has changed in the meantime. Review it again."),
    StepRefusal.NOT_YOURS: _("Only its author can do this."),
    StepRefusal.OWN: _("You cannot approve your own request, or one that you have already signed."),
    StepRefusal.NO_ROLE: _("Your role cannot do this."),
    StepRefusal.OTHER_CONTENT: _(
        "The proposed rules are not the ones that you were viewing. Review them again."
    ),
    StepRefusal.BASE_MOVED: _(
        "New rules have come into force since this draft was started. Update the draft to those rules first."
    ),
    StepRefusal.BREACHES: _("These rules contradict the regulation: see the notes beside the fields."),
    StepRefusal.NOTHING_CHANGES: _("Nothing changes: the rules proposed are those in force."),
    StepRefusal.NO_REASON: lazy(too_short_message, str)(),
    StepRefusal.NO_PROOF: _(
        "An authorisation needs a reference, the date of the decision (not later than today) and the "
        "document."
    ),
    StepRefusal.DATED_BEFORE: _(
        "The date of the decision is before the day on which the request was submitted. Check the document."
    ),
    StepRefusal.TOO_SOON: _("That is earlier than the law allows: %(earliest)s."),
    StepRefusal.PAST: _("That time has passed. The earliest time that the law allows is %(earliest)s."),
    StepRefusal.NO_IMPACT: _(
        "The consequences of these rules have not been calculated yet. Wait for them, or give the "
        "reason for endorsing without them: the regulator reads it."
    ),
    StepRefusal.OPEN_ALREADY: _("This game already has an open rule change. Only one can be open at a time."),
    StepRefusal.BAD_FILE: _("The document is a PDF, JPEG or PNG of at most 8 MB."),
}


class RuleRefused(Exception):
    """A refused step. It changes nothing; its sentence is for people."""

    def __init__(self, code: StepRefusal, rule: str = "", *, earliest: datetime | None = None) -> None:
        super().__init__(code, rule, earliest)
        self.code, self.rule, self.earliest = code, rule, earliest

    @property
    def sentence(self) -> str:
        message = str(MESSAGES[self.code])
        if self.earliest is not None:
            message = message % {"earliest": moment_name(self.earliest)}
        return f"{message} [{self.rule}]" if self.rule else message


def has_role_permission(person: Person, code: str) -> bool:
    """Whether a role of the person grants the permission. Superusers get no exception."""
    if not (person.is_active and person.is_staff):
        return False
    return person.groups.filter(
        permissions__codename=code, permissions__content_type__app_label="rulebook"
    ).exists()


def permissions_of(person: Person | AnonymousUser) -> frozenset[str]:
    """The permissions for steps that the person's roles grant."""
    if not (isinstance(person, Person) and person.is_active and person.is_staff):
        return frozenset()
    codes = person.groups.filter(permissions__content_type__app_label="rulebook").values_list(
        "permissions__codename", flat=True
    )
    return frozenset(code for code in codes if code in (AUTHOR, APPROVER, REGULATOR))


def find_refusal(
    change: RuleChange, verb: str, person: Person, permissions: frozenset[str], endorser: int | None
) -> StepRefusal | None:
    """The reason why this person cannot take this step now. None if they can."""
    if verb not in STEPS[change.state] or verb in AUTOMATIC:
        return StepRefusal.NOT_NOW
    own = person.pk == change.author_id
    match verb:
        case "submit":
            return None if own and AUTHOR in permissions else StepRefusal.NOT_YOURS
        case "endorse":
            return _refuse_own(own, APPROVER in permissions)
        case "return":
            needed = APPROVER if change.state == "submitted" else REGULATOR
            return _refuse_own(own, needed in permissions)
        case "authorise":
            return _refuse_own(own or person.pk == endorser, REGULATOR in permissions)
        case "refuse":
            return _refuse_own(own, REGULATOR in permissions)
        case "withdraw":
            return None if own or APPROVER in permissions else StepRefusal.NO_ROLE
    return None if {AUTHOR, APPROVER} & permissions else StepRefusal.NO_ROLE  # schedule


def _refuse_own(own: bool, has_permission: bool) -> StepRefusal | None:
    """A person signs only what is not their own, and only with the permission."""
    if own:
        return StepRefusal.OWN
    return None if has_permission else StepRefusal.NO_ROLE
