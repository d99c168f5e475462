"""The register of the generator's parts, and of their changes, as files.  [903-B 9.8]"""

from __future__ import annotations

from django.utils.translation import gettext as _

from casino.compliance.self_checks.generator_changes import PartState, RegisterChange
from casino.compliance.self_checks.generator_register import RegisteredPart
from casino.compliance.self_checks.labels import CHANGE_KINDS, CHANGE_TROUBLES
from casino.compliance.self_checks.models import Manifest
from players.shared.exports.list_document import Cell, Column, ListDocument


def parts_document(
    parts: list[RegisteredPart], states: dict[str, PartState], manifest: Manifest | None
) -> ListDocument:
    """What a component register holds of each part.  [903-B 9.4.2]"""
    labels = [
        _("Number"),
        _("Part"),
        _("Purpose"),
        _("Version"),
        _("Since"),
        _("Answers for it"),
        _("Files"),
        _("Libraries"),
        _("Confidentiality, integrity, availability, traceability"),
        _("Classification"),
        _("Digest"),
        _("As recorded"),
        _("Recorded"),
        _("Recorded by"),
    ]
    recorded_by = manifest.person.email if manifest and manifest.person else _("the house")
    rows: list[list[Cell]] = [
        [
            part.declared.number,
            str(part.declared.name),
            str(part.declared.purpose),
            states[part.declared.number].version,
            states[part.declared.number].since,
            states[part.declared.number].holder or _("not named yet"),
            "; ".join(f"{path} {digest}" for path, digest in part.files.items()),
            "; ".join(f"{package} {package.digest}" for package in part.packages),
            ", ".join(map(str, part.declared.relevance.codes)),
            part.declared.relevance.classification,
            part.digest,
            _recorded_text(part),
            manifest.at if manifest else None,
            recorded_by if manifest else "",
        ]
        for part in parts
    ]
    return _document("feltro-generator-parts", _("Parts of the generator"), labels, rows)


def _recorded_text(part: RegisteredPart) -> str:
    if part.changed is None:
        return _("not recorded")
    return "; ".join(part.changed) or _("yes")


def changes_document(changes: list[RegisterChange], part: str = "") -> ListDocument:
    """All changes, or those of one part.  [903-B 9.5]"""
    labels = [
        _("Date"),
        _("Kind"),
        _("Parts"),
        _("What"),
        _("Reason"),
        _("Entered by"),
        _("Change of the generator"),
        _("Author"),
        _("Endorsed by"),
        _("Regulator notified"),
        _("Not before"),
        _("Authorised"),
        _("Authorised by"),
        _("Regulator's reference"),
        _("Date of the decision"),
        _("In order"),
    ]
    rows = [_change_row(change) for change in changes if not part or part in change.parts]
    return _document("feltro-generator-changes", _("Changes of the generator"), labels, rows)


def _change_row(change: RegisterChange) -> list[Cell]:
    approval = change.approval
    steps: list[Cell] = [""] * 9
    if approval is not None:
        steps = [
            f"{approval.change} · {approval.game}: {approval.title}",
            approval.author,
            approval.endorser,
            approval.notified,
            approval.earliest,
            approval.authorised,
            approval.regulator,
            approval.reference,
            approval.dated,
        ]
    return [
        change.at,
        str(CHANGE_KINDS[change.kind]),
        ", ".join(change.parts),
        "; ".join(change.what),
        change.reason,
        change.by or _("the house"),
        *steps,
        str(CHANGE_TROUBLES[change.trouble]) if change.trouble else _("yes"),
    ]


def _document(name: str, title: str, labels: list[str], rows: list[list[Cell]]) -> ListDocument:
    columns = [Column(label) for label in labels]
    return ListDocument(name=name, title=title, who="", facts=[], sums=[], columns=columns, rows=rows)
