"""One sitting at one table: people sit down, rounds are played, they leave. The hours are the simulation's own; nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Raw, Struct, structs

from casino.demo.simulated_past import bet_choices
from casino.demo.simulated_past.play_writer import Pen, hour_of
from casino.demo.simulated_past.rare_events import Rarities, Seen
from casino.demo.simulated_past.seeded_draw import Luck, derived, id_at
from games.draw import generator
from games.draw.generator import Draw
from games.rules.engine import Wait
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Mode
from games.tables.croupier import journal
from games.tables.croupier.automatic_steps import House
from games.tables.croupier.keys import SealKey
from games.tables.domain import commands, deadlines
from games.tables.domain.commands import Guest
from games.tables.domain.events import Held, Released
from games.tables.domain.pending_changes import Stage
from games.tables.domain.state import Live
from games.tables.transport.protocol import Do, Leave, Nudge, Sit
from players.shared import clock as people_clock
from players.wallet.ledger import Balance

SECOND = 1000
LONGEST = 40_000  # turns: a sitting that does not end is a fault of the simulation
MORNING = 4 * 3600 * SECOND  # after midnight a table goes on that stood still with stakes in prison
AFTER_NIGHT = 3  # rounds


class PastHouse(House):
    """The house of a past: its seeds follow from the simulation's number, and nothing of it lies in the database yet."""

    def __init__(self, table: int, name: str, key: SealKey, seed: int, ids: Callable[[], int]) -> None:
        super().__init__(table, key)
        self.name, self.seed, self.ids = name, seed, ids
        self.known: dict[int, bytes] = {}
        self.drawn: tuple[int, Draw] | None = None
        self.cipher: tuple[int, AESGCM] | None = None
        self.last = 0

    def id_new(self) -> int:
        self.last = self.ids()
        return self.last

    def seed_new(self, round: int) -> bytes:
        kept = {id: seed for id, seed in self.known.items() if id in self.seeds}
        self.known = {**kept, self.last: derived(self.seed, "seed", self.name, round)}
        return self.known[self.last]

    def opened(self, round: int, id: int) -> bytes:
        return self.known[id]

    def _chance(self, live: Live) -> Draw:
        """One draw for a shoe: whatever is shuffled is shuffled once, and no game draws a number twice in a round."""
        if self.drawn is None or self.drawn[0] != live.shoe_id:
            self.drawn = live.shoe_id, super()._chance(live)
        return self.drawn[1]

    def conceal(self, live: Live, seq: int, data: bytes) -> bytes:
        """One key for a shoe."""
        if self.cipher is None or self.cipher[0] != live.shoe_id:
            self.cipher = live.shoe_id, generator.journal_cipher(self._seed(live))
        return generator.concealed_under(self.cipher[1], self.table, seq, data)

    def void(self, stage: Stage, cause: str) -> None:
        self._void(stage, cause)

    def shares(self, id: int) -> dict[int, str]:
        return {}

    def hold(self, cause: str) -> None:
        """The row is not written before the sitting is over, and by then staff have looked."""


class Board:
    """A table between its sittings."""

    def __init__(
        self,
        table: int,
        row: journal.Row,
        key: SealKey,
        seed: int,
        ids: Callable[[], int],
        staff: tuple[int, int],
        rare: Rarities,
    ) -> None:
        assert row.sheet is not None
        self.table, self.row, self.key, self.staff, self.rare = table, row, key, staff, rare
        self.seen: Seen = set()  # what has happened so far, at all tables of a part
        self.current = journal.rules(row.system, row.sheet, row.setting)
        self.accounts = journal.accounts_of(table, row.currency)
        self.house = PastHouse(table, row.name, key, seed, ids)
        self.seals: dict[int, bytes] = {}
        self.pen = Pen(table, row, self.seals)
        self.live, self.rules, self.chain = Live(table=table), self.current, row.chain
        self.free = 0  # when the last sitting ended

    @property
    def alone(self) -> bool:
        return bool(self.current.setting.mode == Mode.INDIVIDUAL)


class Visitor(Struct):
    """Somebody at a table: how large they play."""

    guest: Guest
    size: int = 2
    asleep: bool = False
    excluded: bool = False


class Sitting:
    def __init__(
        self, board: Board, at: int, visitors: list[Visitor], purses: Mapping[int, Balance], luck: Luck
    ) -> None:
        self.board, self.luck = board, luck
        self.visitors = {visitor.guest.player: visitor for visitor in visitors}
        self.stage = Stage(
            board.live,
            board.rules,
            at=at,
            chain=board.chain,
            currency=board.row.currency,
            accounts=board.accounts,
            purses=dict(purses),
            conceal=board.house.conceal,
        )
        self.engine: Any = board.current.engine
        self.moment = deadlines.moment(board.live, board.rules)
        self.betted = self.turns = self.rounds = 0
        self.night = False

    def play(self, rounds: int, *, night: bool = False) -> None:
        """So many rounds, and everybody leaves; where a night is wanted, not before it."""
        self.night = night
        for visitor in self.visitors.values():
            commands.sit(self.stage, Sit(self._id()), visitor.guest, self.board.current, closed=False)
            self._settle()
            self._wait(self.luck.between(1, 9) * SECOND)
        pen, self.rounds = self.board.pen, rounds
        while pen.ended < self.rounds and self.stage.live.seats and self._turn():
            pass
        for player in list(self.stage.live.players):
            self._leave(player)
        while self.stage.live.seats and self._turn():
            pass
        if self.stage.live.held:
            self._release()
        self.board.house.put_shoe_away(self.stage)
        self._settle()
        if self.stage.live.seats:
            raise RuntimeError(f"a sitting at {self.board.row.name} does not end: {self.stage.live}")
        self.board.live, self.board.rules, self.board.chain = (
            self.stage.live,
            self.stage.rules or self.board.current,
            self.stage.chain,
        )
        self.board.free = self.stage.at + 20 * SECOND

    def left(self) -> dict[int, int]:
        """By player, what they go home with."""
        return {player: self.stage.left[visitor.guest.wallet] for player, visitor in self.visitors.items()}

    # One turn: what people decide, or else the table's own next step.

    def _turn(self) -> bool:
        self.turns += 1
        live = self.stage.live
        if self.turns > LONGEST:
            return False
        if live.held:
            self._release()
        elif not live.running:
            self._between()
        elif cause := self._void_cause():
            self._void(cause)
        else:
            rules = self.stage.rules
            assert rules is not None
            wait = self.engine.waiting_for(live.game)
            if wait is Wait.BETS and self.betted != live.round:
                self.betted = live.round
                self._bets()
            elif wait is Wait.BETS and self.board.alone and live.due is None:
                for player in list(live.players):
                    self._leave(player)
            elif wait is Wait.CHOICE and not self.engine.to_act(live.game):
                return self._come_together()
            elif wait is Wait.CHOICE and (seat := self._deciding()) and not self.luck.once_in(150):
                if not self._say(
                    live.seats[seat].player,
                    bet_choices.decision(self.luck, rules, live.game, seat, self.board.rare.insured_in),
                ):
                    return self._step()
            else:
                return self._step()
        return True

    def _void_cause(self) -> str:
        board = self.board
        return board.rare.voids(board.row.system, self.engine, self.stage.live.game, board.seen)

    def _void(self, cause: str) -> None:
        if cause == "not-resumed" and self.stage.live.due is not None:
            assert self.stage.rules is not None
            self._step(
                late=int(self.stage.rules.sheet.resume_within) * SECOND + self.luck.between(1, 90) * SECOND
            )
            return
        self.board.house.void(self.stage, cause)
        self._settle()

    def _come_together(self) -> bool:
        """A table between players waits for a second one with chips."""
        before = self.stage.live.seq
        self._bets()
        return self.stage.live.seq > before or self._step()

    def _deciding(self) -> int:
        live = self.stage.live
        return next(
            (
                seat
                for seat in self.engine.to_act(live.game)
                if seat in live.seats and not live.seats[seat].leaving
            ),
            0,
        )

    def _step(self, late: int = 0) -> bool:
        stage = self.stage
        due = stage.live.due
        if due is None:
            return False
        stage.at = max(stage.at, due) + late
        self.board.house.step(stage, self.board.row, self.board.current, self.board.seals)
        self._settle()
        return True

    def _between(self) -> None:
        """Between two rounds somebody may go, and who sleeps is spoken to."""
        self._night()
        live = self.stage.live
        if any(visitor.asleep for visitor in self.visitors.values()):
            self._nudge()
        elif len(live.players) > 1 and not self.night and self.luck.once_in(70):
            self._leave(self.luck.of(list(live.players)))
        if self.stage.live.seats:
            self._step()

    def _night(self) -> None:
        """A table whose last round left stakes in prison stands still till the small hours, where that is wanted."""
        if not self.night or not getattr(self.stage.live.game, "held", None):
            return
        midnight = (
            int(people_clock.end_of(datetime.fromtimestamp(self.stage.at / SECOND, UTC), "day").timestamp())
            * SECOND
        )
        self.night, self.stage.at = False, midnight + MORNING
        self.rounds = min(self.rounds, self.board.pen.ended + AFTER_NIGHT)

    def _bets(self) -> None:
        luck, live, rules = self.luck, self.stage.live, self.stage.rules
        assert rules is not None
        for seat, chair in live.seats.items():
            visitor = self.visitors[chair.player]
            if luck.once_in(self.board.rare.asleep_in):
                visitor.asleep = True
            if chair.leaving or visitor.asleep or (not self.board.alone and luck.once_in(9)):
                continue
            command = bet_choices.bet(luck, rules, self.stage.live.game, seat, visitor.size)
            if command is None:
                continue
            if not self._say(chair.player, command):
                self._leave(chair.player)  # the wallet does not hold so much any more
            elif self.board.alone:
                self._say(chair.player, {"t": "launch"})
        if self.board.alone and any(visitor.asleep for visitor in self.visitors.values()):
            self._sleep_alone()
        elif self.engine.stakes(self.stage.live.game):
            if luck.once_in(self.board.rare.void_in) and self.stage.live.due is not None:
                self._step(late=int(rules.sheet.resume_within) * SECOND + luck.between(1, 90) * SECOND)
            elif luck.once_in(self.board.rare.stopped_in):
                self.stage.happen([Held("a fault was reported from the floor")])
                self._settle()

    def _nudge(self) -> None:
        commands.nudge(self.stage, Nudge())
        self._settle()

    def _sleep_alone(self) -> None:
        """Nobody bets at a table of one: invited, warned, and shown out.  Three minutes, then a minute each."""
        for seconds in (181, 61, 61):
            self._wait(seconds * SECOND)
            self._nudge()

    def _release(self) -> None:
        """Two people look at what went wrong; what becomes of a round that stands still follows from the time lost."""
        live, rules = self.stage.live, self.stage.rules
        assert rules is not None
        stands = live.running
        self._wait(
            self.luck.between(2, int(rules.sheet.resume_within) // 2) * SECOND
            if stands
            else self.luck.between(120, 900) * SECOND
        )
        incident = self.board.pen.incidents[-1]
        hour = hour_of(self.stage.at)
        proposed = hour_of(self.stage.at - SECOND)
        incident[4:] = [
            "resume" if stands else "release",
            self.board.staff[0],
            proposed,
            self.board.staff[1],
            hour,
            "looked at",
        ]
        self.stage.happen([Released()])
        self._settle()

    def _leave(self, player: int) -> None:
        if player not in self.stage.live.players:
            return
        chair = self.stage.live.seats[self.stage.live.players[player]]
        if chair.leaving:
            return
        cause = "excluded" if self.visitors[player].excluded else self.luck.of(self.board.rare.ends)
        self._wait(self.luck.between(1, 4) * SECOND)
        if cause == "player":
            wish = Leave(self._id())
            commands.leave(
                self.stage, player, cause, command=wish.id, digest=commands.digest(self.board.table, wish)
            )
        else:
            commands.leave(self.stage, player, cause)
        self._settle()

    # What every turn shares.

    def _say(self, player: int, command: dict[str, Any]) -> bool:
        """A command of the game, refused or taken."""
        self._wait(self.luck.between(2, 14) * 100)
        wish = Do(self._id(), self.stage.live.round, Raw(msgspec.json.encode(command)))
        try:
            commands.do(self.stage, wish, player, commands.digest(self.board.table, wish))
        except Refused:
            return False
        self._settle()
        return True

    def _id(self) -> Any:
        return id_at(self.stage.at, self.board.house.seed, self.board.row.name, self.stage.live.seq)

    def _wait(self, ms: int) -> None:
        """People take their time, and never so long that the table would have gone on without them."""
        due = self.stage.live.due
        self.stage.at = (
            self.stage.at + ms if due is None else max(self.stage.at, min(self.stage.at + ms, due - 1))
        )

    def _settle(self) -> None:
        """After each turn: when the table wants its next step, and what goes on the record."""
        stage = self.stage
        live = stage.live
        moment = deadlines.moment(live, stage.rules)
        if live.due is None or moment != self.moment:
            due = deadlines.due(live, stage.rules, stage.at)
            if due != live.due:
                stage.live = structs.replace(live, due=due)
            self.moment = moment
        if self.board.rare.every_kind:
            self.board.seen |= {("kind", move.kind) for move in stage.moves}
        self.board.pen.take(stage)
