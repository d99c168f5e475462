"""Measure the search for bots: how many of each family are found, and how many people are flagged.

    python -m tests.proofs.bots
    python -m tests.proofs.bots --seed 1f3a --people 2000 --programs 40 --hands 1000

Without --seed it draws one and says it. The thresholds were tuned on the seeds tune-0 to tune-4.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
from msgspec import Struct

from casino.compliance.bots.likeness import Profile, profile
from casino.compliance.bots.packed import pack, unpack
from casino.compliance.bots.searching import search
from casino.compliance.bots.signs import Figures, measure
from tests.proofs.bots.players import FAMILIES, INPUTS, Style, farm, friends, person, program
from tests.proofs.bots.playing import Session
from tests.proofs.rates import upper_bound

RECALL, FLAGGED = 0.9, 0.01  # of each family at least; the upper bound of people at most
FRIENDS = 0.04  # of the people sit down with a friend
FARM = 4  # accounts


class Score(Struct):
    """By family of programs and by input of people: how many there are, and how many were found."""

    players: Counter[str]
    found: Counter[str]

    @property
    def people(self) -> int:
        return sum(self.players[kind] for kind in INPUTS)

    @property
    def flagged(self) -> int:
        return sum(self.found[kind] for kind in INPUTS)

    @property
    def bound(self) -> float:
        return upper_bound(self.flagged, self.people)

    @property
    def missed(self) -> list[str]:
        return [family for family in FAMILIES if self.found[family] < RECALL * self.players[family]]

    @property
    def is_good(self) -> bool:
        return not self.missed and self.bound <= FLAGGED

    def lines(self) -> Iterator[str]:
        for kind in (*FAMILIES, *INPUTS):
            found, of = self.found[kind], self.players[kind]
            yield f"{kind:16} {found:5} of {of:5}  {100 * found / max(1, of):6.2f} %"
        yield (
            f"{self.flagged} of {self.people} people flagged, upper 95 % bound {100 * self.bound:.2f} % "
            f"(at most {100 * FLAGGED:g} %)"
        )


def population(seed: str, people: int, programs: int) -> list[Style]:
    chance = Random(seed)
    pairs = int(people * FRIENDS / 2)
    styles = [person(number, chance) for number in range(1, people - 2 * pairs + 1)]
    for _ in range(pairs):
        styles += friends(len(styles) + 1, chance)
    for family in FAMILIES[:-1]:
        styles += [program(len(styles) + number, family, chance) for number in range(1, programs + 1)]
    for _ in range(programs // FARM):
        styles += farm(len(styles) + 1, FARM, chance)
    return styles


def score(styles: list[Style], seed: str, hands: int) -> Score:
    figures: dict[int, Figures] = {}
    profiles: dict[int, Profile] = {}
    for style in styles:
        seen = list(Session(style, seed).hands(hands))
        at = np.array([one.at // 10 for one in seen], np.int64)
        decisions = unpack(pack(seen))
        figures[style.number] = measure(decisions, at)
        profiles[style.number] = profile(decisions, at)
    found = search(figures, profiles).players
    result = Score(Counter(), Counter())
    for style in styles:
        kind = style.label or style.input
        result.players[kind] += 1
        result.found[kind] += style.number in found
    return result


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="")
    parser.add_argument("--people", type=int, default=2_000)
    parser.add_argument("--programs", type=int, default=40, help="of each family")
    parser.add_argument("--hands", type=int, default=1_000, help="that everybody plays")
    asked = parser.parse_args(arguments)
    seed, began = asked.seed or secrets.token_hex(4), time.perf_counter()
    result = score(population(seed, asked.people, asked.programs), seed, asked.hands)
    print("\n".join(result.lines()))
    print(
        f"{'good' if result.is_good else 'BAD'}: {asked.hands} hands each, seed {seed}, "
        f"{time.perf_counter() - began:.0f} s; below {100 * RECALL:g} %: {', '.join(result.missed) or 'none'}"
    )
    return 0 if result.is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
