"""What the house does by itself, and when: the steps of a round and the hours they are due. Pure, like the table.

Bets are closed by an event, not by the hour: what reached the croupier before it writes the close is still taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.engine import Wait
from games.rules.shared import sessions
from games.rules.shared.sessions import Mode
from games.tables.bots import strategy
from games.tables.domain.events import ClocksRenewed, Invited, LeaveAsked, Left, Warned
from games.tables.domain.state import WAKE, Chair, Live, Rules, rest_until

SECOND = 1000
LATE = 1500  # ms after which a decision's deadline was missed by us: nobody watched the table as it passed
RETURN = 3000  # ms for which bets stay open after a fault at least, so that browsers find their way back
LOST_BEFORE = 3000  # ms before a fault of ours: whoever's own connection was lost earlier gets no new time
INVITED = ("short", "rested")  # reasons to take no part that bring an invitation at once


def due(live: Live, rules: Rules | None, at: int) -> int | None:
    """When the table wants its next step, judged as a phase begins at `at`; None while it waits for people alone."""
    if live.held:
        return None
    if live.running and rules is not None:
        if live.stopped:
            return live.stopped  # since then time was lost, and what that makes of the round is decided first
        wait = rules.engine.waiting_for(live.game)
        if wait is Wait.BETS:
            # At a table of one the player launches the ball;  [AR-15] [FR-R16]
            # at the others the window closes for all at once.  [AR-14a] [FR-R15a]
            # A stake that the rules carried on plays once more for a player who is gone: the house launches for him.
            if rules.setting.mode == Mode.INDIVIDUAL:
                return at if any(chair.leaving for chair in live.seats.values()) else None
            return live.deadlines.get(0) or at + int(rules.setting.betting_seconds * SECOND)
        if wait is Wait.CHOICE:
            return decision_due(live, rules, at)
        return at if wait is Wait.OVER else at + int(rules.engine.pause_ms(live.game))
    if not live.seats:
        return session_due(live, at)
    if not live.next_round:
        return at
    ready = at + WAKE
    return max(ready, rest_until(live, rules)) if rules is not None and live.game is not None else ready


def decision_due(live: Live, rules: Rules, at: int) -> int | None:
    """When the deciding seats have had their time, or the extra time that follows; nobody waits for somebody who is leaving."""
    time = rules.engine.clock(live.game)
    if time is None:
        return at + strategy.COMES if strategy.lonely(live, rules) else session_due(live, at)
    if partners := strategy.deciding(live, rules):
        return at + strategy.thinks(live, partners[0])
    if gone(live, rules):
        return at
    if live.deadlines:
        return min(
            (live.deadlines[seat] for seat in rules.engine.to_act(live.game) if seat in live.deadlines),
            default=at,
        )
    return at + (time.extra if live.called else time.ms)


def out_of_time(live: Live, rules: Rules, at: int) -> list[int]:
    """The deciding seats whose time is up. After a fault of ours seats may have different deadlines.

    If every deciding player is leaving, no deadline is waited for: `decision_due` says that the step is due at once.
    """
    deciding = rules.engine.to_act(live.game)
    if gone(live, rules):
        return list(deciding)
    return [seat for seat in deciding if live.deadlines.get(seat, at) <= at]


def decision_open(live: Live, rules: Rules | None) -> bool:
    """Does a person have to decide something before a deadline?"""
    if (
        rules is None
        or not live.running
        or live.held
        or live.stopped
        or rules.engine.waiting_for(live.game) is not Wait.CHOICE
    ):
        return False
    return (
        bool(rules.engine.to_act(live.game)) and not strategy.deciding(live, rules) and not gone(live, rules)
    )


def unattended_since(live: Live, rules: Rules | None, at: int) -> int | None:
    """Since when nobody watched a table whose decision ran out of time a while ago, whatever the reason."""
    missed = live.due is not None and at - live.due > LATE and decision_open(live, rules)
    return live.due if missed else None


def renewal(live: Live, rules: Rules, since: int, at: int) -> ClocksRenewed | None:
    """What a fault of ours from `since` to `at` gives back: an outage of the operator never costs a player time to decide (A76).

    The croupier records it as the first thing it does after a restart, a takeover, or the return of the database or of Valkey, and
    when a web process has gone with its sockets. Nothing that a player does leads here, so that nobody can have more time by it.
    [CS-31] [CS-32] [CS-33] [HE-44] [HE-45] [HE-72]
    """
    lost = max(0, at - since)
    until = _renewed(live, rules, since, at)
    runs = live.seats and rules.setting.mode == Mode.INDIVIDUAL
    if not until and (lost < SECOND or not (runs or any(waiter.until for waiter in live.queue))):
        return None
    return ClocksRenewed(until or live.deadlines, lost)


def _renewed(live: Live, rules: Rules, since: int, at: int) -> dict[int, int]:
    if live.due is None or not live.running or live.stopped:
        return {}
    wait = rules.engine.waiting_for(live.game)
    if wait is Wait.BETS and rules.setting.mode != Mode.INDIVIDUAL:
        # Bets are moved on by the time lost and not opened for their whole time: under many faults they would never close.
        until = max(live.due + max(0, at - max(since, live.opened)), at + RETURN)
        return {0: until} if until > live.due else {}
    time = rules.engine.clock(live.game)
    if time is None or not decision_open(live, rules):
        return {}
    deciding = rules.engine.to_act(live.game)
    here = [seat for seat in deciding if seat in live.seats and not _lost_before(live.seats[seat], since)]
    if not here:
        return {}
    until_now = {seat: live.deadlines.get(seat, live.due) for seat in deciding}
    return until_now | {seat: at + (time.extra if seat in live.called else time.ms) for seat in here}


def _lost_before(chair: Chair, since: int) -> bool:
    return bool(chair.leaving) or 0 < chair.away < since - LOST_BEFORE


def session_due(live: Live, at: int) -> int | None:
    """A session ends at its hour also where nobody plays.  [HE-2s]"""
    return max(at, live.session_ends) if live.session else None


def phase_waiting(live: Live, rules: Rules) -> bool:
    """Does the table only wait for players: nothing dealt, nothing staked, nobody to decide?  [HE-7]"""
    return rules.engine.waiting_for(live.game) is Wait.CHOICE and not rules.engine.to_act(live.game)


def gone(live: Live, rules: Rules) -> bool:
    """Is every player who has a decision to make leaving the table?"""
    deciding = rules.engine.to_act(live.game)
    return bool(deciding) and all(seat in live.seats and live.seats[seat].leaving for seat in deciding)


def moment(live: Live, rules: Rules | None) -> tuple[Any, ...]:
    """What the table's hour depends on: while this stays the same, so does the hour at which the next step is due."""
    wait = rules.engine.waiting_for(live.game) if live.running and rules is not None else None
    alone = wait is Wait.BETS and rules is not None and rules.setting.mode == Mode.INDIVIDUAL
    leaving = alone and any(chair.leaving for chair in live.seats.values())
    if wait is Wait.CHOICE and rules is not None:
        lonely = strategy.lonely(live, rules)
        return (
            wait,
            live.round,
            live.held,
            live.stopped,
            live.called,
            gone(live, rules),
            rules.engine.clock(live.game),
            lonely,
            live.session,
            live.deadlines,
            live.renewals,
        )
    return (
        wait,
        live.round,
        live.next_round,
        live.held,
        live.stopped,
        bool(live.seats),
        leaving,
        live.session,
        live.renewals,
    )


def outage(live: Live, rules: Rules, at: int) -> str:
    """The house came back late to a round: what the rules make of it, by the time lost alone.  [AR-20] [FR-R21]

    Decided before anything of the outcome is known to anybody: a round that cannot go on within the time that the rule
    sheet allows is void, every other one goes on as if nothing had been.
    """
    late = at - live.due if live.due is not None else 0
    return "not-resumed" if live.running and late > rules.sheet.resume_within * SECOND else ""


def nudges(live: Live, rules: Rules, seat: int, chair: Chair, at: int) -> Invited | Warned | str | None:
    """What inactivity makes due for a seat: an invitation, a warning, the end ("inactivity"), or nothing yet."""
    if chair.partner:
        return None
    terms, mode = rules.sheet.inactivity, Mode(rules.setting.mode)
    idle = (at - chair.last_bet) // SECOND
    since = (at - chair.nudged) // SECOND
    rounds = (
        chair.idle - chair.nudged_idle
    )  # whole rounds gone by since the last step, those left out that the house made void
    if not chair.nudge:
        if live.game is not None and rules.engine.absence(live.game, seat) in INVITED:
            return Invited(seat)  # [HE-68] [HE-70a]
        return (
            Invited(seat)
            if sessions.may_invite(terms, mode, idle_seconds=idle, rounds_without_bet=chair.idle)
            else None
        )
    if chair.nudge == "invited":
        return (
            Warned(seat)
            if sessions.may_warn(terms, mode, seconds_since_invitation=since, rounds_since_invitation=rounds)
            else None
        )
    ended = sessions.may_end(
        mode, warned=True, bet_since_warning=False, seconds_since_warning=since, rounds_since_warning=rounds
    )
    return "inactivity" if ended else None


def nudge_due(live: Live, rules: Rules | None, at: int) -> int | None:
    """The earliest hour at which the sweep must look at this table again; None while nobody can be due."""
    if live.held:
        return None
    hours = [waiter.until for waiter in live.queue if waiter.until]
    if rules is not None and live.seats and (idle := _idle_due(live, rules, at)) is not None:
        hours.append(idle)
    return min(hours, default=None)


def _idle_due(live: Live, rules: Rules, at: int) -> int | None:
    terms = rules.sheet.inactivity
    if rules.setting.mode == Mode.INDIVIDUAL:
        after = {
            "": terms.invited_after_seconds + 1,
            "invited": terms.warned_after_seconds,
            "warned": sessions.ENDED_AFTER_SECONDS,
        }
        return min(
            (chair.nudged if chair.nudge else chair.last_bet) + after[chair.nudge] * SECOND
            for chair in live.seats.values()
        )
    return at if any(_wants_a_look(live, rules, seat, chair) for seat, chair in live.seats.items()) else None


def _wants_a_look(live: Live, rules: Rules, seat: int, chair: Chair) -> bool:
    if chair.partner:
        return False
    if chair.nudge or chair.idle > rules.sheet.inactivity.invited_after_rounds:
        return True
    return live.game is not None and rules.engine.absence(live.game, seat) in INVITED  # [HE-68] [HE-70a]


def leave(live: Live, rules: Rules | None, seat: int, cause: str) -> list[Any]:
    """The events of somebody's leaving: at once, or with the round where a stake of theirs stands.  [AR-27] [FR-R28]"""
    chair = live.seats[seat]
    if rules is not None and live.game is not None and _still_in(live.game, rules.engine, seat):
        return [] if chair.leaving else [LeaveAsked(seat, cause)]
    return [left(seat, chair, cause)]


def _still_in(game: Any, engine: Any, seat: int) -> bool:
    """Has the seat a stake in play, or chips that the round does not let go yet, as the last one in has who never bet?  [HE-10]"""
    return bool(engine.stakes(game).get(seat) or (engine.between_players and engine.stack(game, seat)))


def left(seat: int, chair: Chair, cause: str) -> Left:
    return Left(seat, cause, chair.staked, chair.returned, chair.rounds)


def given(live: Live, shares: Mapping[int, str]) -> dict[int, str]:
    """The shares, by player, of those who sit here as the bets open; a shoe that is kept had its own when it was new."""
    if live.next_kept:
        return {}
    return {
        seat: shares[chair.player] for seat, chair in sorted(live.seats.items()) if chair.player in shares
    }


def nudge_reason(live: Live, rules: Rules, seat: int) -> dict[str, Any]:
    """Why a seat was invited: a short stack, a rest that is over, or as long without a bet as the sheet says.  [HE-70a] [HE-70b]"""
    absence = rules.engine.absence(live.game, seat) if live.game is not None else ""
    if absence in INVITED:
        return {"why": absence}
    terms = rules.sheet.inactivity
    if rules.setting.mode == Mode.INDIVIDUAL:
        return {"why": "time", "after": terms.invited_after_seconds}
    return {"why": "rounds", "after": terms.invited_after_rounds}


def nudge_ends(rules: Rules, chair: Chair) -> dict[str, int]:
    """By when a bet must come, for the invitation's and the warning's own clock: an hour, or a number of rounds.  [AR-29] [FR-R30]"""
    terms, warned = rules.sheet.inactivity, chair.nudge == "warned"
    if rules.setting.mode == Mode.INDIVIDUAL:
        return {
            "ends": chair.nudged
            + (sessions.ENDED_AFTER_SECONDS if warned else terms.warned_after_seconds) * SECOND
        }
    return {"rounds": sessions.ENDED_AFTER_ROUNDS if warned else terms.warned_after_rounds}
