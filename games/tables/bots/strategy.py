"""Practice partners as a matter of the table alone: who wants their company, how long they think, and what they decide.

Pure. What a partner decides is a function of what any player in that seat would see: `choose` is given two views and never the state.
It plays a plain and honest game: more for better cards, at a price that the pot repays, and no bluff (A68).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.rules.shared.money import Seat
from games.rules.shared.poker_hands import KINDS
from games.rules.shared.refusals import Refused
from games.tables.domain.state import Live, Rules

DEMO = "DEMO"
MOST = 3  # partners at one table
COMES = 1500  # ms after which somebody who is left alone finds company
THINKS = (1400, 1900, 2600, 1700)  # ms that a decision takes
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
# What part of the pot may be asked of a hand, by what it makes with the partner's own cards in it.
WORTH = dict(zip(map(str, KINDS), (0.12, 0.3, 0.55, 1, 1, 1, 1, 1, 1, 1), strict=True))
STRONG = 0.55  # from here on a hand bets by itself
NEVER = 3  # raises in one turn of bets after which a partner only calls


def humans(live: Live) -> list[Seat]:
    return [seat for seat, chair in live.seats.items() if not chair.partner]


def seated(live: Live) -> list[Seat]:
    return [seat for seat, chair in live.seats.items() if chair.partner]


def wanted(live: Live, rules: Rules) -> int:
    """So many partners belong here: some where one player sits alone with chips and plays, none anywhere else."""
    if (
        not rules.engine.between_players
        or rules.setting.currency != DEMO
        or live.game is None
        or live.queue
        or live.held
    ):
        return 0
    alone = humans(live)
    if len(alone) != 1:
        return 0
    (seat,) = alone
    if live.seats[seat].leaving or not plays(live, rules, seat):
        return 0
    # One seat stays free for the next who comes, where there are three at least.
    return min(MOST, max(1, int(rules.setting.seats) - 2))


def plays(live: Live, rules: Rules, seat: Seat) -> bool:
    """Has that seat chips enough, and does it want to be dealt in?"""
    return bool(
        rules.engine.stack(live.game, seat) >= rules.setting.minimum
        and rules.engine.absence(live.game, seat) in ("", "waiting")
    )


def lonely(live: Live, rules: Rules) -> bool:
    return len(seated(live)) < wanted(live, rules)


def between_hands(live: Live, rules: Rules) -> bool:
    """Is a round open in which nothing has been staked yet? Until then whoever has won stays to be seen."""
    return live.running and not rules.engine.stakes(live.game)


def deciding(live: Live, rules: Rules) -> Sequence[Seat]:
    """The partners whose turn it is."""
    return [
        seat for seat in rules.engine.to_act(live.game) if seat in live.seats and live.seats[seat].partner
    ]


def thinks(live: Live, seat: Seat) -> int:
    return THINKS[(live.round + live.seq + seat) % len(THINKS)]


def decided(rules: Rules, game: Any, seat: Seat) -> Sequence[Any]:
    """The events of a partner's decision, along the same road as everybody's; what is refused is as if the time were up."""
    said = choose(rules.engine.view(game, None), rules.engine.view(game, seat))
    try:
        return tuple(rules.engine.act(game, seat, rules.read(msgspec.json.encode(said))))
    except Refused:
        return tuple(rules.engine.default_action(game, seat))


def choose(table: Mapping[str, Any], mine: Mapping[str, Any]) -> dict[str, Any]:
    """One of the options, from what everybody sees and what this seat sees besides."""
    options = mine["options"]
    worth = _made(table, mine) if table["board"] else _held(mine["cards"])
    room = options.get("raise")
    if room and worth >= STRONG and table["raises"] < NEVER:
        parts = room["parts"]
        return {
            "t": "raise",
            "to": parts.get("half", room["min"]) if worth < 1 else parts.get("pot", room["min"]),
        }
    if options.get("check"):
        return {"t": "check"}
    cost = options["call"]["cost"]
    if cost <= worth * (table["pot"] + cost) / 2:
        return {"t": "call"}
    return {"t": "fold"}


def _held(cards: Sequence[str]) -> float:
    """What two cards are worth before any other lies on the table: pairs, high cards, one suit, neighbours."""
    low, high = sorted(_rank(card) for card in cards)
    if low == high:
        return min(1.0, 0.5 + high / 24)
    suited, near = cards[0][-1] == cards[1][-1], high - low <= 2
    return min(1.0, (high + low) / 30 + 0.1 * suited + 0.1 * near + 0.1 * (low >= 8))


def _rank(card: str) -> int:
    return RANKS.index(card[:-1])


def _made(table: Mapping[str, Any], mine: Mapping[str, Any]) -> float:
    """What the hand is worth: nothing where the best five all lie on the table, less where only a fifth card is one's own."""
    hand, own = mine["hand"], set(mine["cards"])
    used = [card for card in hand["cards"] if card in own]
    if not used:
        return 0.0
    worth = WORTH[hand["kind"]]
    paired = any(card[:-1] == other[:-1] for card in used for other in hand["cards"] if other != card)
    if hand["kind"] in ("one-pair", "two-pairs", "three-of-a-kind") and not paired:
        return WORTH["high-cards"]
    if hand["kind"] == "one-pair":
        above = sum(_rank(card) > max(map(_rank, used)) for card in table["board"])
        return worth if not above else worth / (1 + above)
    return worth
