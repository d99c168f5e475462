"""What people at a table say to each other, where the rule sheet allows it. It is no part of the game's record, and is kept ninety days.

At Macau stud nobody says anything while hands are decided.  [MS-12.1]
"""

from __future__ import annotations

import time
import unicodedata
from typing import Any

import msgspec
from django.db.models.functions import Now

from games.models import ChatLine, ChatMute
from games.rules.engine import Refusal, Refused, Wait
from games.rules.stud_game import MACAU
from games.tables.journal import Place
from games.tables.protocol import Chat

PACE = 2.0  # seconds from one line of somebody to the next


class Talk:
    """The chat of one table in a croupier's memory: when each spoke last."""

    def __init__(self) -> None:
        self.spoke: dict[int, float] = {}

    def say(self, place: Place, wish: Chat, player: int) -> bytes:
        """The line as everybody hears it, or the reason why it is not said."""
        live, rules = place.live, place.rules
        seat = live.players.get(player)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED)
        if rules is None or not rules.sheet.chat:
            raise Refused(Refusal.NOT_OFFERED)
        if rules.system == MACAU and live.running and rules.engine.waits(live.game) is Wait.CHOICE:
            raise Refused(Refusal.NOT_NOW, "MS-12.1")  # [MS-12.1]
        now = time.monotonic()
        if now - self.spoke.get(player, -PACE) < PACE:
            raise Refused(Refusal.TOO_MANY, seconds=PACE)
        text = plain(wish.text)
        if not text:
            raise Refused(Refusal.UNREADABLE)
        if ChatMute.objects.filter(player=player, until__gt=Now()).exists():
            raise Refused(Refusal.EXCLUDED, why="muted")
        self.spoke[player] = now
        line = ChatLine.objects.create(
            table_id=live.table, round=live.round or None, player_id=player, alias=live.seats[seat].alias, text=text
        )
        line.refresh_from_db(fields=["at"])
        return msgspec.json.encode({"t": "chat", **told(line)})


def told(line: ChatLine) -> dict[str, Any]:
    return {"n": line.pk, "alias": line.alias, "text": line.text, "at": int(line.at.timestamp() * 1000)}


def plain(text: str) -> str:
    """What was typed, on one line, without signs that are not seen or that turn the writing round."""
    seen = (
        " " if sign.isspace() else sign
        for sign in unicodedata.normalize("NFC", text)
        if unicodedata.category(sign)[0] != "C" or sign.isspace()
    )
    return " ".join("".join(seen).split())[:200]
