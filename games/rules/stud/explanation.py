"""Why a stud round paid what it paid: each seat's result, and its stakes with rules and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from games.rules.engine import ExplanationLine, JsonObject, Result
from games.rules.shared.cards import names
from games.rules.shared.money import Seat
from games.rules.shared.poker_hands import HandKind, PokerHand, best_five
from games.rules.stud.events import BANK, OVER, HandState, Phase, State
from games.rules.stud.settlement import Ending, SettledHand, bank_plays, hand_of, settle_hand, times
from games.rules.stud.sheet import VARIANTS

JACKPOT_RULES: Mapping[HandKind, str] = {
    HandKind.ROYAL_FLUSH: "MS-10.2.1",
    HandKind.STRAIGHT_FLUSH: "MS-10.2.2",
    HandKind.FOUR_OF_A_KIND: "MS-10.2.3",
    HandKind.FULL_HOUSE: "MS-10.2.4",
    HandKind.FLUSH: "MS-10.2.5",
}


def results(state: State) -> Mapping[Seat, Result]:
    if state.phase not in OVER:
        return {}
    seats = dict.fromkeys((*state.playing, *state.carried, *state.returned))
    return {seat: _result(state, seat) for seat in seats}


def _result(state: State, seat: Seat) -> Result:
    returned = state.returned.get(seat, 0)
    return Result(
        staked=state.place_of(seat).staked,
        carried=state.carried.get(seat, 0) + returned,
        lost=state.lost.get(seat, 0),
        back=state.back.get(seat, 0) + returned,
        prize=state.prize.get(seat, 0),
        held=state.held.get(seat, 0),
    )


# --- The stakes of a seat


def stake_lines(state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
    """How the ante, second bet and jackpot bet of a seat were settled; nothing for a void round."""
    if state.phase is not Phase.SETTLED:
        return ()
    has_hand = state.place_of(seat).ante
    hand_lines = _hand_lines(state, seat, settle_hand(state, seat)) if has_hand else ()
    return (*hand_lines, *_jackpot_lines(state, seat))


def _hand_lines(state: State, seat: Seat, settled: SettledHand) -> tuple[ExplanationLine, ...]:
    place, rules = state.places[seat], VARIANTS[state.sheet.system].rules
    ante: JsonObject = {"box": "ante", "stake": place.ante}
    second: JsonObject = {"box": "bet", "stake": place.second}
    ante_won = ante | {"prize": settled.ante_prize, "back": place.ante, "times": 1}
    match settled.ending:
        case Ending.FOLDED:
            return (
                ExplanationLine("folded", rules["fold"], ante | {"lost": place.ante}),
            )  # [CS-22] [MS-6.7]
        case Ending.NO_GAME:  # [CS-26] [MS-9.2]
            return (
                ExplanationLine("won", rules["no-game"], ante_won),
                ExplanationLine("returned", rules["no-game"], second | {"back": place.second}),
            )
        case Ending.LOST:  # [CS-29] [MS-9.4]
            return tuple(
                ExplanationLine("lost", rules["lost"], stake | {"lost": stake["stake"]})
                for stake in (ante, second)
            )
        case Ending.EQUAL:  # [CS-11b]
            return tuple(
                ExplanationLine("equal", rules["equal"], stake | {"back": stake["stake"]})
                for stake in (ante, second)
            )
        case Ending.WON:
            # [CS-28b]
            return (
                ExplanationLine("won", rules["won-ante"], ante_won),
                _won_second_bet(state, seat, settled),
            )
    assert_never(settled.ending)


def _won_second_bet(state: State, seat: Seat, settled: SettledHand) -> ExplanationLine:
    """[CS-28a] [MS-9.5]"""
    place, variant = state.places[seat], VARIANTS[state.sheet.system]
    kind = best_five(place.cards).kind
    multiple = times(state.sheet, kind)
    details: JsonObject = {
        "box": "bet",
        "stake": place.second,
        "kind": variant.kinds[kind],
        "times": multiple,
        "prize": settled.second_prize,
        "back": place.second,
    }
    if settled.second_prize < multiple * place.second:
        details["maximum"] = state.setting.house_maximum  # [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
    return ExplanationLine("won", variant.times_rules[kind], details)  # [CS-28a] [MS-9.5]


def _jackpot_lines(state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
    """The jackpot bet is spent, whatever it wins."""
    rules, stake = VARIANTS[state.sheet.system].rules, state.jackpot_bet_of(seat)
    if returned := state.returned.get(seat):  # (A49)
        details: JsonObject = {"box": "jackpot", "stake": returned, "back": returned}
        return (ExplanationLine("returned", rules["jackpot-carried"], details),)
    if not stake:
        return ()
    details = {"box": "jackpot", "stake": stake, "lost": stake}
    prize = next((prize for prize in state.jackpot_prizes if prize.seat == seat), None)
    if prize is None:
        return (ExplanationLine("jackpot-lost", rules["jackpot"], details),)  # [MS-10.2]
    details |= {"kind": str(prize.kind), "prize": prize.cents}
    return (ExplanationLine("jackpot-won", JACKPOT_RULES[prize.kind], details),)


# --- The whole explanation


def explain(state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
    """The hands, whether the bank played, the comparison, and every cent of that seat."""
    result = results(state).get(seat)
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return tuple(_explain_void(state, result))
    figures = result.figures("staked", "carried", "lost", "back", "prize", "held", "net")
    total = ExplanationLine("total", VARIANTS[state.sheet.system].rules["paid"], figures)
    return (*_explain_hands(state, seat), *stake_lines(state, seat), total)


def _explain_void(state: State, result: Result) -> Iterator[ExplanationLine]:
    """[CS-33] [MS-11.1] [MS-11.4]"""
    variant = VARIANTS[state.sheet.system]
    rule = variant.carry_over_causes.get(state.cause, variant.rules["void"])
    yield ExplanationLine("void", rule, {"cause": state.cause})  # [CS-33]
    yield ExplanationLine("returned", rule, {"back": result.back})
    if result.held:
        yield ExplanationLine("jackpot-held", rule, {"held": result.held})  # [MS-11.1] [MS-11.4]


def _explain_hands(state: State, seat: Seat) -> Iterator[ExplanationLine]:
    """Both combinations and what decided between them, as far as they were shown.  [CS-10]"""
    variant, player, bank = VARIANTS[state.sheet.system], hand_of(state, seat), hand_of(state, BANK)
    rules = variant.rules
    if player is not None:
        details = {"cards": names(player.cards), "kind": variant.kinds[player.kind]}
        yield ExplanationLine("hand", rules["compared"], details)
    if bank is None or not state.bank_open:
        return
    details = {"cards": names(bank.cards), "kind": variant.kinds[bank.kind]}
    if not bank_plays(bank):
        yield ExplanationLine("no-game", rules["no-game"], details)  # [CS-26] [MS-9.2]
        return
    yield ExplanationLine("bank", rules["qualifies"], details)  # [CS-25] [MS-9.1]
    is_compared = player is not None and state.places[seat].choice is HandState.CONTINUED
    if player is not None and is_compared and player.kind is bank.kind:
        rule = _deciding_rule(state, player, bank)
        yield ExplanationLine("same-kind", rule, {"kind": variant.kinds[player.kind]})  # [CS-13]


def _deciding_rule(state: State, player: PokerHand, bank: PokerHand) -> str:
    """The rule that decides between two hands of one kind."""
    variant = VARIANTS[state.sheet.system]
    decided_by = variant.decided_by[player.kind]
    equal_singles = player.kind is HandKind.HIGH_CARDS and player.strength == bank.strength
    return variant.rules.get("equal-singles", decided_by) if equal_singles else decided_by  # [CS-9b]
