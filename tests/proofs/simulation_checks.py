"""Checks after every transaction of a simulation, from the record and the published frames alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
from msgspec import structs

from games.draw import generator, hidden_events
from games.rules.engine import Wait
from games.rules.shared.money import TRANSFER_ACCOUNTS, AccountKind, TransferKind
from games.rules.shared.sessions import Mode
from games.tables import journal_reading
from games.tables.croupier import journal
from games.tables.croupier.automatic_steps import CAUSES_TO_HOLD
from games.tables.domain.apply import apply
from games.tables.domain.events import BeaconValueUsed, BetsOpened, Held, RoundEnded, RoundPrepared
from games.tables.domain.pending_changes import chain_hash
from games.tables.domain.state import Live, Rules
from games.tables.domain.views import seat_view, table_view
from games.tables.stored_states import encode_state
from games.tables.transport import envelope
from tests.merge_patch import apply_merge_patch
from tests.proofs.simulated_beacon_checks import contradiction
from tests.socket_schema import check_frame

if TYPE_CHECKING:
    from games.tables.croupier.worker import TableWorker
    from games.tables.transport.envelope import QueuedMessage
    from tests.proofs.simulation import Simulation

RELOAD_EVERY = 60  # one transaction in this many is followed by a reload from the last snapshot
NOT_IN_RESULT = (
    TransferKind.BUY_IN,
    TransferKind.BUY_IN_COMMISSION,
    TransferKind.CASH_OUT,
)  # buying and cashing chips is not part of a round's result


class Broken(AssertionError):
    """A check failed. The message names the seed and the action that reproduce it."""


@dataclass
class Shadow:
    """The table, rebuilt from its journal alone."""

    live: Live
    chain: bytes = b""

    @property
    def rules(self) -> Rules | None:
        return self.live.rules


class Browser:
    """A client's state, folded from frames. It notices gaps and requests a new snapshot."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.table: dict[str, Any] = {}
        self.mine: dict[str, Any] | None = None
        self.table_version = self.own_version = -1
        self.missed = True

    def receive(self, frame: bytes) -> None:
        check_frame(frame)
        data = msgspec.json.decode(frame)
        match data["t"]:
            case "snapshot" if data["v"] >= self.table_version:
                self.table, self.mine = data["table"], data.get("mine")
                self.table_version = self.own_version = data["v"]
                self.missed = False
            case "table" if data["v"] > self.table_version:
                if data["was"] != self.table_version:
                    self.missed = True
                    return
                self.table, self.table_version = apply_merge_patch(self.table, data["set"]), data["v"]
            case "mine" if data["v"] > self.own_version:
                if data["was"] != self.own_version:
                    self.missed = True
                    return
                self.mine, self.own_version = apply_merge_patch(self.mine or {}, data["set"]), data["v"]


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
        self.single_command: tuple[int, bytes] | None = None
        self.state_before = (0, 0)

    def claim(self, holds: bool, description: str) -> None:
        if not holds:
            s = self.simulation
            raise Broken(f"seed {s.seed}, action {s.actions}, turn {s.turns}: {description}")

    # --- before and after one turn of a table

    def before(self, waiting: dict[int, list[tuple[str, QueuedMessage]]], step: bool) -> None:
        """What the tables' turn finds."""
        self.state_before = self._state(waiting)
        self.single_command = None
        if len(waiting) == 1:
            ((table, messages),) = waiting.items()
            if len(messages) == 1 and not self._is_busy(table):
                self.single_command = (messages[0][1].player, messages[0][1].body)

    def _state(self, tables: Collection[int]) -> tuple[int, int]:
        """The lowest version of these tables, and how many transfers there are."""
        return min(self.memory.tables[table]["version"] for table in tables), len(self.memory.posted)

    def _is_busy(self, table: int) -> bool:
        """Whether more than one command may happen: an automatic step is due, such as calling the seat
        queue, closing the table, renewing the clocks after a fault, or going on with the value of a beacon.
        """
        row, live = self.memory.tables[table], self.shadows[table].live
        step_is_due = row["due"] is not None and row["due"] <= self.memory.now
        table_workers = [
            croupier.workers[table] for croupier in self.simulation.croupiers if table in croupier.workers
        ]
        fault = any(table_worker.transaction.fault is not None for table_worker in table_workers)
        waits = any(table_worker.transaction.postponed for table_worker in table_workers)
        is_open = row["status"] == "open" and not live.closing and not live.shut
        return bool(step_is_due or fault or waits or live.queue or not is_open)

    def after(self, tables: Collection[int], outbox: list[tuple[str, bytes]]) -> None:
        for table in tables:
            self._fold(table)
        for table in tables:
            self._money(table)
        if outbox:
            self._answers(tables, outbox)
        if self.simulation.turns % RELOAD_EVERY == 0 and self.memory.fail_in is None:
            for table in tables:
                self.reload_table(table)

    def _fold(self, table: int) -> None:
        shadow, row = self.shadows[table], self.memory.tables[table]
        while self.posted < len(self.memory.posted):
            _, kind, _, _, _, cents, round_id, seat = self.memory.posted[self.posted]
            self.posted += 1
            if round_id is not None:
                self.sums[round_id][seat or 0][kind] += cents
        for seq, round_id, at, kind, data, player, command, details, chain in self.memory.events[table][
            shadow.live.seq :
        ]:
            shadow.chain = chain_hash(
                shadow.chain, at, seq, kind, data.encode(), round_id, player, command, details
            )
            self.claim(chain in (None, shadow.chain), f"the chain of table {table} breaks at {seq}")
            event = journal_reading.event_decoder(row["system"]).decode(
                kind, self._read(table, shadow.live, seq, data)
            )
            shadow.live = self._next(table, shadow, event, at, has_command=command is not None)
        self.claim(
            shadow.live.seq == row["version"] and shadow.chain == row["chain"],
            f"row and journal of table {table} differ",
        )
        shadow.live = structs.replace(shadow.live, due=row["due"])

    def _read(self, table: int, live: Live, seq: int, data: str) -> bytes | str:
        if not hidden_events.is_hidden(data):
            return data
        if live.round_id not in self.seeds:
            sealed = self.memory.rounds[live.round_id]["sealed"]
            self.seeds[live.round_id] = self.simulation.key.seed(table, live.round, sealed)
        return hidden_events.reveal(self.seeds[live.round_id], table, seq, data)

    def _next(self, table: int, shadow: Shadow, event: Any, at: int, *, has_command: bool) -> Live:
        if isinstance(event, BetsOpened):
            rules = journal_reading.rules_of(self.memory.tables[table]["system"], event.sheet, event.setting)
            shadow.live = structs.replace(shadow.live, rules=rules)
            self.claim(not shadow.live.running, f"table {table} opens a round while one runs")
        live = apply(shadow.live, event, at, by_command=has_command)
        if trouble := contradiction(shadow.live, live, live.rules, event, at):
            self.claim(False, f"table {table}, round {live.round}: {trouble}")
        match event:
            case BeaconValueUsed():
                self.simulation.counted["beacon value"] += 1
            case RoundPrepared():
                self.claim(
                    event.commitment not in self.promised, f"a seed is promised twice, at table {table}"
                )
                self.promised.add(event.commitment)
            case BetsOpened():
                self.claim(
                    live.commitment not in self.burnt, f"a void round's seed is used again, at table {table}"
                )
            case RoundEnded():
                if event.seed:
                    self.claim(
                        generator.promise(bytes.fromhex(event.seed)) == live.commitment,
                        "what is opened is not what was promised",
                    )
                    self.claim(live.commitment not in self.burnt, "a void round's seed is opened")
                self._round_ended(table, live, live.rules, event)
            case Held(reason):
                self.claim(
                    reason == "a fault" or reason in CAUSES_TO_HOLD,
                    f"table {table} is held: {reason}\n{self.simulation.log.trouble}",
                )
        return live

    def _round_ended(self, table: int, live: Live, rules: Rules | None, event: RoundEnded) -> None:
        assert rules is not None
        self.ended += 1
        self.ends[live.round_id] += 1
        self.claim(self.ends[live.round_id] == 1, f"round {live.round_id} of table {table} ends twice")
        if event.void:
            self.burnt.add(live.commitment)
            self.simulation.counted["void"] += 1
            self.simulation.counted["no beacon"] += event.void == "no-beacon"
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
                if TransferKind(kind) not in NOT_IN_RESULT
            )
            reported = result.back + result.prize - result.commission - result.staked if result else 0
            about = f"{type(rules.engine).__name__}, round {live.round_id}, seat {seat}, void «{event.void}»"
            self.claim(net == reported, f"{about}: {net} moved, {reported} reported: {dict(kinds)} {result}")
            if result is not None:
                self.claim(
                    result.staked + result.carried == result.lost + result.back + result.held,
                    f"{about}: {result} does not add up",
                )
                row = (result.staked, result.lost, result.back, result.prize, result.held, result.commission)
                self.claim(
                    rows.get(seat) == row, f"{about}: the stake's row holds {rows.get(seat)}, the round {row}"
                )

    def _money(self, table: int) -> None:
        shadow, memory = self.shadows[table], self.memory
        live, rules = shadow.live, shadow.rules
        stakes, carried = memory.balance("stakes", table=table), memory.balance("held", table=table)
        if not live.running:
            self.claim(stakes == 0, f"{stakes} are at stake on table {table} and no round runs")
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
                    stack_balance = memory.accounts[account]["balance"]
                    seat_state = live.game.seats.get(seat)
                    stack = seat_state.stack + seat_state.pending if seat_state is not None else 0
                    self.claim(
                        stack_balance == stack,
                        f"table {table}, player {player}: {stack_balance} {currency} in the account, "
                        f"{stack} in play",
                    )

    def _answers(self, tables: Collection[int], outbox: list[tuple[str, bytes]]) -> None:
        refused = accepted = 0
        for channel, message in outbox:
            if channel == envelope.BALANCES:
                for player, frame in envelope.decode_player_frames(message).items():
                    balance_frame, wallet = (
                        msgspec.json.decode(frame),
                        self.memory.accounts[self.memory.natures["wallet", "EUR", player, None]],
                    )
                    if balance_frame["n"] == wallet["moves"]:
                        self.claim(
                            balance_frame["cents"] == wallet["balance"],
                            f"player {player} receives a balance of {balance_frame['cents']}",
                        )
            if channel != envelope.web_channel("web"):
                continue
            for player, frame in envelope.decode_replies(message):
                data = msgspec.json.decode(frame)
                if data["t"] == "ok":
                    accepted += 1
                    self._accepted(player, data["id"], data["v"])
                elif data["t"] == "no":
                    refused += 1
                    self.refusals[data["code"]] += 1
                    self._refused(player, data)
        self.accepted += accepted
        if self.single_command is not None and refused and not accepted:
            self.claim(
                self._state(tables) == self.state_before,
                f"a command that was refused changed it: {self.single_command}",
            )

    def _accepted(self, player: int, command_id: str, version: int) -> None:
        known = self.memory.commands.get((player, msgspec.convert(command_id, type=UUID)))
        # A command that changes nothing is not recorded, such as sitting in one's own seat. If it is repeated
        # in the same transaction and then changes something, it is recorded.
        idle = self.simulation.players_online.kinds.get(command_id) in (
            "sit",
            "stay",
            "leave",
            "queue",
            "unqueue",
        )
        if known is None or (idle and version < known[0] and known[0] > self.state_before[0]):
            self.claim(idle, f"{command_id} of player {player} is accepted but not recorded")
            return
        self.claim(
            known[0] == version,
            f"player {player} receives {version} of {command_id}, which is recorded at {known[0]}",
        )
        self.claim(
            self.answered.setdefault((player, command_id), version) == version,
            f"the replies to {command_id} differ",
        )

    def _refused(self, player: int, data: dict[str, Any]) -> None:
        if data["id"] is None or data["code"] in ("id-reused", "unreadable"):
            return
        known = self.memory.commands.get((player, msgspec.convert(data["id"], type=UUID)))
        # A command may be refused and then accepted when it is repeated in the same transaction.
        self.claim(
            known is None or known[0] > self.state_before[0],
            f"player {player} is refused {data['id']} ({data['code']}), which is recorded at {known}",
        )

    # --- folded frames equal a fresh snapshot

    def check_browsers(self, table: int, table_worker: TableWorker) -> None:
        if (
            table_worker.broadcast.has_changes
            or table_worker.transaction.loaded is None
            or table_worker.broadcast.version != self.memory.tables[table]["version"]
        ):
            return
        if any(
            table in process.workers and process.workers[table].broadcast.has_changes
            for process in self.simulation.croupiers
        ):
            return  # the other croupier still has frames to publish
        shadow = self.shadows[table]
        seen = _json(
            table_view(
                structs.replace(shadow.live, rules=table_worker.transaction.loaded.rules),
                table_worker.transaction.loaded.current,
            )
        )
        for player, browser in self.simulation.browsers[table].items():
            if browser.missed:
                continue
            if browser.table_version != shadow.live.seq and table in self.simulation.unpublished:
                browser.missed = True  # the next heartbeat reports what the killed croupier did not publish
                continue
            self.claim(
                browser.table_version == shadow.live.seq,
                f"browser {player} of table {table} is behind: {browser.table_version}, {shadow.live.seq}",
            )
            self.claim(
                browser.table == seen,
                f"browser {player} of table {table} holds {browser.table}, a snapshot has {seen}",
            )
            seat = shadow.live.players.get(player)
            if seat is not None:
                mine = _json(seat_view(shadow.live, seat))
                self.claim(
                    browser.mine == mine,
                    f"browser {player} of table {table} holds {browser.mine}, a snapshot has {mine}",
                )
        if not any(browser.missed for browser in self.simulation.browsers[table].values()):
            self.simulation.unpublished.discard(table)

    # --- the record alone

    def reload_table(self, table: int) -> None:
        """Load the table as another croupier that takes it over."""
        row = journal.lock_row(table)
        assert row is not None
        seat_state, shadow = journal.load({table: row}, self.simulation.key)[table], self.shadows[table]
        self.claim(
            encode_state(seat_state.live) == encode_state(shadow.live),
            f"table {table}: snapshot and events are not its journal",
        )
        reloaded_game = seat_state.live.game
        if reloaded_game is not None:
            self.claim(reloaded_game == shadow.live.game, f"table {table}: the reloaded game differs")

    def check_all_tables(self) -> None:
        """All accounts add up to zero, and each table's snapshot equals its journal."""
        total = sum(account["balance"] for account in self.memory.accounts.values())
        self.claim(total == 0, f"all accounts together hold {total}")
        for table in self.simulation.tables:
            self.reload_table(table)

    def must_end(self, table: int) -> bool:
        """Whether a round runs that ends by itself.

        An individual table waits for its player, and a poker table waits for two players.
        """
        shadow = self.shadows[table]
        live, rules = shadow.live, shadow.rules
        if not live.running or rules is None:
            return False
        if rules.engine.waiting_for(live.game) is Wait.BETS and rules.setting.mode == Mode.INDIVIDUAL:
            return any(chair.leaving for chair in live.seats.values())
        return not live.only_waits_for_players

    def check_empty_tables(self) -> None:
        for table, shadow in self.shadows.items():
            self.claim(not shadow.live.seats, f"table {table} keeps its players: {shadow.live.seats}")
        for account in self.memory.accounts.values():
            if account["kind"] in ("stakes", "stack", "held"):
                self.claim(account["balance"] == 0, f"{account} is left behind")
        open_ = [session for session in self.memory.sessions.values() if session["ended"] is None]
        self.claim(not open_, f"play sessions without an end: {open_}")
        self.check_all_tables()


def _change(kind: TransferKind) -> int:
    """The effect of one cent of this transfer on the seat: +1, -1 or 0."""
    own = (AccountKind.WALLET, AccountKind.STACK)
    source, target = TRANSFER_ACCOUNTS[kind]
    return (target in own) - (source in own)


def _json(view: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))
