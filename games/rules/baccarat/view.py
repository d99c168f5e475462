"""What people are told of a round of ponto e banca: the table as it is drawn, what each seat sees and may do, and why it was paid so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from games.rules.baccarat.bets import room, span
from games.rules.baccarat.events import (
    BetPlaced,
    BetsClosed,
    BetTaken,
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
from games.rules.baccarat.hands import NATURAL, Hand, moves, score, value
from games.rules.baccarat.settlement import Account, account_of, coup_of, share
from games.rules.baccarat.sheet import Commission, Place, bounds
from games.rules.engine import Cents, Line, Result, Seat
from games.rules.shared.cards import NAMES, PACK, names
from games.rules.shared.sessions import Mode

WINNER_LETTER: Mapping[Place, str] = {Place.PUNTO: "P", Place.BANCO: "B", Place.TIE: "T"}
PAIR_LETTER: Mapping[Place, str] = {Place.PUNTO_PAIR: "p", Place.BANCO_PAIR: "b"}


def options(state: State, seat: Seat) -> dict[str, Any]:
    """What that seat may ask for now, by its own bets and the table's bounds: from least to most on each chance.

    What all players share under a maximum of prizes stands in everybody's view, because everybody's bets change it.
    """
    bets, open_ = state.bets.get(seat), state.phase is Phase.BETTING
    return {
        "bet": _spans(state, bets.on if bets else {}) if open_ else {},
        "undo": open_ and bets is not None and bool(bets.laid),
        "clear": open_ and bets is not None,
        "launch": open_ and bets is not None and state.setting.mode == Mode.INDIVIDUAL,  # [PB-28]
    }


def _spans(state: State, lying: Mapping[str, Cents]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for place in bounds(state.sheet, state.setting):
        may = span(state, lying, place)
        if may is None:
            continue
        found[str(place)] = {"min": may.least}
        if may.most is not None:
            found[str(place)]["max"] = may.most
        if may.last:
            found[str(place)]["not"] = [may.first, may.last]  # [PB-13]
    return found


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    return _public(state) if seat is None else _own(state, seat)


def _public(state: State) -> dict[str, Any]:
    """What everybody sees: the chips at every seat as they lie on the felt, and the cards as far as they are turned.  [PB-6a]"""
    seen: dict[str, Any] = {
        "phase": str(state.phase),
        "bets": {str(seat): bets.on for seat, bets in state.bets.items()},
        "totals": state.totals,
        "shoe": {"cards": state.setting.decks * PACK, "dealt": state.dealt},
    }
    if state.down:
        seen["shoe"]["first"] = state.down[
            0
        ]  # where in the shoe this round begins: for whoever checks the draw
        seen["hands"] = {str(hand): _seen_hand(state, hand) for hand in Hand}
    if state.phase is Phase.BETTING and state.setting.prize_cap is not None:
        seen["room"] = {str(place): cents for place, cents in room(state).items()}  # [PB-41] [PB-42]
    if state.phase is Phase.SETTLED:
        coup = coup_of(state)
        seen["winner"], seen["won"] = str(coup.winner), [str(place) for place in coup.won]
        seen["paid"], seen["commission"] = sum(state.prize.values()), sum(state.commission.values())
    if state.phase is Phase.VOID:
        seen["cause"] = state.cause  # [PB-29]
    return seen


def _seen_hand(state: State, hand: Hand) -> dict[str, Any]:
    """Face down, then turned with its score; the third card stands apart from the first two.  [PB-17] [PB-18] [PB-21]"""
    cards = state.cards(hand)
    if not cards:
        return {"down": (len(state.down) + (hand is Hand.PUNTO)) // 2}
    seen: dict[str, Any] = {"cards": names(cards[:2]), "score": score(cards)}
    if len(cards) > 2:
        seen["third"] = NAMES[cards[2]]  # [PB-21]
    if score(cards[:2]) in NATURAL:
        seen["natural"] = True
    move = moves(state.punto, state.banco).get(hand)
    if move is not None:
        seen["move"] = {"code": move.code, "rule": move.rule, "on": score(cards[:2])}  # [PB-20]
    return seen


def _own(state: State, seat: Seat) -> dict[str, Any]:
    """What one seat sees besides what everybody sees: its own bets, what it may do, and what it took out of the round."""
    bets = state.bets.get(seat)
    seen: dict[str, Any] = {
        "bets": bets.on if bets else {},
        "total": bets.total if bets else 0,
        "options": options(state, seat),
    }
    result = _result(state, seat)
    if result:
        seen["result"] = {  # [PB-31]
            "staked": result.staked,
            "lost": result.lost,
            "back": result.back,
            "prize": result.prize,
            "commission": result.commission,
            "net": result.net,
            "lines": _lines(account_of(state, seat)) if state.phase is Phase.SETTLED else [],
        }
    return seen


def _lines(account: Account) -> list[dict[str, Any]]:
    lines = []
    for place, stake, paid in account.lines:
        figures = {"prize": paid.prize, "back": paid.back, "lost": paid.lost}
        said = {"place": str(place), "code": paid.code, "rule": paid.rule, "stake": stake}
        lines.append(said | {name: cents for name, cents in figures.items() if cents})
    return lines


def told(event: Event, seat: Seat | None) -> dict[str, Any] | None:
    """Everything at this table happens openly: whose chips lie where is seen by all, whose money moves by its owner."""
    match event:
        case BetPlaced(seat=by, on=on):
            return {"t": "bet-placed", "seat": by, "on": on}
        case BetTaken(seat=by, on=on):
            return {"t": "bet-taken", "seat": by, "on": on}
        case BetsClosed():
            return {"t": "bets-closed"}  # [PB-27b]
        case CardDealt(hand=hand):
            return {"t": "card-dealt", "hand": str(hand)}  # [PB-17]
        case HandTurned(hand=hand, cards=cards):
            return {
                "t": "hand-turned",
                "hand": str(hand),
                "cards": names(cards),
                "score": score(cards),
            }  # [PB-18]
        case NaturalAnnounced(hand=hand, score=points):
            return {
                "t": "natural-announced",
                "hand": str(hand),
                "score": points,
            }  # [PB-20-ponto-8-9] [PB-20-banca-8-9]
        case CardDrawn(hand=hand, card=card):
            return {"t": "card-drawn", "hand": str(hand), "card": NAMES[card]}  # [PB-21]
        case ScoresCounted(punto=punto, banco=banco, winner=winner, pairs=pairs):
            return {
                "t": "scores-counted",
                "punto": punto,
                "banco": banco,
                "winner": str(winner),
                "pairs": [str(pair) for pair in pairs],
            }
        case StakesCollected(lost=lost):
            return {"t": "stakes-collected", **_mine("lost", lost, seat)}
        case PrizesPaid(back=back, prize=prize, commission=commission):
            own = (
                _mine("back", back, seat)
                | _mine("prize", prize, seat)
                | _mine("commission", commission, seat)
            )
            return {"t": "prizes-paid", "paid": sum(prize.values()), **own}
        case RoundVoided(cause=cause, back=back):
            return {"t": "round-voided", "cause": cause, **_mine("back", back, seat)}  # [PB-29]
    assert_never(event)


def _mine(name: str, amounts: Mapping[Seat, Cents], seat: Seat | None) -> dict[str, Cents]:
    return {name: amounts[seat]} if seat is not None and seat in amounts else {}


def stakes(state: State) -> dict[Seat, Cents]:
    """Nothing is carried on to another round."""
    if state.phase in (Phase.SETTLED, Phase.VOID):
        return {}
    return {seat: bets.total for seat, bets in state.bets.items()}


def results(state: State) -> dict[Seat, Result]:
    return {seat: result for seat in state.bets if (result := _result(state, seat))}


def _result(state: State, seat: Seat) -> Result | None:
    if state.phase not in (Phase.SETTLED, Phase.VOID) or seat not in state.bets:
        return None
    return Result(
        staked=state.bets[seat].total,
        lost=state.lost.get(seat, 0),
        back=state.back.get(seat, 0),
        prize=state.prize.get(seat, 0),
        commission=state.commission.get(seat, 0),
    )


def outcome(state: State) -> str | None:
    """The winner's letter (P, B, or T for the tie), punto's and banco's score, and the pairs: «P8-6», «T6-6pb», «B3-7b»."""
    if state.phase is not Phase.SETTLED:
        return None
    coup = coup_of(state)
    return f"{WINNER_LETTER[coup.winner]}{coup.punto}-{coup.banco}" + "".join(
        PAIR_LETTER[pair] for pair in coup.pairs
    )


def explain(state: State, seat: Seat) -> tuple[Line, ...]:
    """Both hands with the values that make their scores, why each drew or stood, every bet, the commission, and the sum."""
    result = _result(state, seat)
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return Line("void", "PB-29", {"cause": state.cause}), Line(
            "returned", "PB-29", {"back": result.back}
        )  # [PB-29]
    coup, account = coup_of(state), account_of(state, seat)
    lines = [Line("hand", "PB-8", _explained_hand(state, hand)) for hand in Hand]  # [PB-8]
    for hand, move in moves(state.punto, state.banco).items():
        said = {"hand": str(hand), "on": score(state.cards(hand)[:2])}
        if hand is Hand.BANCO and len(state.punto) > 2:
            said["against"] = NAMES[state.punto[2]]
        lines.append(Line(move.code, move.rule, said))  # [PB-20]
    scores = {
        "winner": str(coup.winner),
        "punto": coup.punto,
        "banco": coup.banco,
        "pairs": [str(pair) for pair in coup.pairs],
    }
    lines.append(
        Line("winner", "PB-23a" if coup.winner is Place.TIE else "PB-22", scores)
    )  # [PB-22] [PB-23a]
    lines += [Line(line.pop("code"), line.pop("rule"), line) for line in _lines(account)]
    if account.commission:
        mode = state.setting.commission
        lines.append(
            Line(
                "commission", RULE_OF[mode], {"percent": share(mode, coup), "commission": account.commission}
            )
        )  # [PB-26]
    figures = {"staked": result.staked, "lost": result.lost, "back": result.back, "prize": result.prize}
    return (*lines, Line("total", "PB-2c", {**figures, "commission": result.commission, "net": result.net}))


RULE_OF: Mapping[Commission, str] = {Commission.NONE: "PB-26", Commission.A: "PB-26a", Commission.B: "PB-26b"}


def _explained_hand(state: State, hand: Hand) -> dict[str, Any]:
    cards = state.cards(hand)
    return {
        "hand": str(hand),
        "cards": names(cards),
        "values": [value(card) for card in cards],
        "score": score(cards),
    }
