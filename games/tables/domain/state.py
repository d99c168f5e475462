"""The state of a live table: its players, its round and what is due. Pure.

The croupier is the shell around it: it brings the database's time, the people and the seeds, and writes the
events. The state is the journal folded by `apply`, so that any croupier can take the table over at any event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never, cast

from msgspec import Struct, structs

from games.draw.shoe import shoe_digest
from games.rules.engine import AnyEngine, GameCommand, SettingTerms, SheetTerms, TimedSetting, Wait
from games.rules.shared.money import Seat, TransferKind
from games.rules.shared.refusals import Refusal, Refused
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
from games.tables.transport.view_types import TableTerms

SHOWN_RESULTS = 20  # results on the display  [AR-6e] [FR-6e]
KEPT_RESULTS = 72  # results that are kept, for games that draw scoreboards from them
# The transfers that count as betting.
BET_TRANSFERS = (TransferKind.STAKE, TransferKind.CHIPS, TransferKind.JACKPOT_BET, TransferKind.BUY_IN)


class Rules(Struct, frozen=True):
    """The rules of a round: fixed when its bets open, until its end."""

    system: str
    engine: AnyEngine
    read: Callable[[bytes], GameCommand]  # the decoder of the game's commands
    sheet: SheetTerms
    setting: SettingTerms
    sheet_id: int
    setting_id: int
    build: str
    terms: TableTerms | None = None  # as every page of the table shows them
    house_players: int = 0  # kept at this table; only at demonstration tables of a lively demonstration


class Live(Struct, frozen=True):
    """Everything the croupier knows about a table. The rules of the open round are beside it, in `Rules`."""

    table: int
    seq: int = 0
    round: int = 0
    round_id: int = 0
    shoe: int = 0  # the round in which its shoe began
    dealt: tuple[int, ...] = ()  # the cards that the rounds before this one took from the shoe
    dealt_digest: str = ""  # of those rounds
    taken: tuple[int, ...] = ()  # the cards that this round took from a kept shoe, once it has ended
    root: str = ""
    commitment: str = ""
    seed: str = ""
    nonces: dict[Seat, str] = {}
    beacon: RoundBeacon | None = None  # that this round's draw depends on
    beacon_missed: bool = False  # no bets open, because the beacon is not there
    reports_stopped: str = ""  # no bets for money: what interrupts the reports to the regulator
    no_bets_since: int = 0  # since when nobody could bet, whatever the cause; 0 while players can
    missed: tuple[str, ...] = ()  # what a round that became void after its close would have given
    next_round: int = 0
    next_id: int = 0
    next_commitment: str = ""
    next_button: str = ""  # the promise of the seed of a lot for the button
    game: Any = None
    opened: int = 0
    ended: int = 0
    void: bool = False
    due: int | None = None
    called: tuple[Seat, ...] = ()  # the seats in their extra time
    deadlines: dict[
        Seat, int
    ] = {}  # by seat, where an operator fault made them differ; under 0 the deadline of all bets
    renewals: int = 0  # so often in this round
    stopped: int = 0  # since when the round has been on hold
    seats: dict[Seat, Chair] = {}
    players: dict[int, Seat] = {}
    queue: tuple[QueuedPlayer, ...] = ()
    session: int = 0
    session_ends: int = 0
    history: tuple[str, ...] = ()
    held: str = ""
    held_since: int = 0
    closing: bool = False  # no further round opens; the players have been notified
    shut: bool = False
    sheet_id: int = 0
    setting_id: int = 0

    @property
    def running(self) -> bool:
        """Whether a round is between the opening of its bets and its end."""
        return self.game is not None and self.ended < self.opened


def can_bet(live: Live, rules: Rules | None) -> bool:
    """Whether the player of a table of one could bet or decide now. Only this time counts as inactivity.

    It does not while the table is on hold, before bets open (its preparation is slow, or the beacon is not
    there), while the reports to the regulator are interrupted, and from the close of bets to the next round
    (the wheel turns, or the value of the beacon has not come).
    [AR-28a] [AR-29] [FR-R29a] [FR-R30] (A75)
    """
    if rules is None or not live.running or live.held or live.stopped:
        return False
    wait = rules.engine.waiting_for(live.game)
    if wait is Wait.BETS:
        return not live.reports_stopped
    return wait is Wait.CHOICE and bool(rules.engine.to_act(live.game))


def apply(live: Live, rules: Rules | None, event: Any, at: int, *, by_command: bool = False) -> Live:
    """The table after one more event.

    `by_command`: the event comes from a command of a player. Event numbers have no gaps.
    """
    return _keep_time(_apply(live, rules, event, at, by_command=by_command), rules, at)


def _keep_time(live: Live, rules: Rules | None, at: int) -> Live:
    """Notes since when nobody can bet. Once they can again, that time is given back."""
    if not can_bet(live, rules):
        return live if live.no_bets_since else structs.replace(live, no_bets_since=at)
    if not live.no_bets_since:
        return live
    assert rules is not None
    if rules.setting.mode == "individual":  # at the others whole rounds count
        live = _give_back_to_seats(live, live.no_bets_since, at)
    return structs.replace(live, no_bets_since=0)


def _apply(live: Live, rules: Rules | None, event: Any, at: int, *, by_command: bool) -> Live:  # noqa: C901 - one case per event
    if type(event) not in TABLE_TYPES:
        assert rules is not None
        return _played(live, rules, event, at, by_command=by_command)
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
            assert rules is not None
            return _opened(live, rules, event, at)
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
            assert rules is not None
            return _ended(live, rules, event, at)
        case TimeCalled(seats):
            return _called(live, rules, seats, at)
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
            return _resumed(live, rules, at)
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


def _resumed(live: Live, rules: Rules | None, at: int) -> Live:
    """Everybody's time begins anew: the whole time, or the extra time of those who were in it."""
    assert rules is not None
    times = decision_times(live, rules)
    apart = {seat: at + ms for seat, ms in times.items()} if len(set(times.values())) > 1 else {}
    return structs.replace(live, stopped=0, deadlines=apart)


def decision_times(live: Live, rules: Rules) -> dict[Seat, int]:
    """The milliseconds that a renewed decision gives each deciding seat."""
    if (time := rules.engine.clock(live.game)) is None:
        return {}
    return {seat: time.given(seat, extra=seat in live.called) for seat in rules.engine.to_act(live.game)}


def _called(live: Live, rules: Rules | None, seats: tuple[Seat, ...], at: int) -> Live:
    assert rules is not None
    time = rules.engine.clock(live.game)
    deadlines = live.deadlines
    if deadlines and time is not None:
        deadlines = {**deadlines, **dict.fromkeys(seats, at + time.extra)}
    return structs.replace(live, called=(*live.called, *seats), deadlines=deadlines)


def _clocks(live: Live, rules: Rules, was: Any, seat: Seat, at: int) -> Live:
    """The next decision has its own time. A seat whose time expired has the extra time."""
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


def _played(live: Live, rules: Rules, event: Any, at: int, *, by_command: bool) -> Live:
    engine, was = rules.engine, live.game
    live = structs.replace(live, seq=live.seq + 1, game=engine.apply(was, event))
    seat = getattr(event, "seat", 0)
    if live.called or live.deadlines:
        live = _clocks(live, rules, was, seat, at)
    chair = live.seats.get(seat)
    if chair is None:
        return live
    deciding = live.running and seat in engine.to_act(was)
    if by_command:
        live = _active(live, rules, event, at, deciding=deciding)
    elif deciding and chair.lapsed_round != live.round:
        live = _chair(live, seat, lapsed_round=live.round)
    if chair.stack and (
        taken := sum(p.cents for p in engine.postings(event) if p.kind is TransferKind.BUY_IN_COMMISSION)
    ):
        return _chair(live, seat, returned=chair.returned - taken)  # [HE-17b]
    return live


def _active(live: Live, rules: Rules, event: Any, at: int, *, deciding: bool) -> Live:
    """A bet or a decision in time cancels invitation and warning, and the count of idle rounds starts anew
    (A75).

    [AR-28b] [AR-29] [FR-R29b] [FR-R30] [BJ-35b] [BJ-36] [PB-35b] [PB-36] [CS-41b] [CS-42] [HE-70b] [HE-71]
    """
    chair = live.seats[event.seat]
    if (
        rules.setting.mode != "individual"
        and chair.active_round == live.round
        and not chair.idle
        and not chair.nudge
    ):
        return live  # most bets are not the first of their round
    if not deciding and not any(posting.kind in BET_TRANSFERS for posting in rules.engine.postings(event)):
        return live
    return _chair(live, event.seat, last_bet=at, idle=0, active_round=live.round, nudge="")


def _opened(live: Live, rules: Rules, event: BetsOpened, at: int) -> Live:
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


def _ended(live: Live, rules: Rules, event: RoundEnded, at: int) -> Live:
    void = bool(event.void)
    results = rules.engine.results(live.game)
    # A table that waits for players ends a round without bets.
    played = rules.engine.waiting_for(live.game) is Wait.OVER
    seats = {}
    for seat, seated in live.seats.items():
        result = results.get(seat)
        chair = seated if result is None else seated.with_result(result, void=void)
        if played and not void and chair.since <= live.opened and _was_idle(live, rules, seat, chair):
            chair = structs.replace(chair, idle=chair.idle + 1)
        seats[seat] = chair
    outcome = None if void else rules.engine.outcome(live.game)
    history = live.history if outcome is None else (str(outcome), *live.history[: KEPT_RESULTS - 1])
    return structs.replace(
        live,
        ended=at,
        seed=event.seed,
        void=void,
        taken=event.cards,
        missed=event.missed,
        stopped=0,
        seats=seats,
        history=history,
    )


def _was_idle(live: Live, rules: Rules, seat: Seat, chair: Chair) -> bool:
    """Whether this round passed without a bet or a decision of a player who could have made one.

    A posted blind alone is no activity. A player who posted one and had no decision to make, who waits
    for the big blind, or who rests by right, was not idle either. [HE-68] [HE-70b]
    """
    if chair.active_round == live.round or rules.engine.absence(live.game, seat) in ("resting", "waiting"):
        return False
    result = rules.engine.results(live.game).get(seat)
    return result is None or not result.staked or chair.lapsed_round == live.round


def seat_of(live: Live, player: int) -> Seat:
    seat = live.players.get(player)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED)
    return seat
