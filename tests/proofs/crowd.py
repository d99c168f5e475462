"""The people of a simulation: who speaks next at a table, and what; one in five says again what somebody said before."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games.rules.engine import Wait
from games.tables.transport.envelope import Carried
from tests.proofs.fancies import fancy, mutated

if TYPE_CHECKING:
    from tests.proofs.simulation import Simulation

WEB = "web"
# What befalls a house, and how often.
OFTEN = {
    "time lost": 3,
    "killed": 6,
    "connection lost": 3,
    "deadlock": 2,
    "sheet": 2,
    "setting": 2,
    "held": 1,
    "released": 2,
    "drained": 1,
}
OFTEN |= {"opened": 2, "sweep": 3, "shown out": 1, "convened": 1, "deposit": 2, "standing": 2}
FAULTS = tuple(what for what, times in OFTEN.items() for _ in range(times))


class Crowd:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation, self.random = simulation, simulation.random
        self.said: list[tuple[int, int, bytes]] = []  # what was asked lately: said again, or too late
        self.kinds: dict[str, str] = {}  # what was said under each id
        self.frames = 0

    def has_something_to_say(self, table: int) -> bool:
        """Is there something to say at this table? One time in eight people speak where there is not."""
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

    def wish(self, table: int) -> Iterator[tuple[str, Carried]]:
        random = self.random
        again = [each for each in self.said[-60:] if each[0] == table]
        if again and random.random() < 0.2:
            _, player, said = random.choice(again)
            self.simulation.counted["said again"] += 1
        elif self.said and random.random() < 0.01:
            _, player, said = random.choice(self.said)  # the same at another table, or long ago
        else:
            player, said = self._new_wish(table)
            self.said.append((table, player, said))
            del self.said[:-2_000]
        self.frames += 1
        yield WEB, Carried(player, player, table, said)
        if random.random() < 0.06:
            yield WEB, Carried(player, player, table, said)  # twice within one transaction

    def _new_wish(self, table: int) -> tuple[int, bytes]:
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
                fancy(random, rules.engine, live.game, live.players[player])
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
        said = json.dumps(message).encode()
        if random.random() < self.simulation.spoilt:
            said = mutated(random, said)
        self._note(said)
        return player, said

    def _note(self, said: bytes) -> None:
        """What kind of wish went out under which id: as it was sent, for a spoilt one may still be a wish, under another id."""
        with contextlib.suppress(ValueError, TypeError, AttributeError, KeyError, RecursionError):
            told = json.loads(said)
            self.kinds[str(UUID(told["id"]))] = told["t"]

    def _speaker(self, table: int) -> int:
        """Whose turn it is, mostly; else anybody who sits there, or somebody who wants to."""
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
