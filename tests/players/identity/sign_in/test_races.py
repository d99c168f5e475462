"""Concurrent registrations and checks, each on its own connection.

The record is append-only, so these tests create people with unique numbers.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.db.utils import IntegrityError

from players.identity.models import Identity, IdentityCheck
from players.identity.verification.verification import check_identity
from players.models import Player
from tests.concurrency import run_concurrently
from tests.players.identity.applicant import Applicant

pytestmark = pytest.mark.usefixtures("lasting_db", "valkey_url")


def unique_applicant(answer: str = "00", **changes: Any) -> Applicant:
    return Applicant(1000 + uuid4().int % 9000, answer, **changes)


def test_P01_concurrent_registrations_with_one_tax_number_open_one_account() -> None:
    first, second = unique_applicant(), unique_applicant()
    second.data["papers"]["nif"] = first.data["papers"]["nif"]
    for applicant in (first, second):
        applicant.complete_until("terms")
    locations: list[str] = []
    run_concurrently(
        lambda: locations.append(first.submit("terms")["Location"]),
        lambda: locations.append(second.submit("terms")["Location"]),
    )
    assert sorted(locations) == ["/account/identity/?new=1", "/account/new/papers/"]
    nif = first.data["papers"]["nif"]
    assert [identity.nif for identity in Identity.objects.order_by("pk")].count(nif) == 1


def test_a_form_submitted_twice_opens_one_account() -> None:
    one = unique_applicant()
    one.complete_until("terms")
    answers: list[int] = []
    run_concurrently(*(lambda: answers.append(one.submit("terms").status_code) for _ in range(3)))
    assert answers == [302] * 3 and Player.objects.filter(person__email=one.email).count() == 1


def test_concurrent_workers_query_the_service_once() -> None:
    one = unique_applicant()
    one.open()
    identity = Identity.objects.get(player__person__email=one.email)
    run_concurrently(*(lambda: check_identity(identity.pk) for _ in range(6)))
    assert IdentityCheck.objects.filter(identity=identity).count() == 1
    identity.refresh_from_db()
    assert identity.state == "verified" and identity.attempts == 1


def test_P01_the_database_enforces_one_account_for_a_person() -> None:
    for _ in range(2):
        unique_applicant().open()
    one, other = Identity.objects.order_by("-pk")[:2]
    for name in ("nif", "document_number"):
        changed = Identity.objects.get(pk=other.pk)
        setattr(changed, name, getattr(one, name))
        with pytest.raises(IntegrityError), transaction.atomic():
            changed.save()
