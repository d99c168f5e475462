"""One writer of the audit log: a line in the caller's transaction, namespaced, with whoever is there."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import RequestFactory

from players.audit import note
from players.audit.models import Line
from players.models import Person
from tests.room import players_with

pytestmark = pytest.mark.django_db


def test_a_line_says_who_did_what_to_whom_from_where() -> None:
    (player,) = players_with(0, 1)
    clerk = Person.objects.create(email="clerk@feltro.example", is_staff=True)
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", headers={"user-agent": "A browser " * 40})
    request.user = clerk
    note("limits.deposit-raised", player=player, about="limit:12", request=request, cents=500)
    line = Line.objects.get()
    assert (line.kind, line.person, line.player, line.about, line.said) == (
        "limits.deposit-raised",
        clerk,
        player,
        "limit:12",
        {"cents": 500},
    )
    assert line.address == "192.0.2.7" and len(line.device) == 200


def test_nobody_is_an_actor_too() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert note("sign-in.failed", request=request, person=AnonymousUser()).person is None
    assert note("exclusions.list-read").player_id is None


def test_a_line_stands_and_falls_with_what_it_tells_of() -> None:
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
