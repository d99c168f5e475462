"""The day of the regulator's files: what each hour owes, where each file stands and why; one file, and its being made again."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.regulator import overdue, production
from casino.compliance.regulator.document import SCHEMAS
from casino.compliance.regulator.due_files import day_of, hours_of
from casino.compliance.regulator.labels import total_said
from casino.compliance.regulator.models import DAILY, HOURLY, Family, RegulatorFile
from casino.compliance.workspace import page, shown_to, staff_person
from players.audit import note
from players.shared import clock
from players.shared.staff_reasons import reason_of

VIEW, ACT = "regulator_files.view_regulatorfile", "regulator_files.reprocess_regulatorfile"
SHORTEST = 5
# Of each family and time the file that counts, with how many there were before it.
OF_DAY = """
SELECT DISTINCT ON (since, family) id, family, hour, since, until, sequence, name, state, deadline, late, rows, error
FROM regulator_files_regulatorfile WHERE day = %s ORDER BY since, family, sequence DESC
"""
COUNTS = """
SELECT day, count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE late IS NOT NULL AND state <> 'delivered') AS late
FROM (
    SELECT DISTINCT ON (since, family) day, state, late FROM regulator_files_regulatorfile
    WHERE day BETWEEN %s AND %s ORDER BY since, family, sequence DESC
) AS f GROUP BY day HAVING count(*) FILTER (WHERE state = 'failed' OR (late IS NOT NULL AND state <> 'delivered')) > 0 ORDER BY day DESC
"""
ONE = """
SELECT f.*, p.email AS asker FROM regulator_files_regulatorfile AS f LEFT JOIN players_person AS p ON p.id = f.asked_by_id WHERE f.id = %s
"""
SAME = """
SELECT id, name, sequence, state, made, reason FROM regulator_files_regulatorfile
WHERE family = %s AND since = %s ORDER BY sequence
"""


class Cell(Struct, frozen=True):
    """One file in the grid, or what stands in its place: nothing yet, or nothing ever."""

    family: str
    name: str = ""
    state: str = "to-come"
    said: str = ""
    link: str = ""
    rows: int | None = None
    again: int = 0


class Row(Struct, frozen=True):
    label: str
    second: bool
    cells: list[Cell]


def state_said(state: str) -> str:
    return _("to be made") if state == RegulatorFile.State.DUE else str(RegulatorFile.State(state).label)


def wrong_said(error: str) -> str:
    """What a check found, as it found it; that somebody changed the file is said in words."""
    return _(production.OTHER) if error == production.OTHER else error


def said_of(row: dict[str, Any]) -> tuple[str, str]:
    """The state of a file as it is shown, and in words: what is late says so first."""
    named = state_said(row["state"])
    if row["late"] is not None and row["state"] not in ("delivered", "failed"):
        return "late", _("late: %(state)s") % {"state": named}
    if row["late"] is not None and row["state"] == "delivered":
        return "delivered", _("delivered late")
    return row["state"], named


def cell(family: str, row: dict[str, Any] | None) -> Cell:
    if row is None:
        return Cell(family)
    state, said = said_of(row)
    return Cell(
        family,
        row["name"],
        state,
        said,
        reverse("compliance_file", args=[row["id"]]),
        row["rows"],
        row["sequence"],
    )


@shown_to(VIEW)
def day(request: HttpRequest) -> HttpResponseBase:
    today = clock.day_of(clock.now())
    chosen = _day_asked(request) or today
    found = {(row["family"], row["since"]): row for row in rows(OF_DAY, [chosen])}
    hours = [
        Row(
            span.hour,
            span.hour.endswith("B"),
            [cell(family, found.get((family, span.since))) for family in HOURLY],
        )
        for span in hours_of(chosen)
    ]
    whole = day_of(chosen)
    standing = overdue.standing()
    told = {
        "day": chosen,
        "before": chosen - timedelta(days=1),
        "after": chosen + timedelta(days=1) if chosen < today else None,
        "today": today,
        "families": [(family, Family(family).label) for family in HOURLY],
        "hours": hours,
        "days": [(Family(family).label, cell(family, found.get((family, whole.since)))) for family in DAILY],
        "deadline": max((row["deadline"] for row in found.values()), default=None),
        "wrong": [
            row | {"said": said_of(row)[1], "told": wrong_said(row["error"])}
            for row in found.values()
            if row["error"]
        ],
        "standing": standing,
        "other_days": [
            row for row in rows(COUNTS, [today - timedelta(days=31), today]) if row["day"] != chosen
        ],
        "schemas": Family.values,
    }
    return page(request, "regulator/day.html", _("Regulator files"), **told)


def _day_asked(request: HttpRequest) -> date | None:
    try:
        found = parse_date(request.GET.get("day", ""))
    except ValueError:
        return None
    return found if found and 2000 < found.year < 2200 else None


@shown_to(VIEW, act=ACT)
def file(request: HttpRequest, pk: int) -> HttpResponseBase:
    found = rows(ONE, [pk])
    if not found:
        raise Http404
    row = found[0]
    if request.method == "POST":
        return _again(request, pk)
    state, said = said_of(row)
    way = [
        (_("Due"), row["born"]),
        (_("Made"), row["made"]),
        (_("Validated"), row["validated"]),
        (_("Reconciled"), row["reconciled"]),
    ]
    way.append((_("Delivered"), row["delivered"]))
    totals = [
        (what, total_said(what), each["count"], each["cents"])
        for what, each in sorted(json.loads(row["totals"]).items())
    ]
    told = {
        "file": row,
        "wrong": wrong_said(row["error"]),
        "state": state,
        "said": said,
        "family": Family(row["family"]).label,
        "totals": totals,
        "way": way,
        "all": [
            each | {"label": state_said(each["state"])} for each in rows(SAME, [row["family"], row["since"]])
        ],
        "may": request.user.has_perm(ACT),
        "days_files": f"{reverse('compliance_files')}?day={row['day'].isoformat()}",
    }
    return page(request, "regulator/file.html", row["name"], **told)


def _again(request: HttpRequest, pk: int) -> HttpResponse:
    reason = reason_of(request, minimum=SHORTEST)
    if not reason:
        return redirect("compliance_file", pk)
    found = RegulatorFile.objects.get(pk=pk)
    new = production.file_again(file=found, person=staff_person(request), reason=reason, request=request)
    if not new:
        messages.info(request, _("It is due already, and will be made."))
        return redirect("compliance_file", pk)
    messages.success(request, _("Due again: %(names)s.") % {"names": ", ".join(each.name for each in new)})
    return redirect("compliance_file", new[0].pk)


@shown_to(VIEW)
def download(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The file as it was made; one that is not any more what was made is not handed out as if it were."""
    found = RegulatorFile.objects.filter(pk=pk).exclude(digest="").first()
    if found is None:
        raise Http404
    try:
        wrong = production.changed(found)
    except OSError:
        wrong = [_("The file is not where it was written.")]
    if wrong:
        messages.error(
            request, _("The file on the disk is not the one that was made. Nothing was handed out.")
        )
        return redirect("compliance_file", pk)
    note(
        "regulator-files.taken",
        about=f"regulatorfile:{pk}",
        request=request,
        name=found.name,
        digest=found.digest,
    )
    return FileResponse(
        production.path_of(found).open("rb"),
        as_attachment=True,
        filename=f"{found.name}.xml",
        content_type="application/xml; charset=utf-8",
    )


@shown_to(VIEW)
def schema(request: HttpRequest, name: str) -> HttpResponseBase:
    known = {path.stem: path for path in SCHEMAS.glob("*.xsd")}
    if name.lower() not in known:
        raise Http404
    return FileResponse(
        known[name.lower()].open("rb"),
        as_attachment=True,
        filename=f"{name.lower()}.xsd",
        content_type="application/xml",
    )
