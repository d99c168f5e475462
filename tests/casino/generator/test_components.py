"""The register of all components: nothing of the product is left out, and each recorded change is of its own
components.  [903-B 9.4, 9.4.1, 9.4.2, 9.4.3, 9.5, 9.8]
"""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.urls import reverse

from casino.generator.components import (
    COMPONENTS,
    SUBSTANTIAL,
    by_component,
    component_of,
    libraries,
)
from casino.generator.manifests import files_digest, installed_files, record_manifest
from casino.generator.models import Certificate, Manifest
from casino.generator.parts import PARTS
from casino.generator.system_register import component_changes, components
from games.rulebook.trace import ROOT
from tests.demo_house import signed_in

LEDGER, PAGE = "players/wallet/ledger.py", "templates/base.html"


def test_9_4_every_file_of_the_product_belongs_to_one_component() -> None:
    files = installed_files()
    assert [path for path in files if component_of(path) is None] == []
    found = by_component(files)
    assert sum(map(len, found.values())) == len(files)
    assert [number for number, own in found.items() if not own] == [], "no component is empty"


def test_9_4_1_a_declared_path_exists_and_the_closest_name_counts() -> None:
    assert [path for part in COMPONENTS for path in part.files if not (ROOT / path).exists()] == []
    paths = (
        LEDGER, "players/models.py", "casino/compliance/duties/urls.py", "casino/compliance/views.py",
        "casino/wallet.py", "players/wallet2/x.py",
    )  # fmt: skip
    numbers = {path: part.number for path in paths if (part := component_of(path))}
    assert numbers == {
        LEDGER: "SIS-04", "players/models.py": "SIS-13", "casino/compliance/duties/urls.py": "SIS-08",
        "casino/compliance/views.py": "SIS-09", "casino/wallet.py": "SIS-14",
        "players/wallet2/x.py": "SIS-13",
    }  # fmt: skip


def test_9_4_3_each_has_its_number_and_four_codes() -> None:
    assert [part.number for part in COMPONENTS] == [
        f"SIS-{number:02}" for number in range(1, len(COMPONENTS) + 1)
    ]
    assert {code for part in COMPONENTS for code in part.relevance.codes} == {1, 2, 3}
    for part in PARTS:
        for path in installed_files(parts=part.files):
            component = component_of(path)
            assert component is not None and component.relevance.classification == 3, path


def test_9_4_2_the_libraries_are_those_of_the_locks() -> None:
    found = {library.number: library for library in libraries()}
    lock = (ROOT / "requirements.txt").read_text()
    assert len(found) == len(libraries())
    assert sum(number.startswith("PY:") for number in found) == len(re.findall(r"^\S+==", lock, re.MULTILINE))
    assert f"\ndjango=={found['PY:django'].version} " in lock and found["PY:django"].relevance == 3
    assert found["JS:@noble/curves"].digest.startswith("sha512-") and found["JS:@noble/curves"].relevance == 3
    assert found["PY:babel"].relevance == 2
    assert {library.name.lower() for library in libraries()} >= SUBSTANTIAL
    assert len({library.digest for library in libraries()}) == len(libraries())


@pytest.fixture
def manifests(demo: None) -> list[Manifest]:
    first = record_manifest(reason="the certified release")
    assert first is not None
    second = Manifest.objects.create(
        digest="1" * 64, files=first.files | {LEDGER: "0" * 64}, reason="a faster ledger", version="1.1.0"
    )
    gone = {path: digest for path, digest in second.files.items() if path != PAGE}
    third = Manifest.objects.create(digest="2" * 64, files=gone, reason="one page less", version="1.2.0")
    return [first, second, third]


def test_9_5_a_manifest_is_a_dated_change_of_its_components_alone(manifests: list[Manifest]) -> None:
    third, second, base = component_changes()
    assert [change.manifest.pk for change in (base, second, third)] == [row.pk for row in manifests]
    assert base.is_base and set(base.what) == {part.number for part in COMPONENTS} and not base.is_unnamed
    assert second.what == {"SIS-04": [LEDGER]} and second.is_unnamed
    assert third.what == {"SIS-15": [PAGE]}
    found = {row.declared.number: row for row in components([third, second, base])}
    assert (found["SIS-04"].version, found["SIS-15"].version, found["SIS-02"].version) == (2, 2, 1)
    assert found["SIS-04"].changed == [LEDGER] and found["SIS-02"].changed == []
    assert found["SIS-02"].digest == files_digest(by_component(installed_files())["SIS-02"])


def rows_of(query: str) -> list[dict[str, str]]:
    page = signed_in("regulador@feltro.example", "en").get(
        f"{reverse('compliance_components')}?as=csv{query}"
    )
    return list(csv.DictReader(io.StringIO(page.content.decode("utf-8-sig"))))


def test_9_8_the_reports_of_all_components_of_one_and_of_all_changes(manifests: list[Manifest]) -> None:
    rows = rows_of("")
    assert len(rows) == len(COMPONENTS) + len(libraries())
    ledger = next(row for row in rows if row["Number"] == "SIS-04")
    assert (
        ledger["Version"] == "2"
        and ledger["Classification"] == "3"
        and ledger["Matches the record"] == LEDGER
    )
    assert [row["Reason"] for row in rows_of("&list=changes&part=SIS-04")] == [
        "a faster ledger",
        "the certified release",
    ]
    assert [row["Release"] for row in rows_of("&list=changes")][:2] == ["1.2.0", "1.1.0"]
    assert rows_of("&list=changes&part=SIS-99") == []


CERTIFICATE = {
    "of": "system", "part": "SIS-04", "first": "", "last": "", "norm": "Regulation 903-B/2015",
    "norm_version": "2015", "body": "a recognised body", "verifier": "Maria Exemplo", "reference": "C-9",
    "reports": "audit 9", "dated": "2026-01-31", "reason": "the certification of this year",
}  # fmt: skip


def test_9_6_each_certification_makes_a_new_base_for_the_changes_after_it(manifests: list[Manifest]) -> None:
    def ledger() -> dict[str, str]:
        return next(row for row in rows_of("") if row["Number"] == "SIS-04")

    assert (ledger()["Base"], ledger()["Changed since the base"]) == ("the first manifest", "nothing")
    enter = reverse("compliance_generator_enter")
    client = signed_in("oficial@feltro.example", "en")
    answer = client.post(enter, {**CERTIFICATE, "base": str(manifests[1].pk)}, follow=True)
    assert "Entered in the register." in answer.content.decode()
    assert (ledger()["Base"], ledger()["Changed since the base"]) == ("C-9, a recognised body", LEDGER)
    others = {row["Base"] for row in rows_of("") if row["Number"] in {"SIS-01", "SIS-15"}}
    assert others == {"the first manifest"}, "only what the certificate names has another base"
    change = next(row for row in rows_of("&list=changes&part=SIS-04") if row["Certificate"])
    assert (change["Reason"], change["Certificate"]) == ("a faster ledger", "C-9: SIS-04")
    client.post(enter, {**CERTIFICATE, "part": "system", "reference": "C-10", "base": str(manifests[2].pk)})
    bases = {row["Number"]: row for row in rows_of("")}
    assert {row["Base"] for number, row in bases.items() if number.startswith("SIS")} == {
        "C-10, a recognised body"
    }
    assert bases["SIS-15"]["Changed since the base"] == PAGE
    page = client.get(reverse("compliance_components")).content.decode()
    assert page.count("C-10") >= len(COMPONENTS)
    # The register of the generator's parts has its own certificates.
    assert "C-10" not in client.get(reverse("compliance_generator")).content.decode()


@pytest.mark.parametrize(
    "changed", [{"base": "999999"}, {"part": "SIS-99"}, {"dated": "2999-01-01"}, {"body": " "}]
)
def test_9_6_a_wrong_certificate_changes_nothing(manifests: list[Manifest], changed: dict[str, str]) -> None:
    form = {**CERTIFICATE, "base": str(manifests[1].pk), **changed}
    client = signed_in("oficial@feltro.example", "en")
    assert "Entered in" not in client.post(reverse("compliance_generator_enter"), form, follow=True).text
    assert not Certificate.objects.exists()


def test_9_4_2_somebody_answers_for_a_component_and_the_page_says_who(manifests: list[Manifest]) -> None:
    client = signed_in("oficial@feltro.example", "en")
    page = reverse("compliance_components")
    assert "not named yet" in client.get(page).content.decode()
    form = {"of": "system", "part": "SIS-04", "holder": "Head of the cashier", "reason": "as the plan says"}
    assert client.post(reverse("compliance_generator_enter"), form)["Location"] == page
    assert "Head of the cashier" in client.get(page).content.decode()
    client.post(reverse("compliance_generator_enter"), {**form, "part": "system", "holder": "Technical head"})
    text = client.get(page).content.decode()
    assert "not named yet" not in text and text.count("Technical head") == len(COMPONENTS)
    assert "Technical head" not in client.get(reverse("compliance_generator")).content.decode()


def test_a_house_without_a_manifest_says_so(demo: None) -> None:
    text = signed_in("oficial@feltro.example", "en").get(reverse("compliance_components")).content.decode()
    assert "Nothing is recorded yet." in text and "not recorded" in text
