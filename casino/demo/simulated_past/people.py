"""Creates the players of a simulated past in bulk, with identities, wallets and limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import connection
from msgspec import Struct

from casino.demo.simulated_past.seeded_draw import SeededRandom
from players.identity.models import Document, Identity, IdentityState, PaymentAccount, TestAccount
from players.identity.registration.demo_data import iban_from_account
from players.identity.verification.identifiers import nif_from_digits
from players.models import Person
from players.protection.models import Limit
from players.shared.bulk_copy import copy_rows
from players.wallet.account_owner import OwnerMatch
from players.wallet.models import Account, Currency

NAMES = (
    "Rui",
    "Marta",
    "Joana",
    "Tiago",
    "Sofia",
    "Pedro",
    "Lara",
    "Nuno",
    "Vera",
    "Hugo",
    "Clara",
    "Miguel",
    "Teresa",
    "Duarte",
    "Alice",
    "Xavier",
)
PLAYERS = "COPY players_player (id, person_id, alias, status, since, testing) FROM STDIN"
BATCH = 2000
TEST_ACCOUNTS = 2  # which no report counts


class SimulatedPlayer(Struct):
    """A player of the simulation, with their balances, and when they are free to play."""

    player_id: int
    alias: str
    wallets: dict[str, int]
    size: int
    cents: dict[str, int]
    free: int
    gone: bool = False
    testing: bool = False


def create_players(
    count: int, since: datetime, rng: SeededRandom, authoriser: Person, tag: str
) -> list[SimulatedPlayer]:
    """So many verified players, player came during the first weeks."""
    created: list[SimulatedPlayer] = []
    for first in range(0, count, BATCH):
        numbers = range(first, min(count, first + BATCH))
        people = Person.objects.bulk_create(
            [Person(email=f"{tag}-{number}@feltro.example", password="!") for number in numbers]
        )
        ids = _ids("players_player", len(people))
        rows = []
        for number, person, player_id in zip(numbers, people, ids, strict=True):
            registered = since + timedelta(minutes=rng.below(60 * 24 * 10))
            alias = f"{NAMES[number % len(NAMES)]}{player_id}"
            is_test = number < TEST_ACCOUNTS
            rows.append(
                (player_id, person.pk, alias, "active", registered.isoformat(), "t" if is_test else "f")
            )
            size = 1 + rng.below(3) + (rng.below(12) if rng.once_in(12) else 0)
            free = int(registered.timestamp() * 1000)
            created.append(SimulatedPlayer(player_id, alias, {}, size, {}, free, testing=is_test))
        copy_rows(PLAYERS, rows)
        _identities([row[0] for row in rows], rng, since)
    _wallets(created)
    TestAccount.objects.bulk_create(
        [
            TestAccount(player_id=player.player_id, reason="Mede o desempenho das mesas", by=authoriser)
            for player in created
            if player.testing
        ]
    )
    _limits(created, rng)
    return created


def _ids(table: str, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count]
        )
        return [row[0] for row in cursor.fetchall()]


def _identities(player_ids: Sequence[int], rng: SeededRandom, since: datetime) -> None:
    identities: list[Any] = []
    accounts: list[Any] = []
    for player_id in player_ids:
        name = f"{rng.choose(NAMES)} da Simulação"
        identities.append(
            Identity(
                player_id=player_id,
                name=name,
                birth=date(1950 + rng.below(50), 1 + rng.below(12), 1 + rng.below(28)),
                nationality="PT",
                profession="Figurante",
                address=f"Rua da Simulação, {player_id}",
                postcode="1000-001",
                town="Lisboa",
                country="PT",
                district="Lisboa",
                telephone=f"+35191{player_id % 10_000_000:07}",
                document_kind=Document.CITIZEN_CARD,
                document_country="PT",
                document_number=f"9{player_id:07}SY",
                nif=nif_from_digits(f"2{player_id % 10_000_000:07}"),
                state=IdentityState.VERIFIED,
                reason="yes",
                changed=since,
                verified=since,
            )
        )
        accounts.append(
            PaymentAccount(
                player_id=player_id,
                iban=iban_from_account(f"00350001{player_id:013}"),
                holder=name,
                owner=OwnerMatch.MATCH,
                owner_answered=since,
                owner_due=None,
            )
        )
    Identity.objects.bulk_create(identities, batch_size=500)
    PaymentAccount.objects.bulk_create(accounts, batch_size=1000)


def _wallets(created: Iterable[SimulatedPlayer]) -> None:
    players = {player.player_id: player for player in created}
    wallets = [
        Account(kind="wallet", currency=currency, player_id=player)
        for player in players
        for currency in Currency.values
    ]
    for wallet in Account.objects.bulk_create(wallets, batch_size=1000):
        assert wallet.player_id is not None
        players[wallet.player_id].wallets[wallet.currency] = wallet.pk
        players[wallet.player_id].cents[wallet.currency] = 0


def _limits(created: Sequence[SimulatedPlayer], rng: SeededRandom) -> None:
    """One in five sets a limit, high enough that the simulation never reaches it."""
    rows = []
    for player in created:
        if rng.below(5):
            continue
        kind = rng.choose(("deposit", "deposit", "stake", "time"))
        value = rng.between(500, 1200) if kind == "time" else rng.between(20, 90) * 1_000_00
        registered = datetime.fromtimestamp(player.free / 1000, UTC)
        rows.append(
            Limit(
                player_id=player.player_id,
                kind=kind,
                period="day" if kind == "time" else "month",
                value=value,
                requested_at=registered,
                starts=registered,
            )
        )
    Limit.objects.bulk_create(rows)
