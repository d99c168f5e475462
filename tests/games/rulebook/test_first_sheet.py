"""A new operator has no rules in force. The first sheet of each game takes the same steps as every later
one.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import GAMES
from games.models import RuleSheet
from games.rulebook import changes
from games.rulebook.models import RuleChange
from tests.demo_house import signed_in
from tests.games.rulebook.people import REASON, create_signers, take_step

pytestmark = pytest.mark.django_db
LIST = "/admin/rulebook/rulechange/"


@pytest.mark.parametrize("system", GAMES)
def test_the_first_draft_breaks_no_rule(system: str) -> None:
    assert GAMES[system].engine.check_sheet(changes.first_sheet(system)) == []


@pytest.mark.parametrize("system", ["american-roulette", "french-roulette", "holdem"])
def test_the_first_sheet_comes_into_force_through_the_back_office(system: str, settings: Any) -> None:
    settings.HOUSE_DEMO = True  # staff need no second factor
    people = create_signers()
    assert not RuleSheet.objects.filter(system=system).exists()
    browser = signed_in(people.author.email, "pt-pt")
    response = browser.post(f"{LIST}add/", {"system": system, "title": "As primeiras regras"})
    change = RuleChange.objects.get(system=system)
    assert response.headers["Location"] == f"{LIST}{change.pk}/edit/"
    assert browser.get(response.headers["Location"]).status_code == 200
    changes.save_draft(
        change=change.pk,
        person=people.author,
        sheet=changes.rules_of(change),
        title=change.title,
        reason=REASON,
    )
    for verb, person in (
        ("submit", people.author),
        ("endorse", people.approver),
        ("authorise", people.regulator),
        ("schedule", people.author),
    ):
        take_step(change, verb, person)
        assert browser.get(f"{LIST}{change.pk}/change/").status_code == 200
    assert changes.activate_due() == 1
    sheet = RuleSheet.objects.get(system=system)
    assert (sheet.version, sheet.status, sheet.reference) == (1, "in-force", "SRIJ-77/2026")
