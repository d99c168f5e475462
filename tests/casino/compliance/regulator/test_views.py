"""The pages of the regulator files for each role: a day, a file, its download and its reprocessing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.compliance.regulator import production
from casino.compliance.regulator.models import RegulatorFile
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.regulator.conftest import lisbon, sealed
from tests.live_table import signer
from tests.stored_files import regulator_path

pytestmark = pytest.mark.django_db
HOUR = lisbon(2026, 3, 2, 21)


@pytest.fixture(autouse=True)
def one_factor(settings: Any) -> None:
    """As in the demonstration, where staff need no second factor."""
    settings.HOUSE_DEMO = True


@pytest.fixture
def made(folders: Path) -> RegulatorFile:
    """The files of an hour in which nothing happened: they are owed as well."""
    sealed()
    production.make_files(seconds=300, since=HOUR - timedelta(hours=1), until=HOUR)
    return RegulatorFile.objects.get(family="TRAN")


def client_of(role: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(signer(role))
    return client


def test_a_day_shows_each_hour_and_family_with_its_state(made: RegulatorFile) -> None:
    page = client_of("regulator").get(reverse("compliance_files"), {"day": "2026-03-02"})
    text = page.content.decode()
    assert text.count('data-state="delivered"') == 4 and text.count('data-state="to-come"') == 23 * 4 + 2
    assert made.name in text and ">20:00<" in text


@pytest.mark.parametrize(
    ("day", "hours", "label"), [("2025-03-30", 23, "00"), ("2025-10-26", 25, "01B"), ("2026-03-02", 24, "23")]
)
def test_a_day_has_as_many_rows_as_lisbons_clocks_have_hours(
    folders: Path, day: str, hours: int, label: str
) -> None:
    page = client_of("compliance reader").get(reverse("compliance_files"), {"day": day})
    text = page.content.decode()
    assert text.count('<th scope="row">') == hours and f'<th scope="row">{label}' in text


@pytest.mark.parametrize(
    ("day", "status"),
    [
        ("", 200),
        ("\x00", 200),
        ("yesterday", 400),
        ("2026-02-31", 400),
        ("0001-01-01", 400),
        ("9999-12-31", 400),
    ],
)
def test_a_day_that_is_none_is_told_and_is_never_another_day(folders: Path, day: str, status: int) -> None:
    assert client_of("regulator").get(reverse("compliance_files"), {"day": day}).status_code == status


def test_late_and_failed_files_show_the_reason(made: RegulatorFile) -> None:
    officer = signer("compliance officer")
    for family in ("AJOG", "SESS"):
        production.reprocess(file=RegulatorFile.objects.get(family=family), person=officer, reason="a doubt")
    RegulatorFile.objects.filter(family="AJOG", sequence=1).update(late=clock.now())
    RegulatorFile.objects.filter(family="SESS", sequence=1).update(
        state="failed", error="stays begun: 1 in the file, 2 in the record"
    )
    text = client_of("auditor").get(reverse("compliance_files"), {"day": "2026-03-02"}).content.decode()
    assert 'data-state="late"' in text and 'data-state="failed"' in text and "rp1" in text
    assert "stays begun: 1 in the file, 2 in the record" in text


def test_a_file_is_handed_out_as_it_was_made_and_that_is_noted(made: RegulatorFile) -> None:
    client = client_of("regulator")
    response = client.get(reverse("compliance_file_xml", args=[made.pk]))
    assert b"".join(response.streaming_content) == regulator_path(made).read_bytes()
    assert response["Content-Disposition"] == f'attachment; filename="{made.name}.xml"'
    assert Line.objects.get(kind="regulator-files.taken").details["digest"] == made.digest
    regulator_path(made).write_text("something else")
    assert client.get(reverse("compliance_file_xml", args=[made.pk])).status_code == 302, (
        "what was touched is not handed out"
    )
    regulator_path(made).unlink()
    assert client.get(reverse("compliance_file_xml", args=[made.pk])).status_code == 302
    assert client.get(reverse("compliance_file_xml", args=[0])).status_code == 404


def test_an_officer_reprocesses_a_file_with_a_reason(made: RegulatorFile) -> None:
    officer, url = client_of("compliance officer"), reverse("compliance_file", args=[made.pk])
    assert b'name="reason"' in officer.get(url).content
    officer.post(url, {"reason": "no"})
    assert RegulatorFile.objects.filter(sequence=1).count() == 0, "a reason is more than a word"
    response = officer.post(url, {"reason": "asked by\x00 the regulator"})
    repeated = RegulatorFile.objects.get(sequence=1)
    assert (
        response["Location"] == reverse("compliance_file", args=[repeated.pk])
        and repeated.reason == "asked by the regulator"
    )
    assert b"asked by the regulator" in officer.get(response["Location"]).content
    assert officer.get(reverse("compliance_file", args=[0])).status_code == 404


@pytest.mark.parametrize("role", ["regulator", "compliance reader", "auditor"])
def test_who_reads_does_nothing(made: RegulatorFile, role: str) -> None:
    client, url = client_of(role), reverse("compliance_file", args=[made.pk])
    page = client.get(url)
    assert page.status_code == 200 and b'name="reason"' not in page.content
    for address in (url, reverse("compliance_files"), reverse("compliance_file_xml", args=[made.pk])):
        assert client.post(address, {"reason": "because I can"}).status_code == 403
    assert not RegulatorFile.objects.filter(sequence=1).exists()


@pytest.mark.parametrize("role", ["cashier", "support", "table manager"])
def test_who_has_nothing_to_do_with_it_sees_none(made: RegulatorFile, role: str) -> None:
    for name, args in (
        ("compliance_files", []),
        ("compliance_file", [made.pk]),
        ("compliance_file_xml", [made.pk]),
    ):
        assert client_of(role).get(reverse(name, args=args)).status_code == 403


def test_the_schemas_are_published(folders: Path) -> None:
    for name in ("tran", "ajog", "RESF"):
        response = client_of("regulator").get(reverse("compliance_file_schema", args=[name]))
        assert b"V." in b"".join(response.streaming_content)
    for name in ("nothing", "..", "%2e%2e"):
        assert client_of("regulator").get(f"/admin/compliance/files/schemas/{name}/").status_code == 404
