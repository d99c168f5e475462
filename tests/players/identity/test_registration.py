"""Opening an account: step by step, kept on the way, one for each person, of age, with the address confirmed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.db.utils import IntegrityError
from django.test import Client

from players.audit.models import Line
from players.identity import emails, registration
from players.identity.identifiers import nif_with
from players.identity.models import Acceptance, Draft, PaymentAccount
from players.models import Person, Player
from players.protection.document_marks import Kind
from players.protection.national_list import Change, Entry, change_apply
from players.shared import clock
from players.wallet.models import Account
from tests.players.identity.walk import PASSWORD, Applicant

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty(valkey_url: str) -> None:
    """Nobody has tried anything yet."""


def refusals(answer: Any) -> str:
    assert answer.status_code == 422
    return str(answer.context["form"].errors)


@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_P06_an_account_is_opened_with_everything_the_law_asks_for(language: str) -> None:
    somebody = Applicant(language=language)
    answer = somebody.open()
    assert answer.status_code == 302 and answer["Location"] == "/account/identity/"
    person = Person.objects.get(email=somebody.email)
    player, identity = person.player, person.player.identity
    assert (
        person.check_password(PASSWORD)
        and person.language == language
        and person.get_full_name() == "Maria da Prova 1"
    )
    assert player.status == Player.Status.PENDING and identity.state == "asked"
    assert identity.nif == somebody.said["papers"]["nif"] and identity.document_number == "1234567001ZX1"
    assert PaymentAccount.objects.get(player=player).holder == identity.name == "Maria da Prova 1"
    assert Acceptance.objects.get(player=player).terms_id == 1
    balances = dict(Account.objects.filter(player=player).values_list("currency", "balance"))
    assert balances == {"EUR": 0, "DEMO": registration.DEMO_CREDITS}
    assert somebody.client.get("/account/").status_code == 200, "signed in with it"
    kinds = set(Line.objects.filter(player=player).values_list("kind", flat=True))
    assert {"account.opened", "terms.accepted", "access.signed-in"} <= kinds


def test_nothing_is_asked_out_of_turn() -> None:
    somebody = Applicant()
    for step in ("email", "person", "papers", "payment", "terms"):
        assert somebody.client.get(f"/account/new/{step}/")["Location"] == "/account/new/"
        assert (
            somebody.client.post(f"/account/new/{step}/", somebody.said.get(step, {"code": "000000"}))[
                "Location"
            ]
            == "/account/new/"
        )
    assert somebody.client.get("/account/new/nowhere/").status_code == 404
    somebody.until("person")
    assert somebody.client.post("/account/new/terms/", somebody.said["terms"])["Location"] == "/account/new/"
    assert not Person.objects.filter(email=somebody.email).exists()


def test_whoever_leaves_comes_back_to_where_he_was_and_finds_what_he_wrote() -> None:
    somebody = Applicant()
    somebody.until("papers")
    assert somebody.client.get("/account/new/", follow=True).request["PATH_INFO"] == "/account/new/papers/"
    page = somebody.client.get("/account/new/person/").content.decode()
    assert "Arquiteta" in page and "1990-02-28" in page
    assert PASSWORD not in somebody.client.get("/account/new/access/").content.decode()
    assert somebody.give("person", profession="Pintora").status_code == 302
    assert (
        Draft.objects.get().said["person"]["profession"] == "Pintora" and Draft.objects.get().step == "papers"
    )


def test_what_was_written_is_kept_on_the_page_that_refuses_it() -> None:
    somebody = Applicant()
    somebody.until("papers")
    answer = somebody.give("papers", nif="123456788")
    assert (
        "NIF" in refusals(answer)
        and "Rua da Prova, 1" in answer.content.decode()
        and "123456788" in answer.content.decode()
    )


def test_whoever_changes_his_mind_takes_everything_with_him() -> None:
    somebody = Applicant()
    somebody.until("papers")
    somebody.client.post("/account/new/leave/")
    assert (
        not Draft.objects.exists()
        and somebody.client.get("/account/new/")["Location"] == "/account/new/access/"
    )


def test_a_registration_is_this_browsers_alone() -> None:
    Applicant().until("papers")
    assert Client().get("/account/new/papers/")["Location"] == "/account/new/"


def test_what_nobody_came_back_to_is_forgotten_after_a_month_but_that_there_was_something() -> None:
    Applicant().until("papers")
    with clock.at(clock.now() + timedelta(days=29)):
        assert registration.drafts_forget() == 0
    with clock.at(clock.now() + timedelta(days=31)):
        assert registration.drafts_forget() == 1 and registration.drafts_forget() == 0
    assert Draft.objects.values_list("email", "said", "password").get() == ("", {}, "")


# --- the address


def test_the_address_is_confirmed_by_the_code_in_its_mail_and_by_no_other() -> None:
    somebody = Applicant()
    somebody.give("access")
    code = somebody.code()
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    assert "código" in refusals(somebody.client.post("/account/new/email/", {"code": wrong}))
    assert somebody.client.post("/account/new/email/", {"code": f"{code[:3]} {code[3:]}"}).status_code == 302
    assert not emails.Letter.objects.exclude(sent=None).exclude(text=b"").exists(), (
        "a code is not kept once it is sent"
    )


def test_five_wrong_codes_make_the_right_one_useless_and_another_may_be_asked_for() -> None:
    somebody = Applicant()
    somebody.give("access")
    code = somebody.code()
    for _ in range(registration.CODE_TRIES):
        somebody.client.post("/account/new/email/", {"code": f"{(int(code) + 1) % 1_000_000:06}"})
    assert somebody.client.post("/account/new/email/", {"code": code}).status_code == 422
    with clock.at(clock.now() + registration.NEXT_CODE):
        somebody.client.post("/account/new/code/")
    assert somebody.confirm().status_code == 302


def test_a_code_is_good_for_a_quarter_of_an_hour() -> None:
    somebody = Applicant()
    somebody.give("access")
    code = somebody.code()
    with clock.at(clock.now() + registration.CODE_GOOD_FOR + timedelta(seconds=1)):
        assert somebody.client.post("/account/new/email/", {"code": code}).status_code == 422


def test_another_address_has_to_be_confirmed_anew() -> None:
    somebody = Applicant()
    somebody.until("papers")
    somebody.give("access", email="outra@correio.example")
    assert Draft.objects.get().confirmed is None
    assert somebody.client.get("/account/new/person/")["Location"] == "/account/new/"


def test_nobody_learns_whether_an_address_has_an_account_but_its_owner() -> None:
    first = Applicant(1)
    first.open()
    mail.outbox.clear()
    other = Applicant(2, access={"email": first.email.upper()})
    stranger = Applicant(3)
    pages = [each.give("access") for each in (other, stranger)]
    assert [page["Location"] for page in pages] == ["/account/new/email/"] * 2
    for number in emails.due():
        emails.letter_post(number)
    told = [letter for letter in mail.outbox if letter.to == [first.email]]
    assert len(told) == 1 and "já tem" in told[0].subject
    for code in ("000000", ""):
        assert other.client.post("/account/new/email/", {"code": code}).status_code == 422


# --- who may


@pytest.mark.parametrize(
    ("birth", "now", "may"),
    [
        ("2008-11-22", "2026-11-21T23:59:00+00:00", False),
        ("2008-11-22", "2026-11-22T00:00:30+00:00", True),
        ("2008-07-15", "2026-07-14T22:59:00+00:00", False),  # a minute before midnight in Lisbon
        ("2008-07-15", "2026-07-14T23:00:30+00:00", True),
        ("2008-02-29", "2026-02-28T12:00:00+00:00", False),
        ("2008-02-29", "2026-03-01T00:00:30+00:00", True),
    ],
)
def test_P05_nobody_under_eighteen_by_lisbons_calendar_opens_an_account(
    birth: str, now: str, may: bool
) -> None:
    somebody = Applicant()
    somebody.until("person")
    with clock.at(datetime.fromisoformat(now)):
        answer = somebody.give("person", birth=birth)
    if may:
        assert answer.status_code == 302
    else:
        assert "18 anos" in refusals(answer)
        assert Line.objects.filter(kind="registration.refused", said__reason="minor").exists(), (
            "on the record"
        )


@pytest.mark.parametrize("same", ["nif", "document_number"])
def test_P01_a_second_account_of_a_person_is_refused_and_only_its_owner_learns_of_it(same: str) -> None:
    first = Applicant(1)
    first.open()
    second = Applicant(2, papers={same: first.said["papers"][same].lower()})
    second.until("papers")
    answer = second.give("papers")
    said = refusals(answer)
    assert (
        "Não é possível abrir conta" in said
        and first.email not in said
        and "Candidata 1" not in answer.content.decode()
    )
    assert Line.objects.filter(kind="registration.refused", player__alias="Candidata 1").exists()
    assert first.client.get("/account/").status_code == 200
    told = Player.objects.get(alias="Candidata 1").messages.filter(kind="registration-repeated")  # type: ignore[attr-defined]
    assert told.count() == 1
    second.give("papers")
    assert told.count() == 1, "told once a day, however often somebody tries"


def put_on_the_list(number: str, kind: Kind, nationality: str) -> None:
    entry = Entry(kind=kind, number=number, nationality=nationality, starts=clock.now() - timedelta(days=1))
    change_apply(Change(f"push-{kind}-{number}", [entry]))


CARD = {"document_number": "23456789 0 zx1"}
PASSPORT = {"document_kind": "passport", "document_country": "FR", "document_number": "09 pb-12345"}


@pytest.mark.parametrize(
    ("papers", "kind", "number", "nationality"),
    [
        ({}, Kind.TAX_NUMBER, nif_with("25000100"), "PT"), (CARD, Kind.CITIZEN_CARD, "234567890ZY9", "PT"),
        (CARD, Kind.IDENTITY_CARD, "23456789", "PT"), (PASSPORT, Kind.PASSPORT, "09PB12345", "FR"),
    ],
)  # fmt: skip
def test_P11_somebody_on_the_national_list_opens_no_account_and_nobody_learns_that_he_stands_on_it(
    papers: dict[str, str], kind: Kind, number: str, nationality: str
) -> None:
    listed, known = Applicant(1, papers=papers), Applicant(2)
    known.open()
    put_on_the_list(number, kind, nationality)
    listed.until("papers")
    repeated = Applicant(3, papers={"nif": known.said["papers"]["nif"]})
    repeated.until("papers")
    assert refusals(listed.give("papers")) == refusals(repeated.give("papers"))
    assert Line.objects.filter(kind="registration.refused", said__reason="national-list").count() == 1


def test_P11_who_comes_on_the_list_between_two_steps_opens_no_account() -> None:
    listed = Applicant(1, papers=CARD)
    listed.until("terms")
    put_on_the_list("23456789", Kind.IDENTITY_CARD, "PT")
    listed.give("terms")
    assert (
        not Player.objects.filter(alias="Candidata 1").exists()
        and not Person.objects.filter(email=listed.email).exists()
    )
    assert Line.objects.filter(kind="registration.refused", said__reason="national-list").count() == 1


def test_a_name_at_the_tables_is_one_persons_whatever_its_capitals() -> None:
    Applicant(1).open()
    taken = Applicant(2, access={"alias": "CANDIDATA 1"}).give("access")
    assert "já alguém" in refusals(taken).lower()
    assert "da casa" in refusals(Applicant(3, access={"alias": "Croupier Ana"}).give("access"))


def test_P05_staff_may_not_hold_a_player_account_nor_a_player_become_staff() -> None:
    Applicant(1).open()
    player = Player.objects.get(alias="Candidata 1")
    staff = Person.objects.create_user("equipa@correio.example", "x", is_staff=True)
    with pytest.raises(IntegrityError, match="staff may not hold"), transaction.atomic():
        Player.objects.create(person=staff, alias="Equipa")
    with pytest.raises(IntegrityError, match="staff may not hold"), transaction.atomic():
        Player.objects.filter(pk=player.pk).update(person=staff)
    for right in ("is_staff", "is_superuser"):
        with pytest.raises(IntegrityError, match="a player may not be staff"), transaction.atomic():
            Person.objects.filter(pk=player.person_id).update(**{right: True})


@pytest.mark.parametrize("step", ["access", "email", "person", "papers", "payment", "terms"])
@pytest.mark.parametrize("junk", ["", "\x00", "9" * 4000, "'; --", "<script>", "\ud7ff\u202e"])
def test_whatever_is_sent_is_answered_in_words_and_never_breaks(step: str, junk: str) -> None:
    somebody = Applicant()
    somebody.until(step)
    names = somebody.said.get(step, {"code": ""})
    answer = somebody.client.post(f"/account/new/{step}/", dict.fromkeys(names, junk))
    assert answer.status_code in (302, 422)


def test_no_step_asks_the_database_more_than_thirty_times(django_assert_max_num_queries: Any) -> None:
    somebody = Applicant()
    for step in ("access", "email", "person", "papers", "payment", "terms"):
        with django_assert_max_num_queries(30):
            assert somebody.client.get(f"/account/new/{step}/").status_code == 200
        somebody.confirm() if step == "email" else somebody.give(step)
    with django_assert_max_num_queries(30):
        assert somebody.client.get("/account/identity/").status_code == 200
