"""Whose a payment account is: what the bank answers, what each answer does, and who may write it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.urls import reverse

from players.audit.models import Line
from players.identity.models import Identity, PaymentAccount
from players.identity.registration.demo_data import iban_from_account
from players.inbox.messaging import subject_and_text
from players.inbox.models import Message
from players.models import Player
from players.shared import clock
from players.shared.signed_http import UnreachableError
from players.wallet.account_owner import OwnerMatch
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.account_owners import ask_due_owners
from players.wallet.cashier.automatic_payouts import continue_waiting_withdrawals, make_payouts
from players.wallet.cashier.gateway import gateway, owner_of
from players.wallet.cashier.models import Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.withdrawal_facts import withdrawal_facts
from players.wallet.cashier.withdrawals import decide_withdrawal, request_withdrawal
from players.wallet.methods import wire
from tests.players.wallet.cashier.test_cashier_pages import client_of
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal, notify, staff
from tests.sandbox_cashier import reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]
Rich = Callable[[int], Player]
BRANCHES = {"close-match": "9901", "no-match": "9902", "unavailable": "9903", "match": "0001"}
AT_THE_BANK = "ANA MARIA MARTINS"


def iban_answered(owner: str) -> str:
    return iban_from_account(f"0035{BRANCHES.get(owner, owner)}0000000000{1:03}")


def unasked(player: Player, owner: str) -> PaymentAccount:
    """The player's account becomes one about which the bank answers so."""
    PaymentAccount.objects.filter(player=player, until=None).update(until=clock.now())
    return PaymentAccount.objects.create(player=player, iban=iban_answered(owner), holder="Ana Martins")


@pytest.fixture
def paid_before(rich: Rich) -> Callable[[str], Player]:
    """A player who was paid before, so that nothing else holds a small withdrawal."""

    def player_with(owner: str) -> Player:
        player = rich(20_000)
        add_paid_withdrawal(player)
        unasked(player, owner)
        return player

    return player_with


@pytest.mark.parametrize(
    ("owner", "name"),
    [("match", ""), ("close-match", AT_THE_BANK), ("no-match", ""), ("unavailable", "")],
)
def test_each_answer_is_kept_with_its_time(rich: Rich, owner: str, name: str) -> None:
    account = unasked(rich(0), owner)
    assert ask_due_owners() == (owner != "unavailable")
    account.refresh_from_db()
    assert (account.owner, account.owner_name) == (owner, name), "only a close match names the owner"
    assert account.owner_answered is not None
    assert (account.owner_due is not None) == (owner == "unavailable"), "asked again until there is an answer"
    assert Line.objects.get(kind="withdrawals.account-owner").details["answer"] == owner


@pytest.mark.parametrize("owner", ["match", "close-match", "no-match", "unavailable"])
def test_the_worker_may_ask_and_write_each_answer(rich: Rich, owner: str) -> None:
    account = unasked(rich(0), owner)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        ask_due_owners()
        cursor.execute("RESET ROLE")
    account.refresh_from_db()
    assert account.owner == owner


def test_a_tax_number_of_another_person_is_no_match(rich: Rich) -> None:
    account = unasked(rich(0), "9904")
    ask_due_owners()
    account.refresh_from_db()
    assert account.owner == OwnerMatch.NONE


def test_accounts_of_people_who_are_not_verified_are_not_asked_about(rich: Rich) -> None:
    account = unasked(rich(0), "match")
    Identity.objects.filter(player=account.player_id).update(state="queued")
    assert ask_due_owners() == 0
    account.refresh_from_db()
    assert account.owner == ""


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"partyNameMatch": "YES"},
        {"partyNameMatch": ["MTCH"]},
        {"partyNameMatch": "MTCH", "partyIdMatch": {}},
        {"partyNameMatch": "CMTC", "matchedName": 7},
    ],
)
def test_a_malformed_answer_is_none(answer: Any) -> None:
    with pytest.raises(wire.MalformedError):
        owner_of(answer)


def test_the_name_of_a_bank_is_one_plain_line() -> None:
    answer = {"partyNameMatch": "CMTC", "matchedName": "ANA\n\x00MARTINS" + "X" * 300}
    owner, name = owner_of(answer)
    assert owner == OwnerMatch.CLOSE and name.startswith("ANAMARTINS") and len(name) == 140


# --- what each answer does


def test_with_a_match_the_money_goes(paid_before: Any, sandbox: SandboxServer) -> None:
    player = paid_before("match")
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert payment.status == "released"
    gateway_requests.send_due_requests()
    assert reload(payment).status == "sent", "asked on the way, in the same step"
    notify(sandbox, payment, "paid")
    assert reload(payment).status == "paid"


@pytest.mark.parametrize("owner", ["close-match", "unavailable"])
def test_a_person_decides_what_no_bank_confirmed(paid_before: Any, owner: str) -> None:
    player = paid_before(owner)
    payment = request_withdrawal(player, uuid4(), 4_000)
    gateway_requests.send_due_requests()
    assert (reload(payment).status, reload(payment).reason) == ("held", "account-owner")
    decide_withdrawal(payment.pk, staff("caixa"), "release", "the document confirms it")
    gateway_requests.send_due_requests()
    assert reload(payment).status == "sent"
    later = request_withdrawal(player, uuid4(), 4_100)
    assert later.status == "released", "the account was accepted"
    Payment.objects.filter(pk=later.pk).update(status="cancelled")
    # Another account of the same name is another question.
    PaymentAccount.objects.filter(player=player, until=None).update(until=clock.now())
    other = PaymentAccount.objects.create(
        player=player, iban=iban_answered("unavailable")[:-2] + "99", holder="Ana Martins"
    )
    PaymentAccount.objects.filter(pk=other.pk).update(owner="unavailable", owner_answered=clock.now())
    assert request_withdrawal(player, uuid4(), 4_200).reason == "account-owner"


def test_staff_see_the_answer_before_they_decide(paid_before: Any) -> None:
    player = paid_before("close-match")
    ask_due_owners()
    facts = withdrawal_facts(request_withdrawal(player, uuid4(), 4_000))
    assert any(AT_THE_BANK in sign for sign in facts.signs)


def test_without_a_match_the_withdrawal_is_refused_with_a_sentence(paid_before: Any) -> None:
    player = paid_before("no-match")
    ask_due_owners()
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert (payment.status, payment.reason, payment.before) == ("refused", "other-owner", None)
    page = client_of(player, "en").get(reverse("withdraw")).content.decode()
    assert "this account is not yours" in page and reverse("identity-payment") in page
    assert "RUI" not in page, "the owner of another account is never named"
    Player.objects.filter(pk=player.pk).update(status=Player.Status.CLOSED)
    make_payouts()
    assert Payment.objects.filter(player=player, status="refused").count() == 1, "staff see the balance"


def test_what_was_released_comes_back_when_the_account_is_another_persons(paid_before: Any) -> None:
    player = paid_before("no-match")
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert payment.status == "released", "nobody has asked yet"
    gateway_requests.send_due_requests()
    assert (reload(payment).status, reload(payment).reason) == ("cancelled", "other-owner")
    message = Message.objects.get(player=player, kind="account-owner")
    assert message.details["owner"] == "no-match"
    assert "não é sua" in subject_and_text(message)[1]


def test_an_outage_holds_and_a_later_match_lets_go(paid_before: Any, settings: Any) -> None:
    player, url = paid_before("match"), settings.GATEWAY_URL
    settings.GATEWAY_URL = "http://127.0.0.1:9"
    assert ask_due_owners() == 0
    payment = request_withdrawal(player, uuid4(), 4_000)
    assert (payment.status, payment.reason) == ("held", "account-owner")
    assert continue_waiting_withdrawals() == 0, "still open"
    settings.GATEWAY_URL = url
    PaymentAccount.objects.filter(player=player).update(owner_due=clock.now())
    assert ask_due_owners() == 1
    assert continue_waiting_withdrawals() == 1
    assert reload(payment).status == "released"


def test_the_page_shows_each_answer(rich: Rich) -> None:
    player = rich(10_000)
    pages = []
    for owner in ("match", "close-match", "unavailable"):
        unasked(player, owner)
        ask_due_owners()
        pages.append(client_of(player, "en").get(reverse("withdraw")).content.decode())
    match, close, unavailable = pages
    assert "Your bank confirms" in match and AT_THE_BANK in close and "could not say" in unavailable


def test_the_key_of_deposits_asks_about_nobody(settings: Any) -> None:
    settings.PAYOUT_KEY = settings.GATEWAY_KEY
    with pytest.raises(UnreachableError):
        gateway().account_owner("account-1", iban=iban_answered("match"), name="Ana", nif="1")


# --- the law


def as_role(role: str, sql: str, *values: object) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {role}")
        cursor.execute(sql, list(values))
        cursor.execute("RESET ROLE")


def test_the_worker_alone_writes_an_answer_once_and_does_not_date_it(rich: Rich) -> None:
    account = unasked(rich(0), "match")
    answer = "UPDATE identity_paymentaccount SET owner = %s, owner_answered = %s WHERE id = %s"
    long_ago = clock.now() - timedelta(days=9)
    with pytest.raises(ProgrammingError):
        as_role("house_web", answer, "match", long_ago, account.pk)
    as_role("house_worker", answer, "unavailable", long_ago, account.pk)
    account.refresh_from_db()
    assert account.owner_answered is not None
    assert account.owner_answered > clock.now() - timedelta(minutes=1)
    as_role("house_worker", answer, "no-match", long_ago, account.pk)
    for later in ("match", "", "unavailable"):
        with pytest.raises(IntegrityError):
            as_role("house_worker", answer, later, long_ago, account.pk)


def test_a_bank_names_the_owner_for_a_close_match_alone(rich: Rich) -> None:
    account = unasked(rich(0), "match")
    account.owner, account.owner_answered, account.owner_name = "no-match", clock.now(), "RUI"
    with pytest.raises(IntegrityError), transaction.atomic():
        account.save()
