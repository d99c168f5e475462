"""A chargeback holds the player's withdrawals until it is decided."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils.translation import override

from players.decisions.deciding import take_step
from players.models import Person, Player
from players.wallet.bank.chargebacks import RECOVERY, is_chargeback_open, propose_recovery
from players.wallet.bank.models import Chargeback
from players.wallet.cashier.automatic_payouts import continue_waiting_withdrawals
from players.wallet.cashier.models import Notification, Payment
from players.wallet.cashier.withdrawal_facts import withdrawal_facts
from players.wallet.cashier.withdrawals import decide_withdrawal, request_withdrawal, withdrawal_sending
from tests.live_table import players_with
from tests.players.wallet.bank.conftest import pay, role, row, take_in
from tests.players.wallet.bank.files import entry, settlement, statement
from tests.players.wallet.bank.test_chargebacks import WHY, charged_back
from tests.sandbox_cashier import known, reload

CENTS = 2_500


@pytest.fixture
def ana(db: None) -> Player:
    return known(players_with(0, 1)[0])


@pytest.fixture
def deposit(day: date, ana: Player) -> Payment:
    """Of a player whose small withdrawals nothing else holds."""
    pay(ana, 10_000, day)
    pay(ana, 1_000, day, withdrawal=True)
    paid = pay(ana, CENTS, day)
    assert take_in(statement(entry(CENTS, paid.pk.hex, day=f"{day}"), day=f"{day}", cents=CENTS)).kind
    assert take_in(settlement(row(paid, 1, day=day), cents=CENTS)).kind == "settlement"
    return paid


def notified(deposit: Payment) -> None:
    Notification.objects.create(
        id=f"n-{deposit.pk}", payment=deposit.pk, status="paid", outcome="chargeback", body="{}"
    )


def ask(player: Player, cents: int = 2_000) -> Payment:
    return request_withdrawal(player, uuid4(), cents)


def test_without_a_chargeback_nothing_is_held(deposit: Payment, ana: Player) -> None:
    assert not is_chargeback_open(ana.pk)
    assert ask(ana).status == "released"


def test_it_holds_from_the_notification_on(deposit: Payment, ana: Player, day: date) -> None:
    released = ask(ana)
    notified(deposit)
    assert is_chargeback_open(ana.pk)
    assert (ask(ana).status, ask(ana).reason) == ("held", "chargeback")
    assert withdrawal_sending(released.pk) is None
    assert (reload(released).status, reload(released).reason) == ("held", "chargeback")
    charged_back(day, deposit)
    assert is_chargeback_open(ana.pk), "booked, and not decided"


def test_staff_read_why(deposit: Payment, ana: Player) -> None:
    notified(deposit)
    with override("en"):
        assert any("is taking back a deposit" in sign for sign in withdrawal_facts(ask(ana)).signs)


@pytest.mark.parametrize("decision", ["approve", "refuse"])
def test_the_decision_lets_what_waits_go_on(
    deposit: Payment, ana: Player, day: date, people: list[Person], decision: str
) -> None:
    charged_back(day, deposit)
    waiting = ask(ana)
    recovery = propose_recovery(Chargeback.objects.get().pk, reason=WHY, person=people[0])
    assert continue_waiting_withdrawals() == 0, "proposed is not decided"
    take_step(RECOVERY, recovery.pk, decision, person=people[1], reason="looked at")
    assert not is_chargeback_open(ana.pk)
    assert continue_waiting_withdrawals() == 1
    assert reload(waiting).status == "released"


def test_a_withdrawn_proposal_decides_nothing(
    deposit: Payment, ana: Player, day: date, people: list[Person]
) -> None:
    charged_back(day, deposit)
    recovery = propose_recovery(Chargeback.objects.get().pk, reason=WHY, person=people[0])
    take_step(RECOVERY, recovery.pk, "refuse", person=people[0], reason="a mistake")
    assert is_chargeback_open(ana.pk)


def test_what_is_won_back_holds_nothing(deposit: Payment, ana: Player, day: date) -> None:
    charged_back(day, deposit)
    charged_back(day, deposit, kind="chargeback-won", number=8)
    assert not is_chargeback_open(ana.pk)


def test_a_person_may_release_one_meanwhile(deposit: Payment, ana: Player, people: list[Person]) -> None:
    notified(deposit)
    payment = ask(ana)
    decide_withdrawal(payment.pk, people[0], "release", "the bank was wrong")
    with role("house_worker"):
        assert withdrawal_sending(payment.pk) is not None


def test_the_database_sends_none(deposit: Payment, ana: Player) -> None:
    """Not even for a worker that has lost its mind."""
    payment = ask(ana)
    notified(deposit)
    refused = pytest.raises(IntegrityError, match="a chargeback holds")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        cursor.execute("UPDATE cashier_payment SET status = 'sent' WHERE id = %s", [payment.pk])
