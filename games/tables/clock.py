"""What the house does by itself, and when: the steps of a round and the hours they are due. Pure, like the table.

Bets are closed by an event, not by the hour: what reached the croupier before it writes the close is still taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules import sessions
from games.rules.engine import Wait
from games.rules.sessions import Mode
from games.tables.live import (
    WAKE,
    BetsOpened,
    Chair,
    Invited,
    LeaveAsked,
    Left,
    Live,
    Rules,
    Warned,
    rest_until,
)

SECOND = 1000


def due(live: Live, rules: Rules | None, at: int) -> int | None:
    """When the table wants its next step, judged as a phase begins at `at`; None while it waits for people alone."""
    if live.held:
        return None
    if live.running and rules is not None:
        wait = rules.engine.waits(live.game)
        if wait is Wait.BETS:
            # At a table of one the player launches the ball;  [AR-15] [FR-R16]
            # at the others the window closes for all at once.  [AR-14a] [FR-R15a]
            # A stake that the rules carried on plays once more for a player who is gone: the house launches for him.
            if rules.setting.mode == Mode.INDIVIDUAL:
                return at if any(chair.leaving for chair in live.seats.values()) else None
            return live.opened + rules.setting.betting_seconds * SECOND
        return at + int(rules.engine.pause(live.game))
    if not live.seats:
        return None
    if not live.next_round:
        return at
    ready = at + WAKE
    return max(ready, rest_until(live, rules)) if rules is not None and live.game is not None else ready


def moment(live: Live, rules: Rules | None) -> tuple[Any, ...]:
    """What the table's hour depends on: while this stays the same, so does the hour at which the next step is due."""
    wait = rules.engine.waits(live.game) if live.running and rules is not None else None
    alone = wait is Wait.BETS and rules is not None and rules.setting.mode == Mode.INDIVIDUAL
    leaving = alone and any(chair.leaving for chair in live.seats.values())
    return wait, live.round, live.next_round, live.held, bool(live.seats), leaving


def outage(live: Live, rules: Rules, at: int) -> str:
    """The house came back late to a round: what the rules make of it, by the time lost alone.  [AR-20] [FR-R21]

    Decided before anything of the outcome is known to anybody: a round that cannot go on within the time that the rule
    sheet allows is void, every other one goes on as if nothing had been.
    """
    late = at - live.due if live.due is not None else 0
    return "not-resumed" if live.running and late > rules.sheet.resume_within * SECOND else ""


def nudges(live: Live, rules: Rules, seat: int, chair: Chair, at: int) -> Invited | Warned | str | None:
    """What inactivity makes due for a seat: an invitation, a warning, the end ("inactivity"), or nothing yet."""
    terms, mode = rules.sheet.inactivity, Mode(rules.setting.mode)
    idle = (at - chair.last_bet) // SECOND
    since = (at - chair.nudged) // SECOND
    rounds = (live.round if not live.running else live.round - 1) - chair.nudged_round  # whole rounds gone by since the last step
    if not chair.nudge:
        return Invited(seat) if sessions.may_invite(terms, mode, idle_seconds=idle, rounds_without_bet=chair.idle) else None
    if chair.nudge == "invited":
        return Warned(seat) if sessions.may_warn(terms, mode, seconds_since_invitation=since, rounds_since_invitation=rounds) else None
    ended = sessions.may_end(mode, warned=True, bet_since_warning=False, seconds_since_warning=since, rounds_since_warning=rounds)
    return "inactivity" if ended else None


def nudge_due(live: Live, rules: Rules | None, at: int) -> int | None:
    """The earliest hour at which the sweep must look at this table again; None while nobody can be due."""
    if rules is None or live.held or not live.seats:
        return None
    terms = rules.sheet.inactivity
    if rules.setting.mode == Mode.INDIVIDUAL:
        after = {"": terms.invited_after_seconds + 1, "invited": terms.warned_after_seconds, "warned": sessions.ENDED_AFTER_SECONDS}
        return min((chair.nudged if chair.nudge else chair.last_bet) + after[chair.nudge] * SECOND for chair in live.seats.values())
    return at if any(chair.nudge or chair.idle > terms.invited_after_rounds for chair in live.seats.values()) else None


def leave(live: Live, rules: Rules | None, seat: int, cause: str) -> list[Any]:
    """The events of somebody's leaving: at once, or with the round where a stake of theirs stands.  [AR-27] [FR-R28]"""
    chair = live.seats[seat]
    if rules is not None and live.game is not None and rules.engine.stakes(live.game).get(seat):
        return [] if chair.leaving else [LeaveAsked(seat, cause)]
    return [left(seat, chair, cause)]


def left(seat: int, chair: Chair, cause: str) -> Left:
    return Left(seat, cause, chair.staked, chair.returned, chair.rounds)


def open_bets(live: Live, rules: Rules, shares: Mapping[int, str]) -> BetsOpened:
    nonces = {seat: shares[seat] for seat in sorted(shares) if seat in live.seats}
    return BetsOpened(live.next_round, rules.sheet_id, rules.setting_id, rules.build, nonces)


def departures(live: Live, rules: Rules) -> list[Any]:
    """Who asked to leave during the round leaves now, unless the rules carry a stake of theirs to the next one."""
    held = rules.engine.stakes(live.game)
    return [left(seat, chair, chair.leaving) for seat, chair in live.seats.items() if chair.leaving and not held.get(seat)]


def nudge_ends(rules: Rules, chair: Chair) -> dict[str, int]:
    """By when a bet must come, for the invitation's and the warning's own clock: an hour, or a number of rounds.  [AR-29] [FR-R30]"""
    terms, warned = rules.sheet.inactivity, chair.nudge == "warned"
    if rules.setting.mode == Mode.INDIVIDUAL:
        return {"ends": chair.nudged + (sessions.ENDED_AFTER_SECONDS if warned else terms.warned_after_seconds) * SECOND}
    return {"rounds": sessions.ENDED_AFTER_ROUNDS if warned else terms.warned_after_rounds}
