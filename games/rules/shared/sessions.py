"""When the operator may invite, warn and end a session for inactivity, and when a fault makes a round void.

invited after  more than 3 minutes without a bet (individual)  or  more than 5 rounds without one (multiple
players) warned after   what the rule sheet sets, a minute or a round unless it says more (A52) ended after
the minute, or the round, that follows the warning without a bet

The same rules apply to every game. A rule sheet may set longer thresholds, never shorter ones.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from games.rules.shared.refusals import Breach


class Mode(StrEnum):
    """Whether one player or several play at a table.  [AR-4] [FR-4]"""

    INDIVIDUAL = "individual"
    MULTIPLE = "multiple"


# "A period longer than 3 minutes" and "more than 5 rounds in a row": exactly 3 minutes or 5 rounds is not
# enough.
INVITED_AFTER_SECONDS = 180  # [AR-28a] [FR-R29a]
INVITED_AFTER_ROUNDS = 5  # [AR-28b] [FR-R29b]
WARNED_AFTER_SECONDS = 60  # from the invitation, at least (A52)
WARNED_AFTER_ROUNDS = 1
# "In the following minute or in the next round": the rule fixes the time that a warned player still has.
ENDED_AFTER_SECONDS = 60  # [AR-29] [FR-R30]
ENDED_AFTER_ROUNDS = 1  # [AR-29] [FR-R30]


class Inactivity(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """What a rule sheet provides for players who do not bet."""

    invited_after_seconds: int = INVITED_AFTER_SECONDS  # [AR-28a] [FR-R29a]
    invited_after_rounds: int = INVITED_AFTER_ROUNDS  # [AR-28b] [FR-R29b]
    warned_after_seconds: int = WARNED_AFTER_SECONDS  # from invitation to warning (A52)
    warned_after_rounds: int = WARNED_AFTER_ROUNDS


def check_inactivity(terms: Inactivity, individual: str, multiple: str, warning: str) -> list[Breach]:
    """Thresholds below the least allowed. The three rule ids are those of the game."""
    thresholds = (
        ("invited_after_seconds", terms.invited_after_seconds, INVITED_AFTER_SECONDS, individual),
        ("invited_after_rounds", terms.invited_after_rounds, INVITED_AFTER_ROUNDS, multiple),
        ("warned_after_seconds", terms.warned_after_seconds, WARNED_AFTER_SECONDS, warning),
        ("warned_after_rounds", terms.warned_after_rounds, WARNED_AFTER_ROUNDS, warning),
    )
    return [
        Breach(rule, f"inactivity.{field}", "too-short", {"least": floor, "given": given})
        for field, given, floor, rule in thresholds
        if given < floor
    ]


def may_invite(terms: Inactivity, mode: Mode, *, idle_seconds: int = 0, rounds_without_bet: int = 0) -> bool:
    """Whether the player may be invited to end the session."""
    if mode is Mode.INDIVIDUAL:
        return idle_seconds > terms.invited_after_seconds  # [AR-28a] [FR-R29a]
    return rounds_without_bet > terms.invited_after_rounds  # [AR-28b] [FR-R29b]


def may_warn(
    terms: Inactivity, mode: Mode, *, seconds_since_invitation: int = 0, rounds_since_invitation: int = 0
) -> bool:
    """Whether the invited player, who neither bet nor left, may be warned that the session will be ended."""
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
    """Whether the session may be ended: only after the warning, and not if a bet followed it.

    [AR-27] [FR-R28]
    """
    if not warned or bet_since_warning:
        return False  # [AR-29] [FR-R30]
    if mode is Mode.INDIVIDUAL:
        return seconds_since_warning >= ENDED_AFTER_SECONDS  # [AR-29] [FR-R30]
    return rounds_since_warning >= ENDED_AFTER_ROUNDS  # [AR-29] [FR-R30]


# What may interrupt a round, and whether that makes it void.
CAUSES: dict[str, bool] = {
    "no-valid-number": True,  # the draw gave no valid number  [AR-20] [FR-R21]
    "system": True,  # the operator's own fault
    "not-resumed": True,  # the operator's own fault, not repaired within the rule sheet's time
    "no-beacon": True,  # no value of the beacon came in time, so there is no valid result
    "check-failed": True,  # the record contradicts itself, so it cannot give a valid result
    "player-network": False,  # [AR-22] [FR-R23]
    "player-equipment": False,  # [AR-22] [FR-R23]
}


def voids_round(cause: str) -> bool:
    """Whether that cause makes the round void. Only the operator's own faults do."""
    return CAUSES[cause]
