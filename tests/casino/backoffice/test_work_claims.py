"""Two people claim the same item at once: the database lets one of them win."""

from __future__ import annotations

import pytest

from casino.backoffice.models import WorkClaim
from casino.backoffice.work_actions import AlreadyClaimed, claim_work_item
from players.audit.models import Line
from players.models import Person
from tests.concurrency import run_concurrently

pytestmark = pytest.mark.usefixtures("lasting_db")


def test_of_claims_at_once_one_wins_and_leaves_a_line() -> None:
    people = [Person.objects.create(email=f"claims-{n}@feltro.example", password="!") for n in range(4)]
    outcomes: list[str] = []

    def claim(person: Person) -> None:
        try:
            claim_work_item(source="complaint", key="claims", person=person)
        except AlreadyClaimed as refusal:
            outcomes.append(refusal.owner)
        else:
            outcomes.append("claimed")

    run_concurrently(*[lambda person=person: claim(person) for person in people])
    winner = WorkClaim.objects.get(source="complaint", key="claims", ended=None).person.email
    assert sorted(outcomes) == sorted(["claimed", winner, winner, winner])
    assert Line.objects.filter(kind="work.claimed", about="work:complaint:claims").count() == 1
