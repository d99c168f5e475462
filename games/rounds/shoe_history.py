"""The shoe as finished rounds found it, read from the record."""

from __future__ import annotations

import msgspec
from django.db import connection

from games.draw.shoe import ShoeBefore, shoe_digest
from games.models import Round
from games.rounds.replay import RoundArchived
from games.tables.domain.events import RoundEnded
from players.audit.online_record import online_since

ROUNDS_BEFORE = """
SELECT r.number, r.commitment, r.nonces, e.data FROM games_round AS r
JOIN games_event AS e ON e.round_id = r.id AND e.kind = 'round-ended'
    AND e.at >= r.opened - interval '1 minute' AND e.at < r.ended + interval '1 day'
WHERE r.table_id = %s AND r.number >= %s AND r.number < %s ORDER BY r.number
"""
_event = msgspec.json.Decoder(RoundEnded)
_shares = msgspec.json.Decoder(dict[int, str])


def shoe_before(game_round: Round) -> ShoeBefore:
    """What earlier rounds took from the shoe. A void round took nothing."""
    return shoes_before(game_round)[game_round.number]


def shoes_before(game_round: Round) -> dict[int, ShoeBefore]:
    """The shoe as each round found it, from its first round to this one."""
    table, began = game_round.table_id, game_round.shoe or game_round.number
    shoes: dict[int, ShoeBefore] = {}
    shoe = ShoeBefore(began)
    if began < game_round.number:
        with connection.cursor() as cursor:
            cursor.execute(ROUNDS_BEFORE, [table, began, game_round.number])
            rows = cursor.fetchall()
            if len(rows) < game_round.number - began and online_since() is not None:
                raise RoundArchived(game_round.pk)
            for number, commitment, nonces, data in rows:
                shoes[number] = shoe
                if cards := _event.decode(data).cards:
                    shares = _shares.decode(nonces)
                    digest = shoe_digest(shoe.digest, table, number, commitment, shares, cards)
                    shoe = ShoeBefore(began, shoe.dealt + cards, digest)
    return shoes | {game_round.number: shoe}
