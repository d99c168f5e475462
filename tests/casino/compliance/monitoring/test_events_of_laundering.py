"""What the record says of instruments, devices, even rounds and pots, and of the other player of each."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from casino.compliance.monitoring import following, record
from casino.compliance.monitoring.models import Alert, Case
from games.models import Round, Stake
from players.identity.models import PaymentAccount, SignIn
from players.models import Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from tests.live_table import players_with, table_open

pytestmark = pytest.mark.django_db
NOW = clock.midnight(date(2026, 3, 30))


def hours_ago(hours: float) -> datetime:
    return NOW - timedelta(hours=hours)


@pytest.fixture
def players() -> Iterator[list[Player]]:
    with clock.at(NOW):
        yield players_with(0, 3)


def events(*kinds: str) -> dict[int, list[tuple[str, int, int]]]:
    happened = record.events_by_player(hours_ago(1000), NOW, events=kinds)
    return {player: [(one.kind, one.cents, one.other) for one in several] for player, several in happened}


def played(
    system: str, nets: dict[Player, int], staked: int, status: str = "ended", hours: float = 5
) -> None:
    """A finished round with what each won or lost."""
    table = table_open(system)
    row = Round.objects.create(table=table, number=1, sealed=b"", commitment="", status="prepared")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE games_round SET status = %s, ended = %s WHERE id = %s", [status, hours_ago(hours), row.pk]
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
    for seat, (player, net) in enumerate(nets.items(), 1):
        figures: dict[str, Any] = {"lost": max(-net, 0), "held": 0, "commission": 0, "prize": max(net, 0)}
        Stake.objects.create(
            round=row, player=player, session=1, seat=seat, at=hours_ago(hours), staked=staked,
            back=staked + min(net, 0), **figures,
        )  # fmt: skip


def paid(player: Player, instrument: str, hours: float, payer: str = "", method: str = "transfer") -> None:
    Payment.objects.create(
        id=uuid4(), player=player, direction="deposit", cents=5_000, status="paid", method=method,
        instrument=instrument, payer=payer, credited=hours_ago(hours),
    )  # fmt: skip


def account(player: Player, iban: str, hours: float) -> None:
    PaymentAccount.objects.create(player=player, iban=iban, holder="Ana", since=hours_ago(hours))


@pytest.mark.parametrize(
    ("net", "is_even"), [(0, True), (-250, True), (1_000, True), (-1_001, False), (9_000, False)]
)
def test_a_round_within_a_tenth_of_the_stakes_is_even(players: list[Player], net: int, is_even: bool) -> None:
    played("american-roulette", {players[0]: net}, 10_000)
    assert events("round-even") == ({players[0].pk: [("round-even", 10_000, 0)]} if is_even else {})


def test_a_void_round_and_a_hand_between_players_are_never_even(players: list[Player]) -> None:
    played("american-roulette", {players[0]: 0}, 10_000, status="void")
    played("holdem", {players[0]: 0, players[1]: 0}, 10_000)
    assert events("round-even") == {}


def test_a_pot_names_who_lost_most_and_who_won(players: list[Player]) -> None:
    ana, rui, eva = players
    played("holdem", {ana: 7_000, rui: -6_000, eva: -1_200}, 8_000)
    played("baccarat", {ana: 7_000, rui: -6_000}, 8_000)
    assert events("pot-won", "pot-lost") == {
        ana.pk: [("pot-won", 6_000, rui.pk)],
        rui.pk: [("pot-lost", 6_000, ana.pk)],
    }


def test_both_learn_that_they_share_a_payment_account(players: list[Player]) -> None:
    ana, rui, eva = players
    account(ana, "PT50000201231234567890154", 90)
    account(rui, "PT50000201231234567890154", 9)
    account(eva, "PT50002700000001234567833", 8)
    assert events("account-shared") == {
        ana.pk: [("account-shared", 0, rui.pk)],
        rui.pk: [("account-shared", 0, ana.pk)],
    }


def test_an_instrument_is_new_once_and_shared_from_its_second_owner_on(players: list[Player]) -> None:
    ana, rui, eva = players
    paid(ana, "PT50000201231234567890154", 90, "Ana")
    paid(ana, "PT50000201231234567890154", 80, "Ana")
    paid(ana, "351#912345678", 70, method="mb-way")
    paid(ana, "351#912345678", 60, method="mb-way")
    paid(rui, "PT50000201231234567890154", 50, "Ana")
    # The last digits of a card are many people's. Its payer says whose it is; to its player it is new anyway.
    paid(rui, "4242", 40, method="card")
    paid(eva, "4242", 30, "Eva", method="card")
    found = events("instrument-new", "account-shared")
    assert found == {
        ana.pk: [("instrument-new", 5_000, 0), ("account-shared", 5_000, rui.pk)],
        rui.pk: [("account-shared", 5_000, ana.pk), ("instrument-new", 5_000, 0)],
    }


def test_sign_ins_of_a_week_from_one_address_and_device_are_shared(players: list[Player]) -> None:
    ana, rui, eva = players
    for player, hours, device in (
        (ana, 200, "A"),
        (rui, 30.5, "A"),
        (ana, 30, "A"),
        (eva, 29, "B"),
        (rui, 28, "A"),
    ):
        SignIn.objects.create(
            person=player.person,
            address="192.0.2.7",
            device=device,
            began=hours_ago(hours),
            seen=hours_ago(hours),
        )
    shared = ("sign-in-shared", 0)
    assert events("sign-in-shared") == {
        ana.pk: [(*shared, rui.pk)] * 2,
        rui.pk: [(*shared, ana.pk)] * 2,
    }


def test_the_money_of_a_mule_becomes_a_case_and_nobody_is_told(players: list[Player]) -> None:
    """From rows of the record to the case: an account of two, money in and out, nothing staked."""
    ana, rui, _ = players
    account(ana, "PT50000201231234567890154", 90)
    account(rui, "PT50000201231234567890154", 80)
    cash, wallets = account_of("cash", None), {player: account_of("wallet", player) for player in (ana, rui)}
    for player, wallet in wallets.items():
        transferred("deposit", cash, wallet, 90_000, 40)
        transferred("withdrawal", wallet, account_of("withdrawal", None), 60_000, 10)
        assert player.pk
    following.follow(until=NOW)
    assert set(Alert.objects.values_list("player", "version__name", "kind")) == {
        (ana.pk, "mules", "laundering"), (rui.pk, "mules", "laundering"),
    }  # fmt: skip
    assert set(Case.objects.values_list("player", "kind")) == {(ana.pk, "laundering"), (rui.pk, "laundering")}
    assert following.differing_players() == []


def account_of(kind: str, player: Player | None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_account (kind, currency, player_id, balance, moves, latch)"
            " VALUES (%s, 'EUR', %s, 0, 0, 0)"
            ' ON CONFLICT (kind, currency, player_id, "table") DO UPDATE SET latch = 0 RETURNING id',
            [kind, player.pk if player else None],
        )
        return int(cursor.fetchone()[0])


def transferred(kind: str, source: int, target: int, cents: int, hours: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_transfer (id, kind, source_id, target_id, currency, cents, at)"
            " VALUES (%s, %s, %s, %s, 'EUR', %s, %s)",
            [uuid4(), kind, source, target, cents, hours_ago(hours)],
        )
