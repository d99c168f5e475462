"""The work queues on the dashboard count only what the person may decide."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from django.utils import translation

from casino.backoffice.work_queue import waiting_counts
from games.models import Incident, Table
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.adjustments import adjustment_request
from tests.games.rulebook.people import Signers, create_draft, take_step
from tests.players.conftest import demo, seeded  # noqa: F401  (fixtures)


def person(name: str) -> Person:
    return Person.objects.get(email=f"{name}@feltro.example")


def counted(name: str) -> dict[str, int]:
    request = RequestFactory().get("/admin/")
    request.user = person(name)
    with translation.override("en"):
        return {str(queue["title"]): queue["value"] for queue in waiting_counts(request)}


def test_a_correction_does_not_wait_for_its_author(demo: None) -> None:  # noqa: F811
    before = counted("caixa")["Corrections to approve"], counted("direcao")["Corrections to approve"]
    adjustment_request(
        Player.objects.get(alias="Ana"), 500, "T-1", "a round that stood still", person("caixa")
    )
    assert (counted("caixa")["Corrections to approve"], counted("direcao")["Corrections to approve"]) == (
        before[0],
        before[1] + 1,
    )


def test_an_incident_does_not_wait_for_its_proposer(demo: None) -> None:  # noqa: F811
    before = counted("mesas")["Incidents open"]
    incident = Incident.objects.create(table=Table.objects.first(), reason="a fault", opened=clock.now())
    assert counted("mesas")["Incidents open"] == before + 1
    Incident.objects.filter(pk=incident.pk).update(
        proposer=person("mesas"), proposed=clock.now(), proposal="release", note="looked"
    )
    assert counted("mesas")["Incidents open"] == before


def test_rule_changes_wait_for_the_next_step(demo: None) -> None:  # noqa: F811
    people = Signers(person("autor"), person("aprovador"), person("regulador"))
    change = create_draft(people)
    assert counted("autor")["Rule changes to finish or schedule"] == 1
    assert counted("aprovador")["Rule changes to endorse"] == 0
    take_step(change, "submit", people.author)
    assert counted("autor")["Rule changes to finish or schedule"] == 0, "it waits for others now"
    assert counted("aprovador")["Rule changes to endorse"] == 1


@pytest.mark.parametrize("title", ["Rule changes to endorse", "Rule changes to authorise"])
def test_permissions_without_the_role_count_nothing(demo: None, title: str) -> None:  # noqa: F811
    head = person("direcao")
    head.is_superuser = True
    request = RequestFactory().get("/admin/")
    request.user = head
    with translation.override("en"):
        assert title not in {str(queue["title"]) for queue in waiting_counts(request)}
