"""A change of e-mail address: a code confirms the new one, the old one gets a notice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import DatabaseError, transaction

from players.audit.models import Line
from players.identity.models import AddressChange
from players.inbox.models import Message
from players.models import Person
from players.shared import clock
from tests.demo_house import signed_in
from tests.players.identity.applicant import PASSWORD, Applicant, code_in_last_email, send_due_emails

PAGE = "/account/identity/e-mail/"
NEW = "outra@correio.example"


@pytest.fixture
def applicant(demo: None) -> Applicant:
    applicant = Applicant(7, language="en")
    assert applicant.open().status_code == 302
    assert applicant.client.post("/account/confirm/", {"password": PASSWORD}).status_code == 302
    return applicant


def code_to(address: str) -> str:
    send_due_emails()
    return code_in_last_email(address)


def letters_to(address: str) -> list[str]:
    send_due_emails()
    return [email.subject for email in mail.outbox if email.to == [address]]


def person_of(applicant: Applicant) -> Person:
    return Person.objects.get(player__alias=applicant.data["access"]["alias"])


def test_the_new_address_gets_the_code_and_the_old_one_a_notice(applicant: Applicant) -> None:
    assert applicant.client.post(PAGE, {"email": NEW})["Location"] == PAGE
    assert person_of(applicant).email == applicant.email, "nothing changes before the code"
    asked_line = Line.objects.get(kind="access.email-change-asked")
    change = AddressChange.objects.get(person=person_of(applicant))
    assert (asked_line.player, asked_line.about) == (person_of(applicant).player, f"address:{change.pk}")
    assert asked_line.details["after"] and NEW not in str(asked_line.details), "the audit log masks it"
    page = applicant.client.get(PAGE).content.decode()
    assert NEW in page and 'name="code"' in page
    assert applicant.client.post(PAGE, {"code": code_to(NEW)})["Location"] == "/account/identity/"
    person = person_of(applicant)
    assert (
        person.email == NEW and letters_to(applicant.email)[-1] == "Feltro: your e-mail address was changed"
    )
    assert Message.objects.filter(player=person.player, kind="email-changed").count() == 1
    line = Line.objects.get(kind="access.email-changed")
    assert line.player == person.player and NEW not in str(line.details), "the audit log masks it"
    client = signed_in(NEW, "en")
    client.logout()
    assert client.post("/account/sign-in/", {"login": NEW, "password": PASSWORD})["Location"] == "/lobby/"
    assert applicant.client.post(
        "/account/sign-in/", {"login": applicant.email, "password": PASSWORD}
    ).status_code in (200, 302)


def test_only_the_owner_of_a_taken_address_is_notified(applicant: Applicant) -> None:
    taken = "bruno@feltro.example"
    answer = applicant.client.post(PAGE, {"email": taken})
    assert answer.status_code == 302 and 'name="code"' in applicant.client.get(PAGE).content.decode(), (
        "as for any other address"
    )
    assert letters_to(taken)[-1] == "Feltro: this address has an account"
    for number in range(5):
        applicant.client.post(PAGE, {"code": f"{number:06}"})
    assert (
        person_of(applicant).email == applicant.email
        and not AddressChange.objects.exclude(confirmed=None).exists()
    )


def test_a_wrong_code_is_reported_and_five_end_the_change(applicant: Applicant) -> None:
    applicant.client.post(PAGE, {"email": NEW})
    right = code_to(NEW)
    wrong = f"{(int(right) + 1) % 10**6:06}"
    for _ in range(4):
        answer = applicant.client.post(PAGE, {"code": wrong})
        assert answer.status_code == 422 and "The code is wrong" in answer.content.decode()
    applicant.client.post(PAGE, {"code": wrong})
    applicant.client.post(PAGE, {"code": right})
    assert person_of(applicant).email == applicant.email


def test_a_code_is_valid_once_and_for_fifteen_minutes(applicant: Applicant) -> None:
    from players.identity.registration.email_change import confirm_email_change, request_email_change

    player = person_of(applicant).player
    assert request_email_change(player=player, email=NEW) and not request_email_change(
        player=player, email=NEW
    ), "not twice in a moment"
    code = code_to(NEW)
    with clock.at(clock.now() + timedelta(minutes=16)):
        assert not confirm_email_change(player=player, code=code)
    assert confirm_email_change(player=player, code=code) and not confirm_email_change(
        player=player, code=code
    )


@pytest.mark.parametrize(
    "written", ["", "nobody", "a@b", "x" * 300 + "@correio.example", "a\x00b@correio.example"]
)
def test_an_invalid_address_is_refused_with_a_message(applicant: Applicant, written: str) -> None:
    answer = applicant.client.post(PAGE, {"email": written})
    assert answer.status_code == 422 and "errors" in answer.content.decode()


def test_the_present_address_is_refused(applicant: Applicant) -> None:
    assert (
        "This is already your address."
        in applicant.client.post(PAGE, {"email": applicant.email.upper()}).content.decode()
    )


@pytest.mark.parametrize("page", [PAGE, "/account/identity/address/", "/account/identity/payment-account/"])
def test_a_form_refused_after_reauthentication_posts_to_its_own_page(demo: None, page: str) -> None:
    """After reauthentication the page shows the submitted form, which must post to its own URL."""
    applicant = Applicant(8, language="en")
    applicant.open()
    applicant.forget_password_proof()
    url = applicant.client.post(page, {"email": "nobody"})["Location"]
    response = applicant.client.post(url, {"password": PASSWORD})
    assert response.status_code == 422 and f'action="{page}"' in response.content.decode()


def test_an_email_change_requires_reauthentication(applicant: Applicant) -> None:
    stranger = signed_in(applicant.email, "en")
    answer = stranger.post(PAGE, {"email": NEW})
    assert (
        answer.status_code == 302
        and "/account/confirm/" in answer["Location"]
        and not AddressChange.objects.exists()
    )


def test_a_requested_change_is_immutable(applicant: Applicant) -> None:
    applicant.client.post(PAGE, {"email": NEW})
    for change in (lambda rows: rows.update(after="x@correio.example"), lambda rows: rows.delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change(AddressChange.objects.all())


# --- the address in the back office


def shows_address(client: Any, *addresses: str) -> bool:
    return any("ana@feltro.example" in client.get(address).content.decode() for address in addresses)


def test_staff_see_an_address_only_with_a_reason_and_for_ten_minutes(demo: None) -> None:
    signed_in("ana@feltro.example").get("/account/")
    player = Person.objects.get(email="ana@feltro.example").player
    office, page = signed_in("direcao@feltro.example"), f"/admin/players/player/{player.pk}/"
    lists = (
        "/admin/players/player/",
        f"{page}change/",
        "/admin/identity/signin/",
        "/admin/players/person/",
        "/admin/compliance/audit/",
    )
    assert "a•••@feltro.example" in office.get(lists[0]).content.decode() and not shows_address(
        office, *lists
    )
    office.post(f"{page}unmask/", {"reason": "não"})
    assert not shows_address(office, *lists), "not without a reason"
    office.post(f"{page}unmask/", {"reason": "Pedido do jogador por telefone"})
    assert shows_address(office, lists[0]) and shows_address(office, lists[1])
    assert "bruno@feltro.example" not in office.get(lists[0]).content.decode(), "only of that player"
    line = Line.objects.get(kind="account.email-unmasked")
    assert line.details["reason"] == "Pedido do jogador por telefone"
    assert not shows_address(signed_in("apoio@feltro.example"), lists[0])
    session = office.session
    session["unmasked"] = {f"p{player.pk}": 0}
    session.save()
    assert not shows_address(office, *lists), "ten minutes later"
