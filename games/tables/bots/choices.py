"""The bets and decisions of programs that play, chosen among the options that the engine offers.

House players and the players of a simulated past choose alike. A choice reads only what its seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, TypeVar

from games.draw.generator import Draw
from games.rules.blackjack.hands import VALUE, is_soft, total
from games.rules.shared.cards import rank
from games.rules.shared.poker_hands import PAIR, best_five
from games.tables.bots import strategy

T = TypeVar("T")
Command = dict[str, Any]
EVENS = ("red", "black", "even", "odd", "low", "high")
DOZENS = ("dozen:1-12", "dozen:13-24", "dozen:25-36", "column:34", "column:35", "column:36")
INSIDE = ("split:1-2", "split:17-20", "corner:1-2-4-5", "corner:25-26-28-29")
ACE_HIGH_WITH_KING = (12, 11)


class RandomChoices:
    """A stream of random choices: which bet, how much. It decides no result.

    Equal keys give equal choices.
    """

    def __init__(self, key: bytes) -> None:
        self.draw = Draw(key)
        self.below = self.draw.below

    def choose(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def once_in(self, n: int) -> bool:
        return self.below(n) == 0

    def between(self, low: int, high: int) -> int:
        """From `low` to `high`, both included."""
        return low + self.below(high - low + 1)


def choices_at(table: int, number: int, seat: int) -> RandomChoices:
    """The choices of a seat after so many events of its table."""
    key = b"%d|%d|%d" % (table, number, seat)
    return RandomChoices(blake2b(key, digest_size=32, person=b"house player").digest())


def bet(
    rng: RandomChoices, rules: Any, game: Any, seat: int, size: int, *, jackpot: bool = True
) -> Command | None:
    """The bets of a player for one round. Stakes are up to `size` times the minimum."""
    command = BETS[_engine_name(rules)](rng, rules, game, seat, size)
    if command is not None and not jackpot:
        command.get("on", {}).pop("jackpot", None)
    return command


def decision(rng: RandomChoices, rules: Any, game: Any, seat: int, insured_in: int = 0) -> Command:
    if insured_in and (offers := rules.engine.options(game, seat).get("offers")):
        return _offer(rng, offers, insured_in)
    return DECISIONS[_engine_name(rules)](rng, rules, game, seat)


def _engine_name(rules: Any) -> str:
    return str(type(rules.engine).__module__.split(".")[-2])


def _roulette(rng: RandomChoices, rules: Any, game: Any, seat: int, size: int) -> Command:
    minimum = game.setting.minimum
    bets: dict[str, int] = {}
    for _ in range(rng.between(1, 3)):
        kind = rng.below(10)
        if kind < 4:
            place = rng.choose(EVENS)
        elif kind < 6:
            place = rng.choose(DOZENS)
        elif kind < 7:
            place = rng.choose(INSIDE)
        else:
            place = f"straight:{rng.below(37)}"
        bets[place] = minimum * (rng.between(1, size) if kind < 6 else 1)
    return {"t": "bet", "on": bets}


def _blackjack(rng: RandomChoices, rules: Any, game: Any, seat: int, size: int) -> Command | None:
    places = rules.engine.options(game, seat)["bet"]
    if not places:
        return None
    place = rng.choose(sorted(places))
    limits = places[place]
    return {"t": "bet", "on": {place: min(limits["max"], limits["min"] * rng.between(1, size))}}


def _baccarat(rng: RandomChoices, rules: Any, game: Any, seat: int, size: int) -> Command | None:
    places = rules.engine.options(game, seat)["bet"]
    kind = rng.below(10)
    place = "tie"
    if kind < 9:
        place = "banco" if kind < 5 else "punto"
    if place not in places:
        return None
    limits = places[place]
    cents = limits["min"] * (rng.between(1, size) if kind < 9 else 1)
    return {"t": "bet", "on": {place: min(cents, limits.get("max", cents))}}


def _stud(rng: RandomChoices, rules: Any, game: Any, seat: int, size: int) -> Command:
    setting = game.setting
    bets = {"ante": min(setting.maximum, setting.minimum * rng.between(1, size))}
    if setting.jackpot is not None and not game.carried.get(seat) and rng.below(3):
        bets["jackpot"] = setting.jackpot.bet
    return {"t": "bet", "on": bets}


def _holdem(rng: RandomChoices, rules: Any, game: Any, seat: int, size: int) -> Command | None:
    options = rules.engine.options(game, seat)
    if "buy_in" in options:
        return {"t": "buy-in"}
    if options.get("sit_in"):
        return {"t": "sit-in"}
    is_short = rules.engine.stack(game, seat) < game.setting.minimum * 8
    return {"t": "top-up", "cents": game.setting.rebuys[0]} if options.get("top_up") and is_short else None


def _blackjack_decision(rng: RandomChoices, rules: Any, game: Any, seat: int) -> Command:
    """Close to basic strategy."""
    options = rules.engine.options(game, seat)
    if "offers" in options:
        return {"t": "decline", "place": next(iter(options["offers"]))}
    choices, turn = options["choices"], options["turn"]
    box = game.boxes[options["place"]]
    cards, bank = box.hands[options["hand"]].cards, VALUE[game.bank[0]]
    points, weak = total(cards), 2 <= bank <= 6
    preferred: tuple[str, ...]
    if "split" in choices and VALUE[cards[0]] in (1, 8):
        preferred = ("split",)
    elif points in (10, 11) and bank not in (1, 10):
        preferred = ("double", "hit")
    elif is_soft(cards):
        preferred = ("stand",) if points > 17 else ("hit",)
    elif points >= 17 or (points >= 13 and weak) or (points == 12 and 4 <= bank <= 6):
        preferred = ("stand",)
    else:
        preferred = ("hit",)
    choice = str(next((name for name in preferred if name in choices), None) or next(iter(choices)))
    stake = {"cents": box.hands[options["hand"]].stake} if choice in ("double", "split") else {}
    return {"t": choice, "turn": turn, **stake}


def _offer(rng: RandomChoices, offers: dict[str, Any], insured_in: int) -> Command:
    """Insurance or even money against an ace, accepted once in so many times."""
    place, offer = next(iter(offers.items()))
    if not rng.once_in(insured_in):
        return {"t": "decline", "place": place}
    if "even-money" in offer:
        return {"t": "even-money", "place": place}
    return {"t": "insure", "place": place, "cents": offer["insurance"]["max"]}


def _stud_decision(rng: RandomChoices, rules: Any, game: Any, seat: int) -> Command:
    """Continue with a pair or better, or with an ace and a king."""
    place = game.places[seat]
    strength = best_five(place.cards).strength
    high = tuple(sorted((rank(card) for card in place.cards), reverse=True)[:2])
    if strength >> 20 >= PAIR or high == ACE_HIGH_WITH_KING:
        return {"t": "continue", "bet": rules.engine.options(game, seat)["continue"]["cost"]}
    return {"t": "fold"}


def _holdem_decision(rng: RandomChoices, rules: Any, game: Any, seat: int) -> Command:
    if rng.once_in(6):  # deviate from the strategy now and then
        if rules.engine.options(game, seat).get("check"):
            return {"t": "check"}
        return {"t": "call"} if rng.below(2) else {"t": "fold"}
    return strategy.partner_decision(rules, game, seat)


BETS: dict[str, Callable[[RandomChoices, Any, Any, int, int], Command | None]] = {
    "roulette": _roulette,
    "blackjack": _blackjack,
    "baccarat": _baccarat,
    "stud": _stud,
    "holdem": _holdem,
}
DECISIONS: dict[str, Callable[[RandomChoices, Any, Any, int], Command]] = {
    "blackjack": _blackjack_decision,
    "stud": _stud_decision,
    "holdem": _holdem_decision,
}
