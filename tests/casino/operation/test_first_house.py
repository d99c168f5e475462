"""A new operator's file is turned into staff, rules in force and open tables, through the regular steps."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.services.folder import PROJECT
from games.floor.models import TableChange
from games.models import RuleSheet, Table
from games.rulebook.models import RuleStep
from players.models import Person
from players.shared.clock import day_of, now

pytestmark = pytest.mark.django_db
EXAMPLE = PROJECT / "deploy" / "first-house.example.toml"


def run(*arguments: str) -> str:
    output = StringIO()
    call_command("first_house", *arguments, stdout=output)
    return output.getvalue()


def decision(folder: Path) -> tuple[str, ...]:
    document = folder / "decision.pdf"
    document.write_bytes(b"%PDF-1.7 the decision")
    return ("--reference", "SRIJ-1/2026", "--dated", day_of(now()).isoformat(), "--document", str(document))


@pytest.fixture(autouse=True)
def valkey(valkey_url: str) -> None:
    """Opening a table tells the croupiers."""


def test_without_a_decision_the_sheets_wait_for_the_regulator() -> None:
    printed = run(str(EXAMPLE))
    assert printed.count("waits for the regulator's decision on ") == 3
    assert "Run this again" in printed
    assert not RuleSheet.objects.exists() and not Table.objects.exists()
    assert Person.objects.filter(is_staff=True).count() == 12
    assert set(RuleStep.objects.values_list("verb", flat=True)) == {"submit", "endorse"}


def test_with_the_decision_rules_come_in_force_and_tables_open(tmp_path: Path) -> None:
    run(str(EXAMPLE))
    printed = run(str(EXAMPLE), *decision(tmp_path))
    assert "Everything is set up." in printed
    sheets = RuleSheet.objects.filter(status="in-force")
    assert {(sheet.system, sheet.version, sheet.reference) for sheet in sheets} == {
        (system, 1, "SRIJ-1/2026") for system in ("french-roulette", "blackjack", "holdem")
    }
    assert dict(Table.objects.values_list("name", "status")) == {
        "Sintra": "open", "Nazaré": "open", "Coimbra": "open", "Figueira": "open",
    }  # fmt: skip
    for change in TableChange.objects.all():
        assert change.confirmer_id not in (None, change.author_id)
    people = {step.verb: step.person.email for step in RuleStep.objects.exclude(person=None)}
    assert (
        people["endorse"] == "aprovador@casino.example" and people["authorise"] == "inspetor@casino.example"
    )


def test_run_once_more_it_changes_nothing(tmp_path: Path) -> None:
    run(str(EXAMPLE), *decision(tmp_path))
    counts = (
        Person.objects.count(),
        RuleStep.objects.count(),
        Table.objects.count(),
        TableChange.objects.count(),
    )
    assert "Everything is set up." in run(str(EXAMPLE))
    assert counts == (
        Person.objects.count(), RuleStep.objects.count(), Table.objects.count(), TableChange.objects.count(),
    )  # fmt: skip


def test_addresses_are_the_same_in_any_case(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(EXAMPLE.read_text().replace("autor@casino", "Autor@Casino", 1))
    run(str(plan))
    assert "waits for the regulator's decision" in run(str(plan))


def test_a_game_with_a_lead_time_waits_for_its_day(tmp_path: Path) -> None:
    """[MS-13]"""
    plan = tmp_path / "plan.toml"
    plan.write_text(EXAMPLE.read_text() + "\n[sheets.macau-stud]\n")
    printed = run(str(plan), *decision(tmp_path))
    assert "Rules: macau-stud comes in force " in printed
    assert not RuleSheet.objects.filter(system="macau-stud").exists()


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (
            '"table manager" = ["mesas1@casino.example", "mesas2@casino.example"]',
            "",
            "needs 2 different people",
        ),
        ("autor@casino.example", "inspetor@casino.example", "are three different people"),
        ("[sheets.holdem]", "[sheets.poker]", "Unknown game: poker"),
        ("minimum = 500", "minimum = 501", "Table Coimbra"),
        ("la-partage", "keep-everything", "sheets.french-roulette"),
        ("[staff]", "[stuff]", "stuff"),
    ],
)
def test_a_faulty_file_is_refused_in_a_sentence_and_changes_nothing(
    tmp_path: Path, before: str, after: str, sentence: str
) -> None:
    plan = tmp_path / "plan.toml"
    text = EXAMPLE.read_text()
    assert before in text
    plan.write_text(text.replace(before, after))
    with pytest.raises(CommandError, match=sentence):
        run(str(plan))
    assert not Person.objects.filter(is_staff=True).exists()


def test_half_a_decision_is_refused() -> None:
    with pytest.raises(CommandError, match="belong together"):
        run(str(EXAMPLE), "--reference", "SRIJ-1/2026")


def test_a_refused_decision_is_refused_in_english(tmp_path: Path) -> None:
    """Red before: the sentence came in the language of the pages, Portuguese."""
    run(str(EXAMPLE))
    reference, number, dated, _today, *document = decision(tmp_path)
    yesterday = (day_of(now()) - timedelta(days=1)).isoformat()
    with pytest.raises(CommandError, match="The date of the decision is before the day"):
        run(str(EXAMPLE), reference, number, dated, yesterday, *document)
    assert not RuleSheet.objects.exists()
