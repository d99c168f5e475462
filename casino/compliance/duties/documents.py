"""Occurrences as documents: one as the report that goes to the regulator, in Portuguese, and all as a list of
errors with their causes and solutions.  [903-B 6.3.3.4]
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils import translation
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.compliance.duties.models import Occurrence, OccurrenceEntry
from players.shared.exports.list_document import Cell, Column, ListDocument, display_text
from players.shared.exports.pdf import pdf_bytes

REGULATORS_LANGUAGE = "pt-pt"


def occurrence_document(occurrence: Occurrence, entries: Iterable[OccurrenceEntry]) -> ListDocument:
    """What the regulator reads: no account of staff, but the operator."""
    facts: list[tuple[str, Cell]] = [
        (_("kind"), str(occurrence.get_kind_display())),
        (_("when it happened"), occurrence.occurred or _("unknown")),
        (_("when it was noticed"), occurrence.noticed),
        (_("to be reported by"), occurrence.report_by),
        (_("to be solved by"), occurrence.solve_by or _("no time is set")),
        (_("facts and their effect"), occurrence.facts),
    ]
    if occurrence.score is not None:
        facts.append((_("CVSS score"), str(occurrence.score)))
    if occurrence.incident_id is not None:
        facts.append((_("incident at a table"), str(occurrence.incident)))
    return ListDocument(
        name=f"feltro-occurrence-{occurrence.pk}",
        title=_("Report to the regulator: %(what)s") % {"what": occurrence.title},
        who=settings.HOUSE_NAME,
        whose=_("Operator"),
        facts=[(capfirst(label), display_text(cell, "EUR")) for label, cell in facts],
        sums=[],
        columns=[Column(_("Done")), Column(_("Entry")), Column(_("Text"), weight=5), Column(_("Reference"))],
        rows=[
            [localtime(entry.done), str(entry.get_kind_display()), entry.text, entry.reference]
            for entry in entries
        ],
    )


def report_pdf(occurrence: Occurrence, entries: Iterable[OccurrenceEntry]) -> bytes:
    with translation.override(REGULATORS_LANGUAGE):
        return pdf_bytes(occurrence_document(occurrence, entries))


def report_text(occurrence: Occurrence, entries: Iterable[OccurrenceEntry]) -> str:
    with translation.override(REGULATORS_LANGUAGE):
        document = occurrence_document(occurrence, entries)
        lines = [document.title, document.who, ""]
        lines += [f"{label}: {value}" for label, value in document.facts]
        for row in document.rows:
            done, kind, text, reference = (display_text(cell, "EUR") for cell in row)
            lines += ["", f"{done} · {kind}{f' · {reference}' if reference else ''}", text]
    return "\n".join(lines) + "\n"


def occurrences_document(occurrences: Iterable[Occurrence]) -> ListDocument:
    """Every occurrence with its clocks, causes and solutions."""

    def texts(occurrence: Occurrence, kind: str) -> str:
        return "; ".join(entry.text for entry in occurrence.entries.all() if entry.kind == kind)

    def done(occurrence: Occurrence, kind: str) -> Cell:
        return next((localtime(row.done) for row in occurrence.entries.all() if row.kind == kind), None)

    kind = OccurrenceEntry.Kind
    labels = [
        _("Number"), _("Kind"), _("What happened"), _("Happened"), _("Noticed"), _("To be reported by"),
        _("Reported"), _("Cause"), _("Solution"), pgettext("occurrence", "Closed"),
    ]  # fmt: skip
    return ListDocument(
        name="feltro-occurrences",
        title=_("Occurrences for the regulator"),
        who="",
        facts=[],
        sums=[],
        columns=[Column(label) for label in labels],
        rows=[
            [
                row.pk, str(row.get_kind_display()), row.title, row.occurred, row.noticed, row.report_by,
                done(row, kind.REPORTED), texts(row, kind.CAUSE), texts(row, kind.SOLUTION),
                done(row, kind.CLOSED),
            ]
            for row in occurrences
        ],
    )  # fmt: skip
