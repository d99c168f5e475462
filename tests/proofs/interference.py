"""Check that no frame depends on a hidden card: `python -m tests.proofs.interference --pairs N --seed S`.

A round is played by a real table worker from a stacked pack, and every viewer's frames are kept. Then a
viewer and a moment before the reveal are chosen. All cards that this viewer has not seen by then are
exchanged among each other, and the same commands are sent at the same times. The viewer's frames up to that
moment must be equal: bytes, lengths and order.
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

from games.draw.seal_key import SealKey
from games.rules.engine import Wait
from games.rules.shared.cards import NAMES
from games.tables.croupier.automatic_steps import AutomaticSteps
from games.tables.croupier.worker import TableWorker
from games.tables.transport import envelope
from games.tables.transport.envelope import QueuedMessage
from tests.live_table import seal_key
from tests.proofs.memory_patches import patched_database
from tests.proofs.memory_record import Memory
from tests.proofs.random_decisions import lawful, random_decision

CARD_GAMES = ("caribbean-stud", "macau-stud", "holdem", "blackjack", "baccarat")
# Events that reveal hidden cards, directly or by their consequences.
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
    """A viewer's frames depend on a hidden card."""


def without_terms(frame: bytes) -> bytes:
    """The frame without the terms of the table, whose prizes have examples of hands."""
    if b'"terms"' not in frame:
        return frame

    def shorten(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shorten(part) for key, part in value.items() if key != "terms"}
        return [shorten(part) for part in value] if isinstance(value, list) else value

    return msgspec.json.encode(shorten(msgspec.json.decode(frame)))


@dataclass
class Stacked:
    """A pack in a given order."""

    order: Sequence[int]

    def shuffled(self, n: int) -> Sequence[int]:
        assert n == len(self.order)
        return self.order

    def below(self, n: int) -> int:
        return 0


@dataclass
class History:
    """One play of a round: the turns, and the frames by step and viewer."""

    turns: list[tuple[int, list[tuple[str, QueuedMessage]], bool]] = field(default_factory=list)
    frames: list[dict[int, list[bytes]]] = field(default_factory=list)
    reveal: int = -1  # the first step that reveals hidden cards


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
        # Each play numbers its sheet and setting anew; frames name them.
        self.numbered = {
            b'"sheet":%d' % self.memory.sheet_in_force(system, sheet): b'"sheet":0',
            b'"setting":%d' % self.memory.setting_change(self.table, setting): b'"setting":0',
        }
        self.players = [self.memory.player_come(200_000) for _ in range(PEOPLE)]
        self.packs = msgspec.json.decode(setting).get("decks") or {"blackjack": 6, "baccarat": 8}.get(
            system, 1
        )
        self.out: list[tuple[str, bytes]] = []
        self.worker = TableWorker(self.table, SealKey(seal_key(folder)), self.out.extend)

    def step(
        self, history: History, messages: list[tuple[str, QueuedMessage]], is_step_due: bool, at: int
    ) -> None:
        self.memory.now = at
        self.out.clear()
        events = len(self.memory.events[self.table])
        self.worker.queue.extend(messages)
        self.worker.step_due = is_step_due
        self.worker.work()
        history.turns.append((at, messages, is_step_due))
        history.frames.append(self._frames())
        kinds = {event[3] for event in self.memory.events[self.table][events:]}
        if history.reveal < 0 and kinds & REVEALS:
            history.reveal = len(history.frames) - 1

    def _frames(self) -> dict[int, list[bytes]]:
        by_viewer: dict[int, list[bytes]] = {viewer: [] for viewer in (0, *self.players)}
        for channel, message in self.out:
            if channel == envelope.table_channel(self.table):
                frames = msgspec.msgpack.decode(message, type=envelope.Frames)
                for viewer, received in by_viewer.items():
                    received.append(frames.public)
                    if viewer in frames.players:
                        received.append(frames.players[viewer])
            elif channel == envelope.BALANCES:
                for viewer, frame in envelope.decode_player_frames(message).items():
                    by_viewer[viewer].append(frame)
            else:
                for viewer, frame in envelope.decode_replies(message):
                    by_viewer[viewer].append(frame)
        return {viewer: [self._unnumbered(frame) for frame in frames] for viewer, frames in by_viewer.items()}

    def _unnumbered(self, frame: bytes) -> bytes:
        for number, nought in self.numbered.items():
            frame = frame.replace(number, nought)
        return frame

    # --- the first play: random decisions

    def play(self) -> History:
        history, random = History(), self.random
        self.step(
            history,
            [self._message(player, {"t": "sit"}) for player in self.players],
            False,
            self.memory.now + 200,
        )
        self.step(
            history,
            [self._message(player, {"t": "look"}) for player in (0, *self.players)],
            False,
            self.memory.now + 200,
        )
        for _ in range(120):
            place = self.worker.transaction.loaded
            assert place is not None
            live, rules = place.live, place.rules
            if history.reveal >= 0 or (live.ended and live.ended >= live.opened):
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
            messages = []
            for seat in speakers:
                assert rules is not None
                if do := self._fancy(rules.engine, live.game, seat):
                    messages.append(
                        self._message(live.seats[seat].player, {"t": "do", "round": live.round, "do": do})
                    )
            if messages:
                self.step(history, messages, False, self.memory.now + 200)
            elif live.due is not None:
                self.step(history, [], True, max(self.memory.now + 200, live.due))
            else:
                break
        return history

    def _fancy(self, engine: Any, game: Any, seat: int) -> Any:
        for _ in range(4):
            do = random_decision(self.random, engine, game, seat)
            if (
                isinstance(do, dict)
                and do.get("t") not in ("fold", "undo", "clear", "sit-out")
                or self.random.random() < 0.1
            ):
                return do
        return None

    def _message(self, player: int, message: dict[str, Any]) -> tuple[str, QueuedMessage]:
        if message["t"] != "look":
            message = {"id": str(UUID(int=self.random.getrandbits(128), version=4)), **message}
        return "web", QueuedMessage(player, player, self.table, json.dumps(message).encode())


@contextmanager
def opened(system: str, seed: int, order: Sequence[int] | None = None) -> Iterator[tuple[Table, list[int]]]:
    """A table with this order of its pack, or with the seed's."""
    with tempfile.TemporaryDirectory() as folder:
        table, seeds = Table(system, seed, Path(folder)), Random(seed + 1)
        cards = list(order or range(52 * table.packs))
        if order is None:
            Random(seed + 2).shuffle(cards)
        chance = AutomaticSteps._chance
        AutomaticSteps._chance = lambda self, live: Stacked(cards)
        try:
            with patched_database(table.memory, lambda: seeds.randbytes(32)):
                yield table, cards
        finally:
            AutomaticSteps._chance = chance


def pair(system: str, seed: int) -> bool:
    """Play a round twice; return whether a dealt card was exchanged. Raise `Differs` if the frames differ."""
    random = Random(seed + 3)
    with opened(system, seed) as (table, cards):
        history = table.play()
        place = table.worker.transaction.loaded
        assert place is not None and place.rules is not None
        drawn = place.rules.engine.draw_record(place.live.game)
    viewer = random.choice((0, *table.players))
    last = history.reveal if history.reveal > 0 else len(history.frames)
    steps = random.randint(last - 2, last) if random.random() < 0.7 and last > 3 else random.randint(2, last)
    before = [frame for step in history.frames[:steps] for frame in step[viewer]]
    seen = {name.decode() for frame in before for name in CARD.findall(without_terms(frame))}
    hidden = [place for place, card in enumerate(cards) if NAMES[card % 52] not in seen]
    exchanged = list(cards)
    for place, card in zip(
        hidden, random.sample([cards[place] for place in hidden], len(hidden)), strict=True
    ):
        exchanged[place] = card
    dealt = range(drawn.start, drawn.start + len(drawn.given))
    changed = any(cards[place] != exchanged[place] for place in dealt)
    with opened(system, seed, exchanged) as (replay_table, _):
        replayed = History()
        for at, messages, is_step_due in history.turns[:steps]:
            replay_table.step(replayed, messages, is_step_due, at)
    after = [frame for step in replayed.frames for frame in step[viewer]]
    if before != after:
        position = next(
            (i for i, (one, two) in enumerate(zip(before, after, strict=False)) if one != two),
            min(len(before), len(after)),
        )
        frames = f"{before[position : position + 1]} and {after[position : position + 1]}"
        raise Differs(f"{system}, seed {seed}, viewer {viewer}, step {steps}: {frames}")
    return changed


def pairs(count: int, seed: int) -> int:
    """Play `count` pairs over all card games; return in how many a dealt card was exchanged."""
    return sum(pair(CARD_GAMES[number % len(CARD_GAMES)], seed + 10 * number) for number in range(count))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed, done, hidden_pairs = options.seed if options.seed is not None else Random().getrandbits(32), 0, 0
    while done < options.pairs:
        hidden_pairs += pairs(100, seed + 10 * done)
        done += 100
        print(
            f"seed {seed}: {done:,} pairs, {hidden_pairs:,} of them with dealt cards exchanged, 0 differ",
            flush=True,
        )


if __name__ == "__main__":
    main()
