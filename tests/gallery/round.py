"""The people at one table of the gallery, and the steps that bring a round to a given phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.models import Table
from games.rules.engine import Wait
from games.tables.domain.state import Live
from players.models import Player
from tests.gallery.camera import Camera
from tests.gallery.dealer import Dealer
from tests.gallery.seat import Seat

# The table of the demonstration house where each game is played.
TABLES = {
    "american-roulette": "Lisboa", "french-roulette": "Sintra", "blackjack": "Coimbra", "baccarat": "Estoril",
    "holdem": "Figueira", "caribbean-stud": "Funchal", "macau-stud": "Coloane",
}  # fmt: skip
Bets = Callable[[int], dict[str, Any]]
BETS: dict[str, tuple[Bets, ...]] = {
    "american-roulette": (
        lambda seat: {
            "t": "bet",
            "on": {"red": 500, "straight:17": 100, "corner:25-26-28-29": 200, "dozen:13-24": 1000},
        },
        lambda seat: {"t": "bet", "on": {"black": 2500, "straight:8": 50, "split:32-35": 100}},
        lambda seat: {"t": "bet", "on": {"even": 1000, "column:36": 500}},
    ),
    "french-roulette": (
        lambda seat: {
            "t": "bet",
            "on": {"red": 500, "straight:17": 100, "corner:25-26-28-29": 200, "dozen:13-24": 1000},
        },
        lambda seat: {"t": "bet", "on": {"black": 2500, "straight:8": 100, "split:32-35": 100}},
        lambda seat: {"t": "bet", "on": {"even": 1000, "column:36": 500}},
    ),
    "blackjack": tuple([lambda seat: {"t": "bet", "on": {str(seat): 2500}}] * 3),
    "baccarat": (
        lambda seat: {"t": "bet", "on": {"banco": 1000, "tie": 200}},
        lambda seat: {"t": "bet", "on": {"punto": 2500, "punto-pair": 100}},
        lambda seat: {"t": "bet", "on": {"banco": 500}},
    ),
    "caribbean-stud": tuple([lambda seat: {"t": "bet", "on": {"ante": 500}}] * 3),
    "macau-stud": tuple([lambda seat: {"t": "bet", "on": {"ante": 500, "jackpot": 100}}] * 3),
    "holdem": tuple([lambda seat: {"t": "buy-in"}] * 3),
}


class Round:
    """One table with its players: Ana, who has a browser, and two others without."""

    def __init__(self, camera: Camera, dealer: Dealer, system: str, table: int, seats: list[Seat]) -> None:
        self.camera, self.dealer, self.system, self.table, self.seats = camera, dealer, system, table, seats
        self.ana, *self.others = (Player.objects.get(alias=alias) for alias in ("Ana", "Bruno", "Carla"))

    @property
    def live(self) -> Live:
        return self.dealer.live(self.table)

    def waits(self) -> Wait:
        live = self.live
        return self.dealer.rules(self.table).engine.waiting_for(live.game) if live.running else Wait.OVER

    def acting(self) -> list[int]:
        return (
            list(self.dealer.rules(self.table).engine.to_act(self.live.game))
            if self.waits() is Wait.CHOICE
            else []
        )

    def sync(self) -> None:
        version = self.live.seq
        for seat in self.seats:
            seat.caught_up(version)

    def step(self, times: int = 1, *, late: int = 0) -> None:
        for _ in range(times):
            self.dealer.step(self.table, late=late)
        self.sync()

    def until(self, done: Callable[[], bool], most: int = 300) -> None:
        for seat in self.seats:
            seat.socket.skips_updates = True
        for _ in range(most):
            if done():
                self.sync()
                return
            self.play_step()
        raise AssertionError(f"{self.system}: {self.dealer.phase(self.table)} does not end")

    def play_step(self) -> None:
        """Send a decision that continues the round for the acting player, or run the table's next step."""
        acting, live = self.acting(), self.live
        if acting and live.seats[acting[0]].player != self.ana.pk:
            player = Player.objects.get(pk=live.seats[acting[0]].player)
            for command in self.commands(acting[0]):
                before = self.live.seq
                self.dealer.do(self.table, player, command)
                if self.live.seq > before:
                    return
        self.dealer.step(self.table)

    def commands(self, seat: int) -> Iterator[dict[str, Any]]:
        live, engine = self.live, self.dealer.rules(self.table).engine
        options = engine.options(live.game, seat)
        if self.system == "holdem":
            yield from ({"t": word} for word in ("check", "call", "fold"))
        elif self.system == "blackjack":
            for place in options.get("offers", {}):
                yield {"t": "decline", "place": place}
            if "turn" in options:
                yield {"t": "stand", "turn": options["turn"]}
                yield {"t": "hit", "turn": options["turn"]}
        elif "continue" in options:
            yield {"t": "continue", "bet": options["continue"]["cost"]}

    def all(self, act: Callable[[Seat], Any]) -> None:
        for seat in self.seats:
            act(seat)

    def shoot_one(self, seat: Seat, phase: str) -> None:
        if phase in self.camera.manifest.phases(self.system):
            seat.shoot(self.system, phase)

    def shoot(self, phase: str, *, still: bool = True) -> None:
        if phase in self.camera.manifest.phases(self.system):
            self.all(lambda seat: seat.shoot(self.system, phase, still=still))


def table_of(system: str) -> int:
    return int(Table.objects.get(name=TABLES[system]).pk)
