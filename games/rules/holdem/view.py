"""What people see of a hold'em round, and what each seat may do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import assert_never

from msgspec import to_builtins

from games.rules.engine import DrawRecord, JsonObject
from games.rules.holdem.bets import RaiseRange, raise_range
from games.rules.holdem.conduct import PROHIBITIONS
from games.rules.holdem.events import (
    BlindPosted,
    BoughtIn,
    ButtonPlaced,
    Called,
    CardsDealt,
    Checked,
    CommonTurned,
    EntryChosen,
    Event,
    ExcessReturned,
    Folded,
    HandDiscarded,
    HandFixed,
    HandShown,
    PaidPot,
    Phase,
    PotsPaid,
    Raised,
    RoundVoided,
    SatIn,
    SatOut,
    SeatLeft,
    SeatState,
    State,
    ToppedUp,
)
from games.rules.holdem.explanation import OVER, result_of
from games.rules.holdem.seats import IN_PLAY, can_deal
from games.rules.holdem.settlement import best_hand, current_pots
from games.rules.holdem.sheet import (
    LIMIT_RULES,
    MIN_PLAYERS,
    RATES,
    SEATS_PER_PLAYER,
    BetMaximum,
    Entry,
    Setting,
    Sheet,
    purchase_commission,
)
from games.rules.shared.cards import COVERED, names
from games.rules.shared.conduct import prohibition_list
from games.rules.shared.money import Cents, Seat
from games.rules.shared.poker_hands import KINDS

TABLE = 0  # stands for the table in a draw record, as the owner of the common cards; seats begin at one
# What a page may offer as a press: name, numerator and denominator of the pot, or of the bet to match.
PARTS_OF_POT = (
    ("third", 1, 3),
    ("half", 1, 2),
    ("two-thirds", 2, 3),
    ("three-quarters", 3, 4),
    ("pot", 1, 1),
    ("pot-and-half", 3, 2),
)
TIMES_THE_BET = (("two-and-half-bets", 5, 2), ("three-bets", 3, 1))


# --- The table


def describe(sheet: Sheet, setting: Setting) -> JsonObject:
    """Limits, blinds, buy-in, commission and times, before anyone sits down.

    [HE-2a] [HE-2b] [HE-2f] [HE-2g] [HE-66]
    """
    description: JsonObject = {
        "system": sheet.system,
        "mode": str(setting.mode),
        "regime": str(setting.regime),  # [HE-6a] [HE-6b]
        "currency": setting.currency,
        "seats": setting.seats,  # [HE-4a]
        "seats_per_player": SEATS_PER_PLAYER,  # [HE-9]
        "least_players": MIN_PLAYERS,  # [HE-7]
        "minimum": setting.minimum,
        "small_blind": setting.small_blind,
        "big_blind": setting.minimum,  # [HE-22a]
        "buy_in": _purchase(sheet, setting.buy_in),  # [HE-8]
        "rebuys": _rebuys(sheet, setting),  # [HE-14]
        "limit": str(setting.limit),
        "limit_rule": LIMIT_RULES[setting.limit],
        "commission": {
            "on": str(sheet.commission),
            "rate": sheet.rate,
            "rule": RATES[sheet.commission][2],
        },  # [HE-16]
        "entry": str(sheet.entry),
        "showdown": str(sheet.showdown),  # [HE-59]
        "rest_rounds": sheet.rest_rounds,  # [HE-68]
        "forbidden": prohibition_list(PROHIBITIONS),  # [HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g]
        "kinds": [str(kind) for kind in reversed(KINDS)],  # from the highest to the lowest  [HE-29a] [HE-29j]
        "betting_seconds": setting.betting_seconds,
        "decision_seconds": setting.decision_seconds,  # [HE-43]
        "extra_seconds": setting.extra_seconds,  # [HE-44]
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }
    if setting.hours:
        description["hours"] = setting.hours
    if setting.limit is BetMaximum.FIXED_RAISES:
        description["raises"] = setting.raises  # [HE-24a-ii] [HE-38]
    return description


def _purchase(sheet: Sheet, cents: Cents) -> dict[str, Cents]:
    commission = purchase_commission(sheet, cents)
    return {"cost": cents, "commission": commission, "stack": cents - commission}  # [HE-17b]


@lru_cache(maxsize=512)
def _rebuys(sheet: Sheet, setting: Setting) -> list[dict[str, Cents]]:
    return [_purchase(sheet, cents) for cents in setting.rebuys]


# --- What a seat may do


def options(state: State, seat: Seat) -> JsonObject:
    """Everything that seat may do now, each with what it costs: in its turn, and besides the round."""
    own = state.seats.get(seat)
    if own is not None and own.left and (own.stack or state.phase in IN_PLAY):
        return {}  # the chips of the player who left are still in play  [HE-10]
    if own is None or own.left:
        return {"buy_in": _purchase(state.sheet, state.setting.buy_in)}  # [HE-8]
    is_turn = seat == state.actor and state.phase is Phase.BETTING
    choices = decisions(state, own) if is_turn else _decisions_ahead(state, own)
    choices["top_up"] = _rebuys(state.sheet, state.setting)  # [HE-2q] [HE-12] [HE-15]
    choices["sit_out"] = not own.resting and state.sheet.rest_rounds > 0  # [HE-68]
    choices["sit_in"] = own.resting
    if own.entering and state.sheet.entry is Entry.BLIND and not state.is_fixed(seat):
        choices["post_big_blind"] = {"cost": state.setting.minimum} if not own.posting else False
        choices["wait_for_blind"] = own.posting
    return choices


def free_options(options: JsonObject) -> JsonObject:
    """A fold, and a check where it is possible. Everything else puts chips in, or is for the next round."""
    kept: JsonObject = {name: options[name] for name in ("fold", "check") if name in options}
    if "ahead" in options:
        kept["ahead"] = free_options(options["ahead"])
    return kept


def decisions(state: State, own: SeatState) -> JsonObject:
    """Which of the four options the player in turn has.  [HE-34] [HE-34a] [HE-34b] [HE-34c] [HE-34d]"""
    choices = _answers(state, own)
    allowed = raise_range(state, own)
    if allowed is not None:
        pot_after_call = state.pot + state.to_match - own.bet
        choices["raise"] = {
            "min": allowed.minimum,
            "max": allowed.maximum,
            "own": own.bet,
            "all_in": allowed.maximum == own.bet + own.stack,  # [HE-37]
            "opens": not state.to_match,
            "parts": _raises_by_part(state, pot_after_call, allowed),
        }
    return choices


def _answers(state: State, own: SeatState) -> JsonObject:
    owed = state.to_match - own.bet
    choices: JsonObject = {"fold": True, "check": not owed}  # [HE-34b]
    if owed:
        choices["call"] = {"cost": min(owed, own.stack), "all_in": owed >= own.stack}  # [HE-39]
    return choices


def _decisions_ahead(state: State, own: SeatState) -> JsonObject:
    """The options the player will have if nothing changes before the turn: a page may prepare an answer.

    [HE-34]
    """
    in_hand = state.phase is Phase.BETTING and state.actor and own.dealt and not own.folded and own.stack
    if not in_hand or (own.acted and own.bet >= state.to_match):
        return {}
    return {"ahead": _answers(state, own)}


def _raises_by_part(state: State, pot: Cents, allowed: RaiseRange) -> dict[str, Cents]:
    """Raises by parts of the pot, with the chips of the call, and by the bet to match, as far as they are
    allowed (A24).
    """
    to_match = state.to_match
    raises = {name: to_match + pot * times // by for name, times, by in PARTS_OF_POT}
    raises |= {name: to_match * times // by for name, times, by in TIMES_THE_BET}
    return {name: to for name, to in raises.items() if allowed.minimum <= to <= allowed.maximum}


# --- What people see


def view(state: State, seat: Seat | None) -> JsonObject:
    return _public_view(state) if seat is None else _seat_view(state, seat)


def _public_view(state: State) -> JsonObject:
    """Stacks, bets and pots in cents, the button, the common cards, and the cards that were turned.

    [HE-4e]
    """
    shown: JsonObject = {
        "phase": str(state.phase),
        "seats": {
            str(seat): _view_seat(state, seat, own)
            for seat, own in state.seats.items()
            if not own.left or own.dealt
        },
        "can_deal": can_deal(state) if state.phase is Phase.SEATING else True,  # [HE-7]
    }
    if state.button:
        shown["button"] = state.button  # [HE-2c] [HE-47]
    if state.fixed and state.phase is Phase.FIXED:
        shown["fixed"] = list(state.fixed.players)
    if state.phase is Phase.VOID:
        shown["cause"] = state.cause  # [HE-72]
    if state.players:
        shown |= _view_round(state)
    return shown


def _view_round(state: State) -> JsonObject:
    is_void = state.phase is Phase.VOID  # its chips are back in the stacks  [HE-72]
    shown: JsonObject = {
        "players": list(state.players),
        "drawn": state.drawn,  # [HE-46a]
        "turn": state.turn,
        "board": names(state.board),  # the same for all at the same time  [HE-2e]
        "pot": 0 if is_void else state.pot,  # [HE-2o]
        "to_match": state.to_match,
        "raises": state.raises,
        "pots": [
            {"amount": pot.amount, "contenders": _still_seated(state, pot.contenders)}
            for pot in ([] if is_void else state.paid or current_pots(state))
        ],  # [HE-2p] [HE-41]
    }
    if state.actor and state.phase is Phase.BETTING:
        shown["actor"] = state.actor
    if state.phase is Phase.PAID:
        shown["paid"] = [_view_paid_pot(state, pot) for pot in state.paid]
        shown["won"] = _winning_hands(state)
    return shown


def _view_seat(state: State, seat: Seat, own: SeatState) -> JsonObject:
    shown: JsonObject = {
        "stack": own.stack,
        "bet": 0 if state.phase is Phase.VOID else own.bet,
        "put": own.committed,
        "state": _status(state, own),
    }
    if own.pending:
        shown["bought"] = own.pending
    if own.shown:
        shown["cards"] = names(own.cards)
        best = best_hand(state, seat)
        if best is not None:
            shown["kind"] = str(best.kind)  # [HE-60]
    elif own.dealt and not own.folded and not own.discarded:
        shown["held"] = len(own.cards)
    return shown


def _status(state: State, own: SeatState) -> str:
    if own.left:
        return "left"
    if own.dealt:
        if own.folded:
            return "folded"
        return "all-in" if not own.stack and state.phase not in OVER else "in"  # [HE-2k]
    if own.resting:
        return "resting"
    if own.stack < state.setting.minimum:
        return "short"  # [HE-15]
    return "waiting" if own.entering else "ready"


def _view_paid_pot(state: State, pot: PaidPot) -> JsonObject:
    """Each payment of a pot: gross, commission and net.  [HE-19]"""
    shares = [
        {"seat": share.name, "gross": share.gross, "commission": share.commission, "net": share.net}
        for share in pot.shares
        if share.name in state.players
    ]
    return {
        "amount": pot.amount,
        "contenders": _still_seated(state, pot.contenders),
        "shares": shares,
    }


def _still_seated(state: State, seats: Iterable[Seat]) -> list[Seat]:
    """The seats that no newcomer has taken since."""
    return [seat for seat in seats if seat in state.players]


def _winning_hands(state: State) -> JsonObject:
    """The winning combinations; none for a player who won without turning the cards.  [HE-36] [HE-61]"""
    won: JsonObject = {}
    for pot in state.paid:
        for seat in _still_seated(state, (share.name for share in pot.shares)):
            best = best_hand(state, seat) if state.seats[seat].shown else None
            won[str(seat)] = (
                {"kind": str(best.kind), "cards": names(best.cards)} if best else {"kind": "last-in"}
            )
    return won


def _seat_view(state: State, seat: Seat) -> JsonObject:
    """What a seat sees in addition: its own cards and hand, its options, and its result."""
    own = state.seats.get(seat)
    shown: JsonObject = {"options": options(state, seat)}
    if own is None:
        return shown
    if own.cards:
        shown["cards"] = names(own.cards)  # [HE-2d]
        best = best_hand(state, seat)
        if best is not None:
            shown["hand"] = {"kind": str(best.kind), "cards": names(best.cards)}  # [HE-26]
    if own.resting:
        shown["rest_left"] = max(0, state.sheet.rest_rounds - own.rounds_out)  # [HE-68]
        if own.rest_reason:
            shown["rest_reason"] = own.rest_reason
    result = result_of(state, seat)
    if result is not None:
        figures = result.figures("staked", "lost", "back", "prize", "commission", "net")
        shown["result"] = figures  # [HE-65]
    return shown


def draw_record(state: State) -> DrawRecord:
    """The cards in the order they left the pack: two rounds of cards to the players, then the common cards.

    [HE-49] [HE-50] [HE-53]
    """
    hands = {seat: iter(names(own.cards)) for seat, own in state.dealt_in()}
    # A seat that was given up and taken again has no cards; those that were dealt to it stay unnamed.
    private = [next(hands.get(seat, iter(())), COVERED) for seat in state.dealt_to]
    to = (*state.dealt_to, *(TABLE for _ in state.board))
    return DrawRecord(
        (*private, *names(state.board)),
        decks=1,
        to=to,
        players=tuple(sorted(state.players)),
        button=state.button,
        by_lot=state.drawn,
    )


def visible_positions(state: State, seat: Seat | None) -> tuple[int, ...]:
    """The common cards, the hands that were turned, and the seat's own.  [HE-2d] [HE-2e] [HE-11d]"""
    seen = {other for other, own in state.dealt_in() if own.cards and (own.shown or other == seat)}
    private = tuple(position for position, to in enumerate(state.dealt_to) if to in seen)
    return private + tuple(range(len(state.dealt_to), len(state.dealt_to) + len(state.board)))


def event_for_seat(event: Event, seat: Seat | None) -> JsonObject | None:
    """Cards are shown to the player they were dealt to, and to everybody once they are turned.

    [HE-2d] [HE-11d]
    """
    match event:
        case CardsDealt(cards=cards):
            own = {"card": names([cards[seat]])[0]} if seat in cards else {}
            return {"t": "cards-dealt", "to": list(cards), **own}
        case CommonTurned(cards=turned):
            return {"t": "common-turned", "cards": names(turned)}
        case HandShown(seat=owner, cards=turned, kind=kind, best=best):
            hand = {"kind": str(kind), "best": names(best)} if kind is not None else {}
            return {"t": "hand-shown", "seat": owner, "cards": names(turned), **hand}
        case PotsPaid(pots=pots):
            paid = [{"amount": pot.amount, "shares": to_builtins(pot.shares)} for pot in pots]
            return {"t": "pots-paid", "pots": paid}
        case RoundVoided(cause=cause, back=back):
            amounts = {str(other): cents for other, cents in back.items()}
            return {"t": "round-voided", "cause": cause, "back": amounts}
        case SatOut(seat=owner):
            return {"t": "sat-out", "seat": owner}  # the reason is the player's own affair
        case BoughtIn() | ToppedUp() | SatIn() | EntryChosen() | SeatLeft() | ButtonPlaced():
            return _open_event(event)
        case BlindPosted() | Folded() | Checked() | Called() | Raised() | ExcessReturned():
            return _open_event(event)
        case HandFixed() | HandDiscarded():
            return _open_event(event)
    assert_never(event)


def _open_event(event: Event) -> JsonObject:
    """An event that happens in front of everybody."""
    fields: JsonObject = to_builtins(event)
    return fields
