"""The bets of games against the bank, up to the close: placed, taken back, and the deal that a player starts.

What may be bet differs from game to game, and stands in `bets.py` of each engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games.rules.engine import GameCommand, GameEvent
from games.rules.shared.money import Cents, Seat
from games.rules.shared.refusals import Refusal, Refused
from games.rules.shared.sessions import Mode

MAX_UNDO: Final = 50  # bets that a player can take back one by one

Stakes = dict[str, Cents]  # by place, chance or box


class Undo(GameCommand, frozen=True, tag="undo"):
    """Take back the last accepted bet."""


class Clear(GameCommand, frozen=True, tag="clear"):
    """Take back every bet of this round."""


class BetPlaced(GameEvent, frozen=True, tag="bet-placed", gc=False):
    seat: Seat
    on: Stakes


class BetTaken(GameEvent, frozen=True, tag="bet-taken", gc=False):
    """The player took a bet back before the close."""

    seat: Seat
    on: Stakes


class PlayerBets(Struct, frozen=True, gc=False):
    """One player's bets in this round: by place, in total, and one by one for taking them back."""

    on: Stakes
    total: Cents
    placed: tuple[Stakes, ...]


NOTHING_PLACED: Final = PlayerBets({}, 0, ())


def find_taken(command: Undo | Clear, placed: Sequence[Stakes], on: Stakes, rule: str) -> Stakes:
    """What a player takes back of the bets placed one by one, or of everything that lies on the table."""
    if isinstance(command, Undo):
        taken = placed[-1] if placed else {}
    else:
        taken = on
    if not taken:
        raise Refused(Refusal.NOTHING_TO_UNDO, rule)
    return taken


def check_start(mode: Mode, *, has_bet: bool, period_rule: str, start_rule: str) -> None:
    """A player starts the round at a table for one, after a bet. Elsewhere the timer does, for all."""
    if mode is not Mode.INDIVIDUAL:
        raise Refused(Refusal.NOT_OFFERED, period_rule)
    if not has_bet:
        raise Refused(Refusal.NOTHING_BET, start_rule)
