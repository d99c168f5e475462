"""When a player may not write in the chat because cards are in play. Pure: the croupier refuses by it and the page shows it (A69)."""

from __future__ import annotations

from games.rules.engine import Wait
from games.rules.shared.money import Seat
from games.rules.stud.variant import MACAU
from games.tables.domain.state import Live, Rules

HOLDEM = "holdem"
# Cards that lie in one player's hand and that others may not hear of, by game, with the rule that says so.
SECRET_CARDS = {HOLDEM: "HE-11d", MACAU: "MS-12.2"}


def closed_by(live: Live, rules: Rules, seat: Seat) -> str:
    """The rule that closes the chat to that seat now; nothing where it may write.  [HE-P4]"""
    if rules.system not in SECRET_CARDS or not live.running or not live.game.dealt:
        return ""
    if rules.system == HOLDEM:
        return SECRET_CARDS[HOLDEM] if _holds_cards(live, rules, seat) else ""  # [HE-11d]
    return SECRET_CARDS[MACAU] if _before_last_decision(live, rules) else ""  # [MS-12.2]


def _holds_cards(live: Live, rules: Rules, seat: Seat) -> bool:
    """Was this seat dealt into the hand that is being played? Whoever folded has seen the cards as well."""
    place = live.game.seats.get(seat)
    return place is not None and place.dealt and rules.engine.waiting_for(live.game) is not Wait.OVER


def _before_last_decision(live: Live, rules: Rules) -> bool:
    """Is a card out while cards are still dealt, or somebody still decides? It holds for everybody at the table."""
    return str(live.game.phase) == "dealing" or bool(rules.engine.to_act(live.game))
