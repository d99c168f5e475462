"""Recording of audit lines: in the caller's transaction, with a namespaced kind and the person of the
request.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import RequestFactory

from players.audit import note
from players.audit.models import Line
from players.models import Person
from tests.live_table import players_with

pytestmark = pytest.mark.django_db


def test_a_line_has_person_player_details_address_and_device() -> None:
    (player,) = players_with(0, 1)
    clerk = Person.objects.create(email="clerk@feltro.example", is_staff=True)
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", headers={"user-agent": "A browser " * 40})
    request.user = clerk
    note("limits.deposit-raised", player=player, about="limit:12", request=request, cents=500)
    line = Line.objects.get()
    assert (line.kind, line.person, line.player, line.about, line.details) == (
        "limits.deposit-raised",
        clerk,
        player,
        "limit:12",
        {"cents": 500},
    )
    assert line.address == "192.0.2.7" and len(line.device) == 200


def test_a_line_without_a_person_or_a_player() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert note("sign-in.failed", request=request, person=AnonymousUser()).person is None
    assert note("exclusions.list-read").player_id is None


def test_a_line_is_rolled_back_with_its_transaction() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        note("limits.deposit-raised")
        raise RuntimeError
    assert not Line.objects.exists()


@pytest.mark.parametrize(
    "kind", ["raised", "Limits.raised", "limits.", "limits.Raised", "limits..raised", "x." + "y" * 60]
)
def test_a_kind_is_namespaced(kind: str) -> None:
    with pytest.raises(ValueError, match="is not a valid kind"):
        note(kind)
