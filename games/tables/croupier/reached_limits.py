"""Notes that a player's own limit has refused a bet, for the player's page, the rules and the officers.

The refusal itself changes nothing. It is noted after the turn, by a thread of its own, once for each limit
and period: see `players.protection.limits_reached`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.shared.refusals import Refusal
from games.tables.croupier.late_writer import LateWriter
from games.tables.domain.commands import CommandResult
from players.protection.limits_reached import note_bet_over_limit

RefusedBet = tuple[int, str]  # the player, and the limit as `Eligibility.limit` has it


class ReachedLimits(LateWriter[RefusedBet]):
    renewal_seconds = 60.0  # a player who tries again and again asks the database once a minute

    def __init__(self) -> None:
        super().__init__("reached-limits")
        self._looked_up: set[RefusedBet] = set()

    def note(self, results: Sequence[CommandResult]) -> None:
        for result in results:
            if result.refused is not None and result.refused.code is Refusal.LIMIT:
                refused = (result.request.player, str(result.refused.details["limit"]))
                if refused not in self._looked_up:
                    self._looked_up.add(refused)
                    self._waiting.put(refused)

    def renew(self) -> None:
        self._looked_up = set()

    def write(self, item: RefusedBet) -> None:
        note_bet_over_limit(*item)
