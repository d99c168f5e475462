"""Changes of the technical system that are no change of the generator or of a rule sheet: proposed with their
assessment, approved by a second person, shown to the regulator and authorised by it where that is asked,
made, and verified.  [903-B 9.7, 9.7.1–9.7.5, 9.9, 9.9.2.1, 9.9.2.2]
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.generator.components import COMPONENTS
from casino.generator.models import Manifest, SystemChange, SystemChangeStep
from games.catalogue.approval import Lead
from games.rulebook.lead_time import GENERATOR_DAYS, earliest, is_working
from players.audit import note
from players.models import Person
from players.shared import clock

Kind = SystemChangeStep.Kind
SUBSTANTIAL: Final = 3
# The data model asks for as many working days as the generator.
DATA_MODEL_DAYS: Final = GENERATOR_DAYS
CLASSES: Mapping[str, int] = {part.number: part.relevance.classification for part in COMPONENTS}
SystemChanges = QuerySet[Any]  # with the steps that each has taken


class StepRefusal(StrEnum):
    OWN = "own"
    ENDED = "ended"
    NOT_APPROVED = "not-approved"
    NOT_NOTIFIED = "not-notified"
    NOT_AUTHORISED = "not-authorised"
    EARLY = "early"
    NOT_MADE = "not-made"
    MADE_BY_THEM = "made-by-them"
    TAKEN = "taken"


MESSAGES: Mapping[StepRefusal, Promise] = {
    StepRefusal.OWN: _("The person who proposed a change cannot approve or reject it. A second person must."),
    StepRefusal.ENDED: _("This change is rejected. Propose a new one."),
    StepRefusal.NOT_APPROVED: _("A second person must approve the change first."),
    StepRefusal.NOT_NOTIFIED: _("Show the change to the regulator first."),
    StepRefusal.NOT_AUTHORISED: _("The regulator must authorise this change before it is made."),
    StepRefusal.EARLY: _("The five working days after the notice to the regulator are not over."),
    StepRefusal.NOT_MADE: _("Enter that the change was made before you verify it."),
    StepRefusal.MADE_BY_THEM: _("The person who made a change cannot verify it. Another person must."),
    StepRefusal.TAKEN: _("This step is already entered."),
}


class StepRefused(Exception):
    """A refused step. It changes nothing."""

    def __init__(self, code: StepRefusal) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = MESSAGES[code]


def propose_system_change(*, person: Person, **values: Any) -> SystemChange:
    """Its class is the greatest of the four criteria and of the classes of its components."""
    criteria = [values[name] for name in ("confidentiality", "integrity", "availability", "traceability")]
    relevance = max(*criteria, *(CLASSES[number] for number in values["components"]))
    with transaction.atomic():
        change = SystemChange.objects.create(person=person, relevance=relevance, **values)
        note(
            "watch.change-proposed",
            person=person,
            about=f"system-change:{change.pk}",
            components=change.components,
            relevance=relevance,
            reason=change.reason,
        )
    return change


def take_step(
    *,
    change: SystemChange,
    kind: str,
    text: str,
    person: Person,
    reference: str = "",
    manifest: Manifest | None = None,
) -> SystemChangeStep:
    steps = {step.kind: step for step in change.steps.all()}
    if (refusal := objection(change, kind, steps, person)) is not None:
        raise StepRefused(refusal)
    now = clock.now()
    not_before = earliest(now, [Lead(DATA_MODEL_DAYS, "")]) if kind == Kind.NOTIFIED else None
    try:
        with transaction.atomic():
            step = SystemChangeStep.objects.create(
                change=change,
                kind=kind,
                text=text,
                reference=reference if kind in (Kind.NOTIFIED, Kind.AUTHORISED) else "",
                earliest=not_before,
                manifest=manifest if kind == Kind.MADE else None,
                person=person,
            )
            note(
                f"watch.change-{kind}",
                person=person,
                about=f"system-change:{change.pk}",
                reference=step.reference,
                reason=text,
            )
    except IntegrityError as error:  # somebody was faster
        raise StepRefused(StepRefusal.TAKEN) from error
    return step


def objection(
    change: SystemChange, kind: str, steps: Mapping[str, SystemChangeStep], person: Person
) -> StepRefusal | None:
    """Why this person cannot take this step now. The database knows it too."""
    if Kind.REJECTED in steps:
        return StepRefusal.ENDED
    if kind in steps:
        return StepRefusal.TAKEN
    match kind:
        case Kind.APPROVED | Kind.REJECTED:
            if Kind.APPROVED in steps:
                return StepRefusal.TAKEN
            return StepRefusal.OWN if change.person_id == person.pk else None
        case Kind.AUTHORISED if Kind.NOTIFIED not in steps:
            return StepRefusal.NOT_NOTIFIED
        case Kind.MADE:
            return _objection_to_making(change, steps)
        case Kind.VERIFIED if Kind.MADE not in steps:
            return StepRefusal.NOT_MADE
        case Kind.VERIFIED if steps[Kind.MADE].person_id == person.pk:
            return StepRefusal.MADE_BY_THEM
    return None if Kind.APPROVED in steps else StepRefusal.NOT_APPROVED


def _objection_to_making(change: SystemChange, steps: Mapping[str, SystemChangeStep]) -> StepRefusal | None:
    """What is of extreme urgency may be made first, and is shown to the regulator nevertheless.  [9.7.5]"""
    if Kind.APPROVED not in steps:
        return StepRefusal.NOT_APPROVED
    if change.category == SystemChange.Category.URGENT:
        return None
    if needs_regulator(change) and Kind.AUTHORISED not in steps:
        return StepRefusal.NOT_AUTHORISED
    not_before = steps[Kind.NOTIFIED].earliest if change.changes_data_model else None
    return StepRefusal.EARLY if not_before is not None and clock.now() < not_before else None


def needs_regulator(change: SystemChange) -> bool:
    return change.relevance == SUBSTANTIAL or change.changes_data_model


def with_states() -> SystemChanges:
    def has(kind: str) -> Exists:
        return Exists(SystemChangeStep.objects.filter(change=OuterRef("pk"), kind=kind))

    return SystemChange.objects.annotate(**{f"is_{kind}": has(kind) for kind in Kind.values})


def waiting_for(person: Person) -> SystemChanges:
    """The changes that this person may approve or reject: not their own."""
    waiting = with_states().filter(is_approved=False, is_rejected=False)
    return waiting.exclude(person=person).order_by("planned", "pk")


def to_be_shown() -> SystemChanges:
    """The changes of the data model that the regulator has not been shown."""
    return with_states().filter(changes_data_model=True, is_rejected=False, is_notified=False)


def last_day_to_show(planned: date) -> date:
    """The last day on which the regulator can be shown what is planned for a day: five whole working days lie
    between them.
    """
    day, left = planned, DATA_MODEL_DAYS
    while left:
        day -= timedelta(days=1)
        left -= is_working(day)
    return day - timedelta(days=1)


def steps_by_manifest() -> dict[int, SystemChange]:
    """The change that each recorded manifest belongs to."""
    made = SystemChangeStep.objects.filter(kind=Kind.MADE).select_related("change__person").order_by("pk")
    return {step.manifest_id: step.change for step in made if step.manifest_id is not None}
