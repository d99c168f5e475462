"""An attacker with a web process or a browser tries to take over a house player, which holds more
demonstration credits than any person.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.db import DatabaseError, connection, transaction
from django.test import Client

from players.identity.models import SignIn
from players.identity.sign_in.emails import queue_email_for_owner, send_queued_email
from players.identity.sign_in.practice_partners import create_practice_partners
from players.models import Person, Player

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password 7"


@pytest.fixture
def partner(db: None) -> Player:
    create_practice_partners(1)
    return Player.objects.select_related("person").get(status=Player.Status.PARTNER)


def as_web(sql: str, *values: object) -> str:
    """Runs a statement with the rights of a web process; returns how the database refused it."""
    with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_web")
        cursor.execute(sql, values)
    return str(caught.value)


def test_a_web_process_makes_no_house_player_sign_in(partner: Player) -> None:
    """Red before: the person could be made active, and then had a password like anybody's."""
    sql = "UPDATE players_person SET is_active = true, password = %s WHERE id = %s"
    message = as_web(sql, make_password(PASSWORD), partner.person_id)
    assert "permission denied" in message
    assert authenticate(None, email=partner.person.email, password=PASSWORD) is None


@pytest.mark.parametrize("status", ["active", "pending", "visitor", "closed"])
def test_a_house_player_cannot_become_another_account(partner: Player, status: str) -> None:
    """Not red before."""
    sql = "UPDATE players_player SET status = %s WHERE id = %s"
    assert "the status of a practice partner" in as_web(sql, status, partner.pk)


def test_no_account_can_become_a_house_player(partner: Player) -> None:
    """Red before for a new player: as one, a person would play uncounted by limits and reports."""
    person = Person.objects.create_user("rui@example.pt", PASSWORD)
    sql = (
        "INSERT INTO players_player (person_id, alias, status, since, testing)"
        " VALUES (%s, 'Rui', 'partner', now(), false)"
    )
    assert "nobody can sign in as a house player" in as_web(sql, person.pk)
    other = Player.objects.create(person=person, alias="Rui")
    assert "the status of a practice partner" in as_web(
        "UPDATE players_player SET status = 'partner' WHERE id = %s", other.pk
    )


def test_a_house_player_has_no_wallet_for_money(partner: Player) -> None:
    """Not red before."""
    sql = "SELECT wallet_open('wallet', 'EUR', %s, NULL)"
    assert "only demonstration credits" in as_web(sql, partner.pk)


def test_no_page_signs_in_resets_or_tells_of_a_house_player(partner: Player, mailoutbox: Any) -> None:
    """Not red before."""
    email = partner.person.email
    client = Client(headers={"accept-language": "en"})
    for password in ("", "!", PASSWORD, "None"):
        client.post("/account/sign-in/", {"login": email, "password": password})
        assert "_auth_user_id" not in client.session
    queued = queue_email_for_owner(email, "password-reset")
    send_queued_email(queued.pk)
    assert mailoutbox == [] and not SignIn.objects.filter(person=partner.person).exists()
