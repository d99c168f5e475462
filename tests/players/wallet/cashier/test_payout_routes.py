"""A withdrawal goes back to what the player paid with, then to the registered account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.urls import reverse

from players.identity.models import PaymentAccount
from players.models import Player
from players.shared import clock
from players.shared.bound_queries import call
from players.wallet.bank.payouts import write_due_batches
from players.wallet.cashier import gateway_requests
from players.wallet.cashier.ceilings import ceiling
from players.wallet.cashier.gateway import PaymentState
from players.wallet.cashier.gateway_notifications import follow
from players.wallet.cashier.models import Ceiling, Notification, Payment
from players.wallet.cashier.sandbox.server import SandboxServer
from players.wallet.cashier.selectors import open_sources
from players.wallet.cashier.withdrawals import (
    cancel_withdrawal,
    decide_withdrawal,
    people_needed,
    request_withdrawal,
)
from players.wallet.ledger import IdReused
from tests.players.wallet.cashier.test_cashier_pages import client_of
from tests.players.wallet.cashier.test_withdrawals import add_paid_withdrawal, notify, staff
from tests.sandbox_cashier import IBAN, reload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sandbox")]
Rich = Callable[[int], Player]
OTHER_IBAN = "PT27000201231234567890155"
CARD = {"method": "card", "instrument": "···· 4321", "token": "tok-4321", "payer": ""}


def other_iban() -> str:
    digits = "000201231234567890155"
    return f"PT{98 - int(digits + '252900') % 97:02}{digits}"


def paid_with(player: Player, cents: int, days: int = 1, **columns: Any) -> Payment:
    return Payment.objects.create(
        id=uuid4(), player=player, direction="deposit", cents=cents,
        credited=clock.now() - timedelta(days=days), made=clock.now() - timedelta(days=days),
        **{"status": "paid", **CARD, **columns},
    )  # fmt: skip


def parts(player: Player) -> list[tuple[str, str, int, str]]:
    asked = Payment.objects.filter(
        player=player, direction="withdrawal", made__gt=clock.now() - timedelta(hours=1)
    )
    return list(asked.order_by("-before").values_list("method", "instrument", "cents", "status"))


@pytest.fixture
def known_player(rich: Rich) -> Player:
    player = rich(1_000_000)
    add_paid_withdrawal(player)
    return player


def test_the_card_comes_first_and_the_rest_goes_to_the_account(known_player: Player) -> None:
    paid_with(known_player, 3_000)
    first = request_withdrawal(known_player, uuid4(), 5_000)
    assert parts(known_player) == [
        ("card", "···· 4321", 3_000, "released"),
        ("sepa-instant", "", 2_000, "released"),
    ]
    assert (first.payee.iban, first.before, first.after) == ("", 1_000_000, 997_000)
    rest = Payment.objects.get(player=known_player, cents=2_000)
    assert (rest.payee.iban, rest.before, rest.after) == (IBAN, 997_000, 995_000)


def test_what_was_used_last_comes_first(known_player: Player) -> None:
    iban = other_iban()
    paid_with(known_player, 3_000, days=9)
    paid_with(known_player, 1_000, days=1, method="transfer", instrument=iban, token="", payer="Ana Martins")
    request_withdrawal(known_player, uuid4(), 3_500)
    assert [part[:3] for part in parts(known_player)] == [
        ("sepa-instant", iban, 1_000),
        ("card", "···· 4321", 2_500),
    ]
    assert Payment.objects.get(player=known_player, cents=1_000, direction="withdrawal").payee.iban == iban


@pytest.mark.parametrize(
    "columns",
    [
        {"method": "mb-way", "instrument": "351#912345678", "token": ""},
        {"method": "multibanco", "instrument": "", "token": ""},
        {"method": "transfer", "instrument": IBAN, "token": "", "payer": "Ana Martins"},
        {"method": "transfer", "instrument": OTHER_IBAN[:-1], "token": "", "payer": "Ana Martins"},
        {"token": ""},
        {"status": "returned"},
    ],
    ids=["mb-way", "multibanco", "registered account", "no iban", "no token", "sent back"],
)
def test_what_takes_nothing_back_goes_to_the_registered_account(known_player: Player, columns: Any) -> None:
    paid_with(known_player, 3_000, **columns)
    request_withdrawal(known_player, uuid4(), 2_000)
    assert parts(known_player) == [("sepa-instant", "", 2_000, "released")]


def test_a_payer_whom_nobody_named_is_no_source(known_player: Player) -> None:
    paid_with(known_player, 3_000, method="transfer", instrument=other_iban(), token="", payer="")
    assert open_sources(known_player.pk, IBAN) == []


def test_what_a_bank_took_back_does_not_go_back_again(known_player: Player) -> None:
    deposit = paid_with(known_player, 3_000)
    Notification.objects.create(id="n1", payment=deposit.pk, status="paid", outcome="chargeback", body="{}")
    assert open_sources(known_player.pk, IBAN) == []


def test_never_more_goes_back_than_came_and_a_cancelled_part_is_open_again(known_player: Player) -> None:
    paid_with(known_player, 3_000)
    first = request_withdrawal(known_player, uuid4(), 2_000)
    assert open_sources(known_player.pk, IBAN)[0].cents == 1_000
    request_withdrawal(known_player, uuid4(), 4_000)
    assert open_sources(known_player.pk, IBAN) == []
    assert cancel_withdrawal(known_player, first.pk)
    assert open_sources(known_player.pk, IBAN)[0].cents == 2_000


def test_a_repeated_request_makes_no_second_part(known_player: Player) -> None:
    paid_with(known_player, 3_000)
    number = uuid4()
    first = request_withdrawal(known_player, number, 5_000)
    assert request_withdrawal(known_player, number, 5_000).pk == first.pk
    assert len(parts(known_player)) == 2
    with pytest.raises(IdReused):
        request_withdrawal(known_player, number, 3_000)


def test_the_whole_amount_decides_who_must_release_it(known_player: Player) -> None:
    two_from = ceiling(Ceiling.What.TWO)
    paid_with(known_player, two_from - 1_000)
    request_withdrawal(known_player, uuid4(), two_from)
    both = Payment.objects.filter(player=known_player, status="held")
    assert [(part.reason, people_needed(part)) for part in both] == [("two-people", 2)] * 2
    for part in both:
        decide_withdrawal(part.pk, staff("caixa"), "release", "looked at")
        assert reload(part).status == "held"


def test_a_new_account_keeps_nothing_that_goes_back_to_a_card(known_player: Player) -> None:
    PaymentAccount.objects.filter(player=known_player).update(usable=clock.now() + timedelta(hours=9))
    paid_with(known_player, 3_000)
    request_withdrawal(known_player, uuid4(), 5_000)
    assert [part[3] for part in parts(known_player)] == ["released", "held"]


def test_the_card_is_paid_at_the_provider_by_its_token(known_player: Player, sandbox: SandboxServer) -> None:
    paid_with(known_player, 3_000)
    payment = request_withdrawal(known_player, uuid4(), 3_000)
    gateway_requests.send_due_requests()
    (order,) = sandbox.state.payments()
    assert (order["token"], order["iban"], order["cents"]) == ("tok-4321", "", 3_000)
    notify(sandbox, payment, "paid")
    paid = reload(payment)
    assert (paid.status, paid.instrument, paid.token) == ("paid", "···· 4321", "tok-4321")


def test_the_worker_may_send_every_part(known_player: Player, sandbox: SandboxServer) -> None:
    paid_with(known_player, 3_000)
    request_withdrawal(known_player, uuid4(), 5_000)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        gateway_requests.send_due_requests()
        cursor.execute("RESET ROLE")
    assert sorted(row["cents"] for row in sandbox.state.payments()) == [2_000, 3_000]


def test_no_card_is_in_a_file_of_the_bank(
    known_player: Player, settings: Any, sandbox: SandboxServer
) -> None:
    settings.PAYOUT_ROUTE, settings.PAYOUT_ACCOUNT, settings.PAYOUT_NAME = "batch", IBAN, "House"
    paid_with(known_player, 3_000)
    request_withdrawal(known_player, uuid4(), 5_000)
    (batch,) = write_due_batches()
    assert (batch.payments, batch.cents) == (1, 2_000)
    gateway_requests.send_due_requests()
    assert [row["cents"] for row in sandbox.state.payments()] == [3_000]


# --- the law


@pytest.mark.parametrize(
    "columns",
    [{"token": "tok-9876"}, {"instrument": "···· 1111"}, {"method": "sepa-instant"}, {"cents": 3_001}],
    ids=["another card", "other digits", "another way", "more than came"],
)
def test_a_forged_way_back_is_not_sent(known_player: Player, columns: Any) -> None:
    """A web process that was taken over writes such a row; the database sends none."""
    paid_with(known_player, 3_000)
    forged = Payment.objects.create(
        **{
            "id": uuid4(), "player": known_player, "direction": "withdrawal", "cents": 2_000,
            "status": "released", "holder": "Ana Martins", **CARD, **columns,
        }
    )  # fmt: skip
    assert call("SELECT cashier_goes_back(%s)", [forged.pk]) == (False,)


@pytest.mark.parametrize(("named", "kept"), [("", ""), ("PT1", "PT1")])
def test_an_account_that_the_gateway_did_not_name_is_no_source(
    known_player: Player, named: str, kept: str
) -> None:
    """A web process that was taken over opens a deposit with the account of a thief as its instrument."""
    payment = paid_with(
        known_player, 3_000, method="transfer", instrument=other_iban(), token="", status="pending"
    )
    state = PaymentState("paid", 3_000, incoming=True, instrument=named, payer="Ana Martins")
    with transaction.atomic():
        follow(payment, state)
    assert (reload(payment).status, reload(payment).instrument) == ("paid", kept)
    assert open_sources(known_player.pk, IBAN) == []


def test_a_phone_stays_as_it_was_typed(known_player: Player) -> None:
    phone = "351#912345678"
    payment = paid_with(known_player, 3_000, method="mb-way", instrument=phone, token="", status="pending")
    with transaction.atomic():
        follow(payment, PaymentState("paid", 3_000, incoming=True, payer="Ana Martins"))
    assert reload(payment).instrument == phone


def test_the_player_sees_the_ways_before_and_after(known_player: Player) -> None:
    paid_with(known_player, 3_000)
    client = client_of(known_player, "en")
    page = client.get(reverse("withdraw")).content.decode()
    assert "First back to what you paid with" in page and "···· 4321" in page and "€30.00" in page
    first = request_withdrawal(known_player, uuid4(), 5_000)
    page = client.get(reverse("payment", args=[first.pk])).content.decode()
    assert "is paid in parts" in page and "€20.00" in page
