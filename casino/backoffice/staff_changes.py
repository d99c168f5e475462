"""Changes of staff and roles: one person proposes, another approves. The database enforces this."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import StrEnum
from functools import partial
from typing import Any

import psycopg
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from casino.backoffice.models import StaffChange
from casino.backoffice.role_conflicts import conflicts_of_change
from players.audit import note
from players.decisions.deciding import AlreadyDecided, Decision, SecondPersonRequired, StepRefused
from players.decisions.kinds import By, Kind, Step
from players.identity.sign_in.emails import queue_email
from players.identity.sign_in.proving import prove_session
from players.identity.sign_in.reauthentication import step_up_required
from players.languages import staff_language
from players.models import Person

Change, State = StaffChange.Kind, StaffChange.State


class StaffChangeRefusal(StrEnum):
    """What else prevents a change of staff."""

    NO_ROLE = "no-role"
    TOO_NEW = "too-new"
    NOT_FOUND = "not-found"
    OPEN_ALREADY = "open-already"
    OVER = "over"


MESSAGES = {
    StaffChangeRefusal.NO_ROLE: _("Your role does not allow this."),
    StaffChangeRefusal.TOO_NEW: _("Your account is too new to approve changes of staff."),
    StaffChangeRefusal.NOT_FOUND: _(
        "A new member of staff needs an address without an account. Any other change needs the "
        "address of a member of staff."
    ),
    StaffChangeRefusal.OPEN_ALREADY: _(
        "A proposal for this address is already waiting. Decide or withdraw it first."
    ),
    StaffChangeRefusal.OVER: _("The last day of the role has passed. Propose the role with a later day."),
}


class StaffRefused(StepRefused):
    def __init__(self, code: StaffChangeRefusal) -> None:
        super().__init__(code)
        self.code = code

    def sentences(self, kind: Kind[Any]) -> list[str]:
        return [str(MESSAGES[self.code])]


# The error codes of `staff_changes.sql`.
SQLSTATES: dict[str, Callable[[], StepRefused]] = {
    "FS001": AlreadyDecided,
    "FS002": SecondPersonRequired,
    "FS003": partial(StaffRefused, StaffChangeRefusal.NO_ROLE),
    "FS004": partial(StaffRefused, StaffChangeRefusal.TOO_NEW),
    "FS005": partial(StaffRefused, StaffChangeRefusal.NOT_FOUND),
    "FS006": partial(StaffRefused, StaffChangeRefusal.OVER),
}
ONE_OPEN_CHANGE = "one_open_staff_change_of_a_person"
INSERT = """
INSERT INTO backoffice_staffchange (kind, email, role_id, last_day, reason, state, proposed_by_id)
VALUES (%s, %s, %s, %s, %s, 'proposed', %s)
"""


def propose_staff_change(
    *, kind: str, email: str, role: Group | None, reason: str, person: Person, last_day: date | None = None
) -> None:
    email = email.strip().lower()
    known = Person.objects.filter(email__iexact=email).first()
    if (known is not None) == (kind == Change.HIRE) or (known is not None and not known.is_staff):
        raise StaffRefused(StaffChangeRefusal.NOT_FOUND)
    try:
        with transaction.atomic():
            # The web process may write only these columns.
            with connection.cursor() as cursor:
                cursor.execute(INSERT, [kind, email, role.pk if role else None, last_day, reason, person.pk])
            note(
                "staff.change-proposed",
                person=person,
                about=f"staff:{email}"[:80],
                change=kind,
                role=role and role.name,
                conflicts=[" + ".join(conflict.roles) for conflict in conflicts_of_change(email, role.name)]
                if role and kind == Change.GRANT
                else None,
                reason=reason,
                last_day=last_day and last_day.isoformat(),
            )
    except DatabaseError as error:
        if refusal := _refusal(error):
            raise refusal from error
        raise


def _refusal(error: DatabaseError) -> StepRefused | None:
    """What the database refused, if it is one of its answers to people."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.Error):
        return None
    if cause.diag.constraint_name == ONE_OPEN_CHANGE:
        return StaffRefused(StaffChangeRefusal.OPEN_ALREADY)
    refusal = SQLSTATES.get(cause.sqlstate or "")
    return refusal() if refusal else None


def _decide(decision: Decision[StaffChange]) -> None:
    """The function of the database checks both people, applies the change and writes the audit line."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            prove_session()
            cursor.execute(
                "SELECT staff_change_decide(%s, %s, %s)",
                [decision.row.pk, decision.person.pk, decision.step.end],
            )
    except DatabaseError as error:
        if refusal := _refusal(error):
            raise refusal from error
        raise


_step = partial(Step, start=State.PROPOSED, columns=("decided_by_id",), carry_out=_decide)
_approves = ("backoffice.approve_staffchange",)
STAFF_CHANGE = Kind(
    name="staff-change",
    model=StaffChange,
    proposes="backoffice.propose_staffchange",
    steps=(
        _step(
            end=State.APPROVED,
            verb="approve",
            label=_("Approve the change"),
            rights=_approves,
            audit="staff.change-approved",
            done=_("Approved. The change is in force."),
        ),
        _step(
            end=State.REFUSED,
            verb="refuse",
            label=_("Refuse"),
            rights=_approves,
            audit="staff.change-refused",
            done=_("Refused. Nothing has changed."),
        ),
        _step(
            end=State.WITHDRAWN,
            by=By.AUTHOR,
            verb="withdraw",
            label=_("Withdraw the proposal"),
            rights=("backoffice.propose_staffchange",),
            audit="staff.change-withdrawn",
            done=_("Withdrawn. Nothing has changed."),
        ),
    ),
    proposed="staff.change-proposed",
    by_function=True,
    concerned=lambda person: Q(email__iexact=person.email),
    confirmed_by=step_up_required,
    # Nothing but the function changes the row, and it locks it.
    lock=lambda pk: StaffChange.objects.filter(pk=pk).first(),
    title=_("Staff changes"),
    item=lambda change: (str(change), change.reason),
    page="admin:backoffice_staffchange_change",
    own=_("You cannot decide what you proposed yourself or what concerns your own account."),
    related=("role", "proposed_by", "decided_by"),
    author="proposed_by",
    at="proposed",
    decider="decided_by",
)


def end_roles() -> int:
    """Take away the roles whose last day is over, and tell their people. Returns how many ended.

    Such a role counts nowhere from the first minute of the next day; this keeps the record.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT ended_email, ended_language, ended_role, ended_day FROM staff_roles_end()")
            ended = cursor.fetchall()
        for email, chosen, role, last_day in ended:
            language = staff_language(chosen).code
            with override(language):
                queue_email(
                    email,
                    "role-ended",
                    language,
                    role=gettext(role),
                    last_day=date_format(last_day, "SHORT_DATE_FORMAT"),
                )
    return len(ended)
