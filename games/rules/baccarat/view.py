"""What people see of a round of ponto e banca, what each seat may do, and the explanation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from games.rules.baccarat.bets import NO_STAKES, bet_range, table_room
from games.rules.baccarat.events import (
    BetsClosed,
    CardDealt,
    CardDrawn,
    Event,
    HandTurned,
    NaturalAnnounced,
    Phase,
    PrizesPaid,
    RoundVoided,
    ScoresCounted,
    StakesCollected,
    State,
)
from games.rules.baccarat.hands import NATURAL, Side, card_value, moves, score
from games.rules.baccarat.settlement import SeatSettlement, commission_percent, coup_of, settlement_of
from games.rules.baccarat.sheet import BetPlace, Commission, bet_limits
from games.rules.bets import BetPlaced, BetTaken
from games.rules.engine import ExplanationLine, JsonObject, Result
from games.rules.shared.amounts import own_amount, total, without_zeros
from games.rules.shared.cards import NAMES, PACK, names
from games.rules.shared.money import Cents, Seat
from games.rules.shared.sessions import Mode

OVER = (Phase.SETTLED, Phase.VOID)
WINNER_LETTER: Mapping[BetPlace, str] = {BetPlace.PUNTO: "P", BetPlace.BANCO: "B", BetPlace.TIE: "T"}
PAIR_LETTER: Mapping[BetPlace, str] = {BetPlace.PUNTO_PAIR: "p", BetPlace.BANCO_PAIR: "b"}
COMMISSION_RULES: Mapping[Commission, str] = {
    Commission.NONE: "PB-26",
    Commission.A: "PB-26a",
    Commission.B: "PB-26b",
}


# --- What a seat may do


def options(state: State, seat: Seat) -> JsonObject:
    """What that seat may do now, by its own bets and the table's limits.

    The room that all players share under a maximum of prizes is in the public view, because everybody's
    bets change it.
    """
    bets, is_betting = state.bets.get(seat), state.phase is Phase.BETTING
    can_launch = bets is not None and state.setting.mode is Mode.INDIVIDUAL
    return {
        "bet": _bet_ranges(state, bets.on if bets else NO_STAKES) if is_betting else {},
        "undo": is_betting and bets is not None and bool(bets.placed),
        "clear": is_betting and bets is not None,
        "launch": is_betting and can_launch,  # [PB-28]
    }


def _bet_ranges(state: State, own: Mapping[str, Cents]) -> dict[str, JsonObject]:
    ranges: dict[str, JsonObject] = {}
    for place in bet_limits(state.sheet, state.setting):
        allowed = bet_range(state, own, place)
        if allowed is None:
            continue
        described: JsonObject = {"min": allowed.minimum}
        if allowed.maximum is not None:
            described["max"] = allowed.maximum
        if allowed.gap_end:
            described["not"] = [allowed.gap_start, allowed.gap_end]  # [PB-13]
        ranges[str(place)] = described
    return ranges


# --- What people see


def view(state: State, seat: Seat | None) -> JsonObject:
    return _public_view(state) if seat is None else _seat_view(state, seat)


def _public_view(state: State) -> JsonObject:
    """The chips of every seat on the table, and the cards that have been turned.  [PB-6a]"""
    shoe = {"cards": state.setting.decks * PACK, "dealt": state.dealt}
    shown: JsonObject = {
        "phase": str(state.phase),
        "bets": {str(seat): bets.on for seat, bets in state.bets.items()},
        "totals": state.totals,
        "shoe": shoe,
    }
    if state.down:
        shoe["first"] = state.down[0]  # where this round begins in the shoe, for checking the draw
        shown["hands"] = {str(hand): _view_hand(state, hand) for hand in Side}
    if state.phase is Phase.BETTING and state.setting.prize_cap is not None:
        shown["room"] = {str(place): cents for place, cents in table_room(state).items()}  # [PB-41] [PB-42]
    if state.phase is Phase.SETTLED:
        coup = coup_of(state)
        shown["winner"], shown["won"] = str(coup.winner), [str(place) for place in coup.winning_places]
        shown["paid"], shown["commission"] = total(state.prize), total(state.commission)
    if state.phase is Phase.VOID:
        shown["cause"] = state.cause  # [PB-29]
    return shown


def _view_hand(state: State, hand: Side) -> JsonObject:
    """Face down, then turned with its score; the third card is apart from the first two.

    [PB-17] [PB-18] [PB-21]
    """
    cards = state.cards(hand)
    if not cards:
        return {"down": (len(state.down) + (hand is Side.PUNTO)) // 2}
    shown: JsonObject = {"cards": names(cards[:2]), "score": score(cards)}
    if len(cards) > 2:
        shown["third"] = NAMES[cards[2]]  # [PB-21]
    if score(cards[:2]) in NATURAL:
        shown["natural"] = True
    move = moves(state.punto, state.banco).get(hand)
    if move is not None:
        shown["move"] = {"code": move.code, "rule": move.rule, "on": score(cards[:2])}  # [PB-20]
    return shown


def _seat_view(state: State, seat: Seat) -> JsonObject:
    """What a seat sees in addition: its own bets, its options, and its result."""
    bets = state.bets.get(seat)
    shown: JsonObject = {
        "bets": bets.on if bets else {},
        "total": bets.total if bets else 0,
        "options": options(state, seat),
    }
    result = _result(state, seat)
    if result:
        is_settled = state.phase is Phase.SETTLED
        shown["result"] = {  # [PB-31]
            **result.figures("staked", "lost", "back", "prize", "commission", "net"),
            "lines": _lines(settlement_of(state, seat)) if is_settled else [],
        }
    return shown


def _lines(settlement: SeatSettlement) -> list[JsonObject]:
    lines: list[JsonObject] = []
    for place, stake, settled in settlement.lines:
        figures = {"prize": settled.prize, "back": settled.back, "lost": settled.lost}
        about = {"place": str(place), "code": settled.code, "rule": settled.rule, "stake": stake}
        lines.append(about | without_zeros(figures))
    return lines


def event_for_seat(event: Event, seat: Seat | None) -> JsonObject | None:
    """Everybody sees everybody's chips; the amounts that a seat wins or loses are shown to that seat."""
    match event:
        case BetPlaced(seat=bettor, on=on):
            return {"t": "bet-placed", "seat": bettor, "on": on}
        case BetTaken(seat=bettor, on=on):
            return {"t": "bet-taken", "seat": bettor, "on": on}
        case BetsClosed():
            return {"t": "bets-closed"}  # [PB-27b]
        case CardDealt(hand=hand):
            return {"t": "card-dealt", "hand": str(hand)}  # [PB-17]
        case HandTurned(hand=hand, cards=cards):
            # The cards are turned with their score.  [PB-18]
            return {"t": "hand-turned", "hand": str(hand), "cards": names(cards), "score": score(cards)}
        case NaturalAnnounced(hand=hand, score=points):
            # A natural ends the hand.  [PB-20-ponto-8-9] [PB-20-banca-8-9]
            return {"t": "natural-announced", "hand": str(hand), "score": points}
        case CardDrawn(hand=hand, card=card):
            return {"t": "card-drawn", "hand": str(hand), "card": NAMES[card]}  # [PB-21]
        case ScoresCounted(punto=punto, banco=banco, winner=winner, pairs=pairs):
            scores = {"punto": punto, "banco": banco, "winner": str(winner)}
            return {"t": "scores-counted", **scores, "pairs": [str(pair) for pair in pairs]}
        case StakesCollected(lost=lost):
            return {"t": "stakes-collected", **own_amount("lost", lost, seat)}
        case PrizesPaid(back=back, prize=prize, commission=commission):
            own = own_amount("back", back, seat) | own_amount("prize", prize, seat)
            own |= own_amount("commission", commission, seat)
            return {"t": "prizes-paid", "paid": total(prize), **own}
        case RoundVoided(cause=cause, back=back):
            return {"t": "round-voided", "cause": cause, **own_amount("back", back, seat)}  # [PB-29]
    assert_never(event)


# --- Stakes and results


def stakes(state: State) -> dict[Seat, Cents]:
    """Nothing is carried over to another round."""
    if state.phase in OVER:
        return {}
    return {seat: bets.total for seat, bets in state.bets.items()}


def results(state: State) -> dict[Seat, Result]:
    return {seat: result for seat in state.bets if (result := _result(state, seat))}


def _result(state: State, seat: Seat) -> Result | None:
    if state.phase not in OVER or seat not in state.bets:
        return None
    return Result(
        staked=state.bets[seat].total,
        lost=state.lost.get(seat, 0),
        back=state.back.get(seat, 0),
        prize=state.prize.get(seat, 0),
        commission=state.commission.get(seat, 0),
    )


def outcome(state: State) -> str | None:
    """The winner (P, B, or T for the tie), the scores of punto and banco, and the pairs: "P8-6", "T6-6pb"."""
    if state.phase is not Phase.SETTLED:
        return None
    coup = coup_of(state)
    pairs = "".join(PAIR_LETTER[pair] for pair in coup.pairs)
    return f"{WINNER_LETTER[coup.winner]}{coup.punto}-{coup.banco}{pairs}"


def explain(state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
    """Both hands and their scores, why each drew or stood, every bet, the commission, and the total."""
    result = _result(state, seat)
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return (
            ExplanationLine("void", "PB-29", {"cause": state.cause}),  # [PB-29]
            ExplanationLine("returned", "PB-29", {"back": result.back}),  # [PB-29]
        )
    lines = [ExplanationLine("hand", "PB-8", _explain_hand(state, hand)) for hand in Side]  # [PB-8]
    lines += [_explain_move(state, hand) for hand in moves(state.punto, state.banco)]
    lines.append(_explain_winner(state))
    settlement, coup = settlement_of(state, seat), coup_of(state)
    lines += [ExplanationLine(line.pop("code"), line.pop("rule"), line) for line in _lines(settlement)]
    if settlement.commission:
        mode = state.setting.commission
        details = {"percent": commission_percent(mode, coup), "commission": settlement.commission}
        lines.append(ExplanationLine("commission", COMMISSION_RULES[mode], details))  # [PB-26]
    figures = result.figures("staked", "lost", "back", "prize", "commission", "net")
    return (*lines, ExplanationLine("total", "PB-2c", figures))


def _explain_hand(state: State, hand: Side) -> JsonObject:
    cards = state.cards(hand)
    values = [card_value(card) for card in cards]
    return {"hand": str(hand), "cards": names(cards), "values": values, "score": score(cards)}


def _explain_move(state: State, hand: Side) -> ExplanationLine:
    """[PB-20]"""
    move = moves(state.punto, state.banco)[hand]
    details: JsonObject = {"hand": str(hand), "on": score(state.cards(hand)[:2])}
    if hand is Side.BANCO and len(state.punto) > 2:
        details["against"] = NAMES[state.punto[2]]
    return ExplanationLine(move.code, move.rule, details)  # [PB-20]


def _explain_winner(state: State) -> ExplanationLine:
    coup = coup_of(state)
    details = {
        "winner": str(coup.winner),
        "punto": coup.punto,
        "banco": coup.banco,
        "pairs": [str(pair) for pair in coup.pairs],
    }
    rule = "PB-23a" if coup.winner is BetPlace.TIE else "PB-22"  # [PB-22] [PB-23a]
    return ExplanationLine("winner", rule, details)
