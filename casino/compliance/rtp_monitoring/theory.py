"""What a round's bets should bring back and how far luck may carry them: counted once for each rule sheet and kind of table, then kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from casino.compliance.rtp_monitoring.models import Theory
from games.models import RuleSheet, TableSetting
from games.odds.spread import STUDS, Rounds, ante, jackpot, outcomes, spreads
from games.rulebook.house_edges import asked_setting, case_digest, case_of
from games.rulebook.selectors import setting_of, sheet_of

# The first bet, to which everything else of the round is reckoned, by the name that its event gives it: a place, or a seat's ante.
FIRST = {"caribbean-stud": "ante", "macau-stud": "ante", "blackjack": ""}
DECIDED = (
    *STUDS,
    "blackjack",
)  # players decide in these: theory is what the best of them may expect, and only more than that alarms
RAKED = ("holdem",)  # players play against each other: there is a commission and no theory


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
            for each in spreads(system, rules, asked_setting(system, case))
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
    from games.catalogue import GAMES

    engine: Any = GAMES[system].engine
    rounds = outcomes(
        system,
        msgspec.json.decode(sheet, type=engine.sheet_type),
        msgspec.json.decode(setting, type=engine.setting_type),
    )
    return Wheel(rounds) if rounds is not None else None


class Hands:
    """A game of hands: what one first bet of so many cents should bring back, and its variance, seat by seat."""

    def __init__(self, system: str, sheet: RuleSheet, setting: TableSetting) -> None:
        self.system, self.rules, self.table = system, sheet_of(sheet), setting_of(system, setting)
        figures = {each.bet: each for each in known(system, sheet, setting)}
        self.usual = figures["bet" if system == "blackjack" else "ante"]
        self.beside = figures
        self.of: dict[int, tuple[float, float]] = {}
        self.prizes: dict[int, tuple[float, float]] = {}

    def judged(self, cents: int) -> tuple[float, float]:
        if cents not in self.of:
            returned, variance = self.usual.returned, self.usual.variance
            if (
                getattr(self.table, "house_maximum", None) is not None
            ):  # a maximum of prizes weighs more on a greater ante
                chances = [
                    (float(chance), float(back)) for chance, back in ante(self.rules, self.table, cents)
                ]
                returned = sum(chance * back for chance, back in chances)
                variance = sum(chance * back * back for chance, back in chances) - returned * returned
            self.of[cents] = (cents * returned, cents * cents * variance)
        return self.of[cents]

    def judged_beside(self, bet: str, cents: int, pot: int) -> tuple[float, float]:
        """Of a bet beside the first one: insurance, or a jackpot bet when the pot holds so much."""
        if bet == "insurance":
            known = self.beside[bet]
            return cents * known.returned, cents * cents * known.variance
        if pot not in self.prizes:
            chances = [(float(chance), float(back)) for chance, back in jackpot(self.table.jackpot, pot)]
            returned = sum(chance * back for chance, back in chances)
            self.prizes[pot] = (
                returned,
                sum(chance * back * back for chance, back in chances) - returned * returned,
            )
        returned, variance = self.prizes[pot]
        bet_cents = self.table.jackpot.bet  # what a prize is does not depend on the bet
        return bet_cents * returned, bet_cents * bet_cents * variance


def methods(system: str, figures: Mapping[str, Known]) -> list[str]:
    return sorted({each.method for each in figures.values()})
