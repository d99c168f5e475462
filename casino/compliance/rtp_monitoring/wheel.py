"""The theoretical return of whole rounds, for games that one outcome decides."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np

from games.catalogue import GAMES
from games.odds.outcomes import Rounds
from games.rules.engine import AnyEngine


class Wheel:
    """The return of every place for every outcome of a round, as a matrix."""

    def __init__(self, rounds: Rounds) -> None:
        self.index = {place: number for number, place in enumerate(rounds.places)}
        self.kinds = rounds.kinds
        self.chance = np.array([float(outcome.chance) for outcome in rounds.outcomes])
        self.back = np.array([[float(share) for share in outcome.back] for outcome in rounds.outcomes])
        self.names = {outcome.name: number for number, outcome in enumerate(rounds.outcomes)}
        self.prison = sum(
            float(outcome.chance) for outcome in rounds.outcomes if outcome.name in rounds.prison
        )
        self.held = np.zeros((len(rounds.places),) * 2)
        for first, second, value in rounds.held:
            self.held[self.index[first], self.index[second]] = float(value)

    def moments(self, stakes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Mean and variance of the return of each round, given a row of stakes by place."""
        back = stakes @ self.back.T
        mean = back @ self.chance
        variance = (back * back) @ self.chance - mean * mean
        if self.prison:
            variance = variance + self.prison * np.einsum("ij,jk,ik->i", stakes, self.held, stakes)
        return mean, variance


@lru_cache(maxsize=64)
def wheel(system: str, sheet: str, setting: str) -> Wheel | None:
    """The wheel of a game, from its rules and setting as JSON; None if the game is not decided by one
    outcome.
    """
    game = GAMES[system]
    if game.odds.outcomes is None:
        return None
    engine: AnyEngine = game.engine
    rules = msgspec.json.decode(sheet, type=engine.sheet_type)
    return Wheel(game.odds.outcomes(rules, msgspec.json.decode(setting, type=engine.setting_type)))
