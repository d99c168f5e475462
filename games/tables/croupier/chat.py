"""What people at a table say to each other, where the rule sheet allows it. It is no part of the game's record, and is kept ninety days.

Nobody writes about cards that are in play, at this table or at another: `chat_rules` says when.  [HE-P4] [HE-11d] [MS-12.2]
"""

from __future__ import annotations

import time
import unicodedata
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.models import ChatLine, ChatMute
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier.journal import Place
from games.tables.domain.chat_rules import closed_by
from games.tables.transport.protocol import Chat

PACE = 2.0  # seconds from one line of somebody to the next


class Talk:
    """The chat of one table in a croupier's memory: when each spoke last, and under which id."""

    def __init__(self) -> None:
        self.spoke: dict[int, float] = {}
        self.last: dict[int, UUID] = {}

    def say(self, place: Place, wish: Chat, player: int) -> bytes:
        """The line as everybody hears it, or the reason why it is refused. Nothing when a lost answer makes it come again."""
        if self.last.get(player) == wish.id:
            return b""
        live, rules = place.live, place.rules
        seat = live.players.get(player)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED)
        if rules is None or not rules.sheet.chat:
            raise Refused(Refusal.NOT_OFFERED)
        if rule := closed_by(live, rules, seat) or closed_elsewhere(player, live.seats[seat].session):
            raise Refused(Refusal.NOT_NOW, rule)  # [HE-11d] [MS-12.2]
        now = time.monotonic()
        if now - self.spoke.get(player, -PACE) < PACE:
            raise Refused(Refusal.TOO_MANY, why="chat", seconds=PACE)
        text = plain(wish.text)
        if not text:
            raise Refused(Refusal.UNREADABLE)
        if ChatMute.objects.filter(player=player, until__gt=Now()).exists():
            raise Refused(Refusal.EXCLUDED, why="muted")
        self.spoke[player], self.last[player] = now, wish.id
        line = ChatLine.objects.create(
            table_id=live.table,
            round=live.round or None,
            player_id=player,
            alias=live.seats[seat].alias,
            text=text,
        )
        line.refresh_from_db(fields=["at"])
        return msgspec.json.encode({"t": "chat", **told(line)})


ELSEWHERE = """
SELECT stay.system FROM players_playsession AS stay
JOIN games_table AS place ON place.id = stay."table"
JOIN games_round AS hand ON hand.table_id = place.id AND hand.number = place.round AND hand.status = 'open'
WHERE stay.player_id = %s AND stay.id <> %s AND stay.system = ANY(%s) AND EXISTS (
    SELECT FROM games_event AS dealt WHERE dealt.round_id = hand.id AND dealt.kind IN ('cards-dealt', 'card-dealt')
    AND dealt.at BETWEEN stay.started AND coalesce(stay.ended, 'infinity'))
LIMIT 1
"""


def closed_elsewhere(player: int, session: int) -> str:
    """The rule that closes the chat because of another stay: cards were dealt there while the player sat, and the round still runs.

    The other stay may be at this very table, by somebody who left during the hand and sat down again.  [HE-11d] [MS-12.2]
    """
    rules = {system: game.silence_rule for system, game in GAMES.items() if game.silence_rule}
    with connection.cursor() as cursor:
        cursor.execute(ELSEWHERE, [player, session, list(rules)])
        row = cursor.fetchone()
    return rules[row[0]] if row else ""


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
