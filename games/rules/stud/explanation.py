"""Why a stud round paid what it paid: each hand's result, and its lines with rule and figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.engine import Line, Result, Seat
from games.rules.shared.cards import names
from games.rules.shared.poker_hands import Kind, best_five
from games.rules.stud.events import BANK, NOBODY, OVER, Choice, Phase, State
from games.rules.stud.settlement import Ending, Settled, hand_of, qualifies, settled, times
from games.rules.stud.sheet import GAMES

JACKPOT_RULES: Mapping[Kind, str] = {
    Kind.ROYAL_FLUSH: "MS-10.2.1",
    Kind.STRAIGHT_FLUSH: "MS-10.2.2",
    Kind.FOUR_OF_A_KIND: "MS-10.2.3",
    Kind.FULL_HOUSE: "MS-10.2.4",
    Kind.FLUSH: "MS-10.2.5",
}


def results(state: State) -> Mapping[Seat, Result]:
    if state.phase not in OVER:
        return {}
    return {
        seat: _result(state, seat)
        for seat in dict.fromkeys((*state.playing, *state.carried, *state.returned))
    }


def _result(state: State, seat: Seat) -> Result:
    returned = state.returned.get(seat, 0)
    return Result(
        staked=state.places.get(seat, NOBODY).staked,
        carried=state.carried.get(seat, 0) + returned,
        lost=state.lost.get(seat, 0),
        back=state.back.get(seat, 0) + returned,
        prize=state.prize.get(seat, 0),
        held=state.held.get(seat, 0),
    )


def hand_lines(state: State, seat: Seat) -> tuple[Line, ...]:
    """How ante, second bet and jackpot bet of that hand were settled; nothing of a void round."""
    place = state.places.get(seat, NOBODY)
    if state.phase is not Phase.SETTLED:
        return ()
    stakes = _stakes(state, seat, settled(state, seat)) if place.ante else ()
    return (*stakes, *_jackpot(state, seat))


def _stakes(state: State, seat: Seat, each: Settled) -> tuple[Line, ...]:
    place, game = state.places[seat], GAMES[state.sheet.system]
    rules = game.rules
    ante: dict[str, Any] = {"box": "ante", "stake": place.ante}
    second: dict[str, Any] = {"box": "bet", "stake": place.second}
    match each.ending:
        case Ending.FOLDED:
            return (Line("folded", rules["fold"], {**ante, "lost": place.ante}),)  # [CS-22] [MS-6.7]
        case Ending.NO_GAME:
            won = Line(
                "won", rules["no-game"], {**ante, "prize": each.ante_prize, "back": place.ante, "times": 1}
            )
            return (
                won,
                Line("returned", rules["no-game"], {**second, "back": place.second}),
            )  # [CS-26] [MS-9.2]
        case Ending.LOST:
            lost = (Line("lost", rules["lost"], {**said, "lost": said["stake"]}) for said in (ante, second))
            return tuple(lost)  # [CS-29] [MS-9.4]
        case Ending.EQUAL:
            return tuple(
                Line("equal", rules["equal"], {**said, "back": said["stake"]}) for said in (ante, second)
            )  # [CS-11b]
        case Ending.WON:
            kind = best_five(place.cards).kind
            said = {
                **second,
                "kind": game.kinds[kind],
                "times": times(state.sheet, kind),
                "prize": each.second_prize,
                "back": place.second,
            }
            full = said["times"] * place.second
            capped = (
                {"maximum": state.setting.house_maximum} if each.second_prize < full else {}
            )  # [MS-9.5.7] [MS-9.5.8] [MS-9.5.9]
            won = Line(
                "won", rules["won-ante"], {**ante, "prize": each.ante_prize, "back": place.ante, "times": 1}
            )  # [CS-28b]
            return (won, Line("won", game.times_rules[kind], said | capped))  # [CS-28a] [MS-9.5]


def _jackpot(state: State, seat: Seat) -> tuple[Line, ...]:
    """The jackpot bet is spent; what it wins is said with what the pot held."""
    stake, rules = state.on_jackpot(seat), GAMES[state.sheet.system].rules
    if returned := state.returned.get(seat):
        return (
            Line(
                "returned", rules["jackpot-carried"], {"box": "jackpot", "stake": returned, "back": returned}
            ),
        )  # (A49)
    if not stake:
        return ()
    said = {"box": "jackpot", "stake": stake, "lost": stake}
    won = next((paid for paid in state.jackpots if paid.seat == seat), None)
    if won is None:
        return (Line("jackpot-lost", rules["jackpot"], said),)  # [MS-10.2]
    return (
        Line("jackpot-won", JACKPOT_RULES[won.kind], {**said, "kind": str(won.kind), "prize": won.cents}),
    )


def explain(state: State, seat: Seat) -> tuple[Line, ...]:
    """The hands, whether the bank played, the comparison, and every cent of that seat."""
    result = results(state).get(seat)
    if result is None:
        return ()
    rules = GAMES[state.sheet.system].rules
    if state.phase is Phase.VOID:
        rule = GAMES[state.sheet.system].carrying.get(state.cause, rules["void"])
        held = (
            (Line("jackpot-held", rule, {"held": result.held}),) if result.held else ()
        )  # [MS-11.1] [MS-11.4]
        return (
            Line("void", rule, {"cause": state.cause}),
            Line("returned", rule, {"back": result.back}),
            *held,
        )  # [CS-33]
    figures = {"staked": result.staked, "carried": result.carried, "lost": result.lost, "back": result.back}
    total = Line(
        "total", rules["paid"], {**figures, "prize": result.prize, "held": result.held, "net": result.net}
    )
    return (*_hands(state, seat), *hand_lines(state, seat), total)


def _hands(state: State, seat: Seat) -> tuple[Line, ...]:
    """Both combinations and what decided between them, as far as they were shown.  [CS-10]"""
    game, player, bank = GAMES[state.sheet.system], hand_of(state, seat), hand_of(state, BANK)
    lines = []
    if player is not None:
        lines.append(
            Line(
                "hand",
                game.rules["compared"],
                {"cards": names(player.cards), "kind": game.kinds[player.kind]},
            )
        )
    if bank is None or not state.bank_open:
        return tuple(lines)
    said = {"cards": names(bank.cards), "kind": game.kinds[bank.kind]}
    if not qualifies(bank):
        return (*lines, Line("no-game", game.rules["no-game"], said))  # [CS-26] [MS-9.2]
    lines.append(Line("bank", game.rules["qualifies"], said))  # [CS-25] [MS-9.1]
    if player is not None and state.places[seat].choice is Choice.CONTINUED and player.kind is bank.kind:
        singles = player.kind is Kind.HIGH_CARDS and player.strength == bank.strength
        decided_by = game.decided_by[player.kind]
        rule = game.rules.get("equal-singles", decided_by) if singles else decided_by  # [CS-9b]
        lines.append(Line("same-kind", rule, {"kind": game.kinds[player.kind]}))  # [CS-13]
    return tuple(lines)
