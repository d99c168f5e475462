"""Another e-mail address: the new one is shown to be read by a code, the old one is told, and nobody learns who has an account."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import DatabaseError, transaction

from players.audit.models import Line
from players.identity import emails
from players.identity.models import AddressChange
from players.inbox.models import Message
from players.models import Person
from players.shared import clock
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.players.identity.walk import PASSWORD, Applicant

PAGE = "/account/identity/e-mail/"
NEW = "outra@correio.example"


@pytest.fixture
def somebody(demo: None) -> Applicant:  # noqa: F811
    applicant = Applicant(7, language="en")
    assert applicant.open().status_code == 302
    assert applicant.client.post("/account/confirm/", {"password": PASSWORD}).status_code == 302
    return applicant


def post() -> None:
    for number in emails.due():
        emails.letter_post(number)


def code_to(address: str) -> str:
    post()
    found = [
        re.search(r"^(\d{6})$", letter.body, re.MULTILINE) for letter in mail.outbox if letter.to == [address]
    ]
    assert found and found[-1], "no letter with a code"
    return found[-1][1]


def letters_to(address: str) -> list[str]:
    post()
    return [letter.subject for letter in mail.outbox if letter.to == [address]]


def person_of(applicant: Applicant) -> Person:
    return Person.objects.get(player__alias=applicant.said["access"]["alias"])


def test_the_code_goes_to_the_new_address_and_the_old_one_is_told(somebody: Applicant) -> None:
    assert somebody.client.post(PAGE, {"email": NEW})["Location"] == PAGE
    assert person_of(somebody).email == somebody.email, "nothing changes before the code"
    page = somebody.client.get(PAGE).content.decode()
    assert NEW in page and 'name="code"' in page
    assert somebody.client.post(PAGE, {"code": code_to(NEW)})["Location"] == "/account/identity/"
    person = person_of(somebody)
    assert person.email == NEW and letters_to(somebody.email)[-1] == "Feltro: your e-mail address was changed"
    assert Message.objects.filter(player=person.player, kind="email-changed").count() == 1
    line = Line.objects.get(kind="access.email-changed")
    assert line.player == person.player and NEW not in str(line.said), "the record of acts names it masked"
    door = signed_in(NEW, "en")
    door.logout()
    assert door.post("/account/sign-in/", {"login": NEW, "password": PASSWORD})["Location"] == "/lobby/"
    assert somebody.client.post(
        "/account/sign-in/", {"login": somebody.email, "password": PASSWORD}
    ).status_code in (200, 302)


def test_an_address_that_has_an_account_is_told_so_and_nobody_else_is(somebody: Applicant) -> None:
    taken = "bruno@feltro.example"
    answer = somebody.client.post(PAGE, {"email": taken})
    assert answer.status_code == 302 and 'name="code"' in somebody.client.get(PAGE).content.decode(), (
        "as for any other address"
    )
    assert letters_to(taken)[-1] == "Feltro: this address has an account"
    for number in range(5):
        somebody.client.post(PAGE, {"code": f"{number:06}"})
    assert (
        person_of(somebody).email == somebody.email
        and not AddressChange.objects.exclude(confirmed=None).exists()
    )


def test_a_wrong_code_is_said_at_the_field_and_five_of_them_end_the_change(somebody: Applicant) -> None:
    somebody.client.post(PAGE, {"email": NEW})
    right = code_to(NEW)
    wrong = f"{(int(right) + 1) % 10**6:06}"
    for _ in range(4):
        answer = somebody.client.post(PAGE, {"code": wrong})
        assert answer.status_code == 422 and "This is not the code" in answer.content.decode()
    somebody.client.post(PAGE, {"code": wrong})
    somebody.client.post(PAGE, {"code": right})
    assert person_of(somebody).email == somebody.email


def test_a_code_is_good_for_fifteen_minutes_and_once(somebody: Applicant) -> None:
    from players.identity.email_change import address_ask, address_confirm

    player = person_of(somebody).player
    assert address_ask(player=player, email=NEW) and not address_ask(player=player, email=NEW), (
        "not twice in a moment"
    )
    code = code_to(NEW)
    with clock.at(clock.now() + timedelta(minutes=16)):
        assert not address_confirm(player=player, code=code)
    assert address_confirm(player=player, code=code) and not address_confirm(player=player, code=code)


@pytest.mark.parametrize(
    "written", ["", "nobody", "a@b", "x" * 300 + "@correio.example", "a\x00b@correio.example"]
)
def test_what_is_no_address_is_refused_in_words(somebody: Applicant, written: str) -> None:
    answer = somebody.client.post(PAGE, {"email": written})
    assert answer.status_code == 422 and "errors" in answer.content.decode()


def test_the_address_that_counts_is_no_other_address(somebody: Applicant) -> None:
    assert (
        "This is the address that you have."
        in somebody.client.post(PAGE, {"email": somebody.email.upper()}).content.decode()
    )


@pytest.mark.parametrize("page", [PAGE, "/account/identity/address/", "/account/identity/payment-account/"])
def test_what_is_refused_after_the_password_was_asked_is_sent_to_its_own_page(demo: None, page: str) -> None:  # noqa: F811
    """The page of the password shows what it had kept: a form without an address of its own would come back to it."""
    applicant = Applicant(8, language="en")
    applicant.open()
    asking = applicant.client.post(page, {"email": "nobody"})["Location"]
    shown = applicant.client.post(asking, {"password": PASSWORD})
    assert shown.status_code == 422 and f'action="{page}"' in shown.content.decode()


def test_it_is_asked_again_who_is_there(somebody: Applicant) -> None:
    stranger = signed_in(somebody.email, "en")
    answer = stranger.post(PAGE, {"email": NEW})
    assert (
        answer.status_code == 302
        and "/account/confirm/" in answer["Location"]
        and not AddressChange.objects.exists()
    )


def test_a_change_stays_as_it_was_asked(somebody: Applicant) -> None:
    somebody.client.post(PAGE, {"email": NEW})
    for harm in (lambda rows: rows.update(after="x@correio.example"), lambda rows: rows.delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            harm(AddressChange.objects.all())


# --- what staff see of an address


def seen(client: Any, *addresses: str) -> bool:
    return any("ana@feltro.example" in client.get(address).content.decode() for address in addresses)


def test_staff_read_an_address_only_after_they_have_said_why_and_only_for_a_while(demo: None) -> None:  # noqa: F811
    signed_in("ana@feltro.example").get("/account/")
    player = Person.objects.get(email="ana@feltro.example").player
    office, page = signed_in("direcao@feltro.example"), f"/admin/players/player/{player.pk}/"
    lists = (
        "/admin/players/player/",
        f"{page}change/",
        "/admin/identity/signin/",
        "/admin/players/person/",
        "/admin/audit/line/",
    )
    assert "a•••@feltro.example" in office.get(lists[0]).content.decode() and not seen(office, *lists)
    office.post(f"{page}unmask/", {"reason": "não"})
    assert not seen(office, *lists), "not without a reason"
    office.post(f"{page}unmask/", {"reason": "Pedido do jogador por telefone"})
    assert seen(office, lists[0]) and seen(office, lists[1])
    assert "bruno@feltro.example" not in office.get(lists[0]).content.decode(), "of that player alone"
    assert Line.objects.get(kind="account.email-unmasked").said["reason"] == "Pedido do jogador por telefone"
    assert not seen(signed_in("apoio@feltro.example"), lists[0])
    session = office.session
    session["unmasked"] = {f"p{player.pk}": 0}
    session.save()
    assert not seen(office, *lists), "ten minutes later"
