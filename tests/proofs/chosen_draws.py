"""`python -m tests.proofs.chosen_draws --attempts 100000`: tries to choose results as the operator.

The attacker owns the croupier, the database and one seat: it makes the seed, sees the shares of the other
seats, and gives its own share last, knowing everything. Without a beacon it tries shares, or seeds, until the
result suits it. With a beacon it must fix seed and share before the value exists; it may guess the value, and
tries as often for its guess. Then the value comes, and the attempt succeeds or not.

An attempt has as many tries as make it likely without a beacon. The advantage is the share of successes less
the chance of one success in one honest draw, with a confidence interval of 99.9 %.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from random import Random

from msgspec import Struct

from games.draw import beacon, generator
from games.draw.beacon import BeaconUse, Chain
from games.rules.shared.cards import PACK

Z = 3.2905  # 99.9 %
TABLE, TARGET, POCKETS, DECKS = 7, 17, 37, 6
SECRET = 0xA77AC4
CHAIN = Chain("sandbox", beacon.public_key_of(SECRET), 1_700_000_000, 1, "22" * 32)
ACES = range(48, 52)  # ranks run from two to ace, four suits each


class Attack(Struct, frozen=True):
    """What the attacker wants of the draw, and what it varies to get it."""

    name: str
    wanted: Callable[[generator.Draw], bool]
    chance: float  # of one honest draw
    tries: int
    varies: str  # "share" or "seed"
    dealt: tuple[int, ...] = ()  # of a kept shoe, before the round


def is_target_number(draw: generator.Draw) -> bool:
    return draw.below(POCKETS) == TARGET


def begins_with_an_ace(draw: generator.Draw) -> bool:
    return draw.shuffled(PACK * DECKS)[0] % PACK in ACES


def shoe_begins_with_an_ace(draw: generator.Draw) -> bool:
    """The next card of a kept shoe, of which a hundred cards were dealt."""
    return draw.shuffled(PACK * DECKS)[len(DEALT)] % PACK in ACES


DEALT = tuple(range(PACK)) + tuple(range(48))  # two packs without one pack's aces
LEFT, ACES_LEFT = PACK * DECKS - len(DEALT), 4 * DECKS - 4
ATTACKS = (
    Attack("a number by the share", is_target_number, 1 / POCKETS, 4 * POCKETS, "share"),
    Attack("a number by the seed", is_target_number, 1 / POCKETS, 4 * POCKETS, "seed"),
    Attack("a card by the share", begins_with_an_ace, 1 / 13, 52, "share"),
    Attack(
        "a card of a kept shoe by the share", shoe_begins_with_an_ace, ACES_LEFT / LEFT, 44, "share", DEALT
    ),
)


class Outcome(Struct, frozen=True):
    attack: str
    beacon: bool
    attempts: int
    successes: int
    tries: int
    chance: float
    seconds: float

    @property
    def advantage(self) -> float:
        return self.successes / self.attempts - self.chance

    @property
    def error(self) -> float:
        """Half the confidence interval around no advantage."""
        return Z * math.sqrt(self.chance * (1 - self.chance) / self.attempts)

    @property
    def has_advantage(self) -> bool:
        return self.advantage > self.error


@cache
def published(number: int) -> str:
    return beacon.sign(SECRET, number)


class Attacker:
    """One attempt after the other, with random numbers that can be repeated."""

    def __init__(self, attack: Attack, random: Random) -> None:
        self.attack, self.random = attack, random
        self.tries = 0

    def attempt(self, number: int, *, with_beacon: bool) -> bool:
        others = {1: self.random.randbytes(16).hex(), 2: self.random.randbytes(16).hex()}
        seed = self.random.randbytes(32)
        # The value does not exist yet: the attacker works with one of its own making.
        guess = self._use(number, forged=True) if with_beacon else None
        shares = others
        for _ in range(self.attack.tries):
            self.tries += 1
            if self.attack.varies == "seed":
                seed = self.random.randbytes(32)
            shares = others | {3: self.random.randbytes(16).hex()}
            if self.succeeds(seed, number, shares, guess):
                break
        # Bets close; now the beacon publishes.
        return self.succeeds(seed, number, shares, self._use(number) if with_beacon else None)

    def succeeds(self, seed: bytes, number: int, shares: dict[int, str], use: BeaconUse | None) -> bool:
        key = generator.key(seed, TABLE, number, shares, use)
        return self.attack.wanted(generator.Draw(key, self.attack.dealt))

    def _use(self, number: int, *, forged: bool = False) -> BeaconUse:
        signature = sha256(b"%d" % number).hexdigest() + 32 * "0" if forged else published(number)
        return BeaconUse(CHAIN, CHAIN.scheduled_ms(number), 0, number, signature)


def run(attack: Attack, attempts: int, *, with_beacon: bool, seed: int = 1) -> Outcome:
    attacker, started = Attacker(attack, Random(f"{seed}|{attack.name}|{with_beacon}")), time.process_time()
    successes = sum(attacker.attempt(number, with_beacon=with_beacon) for number in range(1, attempts + 1))
    seconds = time.process_time() - started
    return Outcome(attack.name, with_beacon, attempts, successes, attacker.tries, attack.chance, seconds)


def line(outcome: Outcome) -> str:
    return (
        f"{'with a beacon' if outcome.beacon else 'without':13} | {outcome.attack:34} | "
        f"{outcome.successes} of {outcome.attempts} | {outcome.tries / outcome.attempts:.1f} tries each | "
        f"advantage {100 * outcome.advantage:+.3f} % ± {100 * outcome.error:.3f} % | {outcome.seconds:.0f} s"
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--attempts", type=int, default=100_000, help="with a beacon")
    parser.add_argument("--attempts-without", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    good = True
    for attack in ATTACKS:
        for with_beacon in (False, True):
            attempts = options.attempts if with_beacon else options.attempts_without
            outcome = run(attack, attempts, with_beacon=with_beacon, seed=options.seed)
            print(line(outcome), flush=True)
            good = good and outcome.has_advantage is not with_beacon
    print("the beacon takes every advantage away" if good else "NOT AS EXPECTED")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
