"""Stakes and results of a blackjack round, and why each stake was paid as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.rules.blackjack.events import (
    Box,
    Hand,
    Phase,
    Place,
    State,
)
from games.rules.blackjack.hands import BEST_TOTAL, is_blackjack, special_combination, total
from games.rules.blackjack.settlement import (
    PRIZES,
    SETTLEMENT_RULES,
    SPECIAL_PRIZE,
)
from games.rules.engine import ExplanationLine, JsonObject, Result
from games.rules.shared.amounts import without_zeros
from games.rules.shared.cards import names
from games.rules.shared.money import Cents, Seat

OVER = (Phase.SETTLED, Phase.VOID)
IDLE = "idle"  # the outcome where no bet was left for the bank's hand to decide


def stakes(state: State) -> dict[Seat, Cents]:
    """Everything staked on a seat's places, even if already decided: a bet stays in the round to its end.

    [BJ-28]
    """
    amounts: dict[Seat, Cents] = {}
    if state.phase not in OVER:
        for box in state.boxes.values():
            amounts[box.seat] = amounts.get(box.seat, 0) + staked_on(box)
    return amounts


def results(state: State) -> Mapping[Seat, Result]:
    seats = dict.fromkeys(box.seat for box in state.boxes.values())
    return {seat: result for seat in seats if (result := result_of(state, seat))}


def result_of(state: State, seat: Seat) -> Result | None:
    boxes = [state.boxes[place] for place in state.places_of(seat)]
    if state.phase not in OVER or not boxes:
        return None
    staked = sum(map(staked_on, boxes))
    if state.phase is Phase.VOID:
        return Result(staked, 0, staked, 0)  # balances are as before the round  [BJ-28]
    hands = [hand for box in boxes for hand in box.hands]
    return Result(
        staked=staked,
        lost=sum(hand.lost for hand in hands) + sum(box.insurance_lost for box in boxes),
        back=sum(hand.back for hand in hands) + sum(box.insurance_back for box in boxes),
        prize=sum(hand.prize + hand.special for hand in hands) + sum(box.insurance_prize for box in boxes),
    )


def outcome(state: State) -> str | None:
    """The bank's result for the display: BJ, its total, or that no bet was left for it to decide.  [BJ-4c]"""
    if state.phase is not Phase.SETTLED or not state.boxes:
        return None
    if not bank_result(state):
        return IDLE  # [BJ-20c]
    return "BJ" if is_blackjack(state.bank) else str(total(state.bank))  # [BJ-4c]


def explain(state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
    result = result_of(state, seat)
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return (
            ExplanationLine("void", "BJ-27", {"cause": state.cause}),  # [BJ-27]
            ExplanationLine("returned", "BJ-28", {"back": result.back}),  # [BJ-28]
        )
    lines = list(_explain_bank(state))
    for line in stake_lines(state, seat):
        code, rule = line.pop("code"), line.pop("rule")
        if code in PRIZES:
            line["times"] = list(PRIZES[code])
        lines.append(ExplanationLine(code, rule, line))
    figures = result.figures("staked", "lost", "back", "prize", "net")
    return (*lines, ExplanationLine("total", "BJ-26", figures))


def _explain_bank(state: State) -> Iterator[ExplanationLine]:
    cards = names(state.bank)
    if result := bank_result(state):
        details = {"cards": cards, "total": total(state.bank), "result": result}
        yield ExplanationLine("bank", "BJ-17b" if len(cards) > 2 else "BJ-17a", details)
    elif cards:
        yield ExplanationLine("bank-idle", "BJ-20c", {"cards": cards})  # [BJ-20c]


def bank_result(state: State) -> str:
    """How the bank's hand ended; empty where no bet was left for it to decide."""
    if is_blackjack(state.bank):
        return "blackjack"
    points = total(state.bank)
    if points > BEST_TOTAL:
        return "bust"
    return "stand" if points >= 17 and len(state.bank) > 1 else ""  # [BJ-17a]


# --- The stakes of a seat


def staked_on(box: Box) -> Cents:
    """Everything staked on a place in this round: bet, doubles, splits, insurance."""
    return sum(hand.stake for hand in box.hands) + box.insurance if box.hands else box.bet


def stake_lines(state: State, seat: Seat) -> Iterator[JsonObject]:
    """Each stake of a seat, with what became of it and by which rule."""
    for place in state.places_of(seat):
        box = state.boxes[place]
        for index, hand in enumerate(box.hands):
            yield from _lines_of_hand(place, index, hand)
        if box.insurance:
            # The insurance was won or lost.  [BJ-25f] [BJ-25g]
            code, rule = ("insurance-won", "BJ-25f") if box.insurance_back else ("insurance-lost", "BJ-25g")
            figures = {
                "prize": box.insurance_prize,
                "back": box.insurance_back,
                "lost": box.insurance_lost,
            }
            line = {"code": code, "rule": rule, "place": place, "stake": box.insurance}
            yield {**line, **without_zeros(figures)}


def _lines_of_hand(place: Place, index: int, hand: Hand) -> Iterator[JsonObject]:
    about = {
        "place": place,
        "hand": index,
        "stake": hand.stake,
        "cards": names(hand.cards),
        "total": hand_total(hand),
    }
    figures = {"prize": hand.prize, "back": hand.back, "lost": hand.lost}
    yield {"code": hand.code, "rule": SETTLEMENT_RULES[hand.code], **about, **without_zeros(figures)}
    if hand.special:
        combination = special_combination(hand.cards)
        prize = {"combination": combination, "prize": hand.special, "times": SPECIAL_PRIZE}
        yield {"code": "special", "rule": "BJ-25i", **about, **prize}  # [BJ-25i]


def hand_total(hand: Hand) -> int:
    return total(hand.cards, int(hand.low))
