"""The register of hardware: where each machine stands, how it is classified, and all entries about it.
[903-B 9.4.2, 9.4.4, 9.8]
"""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from casino.generator.hardware import HardwareForm, classification, hardware_in_use
from casino.generator.models import HardwareEntry
from casino.generator.system_forms import GroupedForm, SystemChangeForm
from players.audit.models import Line
from tests.demo_house import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]
MACHINE: dict[str, Any] = {
    "number": "HW-01", "name": "Database server", "version": "model 7", "features": "serial 4711",
    "place": "Lisboa, Rua do Ouro 1, room 3", "holder": "Head of operation", "environment": "own",
    "is_redundant": "on", "confidentiality": "3", "integrity": "3", "availability": "2", "traceability": "2",
    "reason": "the certified installation",
}  # fmt: skip


def enter(name: str = "oficial", **changed: Any) -> Any:
    form = {key: value for key, value in {**MACHINE, **changed}.items() if value is not None}
    return signed_in(f"{name}@feltro.example", "en").post(reverse("compliance_hardware"), form)


def rows_of(page: str, query: str = "") -> list[dict[str, str]]:
    answer = signed_in("regulador@feltro.example", "en").get(f"{reverse(page)}?as=csv{query}")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_9_8_the_report_tells_where_every_piece_of_hardware_stands() -> None:
    assert enter().status_code == 302
    assert enter(number="HW-02", place="Porto, Rua das Flores 2").status_code == 302
    assert enter(place="Lisboa, Rua do Ouro 1, room 4", reason="moved to another room").status_code == 302
    rows = rows_of("compliance_hardware")
    assert {row["Number"]: row["Geographical location"] for row in rows} == {
        "HW-01": "Lisboa, Rua do Ouro 1, room 4",
        "HW-02": "Porto, Rua das Flores 2",
    }
    history = rows_of("compliance_hardware", "&list=changes&number=HW-01")
    assert [row["Reason"] for row in history] == ["moved to another room", "the certified installation"]
    assert Line.objects.filter(kind="watch.hardware-entered").count() == 3
    in_components = {row["Number"]: row for row in rows_of("compliance_components")}["HW-02"]
    assert in_components["Geographical location"] == "Porto, Rua das Flores 2"
    assert in_components["Classification"] == "3"


def test_what_is_no_longer_in_use_leaves_the_report_and_stays_in_the_history() -> None:
    enter()
    enter(is_removed="on", reason="replaced by HW-02")
    assert hardware_in_use() == [] and rows_of("compliance_hardware") == []
    assert len(rows_of("compliance_hardware", "&list=changes")) == 2
    assert (
        "entered no hardware yet"
        in signed_in("oficial@feltro.example", "en").get(reverse("compliance_hardware")).content.decode()
    )


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"environment": "public", "is_certified": "on"}, None),
        ({"environment": "public", "is_certified": "on", "is_redundant": None}, 3),
        ({"environment": "public"}, 3),
        ({"environment": "private", "is_certified": "on"}, 3),
    ],
)
def test_9_4_4_2_only_hardware_of_a_provider_that_meets_every_condition_is_not_classified(
    changed: dict[str, Any], expected: int | None
) -> None:
    enter(**changed)
    assert classification(HardwareEntry.objects.get()) == expected


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"place": " "}, "required"),
        ({"number": "a b"}, "Capital letters"),
        ({"availability": "4"}, "valid choice"),
        ({"environment": "cloud"}, "valid choice"),
        (
            {
                "environment": "private", "is_redundant": None, "confidentiality": "1", "integrity": "1",
                "availability": "1", "traceability": "1",
            },
            "Without another machine",
        ),
    ],
)  # fmt: skip
def test_what_is_refused_says_why_and_loses_nothing(changed: dict[str, Any], word: str) -> None:
    answer = enter(**changed)
    text = answer.content.decode()
    assert answer.status_code == 422 and word in text and 'value="serial 4711"' in text
    assert not HardwareEntry.objects.exists()


@pytest.mark.parametrize("form", [HardwareForm, SystemChangeForm])
def test_every_field_stands_in_one_group_with_a_title(form: type[GroupedForm]) -> None:
    placed = [field.name for _title, fields in form().groups() for field in fields]
    assert sorted(placed) == sorted(form.base_fields)


def test_the_hints_of_fields_are_read() -> None:
    page = signed_in("oficial@feltro.example", "en").get(reverse("compliance_hardware")).content.decode()
    assert "<legend>Where it stands</legend>" in page and "A number that exists gets its next entry." in page


@pytest.mark.parametrize("name", ["regulador", "auditoria", "mesas"])
def test_only_who_records_manifests_enters(name: str) -> None:
    assert enter(name).status_code == 403 and not HardwareEntry.objects.exists()


def test_entries_stay() -> None:
    enter()
    for act in (HardwareEntry.objects.all().delete, lambda: HardwareEntry.objects.update(place="x")):
        with pytest.raises(DatabaseError, match="append"), transaction.atomic():
            act()
