"""What a live table knows of an occupied seat, and of a player in the queue."""

from __future__ import annotations

from msgspec import Struct


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
    leaving: str = ""
    stack: int = 0
    partner: bool = False


class QueuedPlayer(Struct, frozen=True):
    """A player in the queue. A seat is kept for the player until `until`."""

    player: int
    alias: str
    until: int = 0
