"""What a round's bets should bring back and how far luck may carry them: counted once for each rule sheet and kind of table, then kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from casino.compliance.rtp_monitoring.models import Theory
from games.catalogue import GAMES
from games.models import RuleSheet, TableSetting
from games.odds.outcomes import Chances, DecidedBets, Rounds
from games.rulebook.house_edges import asked_setting, case_digest, case_of
from games.rulebook.selectors import setting_of, sheet_of


def is_decided(system: str) -> bool:
    """Whether players decide after the close: theory is what the best of them may expect, and only more than that alarms."""
    return GAMES[system].odds.decided is not None


def is_between_players(system: str) -> bool:
    """Whether players bet against each other: there is a commission and no theory."""
    return GAMES[system].engine.between_players


class Known(Struct, frozen=True):
    """Of a first bet of one, or of each bet: its name, what comes back, the variance, and how both were counted."""

    bet: str
    returned: float
    variance: float
    method: str


def known(system: str, sheet: RuleSheet, setting: TableSetting) -> tuple[Known, ...]:
    """The figures of every bet at such a table, kept under what they depend on."""
    rules, case = sheet_of(sheet), case_of(system, setting_of(system, setting))
    key = {"system": system, "digest": sheet.digest, "case": case_digest(case)}
    kept = Theory.objects.filter(**key).first()
    if kept is None:
        found = [
            Known(each.bet, float(each.returned), float(each.variance), each.method)
            for each in GAMES[system].odds.spreads(rules, asked_setting(system, case))
        ]
        kept = Theory.objects.get_or_create(**key, defaults={"data": msgspec.json.encode(found).decode()})[0]
    return msgspec.json.decode(kept.data, type=tuple[Known, ...])


class Wheel:
    """Every outcome of a round against every place, as a matrix: what a round with these stakes gives back, whatever comes."""

    def __init__(self, rounds: Rounds) -> None:
        self.index = {place: at for at, place in enumerate(rounds.places)}
        self.kinds = rounds.kinds
        self.chance = np.array([float(each.chance) for each in rounds.outcomes])
        self.back = np.array([[float(worth) for worth in each.back] for each in rounds.outcomes])
        self.names = {each.name: at for at, each in enumerate(rounds.outcomes)}
        self.prison = sum(float(each.chance) for each in rounds.outcomes if each.name in rounds.prison)
        self.held = np.zeros((len(rounds.places),) * 2)
        for one, other, value in rounds.held:
            self.held[self.index[one], self.index[other]] = float(value)

    def judged(self, stakes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of rounds, each a line of stakes by place: what was expected back, and the variance of it."""
        back = stakes @ self.back.T
        mean = back @ self.chance
        variance = (back * back) @ self.chance - mean * mean
        if self.prison:
            variance = variance + self.prison * np.einsum("ij,jk,ik->i", stakes, self.held, stakes)
        return mean, variance


@lru_cache(maxsize=64)
def wheel(system: str, sheet: str, setting: str) -> Wheel | None:
    """By the rules and the setting as they are written."""
    game = GAMES[system]
    if game.odds.outcomes is None:
        return None
    engine: Any = game.engine
    rules = msgspec.json.decode(sheet, type=engine.sheet_type)
    return Wheel(game.odds.outcomes(rules, msgspec.json.decode(setting, type=engine.setting_type)))


class Hands:
    """A game of hands: what one first bet of so many cents should bring back, and its variance, seat by seat."""

    def __init__(self, system: str, sheet: RuleSheet, setting: TableSetting) -> None:
        decided = GAMES[system].odds.decided
        assert decided is not None
        self.decided: DecidedBets = decided
        self.system, self.rules, self.table = system, sheet_of(sheet), setting_of(system, setting)
        self.by_bet = {figures.bet: figures for figures in known(system, sheet, setting)}
        self.of: dict[int, tuple[float, float]] = {}
        self.prizes: dict[int, tuple[float, float]] = {}

    def judged(self, cents: int) -> tuple[float, float]:
        if cents not in self.of:
            main, chances = self.by_bet[self.decided.main], self.decided.main_chances
            returned, variance = main.returned, main.variance
            if chances is not None and getattr(self.table, "house_maximum", None) is not None:
                # A maximum of prizes weighs more on a greater ante.
                returned, variance = moments(chances(self.rules, self.table, cents))
            self.of[cents] = (cents * returned, cents * cents * variance)
        return self.of[cents]

    def judged_beside(self, bet: str, cents: int, pot: int) -> tuple[float, float]:
        """Of a bet beside the first one: one that theory knows by itself, or a jackpot bet when the pot holds so much."""
        jackpot_chances = self.decided.jackpot_chances
        if bet != "jackpot" or jackpot_chances is None:
            known = self.by_bet[bet]
            return cents * known.returned, cents * cents * known.variance
        if pot not in self.prizes:
            self.prizes[pot] = moments(jackpot_chances(self.table.jackpot, pot))
        returned, variance = self.prizes[pot]
        bet_cents = self.table.jackpot.bet  # what a prize is does not depend on the bet
        return bet_cents * returned, bet_cents * bet_cents * variance


def moments(chances: Chances) -> tuple[float, float]:
    """What comes back on average, and its variance."""
    figures = [(float(chance), float(back)) for chance, back in chances]
    returned = sum(chance * back for chance, back in figures)
    return returned, sum(chance * back * back for chance, back in figures) - returned * returned


def methods(system: str, figures: Mapping[str, Known]) -> list[str]:
    return sorted({each.method for each in figures.values()})
