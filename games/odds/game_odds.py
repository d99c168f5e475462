"""The odds of one game: how each figure is computed, and what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from games.odds.outcomes import DecidedBets, Rounds, Spread, spreads_by_kind
from games.odds.worth import Run, Worth
from games.rules.shared.money import Cents


def no_cost(sheet: object, setting: object) -> Cents:
    """The bank pays no prize: players bet against each other."""
    return 0


def no_open_cost(sheet: object, setting: object, on: Mapping[str, Cents], staked: Cents) -> Cents:
    """The same for the bets of an open round."""
    return 0


class GameOdds(Struct, frozen=True, kw_only=True):
    """How to compute the odds of a game. `sheet` and `setting` are the defaults of a query.

    A game has `outcomes` if there are no decisions after the bets are closed, and `decided` if players do. A
    game between players has neither.
    """

    worths: Callable[[Any, Any], Iterable[Worth]]
    sheet: Mapping[str, Any]
    setting: Mapping[str, Any]
    simulated: Callable[[Any, Any, Run], Iterable[Worth]] | None = (
        None  # if the game is simulated, not enumerated
    )
    # If the computation takes long: the settings of a sheet, or of each open table, with published odds.
    published_cases: Callable[[Any], list[dict[str, Any]]] | None = None
    published_per_table: bool = False
    # The most that one round can cost the bank: every seat is taken, has the maximum stake on the best paid
    # bets, and wins. Returned stakes are no cost; a jackpot is paid from its pot. None if there is no bound.
    greatest_cost: Callable[[Any, Any], Cents | None] = no_cost
    # The same for the bets of an open round: what lies on each place, of all players together, and everything
    # at stake. Where players decide, each stake counts with the greatest prize that the sheet has for it.
    open_cost: Callable[[Any, Any, Mapping[str, Cents], Cents], Cents] = no_open_cost
    outcomes: Callable[[Any, Any], Rounds] | None = None
    decided: DecidedBets | None = None

    def spreads(self, sheet: object, setting: object) -> Iterator[Spread]:
        """The spread of every bet of a table; none in a game between players."""
        if self.outcomes is not None:
            yield from spreads_by_kind(self.outcomes(sheet, setting))
        elif self.decided is not None:
            yield from self.decided.spreads(sheet, setting)
