"""Decisions of one player, hand by hand, as the reader of the record sees them.

A player's hands are drawn alone and not at a table with others, because thousands of players have to play
thousands of hands. How often each situation comes was measured over the hands that the engine of the tables
plays for `tests.proofs.collusion`; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from casino.compliance.bots import play
from casino.compliance.bots.play import NOTHING, RAISE, RAISE_AGAIN, RARE, Seen
from tests.proofs.bots.players import HOUR, LONGEST_MS, Style, Tempo, amount

START_MS = 1_780_000_000_000
BLIND = 200  # cents; the slider goes in these steps
END = -1
# The first decision of a hand; 22 hands in a thousand are won before it.
FIRST = {NOTHING: 22, play.BET << 2: 532, RAISE << 2: 392, RAISE_AGAIN << 2 | RARE: 32, END: 22}
# What comes after a decision that was no fold, by its street. A street is the lowest two bits.
AFTER = {
    0: {RAISE << 2: 13, RAISE_AGAIN << 2 | RARE: 14, 1: 53, play.BET << 2 | 1: 19, RAISE << 2 | 1 | RARE: 1},
    1: {
        play.BET << 2 | 1: 15, RAISE << 2 | 1: 7, RAISE << 2 | 1 | RARE: 2, RAISE_AGAIN << 2 | 1 | RARE: 6,
        2: 53, play.BET << 2 | 2: 14, play.BET << 2 | 2 | RARE: 1, END: 27,
    },
    2: {
        play.BET << 2 | 2: 10, RAISE << 2 | 2: 5, RAISE << 2 | 2 | RARE: 1, RAISE_AGAIN << 2 | 2 | RARE: 3,
        3: 59, play.BET << 2 | 3: 12, play.BET << 2 | 3 | RARE: 4, END: 22,
    },
    3: {
        play.BET << 2 | 3: 8, play.BET << 2 | 3 | RARE: 1, RAISE << 2 | 3: 2, RAISE << 2 | 3 | RARE: 2,
        RAISE_AGAIN << 2 | 3 | RARE: 1, END: 86,
    },
}  # fmt: skip
FIRST_OF = (list(FIRST), list(FIRST.values()))
AFTER_OF = {street: (list(weights), list(weights.values())) for street, weights in AFTER.items()}
REACHED = 0.78  # how often something follows a decision before the flop that was no fold


def next_of_timetable(number: int, now: int) -> int:
    """Once in each span of 28 hours, at a moment of its own."""
    span = 28 * HOUR
    while True:
        place = now // span
        begins = place * span + Random(f"{number} {place}").randrange(span)
        if begins > now:
            return begins
        now = (place + 1) * span


class Session:
    """One player while they play: clock, breaks, rests, and the mood of the session."""

    def __init__(self, style: Style, seed: str) -> None:
        self.style = style
        self.chance = Random(f"{seed} {style.number}")
        self.tempo = Tempo(style, self.chance)
        self.now = START_MS + int(self.chance.uniform(0, 24) * HOUR)
        self.loose, self.bold = style.loose, style.bold
        self.session_left = self._hands(style.session_hands)
        self.break_left = self._hands(style.break_every)

    def _hands(self, usual: float) -> int:
        return max(10, int(usual * self.chance.uniform(0.5, 1.5)))

    def _next_hand(self) -> None:
        style, chance = self.style, self.chance
        self.now += int(chance.uniform(25_000, 60_000))
        self.session_left -= 1
        self.break_left -= 1
        if self.session_left <= 0:
            self.now += int(chance.uniform(0.6, 1.4) * style.rest_hours * HOUR)
            if chance.random() < style.together:
                self.now = next_of_timetable(style.timetable, self.now) + int(chance.uniform(0, 240_000))
            self.session_left = self._hands(style.session_hands)
            self.break_left = self._hands(style.break_every)
            self.tempo.begin_session()
            self.loose = style.loose * max(0.3, 1 + style.mood * chance.gauss(0, 1))
            self.bold = min(0.95, style.bold * max(0.3, 1 + style.mood * chance.gauss(0, 1)))
        elif self.break_left <= 0:
            self.now += int(chance.uniform(0.6, 2) * style.break_minutes * 60_000)
            self.break_left = self._hands(style.break_every)

    def hands(self, number: int) -> Iterator[Seen]:
        for _ in range(number):
            self._next_hand()
            yield from self._hand()

    def _hand(self) -> Iterator[Seen]:
        chance = self.chance
        strength = chance.random()
        (situation,) = chance.choices(*FIRST_OF)
        while situation != END:
            choice = self._choose(situation, strength)
            share = 0
            if choice == play.ALL_IN:
                choice, share = self._raise(situation & 3)
            took = self.tempo.next(situation, choice)
            self.now += min(took, LONGEST_MS)
            if took < LONGEST_MS:  # otherwise the clock has decided
                yield Seen(self.style.number, self.now, took, situation, choice, share)
            if choice == play.FOLD or (not situation & 3 and chance.random() > REACHED):
                return
            (after,) = chance.choices(*AFTER_OF[situation & 3])
            if after & 3 != situation & 3:
                strength = min(1.0, max(0.0, 0.5 * strength + 0.5 * chance.random()))
            situation = after

    def _choose(self, situation: int, strength: float) -> int:
        """By the own cards, which are judged more or less well; `ALL_IN` stands for a raise of any amount."""
        style, chance = self.style, self.chance
        good = strength + style.eye * 0.4 * chance.gauss(0, 1)
        street, facing = situation & 3, situation >> 2 & 3
        if street == 0:
            enters = 1 - self.loose * (1.0, 1.0, 0.55, 0.5)[facing]
            raises = 1 - self.loose * self.bold * (0.6, 1.0, 0.25, 0.15)[facing]
        else:
            enters = 0.4 - style.sticky
            raises = 1 - self.bold * (0.5 if facing == NOTHING else 0.18)
        if good > raises or chance.random() < style.bluff * (0.6 if facing == NOTHING else 0.15):
            return play.ALL_IN
        if facing == NOTHING:
            return play.CHECK
        return play.CALL if good > enters else play.FOLD

    def _raise(self, street: int) -> tuple[int, int]:
        chance = self.chance
        pot = BLIND * int(3 + 4 * street * chance.uniform(0.5, 3)) // 2
        to_match = BLIND if not street else 0
        to = amount(self.style, pot, to_match, BLIND, chance)
        if street and chance.random() < 0.05:
            return play.ALL_IN, 2_000
        return play.choice_of_raise(to, to_match, pot, BLIND, all_in=False)
