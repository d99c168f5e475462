"""The chat of a table, if the rule sheet allows one. It is not in the game's record and is kept 90 days.

Players may not write while they know of cards in play, here (`Live.chat_closed_by`) or at another table.
[HE-P4] [HE-11d] [MS-12.2]
"""

from __future__ import annotations

import time
import unicodedata
from uuid import UUID

from django.db import connection
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.models import ChatLine, ChatMute
from games.rules.shared.refusals import Refusal, Refused
from games.tables.croupier.journal import LoadedTable
from games.tables.transport.protocol import Chat, chat_frame

MIN_INTERVAL = 2.0  # seconds between two lines of one player


class TableChat:
    """The chat of one table in a croupier's memory: when each player wrote last, and that message's id."""

    def __init__(self) -> None:
        self.last_written: dict[int, float] = {}
        self.last_ids: dict[int, UUID] = {}

    def post(self, loaded: LoadedTable, message: Chat, player: int) -> bytes:
        """The frame of a new line; empty for a retry. Raises `Refused` with the reason otherwise."""
        if self.last_ids.get(player) == message.id:
            return b""
        live, rules = loaded.live, loaded.rules
        seat = live.players.get(player)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED)
        if rules is None or not rules.sheet.chat:
            raise Refused(Refusal.NOT_OFFERED)
        if rule := live.chat_closed_by(seat) or closed_elsewhere(player, live.seats[seat].session):
            raise Refused(Refusal.NOT_NOW, rule)  # [HE-11d] [MS-12.2]
        now = time.monotonic()
        if now - self.last_written.get(player, -MIN_INTERVAL) < MIN_INTERVAL:
            raise Refused(Refusal.TOO_MANY, why="chat", seconds=MIN_INTERVAL)
        text = clean_text(message.text)
        if not text:
            raise Refused(Refusal.UNREADABLE)
        if ChatMute.objects.filter(player=player, until__gt=Now()).exists():
            raise Refused(Refusal.EXCLUDED, why="muted")
        self.last_written[player], self.last_ids[player] = now, message.id
        line = ChatLine.objects.create(
            table_id=live.table,
            round=live.round or None,
            player_id=player,
            alias=live.seats[seat].alias,
            text=text,
        )
        line.refresh_from_db(fields=["at"])
        return chat_frame(line.pk, line.alias, line.text, int(line.at.timestamp() * 1000))


OTHER_OPEN_HAND = """
SELECT stay.system FROM players_playsession AS stay
JOIN games_table AS place ON place.id = stay."table"
JOIN games_round AS hand ON hand.table_id = place.id AND hand.number = place.round AND hand.status = 'open'
WHERE stay.player_id = %s AND stay.id <> %s AND stay.system = ANY(%s) AND EXISTS (
    SELECT FROM games_event AS dealt
        WHERE dealt.round_id = hand.id AND dealt.kind IN ('cards-dealt', 'card-dealt')
        AND dealt.at >= hand.opened - interval '1 minute'
    AND dealt.at BETWEEN stay.started AND coalesce(stay.ended, 'infinity'))
LIMIT 1
"""


def closed_elsewhere(player: int, session: int) -> str:
    """The rule that closes the chat because of another stay: cards were dealt there while the player was
    seated, and the round is open.

    The other stay may be at the same table, if the player left during the hand and sat down again.
    [HE-11d] [MS-12.2]
    """
    rules = {system: game.silence_rule for system, game in GAMES.items() if game.silence_rule}
    with connection.cursor() as cursor:
        cursor.execute(OTHER_OPEN_HAND, [player, session, list(rules)])
        row = cursor.fetchone()
    return rules[row[0]] if row else ""


def line_data(line: ChatLine) -> dict[str, object]:
    return {"n": line.pk, "alias": line.alias, "text": line.text, "at": int(line.at.timestamp() * 1000)}


def clean_text(text: str) -> str:
    """The text on one line, without invisible characters and characters that change the direction
    of writing.
    """
    visible = (
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text)
        if unicodedata.category(character)[0] != "C" or character.isspace()
    )
    return " ".join("".join(visible).split())[:200]
