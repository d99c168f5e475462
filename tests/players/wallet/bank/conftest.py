"""A house with a bank account, a past day that bank and provider tell of, and payments of that day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from players.models import Person, Player
from players.shared import clock
from players.wallet import ledger
from players.wallet.bank.importing import receive_file
from players.wallet.bank.models import BankFile
from players.wallet.cashier.models import Payment
from tests.live_table import players_with
from tests.players.wallet.bank.files import IBAN


@pytest.fixture
def ana(db: None) -> Player:
    (player,) = players_with(0, 1)
    return player


@pytest.fixture
def day(db: None, settings: Any) -> date:
    """A Tuesday two weeks before `later`: none of the days after it is a holiday of the banks."""
    settings.BANK_ACCOUNTS = [IBAN]
    return date(2026, 11, 10)


@pytest.fixture(autouse=True)
def later() -> Iterator[None]:
    with clock.at(datetime(2026, 11, 27, 9, tzinfo=clock.LISBON)):
        yield


@pytest.fixture
def people(db: None) -> list[Person]:
    """Two cashiers."""
    cashiers = [Person.objects.create_user(f"{name}@feltro.example", "x", is_staff=True) for name in "ab"]
    for person in cashiers:
        person.groups.add(Group.objects.get(name="cashier"))
    return cashiers


@contextmanager
def role(name: str) -> Iterator[None]:
    """The laws of the database as a process meets them."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {name}")
        yield
        cursor.execute("RESET ROLE")


def pay(player: Player, cents: int, day: date, *, hour: int = 12, withdrawal: bool = False) -> Payment:
    """A deposit or withdrawal that the ledger has at that hour."""
    at = clock.midnight(day) + timedelta(hours=hour)
    wallet = ledger.open_ledger_account(kind="wallet", currency="EUR", player=player.pk)
    cash = ledger.open_ledger_account(kind="cash", currency="EUR")
    outgoing = ledger.open_ledger_account(kind="withdrawal", currency="EUR")
    payment = Payment.objects.create(
        pk=uuid4(),
        player=player,
        direction="withdrawal" if withdrawal else "deposit",
        cents=cents,
        status="paid",
        made=at,
        credited=at,
    )
    moves = (
        [("withdrawal", wallet, outgoing), ("withdrawal-paid", outgoing, cash)]
        if withdrawal
        else [("deposit", cash, wallet)]
    )
    with connection.cursor() as cursor:
        for kind, source, target in moves:
            cursor.execute(
                "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, at)"
                " SELECT cashier_transfer_id(%s, %s), %s, %s, %s, 'EUR', %s, %s",
                [str(payment.pk), kind, kind, source, target, cents, at],
            )
    return payment


def row(
    payment: Payment, number: int, *, day: date, cents: int | None = None, batch: str = "", kind: str = ""
) -> str:
    """A line of the settlement file about a payment."""
    signed = payment.cents if payment.incoming else -payment.cents
    said = signed if cents is None else cents
    figure = f"{'-' if said < 0 else ''}{abs(said) // 100}.{abs(said) % 100:02d}"
    named = kind or ("payment" if payment.incoming else "payout")
    return f"T{day:%m%d}{number};{day};{payment.pk.hex};{named};EUR;{figure};0.00;{batch}"


def take_in(content: bytes, name: str = "file") -> BankFile:
    """Receives a file and has the worker read it."""
    from players.wallet.bank.importing import read_waiting_files

    file = receive_file(name=name, content=content)
    with role("house_worker"):
        read_waiting_files()
    file.refresh_from_db()
    return file
