"""The players of a simulation: who sends which command next. One in five repeats an earlier command."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games.rules.engine import Wait
from games.tables.transport.envelope import QueuedMessage
from tests.proofs.random_decisions import mutated, random_decision

if TYPE_CHECKING:
    from tests.proofs.simulation import Simulation

WEB = "web"


class SimulatedPlayers:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation, self.random = simulation, simulation.random
        self.sent: list[tuple[int, int, bytes]] = []  # recent commands, to repeat them or to send them late
        self.kinds: dict[str, str] = {}  # the kind of command by its id
        self.frames = 0

    def has_command_for(self, table: int) -> bool:
        """Whether a command makes sense at this table. One time in eight players send one anyway."""
        shadow = self.simulation.checks.shadows[table]
        if self.random.random() < 0.12 or shadow.rules is None:
            return True
        if not shadow.live.running:
            return len(shadow.live.seats) < self._seats(table)
        wait = shadow.rules.engine.waiting_for(shadow.live.game)
        return wait is Wait.BETS or (
            wait is Wait.CHOICE
            and bool(shadow.rules.engine.to_act(shadow.live.game) or len(shadow.live.seats) < 2)
        )

    def _seats(self, table: int) -> int:
        rules = self.simulation.checks.shadows[table].rules
        return 1 if self.simulation.alone[table] else min(rules.setting.seats, 6) if rules is not None else 6

    def _full(self, table: int) -> bool:
        return len(self.simulation.checks.shadows[table].live.players) >= self._seats(table)

    def next_messages(self, table: int) -> Iterator[tuple[str, QueuedMessage]]:
        random = self.random
        recent = [entry for entry in self.sent[-60:] if entry[0] == table]
        if recent and random.random() < 0.2:
            _, player, body = random.choice(recent)
            self.simulation.counted["repeated"] += 1
        elif self.sent and random.random() < 0.01:
            _, player, body = random.choice(self.sent)  # from another table, or an old one
        else:
            player, body = self._new_command(table)
            self.sent.append((table, player, body))
            del self.sent[:-2_000]
        self.frames += 1
        yield WEB, QueuedMessage(player, player, table, body)
        if random.random() < 0.06:
            yield WEB, QueuedMessage(player, player, table, body)  # twice within one transaction

    def _new_command(self, table: int) -> tuple[int, bytes]:
        random, live = self.random, self.simulation.checks.shadows[table].live
        player = self._speaker(table)
        message: dict[str, Any] = {"id": str(UUID(int=random.getrandbits(128), version=4))}
        if player not in live.players and random.random() < (0.5 if self._full(table) else 0.06):
            message["t"] = (
                "unqueue"
                if player in {waiter.player for waiter in live.queue} and random.random() < 0.3
                else "queue"
            )
        elif player not in live.players:
            message |= {"t": "sit", **({"seat": random.randint(1, 7)} if random.random() < 0.3 else {})}
            if random.random() < 0.15:
                message = {**message, "t": "do", "round": live.round, "do": {"t": "bet", "on": {"red": 100}}}
                message.pop("seat", None)
        elif random.random() < 0.02:
            message["t"] = "leave"
        elif random.random() < 0.02:
            message["t"] = "stay"
        elif random.random() < 0.03:
            message = {"t": "nonce", "round": max(1, live.next_round), "nonce": random.randbytes(16).hex()}
        else:
            rules = self.simulation.checks.shadows[table].rules
            stale = random.random() < 0.06
            do = (
                random_decision(random, rules.engine, live.game, live.players[player])
                if rules is not None and live.game is not None
                else None
            )
            message |= {"t": "do", "round": max(0, live.round - stale), "do": do}
            if do is None and random.random() < 0.75:
                message = {
                    "t": "nonce",
                    "round": max(1, live.next_round),
                    "nonce": random.randbytes(16).hex(),
                }
        body = json.dumps(message).encode()
        if random.random() < self.simulation.mutated_share:
            body = mutated(random, body)
        self._record_kind(body)
        return player, body

    def _record_kind(self, body: bytes) -> None:
        """Record the kind of the command under its id as sent: a mutated message may still be a valid
        command.
        """
        with contextlib.suppress(ValueError, TypeError, AttributeError, KeyError, RecursionError):
            data = json.loads(body)
            self.kinds[str(UUID(data["id"]))] = data["t"]

    def _speaker(self, table: int) -> int:
        """Mostly the player to act; otherwise a seated player, or one who wants a seat."""
        random, shadow = self.random, self.simulation.checks.shadows[table]
        live, rules = shadow.live, shadow.rules
        if live.queue and random.random() < 0.15:
            return random.choice(live.queue).player
        if (
            not live.players
            or (len(live.players) < self._seats(table) and random.random() < 0.12)
            or random.random() < 0.03
        ):
            return random.choice(
                [*self.simulation.people, 0, 999] if random.random() < 0.2 else self.simulation.people
            )
        deciding = rules.engine.to_act(live.game) if rules is not None and live.running else ()
        if deciding and random.random() < 0.85:
            seat = random.choice(list(deciding))
            if seat in live.seats:
                return live.seats[seat].player
        return random.choice(list(live.players))
