"""What a live table knows of an occupied seat, and of a player in the queue."""

from __future__ import annotations

from msgspec import Struct, structs

from games.rules.engine import Result


class Chair(Struct, frozen=True, gc=False):
    """An occupied seat and its play session.

    The stack is an account, at tables where players bet against each other.
    """

    player: int
    wallet: int
    alias: str
    session: int
    since: int
    staked: int = 0
    returned: int = 0
    rounds: int = 0
    last_bet: int = 0  # when the player was last active: a bet, or a decision in time
    idle: int = 0  # rounds in a row without activity
    active_round: int = 0  # the last round with activity
    lapsed_round: int = 0  # the last round in which a decision of this seat timed out
    nudge: str = ""
    nudged: int = 0
    nudged_idle: int = 0  # the idle rounds from which whole rounds after the invitation or the warning count
    stayed: bool = False
    away: int = 0  # since when the player's connection has been lost
    leaving: str = ""  # why the stay ends with the round
    finishes: bool = False  # who is removed may still stake in the running hand
    gone: bool = False  # left by the player's own decision: nobody waits for a decision
    stack: int = 0
    partner: bool = False

    @property
    def is_removed(self) -> bool:
        """Whether the stay ends without the player's own decision: the times of the hand stay the player's
        (A84).
        """
        return bool(self.leaving) and not self.gone

    @property
    def stakes_no_more(self) -> bool:
        """Whether no decision may stake anything in the running hand.  [903-B 5.3.1] [903-B 5.3.2] (A84)"""
        return bool(self.leaving) and not self.finishes

    def with_result(self, result: Result, *, void: bool) -> Chair:
        """The figures of the stay after a round.

        Of a void round only carried stakes, or stakes returned from the round before, count.
        """
        staked, returned = result.staked, result.back + result.prize - result.commission
        if void:
            settled = min(staked, returned)
            staked, returned = staked - settled, returned - settled
        rounds = self.rounds if void else self.rounds + 1
        return structs.replace(
            self, staked=self.staked + staked, returned=self.returned + returned, rounds=rounds
        )


class QueuedPlayer(Struct, frozen=True):
    """A player in the queue. A seat is kept for the player until `until`."""

    player: int
    alias: str
    until: int = 0
