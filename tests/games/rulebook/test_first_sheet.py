"""A new operator has no rules in force: the first sheet of each game comes in force by the same steps as every other."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import GAMES
from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.models import RuleChange
from tests.games.rulebook.people import WHY, desk, take
from tests.players.conftest import signed_in

pytestmark = pytest.mark.django_db
LIST = "/admin/rulebook/rulechange/"


@pytest.mark.parametrize("system", GAMES)
def test_the_first_draft_breaks_no_rule(system: str) -> None:
    assert GAMES[system].engine.check_sheet(changes.first_sheet(system)) == []


@pytest.mark.parametrize("system", ["american-roulette", "french-roulette", "holdem"])
def test_the_author_begins_the_first_sheet_in_the_back_office_and_it_comes_in_force(
    system: str, settings: Any
) -> None:
    settings.HOUSE_DEMO = True  # staff need no second factor
    people = desk()
    assert not RuleSheet.objects.filter(system=system).exists()
    browser = signed_in(people.author.email, "pt-pt")
    answer = browser.post(f"{LIST}add/", {"system": system, "title": "As primeiras regras"})
    change = RuleChange.objects.get(system=system)
    assert answer.headers["Location"] == f"{LIST}{change.pk}/edit/"
    assert browser.get(answer.headers["Location"]).status_code == 200
    changes.draft_save(
        change=change.pk, person=people.author, sheet=changes.rules_of(change), title=change.title, reason=WHY
    )
    for verb, person in (
        ("submit", people.author), ("endorse", people.approver), ("authorise", people.regulator), ("schedule", people.author),
    ):  # fmt: skip
        take(change, verb, person)
        assert browser.get(f"{LIST}{change.pk}/change/").status_code == 200
    assert changes.activate_due() == 1
    sheet = RuleSheet.objects.get(system=system)
    assert (sheet.version, sheet.status, sheet.reference) == (1, "in-force", "SRIJ-77/2026")
