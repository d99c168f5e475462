"""An attacker who has taken over an account replaces its payment account and requests a withdrawal.

The withdrawal waits, and requires a second factor.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import connection
from django.db.models import F
from django.test import Client

from players.identity.models import PaymentAccount
from players.identity.verification.changes import change_payment_account
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.automatic_payouts import continue_waiting_withdrawals
from players.wallet.cashier.models import GatewayRequest, Payment, WithdrawalDecision
from players.wallet.cashier.withdrawals import NotHeld, decide_withdrawal, request_withdrawal
from tests.live_table import balance
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal, staff

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox", "valkey_url")]
THIEF = "PT50003506510000000000033"
Rich = Callable[[int], Player]


def at_home(player: Player, *methods: str) -> Client:
    """A session that has just confirmed with these methods."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(player.person, backend="allauth.account.auth_backends.AuthenticationBackend")
    session = client.session
    records = [
        {"method": method, "at": time.time(), "reauthenticated": True, "type": "totp"} for method in methods
    ]
    session["account_authentication_methods"] = records
    session["account_authentication_methods_user"] = str(player.person_id)
    session.save()
    return client


def changed(player: Player, iban: str = THIEF) -> PaymentAccount:
    return change_payment_account(identity=player.identity, iban=iban, by=player.person)


def age(hours: int) -> None:
    """Makes changed accounts older, as the owner of the tables; no process can."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('feltro.erasing', 'yes', true)")
        PaymentAccount.objects.exclude(usable=None).update(
            since=F("since") - timedelta(hours=hours), usable=F("usable") - timedelta(hours=hours)
        )
        cursor.execute("SELECT set_config('feltro.erasing', '', true)")


def test_money_to_a_changed_account_waits(rich: Rich, settings: Any) -> None:
    player = rich(100_000)
    add_paid_withdrawal(player)
    account = changed(player)
    assert account.usable is not None
    waits = account.usable - clock.now()
    assert (
        timedelta(hours=settings.PAYMENT_ACCOUNT_WAIT_HOURS - 1)
        < waits
        <= timedelta(hours=settings.PAYMENT_ACCOUNT_WAIT_HOURS)
    )
    payment = request_withdrawal(player, uuid4(), 40_000)
    assert (payment.status, payment.reason) == (Payment.Status.HELD, "new-account")
    assert not GatewayRequest.objects.filter(payment=payment).exists()
    with pytest.raises(NotHeld):
        decide_withdrawal(
            payment.pk, staff("caixa"), WithdrawalDecision.Verb.RELEASE, "the player telephoned"
        )
    assert continue_waiting_withdrawals() == 0
    age(settings.PAYMENT_ACCOUNT_WAIT_HOURS + 1)
    assert continue_waiting_withdrawals() == 1
    payment.refresh_from_db()
    assert (
        payment.status == Payment.Status.RELEASED
        and GatewayRequest.objects.filter(payment=payment).count() == 1
    )


def test_the_owner_who_changes_it_back_has_the_money_back(rich: Rich) -> None:
    player = rich(100_000)
    add_paid_withdrawal(player)
    before = balance(player)
    first = PaymentAccount.objects.get(player=player, until=None).iban
    changed(player)
    payment = request_withdrawal(player, uuid4(), 40_000)
    changed(player, first)
    assert continue_waiting_withdrawals() == 1
    payment.refresh_from_db()
    assert (payment.status, payment.reason) == (Payment.Status.CANCELLED, "account-changed")
    assert balance(player) == before


def test_after_the_wait_it_is_still_looked_at_where_the_rule_says_so(rich: Rich, settings: Any) -> None:
    player = rich(1_000_000)
    add_paid_withdrawal(player)
    changed(player)
    payment = request_withdrawal(player, uuid4(), 90_000)
    age(settings.PAYMENT_ACCOUNT_WAIT_HOURS + 1)
    continue_waiting_withdrawals()
    payment.refresh_from_db()
    assert (payment.status, payment.reason) == (Payment.Status.HELD, "large")
    decide_withdrawal(payment.pk, staff("caixa"), WithdrawalDecision.Verb.RELEASE, "looked at, in order")


def test_the_account_of_the_registration_does_not_wait(rich: Rich) -> None:
    player = rich(100_000)
    add_paid_withdrawal(player)
    assert request_withdrawal(player, uuid4(), 4_000).status == Payment.Status.RELEASED


def test_the_wait_is_published_to_the_player(rich: Rich, settings: Any) -> None:
    player = rich(100_000)
    TOTP.activate(player.person, generate_totp_secret())
    page = at_home(player, "password", "mfa").get("/account/identity/payment-account/").content.decode()
    assert f"{settings.PAYMENT_ACCOUNT_WAIT_HOURS} hours" in page
    changed(player)
    page = at_home(player, "password", "mfa").get("/account/withdraw/").content.decode()
    assert "was changed" in page


@pytest.mark.parametrize("path", ["identity/payment-account/", "withdraw/"])
def test_a_password_is_not_enough_where_there_is_a_second_factor(rich: Rich, path: str) -> None:
    player = rich(100_000)
    changed(player)
    TOTP.activate(player.person, generate_totp_secret())
    given = {"iban": "PT50000201231234567890154", "own": "on", "amount": "20", "payment": str(uuid4())}
    answer = at_home(player, "password").post(f"/account/{path}", given)
    assert answer.status_code == 302 and "/account/security/reauthenticate/" in answer["Location"]
    assert PaymentAccount.objects.get(player=player, until=None).iban == THIEF
    assert not Payment.objects.filter(player=player).exists()
    assert at_home(player, "password", "mfa").get(f"/account/{path}").status_code == 200


@pytest.mark.parametrize("path", ["identity/payment-account/", "withdraw/"])
def test_who_has_no_second_factor_sets_one_up(rich: Rich, settings: Any, path: str) -> None:
    settings.HOUSE_DEMO = False
    player = rich(100_000)
    changed(player)
    answer = at_home(player, "password").post(f"/account/{path}", {})
    assert answer.status_code == 302 and answer["Location"] == "/account/security/totp/activate/"


def test_an_old_second_factor_is_not_fresh(rich: Rich) -> None:
    player = rich(100_000)
    TOTP.activate(player.person, generate_totp_secret())
    client = at_home(player, "mfa", "password")
    session = client.session
    session["account_authentication_methods"][0]["at"] -= 3_600
    session.save()
    assert client.get("/account/identity/payment-account/").status_code == 302
    assert Person.objects.filter(pk=player.person_id).exists()
