"""What the regulator must be told of: its clocks, its entries, its end by a second person, and its report.
[903-B 2.3.4, 2.3.5, 6.3.3.3, 6.3.3.4, 7.11.1, 7.12.1.3, 8.1.1.4, 8.4.2.1]
"""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from casino.compliance.duties.due_dates import check_duties
from casino.compliance.duties.models import Occurrence, OccurrenceEntry
from casino.compliance.duties.occurrences import (
    CLOCKS,
    OccurrenceRefused,
    add_entry,
    enter_occurrence,
    open_occurrences,
    waiting_for,
)
from casino.compliance.duties.work_sources import occurrence_item
from casino.record_checks.check_states import store_state
from games.models import Incident, Table
from players.audit.models import Line
from players.models import Person
from players.shared import clock
from tests.demo_house import signed_in
from tests.pdf_text import pdf_texts
from tests.proposals import named

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]
FACTS = "Forty minutes of files were lost with a disk. No transfer was."
HOUR = timedelta(hours=1)


@pytest.fixture
def officer() -> Person:
    return named("oficial")


@pytest.fixture
def head() -> Person:
    return named("direcao")


def entered(person: Person, *, kind: str = "loss", noticed: datetime | None = None) -> Occurrence:
    return enter_occurrence(
        kind=kind,
        score=Decimal("9.8") if kind == "weakness" else None,
        title="Files lost",
        facts=FACTS,
        occurred=None,
        noticed=noticed or clock.now(),
        incident=None,
        person=person,
    )


def add(occurrence: Occurrence, kind: str, person: Person) -> None:
    reference = "SRIJ-1" if kind == "reported" else ""
    add_entry(
        occurrence=occurrence, kind=kind, text=f"{kind}: done as planned", reference=reference, done=None,
        person=person,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "report", "solve"),
    [
        ("loss", 2, 7 * 24),
        ("wrong", 24, 7 * 24),
        ("disaster", 2, 28 * 24),
        ("security", 24, None),
        ("error", 2, None),
        ("breach", 2, None),
        ("weakness", 48, 48),
    ],
)
def test_the_clocks_run_from_the_notice(officer: Person, kind: str, report: int, solve: int | None) -> None:
    occurrence = entered(officer, kind=kind)
    assert occurrence.report_by == occurrence.noticed + report * HOUR
    assert occurrence.solve_by == (occurrence.noticed + solve * HOUR if solve else None)
    assert set(CLOCKS) == set(Occurrence.Kind.values)


def test_it_is_work_at_once_and_rings_before_its_deadline(officer: Person, settings: Any) -> None:
    settings.HOUSE_DEMO = False
    occurrence = entered(officer)
    [row] = waiting_for(officer)
    assert occurrence_item(row).due == occurrence.report_by

    def is_listed(after: timedelta) -> bool:
        lines: Any = check_duties(occurrence.noticed + after)[1]["lines"]
        return any(line["about"] == occurrence.title for line in lines)

    assert not is_listed(timedelta(minutes=59)) and is_listed(timedelta(minutes=61))
    add(occurrence, "reported", officer)
    assert not is_listed(timedelta(days=3)), "the week to extract the data again runs"
    assert is_listed(timedelta(days=4)), "and rings before it is over"
    add(occurrence, "solution", officer)
    assert not is_listed(timedelta(days=30))


def test_a_second_person_closes_what_was_reported_explained_and_solved(officer: Person, head: Person) -> None:
    occurrence = entered(officer)
    for kind in ("reported", "plan", "cause"):
        add(occurrence, kind, officer)
    for person, word in ((officer, "segunda pessoa"), (head, "a solução")):
        with pytest.raises(OccurrenceRefused) as refusal:
            add(occurrence, "closed", person)
        assert word in str(refusal.value.sentence)
    add(occurrence, "solution", officer)
    assert not waiting_for(officer).exists() and waiting_for(head).exists()
    add(occurrence, "closed", head)
    with pytest.raises(OccurrenceRefused):
        add(occurrence, "plan", officer)
    assert not open_occurrences().exists()
    kinds = Line.objects.filter(about=f"occurrence:{occurrence.pk}").order_by("pk")
    assert [line.kind.removeprefix("duties.occurrence-") for line in kinds] == [
        "entered", "reported", "plan", "cause", "solution", "closed",
    ]  # fmt: skip


@pytest.mark.parametrize("before", [(), ("reported",), ("reported", "cause"), ("cause", "solution")])
def test_the_database_closes_nothing_that_was_not_reported_explained_and_solved(
    officer: Person, head: Person, before: tuple[str, ...]
) -> None:
    occurrence = entered(officer)
    for kind in before:
        add(occurrence, kind, officer)
    with pytest.raises(IntegrityError, match="second person"), transaction.atomic():
        OccurrenceEntry.objects.create(
            occurrence=occurrence, kind="closed", text="x", done=clock.now(), person=head
        )


def test_the_database_keeps_what_was_entered(officer: Person, head: Person) -> None:
    occurrence = entered(officer)
    for kind in ("reported", "cause", "solution"):
        add(occurrence, kind, officer)
    values = {"occurrence": occurrence, "kind": "closed", "text": "x"}
    now = clock.now()
    for changed in (
        {"person": officer, "done": now},
        {"person": head, "done": now + HOUR},
        {"person": head, "done": occurrence.noticed - HOUR},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            OccurrenceEntry.objects.create(**values, **changed)
    add(occurrence, "closed", head)
    with pytest.raises(IntegrityError, match="takes no entry"), transaction.atomic():
        OccurrenceEntry.objects.create(**{**values, "kind": "plan"}, person=head, done=clock.now())
    for rows in (Occurrence.objects.all(), OccurrenceEntry.objects.all()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            rows.update(person=head)


def test_a_time_in_the_future_is_refused_and_loses_nothing_that_was_typed() -> None:
    client = signed_in("oficial@feltro.example", "en")
    tomorrow = (clock.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    typed = {"kind": "loss", "title": "Lost", "facts": FACTS, "noticed": tomorrow, "occurred": ""}
    for values, word in (
        (typed, "in the future"),
        ({**typed, "noticed": "x"}, "valid date"),
        ({**typed, "facts": "short"}, "at least 12"),
        ({**typed, "kind": "none"}, "valid choice"),
        ({**typed, "incident": "999999"}, "valid choice"),
        ({**typed, "score": "9.8"}, "Only a severe weakness"),
        ({**typed, "kind": "weakness"}, "from 7.0 to 10.0"),
        ({**typed, "kind": "weakness", "score": "6.9"}, "from 7.0 to 10.0"),
        ({**typed, "kind": "weakness", "score": "10.1"}, "from 7.0 to 10.0"),
        ({**typed, "kind": "weakness", "score": "9.85"}, "from 7.0 to 10.0"),
        ({**typed, "kind": "weakness", "score": "NaN"}, "from 7.0 to 10.0"),
    ):
        answer = client.post(reverse("compliance_occurrences"), values)
        assert answer.status_code == 422 and word in answer.content.decode()
        assert 'value="Lost"' in answer.content.decode()
    assert not Occurrence.objects.exists()


def test_an_officer_enters_and_reports_one_on_its_page() -> None:
    incident = Incident.objects.create(table=Table.objects.first(), reason="a fault", opened=clock.now())
    client = signed_in("oficial@feltro.example", "en")
    noticed = clock.now().astimezone(clock.LISBON).strftime("%Y-%m-%dT%H:%M")
    values = {"kind": "error", "title": "Lost", "facts": FACTS, "noticed": noticed, "incident": incident.pk}
    client.post(reverse("compliance_occurrences"), values)
    occurrence = Occurrence.objects.get()
    assert occurrence.incident == incident and occurrence.person.email == "oficial@feltro.example"
    page = reverse("compliance_occurrence", args=[occurrence.pk])
    unnumbered = client.post(page, {"kind": "reported", "text": "Told by telephone."})
    assert unnumbered.status_code == 422 and "the number under which" in unnumbered.content.decode()
    own = client.post(page, {"kind": "closed", "text": "Closed by myself."})
    assert own.status_code == 422 and "A second person must" in own.content.decode()
    client.post(page, {"kind": "reported", "text": "Told by telephone.", "reference": "SRIJ-7"})
    assert OccurrenceEntry.objects.get().reference == "SRIJ-7"
    reader = signed_in("regulador@feltro.example", "en")
    assert reader.get(page).status_code == 200
    assert reader.post(page, {"kind": "plan", "text": "I plan something."}).status_code == 403


def test_an_incident_and_a_failing_check_lead_to_the_form() -> None:
    incident = Incident.objects.create(table=Table.objects.first(), reason="a fault", opened=clock.now())
    store_state("voids", False)
    client = signed_in("direcao@feltro.example", "en")
    form = reverse("compliance_occurrences")
    page = client.get(reverse("admin:games_incident_change", args=[incident.pk])).content.decode()
    assert f"{form}?kind=error&amp;incident={incident.pk}" in page
    assert f"{form}?kind=error" in client.get(reverse("compliance_panel")).content.decode()
    filled = client.get(form, {"kind": "error", "incident": incident.pk}).content.decode()
    assert (
        f'<option value="{incident.pk}" selected>' in filled and '<option value="error" selected>' in filled
    )
    assert client.get(form, {"kind": "x", "incident": "\x00"}).status_code in (200, 400)
    tables = signed_in("mesas@feltro.example", "en")
    page = tables.get(reverse("admin:games_incident_change", args=[incident.pk])).content.decode()
    assert form not in page


def test_the_report_is_in_portuguese_whoever_takes_it(officer: Person) -> None:
    occurrence = entered(officer)
    add(occurrence, "reported", officer)
    client = signed_in("oficial@feltro.example", "en")
    page = reverse("compliance_occurrence", args=[occurrence.pk])
    text = client.get(page, {"as": "text"}).content.decode()
    printed = " ".join(pdf_texts(client.get(page, {"as": "pdf"}).content))
    for report in (text, printed):
        assert "Comunicação ao regulador" in report and "perda de dados" in report and "SRIJ-1" in report
        assert officer.email not in report
    assert "desconhecido" in text, "nobody knows when it happened"


def test_errors_with_causes_and_solutions_are_a_list(officer: Person) -> None:
    occurrence = entered(officer, kind="error")
    add(occurrence, "cause", officer)
    add(occurrence, "solution", officer)
    rows = signed_in("oficial@feltro.example", "en").get(reverse("compliance_occurrences"), {"as": "csv"})
    text = rows.content.decode("utf-8-sig")
    assert "cause: done as planned" in text and "solution: done as planned" in text


def test_a_severe_weakness_is_mended_within_48_hours(officer: Person, head: Person, settings: Any) -> None:
    settings.HOUSE_DEMO = False
    occurrence = entered(officer, kind="weakness")

    def is_listed(after: timedelta) -> bool:
        lines: Any = check_duties(occurrence.noticed + after)[1]["lines"]
        return any(line["about"] == occurrence.title for line in lines)

    assert not is_listed(23 * HOUR) and is_listed(25 * HOUR), "it rings when half of the time is over"
    add(occurrence, "cause", officer)
    with pytest.raises(OccurrenceRefused) as refusal:
        add(occurrence, "closed", head)
    assert "48" in str(refusal.value.sentence)
    add(occurrence, "solution", officer)
    assert not is_listed(100 * HOUR) and not waiting_for(officer).exists() and waiting_for(head).exists()
    add(occurrence, "closed", head)
    assert not open_occurrences().exists()


def test_one_that_is_not_mended_in_time_has_a_plan_that_the_regulator_gets(
    officer: Person, head: Person
) -> None:
    occurrence = entered(officer, kind="weakness", noticed=clock.now() - 49 * HOUR)
    (row,) = waiting_for(officer)
    assert occurrence_item(row).due == occurrence.solve_by
    for kind in ("plan", "reported"):
        add(occurrence, kind, officer)
    (row,) = waiting_for(officer)
    assert occurrence_item(row).due is None, "the law asks for no more until a day"
    for kind in ("cause", "solution"):
        add(occurrence, kind, officer)
    add(occurrence, "closed", head)


@pytest.mark.parametrize("before", [("cause", "solution"), ("reported", "cause", "solution")])
def test_a_weakness_that_was_mended_late_is_not_closed_without_its_plan(
    officer: Person, head: Person, before: tuple[str, ...]
) -> None:
    occurrence = entered(officer, kind="weakness", noticed=clock.now() - 49 * HOUR)
    for kind in before:
        add(occurrence, kind, officer)
    with pytest.raises(OccurrenceRefused):
        add(occurrence, "closed", head)
    with pytest.raises(IntegrityError, match="second person"), transaction.atomic():
        OccurrenceEntry.objects.create(
            occurrence=occurrence, kind="closed", text="x", done=clock.now(), person=head
        )
    assert waiting_for(officer).exists()


@pytest.mark.parametrize(("kind", "score"), [("weakness", None), ("weakness", "6.9"), ("error", "9.8")])
def test_the_database_knows_which_weakness_is_severe(officer: Person, kind: str, score: str | None) -> None:
    now = clock.now()
    with pytest.raises(IntegrityError, match="a_severe_weakness"), transaction.atomic():
        Occurrence.objects.create(
            kind=kind, score=score, title="x", facts="x", noticed=now, report_by=now + HOUR, person=officer
        )


def test_the_page_and_the_report_of_a_weakness_say_how_severe_it_is() -> None:
    client = signed_in("oficial@feltro.example", "en")
    noticed = clock.now().astimezone(clock.LISBON).strftime("%Y-%m-%dT%H:%M")
    values = {
        "kind": "weakness",
        "title": "Found in the audit",
        "facts": FACTS,
        "noticed": noticed,
        "score": "9.8",
    }
    page = client.post(reverse("compliance_occurrences"), values, follow=True).content.decode()
    assert "9.8" in page and "903-B 8.1.1.4" in page and "within 48 hours" in page
    address = reverse("compliance_occurrence", args=[Occurrence.objects.get().pk])
    text = client.get(address, {"as": "text"}).content.decode()
    assert "9.8" in text and "CVSS" in text
