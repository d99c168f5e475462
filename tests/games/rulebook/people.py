"""People of the rule-change desk, a change to work on, and the whole road of one."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from msgspec import structs

from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.models import RuleChange
from players.models import Person
from players.shared.clock import day_of, now
from tests.room import sheet_in_force, signer

PDF = ("oficio.pdf", b"%PDF-1.7 a decision")
WHY = "os jogadores pedem-no"


class Desk(NamedTuple):
    author: Person
    approver: Person
    regulator: Person


def desk() -> Desk:
    return Desk(*(signer(role) for role in ("rules author", "rules approver", "regulator")))


def in_force(system: str) -> RuleSheet:
    found = RuleSheet.objects.filter(system=system, status="in-force").first()
    return found or sheet_in_force(system)


def draft(people: Desk, system: str = "baccarat", **proposed: Any) -> RuleChange:
    in_force(system)
    change = changes.change_begin(system=system, person=people.author, title="uma alteração")
    sheet = structs.replace(
        changes.rules_of(change), **(proposed or {"chat": not changes.rules_of(change).chat})
    )
    return changes.draft_save(
        change=change.pk, person=people.author, sheet=sheet, title=change.title, reason=WHY
    )


def take(change: RuleChange, verb: str, person: Person, **told: Any) -> RuleChange:
    change.refresh_from_db()
    if verb == "authorise":
        told = {"reference": "SRIJ-77/2026", "dated": day_of(now()), "document": PDF, **told}
    if verb in ("return", "refuse", "withdraw"):
        told = {"reason": "há uma razão para isto", **told}
    return changes.change_step(
        change=change.pk, verb=verb, person=person, digest=told.pop("digest", change.content.digest), **told
    )


ROAD = (("submit", 0), ("endorse", 1), ("authorise", 2), ("schedule", 0))


def brought_to(state: str, people: Desk, change: RuleChange, moment: datetime | None = None) -> RuleChange:
    """Along the straight road until the change stands there."""
    for verb, who in ROAD:
        if change.state == state:
            break
        change = take(change, verb, people[who], **({"moment": moment} if verb == "schedule" else {}))
    if state == "in-force" and change.state == "scheduled":
        assert changes.activate_due() == 1
        change.refresh_from_db()
    assert change.state == state
    return change
