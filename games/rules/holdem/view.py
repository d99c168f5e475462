"""What people are told of a hold'em round: the table as it is drawn, what each seat sees and may do, and why it was paid so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import to_builtins

from games.rules.engine import Cents, Drawn, Line, Result, Seat
from games.rules.holdem.bets import Room, room_to_raise
from games.rules.holdem.events import (
    CardsDealt,
    CommonTurned,
    Event,
    HandShown,
    Phase,
    Place,
    PotsPaid,
    RoundVoided,
    State,
)
from games.rules.holdem.seats import IN_PLAY, can_deal
from games.rules.holdem.settlement import hand, lying, rate
from games.rules.holdem.sheet import (
    LEAST_PLAYERS,
    LIMIT_RULES,
    RATES,
    SEATS_PER_PLAYER,
    Commission,
    Entry,
    Limit,
    Setting,
    Sheet,
    charged,
)
from games.rules.shared.cards import COVERED, names
from games.rules.shared.conduct import forbidden
from games.rules.shared.poker_hands import KINDS

OVER = (Phase.PAID, Phase.VOID)
TABLE = 0  # where the common cards go; seats begin at one


def describe(sheet: Sheet, setting: Setting) -> dict[str, Any]:
    """Limits, blinds, buy-in, commission and times, before anybody sits down.  [HE-2a] [HE-2b] [HE-2f] [HE-2g] [HE-66]"""
    return {
        "system": sheet.system,
        "mode": str(setting.mode),
        "regime": str(setting.regime),  # [HE-6a] [HE-6b]
        **({"hours": setting.hours} if setting.hours else {}),
        "currency": setting.currency,
        "seats": setting.seats,  # [HE-4a]
        "seats_per_player": SEATS_PER_PLAYER,  # [HE-9]
        "least_players": LEAST_PLAYERS,  # [HE-7]
        "minimum": setting.minimum,
        "small_blind": setting.small_blind,
        "big_blind": setting.minimum,  # [HE-22a]
        "buy_in": _bought(sheet, setting.buy_in),  # [HE-8]
        "rebuys": _rebuys(sheet, setting),  # [HE-14]
        "limit": str(setting.limit),
        "limit_rule": LIMIT_RULES[setting.limit],
        **({"raises": setting.raises} if setting.limit is Limit.FIXED_RAISES else {}),  # [HE-24a-ii] [HE-38]
        "commission": {
            "on": str(sheet.commission),
            "rate": sheet.rate,
            "rule": RATES[sheet.commission][2],
        },  # [HE-16]
        "entry": str(sheet.entry),
        "showdown": str(sheet.showdown),  # [HE-59]
        "rest_rounds": sheet.rest_rounds,  # [HE-68]
        "forbidden": forbidden(sheet.system),  # [HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g]
        "kinds": [str(kind) for kind in reversed(KINDS)],  # from the highest to the lowest  [HE-29a] [HE-29j]
        "betting_seconds": setting.betting_seconds,
        "decision_seconds": setting.decision_seconds,  # [HE-43]
        "extra_seconds": setting.extra_seconds,  # [HE-44]
        "rest_seconds": setting.rest_seconds,
        "languages": list(setting.languages),
    }


def _bought(sheet: Sheet, cents: Cents) -> dict[str, Cents]:
    taken = charged(sheet, cents)
    return {"cost": cents, "commission": taken, "stack": cents - taken}  # [HE-17b]


@lru_cache(maxsize=512)
def _rebuys(sheet: Sheet, setting: Setting) -> list[dict[str, Cents]]:
    return [_bought(sheet, cents) for cents in setting.rebuys]


def options(state: State, seat: Seat) -> dict[str, Any]:
    """Exactly what that seat may ask for now, each with what it costs: at its turn to decide, and beside the round."""
    place = state.seats.get(seat)
    if place is not None and place.left and (place.stack or state.phase in IN_PLAY):
        return {}  # what the seat left behind is still in play  [HE-10]
    if place is None or place.left:
        return {"buy_in": _bought(state.sheet, state.setting.buy_in)}  # [HE-8]
    found = (
        decisions(state, seat, place)
        if seat == state.actor and state.phase is Phase.BETTING
        else _ahead(state, seat, place)
    )
    found["top_up"] = _rebuys(state.sheet, state.setting)  # [HE-2q] [HE-12] [HE-15]
    found["sit_out"] = not place.resting and state.sheet.rest_rounds > 0  # [HE-68]
    found["sit_in"] = place.resting
    if place.entering and state.sheet.entry is Entry.BLIND:
        found["post_big_blind"] = {"cost": state.setting.minimum} if not place.posting else False
        found["wait_for_blind"] = place.posting
    return found


def decisions(state: State, seat: Seat, place: Place) -> dict[str, Any]:
    """Which of the four options are open to whoever is to decide.  [HE-34] [HE-34a] [HE-34b] [HE-34c] [HE-34d]"""
    found = _answers(state, place)
    room = room_to_raise(state, place)
    if room is not None:
        found["raise"] = {
            "min": room.least,
            "max": room.most,
            "own": place.bet,
            "all_in": room.most == place.bet + place.stack,  # [HE-37]
            "opens": not state.to_match,
            "parts": _parts(state, state.pot + state.to_match - place.bet, room),
        }
    return found


def _answers(state: State, place: Place) -> dict[str, Any]:
    owed = state.to_match - place.bet
    found: dict[str, Any] = {"fold": True, "check": not owed}  # [HE-34b]
    if owed:
        found["call"] = {"cost": min(owed, place.stack), "all_in": owed >= place.stack}  # [HE-39]
    return found


def _ahead(state: State, seat: Seat, place: Place) -> dict[str, Any]:
    """What a player will be asked at his turn if nothing changes before it: the page may hold an answer ready until then.  [HE-34]"""
    in_hand = (
        state.phase is Phase.BETTING and state.actor and place.dealt and not place.folded and place.stack
    )
    if not in_hand or (place.spoke and place.bet >= state.to_match):
        return {}
    return {"ahead": _answers(state, place)}


def _parts(state: State, pot: Cents, room: Room) -> dict[str, Cents]:
    """Raises by parts of the pot, as far as they are open: all chips on the table and those of the call (A24)."""
    parts: dict[str, Cents] = {}
    for name, quarters in (("half", 2), ("three-quarters", 3), ("pot", 4)):
        to = state.to_match + pot * quarters // 4
        if room.least <= to <= room.most:
            parts[name] = to
    return parts


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    return _public(state) if seat is None else _own(state, seat)


def _public(state: State) -> dict[str, Any]:
    """What everybody sees: stacks, bets and pots in cents, the button, the common cards, and cards that were turned.  [HE-4e]"""
    seen: dict[str, Any] = {
        "phase": str(state.phase),
        "seats": {
            str(seat): _seat(state, seat, place)
            for seat, place in state.seats.items()
            if not place.left or place.dealt
        },
        "can_deal": can_deal(state) if state.phase is Phase.SEATING else True,  # [HE-7]
    }
    if state.button:
        seen["button"] = state.button  # [HE-2c] [HE-47]
    if not state.players:
        return seen
    seen |= {
        "players": list(state.players),
        "drawn": state.drawn,  # [HE-46a]
        "turn": state.turn,
        "board": names(state.board),  # the same for all at the same time  [HE-2e]
        "pot": state.pot,  # [HE-2o]
        "to_match": state.to_match,
        "raises": state.raises,
        "pots": [
            {"amount": pot.amount, "contenders": _here(state, pot.contenders)}
            for pot in state.paid or lying(state)
        ],  # [HE-2p] [HE-41]
    }
    if state.actor and state.phase is Phase.BETTING:
        seen["actor"] = state.actor
    if state.phase is Phase.PAID:
        seen["paid"] = _paid(state)
        seen["won"] = _won(state)
    if state.phase is Phase.VOID:
        seen["cause"] = state.cause  # [HE-72]
    return seen


def _seat(state: State, seat: Seat, place: Place) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "stack": place.stack,
        "bet": place.bet,
        "put": place.put,
        "state": _state_of(state, place),
    }
    if place.bought:
        seen["bought"] = place.bought
    if place.shown:
        seen["cards"] = names(place.cards)
        best = hand(state, seat)
        if best is not None:
            seen["kind"] = str(best.kind)  # [HE-60]
    elif place.dealt and not place.folded and not place.discarded:
        seen["held"] = len(place.cards)
    return seen


def _state_of(state: State, place: Place) -> str:
    if place.left:
        return "left"
    if place.dealt:
        if place.folded:
            return "folded"
        in_play = state.phase not in OVER
        return "all-in" if not place.stack and in_play else "in"  # [HE-2k]
    if place.resting:
        return "resting"
    if place.stack < state.setting.minimum:
        return "short"  # [HE-15]
    return "waiting" if place.entering else "ready"


def _paid(state: State) -> list[dict[str, Any]]:
    """Each payment of each pot, gross, commission and net.  [HE-19]"""
    return [
        {
            "amount": each.amount,
            "contenders": _here(state, each.contenders),
            "shares": [
                {"seat": one.name, "gross": one.gross, "commission": one.commission, "net": one.net}
                for one in each.shares
                if one.name in state.players
            ],
        }
        for each in state.paid
    ]


def _here(state: State, seats: Iterable[Seat]) -> list[Seat]:
    """Those whose seat nobody else has taken since."""
    return [seat for seat in seats if seat in state.players]


def _won(state: State) -> dict[str, Any]:
    """The winning combinations, marked; none of who won without turning the cards.  [HE-36] [HE-61]"""
    won: dict[str, Any] = {}
    for each in state.paid:
        for name in _here(state, (share.name for share in each.shares)):
            best = hand(state, name) if state.seats[name].shown else None
            won[str(name)] = (
                {"kind": str(best.kind), "cards": names(best.cards)} if best else {"kind": "last-in"}
            )
    return won


def _own(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat sees besides: its own cards and what they make, what it may do, and what it took out of the round."""
    place = state.seats.get(seat)
    seen: dict[str, Any] = {"options": options(state, seat)}
    if place is None:
        return seen
    if place.cards:
        seen["cards"] = names(place.cards)  # [HE-2d]
        best = hand(state, seat)
        if best is not None:
            seen["hand"] = {"kind": str(best.kind), "cards": names(best.cards)}  # [HE-26]
    if place.resting:
        seen["rest_left"] = max(0, state.sheet.rest_rounds - place.out)  # [HE-68]
    result = _result(state, seat)
    if result is not None:
        figures = ("staked", "lost", "back", "prize", "commission", "net")
        seen["result"] = {name: getattr(result, name) for name in figures}  # [HE-65]
    return seen


def drawn(state: State) -> Drawn:
    """The cards as they left the pack: one to each player and one more, then those in common.  [HE-49] [HE-50] [HE-53]"""
    hands = {seat: iter(names(place.cards)) for seat, place in state.dealt_in()}
    # A seat that was given up and taken again has no cards: those that went there are nobody's to tell.
    private = [next(hands.get(seat, iter(())), COVERED) for seat in state.to]
    return Drawn((*private, *names(state.board)), decks=1, to=(*state.to, *(TABLE for _ in state.board)))


def positions(state: State, seat: Seat | None) -> tuple[int, ...]:
    """The common cards, the hands that were turned, and one's own.  [HE-2d] [HE-2e] [HE-11d]"""
    seen = {by for by, place in state.dealt_in() if place.cards and (place.shown or by == seat)}
    own = tuple(position for position, to in enumerate(state.to) if to in seen)
    return own + tuple(range(len(state.to), len(state.to) + len(state.board)))


def told(event: Event, seat: Seat | None) -> dict[str, Any] | None:
    """Cards are told to whoever they were dealt to, and to everybody once they are turned.  [HE-2d] [HE-11d]"""
    match event:
        case CardsDealt(cards=cards):
            return {
                "t": "cards-dealt",
                "to": list(cards),
                **({"card": names([cards[seat]])[0]} if seat in cards else {}),
            }
        case CommonTurned(cards=turned):
            return {"t": "common-turned", "cards": names(turned)}
        case HandShown(seat=by, cards=turned, kind=kind, best=best):
            made = {"kind": str(kind), "best": names(best)} if kind is not None else {}
            return {"t": "hand-shown", "seat": by, "cards": names(turned), **made}
        case PotsPaid(pots=pots):
            return {
                "t": "pots-paid",
                "pots": [{"amount": each.amount, "shares": to_builtins(each.shares)} for each in pots],
            }
        case RoundVoided(cause=cause, back=back):
            return {
                "t": "round-voided",
                "cause": cause,
                "back": {str(by): cents for by, cents in back.items()},
            }
        case _:
            said: dict[str, Any] = to_builtins(event)
            return said  # everything else happens before all eyes


def stakes(state: State) -> dict[Seat, Cents]:
    """What lies in the pots of each seat, whoever may win it.  [HE-72]"""
    if state.phase in OVER:
        return {}
    return {seat: place.put for seat, place in state.dealt_in() if place.put}


def results(state: State) -> Mapping[Seat, Result]:
    return {seat: result for seat in state.players if (result := _result(state, seat)) is not None}


def _result(state: State, seat: Seat) -> Result | None:
    """What a seat bet, got back unmatched, lost and won; nothing of who bet nothing and won nothing.  [HE-65] [HE-67]"""
    place = state.seats[seat]
    staked = place.put + place.returned
    # Who is left when all others have gone wins the pot before the first word, and may have put nothing in it.
    if state.phase not in OVER or not place.dealt or not (staked or place.gross):
        return None
    if state.phase is Phase.VOID:
        return Result(staked, 0, staked, 0)
    return Result(staked, place.put, place.returned, place.gross, commission=place.commission)


def outcome(state: State) -> str | None:
    """The best hand that was turned, or that nobody's was, and the pot, for the display of last results."""
    if state.phase is not Phase.PAID:
        return None
    turned = [best for seat in state.alive() if state.seats[seat].shown and (best := hand(state, seat))]
    kind = max(turned, key=lambda best: best.strength).kind if turned else "last-in"
    return f"{kind} {sum(each.amount for each in state.paid)}"


def explain(state: State, seat: Seat) -> tuple[Line, ...]:
    result = _result(state, seat) if seat in state.seats else None
    if result is None:
        return ()
    place = state.seats[seat]
    if state.phase is Phase.VOID:
        return (Line("void", "HE-72", {"cause": state.cause, "back": result.back}),)
    lines: list[Line] = []
    if place.folded:
        lines.append(Line("folded", "HE-35", {"lost": place.put}))
    elif len(state.alive()) == 1:
        lines.append(Line("last-in", "HE-36", {}))
    elif (best := hand(state, seat)) is not None:
        lines.append(Line("hand", "HE-60", {"kind": str(best.kind), "cards": names(best.cards)}))
    if place.returned:
        lines.append(Line("unmatched", "HE-40", {"back": place.returned}))
    for each in state.paid:
        for share in each.shares:
            if share.name == seat:
                rule = "HE-33" if len(each.shares) > 1 else "HE-27"
                said = {
                    "amount": each.amount,
                    "winners": len(each.shares),
                    "gross": share.gross,
                    "commission": share.commission,
                }
                lines.append(Line("pot-won", rule, {**said, "net": share.net}))
    if result.prize and state.sheet.commission is Commission.POT:
        taken = rate(state)
        lines.append(
            Line("commission" if taken else "no-commission", "HE-17a" if taken else "HE-18", {"rate": taken})
        )
    figures = {
        name: getattr(result, name) for name in ("staked", "back", "lost", "prize", "commission", "net")
    }
    return (*lines, Line("total", "HE-65", figures))
