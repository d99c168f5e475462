"""Whom a comparison of everybody finds. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from casino.compliance.bots.likeness import Pair, Profile, alike
from casino.compliance.bots.signs import Figures, Sign, compare, total

# Tuned on other seeds than those of `python -m tests.proofs.bots`, which draws fresh ones.
LEAST_TOTAL = 6.2  # usual deviations, all signs together
# Times that hang together more than this are a person's, whatever the other signs say. A logarithm: of 1,300
# times that are drawn for themselves, chance brings one player in fifty above it.
MOST_DRIFT = 0.35


class Found(Struct, frozen=True):
    """What a comparison found, by player."""

    alone: dict[int, dict[str, Sign]]
    alike: dict[int, list[Pair]]

    @property
    def players(self) -> set[int]:
        return {*self.alone, *self.alike}


def search(figures: Mapping[int, Figures], profiles: Mapping[int, Profile]) -> Found:
    alone = {
        player: signs
        for player, signs in compare(figures).items()
        if total(signs) >= LEAST_TOTAL and "drift" in signs and signs["drift"].value <= MOST_DRIFT
    }
    pairs: dict[int, list[Pair]] = {}
    for pair in alike(profiles):
        for player in (pair.one, pair.two):
            pairs.setdefault(player, []).append(pair)
    return Found(alone, pairs)
