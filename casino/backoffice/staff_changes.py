"""Changes of staff and roles: one person proposes, another approves. The database enforces this."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from django.contrib.auth.models import Group
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from casino.backoffice.models import StaffChange
from casino.backoffice.role_conflicts import conflicts_of_change
from players.audit import note
from players.identity.emails import queue_letter
from players.identity.proving import prove_session
from players.languages import staff_language
from players.models import Person

Kind, State = StaffChange.Kind, StaffChange.State


class StaffChangeRefusal(StrEnum):
    """Why a proposal was refused. The messages are in `admin`."""

    DECIDED = "decided"
    OWN = "own"
    NO_ROLE = "no-role"
    TOO_NEW = "too-new"
    NOT_FOUND = "not-found"
    OPEN_ALREADY = "open-already"
    OVER = "over"


# The error codes of the function `staff_change_decide`.
SQLSTATES = {
    "FS001": StaffChangeRefusal.DECIDED,
    "FS002": StaffChangeRefusal.OWN,
    "FS003": StaffChangeRefusal.NO_ROLE,
    "FS004": StaffChangeRefusal.TOO_NEW,
    "FS005": StaffChangeRefusal.NOT_FOUND,
    "FS006": StaffChangeRefusal.OVER,
}
INSERT = """
INSERT INTO backoffice_staffchange (kind, email, role_id, last_day, reason, state, proposed_by_id)
VALUES (%s, %s, %s, %s, %s, 'proposed', %s)
"""


class StaffRefused(Exception):
    def __init__(self, code: StaffChangeRefusal) -> None:
        super().__init__(code)
        self.code = code


def propose_staff_change(
    *, kind: str, email: str, role: Group | None, reason: str, person: Person, last_day: date | None = None
) -> None:
    email = email.strip().lower()
    known = Person.objects.filter(email__iexact=email).first()
    if (known is not None) == (kind == Kind.HIRE) or (known is not None and not known.is_staff):
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
                if role and kind == Kind.GRANT
                else None,
                reason=reason,
                last_day=last_day and last_day.isoformat(),
            )
    except IntegrityError as error:
        if "one_open_staff_change_of_a_person" in str(error):
            raise StaffRefused(StaffChangeRefusal.OPEN_ALREADY) from error
        if "may not propose" in str(error):
            raise StaffRefused(StaffChangeRefusal.NO_ROLE) from error
        if "last day of the role is over" in str(error):
            raise StaffRefused(StaffChangeRefusal.OVER) from error
        raise


def decide_staff_change(*, change: int, person: Person, verdict: str) -> None:
    """Approve, refuse or withdraw a proposal."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            prove_session()
            cursor.execute("SELECT staff_change_decide(%s, %s, %s)", [change, person.pk, verdict])
    except DatabaseError as error:
        code = SQLSTATES.get(getattr(error.__cause__, "sqlstate", "") or "")
        if code is None:
            raise
        raise StaffRefused(code) from error


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
                queue_letter(
                    email,
                    "role-ended",
                    language,
                    role=gettext(role),
                    last_day=date_format(last_day, "SHORT_DATE_FORMAT"),
                )
    return len(ended)
