"""A live table as a value: who sits, which round runs, what is due. Pure: what is asked and the hour go in, events come out.

The croupier is the shell around this: it brings the hour of the database, the people, the seeds, and writes what happened.
A table is nothing but its journal folded by `apply`, so that any croupier can take it over at any event.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, assert_never

from msgspec import Struct, structs

from games.rules.engine import Refusal, Refused, Road, Seat, Wait
from games.tables.events import (
    TABLE_TYPES,
    BetsOpened,
    Closing,
    Held,
    Invited,
    LeaveAsked,
    Left,
    Queued,
    Released,
    Reopened,
    Resumed,
    RoundEnded,
    RoundPrepared,
    Sat,
    SeatOffered,
    SessionClosed,
    SessionOpened,
    ShoeOpened,
    Shut,
    Stayed,
    TableEvent,
    TimeCalled,
    Unqueued,
    Warned,
)

SHOWN = 20  # results on the display  [AR-6e] [FR-6e]
ROADS = 72  # results that are kept, and shown where roads are drawn from them
BETS = (Road.STAKE, Road.CHIPS, Road.JACKPOT_BET, Road.BUY_IN)  # what counts as betting
WAKE = 900  # ms between the promise of a waking table and its first bets: time for the browsers' shares
ROUND_AT_LEAST = 5000  # ms from one start to the next at tables where a player sets the pace


class Rules(Struct, frozen=True):
    """What a round is played under: pinned when its bets open, the same until its end."""

    system: str
    engine: Any
    read: Any  # the decoder of the game's commands
    sheet: Any
    setting: Any
    sheet_id: int
    setting_id: int
    build: str


class Chair(Struct, frozen=True, gc=False):
    """A seat and the play session of whoever sits there. The stack is an account, where players bet against each other."""

    player: int
    wallet: int
    alias: str
    session: int
    since: int
    staked: int = 0
    returned: int = 0
    rounds: int = 0
    last_bet: int = 0
    idle: int = 0
    nudge: str = ""
    nudged: int = 0
    nudged_round: int = 0
    stayed: bool = False
    leaving: str = ""
    stack: int = 0
    partner: bool = False


class Waiter(Struct, frozen=True):
    """Somebody in the queue; `until` is the hour until which a seat is kept for him."""

    player: int
    alias: str
    until: int = 0


class Live(Struct, frozen=True):
    """Everything the croupier must know of a table. The rules of the open round stand beside it, in `Rules`."""

    table: int
    seq: int = 0
    round: int = 0
    round_id: int = 0
    shoe: int = 0  # the round in which its shoe began, which is itself where each has its own
    shoe_id: int = 0
    root: str = ""
    commitment: str = ""
    seed: str = ""
    nonces: dict[Seat, str] = {}
    next_round: int = 0
    next_id: int = 0
    next_commitment: str = ""
    next_kept: bool = False
    game: Any = None
    opened: int = 0
    ended: int = 0
    void: bool = False
    due: int | None = None
    called: bool = False  # the extra time runs
    stopped: int = 0  # since when a round that is on hold stands still
    seats: dict[Seat, Chair] = {}
    players: dict[int, Seat] = {}
    queue: tuple[Waiter, ...] = ()
    session: int = 0
    session_ends: int = 0
    history: tuple[str, ...] = ()
    held: str = ""
    closing: bool = False  # no other round opens; who sits here is told
    shut: bool = False
    sheet_id: int = 0
    setting_id: int = 0

    @property
    def running(self) -> bool:
        """Whether a round is between the opening of its bets and its end."""
        return self.game is not None and self.ended < self.opened


def phase(live: Live, rules: Rules | None) -> str:
    """The phase that people see."""
    if live.held:
        return "held"
    if live.shut and not live.seats:
        return "shut"
    if live.running and rules is not None:
        wait = rules.engine.waits(live.game)
        if wait is Wait.CHOICE and not rules.engine.to_act(live.game):
            return "waiting"
        return {Wait.BETS: "betting", Wait.CHOICE: "choosing", Wait.HOUSE: "closed", Wait.OVER: "closed"}[wait]
    if not live.seats:
        return "asleep"
    if rules is not None and live.game is not None and live.due == rest_until(live, rules):
        return "void" if live.void else "resting"
    return "preparing"


def rest_until(live: Live, rules: Rules) -> int:
    """When the next round may open: people see the result first, and no table runs below five seconds from start to start."""
    return max(live.ended + int(rules.engine.pause(live.game)), live.opened + ROUND_AT_LEAST)


def apply(live: Live, rules: Rules | None, event: Any, at: int) -> Live:
    """The table after one more event. Numbers follow each other without a gap."""
    if type(event) not in TABLE_TYPES:
        assert rules is not None
        return _played(live, rules, event, at)
    live = structs.replace(live, seq=live.seq + 1)
    match event:
        case Sat(seat, player, wallet, alias, session, stack, partner):
            chair = Chair(player, wallet, alias, session, since=at, last_bet=at, stack=stack, partner=partner)
            queue = tuple(waiter for waiter in live.queue if waiter.player != player)
            return structs.replace(live, seats={**live.seats, seat: chair}, players={**live.players, player: seat}, queue=queue)
        case Left(seat):
            seats = {s: chair for s, chair in live.seats.items() if s != seat}
            players = {p: s for p, s in live.players.items() if s != seat}
            return structs.replace(live, seats=seats, players=players)
        case LeaveAsked(seat, cause):
            return _chair(live, seat, leaving=cause)
        case RoundPrepared(number, id, commitment, kept):
            return structs.replace(live, next_round=number, next_id=id, next_commitment=commitment, next_kept=kept)
        case BetsOpened():
            assert rules is not None
            return _opened(live, rules, event, at)
        case RoundEnded(seed, void):
            assert rules is not None
            return _ended(live, rules, bool(void), seed, at)
        case ShoeOpened(seed):
            assert rules is not None
            live = structs.replace(live, game=rules.engine.end_shoe(live.game), seed=seed)
            return structs.replace(live, next_round=0, next_id=0, next_commitment="", next_kept=False)
        case TimeCalled():
            return structs.replace(live, called=True)
        case Invited(seat):
            return _chair(live, seat, nudge="invited", nudged=at, nudged_round=live.round, stayed=False)
        case Warned(seat):
            return _chair(live, seat, nudge="warned", nudged=at, nudged_round=live.round, stayed=False)
        case Stayed(seat):
            return _chair(live, seat, stayed=True)
        case Queued(player, alias):
            return structs.replace(live, queue=(*live.queue, Waiter(player, alias)))
        case Unqueued(player):
            return structs.replace(live, queue=tuple(waiter for waiter in live.queue if waiter.player != player))
        case SeatOffered(player, until):
            kept = (structs.replace(w, until=until) if w.player == player else w for w in live.queue)
            return structs.replace(live, queue=tuple(kept))
        case SessionOpened(id, ends):
            return structs.replace(live, session=id, session_ends=ends)
        case SessionClosed():
            return structs.replace(live, session=0, session_ends=0, queue=())
        case Held(reason):
            return structs.replace(live, held=reason, stopped=at if live.running else 0)
        case Released():
            return structs.replace(live, held="")
        case Resumed():
            return structs.replace(live, stopped=0)
        case Closing() | Shut() | Reopened():
            return structs.replace(live, closing=isinstance(event, Closing), shut=isinstance(event, Shut))
        case _:
            assert_never(event)


def _chair(live: Live, seat: Seat, **changes: Any) -> Live:
    return structs.replace(live, seats={**live.seats, seat: structs.replace(live.seats[seat], **changes)})


def _played(live: Live, rules: Rules, event: Any, at: int) -> Live:
    engine, was = rules.engine, live.game
    live = structs.replace(live, seq=live.seq + 1, game=engine.apply(was, event))
    if live.called and engine.clock(live.game) != engine.clock(was):
        live = structs.replace(live, called=False)  # the next decision has its own time
    chair = live.seats.get(getattr(event, "seat", 0))
    if chair is None:
        return live
    # At a table of one the hour of the last bet counts; anywhere a bet cancels the invitation and the warning.  [AR-29] [FR-R30]
    if (chair.nudge or rules.setting.mode == "individual") and any(posting.road in BETS for posting in engine.postings(event)):
        return _chair(live, event.seat, last_bet=at, nudge="", stayed=False)
    if chair.stack and (taken := sum(p.cents for p in engine.postings(event) if p.road is Road.BUY_IN_COMMISSION)):
        return _chair(live, event.seat, returned=chair.returned - taken)  # [HE-17b]
    return live


def _opened(live: Live, rules: Rules, event: BetsOpened, at: int) -> Live:
    return structs.replace(
        live,
        round=event.number,
        round_id=live.next_id,
        shoe=live.shoe if event.kept else event.number,
        shoe_id=live.shoe_id if event.kept else live.next_id,
        root=event.root,
        commitment=live.next_commitment,
        seed="",
        nonces=live.nonces if event.kept else event.nonces,
        next_round=0,
        next_id=0,
        next_commitment="",
        next_kept=False,
        game=rules.engine.begin(rules.sheet, rules.setting, live.game, tuple(live.seats)),
        opened=at,
        void=False,
        called=False,
        stopped=0,
        sheet_id=event.sheet,
        setting_id=event.setting,
    )


def _ended(live: Live, rules: Rules, void: bool, seed: str, at: int) -> Live:
    results = rules.engine.results(live.game)
    played = rules.engine.waits(live.game) is Wait.OVER  # a table that waits for its players ends a round without any
    seats = {}
    for seat, chair in live.seats.items():
        result = results.get(seat)
        if result is not None and not void:
            chair = structs.replace(
                chair,
                staked=chair.staked + result.staked,
                returned=chair.returned + result.back + result.prize - result.commission,
                rounds=chair.rounds + 1,
                idle=0 if result.staked else chair.idle + 1,  # a pot that came without a bet is no sign of life  [HE-70a]
            )
        elif played and chair.since <= live.opened and rules.engine.absence(live.game, seat) != "resting":
            chair = structs.replace(chair, idle=0 if result is not None else chair.idle + 1)
        seats[seat] = chair
    outcome = None if void else rules.engine.outcome(live.game)
    history = live.history if outcome is None else (str(outcome), *live.history[: ROADS - 1])
    return structs.replace(live, ended=at, seed=seed, void=void, stopped=0, seats=seats, history=history)


def seat_of(live: Live, player: int) -> Seat:
    seat = live.players.get(player)
    if seat is None:
        raise Refused(Refusal.NOT_SEATED)
    return seat


def engine_event_types(engine: ModuleType) -> Any:
    """The closed union of everything that may stand in the journal of a table of this game."""
    return TableEvent | engine.Event
