"""The page of the random generator's component register, and the same as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from casino.compliance.self_checks import generator_register
from casino.compliance.self_checks.generator_register import RegisteredPart
from casino.compliance.self_checks.models import Manifest
from casino.compliance.workspace import page, shown_to
from players.shared.exports.csv_export import csv_response
from players.shared.exports.list_document import Column, ListDocument

VIEW_PERMISSION = "watch.view_state"


@shown_to(VIEW_PERMISSION)
def parts_page(request: HttpRequest) -> HttpResponseBase:
    manifest = Manifest.objects.select_related("person").order_by("-pk").first()
    parts = generator_register.registered_parts(manifest)
    if request.GET.get("as") == "csv":
        return csv_response(_document(parts, manifest))
    return page(
        request,
        "self_checks/generator.html",
        _("Parts of the generator"),
        parts=parts,
        manifest=manifest,
        draws=generator_register.draws_in_force(),
    )


def _document(parts: list[RegisteredPart], manifest: Manifest | None) -> ListDocument:
    """What a component register holds of each part.  [903-B 9.4.2]"""
    labels = [
        _("Number"),
        _("Part"),
        _("Purpose"),
        _("Files"),
        _("Libraries"),
        _("Confidentiality, integrity, availability, traceability"),
        _("Digest"),
        _("As recorded"),
        _("Recorded"),
        _("Recorded by"),
    ]
    recorded_by = manifest.person.email if manifest and manifest.person else _("the house")
    return ListDocument(
        name="feltro-generator-parts",
        title=_("Parts of the generator"),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [
                part.declared.number,
                str(part.declared.name),
                str(part.declared.purpose),
                "; ".join(f"{path} {digest}" for path, digest in part.files.items()),
                "; ".join(f"{package} {package.digest}" for package in part.packages),
                ", ".join(map(str, part.declared.relevance.codes)),
                part.digest,
                _recorded_text(part),
                manifest.at if manifest else None,
                recorded_by if manifest else "",
            ]
            for part in parts
        ],
    )


def _recorded_text(part: RegisteredPart) -> str:
    if part.changed is None:
        return _("not recorded")
    return "; ".join(part.changed) or _("yes")
