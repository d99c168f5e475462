"""Ceilings: from which amount a person looks at money, and two people decide, by role and payment method.

They are data of two people: one proposes, another decides, and the database keeps them where a decision is
written (`database/ceilings.sql`, which also has those that the house comes with).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext, gettext_lazy
from msgspec import Struct

from players.decisions.deciding import Decision, propose
from players.decisions.kinds import Kind, Step, closing_steps
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.bound_queries import call
from players.shared.money import format_money
from players.wallet.cashier.models import Ceiling
from players.wallet.cashier.posting import EUR
from players.wallet.methods.descriptions import method_name

PROPOSES, DECIDES = "cashier.add_ceiling", "cashier.approve_ceiling"
CEILING_TARGET = timedelta(hours=48)  # the operator's own; no regulation sets it
State = Ceiling.State
NOW = """
SELECT what, coalesce(name, ''), method, cents
FROM cashier_ceilings_now() AS c LEFT JOIN auth_group AS g ON g.id = c.role_id
WHERE cents IS NOT NULL AND (role_id IS NOT NULL OR method <> '')
UNION ALL SELECT what, '', '', cashier_ceiling_now(what, '', NULL) FROM unnest(%(whats)s::text[]) AS w (what)
"""


class ChangeWaits(Exception):
    """A change of this ceiling already waits for a second person."""


def ceiling(what: str, *, method: str = "", person: Person | None = None) -> int:
    """The amount in cents that counts now: for this person, if the ceiling is one of roles."""
    (cents,) = call("SELECT cashier_ceiling_now(%s, %s, %s)", [what, method, person.pk if person else None])
    return int(cents)


class CeilingNow(Struct, frozen=True):
    """A line of what counts now, in words."""

    what: str
    amount: str
    role: str = ""
    method: str = ""


def ceilings_now() -> list[CeilingNow]:
    """What counts now, the general one of each kind first."""
    whats = Ceiling.What.values
    with connection.cursor() as cursor:
        cursor.execute(NOW, {"whats": whats})
        rows = cursor.fetchall()
    return [
        CeilingNow(
            str(Ceiling.What(what).label),
            format_money(cents, EUR),
            gettext(role) if role else "",
            method_name(method) if method else "",
        )
        for what, role, method, cents in sorted(rows, key=lambda row: (whats.index(row[0]), *row[1:3]))
    ]


def _details(decision: Decision[Ceiling]) -> dict[str, Any]:
    return {"ceiling": str(decision.row), "reason": decision.reason or decision.row.reason}


CEILING: Kind[Ceiling] = Kind(
    name="ceiling",
    model=Ceiling,
    proposes=PROPOSES,
    steps=(
        Step(
            State.PROPOSED,
            State.IN_FORCE,
            "approve",
            gettext_lazy("Approve the ceiling"),
            (DECIDES,),
            "ceilings.approved",
        ),
        *closing_steps(State.PROPOSED, (DECIDES,), "ceilings.", author_rights=(PROPOSES,)),
    ),
    proposed="ceilings.proposed",
    about=lambda row: f"ceiling:{row.pk}",
    details=_details,
    confirmed_by=step_up_required,
    title=gettext_lazy("Ceilings"),
    record=lambda row: f"{row._meta.verbose_name} · {row}",
    item=lambda row: (str(row), row.reason),
    page="admin:cashier_ceiling_change",
    waits=gettext_lazy("It waits for a second person. Until then nothing changes."),
    related=("role", "author", "decider"),
    target=CEILING_TARGET,
)


def propose_ceiling(
    *,
    what: str,
    cents: int | None,
    role: Group | None = None,
    method: str = "",
    begins: datetime | None = None,
    reason: str,
    person: Person,
    request: Any = None,
) -> Ceiling:
    """Enters a proposal. Without an amount, what is more general counts again."""
    row = Ceiling(what=what, cents=cents, role=role, method=method)
    try:
        with transaction.atomic():
            return propose(
                CEILING,
                person=person,
                details={"ceiling": str(row), "reason": reason},
                request=request,
                what=what,
                cents=cents,
                role=role,
                method=method,
                begins=begins,
                reason=reason,
            )
    except IntegrityError as error:
        raise ChangeWaits from error
