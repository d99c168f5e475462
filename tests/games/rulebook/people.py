"""The people who sign rule changes, and functions that create a change and take its steps."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from msgspec import structs

from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.models import RuleChange
from players.models import Person
from players.shared.clock import day_of, now
from tests.live_table import sheet_in_force, signer

PDF = ("oficio.pdf", b"%PDF-1.7 a decision")
REASON = "os jogadores pedem-no"


class Signers(NamedTuple):
    author: Person
    approver: Person
    regulator: Person


def create_signers() -> Signers:
    return Signers(*(signer(role) for role in ("rules author", "rules approver", "regulator")))


def ensure_in_force(system: str) -> RuleSheet:
    sheet = RuleSheet.objects.filter(system=system, status="in-force").first()
    return sheet or sheet_in_force(system)


def create_draft(people: Signers, system: str = "baccarat", **proposed: Any) -> RuleChange:
    ensure_in_force(system)
    change = changes.begin_rule_change(system=system, person=people.author, title="uma alteração")
    sheet = structs.replace(
        changes.rules_of(change), **(proposed or {"chat": not changes.rules_of(change).chat})
    )
    return changes.save_draft(
        change=change.pk, person=people.author, sheet=sheet, title=change.title, reason=REASON
    )


def take_step(change: RuleChange, verb: str, person: Person, **data: Any) -> RuleChange:
    change.refresh_from_db()
    if verb == "authorise":
        data = {"reference": "SRIJ-77/2026", "dated": day_of(now()), "document": PDF, **data}
        if data["document"]:
            name, content = data["document"]
            data["document"] = changes.save_document(change=change, person=person, name=name, data=content)
    if verb in ("return", "refuse", "withdraw"):
        data = {"reason": "há uma razão para isto", **data}
    return changes.take_change_step(
        change=change.pk, verb=verb, person=person, digest=data.pop("digest", change.content.digest), **data
    )


STRAIGHT_STEPS = (("submit", 0), ("endorse", 1), ("authorise", 2), ("schedule", 0))


def advance_to(state: str, people: Signers, change: RuleChange, moment: datetime | None = None) -> RuleChange:
    """Takes the steps from draft to schedule until the change is in that state."""
    for verb, signer_index in STRAIGHT_STEPS:
        if change.state == state:
            break
        change = take_step(
            change, verb, people[signer_index], **({"moment": moment} if verb == "schedule" else {})
        )
    if state == "in-force" and change.state == "scheduled":
        assert changes.activate_due() == 1
        change.refresh_from_db()
    assert change.state == state
    return change
