"""What each event changes at a live table. Pure: the state is the journal folded by `apply`, so that any
croupier can take the table over at any event.
"""

from __future__ import annotations

from typing import Any, assert_never, cast

from msgspec import structs

from games.draw.shoe import shoe_digest
from games.rules.engine import TimedSetting, Wait
from games.rules.shared.money import Seat, TransferKind
from games.tables.domain.events import (
    TABLE_TYPES,
    BeaconMissed,
    BeaconNumberChosen,
    BeaconValueUsed,
    BetsOpened,
    ClocksRenewed,
    Closing,
    ConnectionBack,
    ConnectionLost,
    Held,
    Invited,
    LeaveAsked,
    Left,
    PackCommitted,
    Queued,
    Released,
    Reopened,
    ReportsResumed,
    ReportsStopped,
    Resumed,
    RoundEnded,
    RoundPrepared,
    Sat,
    SeatOffered,
    SessionClosed,
    SessionOpened,
    Shut,
    Stayed,
    TimeCalled,
    Unqueued,
    Warned,
)
from games.tables.domain.round_beacon import RoundBeacon
from games.tables.domain.seats import Chair, QueuedPlayer
from games.tables.domain.state import Live, Rules

KEPT_RESULTS = 72  # results that are kept, for games that draw scoreboards from them
# The transfers that count as betting.
BET_TRANSFERS = (TransferKind.STAKE, TransferKind.CHIPS, TransferKind.JACKPOT_BET, TransferKind.BUY_IN)


def apply(live: Live, event: Any, at: int, *, by_command: bool = False) -> Live:
    """The table after one more event.

    `by_command`: the event comes from a command of a player. Event numbers have no gaps.
    """
    return _keep_time(_apply(live, event, at, by_command=by_command), at)


def _keep_time(live: Live, at: int) -> Live:
    """Notes since when nobody can bet. Once they can again, that time is given back."""
    if not live.can_bet:
        return live if live.no_bets_since else structs.replace(live, no_bets_since=at)
    if not live.no_bets_since:
        return live
    if _rules(live).individual:  # at the others whole rounds count
        live = _give_back_to_seats(live, live.no_bets_since, at)
    return structs.replace(live, no_bets_since=0)


def _apply(live: Live, event: Any, at: int, *, by_command: bool) -> Live:  # noqa: C901 - one case per event
    if type(event) not in TABLE_TYPES:
        return _played(live, event, at, by_command=by_command)
    live = structs.replace(live, seq=live.seq + 1)
    match event:
        case Sat(seat, player, wallet, alias, session, stack, partner):
            chair = Chair(player, wallet, alias, session, since=at, last_bet=at, stack=stack, partner=partner)
            queue = tuple(queued for queued in live.queue if queued.player != player)
            return structs.replace(
                live, seats={**live.seats, seat: chair}, players={**live.players, player: seat}, queue=queue
            )
        case Left(seat):
            seats = {s: chair for s, chair in live.seats.items() if s != seat}
            players = {p: s for p, s in live.players.items() if s != seat}
            return structs.replace(live, seats=seats, players=players)
        case LeaveAsked():
            return _leave_asked(live, event)
        case RoundPrepared(number, id, promise, button):
            return structs.replace(
                live, next_round=number, next_id=id, next_commitment=promise, next_button=button
            )
        case BetsOpened():
            return _opened(live, event, at)
        case BeaconNumberChosen(number):
            return _with_beacon(live, closed=at, number=number)
        case BeaconValueUsed(signature):
            return _with_beacon(live, signature=signature)
        case PackCommitted(root):
            return structs.replace(live, root=root)
        case BeaconMissed():
            return structs.replace(live, beacon_missed=True)
        case ReportsStopped() | ReportsResumed():
            cause = event.cause if isinstance(event, ReportsStopped) else ""
            return structs.replace(live, reports_stopped=cause)
        case RoundEnded():
            return _ended(live, event, at)
        case TimeCalled(seats):
            return _called(live, seats, at)
        case ClocksRenewed():
            return _renewed(live, event, at)
        case ConnectionLost(seat) | ConnectionBack(seat):
            return _chair(live, seat, away=event.since if isinstance(event, ConnectionLost) else 0)
        case Invited(seat) | Warned(seat):
            return _nudged(live, seat, "invited" if isinstance(event, Invited) else "warned", at)
        case Stayed(seat):
            return _chair(live, seat, stayed=True)
        case Queued(player, alias):
            return structs.replace(live, queue=(*live.queue, QueuedPlayer(player, alias)))
        case Unqueued(player):
            return structs.replace(
                live, queue=tuple(queued for queued in live.queue if queued.player != player)
            )
        case SeatOffered(player, until):
            queue = tuple(structs.replace(w, until=until) if w.player == player else w for w in live.queue)
            return structs.replace(live, queue=queue)
        case SessionOpened(id, ends):
            return structs.replace(live, session=id, session_ends=ends)
        case SessionClosed():
            return structs.replace(live, session=0, session_ends=0, queue=())
        case Held(reason):
            return structs.replace(live, held=reason, held_since=at, stopped=at if live.running else 0)
        case Released():
            return structs.replace(_extend_offers(live, at - live.held_since), held="", held_since=0)
        case Resumed():
            return _resumed(live, at)
        case Closing() | Shut() | Reopened():
            return structs.replace(live, closing=isinstance(event, Closing), shut=isinstance(event, Shut))
        case _:
            assert_never(event)


def _chair(live: Live, seat: Seat, **changes: Any) -> Live:
    return structs.replace(live, seats={**live.seats, seat: structs.replace(live.seats[seat], **changes)})


def _leave_asked(live: Live, event: LeaveAsked) -> Live:
    """A removed player who gives up keeps the cause of the removal."""
    chair = live.seats[event.seat]
    if event.cause == "player":
        return _chair(live, event.seat, leaving=chair.leaving or event.cause, finishes=False, gone=True)
    return _chair(live, event.seat, leaving=event.cause, finishes=event.finishes)


def _with_beacon(live: Live, **changes: Any) -> Live:
    assert live.beacon is not None
    return structs.replace(live, beacon=structs.replace(live.beacon, **changes))


def _renewed(live: Live, event: ClocksRenewed, at: int) -> Live:
    """If all deciding seats have the same deadline, it is the table's own and follows from the time of this
    event.
    """
    apart = 0 in event.until or len(set(event.until.values())) > 1
    # While bets were not open, their time stood still anyway.
    live = _give_back_to_seats(_extend_offers(live, event.lost), at - event.lost, live.no_bets_since or at)
    return structs.replace(live, deadlines=event.until if apart else {}, renewals=live.renewals + 1)


def _resumed(live: Live, at: int) -> Live:
    """Everybody's time starts again: the whole time, or the extra time for those who were in it."""
    times = live.decision_times
    apart = {seat: at + ms for seat, ms in times.items()} if len(set(times.values())) > 1 else {}
    return structs.replace(live, stopped=0, deadlines=apart)


def _called(live: Live, seats: tuple[Seat, ...], at: int) -> Live:
    time = _rules(live).engine.clock(live.game)
    deadlines = live.deadlines
    if deadlines and time is not None:
        deadlines = {**deadlines, **dict.fromkeys(seats, at + time.extra)}
    return structs.replace(live, called=(*live.called, *seats), deadlines=deadlines)


def _clocks(live: Live, was: Any, seat: Seat, at: int) -> Live:
    """The next decision has its own time. A seat whose time expired has the extra time."""
    rules = _rules(live)
    before, after = rules.engine.clock(was), rules.engine.clock(live.game)
    if (before and before.key) != (after and after.key):
        return structs.replace(live, called=(), deadlines={})
    if not live.deadlines or 0 in live.deadlines:
        return live
    deciding = rules.engine.to_act(live.game)
    deadlines = {other: deadline for other, deadline in live.deadlines.items() if other in deciding}
    if deadlines.get(seat, at + 1) <= at:
        deadlines[seat] = at + 1000 * cast(TimedSetting, rules.setting).extra_seconds
    return structs.replace(live, deadlines=deadlines)


def _nudged(live: Live, seat: Seat, step: str, at: int) -> Live:
    """The current round does not count: the player has whole rounds from here on."""
    idle = live.seats[seat].idle + live.running
    return _chair(live, seat, nudge=step, nudged=at, nudged_idle=idle, stayed=False)


def _give_back_to_seats(live: Live, since: int, until: int) -> Live:
    """Nobody could bet in this time: what of it passed since a player's last sign counts for nobody.
    [AR-29] [FR-R30] [BJ-36] [PB-36] [CS-42]
    """

    def moved(sign: int) -> int:
        return sign + max(0, until - max(since, sign))

    seats = {
        seat: structs.replace(
            chair, last_bet=moved(chair.last_bet), nudged=moved(chair.nudged) if chair.nudge else 0
        )
        for seat, chair in live.seats.items()
    }
    return structs.replace(live, seats=seats)


def _extend_offers(live: Live, lost: int) -> Live:
    """Nobody could take a seat for this time: the seats kept for players are kept so much longer."""
    queue = tuple(
        structs.replace(queued, until=queued.until + lost) if queued.until else queued
        for queued in live.queue
    )
    return structs.replace(live, queue=queue)


def _played(live: Live, event: Any, at: int, *, by_command: bool) -> Live:
    engine, was, seat = _rules(live).engine, live.game, getattr(event, "seat", 0)
    if seat in live.seats:
        live = _with_activity(live, event, at, by_command=by_command)
    live = structs.replace(live, seq=live.seq + 1, game=engine.apply(was, event))
    return _clocks(live, was, seat, at) if live.called or live.deadlines else live


def _with_activity(live: Live, event: Any, at: int, *, by_command: bool) -> Live:
    """What an event of the game says of the stay of its seat."""
    engine, seat = _rules(live).engine, event.seat
    chair = live.seats[seat]
    deciding = live.running and seat in engine.to_act(live.game)
    if by_command:
        live = _active(live, event, at, deciding=deciding)
    elif deciding and chair.lapsed_round != live.round:
        live = _chair(live, seat, lapsed_round=live.round)
    if chair.stack and (
        taken := sum(p.cents for p in engine.postings(event) if p.kind is TransferKind.BUY_IN_COMMISSION)
    ):
        return _chair(live, seat, returned=chair.returned - taken)  # [HE-17b]
    return live


def _active(live: Live, event: Any, at: int, *, deciding: bool) -> Live:
    """A bet or a decision in time cancels invitation and warning, and the count of idle rounds starts again.
    [A75]

    [AR-28b] [AR-29] [FR-R29b] [FR-R30] [BJ-35b] [BJ-36] [PB-35b] [PB-36] [CS-41b] [CS-42] [HE-70b] [HE-71]
    """
    chair, rules = live.seats[event.seat], _rules(live)
    if not rules.individual and chair.active_round == live.round and not chair.idle and not chair.nudge:
        return live  # most bets are not the first of their round
    if not deciding and not any(posting.kind in BET_TRANSFERS for posting in rules.engine.postings(event)):
        return live
    return _chair(live, event.seat, last_bet=at, idle=0, active_round=live.round, nudge="")


def _opened(live: Live, event: BetsOpened, at: int) -> Live:
    rules = _rules(live)
    before, dealt, digest = live.game, live.dealt, live.dealt_digest
    if not event.kept:
        before, dealt, digest = before and rules.engine.end_shoe(before), (), ""
    elif live.taken:
        digest = shoe_digest(digest, live.table, live.round, live.commitment, live.nonces, live.taken)
        dealt += live.taken
    return structs.replace(
        live,
        round=event.number,
        round_id=live.next_id,
        shoe=live.shoe if event.kept else event.number,
        dealt=dealt,
        dealt_digest=digest,
        taken=(),
        root=event.root,
        commitment=live.next_commitment,
        seed="",
        nonces=event.nonces,
        beacon=None if event.beacon is None else RoundBeacon(event.beacon),
        beacon_missed=False,
        missed=(),
        ending="",
        next_round=0,
        next_id=0,
        next_commitment="",
        next_button="",
        game=rules.engine.begin(rules.sheet, rules.setting, before, tuple(live.seats)),
        opened=at,
        void=False,
        called=(),
        deadlines={},
        renewals=0,
        stopped=0,
        sheet_id=event.sheet,
        setting_id=event.setting,
    )


def _ended(live: Live, event: RoundEnded, at: int) -> Live:
    void, engine = bool(event.void), _rules(live).engine
    results = engine.results(live.game)
    # A table that waits for players ends a round without bets.
    played = engine.waiting_for(live.game) is Wait.OVER
    seats = {}
    for seat, seated in live.seats.items():
        result = results.get(seat)
        chair = seated if result is None else seated.with_result(result, void=void)
        if played and not void and chair.since <= live.opened and _was_idle(live, seat, chair):
            chair = structs.replace(chair, idle=chair.idle + 1)
        seats[seat] = chair
    outcome = None if void else engine.outcome(live.game)
    history = live.history if outcome is None else (str(outcome), *live.history[: KEPT_RESULTS - 1])
    return structs.replace(
        live,
        ended=at,
        seed=event.seed,
        void=void,
        taken=event.cards,
        missed=event.missed,
        ending=event.ending or "",
        stopped=0,
        seats=seats,
        history=history,
    )


def _was_idle(live: Live, seat: Seat, chair: Chair) -> bool:
    """Whether this round passed without a bet or a decision of a player who could have made one.

    A posted blind alone is no activity. A player who posted one and had no decision to make, who waits
    for the big blind, or who rests by right, was not idle either. [HE-68] [HE-70b]
    """
    if chair.active_round == live.round or live.absence(seat) in ("resting", "waiting"):
        return False
    result = _rules(live).engine.results(live.game).get(seat)
    return result is None or not result.staked or chair.lapsed_round == live.round


def _rules(live: Live) -> Rules:
    assert live.rules is not None
    return live.rules
