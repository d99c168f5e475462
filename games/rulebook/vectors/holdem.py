"""Questions of the hold'em vectors, put to the hold'em engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.rulebook.vectors.vector import Answer, Given
from games.rules.engine import Wait
from games.rules.holdem.engine import ENGINE as HOLDEM
from games.rules.holdem.events import (
    FLOP,
    PREFLOP,
    RIVER,
    TURN,
    BlindPosted,
    BoughtIn,
    ButtonPlaced,
    BuyIn,
    Call,
    CardsDealt,
    Check,
    Command,
    Fold,
    Folded,
    HandShown,
    Phase,
    PotsPaid,
    Raise,
    SeatState,
    State,
    ToppedUp,
    TopUp,
)
from games.rules.holdem.sheet import Commission, Limit, Setting, Sheet
from games.rules.shared.cards import CARDS, RANKS
from games.rules.shared.money import TransferKind
from games.rules.shared.poker_hands import best_five
from games.rules.shared.pots import Share, award, excess, pots, split
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Inactivity, Mode, may_invite

ME, YOU = 1, 2
PLENTY = 1_000_000
TURNS = {"preflop": PREFLOP, "pre-flop": PREFLOP, "flop": FLOP, "turn": TURN, "river": RIVER}


class InOrder:
    """The pack lies in the order of its cards."""

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, n: int) -> range:
        return range(n)


def hundredths(percent: float) -> int:
    return round(100 * percent)


def setting(given: Given) -> Setting:
    minimum = given.get("minimum", 100)
    small, limit = given.get("small_blind", max(1, minimum // 2)), Limit(given.get("mode", Limit.NO_LIMIT))
    return Setting(
        minimum, small, PLENTY, (PLENTY,), limit, given.get("allowed", 3), seats=given.get("seats", 10)
    )


def seated(
    given: Given, seats: Sequence[int], *, stack: int = PLENTY, button: int = 0, **sheet: Any
) -> State:
    """A table between two rounds, with those seats taken and the button where the last round had it."""
    state = HOLDEM.begin(Sheet(**sheet), setting(given), None, tuple(seats))
    for seat in seats:
        state = HOLDEM.apply(state, BoughtIn(seat, stack))
    places = {seat: replace(place, entering=False) for seat, place in state.seats.items()}
    return replace(state, seats=places, button=button)


def gone_on(state: State) -> State:
    """On, as far as the house goes by itself, and from between the rounds into the next."""
    while HOLDEM.waiting_for(state) in (Wait.HOUSE, Wait.BETS):
        for event in HOLDEM.advance(state, InOrder()):
            state = HOLDEM.apply(state, event)
    return state


def deciding(given: Given, own: int, stack: int, others: Mapping[int, SeatState], **state: Any) -> State:
    """A turn of bets in which I am to decide, with so much before me and so much before the others."""
    table = seated(given, ())
    places = {ME: SeatState(stack, dealt=True, bet=own, committed=own), **others}
    to_match = max(place.bet for place in places.values())
    pot = sum(place.committed for place in places.values())
    step = table.setting.minimum
    turn = {"turn": FLOP, "last_raise": step, "to_match": to_match, "pot": pot, **state}
    return replace(table, phase=Phase.BETTING, seats=places, players=tuple(places), actor=ME, **turn)


def facing(given: Given) -> State:
    """I am to decide, with so much to match."""
    owed, own = given.get("to_match", 0), given.get("own_in_turn", 0)
    before = max(given.get("pot", owed + own) - owed - own, 0)
    return deciding(
        given,
        own,
        given.get("stack", PLENTY),
        {YOU: SeatState(PLENTY, dealt=True, bet=owed, committed=owed + before)},
    )


def accepts(state: State, command: Command) -> bool:
    try:
        return bool(HOLDEM.act(state, ME, command))
    except Refused:
        return False


def rank(system: str, given: Given) -> dict[str, Any]:
    best = best_five([CARDS[name] for name in (*given["hole"], *given["board"])])
    return {"kind": str(best.kind), "ranks": [RANKS[card >> 2] for card in best.cards]}


def compare(system: str, given: Given) -> dict[str, Any]:
    names = list(given["hands"])
    table = seated(given, ())
    cards = {name: tuple(CARDS[card] for card in given["hands"][name]) for name in names}
    places = {
        seat: SeatState(dealt=True, committed=1, cards=cards[name]) for seat, name in enumerate(names, 1)
    }
    board = tuple(CARDS[card] for card in given["board"])
    state = replace(table, phase=Phase.SHOWDOWN, seats=places, players=tuple(places), turn=RIVER, board=board)
    paid = gone_on(state).paid
    return {"winners": [names[share.name - 1] for each in paid for share in each.shares]}


def seats(system: str, given: Given) -> dict[str, Any]:
    """A first round whose button falls by lot where the question has it, and the round after it."""
    able = given["occupied"]
    state = seated(given, able)

    class Lot(InOrder):
        def below(self, n: int) -> int:
            return sorted(able).index(given["button"])

    placed, *blinds = HOLDEM.advance(state, Lot())
    small, big = (event.seat for event in blinds if isinstance(event, BlindPosted))
    for event in (placed, *blinds):
        state = HOLDEM.apply(state, event)
    (dealt,) = HOLDEM.advance(state, InOrder())
    state = gone_on(state)
    first_preflop = state.actor
    while state.turn == PREFLOP:
        state = gone_on(HOLDEM.apply(state, HOLDEM.act(state, state.actor, called(state))[0]))
    first_postflop = state.actor
    while HOLDEM.waiting_for(state) is not Wait.OVER:
        state = gone_on(HOLDEM.apply(state, Folded(state.actor)))
    following = HOLDEM.begin(state.sheet, state.setting, state, tuple(able))
    then = HOLDEM.advance(following, InOrder())[0]
    assert isinstance(dealt, CardsDealt) and isinstance(then, ButtonPlaced)
    return {
        "small_blind": small,
        "big_blind": big,
        "first_card": next(iter(dealt.cards)),
        "first_preflop": first_preflop,
        "first_postflop": first_postflop,
        "next_button": then.button,
    }


def called(state: State) -> Command:
    return Call() if "call" in HOLDEM.options(state, state.actor) else Check()


def max_bet(system: str, given: Given) -> dict[str, Any]:
    return {"maximum": HOLDEM.options(facing(given), ME)["raise"]["max"]}


def max_raise_to(system: str, given: Given) -> dict[str, Any]:
    bets = list(given["turn_bets"])
    if given["own_in_turn"] in bets:  # mine is one of them
        bets.remove(given["own_in_turn"])
    others = {
        seat: SeatState(PLENTY, dealt=True, bet=cents, committed=cents)
        for seat, cents in enumerate(bets, YOU)
    }
    others[YOU] = replace(others[YOU], committed=others[YOU].committed + given["pot_before_turn"])
    state = deciding(given, given["own_in_turn"], given["stack"], others)
    return {"raise_to": HOLDEM.options(state, ME)["raise"]["max"]}


def raise_count(system: str, given: Given) -> dict[str, Any]:
    state = replace(facing({"to_match": 100, **given}), raises=given["raises_made"])
    return {"raise": "raise" in HOLDEM.options(state, ME)}


def blinds(system: str, given: Given) -> dict[str, Any]:
    events = HOLDEM.advance(seated(given, (ME, YOU, 3)), InOrder())
    lay = {str(event.blind): event.cents for event in events if isinstance(event, BlindPosted)}
    return {"small_blind": lay["small"], "big_blind": lay["big"]}


def accept_bet(system: str, given: Given) -> dict[str, Any]:
    return {"accepted": accepts(facing(given), Raise(given["amount"]))}


def commission_setting(system: str, given: Given) -> dict[str, Any]:
    sheet = Sheet(commission=Commission(given["mode"]), rate=hundredths(given["percent"]))
    return {"allowed": not HOLDEM.check_sheet(sheet)}


def buy_in(system: str, given: Given) -> dict[str, Any]:
    sheet = Sheet(commission=Commission.BUY_IN, rate=hundredths(given["percent"]))
    rules = replace(setting(given), buy_in=given["amount"])
    (event,) = HOLDEM.act(HOLDEM.begin(sheet, rules, None, (ME,)), ME, BuyIn())
    by_kind = {posting.kind: posting.cents for posting in HOLDEM.postings(event)}
    return {
        "commission": by_kind.get(TransferKind.BUY_IN_COMMISSION, 0),
        "stack": by_kind[TransferKind.BUY_IN],
    }


def laid(given: Given) -> tuple[dict[str, int], dict[str, int]]:
    """What lies in the pots, and what nobody matched and goes back."""
    put = dict(given["bets"])
    back = dict([found] if (found := excess(put, given.get("folded", ()))) else [])
    return {name: cents - back.get(name, 0) for name, cents in put.items()}, back


def side_pots(system: str, given: Given) -> dict[str, Any]:
    put, back = laid(given)
    lie = [
        {"amount": pot.amount, "contenders": list(pot.contenders)}
        for pot in pots(put, given.get("folded", ()))
    ]
    return {"pots": lie, "returned": back}


def awarded(system: str, given: Given) -> dict[str, Any]:
    put, back = laid(given)
    order = [name for tied in given["ranking"] for name in tied]
    rate = hundredths(given["rake_percent"])
    shares = [
        share
        for pot in pots(put, given.get("folded", ()))
        for share in award(pot, given["ranking"], order, rate)
    ]
    return {
        "paid": _by_name(shares),
        "commission": sum(share.commission for share in shares),
        "returned": back,
    }


def _by_name(shares: Sequence[Share[str]]) -> dict[str, int]:
    paid: dict[str, int] = {}
    for share in shares:
        paid[share.name] = paid.get(share.name, 0) + share.net
    return paid


def shared(system: str, given: Given) -> dict[str, Any]:
    return {"shares": split(given["amount"], given["winners"])}


def no_flop_no_commission(system: str, given: Given) -> dict[str, Any]:
    put, bet = given["pot"], given["voluntary_bets"]
    places = {
        ME: SeatState(dealt=True, committed=put // 2),
        YOU: SeatState(dealt=True, committed=put - put // 2, folded=True),
    }
    table = seated(given, (), rate=hundredths(given["percent"]))
    state = replace(
        table,
        phase=Phase.BETTING,
        seats=places,
        players=(ME, YOU),
        turn=TURNS[given["ended_in"]],
        bet_in_turn=bet,
        bet_in_round=bet,
    )
    events = HOLDEM.advance(state, InOrder())
    taken = [
        posting.cents
        for event in events
        for posting in HOLDEM.postings(event)
        if posting.kind is TransferKind.RAKE
    ]
    return {"commission": sum(taken)}


def timeout(system: str, given: Given) -> dict[str, Any]:
    (event,) = HOLDEM.default_action(facing(given), ME)
    return {"action": "fold" if isinstance(event, Folded) else "check"}


def offered(system: str, given: Given) -> dict[str, Any]:
    found = HOLDEM.options(facing(given), ME)
    return {name: bool(found.get(name)) for name in ("fold", "check", "call", "raise")}


def call(system: str, given: Given) -> dict[str, Any]:
    found = HOLDEM.options(facing(given), ME)["call"]
    return {"pays": found["cost"], "all_in": found["all_in"]}


def last_player(system: str, given: Given) -> dict[str, Any]:
    half = given["pot"] // 2
    state = deciding(
        given, 0, PLENTY, {YOU: SeatState(PLENTY, dealt=True, committed=given["pot"] - half, bet=half)}
    )
    (fold,) = HOLDEM.act(state, ME, Fold())
    events = HOLDEM.advance(HOLDEM.apply(state, fold), InOrder())
    return {
        "cards_shown": any(isinstance(event, HandShown) for event in events),
        "round_ends": any(isinstance(event, PotsPaid) for event in events),
    }


def can_deal(system: str, given: Given) -> dict[str, Any]:
    state = seated(given, range(1, 1 + given["players"]))
    return {"deal": bool(HOLDEM.advance(state, InOrder()))}


def second_seat(system: str, given: Given) -> dict[str, Any]:
    return {"accepted": HOLDEM.describe(Sheet(), setting(given))["seats_per_player"] > 1}


def dealt_in(system: str, given: Given) -> dict[str, Any]:
    state = seated(given, (YOU, 3))
    state = HOLDEM.apply(state, BoughtIn(ME, given["stack"]))
    placed = HOLDEM.advance(state, InOrder())[0]
    assert isinstance(placed, ButtonPlaced)
    return {"dealt_in": ME in placed.players}


def rebuy(system: str, given: Given) -> dict[str, Any]:
    state = seated(given, (ME, YOU))
    state = gone_on(state) if given["round_in_progress"] else state
    before = state.seats[ME].stack
    (event,) = HOLDEM.act(state, ME, TopUp(PLENTY))
    assert isinstance(event, ToppedUp)
    at_once = HOLDEM.apply(state, event).seats[ME].stack > before
    return {"effective": "at-once" if at_once else "after-round"}


def seats_setting(system: str, given: Given) -> dict[str, Any]:
    return {"allowed": not HOLDEM.check_setting(Sheet(), setting(given))}


def inactivity(system: str, given: Given) -> dict[str, Any]:
    rounds = given.get("specific_rules_rounds")
    terms = Inactivity() if rounds is None else Inactivity(invited_after_rounds=rounds)
    return {"may_invite": may_invite(terms, Mode.MULTIPLE, rounds_without_bet=given["rounds_without_bet"])}


def void(system: str, given: Given) -> dict[str, Any]:
    names = list(given["bets"])
    others = {
        seat: SeatState(dealt=True, committed=given["bets"][name]) for seat, name in enumerate(names[1:], YOU)
    }
    state = deciding(given, 0, 0, others)
    state = replace(
        state, seats={**state.seats, ME: SeatState(dealt=True, committed=given["bets"][names[0]])}
    )
    events = HOLDEM.void(state, given["cause"])
    back = {
        names[posting.seat - 1]: posting.cents
        for event in events
        for posting in HOLDEM.postings(event)
        if posting.seat
    }
    return {"void": bool(events), "returned": back}


CHECKS: Mapping[str, Answer] = {
    "rank": rank,
    "compare": compare,
    "seats": seats,
    "max-bet": max_bet,
    "max-raise-to": max_raise_to,
    "raise-count": raise_count,
    "blinds": blinds,
    "accept-bet": accept_bet,
    "commission-setting": commission_setting,
    "buy-in": buy_in,
    "pots": side_pots,
    "award": awarded,
    "split": shared,
    "no-flop-no-commission": no_flop_no_commission,
    "timeout": timeout,
    "options": offered,
    "call": call,
    "last-player": last_player,
    "can-deal": can_deal,
    "second-seat": second_seat,
    "dealt-in": dealt_in,
    "rebuy": rebuy,
    "seats-setting": seats_setting,
    "inactivity": inactivity,
    "void": void,
}
CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, Answer]] = {"holdem": CHECKS}
