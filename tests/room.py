"""A real table with real players in a real database, for tests and benches: the shortest way to a game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.models import Group
from django.db import connection
from msgspec import structs

from games.catalogue import GAMES
from games.floor.models import TableChange
from games.models import RuleSheet, Table, TableSetting
from games.rulebook.models import RuleChange, RuleContent, RuleDocument, RuleStep
from games.tables.croupier import journal
from games.tables.croupier.broadcast import Told
from games.tables.croupier.keys import SealKey
from games.tables.croupier.transaction import Answer, Asked, Desk, Served
from games.tables.domain.views import seat_view, table_view
from games.tables.transport import protocol
from players.identity.models import Acceptance, Terms
from players.models import Person, Player
from players.shared.clock import day_of
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
    "blackjack": {},
    "baccarat": {},
    "holdem": {"system": "holdem"},
    "caribbean-stud": {"system": "caribbean-stud"},
    "macau-stud": {"system": "macau-stud"},
}
JACKPOT = {
    "bet": 100,
    "contribution": 80,
    "minimum": 500_000,
    "fixed": {
        "royal_flush": 500_000,
        "straight_flush": 50_000,
        "four_of_a_kind": 5_000,
        "full_house": 1_000,
        "flush": 500,
    },
}
SETTINGS: dict[str, dict[str, Any]] = {
    "american-roulette": {"variant": "37", "minimum": 50},
    "french-roulette": {"variant": "FR", "minimum": 50},
    "blackjack": {"minimum": 500, "maximum": 20_000},
    "baccarat": {"variant": "punto-banco", "minimum": 100},
    "holdem": {"minimum": 200, "small_blind": 100, "buy_in": 20_000, "rebuys": [10_000, 20_000]},
    "caribbean-stud": {"minimum": 100, "maximum": 2_500},
    "macau-stud": {"minimum": 100, "maximum": 2_500, "jackpot": JACKPOT},
}


def sheet_in_force(system: str, **changes: Any) -> RuleSheet:
    """The next version of a game's sheet, in force at once: the first comes with the house, the others are signed by three people."""
    engine: Any = GAMES[system].engine
    data = msgspec.json.encode(
        msgspec.convert({**SHEETS.get(system, {}), **changes}, engine.sheet_type, strict=False)
    ).decode()
    digest = hashlib.sha256(data.encode()).hexdigest()
    base = RuleSheet.objects.filter(system=system, status="in-force").first()
    if not RuleSheet.objects.filter(system=system).exists():
        return RuleSheet.objects.create(
            system=system, version=1, status="in-force", data=data, digest=digest, reference="DEMO-1"
        )
    content = RuleContent.objects.get_or_create(system=system, digest=digest, defaults={"data": data})[0]
    author, approver, regulator = (signer(role) for role in ("rules author", "rules approver", "regulator"))
    change = RuleChange.objects.create(
        system=system, title="as the room says", base=base, content=content, author=author
    )
    pdf = b"%PDF-" + digest.encode()
    proof = {
        "digest": hashlib.sha256(pdf).hexdigest(),
        "data": pdf,
        "name": "a.pdf",
        "type": "application/pdf",
    }
    paper = RuleDocument.objects.create(change=change, person=regulator, **proof)
    # The database dates the submission by its own clock, also where a test has set ours.
    signed = {"reference": "R-1", "dated": day_of(datetime.now(UTC)), "document": paper}
    far = datetime.now(UTC) + timedelta(days=30) if system == "macau-stud" else None
    for verb, person, told in (
        ("submit", author, {}),
        ("endorse", approver, {"moment": far}),
        ("authorise", regulator, signed),
    ):
        RuleStep.objects.create(change=change, verb=verb, person=person, digest=digest, **told)
    if far:  # the room does not wait for the days that such a change must
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE rulebook_rulechange DISABLE TRIGGER USER")
            cursor.execute("UPDATE rulebook_rulechange SET earliest = NULL WHERE id = %s", [change.pk])
            cursor.execute("ALTER TABLE rulebook_rulechange ENABLE TRIGGER USER")
    RuleStep.objects.create(
        change=change, verb="schedule", person=author, digest=digest, moment=datetime.now(UTC)
    )
    RuleStep.objects.create(change=change, verb="activate", digest=digest)
    change.refresh_from_db()
    assert change.sheet is not None
    return change.sheet


def signer(role: str) -> Person:
    """Somebody of that role, made when first asked for."""
    person, made = Person.objects.get_or_create(
        email=f"{role.replace(' ', '-')}@feltro.example", defaults={"is_staff": True}
    )
    if made:
        person.groups.add(Group.objects.get(name=role))
    return person


def table_open(
    system: str = "american-roulette",
    *,
    currency: str = "EUR",
    name: str = "",
    sheet: dict[str, Any] | None = None,
    **setting: Any,
) -> Table:
    if sheet is not None or not RuleSheet.objects.filter(system=system, status="in-force").exists():
        sheet_in_force(system, **(sheet or {}))
    table = Table.objects.create(name=name or f"Mesa {uuid4().hex[:8]}", system=system, currency=currency)
    alone = (
        {"seats": 1} if setting.get("mode") == "individual" else {}
    )  # nothing is played under a setting that the sheet does not allow
    setting_change(
        table,
        **{**SETTINGS.get(system, GAMES[system].tables.initial), "currency": currency, **alone, **setting},
    )
    return table


def setting_change(table: Table, **setting: Any) -> None:
    engine: Any = GAMES[table.system].engine
    data = msgspec.json.encode(msgspec.convert(setting, engine.setting_type, strict=False)).decode()
    version = table.settings.count() + 1
    digest = hashlib.sha256(data.encode()).hexdigest()
    was = table.setting_id
    table.setting = TableSetting.objects.create(table=table, version=version, data=data, digest=digest)
    if was is not None:
        # After a table's first setting the database asks for two people, whoever writes.
        author, confirmer = (
            Person.objects.get_or_create(email=f"{name}@feltro.example", is_staff=True)[0]
            for name in ("one", "two")
        )
        change = TableChange.objects.create(
            table=table, base_id=was, data=data, digest=digest, author=author, reason="as the room says"
        )
        change.state, change.confirmer, change.setting, change.decided = (
            "confirmed",
            confirmer,
            table.setting,
            change.at,
        )
        change.save(update_fields=["state", "confirmer", "setting", "decided"])
    table.save(update_fields=["setting"])


def players_with(cents: int, count: int, currency: str = "EUR") -> list[Player]:
    """So many players with so much each: made as sets, because a bench wants thousands."""
    names = [uuid4().hex[:12] for _ in range(count)]
    people = Person.objects.bulk_create(
        [Person(email=f"{name}@feltro.example", password="!") for name in names]
    )
    players = Player.objects.bulk_create(
        [Player(person=person, alias=name) for person, name in zip(people, names, strict=True)]
    )
    wallets = Account.objects.bulk_create(
        [
            Account(kind="wallet", currency=kind, player=player)
            for player in players
            for kind in ("EUR", "DEMO")
        ]
    )
    if (version := Terms.objects.order_by("-version").first()) is not None:
        Acceptance.objects.bulk_create(
            [Acceptance(player=player, terms=version, language="en") for player in players]
        )
    if cents:
        cash = ledger.account_open(kind="cash", currency=currency)
        ledger.post(
            [
                Move(uuid4(), "deposit", cash, wallet.pk, currency, cents)
                for wallet in wallets
                if wallet.currency == currency
            ]
        )
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


def folded(view: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """A merge patch laid on a view (RFC 7396), written from the standard."""
    result = dict(view)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            below = result.get(key)
            result[key] = folded(below if isinstance(below, dict) else {}, value)
        else:
            result[key] = value
    return result


class Browser:
    """What somebody holds who hears every frame and asks for nothing after the first snapshot."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.table: dict[str, Any] = {}
        self.mine: dict[str, Any] | None = None
        self.heard = self.own = -1
        self.news: list[dict[str, Any]] = []

    def hear(self, frame: bytes) -> None:
        said = json.loads(frame)
        match said["t"]:
            case "snapshot":
                self.table, self.mine, self.heard, self.own = (
                    said["table"],
                    said.get("mine"),
                    said["v"],
                    said["v"],
                )
            case "table" if said["v"] > self.heard:
                assert said["was"] == self.heard, "a frame was lost"
                self.table, self.heard = folded(self.table, said["set"]), said["v"]
                self.news += said["news"]
            case "mine" if said["v"] > self.own:
                assert said["was"] == self.own, "a frame of one's own was lost"
                self.mine, self.own = folded(self.mine or {}, said["set"]), said["v"]
                self.news += said["news"]


class Room:
    """A table at a desk of its own, with a clock that the test moves: what is due is done when the test says so.

    Whoever sits has a browser that folds what it hears; after every transaction it holds what a fresh snapshot would say.
    """

    def __init__(self, folder: Path, table: Table) -> None:
        self.table, self.desk = table, Desk(table.pk, SealKey(seal_key(folder)))
        self.told = Told()
        self.browsers: dict[int, Browser] = {0: Browser(0)}

    def say(self, *said: tuple[Player, Any]) -> list[Answer]:
        return self.serve([Asked(player.pk, wish, ("test", 1)) for player, wish in said]).answers

    def serve(self, asked: list[Asked]) -> Served:
        if self.told.version < 0:
            self.told.start(self.desk.look())
            self.browsers[0].hear(self.told.snapshot(self.desk.look(), 0, 0, None))
        served = self.desk.serve(asked)
        for player in served.place.live.players:
            self.browsers.setdefault(player, Browser(player))
        self.told.note(served)
        if self.told.dirty:
            frames = self.told.frames(served.place, 0)
            for player, browser in self.browsers.items():
                if browser.heard >= 0:
                    browser.hear(frames.public)
                if player in frames.players:
                    browser.hear(frames.players[player])
        self.hearing_equals_asking()
        return served

    def new_croupier(self) -> None:
        """Another croupier takes the table: it remembers nothing, and browsers look again."""
        self.desk, self.told, self.browsers = Desk(self.table.pk, self.desk.key), Told(), {0: Browser(0)}
        self.desk.look()

    def hearing_equals_asking(self) -> None:
        place = self.desk.look()
        table = json.loads(msgspec.json.encode(table_view(place.live, place.rules)))
        for player, browser in self.browsers.items():
            if browser.heard < 0:
                continue
            assert browser.table == table
            if (seat := place.live.players.get(player)) is not None:
                assert browser.mine == json.loads(
                    msgspec.json.encode(seat_view(place.live, place.rules, seat))
                )

    def sit(self, players: Iterable[Player]) -> None:
        for answer in self.say(*((player, protocol.Sit(uuid4())) for player in players)):
            assert answer.refused is None, answer.refused

    def ring(self, *, late: int = 0) -> list[str]:
        """The table's next step, as if its hour had come (and so many ms more); the kinds of what happened."""
        self._set_due(late)
        served = self.serve([])
        return [step.event.__struct_config__.tag for step in served.steps]

    def _set_due(self, late: int) -> None:
        due = journal.now() - late - 2
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_table SET due = to_timestamp(%s / 1000.0) WHERE id = %s", [due, self.table.pk]
            )
        place = self.desk.look()
        live = structs.replace(place.live, due=due)
        self.desk.place = structs.replace(place, live=live)
        # Moving the clock is no event: who hears and who asks are told of it by the test.
        view = json.loads(msgspec.json.encode(table_view(live, place.rules)))
        self.told.view = table_view(live, place.rules)
        for browser in self.browsers.values():
            if browser.heard >= 0:
                browser.table = view

    def release(self) -> None:
        """Staff have looked, and the table goes on."""
        Table.objects.filter(pk=self.table.pk).update(status="open", reason="")
        self.serve([Asked(0, protocol.Release(), ("house", 0))])

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
