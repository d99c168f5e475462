"""A chargeback is the house's loss, unless two people take it from the balance as far as there is one."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import DatabaseError, connection, transaction

from players.decisions.deciding import AlreadyDecided, SecondPersonRequired, StepRefused, take_step
from players.models import Person, Player
from players.wallet import ledger
from players.wallet.bank.chargebacks import RECOVERY, propose_recovery
from players.wallet.bank.models import Chargeback, Match
from players.wallet.bank.reconciling import reconcile
from players.wallet.cashier.models import Payment
from players.wallet.models import Account, Transfer
from tests.players.wallet.bank.conftest import pay, role, row, take_in
from tests.players.wallet.bank.files import entry, settlement, statement

WHY = "the card was the player's own"


def charged_back(day: date, payment: Payment, *, kind: str = "chargeback", number: int = 7) -> None:
    """The provider takes the deposit back in a batch of its own, and the bank books it."""
    cents = payment.cents if kind == "chargeback-won" else -payment.cents
    told = row(payment, number, day=day, cents=cents, batch=f"C{number}", kind=kind)
    assert take_in(settlement(told, cents=cents)).state == "imported"
    if not Transfer.objects.filter(kind=kind).exists():
        with role("house_worker"):
            reconcile()


@pytest.fixture
def case(day: date, ana: Player) -> Chargeback:
    deposit = pay(ana, 2_500, day)
    assert take_in(statement(entry(2_500, deposit.pk.hex, day=f"{day}"), day=f"{day}", cents=2_500)).kind
    assert take_in(settlement(row(deposit, 1, day=day), cents=2_500)).kind == "settlement"
    charged_back(day, deposit)
    return Chargeback.objects.get()


def balance(kind: str, player: Player | None = None) -> int:
    return Account.objects.get(kind=kind, currency="EUR", player=player, table=None).balance


def test_the_house_bears_the_loss_at_once(case: Chargeback, ana: Player) -> None:
    assert (case.state, case.cents, case.player) == ("loss", 2_500, ana)
    assert (balance("wallet", ana), balance("adjustment"), balance("cash")) == (2_500, -2_500, 0)
    assert ledger.total()["EUR"] == 0
    assert not Match.objects.filter(reason="chargeback").exists()


def test_matching_again_books_nothing_twice(case: Chargeback) -> None:
    with role("house_worker"):
        reconcile()
    assert Transfer.objects.filter(kind="chargeback").count() == 1


def test_two_people_take_it_from_the_balance(case: Chargeback, ana: Player, people: list[Person]) -> None:
    recovery = propose_recovery(case.pk, reason=WHY, person=people[0])
    with pytest.raises(SecondPersonRequired):
        take_step(RECOVERY, recovery.pk, "approve", person=people[0])
    with pytest.raises(AlreadyDecided):
        propose_recovery(case.pk, reason=WHY, person=people[1])
    take_step(RECOVERY, recovery.pk, "approve", person=people[1])
    case.refresh_from_db()
    assert case.state == "recovered"
    assert (balance("wallet", ana), balance("adjustment")) == (0, 0)


def test_a_balance_that_is_too_low_gives_what_it_has(
    case: Chargeback, ana: Player, day: date, people: list[Person]
) -> None:
    pay(ana, 1_500, day, withdrawal=True)
    recovery = propose_recovery(case.pk, reason=WHY, person=people[0])
    done = take_step(RECOVERY, recovery.pk, "approve", person=people[1])
    assert done.taken == 1_000
    assert (balance("wallet", ana), balance("adjustment")) == (0, -1_500)


def test_an_empty_balance_gives_nothing(
    case: Chargeback, ana: Player, day: date, people: list[Person]
) -> None:
    pay(ana, 2_500, day, withdrawal=True)
    recovery = propose_recovery(case.pk, reason=WHY, person=people[0])
    with pytest.raises(StepRefused):
        take_step(RECOVERY, recovery.pk, "approve", person=people[1])
    recovery.refresh_from_db()
    assert recovery.state == "proposed"


def test_what_is_won_back_is_booked_back(case: Chargeback, ana: Player, day: date) -> None:
    charged_back(day, case.payment, kind="chargeback-won", number=8)
    case.refresh_from_db()
    assert case.state == "won"
    assert (balance("wallet", ana), balance("adjustment"), balance("cash")) == (2_500, 0, -2_500)


def test_a_chargeback_of_an_unknown_payment_is_for_people(day: date, ana: Player) -> None:
    deposit = pay(ana, 2_500, day)
    take_in(statement(entry(2_500, deposit.pk.hex, day=f"{day}"), day=f"{day}", cents=2_500))
    unknown = row(deposit, 5, day=day, cents=-700, batch="C5", kind="chargeback").replace(
        deposit.pk.hex, "0" * 32
    )
    take_in(settlement(row(deposit, 1, day=day), unknown, cents=1_800))
    with role("house_worker"):
        reconcile()
    assert Match.objects.get(reason="chargeback").state == "open"
    assert not Chargeback.objects.exists()


@pytest.mark.parametrize("name", ["house_web", "house_croupier", "house_beacon"])
def test_only_the_worker_books_a_chargeback(case: Chargeback, name: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {name}")
        cursor.execute("SELECT bank_post_chargeback(%s)", [case.pk])


@pytest.mark.parametrize("name", ["house_web", "house_worker", "house_croupier"])
def test_no_process_posts_what_no_row_says(case: Chargeback, name: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {name}")
        cursor.execute("SELECT bank_post(1, 'chargeback', 1, 2, 500)")
