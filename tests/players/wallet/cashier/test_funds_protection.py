"""The words about the protection of funds are confirmed before the first deposit, once per version."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.urls import reverse
from django.utils.translation import override

from players.audit.models import Line
from players.languages import HOUSE_LANGUAGES
from players.models import Player
from players.wallet.cashier.deposits import request_deposit
from players.wallet.cashier.funds_protection import (
    confirm_protection,
    has_confirmed_protection,
    protection_text,
    protection_version,
)
from players.wallet.cashier.models import Payment, ProtectionConfirmation
from tests.players.wallet.cashier.test_cashier_pages import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]


@pytest.fixture
def newcomer(ana: Player, settings: Any) -> Player:
    """The words have changed since ana confirmed them."""
    settings.FUNDS_PROTECTION = "trust"
    return ana


def typed(**fields: str) -> dict[str, str]:
    return {"amount": "20", "payment": str(uuid4()), "method": "card", **fields}


def test_no_deposit_is_opened_without(newcomer: Player) -> None:
    payment = request_deposit(newcomer, uuid4(), 2_000)
    assert (payment.status, payment.reason) == ("refused", "protection-unread")
    confirm_protection(newcomer)
    assert request_deposit(newcomer, uuid4(), 2_000).status == "asked"


def test_the_page_shows_the_words_once_and_keeps_what_was_typed(newcomer: Player) -> None:
    client, url = client_of(newcomer, "en"), reverse("deposit")
    assert "held in trust for players" in client.get(url).content.decode()
    answer = client.post(url, typed())
    page = answer.content.decode()
    assert answer.status_code == 422 and "Confirm that you have read" in page and 'value="20"' in page
    assert not has_confirmed_protection(newcomer.pk)
    assert not Payment.objects.filter(player=newcomer).exists(), "nothing is stored for a missing tick"
    assert client.post(url, typed(protection="on")).status_code == 302
    kept = ProtectionConfirmation.objects.get(player=newcomer, version=protection_version())
    with override("en"):
        assert kept.words == protection_text()
    assert Line.objects.filter(kind="deposits.protection-confirmed", player=newcomer.pk).count() == 1
    assert 'name="protection"' not in client.get(url).content.decode()


def test_each_version_is_confirmed_once_whatever_the_language(newcomer: Player, settings: Any) -> None:
    versions = set()
    for language in HOUSE_LANGUAGES:
        with override(language.code):
            versions.add(protection_version())
            confirm_protection(newcomer)
    assert len(versions) == 1
    assert ProtectionConfirmation.objects.filter(player=newcomer).count() == 2, "the old words and the new"
    settings.FUNDS_PROTECTION = "guarantee"
    assert not has_confirmed_protection(newcomer.pk)


def test_a_confirmation_stays_and_nobody_else_gives_it(newcomer: Player) -> None:
    confirm_protection(newcomer)
    with pytest.raises(IntegrityError), transaction.atomic():
        ProtectionConfirmation.objects.filter(player=newcomer).update(words="other")
    insert = "INSERT INTO cashier_protectionconfirmation (player_id, version, words) VALUES (%s, 'x', 'y')"
    for role in ("house_web", "house_worker"):
        refused = pytest.raises(ProgrammingError)
        with refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL ROLE {role}")
            cursor.execute(insert, [newcomer.pk])
