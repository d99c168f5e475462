"""`python -m tests.proofs.interference --pairs N --seed S`: whoever may not see a card cannot tell it from any other by a single byte.

A round is played at a real station from a pack that is laid in order, and every frame that each viewer hears is kept. Then somebody who
watches is chosen, and a moment before the reveal; every card that this viewer has not seen by then is exchanged with other such cards,
the same is said at the same hours, and everything the viewer hears up to that moment must be the same: bytes, lengths and order.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec

if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    os.environ.setdefault("HOUSE_PURE", "1")
    os.environ.setdefault("SECRET_KEY", "unused")
    import django

    django.setup()

from games.rules.engine import Wait
from games.rules.shared.cards import NAMES
from games.tables.croupier.automatic_steps import House
from games.tables.croupier.keys import SealKey
from games.tables.croupier.worker import Station
from games.tables.transport import envelope
from games.tables.transport.envelope import Carried
from tests.proofs.fancies import fancy, lawful
from tests.proofs.memory_instead import instead
from tests.proofs.memory_record import Memory
from tests.room import seal_key

CARD_GAMES = ("caribbean-stud", "macau-stud", "holdem", "blackjack", "baccarat")
# From here on what lay hidden comes out, by itself or by what follows from it.
REVEALS = frozenset(
    (
        "bank-revealed",
        "hands-revealed",
        "hole-turned",
        "hand-turned",
        "hand-shown",
        "hand-discarded",
        "pots-paid",
        "insurance-settled",
    )
)
CARD = re.compile(b'"(%b)"' % "|".join(NAMES).encode())
PEOPLE = 3


class Differs(AssertionError):
    """Somebody could tell what he may not see."""


@dataclass
class Stacked:
    """A pack that lies as it was laid."""

    order: Sequence[int]

    def shuffled(self, n: int) -> Sequence[int]:
        assert n == len(self.order)
        return self.order

    def below(self, n: int) -> int:
        return 0


@dataclass
class Told:
    """What one playing of a round said: by step and viewer, in order."""

    said: list[tuple[int, list[tuple[str, Carried]], bool]] = field(default_factory=list)
    heard: list[dict[int, list[bytes]]] = field(default_factory=list)
    reveal: int = -1  # the first step with which hidden cards come out


class Table:
    def __init__(self, system: str, seed: int, folder: Path) -> None:
        random = Random(seed)
        self.memory, self.random = Memory(), random
        pairs = [
            pair
            for pair in lawful(system, False)
            if not {b'"kept"', b'"cut"'} & set(re.findall(rb'"shoe":("\w+")', pair[1]))
        ]
        sheet, setting = random.choice(pairs)
        self.table = self.memory.table_open(system)
        self.memory.sheet_in_force(system, sheet)
        self.memory.setting_change(self.table, setting)
        self.players = [self.memory.player_come(200_000) for _ in range(PEOPLE)]
        self.packs = msgspec.json.decode(setting).get("decks") or {"blackjack": 6, "baccarat": 8}.get(
            system, 1
        )
        self.out: list[tuple[str, bytes]] = []
        self.station = Station(self.table, SealKey(seal_key(folder)), self.out.extend)

    def step(self, told: Told, wishes: list[tuple[str, Carried]], ring: bool, at: int) -> None:
        self.memory.now = at
        self.out.clear()
        events = len(self.memory.events[self.table])
        self.station.waiting.extend(wishes)
        self.station.step = ring
        self.station.work()
        told.said.append((at, wishes, ring))
        told.heard.append(self._heard())
        kinds = {event[3] for event in self.memory.events[self.table][events:]}
        if told.reveal < 0 and kinds & REVEALS:
            told.reveal = len(told.heard) - 1

    def _heard(self) -> dict[int, list[bytes]]:
        heard: dict[int, list[bytes]] = {viewer: [] for viewer in (0, *self.players)}
        for channel, message in self.out:
            if channel == envelope.table_channel(self.table):
                frames = msgspec.msgpack.decode(message, type=envelope.Frames)
                for viewer, frames_of in heard.items():
                    frames_of += [
                        frames.public,
                        *([frames.players[viewer]] if viewer in frames.players else []),
                    ]
            elif channel == envelope.PEOPLE:
                for viewer, frame in envelope.decode_people(message).items():
                    heard[viewer].append(frame)
            else:
                for viewer, frame in envelope.decode_replies(message):
                    heard[viewer].append(frame)
        return heard

    # The first playing: people do as they fancy.

    def play(self) -> Told:
        told, random = Told(), self.random
        self.step(
            told, [self._say(player, {"t": "sit"}) for player in self.players], False, self.memory.now + 200
        )
        self.step(
            told,
            [self._say(player, {"t": "look"}) for player in (0, *self.players)],
            False,
            self.memory.now + 200,
        )
        for _ in range(120):
            place = self.station.desk.place
            assert place is not None
            live, rules = place.live, place.rules
            if told.reveal >= 0 or (live.ended and live.ended >= live.opened):
                break
            wait = rules.engine.waiting_for(live.game) if live.running and rules is not None else None
            speakers: Sequence[int] = ()
            if wait is Wait.BETS:
                speakers = (
                    [seat for seat in live.seats if random.random() < 0.9] if random.random() < 0.75 else ()
                )
            elif wait is Wait.CHOICE and rules is not None:
                deciding = rules.engine.to_act(live.game)
                speakers = [random.choice(list(deciding))] if deciding and random.random() < 0.95 else ()
                speakers = speakers or ([] if deciding else list(live.seats))
            wishes = []
            for seat in speakers:
                assert rules is not None
                if do := self._fancy(rules.engine, live.game, seat):
                    wishes.append(
                        self._say(live.seats[seat].player, {"t": "do", "round": live.round, "do": do})
                    )
            if wishes:
                self.step(told, wishes, False, self.memory.now + 200)
            elif live.due is not None:
                self.step(told, [], True, max(self.memory.now + 200, live.due))
            else:
                break
        return told

    def _fancy(self, engine: Any, game: Any, seat: int) -> Any:
        for _ in range(4):
            do = fancy(self.random, engine, game, seat)
            if (
                isinstance(do, dict)
                and do.get("t") not in ("fold", "undo", "clear", "sit-out")
                or self.random.random() < 0.1
            ):
                return do
        return None

    def _say(self, player: int, message: dict[str, Any]) -> tuple[str, Carried]:
        if message["t"] != "look":
            message = {"id": str(UUID(int=self.random.getrandbits(128), version=4)), **message}
        return "web", Carried(player, player, self.table, json.dumps(message).encode())


@contextmanager
def opened(system: str, seed: int, order: Sequence[int] | None = None) -> Iterator[tuple[Table, list[int]]]:
    """A table with its pack as it is given, or as the seed lays it."""
    with tempfile.TemporaryDirectory() as folder:
        table, seeds = Table(system, seed, Path(folder)), Random(seed + 1)
        cards = list(order or range(52 * table.packs))
        if order is None:
            Random(seed + 2).shuffle(cards)
        chance = House._chance
        House._chance = lambda self, live: Stacked(cards)  # type: ignore[method-assign,assignment,return-value]
        try:
            with instead(table.memory, lambda: seeds.randbytes(32)):
                yield table, cards
        finally:
            House._chance = chance  # type: ignore[method-assign]


def pair(system: str, seed: int) -> bool:
    """Plays a round twice; whether any card that was dealt by then was exchanged. Raises where the viewer could tell."""
    random = Random(seed + 3)
    with opened(system, seed) as (table, cards):
        told = table.play()
        place = table.station.desk.place
        assert place is not None and place.rules is not None
        drawn = place.rules.engine.draw_record(place.live.game)
    viewer = random.choice((0, *table.players))
    last = told.reveal if told.reveal > 0 else len(told.heard)
    until = random.randint(last - 2, last) if random.random() < 0.7 and last > 3 else random.randint(2, last)
    before = [frame for step in told.heard[:until] for frame in step[viewer]]
    seen = {name.decode() for frame in before for name in CARD.findall(frame)}
    hidden = [place for place, card in enumerate(cards) if NAMES[card % 52] not in seen]
    other = list(cards)
    for place, card in zip(
        hidden, random.sample([cards[place] for place in hidden], len(hidden)), strict=True
    ):
        other[place] = card
    dealt = range(drawn.start, drawn.start + len(drawn.given))
    changed = any(cards[place] != other[place] for place in dealt)
    with opened(system, seed, other) as (again, _):
        retold = Told()
        for at, wishes, ring in told.said[:until]:
            again.step(retold, wishes, ring, at)
    after = [frame for step in retold.heard for frame in step[viewer]]
    if before != after:
        where = next(
            (i for i, (one, two) in enumerate(zip(before, after, strict=False)) if one != two),
            min(len(before), len(after)),
        )
        raise Differs(
            f"{system}, seed {seed}, viewer {viewer}, step {until}: {before[where : where + 1]} and {after[where : where + 1]}"
        )
    return changed


def pairs(count: int, seed: int) -> int:
    """So many pairs over all card games; how many of them really hid something that was dealt."""
    return sum(pair(CARD_GAMES[number % len(CARD_GAMES)], seed + 10 * number) for number in range(count))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed, done, hid = options.seed if options.seed is not None else Random().getrandbits(32), 0, 0
    while done < options.pairs:
        hid += pairs(100, seed + 10 * done)
        done += 100
        print(
            f"seed {seed}: {done:,} pairs, {hid:,} of them with dealt cards exchanged, 0 differ", flush=True
        )


if __name__ == "__main__":
    main()
