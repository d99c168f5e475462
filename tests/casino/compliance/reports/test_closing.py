"""The closing of a month as a page: checklist, four reports, signatures of two people."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import Min
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format

from casino.compliance.regulator.due_files import deadline, due_files
from casino.compliance.regulator.facts.spans import Span
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs import pack_in_force
from casino.compliance.reports import daily_totals
from casino.compliance.reports.all_reports import CLOSING
from casino.compliance.reports.closing import (
    ClosingPoint,
    ClosingRefusal,
    ClosingRefused,
    MonthClosing,
    sign_closing,
)
from casino.compliance.reports.models import ClosingSignature, Issue
from casino.compliance.rtp_monitoring.models import ReturnsFoldedUntil
from games.draw.seal_key import SealKey
from games.models import Incident, Table
from players.audit.models import Line
from players.models import Player
from players.shared import clock
from tests.casino.compliance.reports.test_issues import signed_in
from tests.live_table import players_with, signer

pytestmark = pytest.mark.django_db
Past = Callable[[int], SealKey]
WHY = "The proof runs at night, and the figures do not depend on it"


@pytest.fixture(autouse=True)
def just_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The people have confirmed who they are; that they must is tested with the steps of staff."""
    monkeypatch.setattr(
        "players.identity.sign_in.reauthentication.is_recently_authenticated", lambda request: True
    )


@pytest.fixture
def month() -> date:
    return clock.months_after(clock.day_of(clock.now()).replace(day=1), -1)


def address(month: date, verb: str = "") -> str:
    name = f"{month:%Y-%m}"
    if verb:
        return reverse("compliance_closing_act", args=[name, verb])
    return reverse("compliance_closing_month", args=[name])


def act(client: Client, month: date, verb: str, **data: Any) -> Any:
    return client.post(address(month, verb), data, follow=True)


def states(month: date) -> dict[str, bool]:
    return {point.code: point.is_done for point in MonthClosing(month).points}


def test_a_month_is_issued_and_signed_by_two_people(past: Past, month: date) -> None:
    past(60)
    daily_totals.fold()
    officer, manager = signed_in("compliance officer"), signed_in("management")
    page = officer.get(address(month)).content.decode()
    assert "Issue the four reports" in page or "Emitir os quatro relatórios" in page
    first, _, rest = page.partition('class="closing-points"')
    assert 'id="reason"' in first and 'id="reason"' not in rest, "what issues them stands first"
    title = date_format(month, "YEAR_MONTH_FORMAT")
    assert f"Closing of {title}" in page or f"Fecho de {title}" in page
    act(officer, month, "sign", note=WHY)
    assert not ClosingSignature.objects.exists(), "nothing is signed before it is issued"
    act(officer, month, "issue", reason="The month is complete")
    assert sorted(Issue.objects.values_list("code", flat=True)) == sorted(CLOSING)
    assert set(Issue.objects.values_list("by", flat=True)) == {signer("compliance officer").pk}
    act(officer, month, "sign", note=WHY)
    act(officer, month, "sign", note=WHY)
    assert ClosingSignature.objects.count() == 1
    act(manager, month, "sign", note=WHY)
    first, second = ClosingSignature.objects.order_by("position")
    assert first.digest == second.digest == MonthClosing(month).digest and first.person != second.person
    assert Line.objects.filter(kind="reports.month-signed", about=f"month:{month:%Y-%m}").count() == 2
    assert second.person.email in manager.get(reverse("compliance_closing")).content.decode()


def test_what_the_command_issued_is_signed_on_the_page(past: Past, month: date) -> None:
    past(20)
    call_command("close_month", f"{month:%Y-%m}")
    page = signed_in("management").get(address(month)).content.decode()
    assert "Sign the four reports" in page or "Assinar os quatro relatórios" in page
    assert MonthClosing(month).is_issued and set(Issue.objects.values_list("by", flat=True)) == {None}


def test_open_points_are_explained_or_not_signed(month: date) -> None:
    call_command("close_month", f"{month:%Y-%m}")
    with pytest.raises(ClosingRefused) as refused:
        sign_closing(month=month, person=signer("management"), text="")
    assert refused.value.code == ClosingRefusal.NOT_EXPLAINED
    signature = sign_closing(month=month, person=signer("management"), text=WHY)
    assert signature.open_points == ["alarms", "proof", "files"] and signature.note == WHY
    with pytest.raises(DatabaseError), transaction.atomic():
        ClosingSignature.objects.create(
            month=month, position=2, person=signer("compliance officer"), digest="", open_points=["proof"]
        )


def test_the_checklist_shows_what_is_wrong(month: date) -> None:
    daily_totals.fold()
    before = states(month)
    assert before["over"] and before["folded"] and before["ledger"]
    assert not before["proof"], "the record has not been checked since"
    table = Table.objects.create(name="Viana", system="roulette", currency="EUR", status="held")
    Incident.objects.create(table=table, reason="check-failed", round=0, opened=clock.midnight(month))
    daily_totals.unfold()
    after = states(month)
    assert not after["incidents"] and not after["folded"]
    current = clock.day_of(clock.now()).replace(day=1)
    assert not states(current)["over"]


def point(month: date, code: str) -> ClosingPoint:
    return next(point for point in MonthClosing(month).points if point.code == code)


def add_files(due: list[tuple[str, Span]], *, sequence: int = 0, state: str = "delivered") -> None:
    """Files that have gone their way, which takes days."""
    files = [
        RegulatorFile(
            family=family, day=span.day, hour=span.hour, since=span.since, until=span.until, state=state,
            name=pack_in_force().file_name(family, span, sequence),
            deadline=deadline(span.since), sequence=sequence,
            rows=1, size=1, digest="0" * 64, reason="a late round" if sequence else "",
            requested_by=signer("compliance officer") if sequence else None,
        )
        for family, span in due
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        RegulatorFile.objects.bulk_create(files)
        cursor.execute("SET LOCAL session_replication_role = origin")


def test_903B_the_files_of_a_month_are_counted_from_the_calendar(month: date) -> None:
    """With zero files ever due, "the regulator has every file" was in order."""
    assert not point(month, "files").is_known, "a house without accounts has no duty yet"
    Player.objects.filter(pk=players_with(0, 1)[0].pk).update(since=clock.midnight(month) - timedelta(days=1))
    last = clock.months_after(month, 1)
    due = list(due_files(clock.midnight(month), clock.midnight(last)))
    assert len(due) > 28 * 24
    files = point(month, "files")
    assert (files.is_done, files.is_known, files.count) == (False, True, len(due))
    add_files(due[1:])
    assert (point(month, "files").is_done, point(month, "files").count) == (False, 1)
    add_files(due[:1])
    assert (point(month, "files").is_done, point(month, "files").count) == (True, 0)
    add_files(due[:1], sequence=1, state="failed")
    assert point(month, "files").count == 1, "the last version of each counts"


def test_alarms_are_known_when_return_control_has_counted_the_month(month: date) -> None:
    assert not point(month, "alarms").is_known and not point(month, "alarms").is_done
    last = clock.months_after(month, 1) - timedelta(days=1)
    counted = ReturnsFoldedUntil.objects.create(day=last)
    assert not point(month, "alarms").is_known, "its last day is not counted"
    ReturnsFoldedUntil.objects.filter(pk=counted.pk).update(day=last + timedelta(days=1))
    assert point(month, "alarms").is_done
    page = signed_in("compliance officer").get(address(month)).content.decode()
    assert page.count('data-state="unknown"') == 3, "the reports before the days, the proof, and the files"


def test_a_month_that_is_not_over_is_neither_issued_nor_signed() -> None:
    current, officer = clock.day_of(clock.now()).replace(day=1), signed_in("compliance officer")
    act(officer, current, "issue", reason="too early, but tried")
    act(officer, current, "sign", note=WHY)
    assert not Issue.objects.exists() and not ClosingSignature.objects.exists()


def test_signatures_never_change_and_are_two(month: date) -> None:
    people = [signer(role) for role in ("management", "compliance officer", "table manager")]
    for position, person in enumerate(people[:2], 1):
        ClosingSignature.objects.create(month=month, position=position, person=person, digest="d")
    for position, person in ((1, people[2]), (3, people[2]), (2, people[0])):
        with pytest.raises(DatabaseError), transaction.atomic():
            ClosingSignature.objects.create(month=month, position=position, person=person, digest="d")
    with connection.cursor() as cursor:
        for statement in (
            "UPDATE reports_closingsignature SET note = 'x'",
            "DELETE FROM reports_closingsignature",
        ):
            with pytest.raises(DatabaseError), transaction.atomic():
                cursor.execute(statement)


@pytest.mark.parametrize("verb", ["issue", "sign", "send"])
@pytest.mark.parametrize("role", ["compliance reader", "auditor", "regulator"])
def test_who_only_reads_does_no_step(month: date, role: str, verb: str) -> None:
    client = signed_in(role)
    assert client.get(address(month)).status_code == 200
    assert client.post(address(month, verb), {"reason": "tried it", "note": WHY}).status_code == 403
    assert not Issue.objects.exists()


@pytest.mark.parametrize("name", ["2026-13", "x", "2014-12", "2999-01"])
def test_a_month_that_is_none_is_not_found(name: str) -> None:
    client = signed_in("management")
    assert client.get(reverse("compliance_closing_month", args=[name])).status_code == 404


def test_other_staff_do_not_see_the_closing() -> None:
    assert signed_in("cashier").get(reverse("compliance_closing")).status_code == 403


def test_months_before_the_first_account_are_not_to_be_closed(past: Past) -> None:
    """Nothing happened in them, so nobody has to issue a report."""
    past(2)
    first = Player.objects.aggregate(first=Min("since"))["first"]
    rows = signed_in("management").get(reverse("compliance_closing")).context["rows"]
    listed = [row["month"] for row in rows]
    assert listed[-1] == clock.day_of(first).replace(day=1)
    assert listed[0] == clock.day_of(clock.now()).replace(day=1)


def test_the_files_of_the_month_are_counted_by_kind(past: Past, month: date) -> None:
    past(60)
    daily_totals.fold()
    closing = MonthClosing(month)
    [point] = [point for point in closing.points if point.code == "files"]
    assert point.files and sum(one.missing for one in point.files) == point.count
    assert sum(one.expected for one in point.files) == point.count, "nothing was delivered"
    page = signed_in("compliance officer").get(address(month)).content.decode()
    assert all(str(one.name).capitalize()[:5].lower() in page.lower() for one in point.files)


def test_the_month_is_one_pdf_file_with_its_reports(past: Past, month: date) -> None:
    """The pages of all parts are counted through, each part upright or turned as it needs."""
    past(20)
    call_command("close_month", f"{month:%Y-%m}")
    sign_closing(month=month, person=signer("management"), text=WHY)
    name = reverse("compliance_closing_pack", args=[f"{month:%Y-%m}"])
    answer = signed_in("compliance officer").get(name)
    assert answer["Content-Type"] == "application/pdf" and answer.content.startswith(b"%PDF")
    assert f"feltro-closing-{month:%Y-%m}.pdf" in answer["Content-Disposition"]
    pages = re.findall(rb"/MediaBox \[ 0 0 [\d.]+ [\d.]+ \]", answer.content)
    assert len(pages) >= 3 + len(CLOSING)


@pytest.mark.parametrize("name", ["2026-13", "1999-01", "x", "2026-1-1"])
def test_a_month_that_does_not_exist_has_no_file(name: str) -> None:
    address = reverse("compliance_closing_pack", args=[name])
    assert signed_in("compliance officer").get(address).status_code == 404
