"""The play of a few players at one table: they sit down, play rounds and leave.

Only the clock is simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Raw, Struct, structs

from casino.demo.simulated_past.play_writer import PlayRecorder, timestamp_of
from casino.demo.simulated_past.rare_events import RareEvents, Seen
from casino.demo.simulated_past.seeded_draw import SeededRandom, derive_key, id_at
from casino.demo.simulated_past.simulated_beacon import SimulatedBeacon, StepsWithBeacon
from games.draw.generator import Draw
from games.draw.hand_draw import HandDraw
from games.draw.seal_key import SealKey
from games.rules.engine import AnyEngine, Wait
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode
from games.tables import journal_reading
from games.tables.bots import choices
from games.tables.croupier import journal
from games.tables.croupier.beacon_values import NoDrawYet
from games.tables.domain import commands
from games.tables.domain.commands import Entrant
from games.tables.domain.events import Held, Released
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.state import Live
from games.tables.transport.protocol import Leave, Play, Sit
from players.shared import clock as people_clock
from players.wallet.ledger import Balance

SECOND = 1000
MAX_TURNS = 40_000  # beyond it, the simulation has a bug
MORNING = 4 * 3600 * SECOND  # after midnight, when a table with stakes in prison continues
ROUNDS_AFTER_NIGHT = 3


class SimulatedSteps(StepsWithBeacon):
    """Automatic steps with seeds derived from the simulation's seed. Nothing is in the database yet."""

    def __init__(self, table: int, name: str, key: SealKey, seed: int, ids: Callable[[], int]) -> None:
        super().__init__(table, key, SimulatedBeacon(seed))
        self.name, self.seed, self.ids = name, seed, ids
        self.known: dict[int, bytes] = {}
        self.drawn: tuple[int, Draw | HandDraw | NoDrawYet] | None = None
        self.cipher: tuple[int, AESGCM] | None = None
        self.last = 0

    def new_id(self) -> int:
        self.last = self.ids()
        return self.last

    def new_seed(self, round_number: int) -> bytes:
        kept = {round_id: seed for round_id, seed in self.known.items() if round_id in self.seeds}
        self.known = {**kept, self.last: derive_key(self.seed, "seed", self.name, round_number)}
        return self.known[self.last]

    def opened(self, round_number: int, round_id: int) -> bytes:
        return self.known[round_id]

    def _chance(self, live: Live) -> Draw | HandDraw | NoDrawYet:
        """One draw per round is enough: a shoe is shuffled once, and no game draws twice in a round."""
        if self.drawn is None or self.drawn[0] != live.round_id or isinstance(self.drawn[1], NoDrawYet):
            self.drawn = live.round_id, super()._chance(live)
        return self.drawn[1]

    def journal_cipher(self, live: Live) -> AESGCM:
        """One key per round."""
        if self.cipher is None or self.cipher[0] != live.round_id:
            self.cipher = live.round_id, super().journal_cipher(live)
        return self.cipher[1]

    def void(self, pending: PendingChanges, cause: str) -> None:
        self._void(pending, cause)

    def shares(self, round_id: int) -> dict[int, str]:
        return {}


class SimulatedTable:
    """A table of the simulation, between the plays."""

    def __init__(
        self,
        table_id: int,
        row: journal.TableRow,
        key: SealKey,
        seed: int,
        ids: Callable[[], int],
        staff: tuple[int, int],
        rare: RareEvents,
    ) -> None:
        assert row.sheet is not None
        self.table_id, self.row, self.key, self.staff, self.rare = table_id, row, key, staff, rare
        self.seen: Seen = set()  # rare events so far, at all tables of a part
        rules = journal_reading.rules_of(row.system, row.sheet, row.setting)
        self.current = structs.replace(rules, house_players=0)
        self.accounts = journal_reading.open_table_accounts(table_id, row.currency)
        self.steps = SimulatedSteps(table_id, row.name, key, seed, ids)
        self.seals: dict[int, bytes] = {}
        self.recorder = PlayRecorder(table_id, row, self.seals)
        self.live, self.chain = Live(table=table_id, rules=self.current), row.chain
        self.free = 0  # when the last play ended

    @property
    def alone(self) -> bool:
        return bool(self.current.setting.mode == Mode.INDIVIDUAL)


class Visitor(Struct):
    """A player at a table. Stakes are up to `size` times the minimum."""

    guest: Entrant
    size: int = 2
    is_idle: bool = False
    excluded: bool = False


class TablePlay:
    def __init__(
        self,
        table: SimulatedTable,
        at: int,
        visitors: list[Visitor],
        balances: Mapping[int, Balance],
        rng: SeededRandom,
    ) -> None:
        self.table, self.rng = table, rng
        self.visitors = {visitor.guest.player: visitor for visitor in visitors}
        self.pending = PendingChanges(
            table.live,
            at=at,
            chain=table.chain,
            currency=table.row.currency,
            accounts=table.accounts,
            balances=dict(balances),
        )
        self.engine: AnyEngine = table.current.engine
        self.settled = table.live  # as it was when its deadline was set
        self.betted = self.turns = self.rounds = 0
        self.night = False

    def play(self, rounds: int, *, night: bool = False) -> None:
        """Play the rounds, then everyone leaves.

        With `night`, play until stakes are in prison over a night.
        """
        self.night = night
        for visitor in self.visitors.values():
            commands.sit(
                self.pending,
                Sit(self._id()),
                visitor.guest,
                self.table.current,
                closed=False,
                money_stopped=False,
            )
            self._settle()
            self._wait(self.rng.between(1, 9) * SECOND)
        recorder, self.rounds = self.table.recorder, rounds
        while recorder.ended < self.rounds and self.pending.live.seats and self._turn():
            pass
        for player in list(self.pending.live.players):
            self._leave(player)
        while self.pending.live.seats and self._turn():
            pass
        if self.pending.live.held:
            self._release()
        if self.pending.live.seats:
            raise RuntimeError(f"play at {self.table.row.name} does not end: {self.pending.live}")
        self.table.live, self.table.chain = self.pending.live, self.pending.chain
        self.table.free = self.pending.at + 20 * SECOND

    def final_balances(self) -> dict[int, int]:
        """The wallet balance of each player after the play."""
        return {
            player: self.pending.available[visitor.guest.wallet] for player, visitor in self.visitors.items()
        }

    # One turn: a decision of a player, or else the table's next step.

    def _turn(self) -> bool:
        self.turns += 1
        live = self.pending.live
        if self.turns > MAX_TURNS:
            return False
        if live.held:
            self._release()
        elif not live.running:
            self._between_rounds()
        elif cause := self._void_cause():
            self._void(cause)
        else:
            rules = self.pending.rules
            assert rules is not None
            wait = self.engine.waiting_for(live.game)
            if wait is Wait.BETS and self.betted != live.round:
                self.betted = live.round
                self._bets()
            elif wait is Wait.BETS and self.table.alone and live.due is None:
                for player in list(live.players):
                    self._leave(player)
            elif wait is Wait.CHOICE and not self.engine.to_act(live.game):
                return self._join_game()
            elif wait is Wait.CHOICE and (seat := self._deciding_seat()) and not self.rng.once_in(150):
                decision = choices.decision(self.rng, rules, live.game, seat, self.table.rare.insured_in)
                if not self._send(live.seats[seat].player, decision):
                    return self._step()
            else:
                return self._step()
        return True

    def _void_cause(self) -> str:
        table = self.table
        return table.rare.void_cause(table.row.system, self.engine, self.pending.live.game, table.seen)

    def _void(self, cause: str) -> None:
        if cause == "not-resumed" and self.pending.live.due is not None:
            assert self.pending.rules is not None
            self._step(
                late=int(self.pending.rules.sheet.resume_within) * SECOND + self.rng.between(1, 90) * SECOND
            )
            return
        self.table.steps.void(self.pending, cause)
        self._settle()

    def _join_game(self) -> bool:
        """Buy in at a table between players, which needs two players with chips."""
        before = self.pending.live.seq
        self._bets()
        return self.pending.live.seq > before or self._step()

    def _deciding_seat(self) -> int:
        live = self.pending.live
        for seat in self.engine.to_act(live.game):
            if seat in live.seats and not live.seats[seat].leaving:
                return int(seat)
        return 0

    def _step(self, late: int = 0) -> bool:
        pending = self.pending
        due = pending.live.due
        if due is None:
            return False
        pending.at = max(pending.at, due) + late
        self.table.steps.step(pending, self.table.row, self.table.current, self.table.seals)
        self._settle()
        return True

    def _between_rounds(self) -> None:
        """Between two rounds a player may leave, and an idle player is warned."""
        self._night()
        live = self.pending.live
        if any(visitor.is_idle for visitor in self.visitors.values()):
            self._nudge()
        elif len(live.players) > 1 and not self.night and self.rng.once_in(70):
            self._leave(self.rng.choose(list(live.players)))
        if self.pending.live.seats:
            self._step()

    def _night(self) -> None:
        """If a night is wanted, stop a table with stakes in prison until the next morning."""
        if not self.night or not getattr(self.pending.live.game, "held", None):
            return
        now = datetime.fromtimestamp(self.pending.at / SECOND, UTC)
        midnight = int(people_clock.end_of(now, "day").timestamp()) * SECOND
        self.night, self.pending.at = False, midnight + MORNING
        self.rounds = min(self.rounds, self.table.recorder.ended + ROUNDS_AFTER_NIGHT)

    def _bets(self) -> None:
        rng, live, rules = self.rng, self.pending.live, self.pending.rules
        assert rules is not None
        for seat, occupant in live.seats.items():
            visitor = self.visitors[occupant.player]
            if rng.once_in(self.table.rare.idle_in):
                visitor.is_idle = True
            if occupant.leaving or visitor.is_idle or (not self.table.alone and rng.once_in(9)):
                continue
            command = choices.bet(rng, rules, self.pending.live.game, seat, visitor.size)
            if command is None:
                continue
            if not self._send(occupant.player, command):
                self._leave(occupant.player)  # the wallet is too low
            elif self.table.alone:
                self._send(occupant.player, {"t": "launch"})
        if self.table.alone and any(visitor.is_idle for visitor in self.visitors.values()):
            self._stay_idle()
        elif self.engine.stakes(self.pending.live.game):
            if rng.once_in(self.table.rare.void_in) and self.pending.live.due is not None:
                self._step(late=int(rules.sheet.resume_within) * SECOND + rng.between(1, 90) * SECOND)
            elif rng.once_in(self.table.rare.stopped_in):
                self.pending.record([Held("a fault was reported from the floor")])
                self._settle()

    def _nudge(self) -> None:
        commands.check_inactivity(self.pending)
        self._settle()

    def _stay_idle(self) -> None:
        """At a table for one, an idle player is invited, warned and removed."""
        for seconds in (181, 61, 61):
            self._wait(seconds * SECOND)
            self._nudge()

    def _release(self) -> None:
        """Two members of staff decide the incident.

        What happens to a running round depends on the time lost.
        """
        live, rules = self.pending.live, self.pending.rules
        assert rules is not None
        is_running = live.running
        low, high = (2, int(rules.sheet.resume_within) // 2) if is_running else (120, 900)
        self._wait(self.rng.between(low, high) * SECOND)
        incident = self.table.recorder.incidents[-1]
        confirmed = timestamp_of(self.pending.at)
        proposed = timestamp_of(self.pending.at - SECOND)
        incident[4:] = [
            "resume" if is_running else "release",
            self.table.staff[0],
            proposed,
            self.table.staff[1],
            confirmed,
            "looked at",
        ]
        self.pending.record([Released()])
        self._settle()

    def _leave(self, player: int) -> None:
        if player not in self.pending.live.players:
            return
        occupant = self.pending.live.seats[self.pending.live.players[player]]
        if occupant.leaving:
            return
        cause = "excluded" if self.visitors[player].excluded else self.rng.choose(self.table.rare.ends)
        self._wait(self.rng.between(1, 4) * SECOND)
        if cause == "player":
            command = Leave(self._id())
            digest = commands.digest(self.table.table_id, command)
            commands.leave(self.pending, player, command=command.id, digest=digest)
        else:
            seat = self.pending.live.players[player]
            commands.request_disconnect(self.pending, seat, cause, finishes=cause == "inactivity")
        self._settle()

    # Shared by all turns.

    def _send(self, player: int, action: dict[str, Any]) -> bool:
        """Send a command of the game. Returns whether it was accepted."""
        self._wait(self.rng.between(2, 14) * 100)
        command = Play(self._id(), self.pending.live.round, Raw(msgspec.json.encode(action)))
        try:
            commands.play(self.pending, command, player, commands.digest(self.table.table_id, command))
        except Refused:
            return False
        self._settle()
        return True

    def _id(self) -> Any:
        return id_at(self.pending.at, self.table.steps.seed, self.table.row.name, self.pending.live.seq)

    def _wait(self, ms: int) -> None:
        """Let time pass, but not beyond the table's next deadline."""
        due = self.pending.live.due
        at = self.pending.at + ms
        self.pending.at = at if due is None else max(self.pending.at, min(at, due - 1))

    def _settle(self) -> None:
        """After each turn: set the next deadline and record the events."""
        pending = self.pending
        live = pending.live
        due = live.due_after(self.settled, pending.at)
        if due != live.due:
            pending.live = structs.replace(live, due=due)
        self.settled = pending.live
        if self.table.rare.every_kind:
            self.table.seen |= {("kind", move.kind) for move in pending.moves}
        self.table.recorder.record(pending)
