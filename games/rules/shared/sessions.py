"""When the house may invite, warn and end for inactivity, and when a fault makes a round void. The same for every game.

    invited after  more than 3 minutes without a bet (individual)  or  more than 5 rounds without one (multiple players)
    warned after   what the rule sheet sets, a minute or a round unless it says more (A52)
    ended after    the minute, or the round, that follows the warning without a bet

Thresholds may be set longer by a rule sheet, never shorter.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from games.rules.engine import Breach


class Mode(StrEnum):
    """How many play at one table.  [AR-4] [FR-4]"""

    INDIVIDUAL = "individual"
    MULTIPLE = "multiple"


# "A period longer than 3 minutes" and "more than 5 rounds in a row": at the figure itself nobody is invited yet.
INVITED_AFTER_SECONDS = 180  # [AR-28a] [FR-R29a]
INVITED_AFTER_ROUNDS = 5  # [AR-28b] [FR-R29b]
# "In the following minute or in the next round": the time a warned player still has is fixed by the rule.
ENDED_AFTER_SECONDS = 60  # [AR-29] [FR-R30]
ENDED_AFTER_ROUNDS = 1  # [AR-29] [FR-R30]


class Inactivity(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a rule sheet says of players who do not bet."""

    invited_after_seconds: int = INVITED_AFTER_SECONDS  # [AR-28a] [FR-R29a]
    invited_after_rounds: int = INVITED_AFTER_ROUNDS  # [AR-28b] [FR-R29b]
    warned_after_seconds: int = 60  # from invitation to warning (A52)
    warned_after_rounds: int = 1


def check_inactivity(terms: Inactivity, individual: str, multiple: str, warning: str) -> list[Breach]:
    """Breaches of the least times; the three rule ids are those of the game that asks."""
    least = (
        ("invited_after_seconds", terms.invited_after_seconds, INVITED_AFTER_SECONDS, individual),
        ("invited_after_rounds", terms.invited_after_rounds, INVITED_AFTER_ROUNDS, multiple),
        ("warned_after_seconds", terms.warned_after_seconds, 60, warning),
        ("warned_after_rounds", terms.warned_after_rounds, 1, warning),
    )
    return [
        Breach(rule, f"inactivity.{field}", "too-short", {"least": floor, "given": given})
        for field, given, floor, rule in least
        if given < floor
    ]


def may_invite(terms: Inactivity, mode: Mode, *, idle_seconds: int = 0, rounds_without_bet: int = 0) -> bool:
    """May the player be invited to end the session?"""
    if mode is Mode.INDIVIDUAL:
        return idle_seconds > terms.invited_after_seconds  # [AR-28a] [FR-R29a]
    return rounds_without_bet > terms.invited_after_rounds  # [AR-28b] [FR-R29b]


def may_warn(
    terms: Inactivity, mode: Mode, *, seconds_since_invitation: int = 0, rounds_since_invitation: int = 0
) -> bool:
    """May the invited player, who neither bet nor left, be warned that the session will be ended?"""
    if mode is Mode.INDIVIDUAL:
        return seconds_since_invitation >= terms.warned_after_seconds  # [AR-29] [FR-R30]
    return rounds_since_invitation >= terms.warned_after_rounds  # [AR-29] [FR-R30]


def may_end(
    mode: Mode,
    *,
    warned: bool,
    bet_since_warning: bool,
    seconds_since_warning: int = 0,
    rounds_since_warning: int = 0,
) -> bool:
    """May the session be ended? Never without the warning, and a bet that came after it keeps the session.  [AR-27] [FR-R28]"""
    if not warned or bet_since_warning:
        return False  # [AR-29] [FR-R30]
    if mode is Mode.INDIVIDUAL:
        return seconds_since_warning >= ENDED_AFTER_SECONDS  # [AR-29] [FR-R30]
    return rounds_since_warning >= ENDED_AFTER_ROUNDS  # [AR-29] [FR-R30]


# What may stop a round, and whether it makes the round void.
CAUSES: dict[str, bool] = {
    "no-valid-number": True,  # the draw gave no valid number  [AR-20] [FR-R21]
    "system": True,  # the house's own fault
    "not-resumed": True,  # the house's own fault, not mended within the time that the rule sheet allows
    "check-failed": True,  # the record contradicts itself, so no result of it can be valid
    "player-network": False,  # [AR-22] [FR-R23]
    "player-equipment": False,  # [AR-22] [FR-R23]
}


def voids(cause: str) -> bool:
    """Does that fault make the round void? Only the house's own does; an unknown cause is a fault of whoever asks."""
    return CAUSES[cause]
