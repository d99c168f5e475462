"""What the operator enters in the register of the generator's parts.  [903-B 9.4.2, 9.5]"""

from __future__ import annotations

from enum import StrEnum

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.compliance.self_checks.generator_changes import ChangeKind, approved_changes, file_changes
from casino.compliance.self_checks.generator_parts import PARTS
from casino.compliance.self_checks.models import PartEntry
from players.audit import note
from players.models import Person

HOLDER_LENGTH = 120
EVERY_PART = "all"


class EntryRefusal(StrEnum):
    NO_PART = "no-part"
    NO_HOLDER = "no-holder"
    NO_MANIFEST = "no-manifest"
    NO_CHANGE = "no-change"


MESSAGES: dict[EntryRefusal, Promise] = {
    EntryRefusal.NO_PART: _("There is no such part."),
    EntryRefusal.NO_HOLDER: _("Write the role or the name of who answers for the part."),
    EntryRefusal.NO_MANIFEST: _("This manifest changed no part of the generator."),
    EntryRefusal.NO_CHANGE: _("The regulator has not authorised such a change of the generator."),
}


class EntryRefused(Exception):
    """A refused entry. It changes nothing."""

    def __init__(self, code: EntryRefusal) -> None:
        super().__init__(code)
        self.sentence = MESSAGES[code]


def enter_holder(*, part: str, holder: str, reason: str, person: Person) -> None:
    """Enter who answers for a part, or for every part, from now on."""
    numbers = [declared.number for declared in PARTS if part in (declared.number, EVERY_PART)]
    holder = " ".join(holder.split())[:HOLDER_LENGTH]
    if not numbers:
        raise EntryRefused(EntryRefusal.NO_PART)
    if not holder:
        raise EntryRefused(EntryRefusal.NO_HOLDER)
    with transaction.atomic():
        # In one statement, so that they have one time.
        PartEntry.objects.bulk_create(
            PartEntry(part=number, holder=holder, reason=reason, person=person) for number in numbers
        )
        note("watch.holder-entered", person=person, about=f"part:{part}", holder=holder, reason=reason)


def enter_approval(*, manifest: int, change: int, reason: str, person: Person) -> None:
    """Enter the approved change of the generator that a recorded manifest belongs to."""
    if manifest not in {line.manifest for line in file_changes() if line.kind is ChangeKind.FILES}:
        raise EntryRefused(EntryRefusal.NO_MANIFEST)
    if change not in approved_changes():
        raise EntryRefused(EntryRefusal.NO_CHANGE)
    with transaction.atomic():
        PartEntry.objects.create(manifest_id=manifest, change_id=change, reason=reason, person=person)
        note(
            "watch.approval-entered",
            person=person,
            about=f"manifest:{manifest}",
            change=change,
            reason=reason,
        )
