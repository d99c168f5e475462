"""The pages of the regulator files: a day with its files, one file, and its reprocessing."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Count
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.regulator import alerts, overdue, production
from casino.compliance.regulator.envelopes import again_waits_until, is_sealing
from casino.compliance.regulator.facts.spans import Span
from casino.compliance.regulator.labels import total_label
from casino.compliance.regulator.models import AlertFile, EnvelopedFile, RegulatorAnswer, RegulatorFile
from casino.compliance.regulator.packs import pack_in_force, schemas_in_force
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.audit.online_record import is_archived
from players.shared import clock
from players.shared.list_filters import chosen_day
from players.shared.staff_reasons import MAX_LENGTH, reason_of

VIEW, ACT = "regulator.view_regulatorfile", "regulator.reprocess_regulatorfile"
VIEW_ALERTS = "regulator.view_alertfile"
REASON_LENGTH = 5
ALERT_FILES_SHOWN = 200
REFUSED_SHOWN = timedelta(days=31)  # answers that changed nothing
# The latest file of each family and span.
OF_DAY = """
SELECT DISTINCT ON (f.since, f.family) f.id, f.family, f.hour, f.since, f.until, f.sequence, f.name, f.state,
       f.deadline, f.late, f.rows, coalesce(nullif(w.reason, ''), f.error) AS error, w.verdict
FROM regulator_regulatorfile AS f LEFT JOIN regulator_envelopedfile AS w ON w.file_id = f.id
WHERE f.day = %s ORDER BY f.since, f.family, f.sequence DESC
"""
ENVELOPES = """
SELECT e.id, e.name, e.size, e.deadline, e.sealed, e.laid_down, e.fetched, e.error, count(w.id) AS files,
       count(w.id) FILTER (WHERE w.verdict = 'accepted') AS accepted,
       count(w.id) FILTER (WHERE w.verdict = 'rejected') AS rejected
FROM regulator_envelope AS e LEFT JOIN regulator_envelopedfile AS w ON w.envelope_id = e.id
WHERE e.day = %s AND NOT EXISTS (SELECT FROM regulator_alertfile AS a WHERE a.envelope_id = e.id)
GROUP BY e.id ORDER BY e.id
"""
REFUSED = """
SELECT name, outcome, detail, at FROM regulator_regulatoranswer WHERE outcome <> 'taken' AND at > %s
ORDER BY at DESC LIMIT 20
"""
COUNTS = """
SELECT day, count(*) FILTER (WHERE state = 'failed') AS failed,
       count(*) FILTER (WHERE late IS NOT NULL AND state <> 'delivered') AS late
FROM (
    SELECT DISTINCT ON (since, family) day, state, late FROM regulator_regulatorfile
    WHERE day BETWEEN %s AND %s ORDER BY since, family, sequence DESC
) AS f GROUP BY day
HAVING count(*) FILTER (WHERE state = 'failed' OR (late IS NOT NULL AND state <> 'delivered')) > 0
ORDER BY day DESC
"""
ONE = """
SELECT f.*, p.email AS asker, e.name AS envelope, e.sealed, e.laid_down, e.fetched, e.receipt AS laid_receipt,
       e.error AS envelope_error, coalesce(w.verdict, '') AS verdict, w.reason AS verdict_reason, w.answered
FROM regulator_regulatorfile AS f LEFT JOIN players_person AS p ON p.id = f.requested_by_id
LEFT JOIN regulator_envelopedfile AS w ON w.file_id = f.id
LEFT JOIN regulator_envelope AS e ON e.id = w.envelope_id WHERE f.id = %s
"""
SAME = """
SELECT id, name, sequence, state, made, reason FROM regulator_regulatorfile
WHERE family = %s AND since = %s ORDER BY sequence
"""


class FileCell(Struct, frozen=True):
    """A file in the grid, or an empty cell."""

    family: str
    name: str = ""
    state: str = "to-come"
    label: str = ""
    link: str = ""
    rows: int | None = None
    sequence: int = 0


class FileRow(Struct, frozen=True):
    label: str
    second: bool
    cells: list[FileCell]


def state_label(state: str) -> str:
    return _("to be produced") if state == RegulatorFile.State.DUE else str(RegulatorFile.State(state).label)


def error_text(error: str) -> str:
    """The stored error; the one for a changed file is translated."""
    return _(production.FILE_CHANGED) if error == production.FILE_CHANGED else error


def state_and_label(row: dict[str, Any]) -> tuple[str, str]:
    """The state that is shown, and its label; late files say so."""
    if row.get("verdict"):
        return row["verdict"], str(EnvelopedFile.Verdict(row["verdict"]).label)
    label = state_label(row["state"])
    if row["late"] is not None and row["state"] not in ("delivered", "failed"):
        return "late", _("late: %(state)s") % {"state": label}
    if row["late"] is not None and row["state"] == "delivered":
        return "delivered", _("delivered late")
    return row["state"], label


def cell(family: str, row: dict[str, Any] | None) -> FileCell:
    if row is None:
        return FileCell(family)
    state, label = state_and_label(row)
    return FileCell(
        family,
        row["name"],
        state,
        label,
        reverse("compliance_file", args=[row["id"]]),
        row["rows"],
        row["sequence"],
    )


def periods_of(day: date) -> list[Span]:
    """The periods of a day for which there are files of their own, in order."""
    pack = pack_in_force()
    spans = {span.since: span for family in pack.hourly for span in pack.spans(family, day)}
    return [spans[since] for since in sorted(spans)]


@shown_to(VIEW)
def day(request: HttpRequest) -> HttpResponseBase:
    today = clock.day_of(clock.now())
    chosen = chosen_day(request.GET, "day", _("day")) or today
    pack = pack_in_force()
    files = {(row["family"], row["since"]): row for row in rows(OF_DAY, [chosen])}
    hours = [
        FileRow(
            span.hour,
            span.hour.endswith("B"),
            [cell(family.code, files.get((family.code, span.since))) for family in pack.hourly],
        )
        for span in periods_of(chosen)
    ]
    standing = overdue.standing()
    context = {
        "day": chosen,
        "before": chosen - timedelta(days=1),
        "after": chosen + timedelta(days=1) if chosen < today else None,
        "today": today,
        "families": [(family.code, family.name) for family in pack.hourly],
        "hours": hours,
        "days": [
            (family.name, cell(family.code, files.get((family.code, clock.midnight(chosen)))))
            for family in pack.daily
        ],
        "deadline": max((row["deadline"] for row in files.values()), default=None),
        "wrong": [
            row | {"label": state_and_label(row)[1], "error_text": error_text(row["error"])}
            for row in files.values()
            if row["error"]
        ],
        "standing": standing,
        "envelopes": rows(ENVELOPES, [chosen]),
        "is_sealing": is_sealing(),
        "refused": [
            row | {"why": RegulatorAnswer.Outcome(row["outcome"]).label}
            for row in rows(REFUSED, [clock.now() - REFUSED_SHOWN])
        ],
        "other_days": [
            row for row in rows(COUNTS, [today - timedelta(days=31), today]) if row["day"] != chosen
        ],
        "source": pack.source,
        "schemas": [family.code for family in pack.families if family.schema],
    }
    return page(request, "regulator/day.html", _("Regulator files"), **context)


@shown_to(VIEW, act=ACT)
def file(request: HttpRequest, pk: int) -> HttpResponseBase:
    row = next(iter(rows(ONE, [pk])), None)
    if row is None:
        raise Http404
    if request.method == "POST":
        return _reprocess(request, pk)
    state, label = state_and_label(row)
    steps = [
        (pgettext("since", "Due"), row["due_since"]),
        (_("Made"), row["made"]),
        (_("Validated"), row["validated"]),
        (_("Reconciled"), row["reconciled"]),
        (_("Delivered"), row["delivered"]),
        (_("Signed"), row["sealed"]),
        (_("In the safe"), row["laid_down"]),
        (_("Fetched"), row["fetched"]),
        (_("Rejected") if row["verdict"] == "rejected" else _("Accepted"), row["answered"]),
    ]
    totals = [
        (code, total_label(code), total["count"], total["cents"])
        for code, total in sorted(json.loads(row["totals"]).items())
    ]
    versions = rows(SAME, [row["family"], row["since"]])
    is_asked = row["verdict"] == "rejected" and versions[-1]["id"] == pk
    context = {
        "file": row,
        "wrong": error_text(row["error"]),
        "is_sealing": is_sealing(),
        "hears": bool(settings.REGULATOR_ANSWERS),
        "state": state,
        "label": label,
        "family": pack_in_force().name_of(row["family"]),
        "totals": totals,
        "steps": steps,
        "all": [version | {"label": state_label(version["state"])} for version in versions],
        "may": request.user.has_perm(ACT),
        "again_waits_until": again_waits_until(clock.now()),
        # The regulator asks for a new file by its rejection. A person corrects the cause and confirms.
        "asked": _asked(row["verdict_reason"]) if is_asked else "",
        "days_files": f"{reverse('compliance_files')}?day={row['day'].isoformat()}",
    }
    return page(request, "regulator/file.html", row["name"], **context)


def _asked(reason: str) -> str:
    """The reason to make a file again, as the regulator gave it."""
    return (_("The regulator asks for it: %(reason)s") % {"reason": reason})[:MAX_LENGTH]


def _reprocess(request: HttpRequest, pk: int) -> HttpResponse:
    reason = reason_of(request, minimum=REASON_LENGTH)
    if not reason:
        return redirect("compliance_file", pk)
    stored = RegulatorFile.objects.get(pk=pk)
    if is_archived(stored.since):
        messages.error(
            request,
            _("The transfers and events of that day are only in the archive."),
        )
        return redirect("compliance_file", pk)
    new = production.reprocess(file=stored, person=staff_person(request), reason=reason, request=request)
    if not new:
        messages.info(request, _("It is already due and will be produced."))
        return redirect("compliance_file", pk)
    messages.success(request, _("Due again: %(names)s.") % {"names": ", ".join(due.name for due in new)})
    return redirect("compliance_file", new[0].pk)


@shown_to(VIEW)
def download(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Download a file; a file that was changed after it was made is refused."""
    stored = RegulatorFile.objects.filter(pk=pk).exclude(digest="").first()
    if stored is None:
        raise Http404
    content = b""
    try:
        content = production.content_of(stored)
        faults = production.change_faults(stored, content)
    except OSError:
        faults = [_("The file is missing from its place.")]
    if faults:
        messages.error(
            request, _("The file on the disk is not the one that was produced. It was not handed out.")
        )
        return redirect("compliance_file", pk)
    note(
        "regulator-files.taken",
        about=f"regulatorfile:{pk}",
        request=request,
        name=stored.name,
        digest=stored.digest,
    )
    return FileResponse(
        io.BytesIO(content),
        as_attachment=True,
        filename=production.file_name_of(stored),
        content_type="application/xml; charset=utf-8",
    )


def _alert_sources(request: HttpRequest) -> list[alerts.AlertSource]:
    """The sources whose alerts this person may see."""
    return [source for source in alerts.SOURCES if request.user.has_perm(source.right)]


@shown_to(VIEW_ALERTS)
def alerts_page(request: HttpRequest) -> HttpResponseBase:
    """The files with alerts, and what waits for the next one."""
    now, sources = clock.now(), _alert_sources(request)
    found = AlertFile.objects.filter(source__in=[source.code for source in sources])
    found = found.select_related("envelope").annotate(count=Count("alerts")).order_by("-pk")
    files = list(found[:ALERT_FILES_SHOWN])
    counted = [(source, alerts.waiting(source, now)) for source in sources]
    return page(
        request,
        "regulator/alerts.html",
        _("Alerts for the regulator"),
        rows=[{"file": row, "title": alerts.SOURCE_OF[row.source].title} for row in files],
        not_shown=_numbers_not_shown(files),
        last_file=files[0].envelope.sealed if files else None,
        most=ALERT_FILES_SHOWN,
        waiting=[
            {
                "title": source.title,
                "page": source.page,
                "count": count,
                "made": oldest + alerts.GATHERED_FOR,
                "due": oldest + alerts.WITHIN,
            }
            for source, (count, oldest) in counted
            if oldest is not None
        ],
        is_sealing=is_sealing(),
        hears=bool(settings.REGULATOR_ANSWERS),
        now=now,
    )


def _numbers_not_shown(shown: Sequence[AlertFile]) -> list[str]:
    """The numbers of files with alerts that this person may not see, as far as the numbers of the others tell
    of them already. Nothing is said of one that is newer than all that is shown of its day.
    """
    newest: dict[date, int] = {}
    for file in shown:
        newest.setdefault(file.envelope.day, file.pk)
    seen, oldest = {file.pk for file in shown}, shown[-1].pk if len(shown) == ALERT_FILES_SHOWN else 0
    numbers: Counter[date] = Counter()
    absent = []
    made = AlertFile.objects.filter(envelope__day__in=newest).order_by("pk")
    for pk, day in made.values_list("pk", "envelope__day"):
        numbers[day] += 1
        if pk not in seen and oldest < pk < newest[day]:
            absent.append(f"{numbers[day]:04} ({date_format(day, 'SHORT_DATE_FORMAT')})")
    return absent


@shown_to(VIEW_ALERTS)
def download_alerts(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What was sent, for who may see the alerts in it."""
    codes = [source.code for source in _alert_sources(request)]
    stored = get_object_or_404(AlertFile.objects.select_related("envelope"), pk=pk, source__in=codes)
    try:
        content = alerts.content_of(stored)
    except OSError:
        messages.error(
            request, _("The file on the disk is not the one that was produced. It was not handed out.")
        )
        return redirect("compliance_alert_files")
    note("regulator-files.alerts-taken", about=f"alertfile:{pk}", request=request, digest=stored.digest)
    return FileResponse(
        io.BytesIO(content),
        as_attachment=True,
        filename=stored.name,
        content_type="application/xml; charset=utf-8",
    )


@shown_to(VIEW)
def schema(request: HttpRequest, name: str) -> HttpResponseBase:
    schemas = {path.stem: path for path in schemas_in_force().glob("*.xsd")}
    if name.lower() not in schemas:
        raise Http404
    return FileResponse(
        schemas[name.lower()].open("rb"),
        as_attachment=True,
        filename=f"{name.lower()}.xsd",
        content_type="application/xml",
    )
