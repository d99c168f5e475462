"""Several at once, each on a connection of its own. The record cannot be emptied, so these make people that nobody else has."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.utils import IntegrityError

from players.identity.models import Check, Identity
from players.identity.verification import identity_check
from players.models import Player
from tests.at_once import at_once
from tests.players.identity.walk import Applicant

pytestmark = pytest.mark.usefixtures("lasting_db", "valkey_url")


def somebody(answer: str = "00", **other: Any) -> Applicant:
    return Applicant(1000 + uuid4().int % 9000, answer, **other)


def test_P01_two_at_once_with_one_tax_number_open_one_account() -> None:
    two = [somebody(), somebody()]
    two[1].said["papers"]["nif"] = two[0].said["papers"]["nif"]
    for each in two:
        each.until("terms")
    answers: list[str] = []
    at_once(*(lambda each=each: answers.append(each.give("terms")["Location"]) for each in two))  # type: ignore[misc]
    assert sorted(answers) == ["/account/identity/", "/account/new/papers/"]
    assert Identity.objects.filter(nif=two[0].said["papers"]["nif"]).count() == 1


def test_a_form_sent_twice_opens_one_account() -> None:
    one = somebody()
    one.until("terms")
    answers: list[int] = []
    at_once(*(lambda: answers.append(one.give("terms").status_code) for _ in range(3)))
    assert answers == [302] * 3 and Player.objects.filter(person__email=one.email).count() == 1


def test_workers_that_ask_for_the_same_person_ask_once() -> None:
    one = somebody()
    one.open()
    identity = Identity.objects.get(player__person__email=one.email)
    at_once(*(lambda: identity_check(identity.pk) for _ in range(6)))
    assert Check.objects.filter(identity=identity).count() == 1
    identity.refresh_from_db()
    assert identity.state == "verified" and identity.asked == 1


def test_P01_the_database_itself_keeps_one_account_for_a_person() -> None:
    for _ in range(2):
        somebody().open()
    one, other = Identity.objects.order_by("-pk")[:2]
    for changes in ({"nif": one.nif}, {"document_number": one.document_number}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Identity.objects.filter(pk=other.pk).update(**changes)
