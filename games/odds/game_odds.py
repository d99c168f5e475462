"""The odds of one game: how each figure is computed, and what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from games.odds.outcomes import DecidedBets, Rounds, Spread, spreads_by_kind
from games.odds.worth import Run, Worth
from games.rules.shared.money import Cents


def no_cost(sheet: Any, setting: Any) -> Cents:
    """The bank pays no prize: players bet against each other."""
    return 0


class GameOdds(Struct, frozen=True, kw_only=True):
    """How to compute the odds of a game under a sheet and a setting; `sheet` and `setting` are where a query begins.

    A game has `outcomes` where nobody decides after the bets are closed, and `decided` where players do. It has neither
    where players bet against each other.
    """

    worths: Callable[[Any, Any], Iterable[Worth]]
    sheet: Mapping[str, Any]
    setting: Mapping[str, Any]
    simulated: Callable[[Any, Any, Run], Iterable[Worth]] | None = None  # where a game is played, not counted
    depends_on: tuple[str, ...] = ()  # the fields of a setting on which the worth of a bet depends
    # Where the figures take long to compute: the settings of a sheet, or of each open table, for which they are published.
    published_cases: Callable[[Any], list[dict[str, Any]]] | None = None
    published_per_table: bool = False
    # The most that one round can cost the bank, whatever is bet and drawn: every seat is taken, stakes the most where it
    # wins the most, and wins. Returned stakes are no cost, and a jackpot is paid from its pot. None where there is no bound.
    greatest_cost: Callable[[Any, Any], Cents | None] = no_cost
    outcomes: Callable[[Any, Any], Rounds] | None = None
    decided: DecidedBets | None = None

    def spreads(self, sheet: Any, setting: Any) -> Iterator[Spread]:
        """Of every bet of that table; none where players bet against each other."""
        if self.outcomes is not None:
            yield from spreads_by_kind(self.outcomes(sheet, setting))
        elif self.decided is not None:
            yield from self.decided.spreads(sheet, setting)
