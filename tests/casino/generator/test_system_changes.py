"""Changes of the technical system: justified, assessed, approved by a second person, authorised by the
regulator where that is asked, made, and verified by another person.
[903-B 9.1, 9.7, 9.7.1, 9.7.2, 9.7.3, 9.7.4, 9.7.5, 9.9, 9.9.2.1, 9.9.2.2]
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from casino.compliance.duties.due_dates import open_items
from casino.generator.manifests import record_manifest
from casino.generator.models import Manifest, SystemChange, SystemChangeStep
from casino.generator.system_changes import (
    StepRefused,
    last_day_to_show,
    needs_regulator,
    propose_system_change,
    take_step,
    waiting_for,
)
from casino.generator.system_register import component_changes
from games.catalogue.approval import Lead
from games.rulebook.lead_time import earliest
from players.audit.models import Line
from players.shared import clock
from tests.demo_house import signed_in
from tests.proposals import named

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]
VALUES: dict[str, Any] = {
    "title": "Faster ledger", "components": ["SIS-12"], "description": "The inbox is read in one query.",
    "reason": "The inbox is slow at night.", "category": "ordinary", "others": "None: only the inbox.",
    "effect": "Pages answer faster.", "risk": "A message could be shown late.",
    "conformity": "None: messages stay as they are.", "confidentiality": 1, "integrity": 2, "availability": 1,
    "traceability": 1, "changes_data_model": False, "examples": "", "planned": date(2027, 1, 4),
}  # fmt: skip
MODEL = {"changes_data_model": True, "examples": "The folder of examples, number 7"}


def proposed(**changed: Any) -> SystemChange:
    return propose_system_change(person=named("oficial"), **{**VALUES, **changed})


def manifest() -> Manifest:
    last = Manifest.objects.order_by("-pk").first()
    made = last or record_manifest(reason="the certified release")
    assert made is not None
    return made


def step(change: SystemChange, kind: str, name: str = "oficial") -> SystemChangeStep:
    return take_step(
        change=change, kind=kind, text=f"{kind} as the plan says", reference="SRIJ-7", manifest=manifest(),
        person=named(name),
    )  # fmt: skip


def refusal(change: SystemChange, kind: str, name: str = "oficial") -> str:
    count = SystemChangeStep.objects.count()
    with pytest.raises(StepRefused) as refused:
        step(change, kind, name)
    assert SystemChangeStep.objects.count() == count
    return str(refused.value.code)


def test_9_7_2_the_greatest_criterion_or_component_classifies_a_change() -> None:
    assert proposed().relevance == 2
    assert proposed(confidentiality=3).relevance == 3
    assert proposed(components=["SIS-12", "SIS-04"]).relevance == 3
    assert proposed(components=["SIS-19"], integrity=1).relevance == 1
    with pytest.raises(IntegrityError, match="classifies"), transaction.atomic():
        SystemChange.objects.create(person=named("oficial"), relevance=1, **VALUES)
    with pytest.raises(IntegrityError, match="has_examples"), transaction.atomic():
        proposed(changes_data_model=True)


def test_9_7_3_a_second_person_approves_and_9_7_4_another_verifies() -> None:
    change = proposed()
    assert not waiting_for(named("oficial")).exists() and change in waiting_for(named("direcao"))
    assert refusal(change, "approved") == refusal(change, "rejected") == "own"
    for kind in ("notified", "authorised", "made"):
        assert refusal(change, kind) in ("not-approved", "not-notified")
    assert refusal(change, "verified") == "not-made"
    step(change, "approved", "direcao")
    assert refusal(change, "rejected", "direcao") == "taken" and not needs_regulator(change)
    step(change, "made")
    assert refusal(change, "verified") == "made-by-them"
    step(change, "verified", "direcao")
    assert refusal(change, "verified", "direcao") == "taken"
    kinds = (
        Line.objects.filter(about=f"system-change:{change.pk}").order_by("pk").values_list("kind", flat=True)
    )
    assert list(kinds) == [f"watch.change-{kind}" for kind in ("proposed", "approved", "made", "verified")]


def test_a_rejected_change_takes_no_step() -> None:
    change = proposed()
    step(change, "rejected", "direcao")
    for kind in SystemChangeStep.Kind.values:
        assert refusal(change, kind, "direcao") == "ended"
    assert not waiting_for(named("direcao")).exists()


def test_9_7_5_the_regulator_authorises_what_is_of_relevance_3() -> None:
    change = proposed(components=["SIS-04"])
    step(change, "approved", "direcao")
    assert refusal(change, "made") == "not-authorised" and refusal(change, "authorised") == "not-notified"
    step(change, "notified")
    step(change, "authorised")
    step(change, "made")


def test_9_7_5_what_is_of_extreme_urgency_is_made_first_and_shown_after() -> None:
    change = proposed(components=["SIS-04"], category="urgent")
    assert refusal(change, "made") == "not-approved"
    step(change, "approved", "direcao")
    step(change, "made")
    step(change, "notified")
    step(change, "authorised")


def test_9_9_2_the_data_model_waits_five_working_days_after_the_notice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    change = proposed(**MODEL)
    step(change, "approved", "direcao")
    friday = datetime(2027, 1, 8, 12, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: friday)
    notice = step(change, "notified")
    assert notice.earliest == datetime(2027, 1, 16, tzinfo=UTC), "Monday to Friday lie between"
    step(change, "authorised")
    assert refusal(change, "made") == "early"
    monkeypatch.setattr(clock, "now", lambda: notice.earliest - timedelta(seconds=1))
    assert refusal(change, "made") == "early"


@pytest.mark.parametrize(
    ("planned", "last"),
    [
        (date(2027, 1, 18), date(2027, 1, 10)),
        (date(2027, 1, 16), date(2027, 1, 10)),
        (date(2026, 12, 9), date(2026, 11, 29)),
    ],
)
def test_9_9_2_the_last_day_to_show_it_leaves_five_working_days(planned: date, last: date) -> None:
    """The 1st and the 8th of December are no working days."""
    assert last_day_to_show(planned) == last

    def earliest_after(day: date) -> datetime:
        return earliest(clock.midnight(day) + timedelta(hours=12), [Lead(5, "")])

    assert earliest_after(last) <= clock.midnight(planned) < earliest_after(last + timedelta(days=1))


def test_9_9_2_the_notice_is_a_duty_with_an_alarm_before() -> None:
    planned = clock.day_of(clock.now()) + timedelta(days=30)
    change = proposed(**MODEL, planned=planned)

    def owed() -> list[Any]:
        return [item for item in open_items(clock.now()) if item.key == f"data-model-{change.pk}"]

    [item] = owed()
    assert item.last_day == last_day_to_show(planned) and item.alarm < item.due
    step(change, "approved", "direcao")
    assert owed()
    step(change, "notified")
    assert not owed()


@pytest.mark.parametrize(
    ("before", "kind", "name"),
    [
        ((), "approved", "oficial"),
        ((), "made", "direcao"),
        ((), "notified", "direcao"),
        (("approved",), "rejected", "direcao"),
        (("approved",), "authorised", "oficial"),
        (("approved",), "made", "oficial"),
        (("approved", "notified"), "made", "oficial"),
        (("approved", "notified", "authorised"), "made", "oficial"),
        (("approved", "notified", "authorised"), "verified", "direcao"),
        (("rejected",), "approved", "direcao"),
    ],
)
def test_the_database_knows_the_order_and_the_persons(before: tuple[str, ...], kind: str, name: str) -> None:
    """A change of relevance 3 that changes the data model, whose notice has not ended."""
    change = proposed(components=["SIS-08"], **MODEL)
    for taken in before:
        step(change, taken, "direcao" if taken in ("approved", "rejected") else "oficial")
    proof: dict[str, Any] = {
        "made": {"manifest": manifest()},
        "notified": {"reference": "x", "earliest": clock.now()},
        "authorised": {"reference": "x"},
    }.get(kind, {})
    with pytest.raises(IntegrityError), transaction.atomic():
        SystemChangeStep.objects.create(change=change, kind=kind, text="x", person=named(name), **proof)


def test_the_database_keeps_changes_and_asks_another_to_verify() -> None:
    change = proposed()
    step(change, "approved", "direcao")
    step(change, "made")
    with pytest.raises(IntegrityError, match="another person verifies"), transaction.atomic():
        SystemChangeStep.objects.create(change=change, kind="verified", text="x", person=named("oficial"))
    for rows in (SystemChange.objects.all(), SystemChangeStep.objects.all()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            rows.update(person=named("direcao"))


def test_9_5_a_manifest_names_the_change_that_it_belongs_to() -> None:
    base = manifest()
    later = Manifest.objects.create(
        digest="1" * 64, files=base.files | {"players/inbox/models.py": "0" * 64}, reason="release"
    )
    assert component_changes()[0].is_unnamed
    change = proposed()
    step(change, "approved", "direcao")
    take_step(change=change, kind="made", text="made on Monday", manifest=later, person=named("oficial"))
    first = component_changes()[0]
    assert first.change == change and not first.is_unnamed


def form(**changed: Any) -> dict[str, Any]:
    planned = (clock.day_of(clock.now()) + timedelta(days=20)).isoformat()
    typed = {name: value for name, value in VALUES.items() if name != "changes_data_model"}
    return {**typed, "planned": planned, **changed}


def test_two_people_take_a_change_through_its_pages() -> None:
    recorded = manifest()
    officer, head = signed_in("oficial@feltro.example", "en"), signed_in("direcao@feltro.example", "en")
    officer.post(reverse("compliance_system_changes"), form())
    change = SystemChange.objects.get()
    page = reverse("compliance_system_change", args=[change.pk])
    own = officer.post(page, {"kind": "approved", "text": "I approve my own."})
    assert own.status_code == 422 and "A second person must" in own.content.decode()
    head.post(page, {"kind": "approved", "text": "Assessed and approved."})
    bare = officer.post(page, {"kind": "made", "text": "Made on Monday night."})
    assert bare.status_code == 422 and "Choose the manifest" in bare.content.decode()
    officer.post(page, {"kind": "made", "text": "Made on Monday night.", "manifest": recorded.pk})
    bare = officer.post(page, {"kind": "notified", "text": "Shown in a meeting."})
    assert bare.status_code == 422 and "the regulator&#x27;s number" in bare.content.decode()
    head.post(page, {"kind": "verified", "text": "Compared with what was approved."})
    assert [row.kind for row in change.steps.order_by("pk")] == ["approved", "made", "verified"]
    reader = signed_in("regulador@feltro.example", "en")
    assert "Compared with what was approved." in reader.get(page).content.decode()
    assert "verified" in reader.get(reverse("compliance_system_changes")).content.decode()
    for kind in ("approved", "made", "x", ""):
        assert reader.post(page, {"kind": kind, "text": "I should not."}).status_code == 403
    assert officer.post(page, {"kind": "x", "text": "I should not."}).status_code == 422


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"components": []}, "required"),
        ({"components": ["GNA-01"]}, "valid choice"),
        ({"risk": "none"}, "at least 12"),
        ({"planned": "2020-01-01"}, "This day is over"),
        ({"planned": "soon"}, "valid date"),
        ({"integrity": "4"}, "valid choice"),
        ({"category": "big"}, "valid choice"),
        ({"changes_data_model": "on"}, "Say where the examples"),
    ],
)
def test_what_is_refused_says_why_and_loses_nothing(changed: dict[str, Any], word: str) -> None:
    client = signed_in("oficial@feltro.example", "en")
    answer = client.post(reverse("compliance_system_changes"), form(**changed))
    assert answer.status_code == 422 and word in answer.content.decode()
    assert 'value="Faster ledger"' in answer.content.decode()
    assert not SystemChange.objects.exists()
