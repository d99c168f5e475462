"""The register of the generator's changes: what, when, by whom, approved how, and who answers for a part."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from casino.generator import changes as generator_changes
from casino.generator import manifests
from casino.generator.changes import ChangeKind, RegisterChange
from casino.generator.entries import CERTIFICATE_TEXTS
from casino.generator.manifests import generator_libraries, installed_files, record_manifest
from casino.generator.models import Certificate, Manifest, PartEntry
from casino.generator.parts import PARTS
from games.rulebook import changes
from games.rulebook.assessment import Assessment
from games.rulebook.models import RuleChange
from games.rules.shared.draw_terms import DrawTerms
from players.audit.models import Line
from players.shared.clock import now
from tests.demo_house import signed_in
from tests.games.rulebook.people import Signers, advance_to, create_draft, create_signers, take_step
from tests.live_table import sheet_in_force

PAGE = "/admin/compliance/generator/"
ENTER = f"{PAGE}enter/"
BEACON = "games/draw/beacon.py"
REASON = "as the plan of changes says"


@pytest.fixture
def base(demo: None) -> Manifest:
    """The first manifest, of the installed files."""
    manifest = record_manifest(reason="the certified release")
    assert manifest is not None
    return manifest


def changed_manifest(base: Manifest, at: datetime | None = None, **libraries: str) -> Manifest:
    """A later manifest, whose file of the beacon and named libraries differ."""
    files = base.files | {BEACON: "0" * 64}
    return Manifest.objects.create(
        at=at or now(),
        digest="1" * 64,
        files=files,
        libraries=base.libraries | libraries,
        reason="release 8",
    )


def generator_draft(people: Signers) -> RuleChange:
    """A request whose author ticks the box of the generator."""
    change = create_draft(people)
    return changes.save_draft(
        change=change.pk,
        person=people.author,
        sheet=changes.rules_of(change),
        title=change.title,
        reason=change.reason,
        generator=True,
        assessment=Assessment("ordinary", "GNA-11; the guide of operators", "a value could be late"),
    )


def lines(kind: ChangeKind) -> list[RegisterChange]:
    return [change for change in generator_changes.register_changes() if change.kind is kind]


def enter(name: str = "oficial", **form: Any) -> Any:
    return signed_in(f"{name}@feltro.example", "en").post(ENTER, {"reason": REASON, **form}, follow=True)


def rows_of(address: str) -> list[dict[str, str]]:
    page = signed_in("regulador@feltro.example", "en").get(address)
    return list(csv.DictReader(io.StringIO(page.content.decode("utf-8-sig"))))


def test_the_first_manifest_is_the_base_of_every_part(base: Manifest) -> None:
    (line,) = generator_changes.register_changes()
    assert line.kind is ChangeKind.BASE and line.parts == tuple(part.number for part in PARTS)
    states = generator_changes.part_states([line])
    assert {(state.version, state.since, state.holder) for state in states.values()} == {(1, base.at, "")}


def test_9_5_a_changed_file_is_a_dated_change_of_its_parts_alone(base: Manifest) -> None:
    later = changed_manifest(base)
    Manifest.objects.create(digest="2" * 64, files=later.files | {"README": "3" * 64}, reason="other files")
    (line,) = lines(ChangeKind.FILES)
    assert (line.at, line.parts, line.what) == (later.at, ("GNA-06",), [BEACON])
    states = generator_changes.part_states(generator_changes.register_changes())
    assert (states["GNA-06"].version, states["GNA-06"].since) == (2, later.at)
    assert (states["GNA-01"].version, states["GNA-01"].since) == (1, base.at)


def test_a_changed_library_is_a_change_of_the_parts_that_use_it(base: Manifest) -> None:
    later = Manifest(files=base.files, libraries=base.libraries | {"pyblst": f"9.9.9 {'0' * 64}"})
    later.digest = "1" * 64
    later.save()
    (line,) = lines(ChangeKind.FILES)
    assert line.parts == ("GNA-06", "GNA-08", "GNA-09")
    installed = base.libraries["pyblst"].split()[0]
    assert line.what == [f"pyblst {installed} → 9.9.9"]


def test_another_library_alone_is_recorded_and_shown_as_not_recorded_before(
    base: Manifest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert record_manifest(reason="nothing is new") is None
    libraries = generator_libraries() | {"pyblst": f"9.9.9 {'0' * 64}"}
    monkeypatch.setattr(manifests, "generator_libraries", lambda: libraries)
    assert record_manifest(reason="another library") is not None
    page = signed_in("regulador@feltro.example", "en").get(PAGE).content.decode()
    assert "Differs from the record: pyblst" in page


def test_a_manifest_of_an_earlier_release_names_no_libraries_and_changes_none(demo: None) -> None:
    Manifest.objects.create(digest="0" * 64, files=installed_files(), reason="before")
    record_manifest(reason="with libraries")
    assert lines(ChangeKind.FILES) == []


def test_9_9_1_a_change_of_files_without_an_approved_change_is_not_in_order(base: Manifest) -> None:
    changed_manifest(base)
    (line,) = lines(ChangeKind.FILES)
    assert line.trouble == "unnamed"
    assert (
        "No approved change is named."
        in signed_in("regulador@feltro.example", "en").get(PAGE).content.decode()
    )


@pytest.mark.parametrize("days,trouble", [(-1, "early"), (1, "")])
def test_9_9_1_files_recorded_before_the_notice_ended_are_not_in_order(
    base: Manifest, days: int, trouble: str
) -> None:
    people = create_signers()
    change = advance_to("authorised", people, generator_draft(people))
    assert change.earliest is not None and change.earliest > now() + timedelta(days=5)
    later = changed_manifest(base, change.earliest + timedelta(days=days))
    page = enter(manifest=later.pk, change=change.pk)
    assert "Entered in the register." in page.content.decode()
    (line,) = lines(ChangeKind.FILES)
    assert line.trouble == trouble and line.approval is not None
    approval = line.approval
    signed = (approval.author, approval.endorser, approval.regulator)
    assert signed == tuple(person.email for person in people)
    row = next(row for row in rows_of(f"{PAGE}?as=csv&list=changes&part=GNA-06") if row["Kind"] == "Files")
    assert (
        row["Regulator's reference"] == change.reference and row["Regulator notified"] and row["Not before"]
    )
    assert (row["In order"] == "yes") is (trouble == "")
    # [903-B 9.7.1, 9.7.2]
    assert row["Category of the change"] == "ordinary" and row["Effect and risk"] == "a value could be late"
    assert row["Other parts and documents that it may affect"] == "GNA-11; the guide of operators"
    page = signed_in("regulador@feltro.example", "en").get(PAGE).content.decode()
    assert "Effect and risk: a value could be late" in page


def test_what_the_regulator_has_not_authorised_approves_nothing(base: Manifest) -> None:
    later, people = changed_manifest(base), create_signers()
    submitted = advance_to("endorsed", people, generator_draft(people))
    page = enter(manifest=later.pk, change=submitted.pk)
    assert "The regulator has not authorised this change of the generator." in page.content.decode()
    with pytest.raises(IntegrityError), transaction.atomic():
        PartEntry.objects.create(manifest=later, change=submitted, reason=REASON, person=people.author)
    approved = take_step(submitted, "authorise", people.regulator)
    page = enter(manifest=base.pk, change=approved.pk)
    assert "This manifest changed no part of the generator." in page.content.decode()
    assert not PartEntry.objects.exists()


def test_9_4_2_nobody_is_named_until_the_operator_names_who_answers(base: Manifest) -> None:
    assert {row["Responsible"] for row in rows_of(f"{PAGE}?as=csv")} == {"not named yet"}
    enter(part="all", holder="Head of gaming software")
    enter(part="GNA-06", holder="Head of information security")
    holders = {row["Number"]: row["Responsible"] for row in rows_of(f"{PAGE}?as=csv")}
    assert holders.pop("GNA-06") == "Head of information security"
    assert set(holders.values()) == {"Head of gaming software"}
    history = [
        row["What"]
        for row in rows_of(f"{PAGE}?as=csv&list=changes&part=GNA-06")
        if row["Kind"] == "Responsible"
    ]
    assert history == ["Head of information security", "Head of gaming software"]
    assert Line.objects.filter(kind="watch.holder-entered").count() == 2
    assert [len(line.parts) for line in lines(ChangeKind.HOLDER)] == [1, len(PARTS)]


@pytest.mark.parametrize(
    "form,message",
    [
        ({"part": "GNA-99", "holder": "somebody"}, "This part does not exist."),
        (
            {"part": "GNA-01", "holder": "  "},
            "Enter the role or the name of the person responsible for the part.",
        ),
        ({"part": "GNA-01", "holder": "somebody", "reason": "short"}, "Write a reason"),
        ({"manifest": "x", "change": "²"}, "This manifest changed no part of the generator."),
        ({}, "This manifest changed no part of the generator."),
    ],
)
def test_a_wrong_entry_changes_nothing(base: Manifest, form: dict[str, str], message: str) -> None:
    assert message in enter(**form).content.decode()
    assert not PartEntry.objects.exists()


@pytest.mark.parametrize("name", ["regulador", "auditoria", "mesas"])
def test_only_who_records_manifests_enters(base: Manifest, name: str) -> None:
    assert enter(name, part="all", holder="somebody").status_code == 403
    assert not PartEntry.objects.exists()


def test_entries_stay(base: Manifest) -> None:
    enter(part="GNA-06", holder="Head of information security")
    for act in (PartEntry.objects.all().delete, lambda: PartEntry.objects.update(holder="x")):
        with pytest.raises(DatabaseError, match="append"), transaction.atomic():
            act()


def test_a_sheet_that_takes_a_beacon_is_a_change_of_beacon_and_choice(base: Manifest) -> None:
    sheet_in_force("baccarat", draw={"beacon": "none"})  # approved, unlike the demonstration's
    people = create_signers()
    change = create_draft(people, draw=DrawTerms(beacon="quicknet"))
    change = advance_to("authorised", people, change)
    assert lines(ChangeKind.SHEET) == [] and change.earliest is not None
    change = take_step(change, "schedule", people.author, moment=change.earliest)
    (line,) = lines(ChangeKind.SHEET)
    assert line.parts == ("GNA-06", "GNA-07") and line.at == change.moment and line.trouble == ""
    assert line.approval is not None and line.approval.reference == change.reference


def day(before_today: int) -> str:
    return (datetime.now(UTC).date() - timedelta(days=before_today)).isoformat()


QUARTER = {"base": "", "first": day(150), "last": day(60)}


def certificate(manifest: Manifest | None = None, **changed: str) -> dict[str, str]:
    return {
        "part": "all",
        "base": str(manifest.pk) if manifest else "",
        "first": "" if manifest else day(150),
        "last": "" if manifest else day(60),
        "norm": "Regulation 903-B/2015",
        "norm_version": "2015",
        "body": "a recognised body",
        "verifier": "Maria Exemplo",
        "reference": "C-1",
        "reports": "report 7 of the generator",
        "dated": day(50),
        **changed,
    }


CERTIFIED = ("certified against", "certificate", "certification body", "verified by")


def test_9_6_a_certificate_of_a_manifest_is_the_base_of_its_parts(base: Manifest) -> None:
    row = rows_of(f"{PAGE}?as=csv")[0]
    assert row["Base: certified against"] == "not recorded yet" == row["Quarter: certified against"]
    assert row["Changes without a certificate"] == "1", "the first state"
    page = enter(**certificate(base, part="GNA-06")).content.decode()
    assert "Entered in the register." in page and "Maria Exemplo, a recognised body" in page
    rows = {row["Number"]: row for row in rows_of(f"{PAGE}?as=csv")}
    assert [rows["GNA-06"][f"Base: {name}"] for name in CERTIFIED] == [
        "Regulation 903-B/2015 2015", "C-1", "a recognised body", "Maria Exemplo",
    ]  # fmt: skip
    assert rows["GNA-06"]["Base: reports of tests and audits"] == "report 7 of the generator"
    assert rows["GNA-06"]["Changes without a certificate"] == "0"
    assert rows["GNA-01"]["Base: certified against"] == "not recorded yet"
    (line,) = lines(ChangeKind.CERTIFICATE)
    assert line.parts == ("GNA-06",) and line.by == "oficial@feltro.example"
    assert Line.objects.get(kind="watch.certificate-entered").details["certificate"] == "C-1"


def test_9_7_6_a_certificate_of_a_quarter_covers_the_changes_in_it(base: Manifest) -> None:
    enter(**certificate(base))
    changed_manifest(base)  # today
    assert {state.uncertified for state in part_states()} == {0, 1}
    enter(**certificate(reference="Q-3"))
    assert {state.uncertified for state in part_states()} == {0, 1}, "another quarter"
    enter(**certificate(reference="Q-4", first=day(30), last=day(0), dated=day(0)))
    assert {state.uncertified for state in part_states()} == {0}
    row = next(row for row in rows_of(f"{PAGE}?as=csv") if row["Number"] == "GNA-06")
    assert row["Quarter: certificate"] == f"Q-4, {day(30)} – {day(0)}"
    assert row["Base: certificate"] == "C-1"


def part_states() -> list[generator_changes.PartState]:
    return list(generator_changes.part_states(generator_changes.register_changes()).values())


@pytest.mark.parametrize(
    "changed,message",
    [
        ({"part": "GNA-99"}, "This part does not exist."),
        ({"base": "999999"}, "This manifest does not exist."),
        ({"verifier": " "}, "the person who verified"),
        ({"norm": ""}, "A certificate names the norm and its version"),
        ({"norm_version": ""}, "A certificate names the norm and its version"),
        ({"reports": "x" * 501}, "A certificate names the norm and its version"),
        ({"dated": ""}, "The date of the certificate is missing"),
        ({"dated": day(-2)}, "or it is later than today"),
        ({"dated": "yesterday"}, "The date of the certificate is missing"),
        ({**QUARTER, "first": "", "last": ""}, "A certificate of a quarter has its first and last day"),
        ({**QUARTER, "first": day(60), "last": day(150)}, "A certificate of a quarter has"),
        ({**QUARTER, "first": day(152)}, "A certificate of a quarter has"),
        ({**QUARTER, "last": day(49)}, "A certificate of a quarter has"),
        ({"reason": "short"}, "Write a reason"),
    ],
)
def test_a_wrong_certificate_changes_nothing(base: Manifest, changed: dict[str, str], message: str) -> None:
    assert message in enter(**certificate(base, **changed)).content.decode()
    assert not Certificate.objects.exists()


def test_a_certificate_stays_and_the_database_refuses_half_of_one(base: Manifest) -> None:
    enter(**certificate(base))
    for act in (Certificate.objects.all().delete, lambda: Certificate.objects.update(verifier="x")):
        with pytest.raises(DatabaseError, match="append"), transaction.atomic():
            act()
    kept = Certificate.objects.get()
    for changed in ({"verifier": ""}, {"manifest": None}, {"first": date.fromisoformat(day(150))}):
        facts = {field: getattr(kept, field) for field in CERTIFICATE_TEXTS} | {"manifest": base} | changed
        with pytest.raises(IntegrityError, match="a_certificate_"), transaction.atomic():
            Certificate.objects.create(parts=["GNA-01"], dated=kept.dated, person=kept.person, **facts)


def test_only_who_records_manifests_enters_a_certificate(base: Manifest) -> None:
    for name in ("regulador", "auditoria", "mesas"):
        assert enter(name, **certificate(base)).status_code == 403
    assert not Certificate.objects.exists()


@pytest.mark.parametrize(
    "language,titles",
    [
        (
            "en",
            (
                "Changes of the generator",
                "Base of all parts",
                "Responsible",
                "not named yet",
                "not recorded yet",
                "No certificate is recorded yet.",
            ),
        ),
        (
            "pt-pt",
            (
                "Alterações do gerador",
                "Base de todos os componentes",
                "Responsável",
                "ainda sem nome",
                "ainda não registado",
                "Ainda não está registado nenhum certificado.",
            ),
        ),
    ],
)
def test_the_page_shows_changes_and_forms_in_both_languages(
    base: Manifest, language: str, titles: tuple[str, ...]
) -> None:
    officer = signed_in("oficial@feltro.example", language).get(PAGE).content.decode()
    assert [title for title in titles if title not in officer] == []
    assert f'action="{ENTER}"' in officer
    assert ENTER not in signed_in("regulador@feltro.example", language).get(PAGE).content.decode()
