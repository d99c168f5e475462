"""What people see of a stud round: the table as it is drawn, and by whitelist what everybody and what each seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from games.rules.engine import Cents, Seat
from games.rules.shared.cards import COVERED, NAMES, Card, names
from games.rules.shared.conduct import forbidden
from games.rules.shared.jackpot import PAYING
from games.rules.shared.poker_hands import Kind, best_five
from games.rules.shared.sessions import Mode
from games.rules.stud.bets import deciding
from games.rules.stud.events import (
    BANK,
    NOBODY,
    OVER,
    BankDealt,
    BankRevealed,
    BetPlaced,
    BetsClosed,
    BetTaken,
    CardDealt,
    CardDiscarded,
    CardExposed,
    CarriedReturned,
    Choice,
    Continued,
    DecisionsOpened,
    DecisionWarned,
    Event,
    Folded,
    HandsRevealed,
    HandVoided,
    JackpotFed,
    JackpotOpened,
    JackpotPaid,
    JackpotSettled,
    NobodyPlayed,
    PackShuffled,
    Phase,
    Place,
    PrizesPaid,
    RoundVoided,
    StakesCollected,
    State,
)
from games.rules.stud.explanation import hand_lines, results
from games.rules.stud.settlement import hand_of, qualifies, second_of, times
from games.rules.stud.sheet import GAMES, Setting, Sheet
from games.rules.stud.variant import HAND, Box, Dealing, Game


def describe(sheet: Sheet, setting: Setting) -> dict[str, Any]:
    game = GAMES[sheet.system]
    rules, terms = game.rules, setting.jackpot
    described: dict[str, Any] = {
        "system": sheet.system,
        "mode": str(setting.mode),
        "currency": setting.currency,
        "seats": setting.seats,  # [CS-6a] [MS-2.1]
        "boxes": [str(box) for box in game.boxes if box is not Box.JACKPOT or terms],  # [CS-6a] [MS-2.2]
        "cards": list(NAMES),  # [CS-6b] [MS-1.1]
        "kinds": [
            game.kinds[kind] for kind in reversed(Kind)
        ],  # from the highest  [CS-7a] [CS-7j] [MS-8.1] [MS-8.10]
        "dealing": str(setting.dealing),  # [MS-1.2] [MS-1.3] [MS-7.1] [MS-7.2]
        "dealing_rule": rules["deal-five" if setting.dealing is Dealing.SHUFFLER else "deal"],
        "discards_first": game.discards_first,  # [CS-19a]
        "limits": {
            "ante": {"min": setting.minimum, "max": setting.maximum, "step": setting.step},
            "rules": {"min": rules["ante"], "max": rules["maximum"]},  # [CS-16] [CS-17] [CS-18]
        },
        "minimum": setting.minimum,
        "step": setting.step,
        "prizes": _prizes(sheet, setting, game),  # [CS-38] [MS-9.5]
        "betting_seconds": setting.betting_seconds,  # [CS-14a]
        "decision_seconds": setting.decision_seconds,  # [CS-21]
        "extra_seconds": setting.extra_seconds,  # [CS-31]
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }
    if prohibitions := forbidden(sheet.system):
        described["forbidden"] = prohibitions  # told to the players at the table itself  [MS-12.1] [MS-12.2]
    if setting.house_maximum is not None:
        described["house_maximum"] = setting.house_maximum
    if terms is not None:
        described["jackpot"] = {
            "bet": terms.bet,
            "contribution": terms.contribution,
            "minimum": terms.minimum,
            # The fixed sums are announced at the table, beside what part of the pot they are the least of.  [MS-10.3]
            "prizes": [
                _jackpot_prize(kind, terms.fixed.of(kind), place) for place, kind in enumerate(PAYING, 1)
            ],
            "rule": rules["jackpot-bet"],
        }
    return described


def _prizes(sheet: Sheet, setting: Setting, game: Game) -> list[dict[str, Any]]:
    """The table of prizes of the second bet, from the highest combination."""
    capped = game.capped if setting.house_maximum is not None else frozenset()
    return [
        {
            "kind": game.kinds[kind],
            "times": times(sheet, kind),
            "rule": game.times_rules[kind],
            "capped": kind in capped,
        }
        for kind in reversed(Kind)
    ]


def _jackpot_prize(kind: Kind, fixed: Cents, place: int) -> dict[str, Any]:
    percent = {Kind.ROYAL_FLUSH: 100, Kind.STRAIGHT_FLUSH: 10}.get(kind, 0)  # [MS-10.2.1] [MS-10.2.2]
    return {"kind": str(kind), "fixed": fixed, "percent": percent, "rule": f"MS-10.2.{place}"}


def options(state: State, seat: Seat) -> dict[str, Any]:
    """Exactly what that seat may ask for now, each with what it costs.  [CS-30] [MS-6.5]"""
    place = state.places.get(seat, NOBODY)
    if state.phase is Phase.BETTING:
        return _betting_options(state, seat, place)
    if not deciding(state, seat):
        return {}
    rules, second = GAMES[state.sheet.system].rules, second_of(place.ante)
    warned = place.choice is Choice.WARNED
    return {
        "fold": {"lost": place.ante, "rule": rules["fold"]},  # [CS-20a] [CS-22] [MS-6.7]
        "continue": {"cost": second, "rule": rules["second"]},  # [CS-20b] [CS-23] [MS-6.6]
        "warned": warned,  # [CS-31]
        "seconds": state.setting.extra_seconds
        if warned
        else state.setting.decision_seconds,  # [CS-21] [CS-31]
    }


def _betting_options(state: State, seat: Seat, place: Place) -> dict[str, Any]:
    setting, terms = state.setting, state.setting.jackpot
    room = setting.maximum - place.ante
    offered: dict[str, Any] = {
        "bet": room > 0,
        "undo": bool(place.laid),
        "clear": bool(place.ante or place.jackpot),
        "launch": setting.mode is Mode.INDIVIDUAL and place.ante > 0,  # [CS-15]
    }
    if room > 0:
        offered["ante"] = {"min": max(setting.step, setting.minimum - place.ante), "max": room}  # [CS-16]
    if terms is not None and not state.on_jackpot(seat):
        offered["jackpot"] = {"cost": terms.bet, "needs_ante": not place.ante}  # [MS-6.3] [MS-10.1]
    return offered


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    return _public(state) if seat is None else _own(state, seat)


def _public(state: State) -> dict[str, Any]:
    """The table as everybody sees it: chips and backs of cards, and the faces that were turned."""
    seen: dict[str, Any] = {
        "phase": str(state.phase),
        "places": {str(seat): _place(state, seat) for seat in sorted(state.places)},
    }
    if state.shuffled:
        seen["pack"] = {
            "dealing": str(state.setting.dealing),
            "cut": state.setting.dealing is Dealing.SHOE,
        }  # [MS-1.2] [MS-1.3] [MS-3.1] [MS-3.2]
    if state.discard:
        seen["discard"] = names(state.discard)  # [CS-19a]
    if state.bank:
        seen["bank"] = _bank(state)
    if state.setting.jackpot is not None:
        # An empty pot begins at its minimum with the next deal.  [MS-1.4] [MS-10.8b]
        seen["meter"] = state.meter or state.setting.jackpot.minimum
    if state.carried:
        seen["carried"] = {str(seat): cents for seat, cents in state.carried.items()}  # [MS-11.1]
    if state.jackpots:
        kinds = GAMES[state.sheet.system].kinds
        # In the order of payment.  [MS-10.4] [MS-10.7]
        seen["jackpots"] = [
            {"seat": paid.seat, "kind": kinds[paid.kind], "cents": paid.cents} for paid in state.jackpots
        ]
    if state.phase is Phase.VOID:
        seen["cause"] = state.cause  # [CS-33] [MS-11.1] [MS-11.4]
    return seen


def _place(state: State, seat: Seat) -> dict[str, Any]:
    place = state.places[seat]
    figures = {"ante": place.ante, "bet": place.second, "jackpot": place.jackpot}
    seen: dict[str, Any] = {box: cents for box, cents in figures.items() if cents}
    if (
        place.cards and place.choice is not Choice.FOLDED
    ):  # folded cards are collected, unseen  [CS-22] [MS-6.7]
        seen["cards"] = _faces(state, seat, place.cards)
    if place.ante and state.phase not in (Phase.BETTING, Phase.DEALING):
        seen["choice"] = str(place.choice)
    if seat in state.revealed:
        seen["kind"] = _kind(state, seat)
    if place.choice is Choice.FOLDED:
        seen["lost"] = place.ante  # at once, whatever the bank then has  [CS-22] [MS-6.7]
    if state.phase is Phase.SETTLED:
        won = {"lost": state.lost, "back": state.back, "prize": state.prize}
        seen |= {name: cents[seat] for name, cents in won.items() if seat in cents}
    return seen


def _faces(state: State, seat: Seat, cards: Sequence[Card]) -> list[str]:
    """A player's cards as the others see them: backs, until they are turned.  [CS-19b] [CS-27] [MS-9.3]"""
    if seat in state.revealed:
        return names(state.revealed[seat])
    shown = state.exposed.get(seat, ())  # [MS-11.2]
    return [NAMES[card] if place in shown else COVERED for place, card in enumerate(cards)]


def _bank(state: State) -> dict[str, Any]:
    """Exactly one card of the bank lies open while players decide, all of them at the showdown.  [CS-19c] [CS-24] [MS-7.1] [MS-7.2]"""
    faces = [NAMES[card] if place in state.up else COVERED for place, card in enumerate(state.bank)]
    if not state.bank_open:
        return {"cards": faces}
    return {
        "cards": faces,
        "kind": _kind(state, BANK),
        "plays": qualifies(best_five(state.bank)),
    }  # [CS-25] [MS-9.1]


def _kind(state: State, seat: Seat) -> str:
    hand = hand_of(state, seat)
    return GAMES[state.sheet.system].kinds[hand.kind] if hand else ""


def _own(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat sees besides: its own cards, what it may do, what it took out of the round.  [CS-20] [MS-6.4] [MS-6.5]"""
    place = state.places.get(seat, NOBODY)
    bets = {"ante": place.ante, "bet": place.second, "jackpot": place.jackpot}
    seen: dict[str, Any] = {
        "bets": {box: cents for box, cents in bets.items() if cents},
        "total": place.staked,
        "options": options(state, seat),
    }
    if state.carried.get(seat):
        seen["carried"] = state.carried[seat]  # [MS-11.1]
    if state.held.get(seat):
        seen["held"] = state.held[seat]  # [MS-11.1]
    if place.cards:
        seen["cards"] = names(place.cards)
        if len(place.cards) == HAND:
            seen["kind"] = _kind(state, seat)
    result = results(state).get(seat) if state.phase in OVER else None  # [CS-37]
    if result is not None:
        seen["result"] = {
            "staked": result.staked,
            "carried": result.carried,
            "lost": result.lost,
            "back": result.back,
            "prize": result.prize,
            "held": result.held,
            "net": result.net,
            "lines": [
                {"code": line.code, "rule": line.rule, **line.said} for line in hand_lines(state, seat)
            ],
        }
    return seen


def outcome(state: State) -> str | None:
    """For the display of last results: what the bank had, or that nobody stayed in play."""
    if state.phase is not Phase.SETTLED or not state.bank:
        return None
    return _kind(state, BANK) if state.bank_open else "folded"


def stakes(state: State) -> Mapping[Seat, Cents]:
    if state.phase in OVER:
        return state.held
    at_stake = {seat: place.staked for seat, place in state.places.items() if place.staked}
    for seat, cents in state.carried.items():
        at_stake[seat] = at_stake.get(seat, 0) + cents
    return at_stake


def told(event: Event, seat: Seat | None) -> dict[str, Any] | None:
    """A card that lies face down is told to whom it was dealt; the bank's to nobody."""
    match event:
        case BetPlaced(seat=by, on=on):
            return {"t": "bet-placed", "seat": by, "on": on}
        case BetTaken(seat=by, on=on):
            return {"t": "bet-taken", "seat": by, "on": on}
        case BetsClosed():
            return {"t": "bets-closed"}  # [CS-14b]
        case JackpotOpened(cents=cents):
            return {"t": "jackpot-opened", "cents": cents}
        case NobodyPlayed():
            return {"t": "nobody-played"}
        case PackShuffled(dealing=dealing, cut=cut):
            return {"t": "pack-shuffled", "dealing": str(dealing), "cut": cut}  # [MS-3.1] [MS-3.2]
        case CardDiscarded(card=card):
            return {"t": "card-discarded", "card": NAMES[card]}  # [CS-19a]
        case CardDealt(seat=to, card=card):
            return {
                "t": "card-dealt",
                "seat": to,
                **({"card": NAMES[card]} if seat == to else {}),
            }  # [CS-19b] [MS-6.4]
        case BankDealt(card=card, up=up):
            return {"t": "bank-dealt", **({"card": NAMES[card]} if up else {})}  # [CS-19c] [MS-7.1] [MS-7.2]
        case CardExposed(hand=hand, place=place, card=card):
            return {"t": "card-exposed", "hand": hand, "place": place, "card": NAMES[card]}  # [MS-11.2]
        case HandVoided(hand=hand):
            return {"t": "hand-voided", "hand": hand}  # [MS-11.3]
        case DecisionsOpened():
            return {"t": "decisions-opened"}
        case DecisionWarned(seat=by):
            return {"t": "decision-warned", "seat": by}  # [CS-31]
        case Folded(seat=by, lapsed=lapsed):
            return {"t": "folded", "seat": by, **({"lapsed": True} if lapsed else {})}
        case Continued(seat=by, cents=cents):
            return {"t": "continued", "seat": by, "cents": cents}
        case BankRevealed(cards=cards):
            return {"t": "bank-revealed", "cards": names(cards)}  # [CS-24]
        case HandsRevealed(hands=hands):
            return {
                "t": "hands-revealed",
                "hands": {str(by): names(cards) for by, cards in hands.items()},
            }  # [CS-27]
        case (
            StakesCollected()
            | PrizesPaid()
            | JackpotFed()
            | JackpotPaid()
            | JackpotSettled()
            | CarriedReturned()
            | RoundVoided()
        ):
            return _told_money(event, seat)
    assert_never(event)


def _told_money(
    event: StakesCollected
    | PrizesPaid
    | JackpotFed
    | JackpotPaid
    | JackpotSettled
    | CarriedReturned
    | RoundVoided,
    seat: Seat | None,
) -> dict[str, Any]:
    """Chips lie open on the table: everybody sees what is taken and paid, and each seat hears its own besides."""
    match event:
        case StakesCollected(lost=lost):
            return {"t": "stakes-collected", **_mine("lost", lost, seat)}
        case PrizesPaid(back=back, prize=prize):
            return {
                "t": "prizes-paid",
                "paid": sum(prize.values()),
                **_mine("back", back, seat),
                **_mine("prize", prize, seat),
            }
        case JackpotFed(share=share, held_share=held_share):
            return {"t": "jackpot-fed", "cents": sum(share.values()) + sum(held_share.values())}  # [MS-1.4]
        case JackpotPaid(seat=to, kind=kind, cards=cards, cents=cents):
            return {
                "t": "jackpot-paid",
                "seat": to,
                "kind": str(kind),
                "cards": names(cards),
                "cents": cents,
            }  # [MS-10.4]
        case JackpotSettled(restart=restart):
            return {"t": "jackpot-settled", **({"restart": restart} if restart else {})}  # [MS-10.8b]
        case CarriedReturned(back=back):
            return {"t": "carried-returned", **_mine("back", back, seat)}
        case RoundVoided(cause=cause, back=back, held=held, kept=kept, returned=returned):
            parts = {"back": back, "held": held, "kept": kept, "returned": returned}
            mine = [_mine(name, amounts, seat) for name, amounts in parts.items()]
            return {"t": "round-voided", "cause": cause} | {
                name: cents for part in mine for name, cents in part.items()
            }
    assert_never(event)


def _mine(name: str, amounts: Mapping[Seat, Cents], seat: Seat | None) -> dict[str, Cents]:
    return {name: amounts[seat]} if seat is not None and seat in amounts else {}
