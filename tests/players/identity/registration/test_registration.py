"""Registration: stored steps, a confirmed address, one account for each person, adults only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.app_settings import REAUTHENTICATION_TIMEOUT
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.core import mail
from django.db import transaction
from django.db.utils import IntegrityError
from django.test import Client

from players.audit.models import Line
from players.identity.models import Acceptance, Draft, PaymentAccount
from players.identity.registration import registration
from players.identity.sign_in import emails
from players.identity.verification.identifiers import nif_from_digits
from players.inbox.models import Message
from players.models import Person, Player
from players.protection.document_marks import DocumentType
from players.protection.national_list import Change, ListedDocument, apply_listed_change
from players.shared import clock
from players.wallet.models import Account
from tests.players.identity.applicant import PASSWORD, STEPS, Applicant, send_due_emails

pytestmark = pytest.mark.django_db


TITLES_BEFORE_TERMS = (
    ("pt-pt", "O registo ainda não está aberto"),
    ("en", "Registration is not open yet"),
    ("es", "El registro todavía no está abierto"),
)


@pytest.fixture(autouse=True)
def empty(valkey_url: str) -> None:
    """An empty cache, so that no rate limit applies."""


def refusals(answer: Any) -> str:
    assert answer.status_code == 422
    return str(answer.context["form"].errors)


@pytest.mark.parametrize("language", ["pt-pt", "en", "es"])
def test_P06_an_account_is_opened_with_all_required_data(language: str) -> None:
    applicant = Applicant(language=language)
    answer = applicant.open()
    assert answer.status_code == 302 and answer["Location"] == "/account/identity/?new=1"
    person = Person.objects.get(email=applicant.email)
    player, identity = person.player, person.player.identity
    assert (
        person.check_password(PASSWORD)
        and person.language == language
        and (person.get_full_name(), identity.name) == ("", "Maria da Prova 1")
    )
    assert player.status == Player.Status.PENDING and identity.state == "asked"
    assert identity.nif == applicant.data["papers"]["nif"] and identity.document_number == "1234567001ZX1"
    assert PaymentAccount.objects.get(player=player).holder == identity.name == "Maria da Prova 1"
    acceptance = Acceptance.objects.get(player=player)
    # The language of the text that was shown: there is none in Spanish.
    assert (acceptance.terms_id, acceptance.language) == (1, "pt-pt" if language == "es" else language)
    balances = dict(Account.objects.filter(player=player).values_list("currency", "balance"))
    assert balances == {"EUR": 0, "DEMO": 500_000}
    assert applicant.client.get("/account/").status_code == 200, "signed in with it"
    kinds = set(Line.objects.filter(player=player).values_list("kind", flat=True))
    assert {"account.opened", "terms.accepted", "access.signed-in"} <= kinds


def test_steps_are_available_in_order_only() -> None:
    applicant = Applicant()
    for step in ("email", "person", "home", "papers", "terms"):
        assert applicant.client.get(f"/account/new/{step}/")["Location"] == "/account/new/"
        assert (
            applicant.client.post(f"/account/new/{step}/", applicant.data.get(step, {"code": "000000"}))[
                "Location"
            ]
            == "/account/new/"
        )
    assert applicant.client.get("/account/new/nowhere/").status_code == 404
    applicant.complete_until("person")
    assert (
        applicant.client.post("/account/new/terms/", applicant.data["terms"])["Location"] == "/account/new/"
    )
    assert not Person.objects.filter(email=applicant.email).exists()


@pytest.mark.parametrize(("language", "title"), TITLES_BEFORE_TERMS)
def test_a_house_without_terms_says_that_registration_is_not_open_yet(language: str, title: str) -> None:
    """Red before: the last of five steps ended with an error."""
    answer = Client(headers={"accept-language": language}).get("/account/new/access/")
    assert answer.status_code == 503 and title in answer.content.decode()


def test_an_interrupted_registration_resumes_with_its_data() -> None:
    applicant = Applicant()
    applicant.complete_until("papers")
    assert applicant.client.get("/account/new/", follow=True).request["PATH_INFO"] == "/account/new/papers/"
    page = applicant.client.get("/account/new/person/").content.decode()
    assert "Arquiteta" in page and "1990-02-28" in page
    assert PASSWORD not in applicant.client.get("/account/new/access/").content.decode()
    assert applicant.submit("person", profession="Pintora").status_code == 302
    assert Draft.objects.get().answers["person"]["profession"] == "Pintora"
    assert Draft.objects.get().step == "papers"


def test_a_refused_form_keeps_its_data() -> None:
    applicant = Applicant()
    applicant.complete_until("papers")
    answer = applicant.submit("papers", nif="123456788")
    assert (
        "NIF" in refusals(answer)
        and applicant.data["papers"]["document_number"] in answer.content.decode()
        and "123456788" in answer.content.decode()
    )


def test_a_cancelled_registration_is_deleted() -> None:
    applicant = Applicant()
    applicant.complete_until("papers")
    applicant.client.post("/account/new/leave/")
    assert (
        not Draft.objects.exists()
        and applicant.client.get("/account/new/")["Location"] == "/account/new/access/"
    )


def test_a_registration_belongs_to_one_browser() -> None:
    Applicant().complete_until("papers")
    assert Client().get("/account/new/papers/")["Location"] == "/account/new/"


def test_an_abandoned_registration_is_erased_after_a_month() -> None:
    Applicant().complete_until("papers")
    with clock.at(clock.now() + timedelta(days=29)):
        assert registration.erase_drafts() == 0
    with clock.at(clock.now() + timedelta(days=31)):
        assert registration.erase_drafts() == 1 and registration.erase_drafts() == 0
    assert Draft.objects.values_list("email", "answers", "password").get() == ("", {}, "")


def test_a_registration_of_an_earlier_release_goes_on_with_the_papers() -> None:
    """Then the account for withdrawals had a step of its own, after the papers."""
    applicant = Applicant()
    applicant.complete_until("terms")
    draft = Draft.objects.get()
    del draft.answers["payment"]
    draft.step = "payment"
    draft.save()
    assert applicant.client.get("/account/new/", follow=True).request["PATH_INFO"] == "/account/new/papers/"
    assert applicant.client.get("/account/new/terms/")["Location"] == "/account/new/"
    assert applicant.submit("papers")["Location"] == "/account/new/terms/"
    assert applicant.submit("terms").status_code == 302
    iban = applicant.data["papers"]["iban"]
    assert PaymentAccount.objects.get().iban == iban.replace(" ", "")


def test_a_registration_of_an_earlier_release_is_asked_for_the_address_first() -> None:
    """Then one step asked for the address and the papers."""
    applicant = Applicant()
    applicant.complete_until("home")
    Draft.objects.update(step="papers")
    assert applicant.client.get("/account/new/papers/")["Location"] == "/account/new/"
    assert applicant.client.get("/account/new/", follow=True).request["PATH_INFO"] == "/account/new/home/"
    assert applicant.submit("home")["Location"] == "/account/new/papers/"


def test_an_earlier_release_finds_the_address_among_the_papers() -> None:
    """It may serve the last step of a registration while a release replaces it."""
    applicant = Applicant()
    applicant.complete_until("terms")
    assert applicant.submit("home", town="Porto")["Location"] == "/account/new/papers/"
    papers = Draft.objects.get().answers["papers"]
    assert papers.keys() == {*applicant.data["home"], *applicant.data["papers"]} - {"iban"}
    assert papers["town"] == "Porto"


# --- the password


def test_the_password_is_typed_once_and_can_be_shown() -> None:
    form = Applicant(language="en").client.get("/account/new/access/").context["form"]
    assert [field.name for field in form if field.widget_type == "password"] == ["password"]
    assert 'data-show="Show"' in str(form["password"]) and 'data-hide="Hide"' in str(form["password"])


def answer_to_first_limits(client: Client) -> str:
    answer = client.post("/account/limits/first/", {"deposit-day": "50"})
    assert answer.status_code == 302
    return str(answer["Location"]).split("?")[0]


def test_the_password_is_not_asked_for_again_after_the_registration() -> None:
    """Only the browser that gave it, and only for the time that a reauthentication lasts."""
    applicant = Applicant()
    applicant.open()
    assert answer_to_first_limits(applicant.client) == "/account/deposit/"
    other = Client()
    other.post("/account/sign-in/", {"login": applicant.email, "password": PASSWORD})
    assert answer_to_first_limits(other) == "/account/confirm/"
    session = applicant.client.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= REAUTHENTICATION_TIMEOUT
    session.save()
    assert answer_to_first_limits(applicant.client) == "/account/confirm/"


@pytest.mark.parametrize(("minutes", "page"), [(29, "/account/deposit/"), (31, "/account/confirm/")])
def test_a_registration_that_was_left_open_proves_no_password(minutes: int, page: str) -> None:
    applicant = Applicant()
    applicant.complete_until("terms")
    with clock.at(clock.now() + timedelta(minutes=minutes)):
        assert applicant.submit("terms").status_code == 302
    assert answer_to_first_limits(applicant.client) == page


# --- the address


def test_only_the_emailed_code_confirms_the_address() -> None:
    applicant = Applicant()
    applicant.submit("access")
    code = applicant.code()
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    assert "código" in refusals(applicant.client.post("/account/new/email/", {"code": wrong}))
    assert applicant.client.post("/account/new/email/", {"code": f"{code[:3]} {code[3:]}"}).status_code == 302
    assert not emails.QueuedEmail.objects.exclude(sent=None).exclude(text=b"").exists(), (
        "a code is not kept once it is sent"
    )


def test_five_wrong_codes_invalidate_the_code_and_another_may_be_requested() -> None:
    applicant = Applicant()
    applicant.submit("access")
    code = applicant.code()
    for _ in range(registration.MAX_CODE_TRIES):
        applicant.client.post("/account/new/email/", {"code": f"{(int(code) + 1) % 1_000_000:06}"})
    assert applicant.client.post("/account/new/email/", {"code": code}).status_code == 422
    with clock.at(clock.now() + registration.CODE_INTERVAL):
        applicant.client.post("/account/new/code/")
    assert applicant.confirm().status_code == 302


def test_a_code_expires_after_fifteen_minutes() -> None:
    applicant = Applicant()
    applicant.submit("access")
    code = applicant.code()
    with clock.at(clock.now() + registration.CODE_LIFETIME + timedelta(seconds=1)):
        assert applicant.client.post("/account/new/email/", {"code": code}).status_code == 422


def test_a_changed_address_has_to_be_confirmed() -> None:
    applicant = Applicant()
    applicant.complete_until("papers")
    applicant.submit("access", email="outra@correio.example")
    assert Draft.objects.get().confirmed is None
    assert applicant.client.get("/account/new/person/")["Location"] == "/account/new/"


def test_only_the_owner_learns_that_an_address_has_an_account() -> None:
    first = Applicant(1)
    first.open()
    mail.outbox.clear()
    other = Applicant(2, access={"email": first.email.upper()})
    stranger = Applicant(3)
    pages = [applicant.submit("access") for applicant in (other, stranger)]
    assert [page["Location"] for page in pages] == ["/account/new/email/"] * 2
    send_due_emails()
    notices = [letter for letter in mail.outbox if letter.to == [first.email]]
    assert len(notices) == 1 and "já tem" in notices[0].subject
    for code in ("000000", ""):
        assert other.client.post("/account/new/email/", {"code": code}).status_code == 422


# --- eligible applicants


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
def test_P05_a_minor_by_the_calendar_of_lisbon_opens_no_account(birth: str, now: str, may: bool) -> None:
    applicant = Applicant()
    applicant.complete_until("person")
    with clock.at(datetime.fromisoformat(now)):
        answer = applicant.submit("person", birth=birth)
    if may:
        assert answer.status_code == 302
    else:
        assert "18 anos" in refusals(answer)
        assert Line.objects.filter(kind="registration.refused", details__reason="minor").exists(), (
            "on the record"
        )


@pytest.mark.parametrize("same", ["nif", "document_number"])
def test_P01_a_second_account_is_refused_and_only_its_owner_is_notified(same: str) -> None:
    first = Applicant(1)
    first.open()
    second = Applicant(2, papers={same: first.data["papers"][same].lower()})
    second.complete_until("papers")
    answer = second.submit("papers")
    errors = refusals(answer)
    assert "Não é possível abrir conta" in errors and first.email not in errors
    assert "Candidata 1" not in answer.content.decode()
    assert Line.objects.filter(kind="registration.refused", player__alias="Candidata 1").exists()
    assert first.client.get("/account/").status_code == 200
    notices = Message.objects.filter(player__alias="Candidata 1", kind="registration-repeated")
    assert notices.count() == 1
    second.submit("papers")
    assert notices.count() == 1, "one notice a day"


def put_on_the_list(number: str, kind: DocumentType, nationality: str) -> None:
    entry = ListedDocument(
        kind=kind, number=number, nationality=nationality, starts=clock.now() - timedelta(days=1)
    )
    apply_listed_change(Change(f"push-{kind}-{number}", [entry]))


CARD = {"document_number": "23456789 0 zx1"}
PASSPORT = {"document_kind": "passport", "document_country": "FR", "document_number": "09 pb-12345"}


@pytest.mark.parametrize(
    ("papers", "kind", "number", "nationality"),
    [
        ({}, DocumentType.TAX_NUMBER, nif_from_digits("25000100"), "PT"),
        (CARD, DocumentType.CITIZEN_CARD, "234567890ZY9", "PT"),
        (CARD, DocumentType.IDENTITY_CARD, "23456789", "PT"),
        (PASSPORT, DocumentType.PASSPORT, "09PB12345", "FR"),
    ],
)
def test_P11_a_person_on_the_national_list_opens_no_account_and_the_reason_is_not_disclosed(
    papers: dict[str, str], kind: DocumentType, number: str, nationality: str
) -> None:
    listed, known = Applicant(1, papers=papers), Applicant(2)
    known.open()
    put_on_the_list(number, kind, nationality)
    listed.complete_until("papers")
    repeated = Applicant(3, papers={"nif": known.data["papers"]["nif"]})
    repeated.complete_until("papers")
    assert refusals(listed.submit("papers")) == refusals(repeated.submit("papers"))
    assert Line.objects.filter(kind="registration.refused", details__reason="national-list").count() == 1


def test_P11_a_person_listed_between_two_steps_opens_no_account() -> None:
    listed = Applicant(1, papers=CARD)
    listed.complete_until("terms")
    put_on_the_list("23456789", DocumentType.IDENTITY_CARD, "PT")
    listed.submit("terms")
    assert (
        not Player.objects.filter(alias="Candidata 1").exists()
        and not Person.objects.filter(email=listed.email).exists()
    )
    assert Line.objects.filter(kind="registration.refused", details__reason="national-list").count() == 1


def test_an_alias_is_unique_in_any_case() -> None:
    Applicant(1).open()
    taken = Applicant(2, access={"alias": "CANDIDATA 1"}).submit("access")
    assert "já está ocupado" in refusals(taken).lower()
    assert "reservado" in refusals(Applicant(3, access={"alias": "Croupier Ana"}).submit("access"))


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


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("junk", ["", "\x00", "9" * 4000, "'; --", "<script>", "\ud7ff\u202e"])
def test_invalid_input_gets_a_message_and_never_an_error(step: str, junk: str) -> None:
    applicant = Applicant()
    applicant.complete_until(step)
    names = applicant.data.get(step, {"code": ""})
    answer = applicant.client.post(f"/account/new/{step}/", dict.fromkeys(names, junk))
    assert answer.status_code in (302, 422)


def test_no_step_needs_more_than_thirty_queries(django_assert_max_num_queries: Any) -> None:
    applicant = Applicant()
    for step in STEPS:
        with django_assert_max_num_queries(30):
            assert applicant.client.get(f"/account/new/{step}/").status_code == 200
        applicant.confirm() if step == "email" else applicant.submit(step)
    with django_assert_max_num_queries(30):
        assert applicant.client.get("/account/identity/").status_code == 200
