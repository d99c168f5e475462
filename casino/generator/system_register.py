"""The register of all components as they are installed, and the register of their changes, read from the
recorded manifests.  [903-B 9.4, 9.4.2, 9.5, 9.6, 9.8]
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from casino.generator.components import COMPONENTS, by_component, libraries
from casino.generator.hardware import classification, hardware_in_use
from casino.generator.manifests import differences, files_digest, installed_files
from casino.generator.models import Certificate, Manifest, PartEntry, SystemChange
from casino.generator.parts import GeneratorPart
from casino.generator.system_changes import steps_by_manifest
from casino.generator.system_forms import CODES
from players.shared.exports.list_document import Cell, Column, ListDocument

# Its changes are requests of the rulebook, in the register of the generator.
GENERATOR = "SIS-01"
NEEDS_CHANGE = 2  # the class from which a change is approved and verified


class ComponentChange(Struct, frozen=True):
    """A recorded manifest that differs from the one before, by component."""

    manifest: Manifest
    what: dict[str, list[str]]  # paths by component
    change: SystemChange | None
    is_base: bool
    certificates: list[Certificate]  # that made it a new base of components

    @property
    def is_unnamed(self) -> bool:
        """Whether it changed a component of class 2 or 3 and names no approved change."""
        return not self.is_base and self.change is None and not _relevant(self.what).isdisjoint(self.what)


class Component(Struct, frozen=True):
    declared: GeneratorPart
    files: int
    digest: str
    version: int  # the number of its recorded states; 0 without a manifest
    since: datetime | None
    holder: str
    changed: list[str] | None  # files other than recorded; None without a manifest
    # The certificate of its base, and the files that differ from that base. Without a certificate the first
    # manifest is the base.
    base: Certificate | None
    since_base: list[str] | None


def _relevant(numbers: dict[str, list[str]]) -> set[str]:
    return {
        part.number
        for part in COMPONENTS
        if part.number in numbers
        and part.number != GENERATOR
        and part.relevance.classification >= NEEDS_CHANGE
    }


def component_changes() -> list[ComponentChange]:
    """All changes, the newest first. The first manifest is a base, and so is each that was certified."""
    return list(_component_changes())[::-1]


def _component_changes() -> Iterator[ComponentChange]:
    changes, certificates = steps_by_manifest(), _certificates_by_manifest()
    before: dict[str, dict[str, str]] | None = None
    for manifest in Manifest.objects.select_related("person").order_by("pk").iterator(chunk_size=10):
        files = by_component(manifest.files)
        what = {
            number: [difference["path"] for difference in differences((before or {}).get(number, {}), own)]
            for number, own in files.items()
        }
        what = {number: paths for number, paths in what.items() if paths}
        certified = certificates.get(manifest.pk, [])
        if what or certified:
            yield ComponentChange(manifest, what, changes.get(manifest.pk), before is None, certified)
        before = files


def component_certificates() -> list[Certificate]:
    """The certificates of components, the oldest first. Those of parts of the generator have a register of
    their own.
    """
    numbers = {part.number for part in COMPONENTS}
    certificates = Certificate.objects.select_related("person", "manifest").defer("manifest__files")
    return [row for row in certificates.order_by("pk") if not numbers.isdisjoint(row.parts)]


def _certificates_by_manifest() -> dict[int, list[Certificate]]:
    found: dict[int, list[Certificate]] = {}
    for certificate in component_certificates():
        if certificate.manifest_id is not None:
            found.setdefault(certificate.manifest_id, []).append(certificate)
    return found


def _bases(first: int | None) -> dict[str, tuple[Certificate | None, dict[str, str]]]:
    """Of each component its last certified base and the files in it; else those of the first manifest."""
    certified = {
        number: certificate
        for certificate in component_certificates()
        if certificate.manifest_id is not None
        for number in certificate.parts
    }
    numbers = [first, *(certificate.manifest_id for certificate in certified.values())]
    stored = Manifest.objects.filter(pk__in={number for number in numbers if number is not None})
    files = {manifest.pk: by_component(manifest.files) for manifest in stored}
    bases: dict[str, tuple[Certificate | None, dict[str, str]]] = {}
    for part in COMPONENTS:
        base = certified.get(part.number)
        manifest = base.manifest_id if base is not None else first
        if manifest is not None:
            bases[part.number] = (base, files[manifest][part.number])
    return bases


def components(changes: list[ComponentChange]) -> list[Component]:
    """Every component as it is installed, beside the newest manifest."""
    installed = by_component(installed_files())
    manifest = Manifest.objects.order_by("-pk").first()
    recorded = by_component(manifest.files) if manifest else None
    first = Manifest.objects.order_by("pk").values_list("pk", flat=True).first()
    bases = _bases(first)
    holders = dict(PartEntry.objects.filter(manifest=None).order_by("pk").values_list("part", "holder"))
    return [
        _component(
            part,
            installed[part.number],
            recorded,
            bases.get(part.number),
            holders.get(part.number, ""),
            changes,
        )
        for part in COMPONENTS
    ]


def _component(
    part: GeneratorPart,
    files: dict[str, str],
    recorded: dict[str, dict[str, str]] | None,
    base: tuple[Certificate | None, dict[str, str]] | None,
    holder: str,
    changes: list[ComponentChange],
) -> Component:
    own = [change for change in changes if part.number in change.what]
    changed = None
    if recorded is not None:
        changed = [difference["path"] for difference in differences(recorded[part.number], files)]
    return Component(
        declared=part,
        files=len(files),
        digest=files_digest(files),
        version=len(own),
        since=own[0].manifest.at if own else None,
        holder=holder,
        changed=changed,
        base=base[0] if base else None,
        since_base=[difference["path"] for difference in differences(base[1], files)] if base else None,
    )


def components_document(found: list[Component]) -> ListDocument:
    """The report of all components, the libraries and the hardware among them."""
    labels = [
        _("Number"), _("Component"), _("Purpose"), _("Version"), _("Since"), _("Responsible"), _("Files"),
        _("Confidentiality, integrity, availability, traceability"), _("Classification"), _("Digest"),
        _("Matches the record"), _("Base"), _("Changed since the base"), _("Geographical location"),
    ]  # fmt: skip
    rows: list[list[Cell]] = [
        [
            row.declared.number, str(row.declared.name), str(row.declared.purpose), str(row.version),
            row.since, row.holder or _("not named yet"), row.files,
            ", ".join(map(str, row.declared.relevance.codes)), row.declared.relevance.classification,
            row.digest, _recorded(row), _base(row),
            "" if row.since_base is None else "; ".join(row.since_base) or _("nothing"), "",
        ]
        for row in found
    ]  # fmt: skip
    rows += [
        [
            library.number, library.name, _("Library"), library.version, None, "", None, "",
            library.relevance, library.digest, "", "", "", "",
        ]
        for library in libraries()
    ]  # fmt: skip
    rows += [
        [
            entry.number, entry.name, _("Hardware"), entry.version, entry.at, entry.holder, None,
            ", ".join(str(getattr(entry, code)) for code in CODES),
            classification(entry) or _("not classified"), "", "", "", "", entry.place,
        ]
        for entry in hardware_in_use()
    ]  # fmt: skip
    return _document("feltro-components", _("Components of the system"), labels, rows)


def _base(component: Component) -> str:
    if component.base is not None:
        return f"{component.base.reference}, {component.base.body}"
    return _("the first manifest") if component.since_base is not None else _("not recorded")


def _recorded(component: Component) -> str:
    if component.changed is None:
        return _("not recorded")
    return "; ".join(component.changed) or _("yes")


def component_changes_document(changes: list[ComponentChange], number: str = "") -> ListDocument:
    """The report of all changes, or of the history of one component."""
    labels = [
        _("Recorded"), pgettext("of the software", "Release"), _("Recorded by"), _("Reason"), _("Components"),
        _("What"), _("Approved change"), _("Relevance"), _("Certificate"),
    ]  # fmt: skip
    rows: list[list[Cell]] = [
        [
            change.manifest.at, change.manifest.version, _by(change), change.manifest.reason,
            ", ".join(change.what), "; ".join(path for paths in change.what.values() for path in paths),
            change.change.title if change.change else _named(change),
            change.change.relevance if change.change else None,
            "; ".join(
                f"{certificate.reference}: {', '.join(certificate.parts)}"
                for certificate in change.certificates
            ),
        ]
        for change in changes
        if not number
        or number in change.what
        or any(number in certificate.parts for certificate in change.certificates)
    ]  # fmt: skip
    return _document("feltro-component-changes", _("Changes of components"), labels, rows)


def _by(change: ComponentChange) -> str:
    return change.manifest.person.email if change.manifest.person else _("the house")


def _named(change: ComponentChange) -> str:
    if change.is_base:
        return _("base")
    return _("none is named") if change.is_unnamed else ""


def _document(name: str, title: str, labels: list[str], rows: list[list[Cell]]) -> ListDocument:
    columns = [Column(label) for label in labels]
    return ListDocument(name=name, title=title, who="", facts=[], sums=[], columns=columns, rows=rows)
