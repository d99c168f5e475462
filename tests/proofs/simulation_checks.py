"""What must hold after every transaction of a simulation, looked at from outside: from the record alone, and from what was said."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
from msgspec import structs

from games.draw import generator
from games.rules.engine import Wait
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, TransferKind
from games.rules.shared.sessions import Mode
from games.tables.croupier import journal
from games.tables.croupier.automatic_steps import HOLDING
from games.tables.domain import deadlines
from games.tables.domain.events import BetsOpened, Held, RoundEnded, RoundPrepared, ShoeOpened
from games.tables.domain.pending_changes import linked
from games.tables.domain.state import Live, Rules, apply
from games.tables.domain.views import seat_view, table_view
from games.tables.transport import envelope
from tests.room import folded

if TYPE_CHECKING:
    from games.tables.croupier.worker import Station
    from games.tables.transport.envelope import Carried
    from tests.proofs.simulation import Simulation

LOOK_ANEW = 60  # one transaction in so many is followed by a whole reading from the last snapshot
APART = (
    TransferKind.BUY_IN,
    TransferKind.BUY_IN_COMMISSION,
    TransferKind.CASH_OUT,
)  # chips bought and cashed are no part of a round's result


class Broken(AssertionError):
    """A promise does not hold. It says the seed and the action that show it."""


@dataclass
class Shadow:
    """The table as its journal tells it to somebody who trusts nothing else."""

    live: Live
    rules: Rules | None = None
    chain: bytes = b""


class Browser:
    """What somebody holds who hears frames: of a gap he knows, and asks again."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.table: dict[str, Any] = {}
        self.mine: dict[str, Any] | None = None
        self.heard = self.own = -1
        self.missed = True

    def hear(self, frame: bytes) -> None:
        said = msgspec.json.decode(frame)
        match said["t"]:
            case "snapshot" if said["v"] >= self.heard:
                self.table, self.mine, self.heard, self.own = (
                    said["table"],
                    said.get("mine"),
                    said["v"],
                    said["v"],
                )
                self.missed = False
            case "table" if said["v"] > self.heard:
                if said["was"] != self.heard:
                    self.missed = True
                    return
                self.table, self.heard = folded(self.table, said["set"]), said["v"]
            case "mine" if said["v"] > self.own:
                if said["was"] != self.own:
                    self.missed = True
                    return
                self.mine, self.own = folded(self.mine or {}, said["set"]), said["v"]


class Checks:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation, self.memory = simulation, simulation.memory
        self.shadows = {table: Shadow(Live(table=table)) for table in simulation.tables}
        self.seeds: dict[int, bytes] = {}
        self.ends: Counter[int] = Counter()
        self.ended = self.accepted = 0
        self.refusals: Counter[str] = Counter()
        self.promised: set[str] = set()
        self.burnt: set[str] = set()
        self.answered: dict[tuple[int, str], int] = {}
        self.sums: dict[int, dict[int, Counter[str]]] = defaultdict(
            lambda: defaultdict(Counter)
        )  # by round and seat: cents by kind
        self.posted = 0
        self.alone: tuple[int, bytes] | None = None
        self.was = (0, 0)

    def claim(self, holds: bool, what: str) -> None:
        if not holds:
            s = self.simulation
            raise Broken(f"seed {s.seed}, action {s.actions}, turn {s.turns}: {what}")

    # Round one turn of a table.

    def before(self, table: int, wishes: list[tuple[str, Carried]], step: bool) -> None:
        row = self.memory.tables[table]
        ripe = row["due"] is not None and row["due"] <= self.memory.now
        # With one wish nothing else happens, unless the house has something to do by itself: a queue to call, a door to mind,
        # clocks to renew after a fault.
        live = self.shadows[table].live
        stations = [
            croupier.stations[table] for croupier in self.simulation.croupiers if table in croupier.stations
        ]
        fault = any(station.desk.fault is not None for station in stations)
        busy = ripe or fault or live.queue or row["status"] != "open" or live.closing or live.shut
        self.alone = (wishes[0][1].player, wishes[0][1].said) if len(wishes) == 1 and not busy else None
        self.was = (row["version"], len(self.memory.posted))

    def after(self, table: int, outbox: list[tuple[str, bytes]] | None = None) -> None:
        self._fold(table)
        self._money(table)
        if outbox:
            self._answers(table, outbox)
        if self.simulation.turns % LOOK_ANEW == 0 and self.memory.fail_in is None:
            self.read_anew(table)

    def _fold(self, table: int) -> None:
        shadow, row = self.shadows[table], self.memory.tables[table]
        while self.posted < len(self.memory.posted):
            _, kind, _, _, _, cents, round, seat = self.memory.posted[self.posted]
            self.posted += 1
            if round is not None:
                self.sums[round][seat or 0][kind] += cents
        for seq, round, at, kind, data, player, command, said, chain in self.memory.events[table][
            shadow.live.seq :
        ]:
            shadow.chain = linked(shadow.chain, at, seq, kind, data.encode(), round, player, command, said)
            self.claim(shadow.chain == chain, f"the chain of table {table} breaks at {seq}")
            event = journal.event_decoder(row["system"]).decode(self._read(table, shadow.live, seq, data))
            shadow.live, shadow.rules = self._next(table, shadow, event, at, asked=command is not None)
        self.claim(
            shadow.live.seq == row["version"] and shadow.chain == row["chain"],
            f"row and journal of table {table} differ",
        )
        shadow.live = structs.replace(shadow.live, due=row["due"])

    def _read(self, table: int, live: Live, seq: int, data: str) -> bytes | str:
        if not generator.concealed(data):
            return data
        if live.shoe_id not in self.seeds:
            sealed = self.memory.rounds[live.shoe_id]["sealed"]
            self.seeds[live.shoe_id] = self.simulation.key.seed(table, live.shoe, sealed)
        return generator.reveal(self.seeds[live.shoe_id], table, seq, data)

    def _next(
        self, table: int, shadow: Shadow, event: Any, at: int, *, asked: bool
    ) -> tuple[Live, Rules | None]:
        rules = shadow.rules
        if isinstance(event, BetsOpened):
            rules = journal.rules(self.memory.tables[table]["system"], event.sheet, event.setting)
            self.claim(not shadow.live.running, f"table {table} opens a round while one runs")
        live = apply(shadow.live, rules, event, at, asked=asked)
        match event:
            case RoundPrepared(kept=False):
                self.claim(
                    event.commitment not in self.promised, f"a seed is promised twice, at table {table}"
                )
                self.promised.add(event.commitment)
            case BetsOpened():
                self.claim(
                    live.commitment not in self.burnt, f"a void round's seed is used again, at table {table}"
                )
            case RoundEnded() | ShoeOpened():
                if event.seed:
                    self.claim(
                        generator.promise(bytes.fromhex(event.seed)) == live.commitment,
                        "what is opened is not what was promised",
                    )
                    self.claim(live.commitment not in self.burnt, "a void round's seed is opened")
                if isinstance(event, RoundEnded):
                    self._round_ended(table, live, rules, event)
            case Held(reason):
                self.claim(
                    reason == "a fault" or reason in HOLDING,
                    f"table {table} is held: {reason}\n{self.simulation.log.trouble}",
                )
        return live, rules

    def _round_ended(self, table: int, live: Live, rules: Rules | None, event: RoundEnded) -> None:
        assert rules is not None
        self.ended += 1
        self.ends[live.round_id] += 1
        self.claim(self.ends[live.round_id] == 1, f"round {live.round_id} of table {table} ends twice")
        if event.void:
            self.burnt.add(live.commitment)
            self.simulation.counted["void"] += 1
        results, moved = rules.engine.results(live.game), self.sums.pop(live.round_id, {})
        rows = (
            {row[3]: row[4:10] for row in reversed(self.memory.stakes) if row[0] == live.round_id}
            if results
            else {}
        )
        for seat in results.keys() | (moved.keys() - {0}):
            result, kinds = results.get(seat), moved.get(seat, Counter())
            net = sum(
                _change(TransferKind(kind)) * cents
                for kind, cents in kinds.items()
                if TransferKind(kind) not in APART
            )
            said = result.back + result.prize - result.commission - result.staked if result else 0
            about = f"{type(rules.engine).__name__}, round {live.round_id}, seat {seat}, void «{event.void}»"
            self.claim(net == said, f"{about}: {net} moved, {said} said: {dict(kinds)} {result}")
            if result is not None:
                self.claim(
                    result.staked + result.carried == result.lost + result.back + result.held,
                    f"{about}: {result} does not add up",
                )
                row = (result.staked, result.lost, result.back, result.prize, result.held, result.commission)
                self.claim(
                    rows.get(seat) == row, f"{about}: the stake's row says {rows.get(seat)}, the round {row}"
                )

    def _money(self, table: int) -> None:
        shadow, memory = self.shadows[table], self.memory
        live, rules = shadow.live, shadow.rules
        stakes, carried = memory.balance("stakes", table=table), memory.balance("held", table=table)
        if not live.running:
            self.claim(stakes == 0, f"{stakes} lie on table {table} and no round runs")
        if rules is None or live.game is None:
            return
        engine = rules.engine
        if not live.running:
            at_stake = sum(engine.stakes(live.game).values())
            self.claim(
                carried == at_stake,
                f"table {table}: {carried} held, {at_stake} carried on, by {type(engine).__name__}",
            )
        if engine.between_players:
            for (kind, currency, player, at), account in memory.natures.items():
                if kind == "stack" and at == table:
                    seat = live.players.get(player or 0)
                    there = memory.accounts[account]["balance"]
                    place = live.game.seats.get(seat)
                    stack = place.stack + place.pending if place is not None else 0
                    self.claim(
                        there == stack,
                        f"table {table}, player {player}: {there} {currency} in the stack, {stack} said",
                    )

    def _answers(self, table: int, outbox: list[tuple[str, bytes]]) -> None:
        refused = accepted = 0
        for channel, message in outbox:
            if channel == envelope.PEOPLE:
                for player, frame in envelope.decode_people(message).items():
                    told, wallet = (
                        msgspec.json.decode(frame),
                        self.memory.accounts[self.memory.natures["wallet", "EUR", player, None]],
                    )
                    if told["n"] == wallet["moves"]:
                        self.claim(
                            told["cents"] == wallet["balance"], f"player {player} is told of {told['cents']}"
                        )
            if channel != envelope.web_channel("web"):
                continue
            for player, frame in envelope.decode_replies(message):
                said = msgspec.json.decode(frame)
                if said["t"] == "ok":
                    accepted += 1
                    self._accepted(player, said["id"], said["v"])
                elif said["t"] == "no":
                    refused += 1
                    self.refusals[said["code"]] += 1
                    self._refused(player, said)
        self.accepted += accepted
        if self.alone is not None and refused and not accepted:
            now = (self.memory.tables[table]["version"], len(self.memory.posted))
            self.claim(now == self.was, f"what table {table} refused changed it: {self.alone}")

    def _accepted(self, player: int, id: str, version: int) -> None:
        known = self.memory.commands.get((player, msgspec.convert(id, type=UUID)))
        # What changes nothing leaves no line: a stay that nobody asked about, a seat already taken. Said once more in the same
        # breath, when it does change something, it leaves one then.
        idle = self.simulation.crowd.kinds.get(id) in ("sit", "stay", "leave", "queue", "unqueue")
        if known is None or (idle and version < known[0] and known[0] > self.was[0]):
            self.claim(idle, f"player {player} hears that {id} is accepted, and it stands nowhere")
            return
        self.claim(
            known[0] == version, f"player {player} hears {version} of {id}, which stands at {known[0]}"
        )
        self.claim(
            self.answered.setdefault((player, id), version) == version, f"{id} is answered differently"
        )

    def _refused(self, player: int, said: dict[str, Any]) -> None:
        if said["id"] is None or said["code"] in ("id-reused", "unreadable"):
            return
        known = self.memory.commands.get((player, msgspec.convert(said["id"], type=UUID)))
        # Refused, and then, said once more in the same breath, accepted: a refusal leaves nothing that would hinder it.
        self.claim(
            known is None or known[0] > self.was[0],
            f"player {player} is refused {said['id']} ({said['code']}), which stands at {known}",
        )

    # Hearing equals asking.

    def hearing(self, table: int, station: Station) -> None:
        if (
            station.told.dirty
            or station.desk.place is None
            or station.told.version != self.memory.tables[table]["version"]
        ):
            return
        if any(
            table in each.stations and each.stations[table].told.dirty for each in self.simulation.croupiers
        ):
            return  # the other one has still something to tell
        shadow = self.shadows[table]
        seen = _json(table_view(shadow.live, station.desk.place.rules))
        for player, browser in self.simulation.browsers[table].items():
            if browser.missed:
                continue
            if browser.heard != shadow.live.seq and table in self.simulation.untold:
                browser.missed = True  # what a fallen croupier did not tell, the next beat does
                continue
            self.claim(
                browser.heard == shadow.live.seq,
                f"browser {player} of table {table} is behind: {browser.heard}, {shadow.live.seq}",
            )
            self.claim(
                browser.table == seen,
                f"browser {player} of table {table} holds {browser.table}, asked it would see {seen}",
            )
            seat = shadow.live.players.get(player)
            if seat is not None:
                mine = _json(seat_view(shadow.live, shadow.rules, seat))
                self.claim(
                    browser.mine == mine,
                    f"browser {player} of table {table} holds as its own {browser.mine}, asked it would see {mine}",
                )
        if not any(browser.missed for browser in self.simulation.browsers[table].values()):
            self.simulation.untold.discard(table)

    # From the record alone.

    def read_anew(self, table: int) -> None:
        """Another croupier takes the table over, here and now."""
        row = journal.lock(table)
        assert row is not None
        place, shadow = journal.load(table, row, self.simulation.key), self.shadows[table]
        self.claim(
            journal.freeze(place.live) == journal.freeze(shadow.live),
            f"table {table}: snapshot and events are not its journal",
        )
        again = place.live.game
        if again is not None:
            self.claim(again == shadow.live.game, f"table {table}: the game put down and taken up is another")

    def whole(self) -> None:
        """All accounts together are zero, and each table told from its first event is what it is."""
        total = sum(account["balance"] for account in self.memory.accounts.values())
        self.claim(total == 0, f"all accounts together hold {total}")
        for table in self.simulation.tables:
            self.read_anew(table)

    def must_end(self, table: int) -> bool:
        """Does a round run that ends without anybody's doing? A player alone takes the time he wants, and a poker table waits for two."""
        shadow = self.shadows[table]
        live, rules = shadow.live, shadow.rules
        if not live.running or rules is None:
            return False
        if rules.engine.waiting_for(live.game) is Wait.BETS and rules.setting.mode == Mode.INDIVIDUAL:
            return any(chair.leaving for chair in live.seats.values())
        return not deadlines.phase_waiting(live, rules)

    def empty(self) -> None:
        for table, shadow in self.shadows.items():
            self.claim(not shadow.live.seats, f"table {table} keeps its players: {shadow.live.seats}")
        for account in self.memory.accounts.values():
            if account["kind"] in ("stakes", "stack", "held"):
                self.claim(account["balance"] == 0, f"{account} is left behind")
        open_ = [session for session in self.memory.sessions.values() if session["ended"] is None]
        self.claim(not open_, f"play sessions without an end: {open_}")
        self.whole()


def _change(kind: TransferKind) -> int:
    """What a cent of such a transfer is to the seat: one more, one less, or neither."""
    own = (AccountKind.WALLET, AccountKind.STACK)
    source, target = TRANSFER_ACCOUNTS[kind]
    return (target in own) - (source in own)


def _json(view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))
