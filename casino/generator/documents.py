"""The register of the generator's parts, and of their changes, as files.  [903-B 9.8]"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import structs

from casino.generator.changes import PartState, RegisterChange
from casino.generator.models import Certificate, Manifest
from casino.generator.register import RegisteredPart
from players.shared.exports.list_document import Cell, Column, ListDocument

# The lines of the generator's register of changes, and what is not in order with one.
CHANGE_KINDS: dict[str, Promise] = {
    "base": gettext_lazy("Base of all parts"),
    "files": gettext_lazy("Files"),
    "sheet": gettext_lazy("Rule sheet"),
    "holder": gettext_lazy("Responsible"),
    "certificate": gettext_lazy("Certificate"),
}
CHANGE_TROUBLES: dict[str, Promise] = {
    "unnamed": gettext_lazy("No approved change is named."),
    "early": gettext_lazy("Recorded before it was authorised, or before the notice had ended."),
}


def parts_document(
    parts: list[RegisteredPart], states: dict[str, PartState], manifest: Manifest | None
) -> ListDocument:
    """What a component register holds of each part, and what certifies it.  [903-B 4.2.1, 9.4.2, 9.6]"""
    labels = [
        _("Number"),
        _("Part"),
        _("Purpose"),
        _("Version"),
        _("Since"),
        _("Responsible"),
        _("Files"),
        _("Libraries"),
        _("Confidentiality, integrity, availability, traceability"),
        _("Classification"),
        _("Digest"),
        _("Matches the record"),
        _("Recorded"),
        _("Recorded by"),
        *certificate_labels(_("Base")),
        *certificate_labels(_("Quarter")),
        _("Changes without a certificate"),
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
            *_certificate_cells(states[part.declared.number].base),
            *_certificate_cells(states[part.declared.number].quarterly),
            states[part.declared.number].uncertified,
        ]
        for part in parts
    ]
    return _document("feltro-generator-parts", _("Parts of the generator"), labels, rows)


def certificate_labels(kind: str) -> list[str]:
    names = [
        _("certified against"),
        _("certificate"),
        _("date of the certificate"),
        _("certification body"),
        _("verified by"),
        _("reports of tests and audits"),
    ]
    return [f"{kind}: {name}" for name in names]


def _certificate_cells(certificate: Certificate | None) -> list[Cell]:
    if certificate is None:
        return [_("not recorded yet"), *[""] * 5]
    period = f", {certificate.first} – {certificate.last}" if certificate.first else ""
    return [
        f"{certificate.norm} {certificate.norm_version}",
        certificate.reference + period,
        certificate.dated,
        certificate.body,
        certificate.verifier,
        certificate.reports,
    ]


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
        _("Category of the change"),
        _("Other parts and documents that it may affect"),
        _("Effect and risk"),
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
    steps: list[Cell] = [""] * 12
    if approval is not None:
        steps = [
            f"{approval.change} · {approval.game}: {approval.title}",
            *(text or _("not recorded yet") for text in structs.astuple(approval.assessment)),
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
