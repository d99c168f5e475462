"""The views of a live table, public and of each seat, by whitelist: plain data without a null."""

from __future__ import annotations

from typing import Any, cast

from msgspec import structs

from games.draw.proof import build_seed_proof
from games.draw.shoe import ShoeBefore
from games.rules.engine import Wait
from games.tables.domain.round_beacon import RoundBeacon
from games.tables.domain.seats import Chair
from games.tables.domain.state import Live, Rules
from games.tables.transport.view_types import (
    BeaconView,
    NextRound,
    Nudge,
    PhaseName,
    PublicTableView,
    SeatView,
    SessionFigures,
)

SHOWN_RESULTS = 20  # results on the display  [AR-6e] [FR-6e]
PHASES: dict[Wait, PhaseName] = {
    Wait.BETS: "betting",
    Wait.CHOICE: "choosing",
    Wait.HOUSE: "closed",
    Wait.OVER: "closed",
}


def phase(live: Live) -> PhaseName:
    """The phase of the table that players see."""
    if live.held:
        return "held"
    if live.shut and not live.seats:
        return "shut"
    if (wait := live.wait) is not None:
        return "waiting" if live.only_waits_for_players else PHASES[wait]
    if not live.seats:
        return "asleep"
    if live.beacon_missed or live.reports_stopped:
        return "preparing"  # the step is tried again and again, without an event: its time says nothing
    if live.rules is not None and live.game is not None and live.due == live.rest_until:
        return "void" if live.void else "resting"
    return "preparing"


def shown_terms(live: Live, current: Rules | None) -> PublicTableView:
    """The terms of the round until its result has been seen, and then those of the next round, which has the
    rules `current`.  [AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]
    """
    is_seen = live.game is None or phase(live) in ("asleep", "preparing", "shut")
    shown = (current or live.rules) if is_seen else (live.rules or current)
    return {"terms": shown.terms} if shown is not None and shown.terms else {}


def table_view(live: Live, current: Rules | None = None) -> PublicTableView:
    """The public view. `current`: the rules of the next round."""
    rules = live.rules
    view: PublicTableView = {
        "phase": (shown := phase(live)),
        "seated": len(live.seats),
        "history": list(live.history[: rules.engine.results_shown if rules is not None else SHOWN_RESULTS]),
    }  # [AR-6e] [FR-6e]
    view |= shown_terms(live, current)
    view |= _stops_view(live)
    if (due := _shown_due(live, shown)) is not None:
        view["due"] = due
    if live.queue:
        view["queue"] = [
            {"alias": queued.alias, "until": queued.until} if queued.until else {"alias": queued.alias}
            for queued in live.queue
        ]
    if live.session:
        view["session"] = {"ends": live.session_ends}  # [HE-2m]
    if rules is not None and rules.engine.between_players and live.seats:
        view["seats"] = {
            str(seat): chair.alias for seat, chair in live.seats.items()
        }  # the opponents  [HE-4a]
    if seats := live.partners:
        view["partners"] = seats
    if live.called:
        view["called"] = True  # the extra time runs  [CS-31] [HE-44]
    if live.next_round:
        view["next"] = _next_view(live)
    if live.round and rules is not None and live.game is not None:
        view["round"], view["opened"], view["commitment"] = live.round, live.opened, live.commitment
        view["game"] = rules.engine.view(live.game, None)
        view |= _draw_view(live, rules)
    return view


def _stops_view(live: Live) -> PublicTableView:
    """What keeps bets from opening, or will."""
    view: PublicTableView = {}
    if live.held:
        view["held"] = live.held
    if live.closing:
        view["closing"] = True  # this round is its last
    if live.beacon_missed:
        view["beacon_missed"] = True  # no bets open before the beacon is back
    if live.reports_stopped:
        view["reports_stopped"] = live.reports_stopped  # no bets for money before the reports go on
    return view


def _next_view(live: Live) -> NextRound:
    """The promise of the next round."""
    promised: NextRound = {"round": live.next_round, "commitment": live.next_commitment}
    if live.next_button:
        promised["button"] = live.next_button
    return promised


def _shown_due(live: Live, shown: str) -> int | None:
    """When the next step is due, where people wait for it."""
    is_waiting = live.beacon_missed or (live.reports_stopped and not live.running)
    if live.due is None or is_waiting or shown in ("asleep", "waiting", "shut"):
        return None
    # A step that waits for a value is tried again and again; people wait for the value.
    awaited = live.awaited_beacon
    return live.due if awaited is None else awaited.scheduled


def _draw_view(live: Live, rules: Rules) -> PublicTableView:
    """What the draw depends on, and after the round its proof."""
    view: PublicTableView = {}
    if live.beacon is not None:
        view["beacon"] = beacon_view(live, live.beacon)
    has_value = live.beacon is not None and bool(live.beacon.signature)
    if live.seed and (has_value or not live.void):
        view["verify"] = verification(live, rules)
    return view


def beacon_view(live: Live, beacon: RoundBeacon) -> BeaconView:
    """The beacon that the draw depends on: the rule, then the number that it picked, then the value."""
    chain = beacon.rule.chain
    view: BeaconView = {"name": chain.name, "chain": chain.hash, "margin": beacon.rule.margin}
    if beacon.number:
        view |= {"closed": beacon.closed, "number": beacon.number, "scheduled": beacon.scheduled}
    if beacon.use is not None:
        view["value"] = beacon.use.value
    if live.void and live.seed:  # void after its close: what it would have given
        view |= {"seed": live.seed, "missed": list(live.missed)}
    return view


def verification(live: Live, rules: Rules) -> dict[str, Any]:
    """All that a check of the draw needs: the opened seed, the promise, the browsers' shares, the result."""
    drawn = rules.engine.draw_record(live.game)
    return build_seed_proof(
        system=rules.system,
        table=live.table,
        round_number=live.round,
        commitment=live.commitment,
        seed=live.seed,
        nonces=live.nonces,
        drawn=structs.replace(drawn, given=live.missed) if live.void else drawn,
        shoe=ShoeBefore(live.shoe, live.dealt, live.dealt_digest),
        beacon=None if live.beacon is None else live.beacon.use,
        void=live.void,
        ending=live.ending,
    )


def seat_view(live: Live, seat: int) -> SeatView:
    """The seat's own view: the stay so far, and the seat's own game."""
    chair, rules = live.seats[seat], live.rules
    own = {
        "seat": seat,
        "alias": chair.alias,
        "session": chair.session,
        **session_figures(chair),
    }
    view = cast(SeatView, own)
    if chair.leaving:
        view["leaving"] = True
    if chair.is_removed:
        after_hand = chair.finishes and chair.leaving == "excluded"
        view["removed"] = "after-hand" if after_hand else chair.leaving
    if chair.nudge and rules is not None:
        view["nudge"] = nudge_view(live, seat)
    if rules is not None and live.game is not None:
        if rules.sheet.chat and (quiet := live.chat_closed_by(seat)):
            view["quiet"] = quiet  # the chat is closed to this seat under that rule  [HE-11d] [MS-12.2]
        view["game"] = rules.engine.view(live.game, seat)
        if rules.engine.between_players or (live.running and live.wait is not Wait.OVER):
            options = rules.engine.options(live.game, seat)
            view["game"]["options"] = rules.engine.free_options(options) if chair.stakes_no_more else options
    return view


def nudge_view(live: Live, seat: int) -> Nudge:
    chair = live.seats[seat]
    fields = {"step": chair.nudge, **live.nudge_ends(chair), **live.nudge_reason(seat)}
    return cast(Nudge, fields | ({"stayed": True} if chair.stayed else {}))


def session_figures(chair: Chair) -> SessionFigures:
    """The figures of a play session so far.  [AR-25] [FR-R26]"""
    net = chair.returned - chair.staked
    return {
        "since": chair.since,
        "staked": chair.staked,
        "returned": chair.returned,
        "net": net,
        "rounds": chair.rounds,
    }


def ended_view(chair: Chair, cause: str, at: int) -> SeatView:
    """The statement of a play session that has ended.  [AR-26] [FR-R27]"""
    return {"ended": {"cause": cause, "until": at, **session_figures(chair)}}
