"""What simulated players like: which bets, how much, and sensible decisions. They are offered exactly what people are offered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casino.demo.simulated_past.seeded_draw import Luck
from games.rules.blackjack.hands import VALUE, is_soft, total
from games.rules.shared.cards import rank
from games.rules.shared.poker_hands import PAIR, best_five
from games.tables.bots import strategy

Command = dict[str, Any]
EVENS = ("red", "black", "even", "odd", "low", "high")
DOZENS = ("dozen:1-12", "dozen:13-24", "dozen:25-36", "column:34", "column:35", "column:36")
INSIDE = ("split:1-2", "split:17-20", "corner:1-2-4-5", "corner:25-26-28-29")
ACE_HIGH_WITH_KING = (12, 11)
MOST_RAISES = 2


def bet(luck: Luck, rules: Any, game: Any, seat: int, size: int) -> Command | None:
    """The bets of one player for one round; `size` says how many times the minimum he likes to stake."""
    return BETS[type(rules.engine).__module__.split(".")[-2]](luck, rules, game, seat, size)


def decision(luck: Luck, rules: Any, game: Any, seat: int, insured_in: int = 0) -> Command:
    if insured_in and (offers := rules.engine.options(game, seat).get("offers")):
        return _offer(luck, offers, insured_in)
    return DECISIONS[type(rules.engine).__module__.split(".")[-2]](luck, rules, game, seat)


def _roulette(luck: Luck, rules: Any, game: Any, seat: int, size: int) -> Command:
    least = game.setting.minimum
    on: dict[str, int] = {}
    for _ in range(luck.between(1, 3)):
        kind = luck.below(10)
        place = (
            luck.of(EVENS if kind < 4 else DOZENS if kind < 6 else INSIDE)
            if kind < 7
            else f"straight:{luck.below(37)}"
        )
        on[place] = least * (luck.between(1, size) if kind < 6 else 1)
    return {"t": "bet", "on": on}


def _blackjack(luck: Luck, rules: Any, game: Any, seat: int, size: int) -> Command | None:
    places = rules.engine.options(game, seat)["bet"]
    if not places:
        return None
    place = luck.of(sorted(places))
    room = places[place]
    return {"t": "bet", "on": {place: min(room["max"], room["min"] * luck.between(1, size))}}


def _baccarat(luck: Luck, rules: Any, game: Any, seat: int, size: int) -> Command | None:
    places = rules.engine.options(game, seat)["bet"]
    kind = luck.below(10)
    wanted = "banco" if kind < 5 else "punto" if kind < 9 else "tie"
    if wanted not in places:
        return None
    room = places[wanted]
    cents = room["min"] * (luck.between(1, size) if kind < 9 else 1)
    return {"t": "bet", "on": {wanted: min(cents, room.get("max", cents))}}


def _stud(luck: Luck, rules: Any, game: Any, seat: int, size: int) -> Command:
    setting = game.setting
    on = {"ante": min(setting.maximum, setting.minimum * luck.between(1, size))}
    if setting.jackpot is not None and not game.carried.get(seat) and luck.below(3):
        on["jackpot"] = setting.jackpot.bet
    return {"t": "bet", "on": on}


def _holdem(luck: Luck, rules: Any, game: Any, seat: int, size: int) -> Command | None:
    options = rules.engine.options(game, seat)
    if "buy_in" in options:
        return {"t": "buy-in"}
    if options.get("sit_in"):
        return {"t": "sit-in"}
    short = rules.engine.stack(game, seat) < game.setting.minimum * 8
    return {"t": "top-up", "cents": game.setting.rebuys[0]} if options.get("top_up") and short else None


def _blackjack_plays(luck: Luck, rules: Any, game: Any, seat: int) -> Command:
    """Close to what the tables of the books say."""
    options = rules.engine.options(game, seat)
    if "offers" in options:
        return {"t": "decline", "place": next(iter(options["offers"]))}
    choices, turn = options["choices"], options["turn"]
    box = game.boxes[options["place"]]
    cards, bank = box.hands[options["hand"]].cards, VALUE[game.bank[0]]
    points, weak = total(cards), 2 <= bank <= 6
    wanted: tuple[str, ...]
    if "split" in choices and VALUE[cards[0]] in (1, 8):
        wanted = ("split",)
    elif points in (10, 11) and bank not in (1, 10):
        wanted = ("double", "hit")
    elif is_soft(cards):
        wanted = ("stand",) if points > 17 else ("hit",)
    elif points >= 17 or (points >= 13 and weak) or (points == 12 and 4 <= bank <= 6):
        wanted = ("stand",)
    else:
        wanted = ("hit",)
    found = next((each for each in wanted if each in choices), None) or next(iter(choices))
    return {"t": str(found), "turn": turn}


def _offer(luck: Luck, offers: dict[str, Any], insured_in: int) -> Command:
    """Insurance or even money against an ace, taken once in so many times."""
    place, offer = next(iter(offers.items()))
    if not luck.once_in(insured_in):
        return {"t": "decline", "place": place}
    if "even-money" in offer:
        return {"t": "even-money", "place": place}
    return {"t": "insure", "place": place, "cents": offer["insurance"]["max"]}


def _stud_plays(luck: Luck, rules: Any, game: Any, seat: int) -> Command:
    """Goes on with a pair or better, or with an ace and a king."""
    place = game.places[seat]
    strength = best_five(place.cards).strength
    high = tuple(sorted((rank(card) for card in place.cards), reverse=True)[:2])
    if strength >> 20 >= PAIR or high == ACE_HIGH_WITH_KING:
        return {"t": "continue", "bet": rules.engine.options(game, seat)["continue"]["cost"]}
    return {"t": "fold"}


def _holdem_plays(luck: Luck, rules: Any, game: Any, seat: int) -> Command:
    view = rules.engine.view
    if luck.once_in(6):  # nobody plays the same way all the time
        options = rules.engine.options(game, seat)
        return {"t": "check"} if options.get("check") else {"t": "call"} if luck.below(2) else {"t": "fold"}
    return strategy.choose(view(game, None), view(game, seat))


BETS: dict[str, Callable[[Luck, Any, Any, int, int], Command | None]] = {
    "roulette": _roulette,
    "blackjack": _blackjack,
    "baccarat": _baccarat,
    "stud": _stud,
    "holdem": _holdem,
}
DECISIONS: dict[str, Callable[[Luck, Any, Any, int], Command]] = {
    "blackjack": _blackjack_plays,
    "stud": _stud_plays,
    "holdem": _holdem_plays,
}
