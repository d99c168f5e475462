"""Checks of the hold'em vectors against the hold'em engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

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
from games.rules.holdem.sheet import BetMaximum, Commission, Setting, Sheet
from games.rules.shared.cards import CARDS, RANKS
from games.rules.shared.money import TransferKind
from games.rules.shared.poker_hands import best_five
from games.rules.shared.pots import Share, award, excess, pots, split
from games.rules.shared.refusals import Refused
from games.rules.shared.sessions import Inactivity, Mode, may_invite
from games.vectors.shared import UnshuffledPack
from games.vectors.vector import CheckFunction, Given

ME, YOU = 1, 2
STACK = 1_000_000
TURNS = {"preflop": PREFLOP, "pre-flop": PREFLOP, "flop": FLOP, "turn": TURN, "river": RIVER}


def hundredths(percent: float) -> int:
    return round(100 * percent)


def setting(given: Given) -> Setting:
    minimum = given.get("minimum", 100)
    small, limit = given.get("small_blind", max(1, minimum // 2)), given.get("mode", BetMaximum.NO_LIMIT)
    raises, seats = given.get("allowed", 3), given.get("seats", 10)
    return Setting(minimum, small, STACK, (STACK,), BetMaximum(limit), raises, seats=seats)


def seated(given: Given, seats: Sequence[int], *, stack: int = STACK, button: int = 0, **sheet: Any) -> State:
    """A table between two rounds, with those seats taken and the last button."""
    state = HOLDEM.begin(Sheet(**sheet), setting(given), None, tuple(seats))
    for seat in seats:
        state = HOLDEM.apply(state, BoughtIn(seat, stack))
    places = {seat: replace(place, entering=False) for seat, place in state.seats.items()}
    return replace(state, seats=places, button=button)


def advance(state: State) -> State:
    """Takes the automatic steps, from between the rounds into the next one."""
    while HOLDEM.waiting_for(state) in (Wait.HOUSE, Wait.BETS):
        for event in HOLDEM.advance(state, UnshuffledPack()):
            state = HOLDEM.apply(state, event)
    return state


def betting_round(given: Given, own: int, stack: int, others: Mapping[int, SeatState], **state: Any) -> State:
    """A betting round at my decision, with these bets in front of me and the others."""
    table = seated(given, ())
    places = {ME: SeatState(stack, dealt=True, bet=own, committed=own), **others}
    to_match = max(place.bet for place in places.values())
    pot = sum(place.committed for place in places.values())
    step = table.setting.minimum
    turn = {"turn": FLOP, "last_raise": step, "to_match": to_match, "pot": pot, **state}
    return replace(table, phase=Phase.BETTING, seats=places, players=tuple(places), actor=ME, **turn)


def facing_bet(given: Given) -> State:
    """A betting round at my decision, with an amount to match."""
    owed, own = given.get("to_match", 0), given.get("own_in_turn", 0)
    before = max(given.get("pot", owed + own) - owed - own, 0)
    return betting_round(
        given,
        own,
        given.get("stack", STACK),
        {YOU: SeatState(STACK, dealt=True, bet=owed, committed=owed + before)},
    )


def accepts(state: State, command: Command) -> bool:
    try:
        return bool(HOLDEM.act(state, ME, command))
    except Refused:
        return False


def rank(system: str, given: Given) -> dict[str, Any]:
    best = best_five([CARDS[name] for name in (*given["hole"], *given["board"])])
    return {"kind": str(best.kind), "ranks": [RANKS[card >> 2] for card in best.cards]}


def compare(system: str, given: Given) -> dict[str, object]:
    names = list(given["hands"])
    table = seated(given, ())
    cards = {name: tuple(CARDS[card] for card in given["hands"][name]) for name in names}
    places = {
        seat: SeatState(dealt=True, committed=1, cards=cards[name]) for seat, name in enumerate(names, 1)
    }
    board = tuple(CARDS[card] for card in given["board"])
    state = replace(table, phase=Phase.SHOWDOWN, seats=places, players=tuple(places), turn=RIVER, board=board)
    paid = advance(state).paid
    return {"winners": [names[share.name - 1] for pot in paid for share in pot.shares]}


def seats(system: str, given: Given) -> dict[str, Any]:
    """A first round whose button is drawn at the seat of the example, and the next round."""
    able = given["occupied"]
    state = seated(given, able)

    class ButtonDraw(UnshuffledPack):
        def below(self, n: int) -> int:
            return sorted(able).index(given["button"])

    placed, *blinds = HOLDEM.advance(state, ButtonDraw())
    small, big = (event.seat for event in blinds if isinstance(event, BlindPosted))
    for event in (placed, *blinds):
        state = HOLDEM.apply(state, event)
    (dealt,) = HOLDEM.advance(state, UnshuffledPack())
    state = advance(state)
    first_preflop = state.actor
    while state.turn == PREFLOP:
        state = advance(HOLDEM.apply(state, HOLDEM.act(state, state.actor, check_or_call(state))[0]))
    first_postflop = state.actor
    while HOLDEM.waiting_for(state) is not Wait.OVER:
        state = advance(HOLDEM.apply(state, Folded(state.actor)))
    next_round = HOLDEM.begin(state.sheet, state.setting, state, tuple(able))
    first_event = HOLDEM.advance(next_round, UnshuffledPack())[0]
    assert isinstance(dealt, CardsDealt) and isinstance(first_event, ButtonPlaced)
    return {
        "small_blind": small,
        "big_blind": big,
        "first_card": next(iter(dealt.cards)),
        "first_preflop": first_preflop,
        "first_postflop": first_postflop,
        "next_button": first_event.button,
    }


def check_or_call(state: State) -> Command:
    return Call() if "call" in HOLDEM.options(state, state.actor) else Check()


def max_bet(system: str, given: Given) -> dict[str, object]:
    return {"maximum": HOLDEM.options(facing_bet(given), ME)["raise"]["max"]}


def max_raise_to(system: str, given: Given) -> dict[str, object]:
    bets = list(given["turn_bets"])
    if given["own_in_turn"] in bets:  # the list includes my bet
        bets.remove(given["own_in_turn"])
    others = {
        seat: SeatState(STACK, dealt=True, bet=cents, committed=cents) for seat, cents in enumerate(bets, YOU)
    }
    others[YOU] = replace(others[YOU], committed=others[YOU].committed + given["pot_before_turn"])
    state = betting_round(given, given["own_in_turn"], given["stack"], others)
    return {"raise_to": HOLDEM.options(state, ME)["raise"]["max"]}


def raise_count(system: str, given: Given) -> dict[str, object]:
    state = replace(facing_bet({"to_match": 100, **given}), raises=given["raises_made"])
    return {"raise": "raise" in HOLDEM.options(state, ME)}


def blinds(system: str, given: Given) -> dict[str, object]:
    events = HOLDEM.advance(seated(given, (ME, YOU, 3)), UnshuffledPack())
    posted = {str(event.blind): event.cents for event in events if isinstance(event, BlindPosted)}
    return {"small_blind": posted["small"], "big_blind": posted["big"]}


def accept_bet(system: str, given: Given) -> dict[str, object]:
    return {"accepted": accepts(facing_bet(given), Raise(given["amount"]))}


def commission_setting(system: str, given: Given) -> dict[str, object]:
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


def split_bets(given: Given) -> tuple[dict[str, int], dict[str, int]]:
    """The bets in the pots, and the unmatched bets that go back."""
    put = dict(given["bets"])
    unmatched = excess(put, given.get("folded", ()))
    back = dict([unmatched] if unmatched else [])
    return {name: cents - back.get(name, 0) for name, cents in put.items()}, back


def side_pots(system: str, given: Given) -> dict[str, object]:
    put, back = split_bets(given)
    all_pots = pots(put, given.get("folded", ()))
    rows = [{"amount": pot.amount, "contenders": list(pot.contenders)} for pot in all_pots]
    return {"pots": rows, "returned": back}


def award_pots(system: str, given: Given) -> dict[str, object]:
    put, back = split_bets(given)
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


def split_pot(system: str, given: Given) -> dict[str, object]:
    return {"shares": split(given["amount"], given["winners"])}


def no_flop_no_commission(system: str, given: Given) -> dict[str, object]:
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
    events = HOLDEM.advance(state, UnshuffledPack())
    taken = [
        posting.cents
        for event in events
        for posting in HOLDEM.postings(event)
        if posting.kind is TransferKind.RAKE
    ]
    return {"commission": sum(taken)}


def timeout(system: str, given: Given) -> dict[str, object]:
    (event,) = HOLDEM.default_action(facing_bet(given), ME)
    return {"action": "fold" if isinstance(event, Folded) else "check"}


def open_options_of(system: str, given: Given) -> dict[str, object]:
    open_options = HOLDEM.options(facing_bet(given), ME)
    return {name: bool(open_options.get(name)) for name in ("fold", "check", "call", "raise")}


def call(system: str, given: Given) -> dict[str, Any]:
    option = HOLDEM.options(facing_bet(given), ME)["call"]
    return {"pays": option["cost"], "all_in": option["all_in"]}


def last_player(system: str, given: Given) -> dict[str, object]:
    half = given["pot"] // 2
    state = betting_round(
        given, 0, STACK, {YOU: SeatState(STACK, dealt=True, committed=given["pot"] - half, bet=half)}
    )
    (fold,) = HOLDEM.act(state, ME, Fold())
    events = HOLDEM.advance(HOLDEM.apply(state, fold), UnshuffledPack())
    return {
        "cards_shown": any(isinstance(event, HandShown) for event in events),
        "round_ends": any(isinstance(event, PotsPaid) for event in events),
    }


def can_deal(system: str, given: Given) -> dict[str, object]:
    state = seated(given, range(1, 1 + given["players"]))
    return {"deal": bool(HOLDEM.advance(state, UnshuffledPack()))}


def second_seat(system: str, given: Given) -> dict[str, object]:
    return {"accepted": HOLDEM.describe(Sheet(), setting(given))["seats_per_player"] > 1}


def dealt_in(system: str, given: Given) -> dict[str, object]:
    state = seated(given, (YOU, 3))
    state = HOLDEM.apply(state, BoughtIn(ME, given["stack"]))
    placed = HOLDEM.advance(state, UnshuffledPack())[0]
    assert isinstance(placed, ButtonPlaced)
    return {"dealt_in": ME in placed.players}


def rebuy(system: str, given: Given) -> dict[str, Any]:
    state = seated(given, (ME, YOU))
    state = advance(state) if given["round_in_progress"] else state
    before = state.seats[ME].stack
    (event,) = HOLDEM.act(state, ME, TopUp(STACK))
    assert isinstance(event, ToppedUp)
    at_once = HOLDEM.apply(state, event).seats[ME].stack > before
    return {"effective": "at-once" if at_once else "after-round"}


def seats_setting(system: str, given: Given) -> dict[str, object]:
    return {"allowed": not HOLDEM.check_setting(Sheet(), setting(given))}


def inactivity(system: str, given: Given) -> dict[str, object]:
    rounds = given.get("specific_rules_rounds")
    terms = Inactivity() if rounds is None else Inactivity(invited_after_rounds=rounds)
    return {"may_invite": may_invite(terms, Mode.MULTIPLE, rounds_without_bet=given["rounds_without_bet"])}


def void(system: str, given: Given) -> dict[str, Any]:
    names, bets = list(given["bets"]), given["bets"]
    others = {seat: SeatState(dealt=True, committed=bets[name]) for seat, name in enumerate(names[1:], YOU)}
    state = betting_round(given, 0, 0, others)
    state = replace(state, seats={**state.seats, ME: SeatState(dealt=True, committed=bets[names[0]])})
    events = HOLDEM.void(state, given["cause"])
    back = {
        names[posting.seat - 1]: posting.cents
        for event in events
        for posting in HOLDEM.postings(event)
        if posting.seat
    }
    return {"void": bool(events), "returned": back}


CHECKS: Mapping[str, CheckFunction] = {
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
    "award": award_pots,
    "split": split_pot,
    "no-flop-no-commission": no_flop_no_commission,
    "timeout": timeout,
    "options": open_options_of,
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
CHECKS_BY_SYSTEM: Mapping[str, Mapping[str, CheckFunction]] = {"holdem": CHECKS}
