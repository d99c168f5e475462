"""A real table with real players in a real database, for tests and benches: the shortest way to a game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.db import connection
from msgspec import structs

from games.models import RuleSheet, Table, TableSetting
from games.rules import GAMES
from games.tables import protocol
from games.tables.desk import Answer, Asked, Desk, SealKey, Served
from players.models import Person, Player
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account

SHEETS: dict[str, dict[str, Any]] = {
    "american-roulette": {"system": "american-roulette", "zero_option": "lose-all", "variants": ["37", "38"]},
    "french-roulette": {
        "system": "french-roulette",
        "zero_option": "la-partage",
        "variants": ["FR"],
        "calls": ["voisins", "tiers", "orphelins", "neighbours", "finals"],
    },
}


def sheet_in_force(system: str, **changes: Any) -> RuleSheet:
    """The next version of a game's sheet, in force at once."""
    engine: Any = GAMES[system]
    data = msgspec.json.encode(msgspec.convert({**SHEETS[system], **changes}, engine.Sheet, strict=False)).decode()
    last = RuleSheet.objects.filter(system=system).order_by("-version").first()
    RuleSheet.objects.filter(system=system, status="in-force").update(status="superseded")
    return RuleSheet.objects.create(
        system=system,
        version=last.version + 1 if last else 1,
        status="in-force",
        data=data,
        digest=hashlib.sha256(data.encode()).hexdigest(),
    )


def table_open(system: str = "american-roulette", *, currency: str = "EUR", name: str = "", sheet: dict[str, Any] | None = None, **setting: Any) -> Table:
    if sheet is not None or not RuleSheet.objects.filter(system=system, status="in-force").exists():
        sheet_in_force(system, **(sheet or {}))
    table = Table.objects.create(name=name or f"Mesa {uuid4().hex[:8]}", system=system, currency=currency)
    setting_change(table, **{"variant": "FR" if system == "french-roulette" else "37", "minimum": 50, "currency": currency, **setting})
    return table


def setting_change(table: Table, **setting: Any) -> None:
    engine: Any = GAMES[table.system]
    data = msgspec.json.encode(msgspec.convert(setting, engine.Setting, strict=False)).decode()
    version = table.settings.count() + 1
    table.setting = TableSetting.objects.create(
        table=table, version=version, data=data, digest=hashlib.sha256(data.encode()).hexdigest()
    )
    table.save(update_fields=["setting"])


def players_with(cents: int, count: int, currency: str = "EUR") -> list[Player]:
    """So many players with so much each: made as sets, because a bench wants thousands."""
    names = [uuid4().hex[:12] for _ in range(count)]
    people = Person.objects.bulk_create([Person(email=f"{name}@feltro.example", password="!") for name in names])
    players = Player.objects.bulk_create([Player(person=person, alias=name) for person, name in zip(people, names, strict=True)])
    wallets = Account.objects.bulk_create(
        [Account(kind="wallet", currency=kind, player=player) for player in players for kind in ("EUR", "DEMO")]
    )
    if cents:
        cash = ledger.account_open(kind="cash", currency=currency)
        ledger.post([Move(uuid4(), "deposit", cash, wallet.pk, currency, cents) for wallet in wallets if wallet.currency == currency])
    return players


def balance(player: Player, currency: str = "EUR") -> int:
    return Account.objects.get(kind="wallet", currency=currency, player=player).balance


def account(table: Table, kind: str) -> int:
    found = Account.objects.filter(kind=kind, table=table.pk).first()
    return found.balance if found else 0


def seal_key(folder: Path) -> Path:
    path = folder / "seal.key"
    if not path.exists():
        path.write_text("5e" * 32)
    return path


def bet(round: int, on: dict[str, int], id: UUID | None = None) -> protocol.Do:
    return do(round, {"t": "bet", "on": on}, id)


def do(round: int, command: dict[str, Any], id: UUID | None = None) -> protocol.Do:
    return protocol.Do(id or uuid4(), round, msgspec.Raw(json.dumps(command).encode()))


class Room:
    """A table at a desk of its own, with a clock that the test moves: what is due is done when the test says so."""

    def __init__(self, folder: Path, table: Table) -> None:
        self.table, self.desk = table, Desk(table.pk, SealKey(seal_key(folder)))
        self.told: list[Served] = []

    def say(self, *said: tuple[Player, Any]) -> list[Answer]:
        served = self.desk.serve([Asked(player.pk, wish, ("test", 1)) for player, wish in said])
        self.told.append(served)
        return served.answers

    def sit(self, players: Iterable[Player]) -> None:
        for answer in self.say(*((player, protocol.Sit(uuid4())) for player in players)):
            assert answer.refused is None, answer.refused

    def ring(self, *, late: int = 0) -> list[str]:
        """The table's next step, as if its hour had come (and so many ms more); the kinds of what happened."""
        self._set_due(late)
        served = self.desk.serve([])
        self.told.append(served)
        return [step.event.__struct_config__.tag for step in served.steps]

    def _set_due(self, late: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_table SET due = clock_timestamp() - make_interval(secs => %s) WHERE id = %s RETURNING "
                "(extract(epoch FROM due) * 1000)::bigint",
                [late / 1000 + 0.002, self.table.pk],
            )
            (due,) = cursor.fetchone()
        place = self.desk.place
        if place is not None:
            self.desk.place = structs.replace(place, live=structs.replace(place.live, due=due))

    def until(self, kind: str) -> list[str]:
        """Rings until that has happened."""
        for _ in range(8):
            happened = self.ring()
            if kind in happened:
                return happened
        raise AssertionError(f"{kind} did not happen")

    @property
    def round(self) -> int:
        assert self.desk.place is not None
        return self.desk.place.live.round

    @property
    def live(self) -> Any:
        assert self.desk.place is not None
        return self.desk.place.live
