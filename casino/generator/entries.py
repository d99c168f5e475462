"""What the operator enters in the register of the generator's parts: who answers for a part, the approved
change of a manifest, and the certificates.  [903-B 4.2.1, 9.4.2, 9.5, 9.6, 9.7.5, 9.7.6]
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.generator.changes import ChangeKind, approved_changes, file_changes
from casino.generator.components import COMPONENTS
from casino.generator.models import Certificate, Manifest, PartEntry
from casino.generator.parts import PARTS
from games.catalogue.text import Text
from players.audit import note
from players.models import Person
from players.shared.clock import day_of, now

HOLDER_LENGTH = 120
EVERY_PART = "all"
EVERY_COMPONENT = "system"
LONGEST_QUARTER: Final = 92  # days
CERTIFICATE_TEXTS: Final = ("norm", "norm_version", "body", "verifier", "reference", "reports")


class EntryRefusal(StrEnum):
    NO_PART = "no-part"
    NO_HOLDER = "no-holder"
    NO_MANIFEST = "no-manifest"
    NO_CHANGE = "no-change"
    NO_BASE = "no-base"
    LEFT_OUT = "left-out"
    NO_DATE = "no-date"
    NO_QUARTER = "no-quarter"


MESSAGES: dict[EntryRefusal, Promise] = {
    EntryRefusal.NO_PART: _("This part does not exist."),
    EntryRefusal.NO_HOLDER: _("Enter the role or the name of the person responsible for the part."),
    EntryRefusal.NO_MANIFEST: _("This manifest changed no part of the generator."),
    EntryRefusal.NO_CHANGE: _("The regulator has not authorised this change of the generator."),
    EntryRefusal.NO_BASE: _("This manifest does not exist."),
    EntryRefusal.LEFT_OUT: _(
        "A certificate names the norm and its version, the certification body, the person who verified, its "
        "number and its reports."
    ),
    EntryRefusal.NO_DATE: _("The date of the certificate is missing, or it is later than today."),
    EntryRefusal.NO_QUARTER: _(
        "A certificate of a quarter has its first and last day, at most three months apart, and is not "
        "dated before the last."
    ),
}


class EntryRefused(Exception):
    """A refused entry. It changes nothing."""

    def __init__(self, code: EntryRefusal) -> None:
        super().__init__(code)
        self.sentence = MESSAGES[code]


def enter_holder(*, part: str, holder: str, reason: str, person: Person) -> None:
    """Enter who answers for a part of the generator or a component, or for every one, from now on."""
    numbers = _numbers_of(part)
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


def _numbers_of(part: str) -> list[str]:
    """The part or component of this number, or every one."""
    numbers = [declared.number for declared in PARTS if part in (declared.number, EVERY_PART)]
    return numbers + [
        declared.number for declared in COMPONENTS if part in (declared.number, EVERY_COMPONENT)
    ]


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


def enter_certificate(
    *,
    part: str,
    manifest: int,
    texts: Mapping[str, str],
    dated: date | None,
    quarter: tuple[date | None, date | None],
    reason: str,
    person: Person,
) -> None:
    """Enter a certificate of a part or component, or of every one: of a base if it names a manifest, or of a
    quarter.
    """
    numbers = _numbers_of(part)
    given = {name: " ".join(texts.get(name, "").split()) for name in CERTIFICATE_TEXTS}
    first, last = (None, None) if manifest else quarter
    if not numbers:
        raise EntryRefused(EntryRefusal.NO_PART)
    if manifest and not Manifest.objects.filter(pk=manifest).exists():
        raise EntryRefused(EntryRefusal.NO_BASE)
    if any(not 0 < len(given[name]) <= length for name, _label, length in certificate_fields()):
        raise EntryRefused(EntryRefusal.LEFT_OUT)
    if dated is None or dated > day_of(now()):
        raise EntryRefused(EntryRefusal.NO_DATE)
    if not manifest and not (
        first and last and first <= last <= dated and (last - first).days < LONGEST_QUARTER
    ):
        raise EntryRefused(EntryRefusal.NO_QUARTER)
    with transaction.atomic():
        Certificate.objects.create(
            parts=numbers,
            manifest_id=manifest or None,
            first=first,
            last=last,
            dated=dated,
            reason=reason,
            person=person,
            **given,
        )
        note(
            "watch.certificate-entered",
            person=person,
            about=f"part:{part}",
            certificate=given["reference"],
            reason=reason,
        )


def certificate_fields() -> list[tuple[str, Text, int]]:
    """Name, label and length of each text of a certificate."""
    return [
        (field.name, field.verbose_name, field.max_length or 0)
        for field in Certificate._meta.fields
        if field.name in CERTIFICATE_TEXTS
    ]
