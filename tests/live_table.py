"""A real table with real players in the database, for tests and benchmarks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.models import Group
from django.db import connection
from msgspec import structs

from casino.demo.sample_data import JACKPOT
from games.catalogue import GAMES
from games.draw.seal_key import SealKey
from games.floor.models import TableChange
from games.models import RuleSheet, Table, TableSetting
from games.rulebook.models import RuleChange, RuleContent, RuleDocument, RuleStep
from games.tables.croupier import journal
from games.tables.croupier.broadcast import TableBroadcast
from games.tables.croupier.reached_limits import ReachedLimits
from games.tables.croupier.transaction import TableTransaction, TransactionResult
from games.tables.domain.commands import CommandRequest, CommandResult
from games.tables.domain.views import seat_view, table_view
from games.tables.transport import protocol
from players.identity.models import Acceptance, Terms
from players.models import Person, Player
from players.protection.models import Limit
from players.shared import clock
from players.shared.clock import day_of
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account
from tests.merge_patch import apply_merge_patch
from tests.socket_schema import check_frame

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
    """Put the next version of a game's sheet in force at once.

    The installation provides version 1. Later versions need three signatures.
    """
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
        system=system, title="requested by a test", base=base, content=content, author=author
    )
    pdf = b"%PDF-" + digest.encode()
    proof = {
        "digest": hashlib.sha256(pdf).hexdigest(),
        "data": pdf,
        "name": "a.pdf",
        "type": "application/pdf",
    }
    paper = RuleDocument.objects.create(change=change, person=regulator, **proof)
    # The database dates the submission with its own clock, even when a test sets the application's clock.
    signed = {"reference": "R-1", "dated": day_of(datetime.now(UTC)), "document": paper}
    far = datetime.now(UTC) + timedelta(days=30) if system == "macau-stud" else None
    for verb, person, fields in (
        ("submit", author, {}),
        ("endorse", approver, {"moment": far}),
        ("authorise", regulator, signed),
    ):
        RuleStep.objects.create(change=change, verb=verb, person=person, digest=digest, **fields)
    if far:  # skip the waiting days that such a change requires
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
    """The member of staff with this role; created on first use."""
    person, created = Person.objects.get_or_create(
        email=f"{role.replace(' ', '-')}@feltro.example", defaults={"is_staff": True}
    )
    if created:
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
    # An individual table has one seat.
    seats = {"seats": 1} if setting.get("mode") == "individual" else {}
    setting_change(
        table,
        **{**SETTINGS.get(system, GAMES[system].tables.initial), "currency": currency, **seats, **setting},
    )
    return table


def setting_change(table: Table, **setting: Any) -> None:
    engine: Any = GAMES[table.system].engine
    data = msgspec.json.encode(msgspec.convert(setting, engine.setting_type, strict=False)).decode()
    version = table.settings.count() + 1
    digest = hashlib.sha256(data.encode()).hexdigest()
    previous_id = table.setting_id
    table.setting = TableSetting.objects.create(table=table, version=version, data=data, digest=digest)
    if previous_id is not None:
        # After a table's first setting, the database requires two people for every change.
        author, confirmer = (
            Person.objects.get_or_create(email=f"{name}@feltro.example", is_staff=True)[0]
            for name in ("one", "two")
        )
        change = TableChange.objects.create(
            table=table,
            base_id=previous_id,
            data=data,
            digest=digest,
            author=author,
            reason="requested by a test",
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
    """Create `count` players with `cents` each, in bulk: benchmarks need thousands."""
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
        cash = ledger.open_ledger_account(kind="cash", currency=currency)
        ledger.post(
            [
                Move(uuid4(), "deposit", cash, wallet.pk, currency, cents)
                for wallet in wallets
                if wallet.currency == currency
            ]
        )
    return players


def limit_stakes(players: Sequence[Player], cents: int) -> None:
    """Gives each player limits on what may be staked and on time, as people with money must have them."""
    moment = clock.now() - timedelta(minutes=5)
    kinds = [("stake", period, cents) for period in ("day", "week", "month")] + [("time", "day", 24 * 60)]
    Limit.objects.bulk_create(
        Limit(player=player, kind=kind, period=period, value=value, requested_at=moment, starts=moment)
        for player in players
        for kind, period, value in kinds
    )


def balance(player: Player, currency: str = "EUR") -> int:
    return Account.objects.get(kind="wallet", currency=currency, player=player).balance


def account(table: Table, kind: str) -> int:
    row = Account.objects.filter(kind=kind, table=table.pk).first()
    return row.balance if row else 0


def seal_key(folder: Path) -> Path:
    path = folder / "seal.key"
    if not path.exists():
        path.write_text("5e" * 32)
    return path


def bet(round_number: int, on: dict[str, int], command_id: UUID | None = None) -> protocol.Play:
    return do(round_number, {"t": "bet", "on": on}, command_id)


def do(round_number: int, command: dict[str, Any], command_id: UUID | None = None) -> protocol.Play:
    return protocol.Play(command_id or uuid4(), round_number, msgspec.Raw(json.dumps(command).encode()))


class Browser:
    """A client's state: one snapshot, then every frame, and no further snapshot."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.table: dict[str, Any] = {}
        self.mine: dict[str, Any] | None = None
        self.table_version = self.own_version = -1
        self.news: list[dict[str, Any]] = []

    def receive(self, frame: bytes) -> None:
        check_frame(frame)
        data = json.loads(frame)
        match data["t"]:
            case "snapshot":
                self.table, self.mine = data["table"], data.get("mine")
                self.table_version = self.own_version = data["v"]
            case "table" if data["v"] > self.table_version:
                assert data["was"] == self.table_version, "a table frame was lost"
                self.table, self.table_version = apply_merge_patch(self.table, data["set"]), data["v"]
                self.news += data["news"]
            case "mine" if data["v"] > self.own_version:
                assert data["was"] == self.own_version, "a private frame was lost"
                self.mine, self.own_version = apply_merge_patch(self.mine or {}, data["set"]), data["v"]
                self.news += data["news"]


class CroupierTransaction(TableTransaction):
    """The transactions of one table with the rights of the croupier's process: its laws hold in each test."""

    @contextmanager
    def _atomic(self) -> Iterator[None]:
        with super()._atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL ROLE house_croupier")
            yield
            with connection.cursor() as cursor:  # what waits for the commit is checked while the role holds
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED; RESET ROLE")


class LimitsNotedLater(ReachedLimits):
    """What the croupier's thread would write, written when the test says so."""

    def write_all(self) -> int:
        written = 0
        while not self._waiting.empty():
            refused = self._waiting.get_nowait()
            assert refused is not None
            self.write(refused)
            written += 1
        return written


ROUND_STAKES = """
SELECT a.player_id, sum(CASE WHEN w.source_id = a.id THEN w.cents ELSE -w.cents END)::bigint
FROM games_table AS t
JOIN games_round AS r ON r.table_id = t.id AND r.number = t.round AND r.status = 'open'
JOIN wallet_transfer AS w ON w.round = r.id
JOIN wallet_account AS a ON a.id IN (w.source_id, w.target_id) AND a.kind = 'wallet'
WHERE t.id = %s AND (w.kind IN ('stake', 'jackpot-bet') OR (w.kind = 'stake-back' AND EXISTS (
    SELECT FROM games_event AS e
    WHERE e.table_id = t.id AND e.seq = games_event_of_transfer(w.id) AND e.kind = 'bet-taken')))
GROUP BY a.player_id
"""


class LiveTable:
    """A table with its own transaction. The test moves the clock and runs each step that is due.

    Each seated player has a `Browser`. After every transaction its state must equal a fresh snapshot.
    """

    def __init__(self, folder: Path, table: Table) -> None:
        self.table, self.transaction = table, CroupierTransaction(table.pk, SealKey(seal_key(folder)))
        self.broadcast = TableBroadcast()
        self.browsers: dict[int, Browser] = {0: Browser(0)}

    def send(self, *commands: tuple[Player, Any]) -> list[CommandResult]:
        requests = [CommandRequest(player.pk, command, ("test", 1)) for player, command in commands]
        return self.execute(requests).results

    def execute(self, requests: list[CommandRequest]) -> TransactionResult:
        if is_new := self.broadcast.version < 0:
            self.broadcast.start(self.transaction.refresh())
            self.browsers[0].receive(self.broadcast.snapshot(self.transaction.refresh(), 0, 0, None))
        result = self.transaction.execute(requests)
        for player in result.loaded.live.players:
            self.browsers.setdefault(player, Browser(player))
        self.broadcast.add(result)
        if not result.steps:
            self.broadcast.note_terms(result.loaded, is_new=is_new)
        if self.broadcast.has_changes:
            frames = self.broadcast.frames(result.loaded, 0)
            for player, browser in self.browsers.items():
                if browser.table_version >= 0:
                    browser.receive(frames.public)
                if player in frames.players:
                    browser.receive(frames.players[player])
        self.check_browsers()
        self.check_round_stakes()
        return result

    def new_croupier(self) -> None:
        """Another croupier takes over the table with no state in memory; browsers reconnect."""
        self.transaction, self.broadcast, self.browsers = (
            CroupierTransaction(self.table.pk, self.transaction.key),
            TableBroadcast(),
            {0: Browser(0)},
        )
        self.transaction.refresh()

    def check_round_stakes(self) -> None:
        """What the croupier knows of the stakes of the round is what the transfers say."""
        loaded = self.transaction.loaded
        assert loaded is not None
        if loaded.rules is None or loaded.rules.engine.between_players:
            return
        with connection.cursor() as cursor:
            cursor.execute(ROUND_STAKES, [self.table.pk])
            stakes = {player: cents for player, cents in cursor.fetchall() if cents}
        assert {player: cents for player, cents in loaded.round_stakes.items() if cents} == stakes

    def check_browsers(self) -> None:
        """Each browser's folded state equals a fresh snapshot."""
        # New rules are no event, so that no frame reports them before the table's next event.
        published = self.transaction.loaded
        loaded = self.transaction.refresh()
        current = loaded.current if published is None else published.current
        table = json.loads(msgspec.json.encode(table_view(loaded.live, current)))
        for player, browser in self.browsers.items():
            if browser.table_version < 0:
                continue
            assert browser.table == table
            if (seat := loaded.live.players.get(player)) is not None:
                assert browser.mine == json.loads(msgspec.json.encode(seat_view(loaded.live, seat)))

    def sit(self, players: Iterable[Player]) -> None:
        for result in self.send(*((player, protocol.Sit(uuid4())) for player in players)):
            assert result.refused is None, result.refused

    def step(self, *, late: int = 0) -> list[str]:
        """Run the table's next step as if it were due, `late` ms ago; return the kinds of its events."""
        self._set_due(late)
        result = self.execute([])
        return [step.event.__struct_config__.tag for step in result.steps]

    def _set_due(self, late: int) -> None:
        due = journal.now() - late - 2
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE games_table SET due = to_timestamp(%s / 1000.0) WHERE id = %s", [due, self.table.pk]
            )
        loaded = self.transaction.refresh()
        live = structs.replace(loaded.live, due=due)
        self.transaction.loaded = structs.replace(loaded, live=live)
        # Moving the clock is no event, so no frame reports it: the test updates the views itself.
        view = json.loads(msgspec.json.encode(table_view(live, loaded.current)))
        self.broadcast.view = table_view(live, loaded.current)
        for browser in self.browsers.values():
            if browser.table_version >= 0:
                browser.table = view

    def release(self) -> None:
        """Staff release the suspended table."""
        Table.objects.filter(pk=self.table.pk).update(status="open", reason="")
        self.execute([CommandRequest(0, protocol.Release(), ("house", 0))])

    def until(self, kind: str) -> list[str]:
        """Run steps until an event of this kind happens."""
        for _ in range(8):
            kinds = self.step()
            if kind in kinds:
                return kinds
        raise AssertionError(f"{kind} did not happen")

    @property
    def round(self) -> int:
        assert self.transaction.loaded is not None
        return self.transaction.loaded.live.round

    @property
    def live(self) -> Any:
        assert self.transaction.loaded is not None
        return self.transaction.loaded.live
