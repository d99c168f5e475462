"""A table in memory whose croupier belongs to an attacker: the product's own steps, rules and record.

The attacker decides what the croupier reads from outside: the seed, when shares are final and which they are,
and when it takes the table's next step. Everything else is the code that runs at live tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import msgspec
from msgspec import structs

from games.catalogue import GAMES
from games.draw import card_commitments, generator, hand_draw
from games.draw.beacon import Chain
from games.draw.hand_draw import HandDraw
from games.draw.proof import build_card_proof, build_seed_proof
from games.draw.seal_key import SealKey
from games.draw.shoe import ShoeBefore
from games.models import Table
from games.rules.engine import Wait
from games.tables.croupier import journal
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.croupier.beacon_values import NoDrawYet
from games.tables.domain import commands
from games.tables.domain.commands import Entrant
from games.tables.domain.events import Released
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.round_beacon import BeaconRule, RoundBeacon
from games.tables.domain.state import Live, Rules
from games.tables.transport.protocol import Play, Sit
from players.wallet.ledger import Balance
from tests.live_table import SHEETS

TABLE = 7
ATTACKER, HONEST = 3, 1  # seats
ATTACKING_PLAYER, HONEST_PLAYER = 101, 102
PURSE = 1 << 40
START = 1_700_000_300_000  # milliseconds, five minutes after the first value of the proof's beacon
ACCOUNTS = {"stakes": 11, "held": 12, "bank": 13, "commission": 14, "jackpot": 15}
MAX_STEPS = 400  # of one round; beyond it, the proof has a bug


class AttackedSteps(AutomaticSteps):
    """The steps of the croupier. What it reads from the record comes from the attacker."""

    def __init__(
        self,
        key: SealKey,
        chain: Chain,
        signature: Callable[[int], str],
        make_seed: Callable[[int], bytes],
        give_shares: Callable[[], dict[int, str]],
    ) -> None:
        super().__init__(TABLE, key)
        self.chain, self.signature = chain, signature
        self.make_seed, self.give_shares = make_seed, give_shares
        self.known: dict[int, bytes] = {}
        self.last = 0
        self.drawn: tuple[int, generator.Draw | HandDraw | NoDrawYet] = (0, NoDrawYet())

    def new_id(self) -> int:
        self.last += 1
        return self.last

    def new_seed(self, round_number: int) -> bytes:
        self.known = {
            self.last - 1: self.known.get(self.last - 1, b""),
            self.last: self.make_seed(round_number),
        }
        return self.known[self.last]

    def opened(self, round_number: int, round_id: int) -> bytes:
        return self.known[round_id]

    def shares(self, round_id: int) -> dict[int, str]:
        return self.give_shares()

    def beacon_rule(self, rules: Rules, at: int) -> BeaconRule:
        return BeaconRule(self.chain, rules.sheet.draw.margin_ms, rules.sheet.draw.wait_seconds)

    def beacon_signature(self, awaited: RoundBeacon) -> str:
        return self.signature(awaited.number)

    def _chance(self, live: Live) -> generator.Draw | HandDraw | NoDrawYet:
        """One draw per round is enough, as in the simulated past: no game draws twice in a round."""
        if self.drawn[0] != live.round_id or isinstance(self.drawn[1], NoDrawYet):
            self.drawn = live.round_id, super()._chance(live)
        return self.drawn[1]


class AttackedTable:
    """Round after round of one game, with one seat that bets."""

    def __init__(
        self, system: str, sheet: Mapping[str, Any], setting: Mapping[str, Any], steps: AttackedSteps
    ) -> None:
        engine = GAMES[system].engine
        self.steps, self.engine = steps, engine
        self.rules = Rules(
            system=system,
            engine=engine,
            read=msgspec.json.Decoder(engine.command_type).decode,
            sheet=msgspec.convert({**SHEETS.get(system, {}), **sheet}, type=engine.sheet_type),
            setting=msgspec.convert(
                {**GAMES[system].tables.initial, "currency": "EUR", **setting},
                type=engine.setting_type,
                strict=False,
            ),
            sheet_id=1,
            setting_id=1,
            build="attacked",
        )
        self.row = journal.TableRow(
            version=0, chain=bytes(32), status=Table.Status.OPEN, due=None, name="attacked", system=system,
            currency="EUR", setting=1, sheet=1,
        )  # fmt: skip
        self.changes = self._changes(Live(table=TABLE, rules=self.rules), bytes(32), START)
        self.commands = 0
        self.sit()

    def _changes(self, live: Live, chain: bytes, at: int) -> PendingChanges:
        return PendingChanges(
            live,
            at=at,
            chain=chain,
            currency="EUR",
            accounts=ACCOUNTS,
            balances={player: Balance(PURSE, 0) for player in (ATTACKING_PLAYER, HONEST_PLAYER)},
        )

    @property
    def live(self) -> Live:
        return self.changes.live

    @property
    def waits_for_bets(self) -> bool:
        return self.live.running and self.engine.waiting_for(self.live.game) is Wait.BETS

    def sit(self) -> None:
        """The attacker's seat, and that of a player whose browser is honest."""
        for player, seat in ((ATTACKING_PLAYER, ATTACKER), (HONEST_PLAYER, HONEST)):
            commands.sit(
                self.changes,
                Sit(self._id(), seat),
                Entrant(player, player, f"player {player}", player),
                self.rules,
                closed=False,
                money_stopped=False,
            )
        self._set_due()

    def release(self) -> None:
        """Staff looked at the table that the croupier held, and let it go on."""
        self.changes.record([Released()])
        self._set_due()

    def bet(self, on: Mapping[str, int], player: int = ATTACKING_PLAYER) -> None:
        """One of the two bets; the table's step before has opened the bets."""
        self.send({"t": "bet", "on": {**on}}, player)

    def send(self, action: Mapping[str, Any], player: int) -> None:
        content = msgspec.json.encode(action)
        command = Play(self._id(), self.live.round, msgspec.Raw(content))
        commands.play(self.changes, command, player, 0)
        self._set_due()

    def open_bets(self) -> None:
        """A round of its own transaction: what came before is written and forgotten."""
        self.changes = self._changes(self.live, self.changes.chain, self.changes.at)
        for _ in range(MAX_STEPS):
            if self.waits_for_bets:
                return
            if self.live.running and self.engine.between_players:
                for player in (ATTACKING_PLAYER, HONEST_PLAYER):
                    self.send({"t": "buy-in"}, player)
            else:
                self.step()
        raise AssertionError("bets do not open")

    def forget_button(self) -> None:
        """Play stopped: the next button is drawn by lot."""
        live = self.live
        if live.game is not None:
            game = structs.replace(live.game, button=0, orbit=0)
            self.changes.live = structs.replace(live, game=game)

    def finish(self) -> None:
        """Runs the round to its end."""
        for _ in range(MAX_STEPS):
            if not self.live.running:
                return
            self.step()
        raise AssertionError("the round does not end")

    def step(self, late: int = 0) -> None:
        """The table's next step. The attacker's croupier stood still for `late` milliseconds before it."""
        due = self.live.due
        assert due is not None
        self.changes.at = max(self.changes.at, due) + late
        self.steps.step(self.changes, self.row, self.rules, {})
        self._set_due()

    def proof(self) -> dict[str, Any]:
        """What everybody is given of the round that has just ended."""
        live = self.live
        drawn = self.engine.draw_record(live.game)
        beacon = None if live.beacon is None else live.beacon.use
        facts: dict[str, Any] = {
            "system": self.rules.system,
            "table": TABLE,
            "round_number": live.round,
            "commitment": live.commitment,
            "nonces": live.nonces,
            "beacon": beacon,
        }
        if self.engine.between_players:  # as an auditor is given it
            seed = self.steps.known[live.round_id]
            return build_card_proof(
                card_commitments.pack(seed, TABLE, live.round, live.nonces, beacon),
                **facts,
                drawn=drawn,
                positions=range(len(drawn.to)),
                seed=seed.hex(),
                button_seed=hand_draw.button_seed(seed),
            )
        return build_seed_proof(
            **facts,
            seed=live.seed,
            drawn=structs.replace(drawn, given=live.missed) if live.void else drawn,
            shoe=ShoeBefore(live.shoe or live.round, live.dealt, live.dealt_digest),
            void=live.void,
        )

    def _set_due(self) -> None:
        live, changes = self.live, self.changes
        changes.live = structs.replace(live, due=live.next_due(changes.at))

    def _id(self) -> UUID:
        self.commands += 1
        return UUID(int=self.commands)
