"""The players of a simulated past, made as sets: people, identities, payment accounts, wallets, what they set for themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import connection
from msgspec import Struct

from casino.demo.simulated_past.seeded_draw import Luck
from players.identity.demo_data import iban_with
from players.identity.identifiers import nif_with
from players.identity.models import Document, Identity, PaymentAccount, State, TestAccount
from players.models import Person
from players.protection.models import Limit
from players.shared.bulk_copy import copy_rows
from players.wallet.models import Account, Currency

NAMES = (
    "Rui", "Marta", "Joana", "Tiago", "Sofia", "Pedro", "Lara", "Nuno", "Vera", "Hugo", "Clara", "Miguel", "Teresa", "Duarte", "Alice",
    "Xavier",
)  # fmt: skip
PLAYERS = "COPY players_player (id, person_id, alias, status, since, testing) FROM STDIN"
AT_ONCE = 2000
TESTERS = 2  # accounts of the house itself among them, which no report counts


class Resident(Struct):
    """One player of the simulation: the wallet as the simulation knows it, and until when they are busy."""

    player: int
    alias: str
    wallets: dict[str, int]
    size: int
    cents: dict[str, int]
    free: int
    gone: bool = False
    testing: bool = False


def residents_make(count: int, since: datetime, luck: Luck, authoriser: Person, tag: str) -> list[Resident]:
    """So many verified players, who came during the first weeks."""
    made: list[Resident] = []
    for first in range(0, count, AT_ONCE):
        numbers = range(first, min(count, first + AT_ONCE))
        people = Person.objects.bulk_create(
            [Person(email=f"{tag}-{number}@feltro.example", password="!") for number in numbers]
        )
        ids = _ids("players_player", len(people))
        rows = []
        for number, person, id in zip(numbers, people, ids, strict=True):
            came = since + timedelta(minutes=luck.below(60 * 24 * 10))
            alias = f"{NAMES[number % len(NAMES)]}{id}"
            rows.append((id, person.pk, alias, "active", came.isoformat(), "t" if number < TESTERS else "f"))
            size = 1 + luck.below(3) + (luck.below(12) if luck.once_in(12) else 0)
            made.append(
                Resident(id, alias, {}, size, {}, int(came.timestamp() * 1000), testing=number < TESTERS)
            )
        copy_rows(PLAYERS, rows)
        _identities([row[0] for row in rows], luck, since)
    _wallets(made)
    TestAccount.objects.bulk_create(
        [
            TestAccount(player_id=each.player, reason="Measures the tables", by=authoriser)
            for each in made
            if each.testing
        ]
    )
    _limits(made, luck)
    return made


def _ids(table: str, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count]
        )
        return [row[0] for row in cursor.fetchall()]


def _identities(players: Sequence[int], luck: Luck, since: datetime) -> None:
    found: list[Any] = []
    accounts: list[Any] = []
    for player in players:
        name = f"{luck.of(NAMES)} da Simulação"
        found.append(
            Identity(
                player_id=player,
                name=name,
                birth=date(1950 + luck.below(50), 1 + luck.below(12), 1 + luck.below(28)),
                nationality="PT",
                profession="Figurante",
                address=f"Rua da Simulação, {player}",
                postcode="1000-001",
                town="Lisboa",
                country="PT",
                document_kind=Document.CITIZEN_CARD,
                document_country="PT",
                document_number=f"9{player:07}SY",
                nif=nif_with(f"2{player % 10_000_000:07}"),
                state=State.VERIFIED,
                reason="yes",
                changed=since,
                verified=since,
            )
        )
        accounts.append(
            PaymentAccount(player_id=player, iban=iban_with(f"00350001{player:013}"), holder=name)
        )
    Identity.objects.bulk_create(found, batch_size=500)
    PaymentAccount.objects.bulk_create(accounts, batch_size=1000)


def _wallets(made: Iterable[Resident]) -> None:
    residents = {each.player: each for each in made}
    wanted = [
        Account(kind="wallet", currency=currency, player_id=player)
        for player in residents
        for currency in Currency.values
    ]
    for wallet in Account.objects.bulk_create(wanted, batch_size=1000):
        assert wallet.player_id is not None
        residents[wallet.player_id].wallets[wallet.currency] = wallet.pk
        residents[wallet.player_id].cents[wallet.currency] = 0


def _limits(made: Sequence[Resident], luck: Luck) -> None:
    """One in five sets a limit for themselves; they are set high enough that the simulation need not ask at every bet."""
    rows = []
    for each in made:
        if luck.below(5):
            continue
        kind = luck.of(("deposit", "deposit", "stake", "time"))
        value = luck.between(500, 1200) if kind == "time" else luck.between(20, 90) * 1_000_00
        asked = datetime.fromtimestamp(each.free / 1000, UTC)
        rows.append(
            Limit(
                player_id=each.player,
                kind=kind,
                period="day" if kind == "time" else "month",
                value=value,
                asked=asked,
                starts=asked,
            )
        )
    Limit.objects.bulk_create(rows)
