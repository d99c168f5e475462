"""The overview and the work queue count only what the person may decide."""

from __future__ import annotations

import pytest
from django.utils import translation

from casino.backoffice.work_queue import waiting_items
from games.models import Incident, Table
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.adjustments import request_adjustment
from tests.games.rulebook.people import Signers, create_draft, take_step
from tests.players.conftest import demo, seeded  # noqa: F401  (fixtures)


def person(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def counted(name: str) -> dict[str, int]:
    with translation.override("en"):
        return {str(source.title): count for source, _items, count in waiting_items(person(name))}


def test_a_correction_does_not_wait_for_its_author(demo: None) -> None:
    before = counted("caixa")["Corrections"], counted("direcao")["Corrections"]
    request_adjustment(
        Player.objects.get(alias="Ana"), 500, "T-1", "a round that stood still", person("caixa")
    )
    assert (counted("caixa")["Corrections"], counted("direcao")["Corrections"]) == (
        before[0],
        before[1] + 1,
    )


def test_an_incident_does_not_wait_for_its_proposer(demo: None) -> None:
    before = counted("mesas")["Incidents"]
    incident = Incident.objects.create(table=Table.objects.first(), reason="a fault", opened=clock.now())
    assert counted("mesas")["Incidents"] == before + 1
    Incident.objects.filter(pk=incident.pk).update(
        proposer=person("mesas"), proposed=clock.now(), proposal="release", note="looked"
    )
    assert counted("mesas")["Incidents"] == before


def test_rule_changes_wait_for_the_next_step(demo: None) -> None:
    people = Signers(person("autor"), person("aprovador"), person("regulador"))
    change = create_draft(people)
    assert counted("autor")["Rule changes to finish or schedule"] == 1
    assert counted("aprovador")["Rule changes to endorse"] == 0
    take_step(change, "submit", people.author)
    assert counted("autor")["Rule changes to finish or schedule"] == 0, "it waits for others now"
    assert counted("aprovador")["Rule changes to endorse"] == 1


@pytest.mark.parametrize("title", ["Rule changes to endorse", "Rule changes to authorise"])
def test_permissions_without_the_role_count_nothing(demo: None, title: str) -> None:
    head = person("direcao")
    head.is_superuser = True
    with translation.override("en"):
        assert title not in {str(source.title) for source, _items, _count in waiting_items(head)}
