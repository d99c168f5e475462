"""When the chat is closed to a player because cards are in play.

Pure: the croupier refuses by it and the page shows it (A69).
"""

from __future__ import annotations

from games.rules.shared.money import Seat
from games.tables.domain.state import Live, Rules


def closed_by(live: Live, rules: Rules, seat: Seat) -> str:
    """The rule that closes the chat to that seat now; empty if the seat may write.  [HE-P4]"""
    return str(rules.engine.chat_closed_by(live.game, seat)) if live.running else ""
