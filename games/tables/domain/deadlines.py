"""When the automatic steps of a table are due. Pure.

Bets are closed by an event, not by the time: a bet that reaches the croupier before it writes that event is
accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.engine import Wait
from games.rules.shared import sessions
from games.rules.shared.sessions import Mode
from games.tables.domain import partners
from games.tables.domain.events import ClocksRenewed, Invited, LeaveAsked, Left, Warned
from games.tables.domain.round_beacon import RoundBeacon
from games.tables.domain.seats import Chair
from games.tables.domain.state import Live, Rules, decision_times

SECOND = 1000
PROMISE_MS = 900  # between the promise and the first bets of an idle table: time for the browsers' shares
MIN_ROUND_MS = 5000  # from one start to the next at tables where a player sets the pace
MISSED_AFTER_MS = 1500  # after its deadline a decision counts as missed by us: no croupier served the table
MIN_BETTING_AFTER_FAULT_MS = 3000  # so that browsers can reconnect before bets close
OWN_LOSS_BEFORE_MS = (
    3000  # a connection lost earlier than this before an operator fault was the player's own: no new time
)
ABSENCES_INVITED_AT_ONCE = ("short", "rested")  # absences that bring an invitation at once


def due(live: Live, rules: Rules | None, at: int) -> int | None:
    """When the next step is due, for a phase that begins at `at`; None while the table only waits for
    players.
    """
    if live.held:
        return None
    if live.running and rules is not None:
        if live.stopped:
            return live.stopped  # first the time lost since then decides about the round
        wait = rules.engine.waiting_for(live.game)
        if wait is Wait.BETS:
            # At a table of one the player launches the ball;  [AR-15] [FR-R16]
            # at the others bets close for all at once.  [AR-14a] [FR-R15a]
            # A carried stake of a player who left plays once more: the house launches the ball.
            if rules.setting.mode == Mode.INDIVIDUAL:
                return at if any(chair.leaving for chair in live.seats.values()) else None
            return live.deadlines.get(0) or at + int(rules.setting.betting_seconds * SECOND)
        if wait is Wait.CHOICE:
            return decision_due(live, rules, at)
        if wait is Wait.OVER:
            return at
        ready = at + int(rules.engine.pause_ms(live.game))
        awaited = awaited_beacon(live)
        return ready if awaited is None else max(ready, awaited.scheduled)
    if not live.seats:
        return session_due(live, at)
    if not live.next_round:
        return at
    ready = at + PROMISE_MS
    return max(ready, rest_until(live, rules)) if rules is not None and live.game is not None else ready


def rest_until(live: Live, rules: Rules) -> int:
    """When the next round may open: players see the result first, and rounds start at least five seconds
    apart.
    """
    return max(live.ended + int(rules.engine.pause_ms(live.game)), live.opened + MIN_ROUND_MS)


def awaited_beacon(live: Live) -> RoundBeacon | None:
    """The beacon whose value the round waits for, between the close of bets and the draw."""
    return live.beacon if live.running and live.beacon is not None and live.beacon.is_awaited else None


def decision_due(live: Live, rules: Rules, at: int) -> int | None:
    """When the time of the deciding seats, or their extra time, expires.

    A player who left is not waited for. One who was removed keeps the time (A84).
    """
    time = rules.engine.clock(live.game)
    if time is None:
        return at + partners.JOIN_DELAY_MS if partners.needs_partners(live, rules) else session_due(live, at)
    if seats := partners.deciding_partners(live, rules):
        return at + partners.thinking_ms(live, seats[0])
    if all_deciders_gone(live, rules):
        return at
    if live.deadlines:
        deciding = rules.engine.to_act(live.game)
        return min((live.deadlines[seat] for seat in deciding if seat in live.deadlines), default=at)
    return at + int(time.extra if live.called else time.ms)


def out_of_time(live: Live, rules: Rules, at: int) -> list[int]:
    """The deciding seats whose time has expired. After an operator fault seats may have different deadlines.

    If every deciding player has left, no deadline applies: `decision_due` says that the step is due at
    once.
    """
    deciding = rules.engine.to_act(live.game)
    if all_deciders_gone(live, rules):
        return list(deciding)
    return [seat for seat in deciding if live.deadlines.get(seat, at) <= at]


def decision_open(live: Live, rules: Rules | None) -> bool:
    """Whether a person has to decide something before a deadline."""
    if (
        rules is None
        or not live.running
        or live.held
        or live.stopped
        or rules.engine.waiting_for(live.game) is not Wait.CHOICE
    ):
        return False
    return (
        bool(rules.engine.to_act(live.game))
        and not partners.deciding_partners(live, rules)
        and not all_deciders_gone(live, rules)
    )


def awaited_players(live: Live, rules: Rules | None) -> tuple[int, ...]:
    """The players who have to decide something before a deadline, house players not among them."""
    if rules is None or not decision_open(live, rules):
        return ()
    chairs = [live.seats[seat] for seat in rules.engine.to_act(live.game) if seat in live.seats]
    return tuple(chair.player for chair in chairs if not chair.partner and not chair.gone)


def unattended_since(live: Live, rules: Rules | None, at: int) -> int | None:
    """Since when a table was not served whose decision timed out a while ago, for any reason."""
    missed = live.due is not None and at - live.due > MISSED_AFTER_MS and decision_open(live, rules)
    return live.due if missed else None


def clock_renewal(live: Live, rules: Rules, since: int, at: int) -> ClocksRenewed | None:
    """The time given back after an operator fault from `since` to `at`: our outage never costs a player
    decision time (A76).

    The croupier records it first after a restart, a takeover, or the return of the database or of Valkey, and
    when a web process ended with its sockets. No action of a player causes it, so no player can gain time
    by it. [CS-31] [CS-32] [CS-33] [HE-44] [HE-45] [HE-72]
    """
    lost = max(0, at - since)
    until = _renewed(live, rules, since, at)
    runs = live.seats and rules.setting.mode == Mode.INDIVIDUAL
    if not until and (lost < SECOND or not (runs or any(queued.until for queued in live.queue))):
        return None
    return ClocksRenewed(until or live.deadlines, lost)


def _renewed(live: Live, rules: Rules, since: int, at: int) -> dict[int, int]:
    if live.due is None or not live.running or live.stopped:
        return {}
    wait = rules.engine.waiting_for(live.game)
    if wait is Wait.BETS and rules.setting.mode != Mode.INDIVIDUAL:
        # Bets are extended by the time lost, not by their whole time: with many faults they would never
        # close.
        until = max(live.due + max(0, at - max(since, live.opened)), at + MIN_BETTING_AFTER_FAULT_MS)
        return {0: until} if until > live.due else {}
    if not decision_open(live, rules):
        return {}
    times = decision_times(live, rules)
    deciding = rules.engine.to_act(live.game)
    here = [seat for seat in deciding if seat in live.seats and not _lost_earlier(live.seats[seat], since)]
    if not here:
        return {}
    until_now = {seat: live.deadlines.get(seat, live.due) for seat in deciding}
    return until_now | {seat: at + times[seat] for seat in here}


def _lost_earlier(chair: Chair, since: int) -> bool:
    return chair.gone or 0 < chair.away < since - OWN_LOSS_BEFORE_MS


def lobby_phase(live: Live, rules: Rules | None) -> str:
    """What the table is doing, as the lobby shows it; empty without players."""
    if not live.running or rules is None:
        return "rest" if live.seats else ""
    if is_waiting_for_players(live, rules):
        return "waiting"
    wait = rules.engine.waiting_for(live.game)
    return str((Wait.HOUSE if wait is Wait.OVER else wait).value)


def session_due(live: Live, at: int) -> int | None:
    """A session ends at its time, even without players.  [HE-2s]"""
    return max(at, live.session_ends) if live.session else None


def is_waiting_for_players(live: Live, rules: Rules) -> bool:
    """Whether the table only waits for players: nothing dealt, nothing staked, no decision open.  [HE-7]"""
    return rules.engine.waiting_for(live.game) is Wait.CHOICE and not rules.engine.to_act(live.game)


def all_deciders_gone(live: Live, rules: Rules) -> bool:
    """Whether every player with a decision to make has left by own decision."""
    deciding = rules.engine.to_act(live.game)
    return bool(deciding) and all(seat in live.seats and live.seats[seat].gone for seat in deciding)


def deadline_inputs(live: Live, rules: Rules | None) -> tuple[object, ...]:
    """The inputs of `due`: while they are equal, the next step is due at the same time."""
    wait = rules.engine.waiting_for(live.game) if live.running and rules is not None else None
    alone = wait is Wait.BETS and rules is not None and rules.setting.mode == Mode.INDIVIDUAL
    leaving = alone and any(chair.leaving for chair in live.seats.values())
    if wait is Wait.CHOICE and rules is not None:
        needs_partners = partners.needs_partners(live, rules)
        return (
            wait,
            live.round,
            live.held,
            live.stopped,
            live.called,
            all_deciders_gone(live, rules),
            rules.engine.clock(live.game),
            needs_partners,
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
        awaited_beacon(live),
    )


def void_cause(live: Live, rules: Rules, at: int) -> str:
    """The cause that makes a round void after an outage, by the time lost alone; empty if it continues.
    [AR-20] [FR-R21]

    This is decided before any of the outcome is known: a round that cannot continue within the time of the
    rule sheet is void; every other round continues unchanged. Of a table that staff stopped, nothing was due:
    the time lost began with the stop.
    """
    since = live.stopped or live.due
    late = at - since if since is not None else 0
    return "not-resumed" if live.running and late > rules.sheet.resume_within * SECOND else ""


def inactivity_step(
    live: Live, rules: Rules, seat: int, chair: Chair, at: int
) -> Invited | Warned | str | None:
    """The step that inactivity makes due for a seat: an invitation, a warning, the end ("inactivity"), or
    None.
    """
    if chair.partner or live.held:
        return None
    terms, mode = rules.sheet.inactivity, Mode(rules.setting.mode)
    counted = live.no_bets_since or at  # while nobody can bet, the time stands still
    idle = (counted - chair.last_bet) // SECOND
    since = (counted - chair.nudged) // SECOND
    rounds = chair.idle - chair.nudged_idle  # whole rounds since the last step, without void ones
    if sessions.may_end(
        mode,
        warned=chair.nudge == "warned",
        bet_since_warning=chair.last_bet > chair.nudged,
        seconds_since_warning=since,
        rounds_since_warning=rounds,
    ):
        return "inactivity"
    if not chair.nudge:
        if live.game is not None and rules.engine.absence(live.game, seat) in ABSENCES_INVITED_AT_ONCE:
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
    return None


def inactivity_check_due(live: Live, rules: Rules | None, at: int) -> int | None:
    """The earliest time of the next inactivity check; None while no player can be due."""
    if live.held:
        return None
    times = [queued.until for queued in live.queue if queued.until]
    if rules is not None and live.seats and (idle := _idle_due(live, rules, at)) is not None:
        times.append(idle)
    return min(times, default=None)


def _idle_due(live: Live, rules: Rules, at: int) -> int | None:
    terms = rules.sheet.inactivity
    if rules.setting.mode == Mode.INDIVIDUAL:
        if live.no_bets_since:
            return None
        after = {
            "": terms.invited_after_seconds + 1,
            "invited": terms.warned_after_seconds,
            "warned": sessions.ENDED_AFTER_SECONDS,
        }
        last_signs = (
            (chair.nudged if chair.nudge else chair.last_bet, chair.nudge) for chair in live.seats.values()
        )
        return min(last + int(after[nudge]) * SECOND for last, nudge in last_signs)
    return at if any(_needs_check(live, rules, seat, chair) for seat, chair in live.seats.items()) else None


def _needs_check(live: Live, rules: Rules, seat: int, chair: Chair) -> bool:
    if chair.partner:
        return False
    if chair.nudge or chair.idle > rules.sheet.inactivity.invited_after_rounds:
        return True
    return (
        live.game is not None and rules.engine.absence(live.game, seat) in ABSENCES_INVITED_AT_ONCE
    )  # [HE-68] [HE-70a]


def leave_events(
    live: Live, rules: Rules | None, seat: int, cause: str, *, finishes: bool = False
) -> list[object]:
    """The events of a player's leaving: at once, or with the round if a stake is in play.
    [AR-27] [FR-R28]
    """
    chair = live.seats[seat]
    if is_in_play(live, rules, seat):
        gives_up = cause == "player" and chair.is_removed
        is_stricter = chair.finishes and not finishes
        return [LeaveAsked(seat, cause, finishes)] if not chair.leaving or gives_up or is_stricter else []
    return [left_event(seat, chair, chair.leaving or cause)]


def is_in_play(live: Live, rules: Rules | None, seat: int) -> bool:
    """Whether the seat has a stake or a hand in play, or chips that stay until the round ends.  [HE-10]"""
    if rules is None or live.game is None:
        return False
    engine, game = rules.engine, live.game
    has_chips = engine.between_players and engine.stack(game, seat)
    return bool(engine.stakes(game).get(seat) or has_chips or engine.holds_hand(game, seat))


def left_event(seat: int, chair: Chair, cause: str) -> Left:
    return Left(seat, cause, chair.staked, chair.returned, chair.rounds)


def seated_shares(live: Live, shares: Mapping[int, str]) -> dict[int, str]:
    """The shares of the players seated as the bets open, by seat."""
    return {
        seat: shares[chair.player] for seat, chair in sorted(live.seats.items()) if chair.player in shares
    }


def nudge_reason(live: Live, rules: Rules, seat: int) -> dict[str, Any]:
    """Why a seat was invited: a short stack, a rest that is over, or the sheet's time without a bet.
    [HE-70a] [HE-70b]
    """
    absence = rules.engine.absence(live.game, seat) if live.game is not None else ""
    if absence in ABSENCES_INVITED_AT_ONCE:
        return {"why": absence}
    terms = rules.sheet.inactivity
    if rules.setting.mode == Mode.INDIVIDUAL:
        return {"why": "time", "after": terms.invited_after_seconds}
    return {"why": "rounds", "after": terms.invited_after_rounds}


def nudge_ends(live: Live, rules: Rules, chair: Chair) -> dict[str, int]:
    """When the invitation or the warning expires: a time, or a number of rounds. While nobody can bet the
    time stands still: what is left of it.  [AR-29] [FR-R30]
    """
    terms, warned = rules.sheet.inactivity, chair.nudge == "warned"
    if rules.setting.mode == Mode.INDIVIDUAL:
        allowed = sessions.ENDED_AFTER_SECONDS if warned else terms.warned_after_seconds
        ends = chair.nudged + allowed * SECOND
        return {"left": max(0, ends - live.no_bets_since)} if live.no_bets_since else {"ends": ends}
    return {"rounds": sessions.ENDED_AFTER_ROUNDS if warned else terms.warned_after_rounds}
