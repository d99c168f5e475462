"""The register of changes of the random generator, read from what is recorded: manifests that differ in files
or libraries of a declared part, rule sheets that draw in another way, who answers for a part since when, and
certificates.

Each change of files names the approved change of the generator that it belongs to. Where none is named, or
the files were recorded before the notice of five working days had ended, the register says so.
[903-B 9.5, 9.7, 9.9.1]
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from casino.generator.manifests import differences
from casino.generator.models import Certificate, Manifest, PartEntry
from casino.generator.parts import PARTS, GeneratorPart
from games.catalogue import GAMES
from games.catalogue.text import Text
from games.rulebook.assessment import Assessment, assessment_of
from games.rulebook.changes import base_of, rules_of
from games.rulebook.lead_time import changes_draw
from games.rulebook.models import RuleChange
from players.shared.clock import day_of

AUTHORISED = ("authorised", "scheduled", "in-force", "superseded")
# The parts of which another beacon, margin or wait in a rule sheet is a change.
OF_A_SHEET = ("GNA-06", "GNA-07")


class ChangeKind(StrEnum):
    BASE = "base"  # the first manifest: with what later ones are compared  [903-B 9.6]
    FILES = "files"
    SHEET = "sheet"
    HOLDER = "holder"
    CERTIFICATE = "certificate"


class ApprovedRequest(Struct, frozen=True):
    """An approved change of the generator, with the steps that made it one."""

    change: int
    game: Text
    title: str
    author: str
    endorser: str
    regulator: str
    notified: datetime | None  # when it went to the regulator
    earliest: datetime | None
    authorised: datetime | None
    reference: str
    dated: date | None
    assessment: Assessment

    def covers(self, at: datetime) -> bool:
        """Whether the regulator had authorised it by then, and the notice had ended."""
        is_authorised = self.authorised is not None and self.authorised <= at
        return is_authorised and self.earliest is not None and self.earliest <= at


class RegisterChange(Struct, frozen=True):
    """One line of the register of changes."""

    at: datetime
    kind: ChangeKind
    parts: tuple[str, ...]
    what: list[str]  # files and libraries, the title of a change, or who answers for the part
    reason: str
    by: str  # empty for the house
    manifest: int | None = None
    approval: ApprovedRequest | None = None
    certificate: Certificate | None = None

    @property
    def trouble(self) -> str:
        """Why a change of files is not in order: `unnamed`, `early`, or nothing."""
        if self.kind is not ChangeKind.FILES:
            return ""
        if self.approval is None:
            return "unnamed"
        return "" if self.approval.covers(self.at) else "early"


class PartState(Struct, frozen=True):
    """What the register says of a part beside what is installed."""

    version: int  # the number of its recorded states; 0 without a manifest
    since: datetime | None  # when its present state was recorded
    holder: str
    base: Certificate | None = None  # the last that certified it with a manifest
    quarterly: Certificate | None = None  # the last of a quarter
    uncertified: int = 0  # changes of its files since then


class PartRecord(Struct, frozen=True):
    """A part as a manifest recorded it."""

    files: dict[str, str]
    libraries: dict[str, str]

    def changes_to(self, later: PartRecord) -> list[str]:
        paths = [difference["path"] for difference in differences(self.files, later.files)]
        libraries = [
            f"{name} {before.split()[0]} → {later.libraries[name].split()[0]}"
            for name, before in self.libraries.items()
            if name in later.libraries and later.libraries[name] != before
        ]
        return paths + libraries


def part_record(part: GeneratorPart, manifest: Manifest) -> PartRecord:
    files = {path: digest for path, digest in manifest.files.items() if part.holds(path)}
    libraries = {name: manifest.libraries[name] for name in part.packages if name in manifest.libraries}
    return PartRecord(files, libraries)


def register_changes() -> list[RegisterChange]:
    """All changes, the newest first."""
    changes = [*file_changes(), *sheet_changes(), *holder_changes(), *certificate_entries()]
    return sorted(changes, key=lambda change: change.at, reverse=True)


def file_changes() -> Iterator[RegisterChange]:
    """The manifests that differ in a declared part, oldest first. The parts are those declared today."""
    approvals, named = approved_changes(), _named_changes()
    last: dict[str, PartRecord] = {}
    for manifest in Manifest.objects.select_related("person").order_by("pk").iterator(chunk_size=10):
        records = {part.number: part_record(part, manifest) for part in PARTS}
        what = {number: last[number].changes_to(record) for number, record in records.items() if last}
        parts = tuple(number for number, changed in what.items() if changed)
        if parts or not last:
            yield RegisterChange(
                at=manifest.at,
                kind=ChangeKind.FILES if last else ChangeKind.BASE,
                parts=parts or tuple(records),
                what=sorted({path for changed in what.values() for path in changed}),
                reason=manifest.reason,
                by=manifest.person.email if manifest.person else "",
                manifest=manifest.pk,
                approval=approvals.get(named.get(manifest.pk, 0)) if last else None,
            )
        last = records


def _named_changes() -> dict[int, int]:
    """The approved change of each manifest that has one. The last entry counts."""
    entries = PartEntry.objects.exclude(manifest=None).order_by("pk")
    return {manifest: change for manifest, change in entries.values_list("manifest", "change") if change}


def approved_changes() -> dict[int, ApprovedRequest]:
    """The changes of the generator that the regulator authorised, by number."""
    changes = RuleChange.objects.filter(generator=True, state__in=AUTHORISED).order_by("pk")
    return {change.pk: _approval(change) for change in changes.select_related("author")}


def _approval(change: RuleChange) -> ApprovedRequest:
    steps = {step.verb: step for step in change.steps.select_related("person").order_by("pk")}
    endorsed, authorised = steps.get("endorse"), steps.get("authorise")
    return ApprovedRequest(
        change=change.pk,
        game=GAMES[change.system].name,
        title=change.title,
        author=change.author.email,
        endorser=endorsed.person.email if endorsed and endorsed.person else "",
        regulator=authorised.person.email if authorised and authorised.person else "",
        notified=endorsed.at if endorsed else None,
        earliest=change.earliest,
        authorised=authorised.at if authorised else None,
        reference=change.reference,
        dated=authorised.dated if authorised else None,
        assessment=assessment_of(change),
    )


def sheet_changes() -> Iterator[RegisterChange]:
    """Rule sheets that came in force, or are scheduled, with another draw or as a change of the generator."""
    approvals = approved_changes()
    changes = RuleChange.objects.filter(pk__in=approvals).exclude(moment=None)
    for change in changes.select_related("author", "base", "sheet", "content"):
        draws_anew = changes_draw(base_of(change), rules_of(change))
        at = change.sheet.since if change.sheet else change.moment
        assert at is not None
        yield RegisterChange(
            at=at,
            kind=ChangeKind.SHEET,
            parts=OF_A_SHEET if draws_anew else (),
            what=[f"{GAMES[change.system].name}: {change.title}"],
            reason=change.reason,
            by=change.author.email,
            approval=approvals[change.pk],
        )


def holder_changes() -> Iterator[RegisterChange]:
    """Who answers for a part, one line for the parts that were entered together."""
    numbers = [part.number for part in PARTS]
    entries = PartEntry.objects.filter(part__in=numbers).select_related("person").order_by("pk")
    for _at, together in groupby(entries, key=lambda entry: (entry.at, entry.holder)):
        first, *others = together
        yield RegisterChange(
            at=first.at,
            kind=ChangeKind.HOLDER,
            parts=(first.part, *(entry.part for entry in others)),
            what=[first.holder],
            reason=first.reason,
            by=first.person.email,
        )


def certificate_entries() -> Iterator[RegisterChange]:
    """The certificates of declared parts; those of the other components stand in the system's register."""
    numbers = {part.number for part in PARTS}
    for certificate in Certificate.objects.select_related("person", "manifest").order_by("pk"):
        parts = tuple(number for number in certificate.parts if number in numbers)
        if not parts:
            continue
        yield RegisterChange(
            at=certificate.at,
            kind=ChangeKind.CERTIFICATE,
            parts=parts,
            what=[
                f"{certificate.norm} {certificate.norm_version}: {certificate.reference}, {certificate.body}"
            ],
            reason=certificate.reason,
            by=certificate.person.email,
            certificate=certificate,
        )


def part_states(changes: list[RegisterChange]) -> dict[str, PartState]:
    """Version, date and holder of each part, from its changes."""
    return {part.number: _part_state(part.number, changes) for part in PARTS}


def _part_state(number: str, changes: list[RegisterChange]) -> PartState:
    own = [change for change in changes if number in change.parts]
    recorded = [change for change in own if change.kind in (ChangeKind.BASE, ChangeKind.FILES)]
    holders = [change.what[0] for change in own if change.kind is ChangeKind.HOLDER]
    certificates = [change.certificate for change in own if change.certificate is not None]
    bases = [certificate for certificate in certificates if certificate.manifest_id is not None]
    quarters = [certificate for certificate in certificates if certificate.manifest_id is None]
    base, quarterly = next(iter(bases), None), next(iter(quarters), None)
    return PartState(
        version=len(recorded),
        since=recorded[0].at if recorded else None,
        holder=holders[0] if holders else "",
        base=base,
        quarterly=quarterly,
        uncertified=sum(not _is_certified(change, base, quarters) for change in recorded),
    )


def _is_certified(change: RegisterChange, base: Certificate | None, quarters: list[Certificate]) -> bool:
    """Whether a certified base contains a recorded state, or a quarter's certificate the day of it."""
    assert change.manifest is not None
    if base is not None and base.manifest_id is not None and change.manifest <= base.manifest_id:
        return True
    day = day_of(change.at)
    return any(quarter.first <= day <= quarter.last for quarter in quarters if quarter.first and quarter.last)
