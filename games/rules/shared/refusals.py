"""Refusals of a player's command, and breaches in a rule sheet or a table setting."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct


class Refusal(StrEnum):
    """Why a command is refused. The order is the precedence: the first reason that holds is the one given."""

    UNREADABLE = "unreadable"
    TOO_MANY = "too-many"
    SIGNED_OUT = "signed-out"
    NOT_YOU = "not-you"
    NOT_SEATED = "not-seated"
    NO_SEAT = "no-seat"
    NOT_REGISTERED = "not-registered"
    SAME_DEVICE = "same-device"
    TABLE_CLOSED = "table-closed"
    NO_SESSIONS = "no-sessions"
    REPORTS_STOPPED = "reports-stopped"
    ON_HOLD = "on-hold"
    STALE = "stale"
    ID_REUSED = "id-reused"
    NOT_NOW = "not-now"
    BETS_CLOSED = "bets-closed"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_OFFERED = "not-offered"
    NO_SUCH_BET = "no-such-bet"
    PLACE_TAKEN = "place-taken"
    BELOW_MINIMUM = "below-minimum"
    WRONG_STEP = "wrong-step"
    ABOVE_MAXIMUM = "above-maximum"
    BOTH_SIDES = "both-sides"
    ABOVE_CAP = "above-cap"
    ABOVE_TABLE_CAP = "above-table-cap"
    NOTHING_TO_UNDO = "nothing-to-undo"
    COVERS_OTHERS = "covers-others"
    NOTHING_BET = "nothing-bet"
    TOO_SOON = "too-soon"
    LIMIT = "limit"
    EXCLUDED = "excluded"
    NOT_ENOUGH = "not-enough"


class Refused(Exception):
    """An ordinary answer, not a fault. It names the rule that it follows, and it changes nothing."""

    def __init__(self, code: Refusal, rule: str = "", **details: Any) -> None:
        super().__init__(code, rule, details)
        self.code, self.rule, self.details = code, rule, details


class Breach(Struct, frozen=True):
    """One way in which a rule sheet or a table setting contradicts the regulation."""

    rule: str
    field: str
    code: str
    details: dict[str, Any] = {}
