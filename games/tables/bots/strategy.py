"""What a practice partner decides. Pure.

The decision is a function of what any player in that seat would see: `choose` gets two views and never the
state. A partner plays a plain and honest game: more for better cards, at a price that the pot repays, and no
bluff (A68).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.rules.shared.money import Cents, Seat
from games.rules.shared.poker_hands import KINDS
from games.rules.shared.refusals import Refused
from games.tables.domain.state import Rules

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
# The part of the pot that a hand may pay, by what it makes with the partner's own cards in it.
HAND_WORTH = dict(zip(map(str, KINDS), (0.12, 0.3, 0.55, 1, 1, 1, 1, 1, 1, 1), strict=True))
STRONG = 0.55  # a hand of this value bets without hesitation
MAX_RAISES = 3  # in one turn of bets; after that a partner only calls


def partner_events(rules: Rules, game: Any, seat: Seat) -> Sequence[Any]:
    """The events of a partner's decision, which passes the same checks as a player's.

    A refused decision becomes the default action.
    """
    command = partner_decision(rules, game, seat)
    try:
        return tuple(rules.engine.act(game, seat, rules.read(msgspec.json.encode(command))))
    except Refused:
        return tuple(rules.engine.default_action(game, seat))


def partner_decision(rules: Rules, game: Any, seat: Seat) -> dict[str, Any]:
    """What a partner decides, with raises to a whole number of big blinds, as people bet."""
    mine = rules.engine.view(game, seat)
    command = choose(rules.engine.view(game, None), mine)
    if command["t"] != "raise":
        return command
    return command | {"to": whole_blinds(command["to"], mine["options"]["raise"], rules.setting.minimum)}


def whole_blinds(to: Cents, room: Mapping[str, Any], blind: Cents) -> Cents:
    """The next whole number of big blinds that is allowed; where none is, the most that is."""
    most: Cents = room["max"]
    whole = min(-(-to // blind), most // blind) * blind
    return whole if whole >= room["min"] else most


def choose(table: Mapping[str, Any], mine: Mapping[str, Any]) -> dict[str, Any]:
    """One of the options, chosen from the public view and the seat's own view."""
    options = mine["options"]
    worth = _hand_worth(table, mine) if table["board"] else _pocket_worth(mine["cards"])
    room = options.get("raise")
    if room and worth >= STRONG and table["raises"] < MAX_RAISES:
        size = "half" if worth < 1 else "pot"
        return {"t": "raise", "to": room["parts"].get(size, room["min"])}
    if options.get("check"):
        return {"t": "check"}
    cost = options["call"]["cost"]
    if cost <= worth * (table["pot"] + cost) / 2:
        return {"t": "call"}
    return {"t": "fold"}


def _pocket_worth(cards: Sequence[str]) -> float:
    """The worth of two cards before the flop: pairs, high cards, one suit, neighbours."""
    low, high = sorted(_rank(card) for card in cards)
    if low == high:
        return min(1.0, 0.5 + high / 24)
    suited, near = cards[0][-1] == cards[1][-1], high - low <= 2
    return min(1.0, (high + low) / 30 + 0.1 * suited + 0.1 * near + 0.1 * (low >= 8))


def _rank(card: str) -> int:
    return RANKS.index(card[:-1])


def _hand_worth(table: Mapping[str, Any], mine: Mapping[str, Any]) -> float:
    """The worth of a hand: nothing if the best five cards are all on the board, less if only a side card is
    the partner's own.
    """
    hand, own = mine["hand"], set(mine["cards"])
    used = [card for card in hand["cards"] if card in own]
    if not used:
        return 0.0
    worth = HAND_WORTH[hand["kind"]]
    paired = any(card[:-1] == other[:-1] for card in used for other in hand["cards"] if other != card)
    if hand["kind"] in ("one-pair", "two-pairs", "three-of-a-kind") and not paired:
        return HAND_WORTH["high-cards"]
    if hand["kind"] == "one-pair":
        above = sum(_rank(card) > max(map(_rank, used)) for card in table["board"])
        return worth if not above else worth / (1 + above)
    return worth
