"""The theoretical return and variance of bets, computed once for each rule sheet and kind of table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from casino.compliance.rtp_monitoring.models import Theory
from games.catalogue import GAMES
from games.models import RuleSheet, TableSetting
from games.odds.outcomes import Chances, DecidedBets
from games.rulebook.house_edges import case_digest, case_of, setting_of_case
from games.tables.sheet_selectors import setting_of, sheet_of
from players.shared.decoding import prepare


def is_decided(system: str) -> bool:
    """Whether players decide after the close: theory is then the return of best play, and only more than that
    is an alarm.
    """
    return GAMES[system].odds.decided is not None


def is_between_players(system: str) -> bool:
    """Whether players play against each other: there is a commission and no theoretical return."""
    return GAMES[system].engine.between_players


class BetTheory(Struct, frozen=True):
    """Return and variance of a bet per unit staked, and the method of computation."""

    bet: str
    returned: float
    variance: float
    method: str


prepare(BetTheory)


def bet_theories(system: str, sheet: RuleSheet, setting: TableSetting) -> tuple[BetTheory, ...]:
    """The theory of every bet at such a table, stored under everything that it depends on."""
    rules, case = sheet_of(sheet), case_of(system, setting_of(system, setting))
    key = {"system": system, "digest": sheet.digest, "case": case_digest(case)}
    stored = Theory.objects.filter(**key).first()
    if stored is None:
        data = compute_theories(system, rules, case)
        stored = Theory.objects.get_or_create(**key, defaults={"data": data})[0]
    return msgspec.json.decode(stored.data, type=tuple[BetTheory, ...])


def compute_theories(system: str, rules: Any, case: Mapping[str, object]) -> str:
    """The theory of every bet, as it is stored."""
    computed = [
        BetTheory(spread.bet, float(spread.returned), float(spread.variance), spread.method)
        for spread in GAMES[system].odds.spreads(rules, setting_of_case(system, case))
    ]
    return msgspec.json.encode(computed).decode()


class TheoryOfHands:
    """Mean and variance of the return of a bet in a game where players decide."""

    def __init__(self, system: str, sheet: RuleSheet, setting: TableSetting) -> None:
        decided = GAMES[system].odds.decided
        assert decided is not None
        self.decided: DecidedBets = decided
        self.system, self.rules, self.table = system, sheet_of(sheet), setting_of(system, setting)
        self.by_bet = {figures.bet: figures for figures in bet_theories(system, sheet, setting)}
        self.of: dict[int, tuple[float, float]] = {}
        self.prizes: dict[int, tuple[float, float]] = {}

    def main_bet_moments(self, cents: int) -> tuple[float, float]:
        if cents not in self.of:
            main, chances = self.by_bet[self.decided.main], self.decided.main_chances
            returned, variance = main.returned, main.variance
            if chances is not None and getattr(self.table, "house_maximum", None) is not None:
                # The effect of a maximum of prizes grows with the ante.
                returned, variance = moments(chances(self.rules, self.table, cents))
            self.of[cents] = (cents * returned, cents * cents * variance)
        return self.of[cents]

    def side_bet_moments(self, bet: str, cents: int, pot: int) -> tuple[float, float]:
        """Of a side bet: insurance, or a jackpot bet while the jackpot holds `pot` cents."""
        jackpot_chances = self.decided.jackpot_chances
        if bet != "jackpot" or jackpot_chances is None:
            theory = self.by_bet[bet]
            return cents * theory.returned, cents * cents * theory.variance
        if pot not in self.prizes:
            self.prizes[pot] = moments(jackpot_chances(self.table.jackpot, pot))
        returned, variance = self.prizes[pot]
        bet_cents = self.table.jackpot.bet  # prizes do not depend on the bet
        return bet_cents * returned, bet_cents * bet_cents * variance


def moments(chances: Chances) -> tuple[float, float]:
    """Mean and variance of the return."""
    figures = [(float(chance), float(back)) for chance, back in chances]
    returned = sum(chance * back for chance, back in figures)
    return returned, sum(chance * back * back for chance, back in figures) - returned * returned


def methods(system: str, figures: Mapping[str, BetTheory]) -> list[str]:
    return sorted({theory.method for theory in figures.values()})
